//! Asking OpenAI-compatible endpoints: client, journal, budget.
