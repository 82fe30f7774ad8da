//! Pass 2: every plan row becomes an item and its picture.

pub mod rows;
