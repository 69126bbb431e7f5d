//! The search for rules that do what a designer wants: the smallest change of the base that meets the goals, with evidence.
//!
//! A file says which keys may be changed ([`space`]) and what is wanted ([`goal`]). The [`search`] plays rulesets in rounds:
//! a spread-out start, then those that a model of every figure over the space ([`surrogate`]) takes for the answer in draws from
//! what it believes. Every round is an experiment of its own. At the end the best few and the base are played again on
//! fresh deals, and the [`answer`] comes from those alone.

pub mod answer;
pub mod goal;
pub mod rows;
pub mod run;
pub mod search;
pub mod space;
pub mod surrogate;
pub mod tune_file;

#[cfg(test)]
mod trial;
