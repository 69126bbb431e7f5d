//! The report of an experiment: one page that needs nothing but itself, made from the tables alone.

pub mod plot;

mod gathered;
mod picture;
mod sections;
mod trained;
mod tuned;

use askama::Template;

use crate::balance::answer;
use crate::balance::dataset::Dataset;
use crate::balance::findings::findings;
pub use gathered::gathered;
pub use picture::file as picture;
use plot::{Plot, escape};
pub use trained::trained;
pub use tuned::tuned;

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
    /// What was done.
    kind: &'static str,
    question: String,
    game: String,
    seats: String,
    /// The answer in a paragraph, with code in it.
    answer: String,
    /// Whether there are too few games to answer.
    few: bool,
    picture: Vec<Figure>,
    /// How to read the picture.
    reading: &'static str,
    verdicts: Option<HtmlTable>,
    findings: Vec<(&'static str, Vec<String>)>,
    sections: Vec<Section>,
    about: Vec<(&'static str, String)>,
    /// What made it and when.
    made: String,
    /// What it is made from.
    from: &'static str,
}

/// How to read the picture of an experiment's answer.
const READING: &str = "Changes from the base: the dot is the change, the line its 95 % interval, and the shaded band what is too small to matter. <span class=\"key t2\">●</span>&nbsp;better <span class=\"key t1\">●</span>&nbsp;worse <span class=\"key t4\">●</span>&nbsp;higher or lower <span class=\"key t3\">●</span>&nbsp;equivalent <span class=\"key t0\">○</span>&nbsp;undecided";

/// What the page about an experiment is made from.
const FROM: &str = "This page is made from the CSV files beside it; <code>marque report</code> makes it again. Every measure is defined in <code>docs/measures.md</code>.";

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
    let verdicts = answer::table(data);
    let verdicts = (!verdicts.is_empty()).then(|| HtmlTable {
        caption: "Better and worse are by what is wished for; higher and lower where that is for the designer to say; equivalent: \
                  the whole interval lies inside what does not matter.",
        header: answer::COLUMNS.map(str::to_owned).to_vec(),
        rows: verdicts.into_iter().map(|row| row.to_vec()).collect(),
    });
    let few = answer::too_few(data);
    let blocks =
        if about.blocks_of_a_variant > 0 { about.blocks_of_a_variant.to_string() } else { "not known".to_owned() };
    let made = [("version", &about.version), ("commit", &about.commit), ("begun", &about.date)];
    let made = made.iter().filter(|(_, said)| !said.is_empty()).map(|(what, said)| format!("{what} {said}"));
    Page {
        title: about.title.clone(),
        kind: "balance experiment",
        question: about.question.clone(),
        game: about.game_title.clone(),
        seats: about.seats.to_string(),
        answer: answer::paragraphs(data).iter().map(|text| with_code(text)).collect::<Vec<_>>().join("</p><p>"),
        few,
        picture: if few { Vec::new() } else { picture::panels(data) },
        reading: READING,
        verdicts: verdicts.filter(|_| !few),
        findings: findings(data)
            .into_iter()
            .map(|(heading, said)| (heading, said.iter().map(|finding| with_code(finding)).collect()))
            .collect(),
        sections: sections::sections(data),
        about: vec![
            ("Bots", about.bots.clone()),
            ("Games of each variant", about.games_of_a_variant.to_string()),
            ("Independent deals of each", blocks),
            ("Games in all", about.games_played.to_string()),
            ("Seed", about.seed.to_string()),
            ("Variants", rules.collect::<Vec<_>>().join("; ")),
        ],
        made: made.collect::<Vec<_>>().join(" · "),
        from: FROM,
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
