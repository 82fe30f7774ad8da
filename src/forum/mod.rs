//! Visual questions from Stack Exchange dumps (VQAonline).
