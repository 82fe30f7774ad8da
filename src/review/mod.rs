//! The local page on which people verify, answer, rate and label.
