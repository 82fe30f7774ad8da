//! Long-answer metrics and agreement statistics.
