//! The parts of a report: what each shows, and how to read it.

use super::plot::{Curves, Figures, HeatMap, Histogram, Labels, Line, Series, percent, plain, points};
use super::{Figure, Grid, Section};
use crate::balance::findings::{WORTH_CLIMBING, chance, figure, style_names, style_payoff};
use crate::balance::measure::{SKILL, Unit};
use crate::balance::plan::BASE;
use crate::balance::sheet::Row;
use crate::balance::tables::Tables;

/// Every part that the experiment has something for.
pub fn sections(tables: &Tables) -> Vec<Section> {
    let all = [
        side_by_side(tables),
        fairness(tables),
        shape(tables),
        drama(tables),
        uses(tables, "action"),
        uses(tables, "deed"),
        skill(tables),
        styles(tables),
        restricted(tables),
        measures(tables),
    ];
    all.into_iter()
        .map(|section| Section {
            groups: section.groups.into_iter().filter(|figures| !figures.is_empty()).collect(),
            ..section
        })
        .filter(|section| !section.groups.is_empty() || !section.tables.is_empty())
        .collect()
}

fn labels(unit: &str) -> Labels {
    match Unit::named(unit) {
        Some(Unit::Share) => percent,
        Some(Unit::Payoff) => points,
        _ => plain,
    }
}

/// A measure's name as a heading.
fn heading(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A measure in all variants; `None` where it never comes to anything.
fn in_variants(tables: &Tables, key: &str) -> Option<Figure> {
    let rows: Vec<Row<'_>> = tables.variants.with("measure", key).collect();
    if rows.iter().all(|row| row.number("value") == 0.0 || row.number("value").is_nan()) {
        return None;
    }
    let lines: Vec<Line> = rows
        .iter()
        .enumerate()
        .map(|(tint, row)| Line {
            label: format!("{}: {}", row.text("variant"), short(*row)),
            estimate: row.estimate("value"),
            tint,
            hollow: row.number("p_holm").is_nan() || row.number("p_holm") >= 0.05,
            beside: None,
        })
        .collect();
    let title = heading(rows[0].text("title"));
    let unit = match Unit::named(rows[0].text("unit")) {
        Some(Unit::Share) => "In per cent. ",
        Some(Unit::Payoff) => "In points, hundredths of a win. ",
        _ => "",
    };
    let plot = Figures {
        described: &title,
        lines: &lines,
        reference: Some(rows[0].number("value")).filter(|value| value.is_finite()),
        holds: &[],
        bars: false,
        labels: labels(rows[0].text("unit")),
    };
    let dots = if rows.iter().all(|row| row.number("p_holm").is_nan()) {
        "Differences from the base are not tested."
    } else {
        "A full dot differs from the base, a ring does not measurably."
    };
    let plot = plot.plot()?;
    let caption = format!("{unit}Line: 95 % interval; dashed: the base. {dots}");
    Some(Figure { title, legend: Vec::new(), plot, caption })
}

fn side_by_side(tables: &Tables) -> Section {
    let mut figures = Vec::new();
    if tables.variant_names().len() > 1 {
        let measures = tables.variants.with("variant", BASE).map(|row| row.text("measure"));
        // Chances and extremes have no interval; skill has a part of its own.
        let shown =
            measures.filter(|key| !["alike", "widest_ever", SKILL.key].contains(key) && !key.starts_with("ending:"));
        figures.extend(shown.filter_map(|key| in_variants(tables, key)));
    }
    Section {
        id: "variants",
        title: "Variants side by side",
        intro: "Every measure in every variant, on the same deals. A difference counts as one only after correction for \
                the many comparisons of this experiment.",
        groups: vec![figures],
        tables: changes(tables),
    }
}

/// A row's figure as people read it.
fn short(row: Row<'_>) -> String {
    figure(Unit::named(row.text("unit")).unwrap_or(Unit::Number), row.estimate("value"))
}

/// The table of differences from the base.
fn changes(tables: &Tables) -> Vec<Grid> {
    let rows: Vec<Vec<String>> = tables
        .variants
        .rows()
        .filter(|row| !row.number("p_holm").is_nan() && row.number("p_holm") < 0.05)
        .map(|row| {
            let unit = Unit::named(row.text("unit")).unwrap_or(Unit::Number);
            let (shown, unit) = match unit {
                Unit::Size => (figure(Unit::Share, row.estimate("change")), "relative"),
                Unit::Share | Unit::Payoff => (figure(Unit::Payoff, row.estimate("change")), "points"),
                Unit::Number | Unit::P => (figure(Unit::Number, row.estimate("change")), "difference"),
            };
            vec![
                heading(row.text("title")),
                row.text("variant").to_owned(),
                short(row),
                shown,
                unit.to_owned(),
                chance(row.number("p_holm")),
            ]
        })
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let header = ["measure", "variant", "value", "change from the base", "in", "p, corrected"];
    vec![Grid {
        caption: "Every difference from the base that remains after Holm's correction for all comparisons of this experiment.",
        header: header.map(str::to_owned).to_vec(),
        rows,
    }]
}

fn fairness(tables: &Tables) -> Section {
    let names = tables.variant_names();
    let seats: f64 = tables.about("seats").parse().unwrap_or(2.0);
    let mut columns = vec![(
        "win_share",
        "Share of wins by seat",
        "Bars: share of games won, shared wins divided; line: 95 % interval; dashed: seats that are all alike.",
    )];
    // With two seats a payoff is a share of wins.
    if seats > 2.0 {
        columns.push((
            "payoff",
            "Payoff by seat",
            "Dots: share of the other seats beaten, ties half; line: 95 % interval; dashed: an even share.",
        ));
    }
    let mut groups = Vec::new();
    for (column, title, caption) in columns {
        let ends = tables.seats.rows().map(|row| row.estimate(column)).flat_map(|e| [e.value, e.low, e.high]);
        let ends: Vec<f64> = ends.collect();
        let mut figures = Vec::new();
        for (tint, name) in names.iter().enumerate() {
            let rows: Vec<Row<'_>> = tables.seats.with("variant", name).collect();
            let fair =
                if column == "payoff" { 0.5 } else { rows.iter().map(|row| row.number(column)).sum::<f64>() / seats };
            let lines: Vec<Line> = rows
                .iter()
                .map(|row| Line {
                    label: format!("seat {}: {}", row.text("seat"), figure(Unit::Share, row.estimate(column))),
                    estimate: row.estimate(column),
                    tint,
                    hollow: false,
                    beside: None,
                })
                .collect();
            let described = format!("{title}, {name}");
            let plot = Figures {
                described: &described,
                lines: &lines,
                reference: Some(fair),
                holds: &ends,
                bars: column == "win_share",
                labels: percent,
            };
            let title = if names.len() > 1 { described.clone() } else { title.to_owned() };
            figures.extend(plot.plot().map(|plot| Figure {
                title,
                legend: Vec::new(),
                plot,
                caption: caption.to_owned(),
            }));
        }
        groups.push(figures);
    }
    Section {
        id: "fairness",
        title: "Fairness: are the seats alike?",
        intro: "Bots change seats from game to game on the same deal, so that what is left is the seat itself. A line that does \
                not touch the dashed one is a seat with an advantage or disadvantage.",
        groups,
        tables: Vec::new(),
    }
}

fn shape(tables: &Tables) -> Section {
    let names = tables.variant_names();
    let mut groups = Vec::new();
    for (quantity, title, of_what, what) in [
        ("decisions", "Length of games in decisions", "games", "how many decisions they take"),
        ("turns", "Length of games in turns", "games", "how many turns they take"),
        ("score", "Scores of seats", "seats", "their score at the end"),
        ("margin", "Winning margins in score", "games", "how far the first is ahead of the second in score"),
    ] {
        let rows: Vec<Row<'_>> = tables.distributions.with("quantity", quantity).collect();
        let highest = rows.iter().map(|row| row.number("share")).fold(0.0, f64::max);
        // One value that always comes up needs no picture.
        if highest >= 1.0 && rows.iter().all(|row| row.number("share") == 0.0 || row.number("share") == 1.0) {
            continue;
        }
        let of = |name: &str| rows.iter().filter(|row| row.text("variant") == name).copied().collect::<Vec<_>>();
        let base: Vec<f64> = of(BASE).iter().map(|row| row.number("share")).collect();
        let mut figures = Vec::new();
        for (tint, name) in names.iter().enumerate() {
            let bars: Vec<(f64, f64, f64)> =
                of(name).iter().map(|row| (row.number("from"), row.number("to"), row.number("share"))).collect();
            let described = format!("{title}, {name}");
            let outline = (*name != BASE).then_some(base.as_slice());
            let plot = Histogram { described: &described, bars: &bars, outline, highest, tint };
            let title = if names.len() > 1 { described.clone() } else { title.to_owned() };
            let caption = if outline.is_some() {
                format!("Bars: share of {of_what} by {what}; dashed outline: the base.")
            } else {
                format!("Bars: share of {of_what} by {what}.")
            };
            figures.extend(plot.plot().map(|plot| Figure { title, legend: Vec::new(), plot, caption }));
        }
        groups.push(figures);
    }
    Section {
        id: "shape",
        title: "Shape: how long, how close?",
        intro: "How length, scores and margins are spread over games. A narrow hill: games are much alike; a long tail: some are \
                far from the rest.",
        groups,
        tables: endings(tables),
    }
}

fn endings(tables: &Tables) -> Vec<Grid> {
    let names = tables.variant_names();
    let mut endings: Vec<&str> = Vec::new();
    for row in tables.variants.rows().filter(|row| row.text("measure").starts_with("ending:")) {
        if !endings.contains(&row.text("measure")) {
            endings.push(row.text("measure"));
        }
    }
    let cell = |ending: &str, name: &str| {
        let mut rows = tables.variants.with("measure", ending).filter(|row| row.text("variant") == name);
        rows.next().map_or("0 %".to_owned(), short)
    };
    let rows = endings.iter().map(|ending| {
        let title = ending.trim_start_matches("ending:").to_owned();
        std::iter::once(title).chain(names.iter().map(|name| cell(ending, name))).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let header = std::iter::once("how games end").chain(names.iter().copied()).map(str::to_owned).collect();
    vec![Grid { caption: "Share of games by the way they end.", header, rows }]
}

fn drama(tables: &Tables) -> Section {
    let names = tables.variant_names();
    let curves = |column: &'static str| -> Vec<Series> {
        let points = |name: &str| {
            tables.lead.with("variant", name).map(|row| (row.number("tenth") / 10.0, row.estimate(column))).collect()
        };
        names
            .iter()
            .enumerate()
            .map(|(tint, name)| Series { label: (*name).to_owned(), points: points(name), tint })
            .collect()
    };
    let mut figures = Vec::new();
    for (column, title, caption, reference, labels) in [
        (
            "leader_wins",
            "Who leads now wins in the end",
            "From the start (left) to the end (right): the share of games in which the seat then ahead went on to win. Low and \
             late to rise: open to the end. High early: decided early.",
            None,
            percent as Labels,
        ),
        (
            "lead",
            "How far ahead the winner is",
            "The winner's lead over the best other seat, in points of expected payoff, from the start to the end. Below the \
             dashed line the later winner is behind on average.",
            Some(0.0),
            points as Labels,
        ),
    ] {
        let series = curves(column);
        let plot = Curves { described: title, series: &series, reference, labels: (percent, labels) };
        let legend = names.iter().enumerate().map(|(tint, name)| (tint % 8, (*name).to_owned())).collect();
        figures.extend(plot.plot().map(|plot| Figure {
            title: title.to_owned(),
            legend,
            plot,
            caption: caption.to_owned(),
        }));
    }
    Section {
        id: "drama",
        title: "Drama: who leads when?",
        intro: "After every turn each seat's prospects are judged by the game's evaluation. Only games with one winner have a \
                story here.",
        groups: vec![figures],
        tables: Vec::new(),
    }
}

fn uses(tables: &Tables, what: &'static str) -> Section {
    let deeds = what == "deed";
    let names = tables.variant_names();
    let rows: Vec<Row<'_>> = tables.actions.with("variant", BASE).filter(|row| row.text("what") == what).collect();
    let lines = |column: &str, tint: usize| -> Vec<Line> {
        let line = |row: &Row<'_>| Line {
            label: format!("{}: {}", row.text("name"), figure(Unit::Share, row.estimate(column))),
            estimate: row.estimate(column),
            tint,
            hollow: false,
            beside: None,
        };
        rows.iter().map(line).collect()
    };
    let mut figures = Vec::new();
    let columns: &[(&str, &str, &str)] = if deeds {
        &[(
            "users",
            "Who comes to it",
            "Bars: share of seats that came to it at least once in a game; line: 95 % interval.",
        )]
    } else {
        &[
            (
                "legal",
                "How often it is legal",
                "Bars: share of all decisions in which this kind of action was legal; line: 95 % interval.",
            ),
            (
                "chosen",
                "How often it is chosen",
                "Bars: share of all decisions in which this kind of action was chosen; line: 95 % interval.",
            ),
            (
                "taken",
                "How often it is taken when legal",
                "Bars: of the decisions in which it was legal, those in which it was chosen. Near zero: hardly ever worth it; \
                 near 100 %: no real choice.",
            ),
        ]
    };
    for (tint, &(column, title, caption)) in columns.iter().enumerate() {
        let lines = lines(column, tint + 1);
        let plot =
            Figures { described: title, lines: &lines, reference: None, holds: &[], bars: true, labels: percent };
        figures.extend(plot.plot().map(|plot| Figure {
            title: title.to_owned(),
            legend: Vec::new(),
            plot,
            caption: caption.to_owned(),
        }));
    }
    let paired: Vec<Line> = rows
        .iter()
        .filter(|row| row.number("users") > 0.0 && row.number("users") < 1.0)
        .map(|row| {
            let (with, without) = (row.estimate("payoff_with"), row.estimate("payoff_without"));
            let label = format!("{}: {}, without {}", row.text("name"), percent(with.value), percent(without.value));
            Line { label, estimate: with, tint: 2, hollow: false, beside: Some(without) }
        })
        .collect();
    let title = "How those who did it fare";
    let plot =
        Figures { described: title, lines: &paired, reference: Some(0.5), holds: &[], bars: false, labels: percent };
    figures.extend(plot.plot().map(|plot| Figure {
        title: title.to_owned(),
        legend: Vec::new(),
        plot,
        caption: "Full dots: payoff of seats that did it at least once; rings: of those that did not; dashed: an even share. \
                  They go together, which does not say which causes which."
            .to_owned(),
    }));
    let cell = |name: &str, column: &str, variant: &str| {
        let mut found =
            tables.actions.with("variant", variant).filter(|row| row.text("what") == what && row.text("name") == name);
        found.next().map_or(String::new(), |row| figure(Unit::Share, row.estimate(column)))
    };
    let mut all: Vec<&str> = Vec::new();
    for row in tables.actions.with("what", what) {
        if !all.contains(&row.text("name")) {
            all.push(row.text("name"));
        }
    }
    let column = if deeds { "users" } else { "chosen" };
    let grid = Grid {
        caption: if deeds {
            "Share of seats that came to it at least once in a game, by variant."
        } else {
            "Share of decisions in which it is chosen, by variant. 0 %: never used by these bots."
        },
        header: std::iter::once(what).chain(names.iter().copied()).map(str::to_owned).collect(),
        rows: all
            .iter()
            .map(|name| {
                std::iter::once((*name).to_owned())
                    .chain(names.iter().map(|variant| cell(name, column, variant)))
                    .collect()
            })
            .collect(),
    };
    Section {
        id: if deeds { "deeds" } else { "actions" },
        title: if deeds { "What seats come to" } else { "Use of rules" },
        intro: if deeds {
            "Missions, contracts, cards and the like that the game counts for each seat. Plots are of the base rules."
        } else {
            "How often each kind of action is possible and chosen. Plots are of the base rules."
        },
        groups: vec![figures],
        tables: if all.is_empty() || names.len() < 2 { Vec::new() } else { vec![grid] },
    }
}

fn skill(tables: &Tables) -> Section {
    let mut figures: Vec<Figure> = in_variants(tables, SKILL.key).into_iter().collect();
    let names = tables.variant_names();
    let series: Vec<Series> = names
        .iter()
        .enumerate()
        .map(|(tint, name)| Series {
            label: (*name).to_owned(),
            points: tables
                .ladder
                .with("variant", name)
                .map(|row| (row.number("level"), row.estimate("payoff")))
                .collect(),
            tint,
        })
        .filter(|series| !series.points.is_empty())
        .collect();
    let title = "The skill ladder";
    let plot = Curves { described: title, series: &series, reference: Some(WORTH_CLIMBING), labels: (plain, percent) };
    let legend = series.iter().map(|series| (series.tint % 8, series.label.clone())).collect();
    figures.extend(plot.plot().map(|plot| Figure {
        title: title.to_owned(),
        legend,
        plot,
        caption: "Each level thinks twice as long as the one below. Dot: its payoff against that one; band: 95 % interval; \
                  dashed: 55 %. The more levels stay above the line, the more there is to get better at."
            .to_owned(),
    }));
    let rows: Vec<Vec<String>> = tables
        .ladder
        .rows()
        .map(|row| {
            let texts = ["variant", "level", "bot", "against", "games"].map(|column| row.text(column).to_owned());
            texts
                .into_iter()
                .chain([figure(Unit::Share, row.estimate("payoff")), figure(Unit::Share, row.estimate("win_share"))])
                .collect()
        })
        .collect();
    let header = ["variant", "level", "bot", "against", "games", "payoff", "share of wins"];
    let grid = Grid { caption: "The ladder in figures.", header: header.map(str::to_owned).to_vec(), rows };
    Section {
        id: "skill",
        title: "Skill: does thinking longer help?",
        intro: "The stronger bot sits alone with copies of the weaker one, once in every seat on every deal.",
        groups: vec![figures],
        tables: if tables.ladder.is_empty() { Vec::new() } else { vec![grid] },
    }
}

fn styles(tables: &Tables) -> Section {
    let bots = style_names(&tables.styles);
    let mut figures = Vec::new();
    for name in tables.variant_names() {
        let payoff =
            |bot: &str, against: &str| style_payoff(&tables.styles, name, bot, against).filter(|_| bot != against);
        let described = format!("Every plan against every plan, {name}");
        let plot = HeatMap { described: &described, names: &bots, payoff: &payoff };
        figures.extend(plot.plot().map(|plot| Figure {
            title: described.clone(),
            legend: Vec::new(),
            plot,
            caption: "Payoff in per cent of the plan on the left, alone at a table of the plan above. Blue above 50: it does \
                      well there; orange below; bold: for sure. A blue row: a plan that is good against all."
                .to_owned(),
        }));
    }
    Section {
        id: "styles",
        title: "Styles: which plan beats which?",
        intro: "Bots that follow one plan without search.",
        groups: vec![figures],
        tables: Vec::new(),
    }
}

fn restricted(tables: &Tables) -> Section {
    let lines: Vec<Line> = tables
        .restricted
        .rows()
        .map(|row| Line {
            label: format!("without {}: {}", row.text("without"), figure(Unit::Share, row.estimate("payoff"))),
            estimate: row.estimate("payoff"),
            tint: 2,
            hollow: false,
            beside: None,
        })
        .collect();
    let title = "Payoff without a kind of action";
    let plot =
        Figures { described: title, lines: &lines, reference: Some(0.5), holds: &[], bars: false, labels: percent };
    let figures = plot.plot().map(|plot| Figure {
        title: title.to_owned(),
        legend: Vec::new(),
        plot,
        caption: "Dot: payoff of a bot that may not use the action, among bots that may; line: 95 % interval; dashed: an even \
                  share. How far left of the dashed line it lies is what the rule is worth."
            .to_owned(),
    });
    Section {
        id: "restricted",
        title: "Restricted play: what is a rule worth?",
        intro: "A bot that must do without a kind of action sits alone with others that have it.",
        groups: vec![figures.into_iter().collect()],
        tables: Vec::new(),
    }
}

/// The table of all measures.
fn measures(tables: &Tables) -> Section {
    let names = tables.variant_names();
    let base = tables.variants.with("variant", BASE).filter(|row| !row.text("measure").starts_with("ending:"));
    let rows = base.map(|row| {
        let of = |name: &&str| {
            let mut found =
                tables.variants.with("measure", row.text("measure")).filter(|row| row.text("variant") == *name);
            found.next().map_or(String::new(), short)
        };
        std::iter::once(heading(row.text("title"))).chain(names.iter().map(of)).collect()
    });
    Section {
        id: "measures",
        title: "All measures",
        intro: "Shares in per cent, payoffs in points of 100.",
        groups: Vec::new(),
        tables: vec![Grid {
            caption: "Every measure in every variant, with 95 % intervals.",
            header: std::iter::once("measure").chain(names.iter().copied()).map(str::to_owned).collect(),
            rows: rows.collect(),
        }],
    }
}
