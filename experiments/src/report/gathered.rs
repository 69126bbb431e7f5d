//! The page that gathers reports: every question with its answer, game by game, and a link to the rest. It is cut from the
//! reports themselves, so that it says what they say.

use askama::Template;
use marque::Game;

use super::READING;

#[derive(Template)]
#[template(path = "gathered.html")]
struct Page<'a> {
    title: &'a str,
    reading: &'static str,
    games: Vec<GameReports>,
}

/// The reports of a game.
struct GameReports {
    name: &'static str,
    title: String,
    reports: Vec<Cutting>,
}

/// What is cut from a report, as it stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cutting {
    folder: String,
    over: String,
    title: String,
    question: String,
    answer: String,
    picture: String,
}

/// What stands between two texts; nothing where they are not found.
fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
    let inside = page.split_once(begin).and_then(|(_, rest)| rest.split_once(end));
    inside.map_or("", |(inside, _)| inside.trim())
}

impl Cutting {
    fn new(folder: &str, page: &str) -> Cutting {
        let cut = |begin: &str, end: &str| between(page, begin, end).to_owned();
        // Beside the sign that there are few games the answer's section says nothing before its name.
        let answer = between(page, "<section class=\"answer", "</section>");
        let answer = answer.split_once('>').map_or("", |(_, answer)| answer.trim());
        let picture = between(page, "<section id=\"answer\">", "</section>");
        // How to read pictures is told once for all.
        let picture = picture.rsplit_once("<p class=\"over\">").map_or(picture, |(picture, _)| picture.trim());
        Cutting {
            folder: folder.to_owned(),
            over: cut("<p class=\"over\">", "</p>"),
            title: cut("<h1>", "</h1>"),
            question: cut("<p class=\"question\">", "</p>"),
            answer: answer.to_owned(),
            picture: picture.to_owned(),
        }
    }

    /// Whether it is about a game: folders are named after their experiment, and that after its game.
    fn is_about(&self, game: &str) -> bool {
        self.folder.split_once(game).is_some_and(|(before, _)| before.is_empty() || before.ends_with('-'))
    }
}

/// The page that gathers reports, each with the name of its folder beside the page.
pub fn gathered(title: &str, reports: &[(String, String)]) -> Result<String, askama::Error> {
    let cuttings: Vec<Cutting> = reports.iter().map(|(folder, page)| Cutting::new(folder, page)).collect();
    let of = |name: &'static str| GameReports {
        name,
        title: marque::with_game!(name, G => G::INFO.title).unwrap_or(name).to_owned(),
        reports: cuttings.iter().filter(|cutting| cutting.is_about(name)).cloned().collect(),
    };
    let games = marque::NAMES.into_iter().map(of).filter(|game| !game.reports.is_empty()).collect();
    Page { title, reading: READING, games }.render()
}

#[cfg(test)]
mod tests {
    use super::super::{Page, READING};
    use super::*;

    fn report(title: &str, answer: &str) -> String {
        let page = Page {
            title: title.to_owned(),
            kind: "balance experiment",
            question: "Is it fair & fast?".to_owned(),
            game: "Dzicz".to_owned(),
            seats: "2".to_owned(),
            answer: answer.to_owned(),
            few: true,
            picture: Vec::new(),
            reading: READING,
            verdicts: None,
            findings: Vec::new(),
            sections: Vec::new(),
            about: Vec::new(),
            made: String::new(),
            from: "",
        };
        page.render().unwrap()
    }

    #[test]
    fn a_cutting_says_what_its_report_says() {
        let cutting = Cutting::new("dzicz-order", &report("Who moves last", "It <code>is</code>."));
        assert_eq!(cutting.over, "Dzicz · 2 seats · balance experiment");
        assert_eq!((cutting.title.as_str(), cutting.answer.as_str()), ("Who moves last", "<p>It <code>is</code>.</p>"));
        assert_eq!(cutting.question, "Is it fair &#38; fast?");
    }

    #[test]
    fn reports_stand_under_their_game_and_are_linked() {
        let reports = [
            ("dzicz-order".to_owned(), report("Who moves last", "")),
            ("tune-dzicz-fair".to_owned(), report("A fair Dzicz", "")),
        ];
        let page = gathered("Results", &reports).unwrap();
        assert_eq!(page.matches("<h2>").count(), 1, "one game");
        for (folder, _) in &reports {
            assert!(page.contains(&format!("href=\"{folder}/report.html\"")), "{folder}");
        }
    }
}
