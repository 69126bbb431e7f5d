//! Balance experiments: one game under several rules, planned, measured and put into sentences.

pub mod answer;
pub mod course;
pub mod dataset;
pub mod drama;
pub mod experiment_file;
pub mod fairness;
pub mod findings;
pub mod focus;
pub mod game_rows;
pub mod luck;
pub mod measure;
pub mod plan;
pub mod precision;
pub mod ratio;
pub mod ready;
pub mod totals;
pub mod trend;
pub mod variant_sums;
pub mod verdict;
pub mod wording;
