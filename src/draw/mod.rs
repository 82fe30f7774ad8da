//! Boxes on pictures: palette, strokes, decoding and encoding.
