//! Dialogues from the facts of one picture: three forms, each with its own pools of wordings.
