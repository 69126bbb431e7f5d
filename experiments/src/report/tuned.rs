//! The page about a search for rules: the answer first, then what was confirmed, the trade-offs, what every key does, and how the
//! search went.

use askama::Template;

use super::plot::{Curves, Figures, Labels, Line, Series};
use super::sections::labels;
use super::{Figure, HtmlTable, Page, Section, with_code};
use crate::balance::dataset::once_each;
use crate::balance::wording::{capital, figure};
use crate::files::codec::Named;
use crate::intervals::Estimate;
use crate::tune::answer::Confirmed;
use crate::tune::goal::{Goal, Verdict};
use crate::tune::rows::{CandidateRow, EffectRow, Stage};
use crate::tune::run::Findings;
use crate::tune::tune_file::{Request, Source};

/// The most rulesets of the search that the page lists; `candidates.csv` has all.
const MOST_LISTED: usize = 40;

/// The page about a search for rules.
pub fn tuned(source: &Source, request: &Request, findings: &Findings) -> Result<String, askama::Error> {
    let file = &source.file;
    let (answer, details) = findings.told.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let goals: Vec<String> = request.goals.iter().map(Goal::words).collect();
    Page {
        title: file.title.clone(),
        kind: "search for rules",
        question: if file.question.is_empty() { goals.join("; ") } else { file.question.clone() },
        game: request.game.clone(),
        seats: file.seats.to_string(),
        answer: with_code(answer),
        few: false,
        picture: request.goals.iter().enumerate().filter_map(|(number, goal)| against(goal, number, findings)).collect(),
        reading: "Each dot is a figure on fresh deals with its 95 % interval, each ring what was believed while searching, and the \
                  line a bound of the goal. <span class=\"key t2\">●</span> met <span class=\"key t1\">●</span> missed <span class=\"key \
                  t0\">●</span> undecided",
        verdicts: Some(verdicts(&request.goals, &findings.confirmed)),
        findings: vec![("On fresh deals", details.iter().map(|said| with_code(said)).collect())],
        sections: vec![trade_offs(&request.goals, findings), effects(&findings.effects), search(&request.goals, findings)],
        about: vec![
            ("Bots", file.bots.join(", ")),
            ("Games in all", file.games.to_string()),
            ("Seed", file.seed.to_string()),
            ("Goals", goals.join("; ")),
            ("Rulesets", format!("{} in the space", request.space.size())),
        ],
        made: format!("version {}", env!("CARGO_PKG_VERSION")),
        from: "The files beside this page hold every figure, and the folders below every game; <code>docs/tune.md</code> says how it \
               works and what it cannot promise.",
    }
    .render()
}

/// The colour of a verdict.
fn tint(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Met => 2,
        Verdict::Missed => 1,
        Verdict::Undecided => 0,
    }
}

/// A goal's figures of all that was confirmed, against its bounds.
fn against(goal: &Goal, number: usize, findings: &Findings) -> Option<Figure> {
    let line = |ruleset: &Confirmed| {
        let (seen, verdict) = (ruleset.figures[number], ruleset.verdicts[number]);
        let believed = ruleset.believed[number];
        Line {
            label: format!("{}: {}, {}", ruleset.name, figure(goal.topic.unit, seen), verdict.name()),
            estimate: seen,
            tint: tint(verdict),
            hollow: false,
            beside: Some(Estimate { value: believed, low: f64::NAN, high: f64::NAN }),
        }
    };
    let lines: Vec<Line> = findings.confirmed.iter().map(line).collect();
    let bounds: Vec<f64> = [goal.low, goal.high].into_iter().filter(|bound| bound.is_finite()).collect();
    let plot = Figures {
        described: goal.topic.title,
        lines: &lines,
        reference: bounds.last().copied(),
        band: None,
        holds: &bounds,
        bars: false,
        labels: labels(goal.topic.unit),
    };
    let caption = format!("Wanted: {}.", goal.words());
    plot.plot().map(|plot| Figure { title: capital(goal.topic.title), legend: Vec::new(), plot, caption })
}

fn verdicts(goals: &[Goal], confirmed: &[Confirmed]) -> HtmlTable {
    let header = ["ruleset", "goal", "fresh deals", "verdict", "while searching"].map(str::to_owned).to_vec();
    let rows = confirmed.iter().flat_map(|ruleset| {
        goals.iter().enumerate().map(move |(number, goal)| {
            let believed = Estimate { value: ruleset.believed[number], low: f64::NAN, high: f64::NAN };
            vec![
                ruleset.name.clone(),
                goal.words(),
                figure(goal.topic.unit, ruleset.figures[number]),
                ruleset.verdicts[number].name().to_owned(),
                figure(goal.topic.unit, believed),
            ]
        })
    });
    HtmlTable {
        caption: "What was chosen looked better than it is while it was being chosen: that is what the last column shows.",
        header,
        rows: rows.collect(),
    }
}

/// A figure of every ruleset of the search, in the order of the rows.
fn figures<'a>(rows: &'a [CandidateRow], measure: &str) -> Vec<&'a CandidateRow> {
    rows.iter().filter(|row| row.stage == Stage::Search && row.measure == measure).collect()
}

fn trade_offs(goals: &[Goal], findings: &Findings) -> Section {
    let front: Vec<&String> = findings.front.iter().collect();
    let on_front = |row: &&CandidateRow| front.contains(&&row.ruleset);
    let mut plots = Vec::new();
    for (number, across) in goals.iter().enumerate() {
        for up in &goals[number + 1..] {
            let xs: Vec<&CandidateRow> =
                figures(&findings.candidates, across.topic.key).into_iter().filter(on_front).collect();
            let ys: Vec<&CandidateRow> =
                figures(&findings.candidates, up.topic.key).into_iter().filter(on_front).collect();
            let mut points: Vec<(f64, Estimate)> = xs.iter().zip(&ys).map(|(x, y)| (x.value.value, y.value)).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            let series = [Series { label: "front".to_owned(), points, tint: 4 }];
            let described = format!("{} against {}", up.topic.title, across.topic.title);
            let labels: (Labels, Labels) = (labels(across.topic.unit), labels(up.topic.unit));
            let reference = Some(if up.high.is_finite() { up.high } else { up.low });
            let plot = Curves { described: &described, series: &series, reference, labels }.plot();
            let caption = format!("Across: {}. Up: {}.", across.topic.title, up.topic.title);
            plots.extend(plot.map(|plot| Figure { title: capital(&described), legend: Vec::new(), plot, caption }));
        }
    }
    let header = std::iter::once("ruleset".to_owned()).chain(goals.iter().map(|goal| goal.topic.title.to_owned()));
    let row = |ruleset: &&String| {
        let told = goals.iter().map(|goal| {
            let row = figures(&findings.candidates, goal.topic.key).into_iter().find(|row| row.ruleset == **ruleset);
            row.map_or(String::new(), |row| figure(goal.topic.unit, row.value))
        });
        std::iter::once((*ruleset).clone()).chain(told).collect()
    };
    Section {
        id: "front",
        title: "Trade-offs",
        intro: "The rulesets tried of which no other misses every goal by less, as they were believed to be when the search was over.",
        groups: vec![plots],
        tables: vec![HtmlTable {
            caption: "The front, in the order of the first goal's figure.",
            header: header.collect(),
            rows: front.iter().map(row).collect(),
        }],
    }
}

fn effects(rows: &[EffectRow]) -> Section {
    let plot = |measure: &str| {
        let rows: Vec<&EffectRow> = rows.iter().filter(|row| row.measure == measure).collect();
        let keys = once_each(rows.iter().map(|row| row.key.as_str()));
        let tint = |key: &str| keys.iter().position(|other| *other == key).unwrap_or_default();
        let lines: Vec<Line> = rows
            .iter()
            .map(|row| Line {
                label: format!("{}: {} to {}", row.key, row.from, row.to),
                estimate: row.effect,
                tint: tint(&row.key),
                hollow: row.effect.holds(0.0),
                beside: None,
            })
            .collect();
        let labels = labels(rows.first()?.unit);
        let described = format!("What each key does to: {measure}");
        let plot = Figures {
            described: &described,
            lines: &lines,
            reference: Some(0.0),
            band: None,
            holds: &[],
            bars: false,
            labels,
        };
        let caption =
            "The change from the base's value, whatever the other keys are; a ring where it may be none.".to_owned();
        plot.plot().map(|plot| Figure { title: capital(measure), legend: Vec::new(), plot, caption })
    };
    let measures = once_each(rows.iter().map(|row| row.measure.as_str()));
    Section {
        id: "effects",
        title: "What every key does",
        intro: "Main effects from all rounds, by the model of the search, with 95 % intervals.",
        groups: vec![measures.into_iter().filter_map(plot).collect()],
        tables: Vec::new(),
    }
}

fn search(goals: &[Goal], findings: &Findings) -> Section {
    let header = ["ruleset", "games", "all goals hold"].map(str::to_owned).into_iter();
    let header = header.chain(goals.iter().map(|goal| goal.topic.title.to_owned()));
    let mut tried = figures(&findings.candidates, goals[0].topic.key);
    tried.sort_by(|a, b| b.all_goals.total_cmp(&a.all_goals).then(b.games.cmp(&a.games)));
    let row = |first: &&CandidateRow| {
        let told = goals.iter().map(|goal| {
            let row =
                figures(&findings.candidates, goal.topic.key).into_iter().find(|row| row.ruleset == first.ruleset);
            row.map_or(String::new(), |row| figure(goal.topic.unit, row.value))
        });
        let head = [first.ruleset.clone(), first.games.to_string(), format!("{:.0} %", 100.0 * first.all_goals)];
        head.into_iter().chain(told).collect()
    };
    Section {
        id: "search",
        title: "How the search went",
        intro: "The rulesets tried, the most promising first: how many games went to each, and what was believed in the end.",
        groups: Vec::new(),
        tables: vec![HtmlTable {
            caption: "Games go where they decide: to what may be the answer.",
            header: header.collect(),
            rows: tried.iter().take(MOST_LISTED).map(row).collect(),
        }],
    }
}
