//! How far metrics agree with people, and people with each other.

mod grids;
mod people;
mod raters;

pub use grids::{people_grids, rater_grids};
pub use people::{Agreed, MetricAgreement, ModelMeans, PAPER, Paper, Report, Settings, with_people};
pub use raters::{Field, Label, PairAgreement, between_raters};
