//! Reading an option out of a free-form response: ordered rules, enumerated outcomes.
