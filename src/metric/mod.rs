//! How well long answers match references, and how well such metrics match people.
