//! Tallies, intervals, comparisons and their pages.
