//! Agreement of scores and of raters: correlations with p-values, bootstrap intervals, kappas.

pub mod bootstrap;
mod correlation;
mod kappa;

pub use correlation::{Correlation, mean_ranks, pearson, pearson_p, spearman};
pub use kappa::{Agreement, Weights, cohen, fleiss};
