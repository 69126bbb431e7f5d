//! Connect Four beside two published crates: `cargo bench` in this folder.
