//! The report of an experiment: one page that needs nothing but itself, made from the tables alone.

pub mod plot;

mod sections;

use askama::Template;

use crate::balance::dataset::Dataset;
use crate::balance::findings::findings;
use plot::{Plot, escape};

/// A part of the page.
struct Section {
    id: &'static str,
    title: &'static str,
    intro: &'static str,
    /// Plots that belong together stand in rows of their own.
    groups: Vec<Vec<Figure>>,
    tables: Vec<HtmlTable>,
}

/// A plot with its heading and how to read it.
struct Figure {
    title: String,
    legend: Vec<(usize, String)>,
    plot: Plot,
    caption: String,
}

/// A table of texts.
struct HtmlTable {
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
pub fn page(data: &Dataset) -> Result<String, askama::Error> {
    let about = &data.about;
    let rules = data.variant_names().into_iter().map(|name| {
        let row = data.measures.iter().find(|row| row.variant == name);
        match row.map_or("", |row| row.rules.as_str()) {
            "" => format!("{name}: the game's own rules"),
            rules => format!("{name}: {rules}"),
        }
    });
    Page {
        title: about.title.clone(),
        question: about.question.clone(),
        game: about.game_title.clone(),
        seats: about.seats.to_string(),
        findings: findings(data)
            .into_iter()
            .map(|(heading, said)| (heading, said.iter().map(|finding| with_code(finding)).collect()))
            .collect(),
        sections: sections::sections(data),
        about: vec![
            ("Bots", about.bots.clone()),
            ("Games of each variant", about.games_of_a_variant.to_string()),
            ("Games in all", about.games_planned.to_string()),
            ("Seed", about.seed.to_string()),
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
