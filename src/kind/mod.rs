//! How it is asked: facts into questions.
