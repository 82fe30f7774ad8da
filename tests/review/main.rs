//! People at work on the page of `review`: in a real browser, by keyboard, with crashes, closed tabs and hostile texts.

mod apply;
mod browser;
mod guards;
mod large;
mod program;
mod sessions;
mod sets;
