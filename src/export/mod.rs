//! Sets in the formats that other programs load: one exporter per file behind one trait.
