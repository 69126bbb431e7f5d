//! The report of an experiment: one page that needs nothing but itself, made from the tables alone.

pub mod plot;

mod sections;

use askama::Template;

use crate::balance::findings::findings;
use crate::balance::tables::Tables;
use plot::{Plot, escape};

/// A part of the page.
struct Section {
    id: &'static str,
    title: &'static str,
    intro: &'static str,
    /// Plots that belong together stand in rows of their own.
    groups: Vec<Vec<Figure>>,
    tables: Vec<Grid>,
}

/// A plot with its heading and how to read it.
struct Figure {
    title: String,
    legend: Vec<(usize, String)>,
    plot: Plot,
    caption: String,
}

/// A table of texts.
struct Grid {
    caption: &'static str,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    title: String,
    question: String,
    game: String,
    seats: String,
    findings: Vec<(&'static str, Vec<String>)>,
    sections: Vec<Section>,
    about: Vec<(&'static str, String)>,
}

/// The page about an experiment.
pub fn page(tables: &Tables) -> Result<String, askama::Error> {
    let told = |key: &str| tables.about(key).to_owned();
    let rules = tables.variant_names().into_iter().map(|name| {
        let row = tables.variants.with("variant", name).next();
        match row.map_or("", |row| row.text("rules")) {
            "" => format!("{name}: the game's own rules"),
            rules => format!("{name}: {rules}"),
        }
    });
    Page {
        title: told("title"),
        question: told("question"),
        game: told("game_title"),
        seats: told("seats"),
        findings: findings(tables)
            .into_iter()
            .map(|(heading, said)| (heading, said.iter().map(|finding| with_code(finding)).collect()))
            .collect(),
        sections: sections::sections(tables),
        about: vec![
            ("Bots", told("bots")),
            ("Games of each variant", told("games_of_a_variant")),
            ("Games in all", told("games_planned")),
            ("Seed", told("seed")),
            ("Variants", rules.collect::<Vec<_>>().join("; ")),
        ],
    }
    .render()
}

/// Text in which words between backticks are code.
fn with_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(i, part)| if i % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_backticks_are_code_and_nothing_is_markup() {
        assert_eq!(with_code("a `b<` & c"), "a <code>b&lt;</code> &amp; c");
    }
}
