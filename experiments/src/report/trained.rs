//! The page about a training: how much was learnt, and how much it won.

use askama::Template;
use marque::Show;

use super::plot::{Curves, Series, plain};
use super::{Figure, HtmlTable, Page, Section, with_code};
use crate::intervals::Estimate;
use crate::train::Generation;

/// The page about a training.
pub fn trained<G: Show>(game: &G, command: &str, generations: &[Generation]) -> Result<String, askama::Error> {
    let accepted = generations.iter().filter(|generation| generation.accepted).count();
    let answer = match accepted {
        0 => {
            "No player that has learnt was shown to be better than the bot as it was: there are no weights.".to_owned()
        }
        _ => format!(
            "Of {} generations {accepted} brought a player that was shown to be better than the one before at about equal time.",
            generations.len()
        ),
    };
    let number = |at: usize| (at + 1) as f64;
    let series = |label: &str, tint, of: &dyn Fn(&Generation) -> Estimate| Series {
        label: label.to_owned(),
        points: generations.iter().enumerate().map(|(at, generation)| (number(at), of(generation))).collect(),
        tint,
    };
    let sure = |value: f64| Estimate::unsure(value, value, value);
    let losses = [
        series("made by hand", 0, &|generation| sure(generation.loss_by_hand)),
        series("learnt", 2, &|generation| sure(generation.loss)),
    ];
    let scores = [series("score", 4, &Generation::score)];
    let legend = vec![(0, "made by hand".to_owned()), (2, "learnt".to_owned())];
    let curves = |title: &str, series: &[Series], legend, reference, caption: &str| {
        let plot = Curves { described: title, series, reference, labels: (plain, plain) }.plot()?;
        Some(Figure { title: title.to_owned(), legend, plot, caption: caption.to_owned() })
    };
    let row = |(at, generation): (usize, &Generation)| {
        let Generation { positions, loss_by_hand, loss, games, score: [value, low, high], accepted } = generation;
        vec![
            (at + 1).to_string(),
            positions.to_string(),
            format!("{loss_by_hand:.3}"),
            format!("{loss:.3}"),
            games.to_string(),
            format!("{value:.3} [{low:.3}, {high:.3}]"),
            if *accepted { "taken" } else { "dropped" }.to_owned(),
        ]
    };
    let header = ["generation", "positions", "log-loss by hand", "learnt", "games", "score", "player"];
    Page {
        title: format!("Training for {}", G::INFO.english),
        kind: "training",
        question: "Does a player that learns from its own games beat the one before?".to_owned(),
        game: G::INFO.title.to_owned(),
        seats: game.seats().to_string(),
        answer: with_code(&answer),
        few: false,
        picture: [
            curves(
                "Log-loss on games held out",
                &losses,
                legend,
                None,
                "How far the values were from what games came to; the lower, the better.",
            ),
            curves("Score against the player so far", &scores, Vec::new(), Some(0.5), "With 95 % intervals over deals."),
        ]
        .into_iter()
        .flatten()
        .collect(),
        reading: "A better log-loss does not mean better play: only matches decide. A match ends as soon as it is decided, which makes \
                  scores look a little further from a half than they are.",
        verdicts: None,
        findings: Vec::new(),
        sections: vec![Section {
            id: "generations",
            title: "Generations",
            intro: "A generation plays games, learns from all positions so far, and meets the player so far.",
            groups: Vec::new(),
            tables: vec![HtmlTable {
                caption: "A player is taken where the sequential test says so, and dropped where it does not.",
                header: header.map(str::to_owned).to_vec(),
                rows: generations.iter().enumerate().map(row).collect(),
            }],
        }],
        about: vec![("Command", command.to_owned())],
        made: format!("version {}", env!("CARGO_PKG_VERSION")),
        from: "The file of weights beside this page holds the same figures.",
    }
    .render()
}
