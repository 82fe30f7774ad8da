//! Stack Exchange dumps into a VQA set.
