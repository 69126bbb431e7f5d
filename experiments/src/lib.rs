//! The lab: many seeded games in parallel, and what they say.
