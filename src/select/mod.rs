//! Which candidates become items: mergeable and order-free.
