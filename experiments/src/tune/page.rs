//! The report of a search for rules.

use super::run::Findings;
use super::tune_file::{Request, Source};

/// The page.
pub fn page(_source: &Source, _request: &Request, _findings: &Findings) -> Result<String, askama::Error> {
    Ok(String::new())
}
