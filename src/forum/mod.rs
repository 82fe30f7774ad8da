//! Visual questions from Stack Exchange dumps (VQAonline): dumps read as a stream, the paper's filters with their
//! funnel, text out of HTML, pictures, splits, descriptions, prompts and intents.

pub mod album;
pub mod archive;
pub mod counts;
pub mod describe;
pub mod dump;
pub mod fetch;
pub mod funnel;
pub mod gather;
pub mod intent;
pub mod license;
pub mod markup;
pub mod paper;
pub mod picture;
pub mod post;
pub mod prompt;
pub mod rows;
pub mod site;
pub mod split;
