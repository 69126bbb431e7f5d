//! The search for rules that do what a designer wants: the smallest change of the base that meets the goals, with evidence.

pub mod goal;
pub mod search;
pub mod space;
pub mod surrogate;
pub mod tune_file;

#[cfg(test)]
mod trial;
