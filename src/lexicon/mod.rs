//! Words: thesaurus, inflection, templates.
