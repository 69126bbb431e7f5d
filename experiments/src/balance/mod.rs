//! Balance experiments: one game under several rules, played on the same deals, and what changes.

pub mod account;
pub mod drama;
pub mod fairness;
pub mod file;
pub mod findings;
pub mod ledger;
pub mod luck;
pub mod measure;
pub mod plan;
pub mod ratio;
pub mod ready;
pub mod run;
pub mod sheet;
pub mod summary;
pub mod tables;
pub mod tally;

#[cfg(test)]
#[path = "../../tests/lab/dice.rs"]
mod dice;
