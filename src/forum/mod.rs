//! Visual questions from Stack Exchange dumps (VQAonline): dumps read as a stream, the paper's filters with their
//! funnel, text out of HTML, pictures, splits.

pub mod album;
pub mod archive;
pub mod counts;
pub mod dump;
pub mod fetch;
pub mod funnel;
pub mod gather;
pub mod license;
pub mod markup;
pub mod picture;
pub mod post;
pub mod rows;
pub mod site;
pub mod split;
