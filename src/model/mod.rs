//! The data that flows through the program. Data only: no reading, no text, no randomness.
//! Values are valid by construction (design section 4).

pub mod dialogue;
pub mod evidence;
pub mod fact;
pub mod geom;
pub mod grade;
pub mod item;
pub mod plan;
pub mod reject;
pub mod scene;
pub mod score;
pub mod settings;
pub mod term;
pub mod vqa;
