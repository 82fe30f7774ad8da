//! Where wrong options come from and why they are wrong.
