//! What a question is about: scenes into facts.
