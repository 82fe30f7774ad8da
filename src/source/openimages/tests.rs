//! Every quirk of the tables.
