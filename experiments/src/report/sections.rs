//! The parts of a report: what each shows, and how to read it.

use super::plot::{Curves, Figures, HeatMap, Histogram, Labels, Line, Series, percent, plain, points};
use super::{Figure, HtmlTable, Section};
use crate::balance::dataset::{BarRow, Dataset, LeadRow, MeasureRow, Quantity, UseRow, VariantSeatRow, once_each};
use crate::balance::findings::{WORTH_CLIMBING, style_names, style_payoff};
use crate::balance::game_rows::What;
use crate::balance::measure::{SKILL, Unit, key};
use crate::balance::plan::BASE;
use crate::balance::wording::{capital, chance, change, does, figure};
use crate::files::codec::Named;
use crate::intervals::Estimate;

/// Every part that the experiment has something for.
pub fn sections(data: &Dataset) -> Vec<Section> {
    let all = [
        side_by_side(data),
        fairness(data),
        shape(data),
        drama(data),
        uses(data, What::Action),
        uses(data, What::Deed),
        skill(data),
        styles(data),
        restricted(data),
        measures(data),
    ];
    all.into_iter()
        .map(|section| Section {
            groups: section.groups.into_iter().filter(|figures| !figures.is_empty()).collect(),
            ..section
        })
        .filter(|section| !section.groups.is_empty() || !section.tables.is_empty())
        .collect()
}

/// How figures of a unit are written on an axis.
pub fn labels(unit: Unit) -> Labels {
    match unit {
        Unit::Share => percent,
        Unit::Payoff => points,
        Unit::Size | Unit::Number | Unit::P => plain,
    }
}

/// A measure in all variants; `None` where it never comes to anything.
fn in_variants(data: &Dataset, key: &str) -> Option<Figure> {
    let rows: Vec<&MeasureRow> = data.measures.iter().filter(|row| row.measure == key).collect();
    if rows.iter().all(|row| row.value.value == 0.0 || row.value.value.is_nan()) {
        return None;
    }
    let lines: Vec<Line> = rows
        .iter()
        .enumerate()
        .map(|(tint, row)| Line {
            label: format!("{}: {}", row.variant, short(row)),
            estimate: row.value,
            tint,
            hollow: !row.differs(),
            beside: None,
        })
        .collect();
    let (title, unit) = (capital(&rows[0].title), rows[0].unit);
    let plot = Figures {
        described: &title,
        lines: &lines,
        reference: Some(rows[0].value.value).filter(|value| value.is_finite()),
        band: None,
        holds: &[],
        bars: false,
        labels: labels(unit),
    };
    let unit = match unit {
        Unit::Share => "In per cent. ",
        Unit::Payoff => "In points. ",
        Unit::Size | Unit::Number | Unit::P => "",
    };
    let dots = if rows.iter().any(|row| row.compared()) {
        "A full dot differs from the base, a ring does not measurably."
    } else {
        "Differences from the base are not tested."
    };
    let plot = plot.plot()?;
    let caption = format!("{unit}Line: 95 % interval; dashed: the base. {dots}");
    Some(Figure { title, legend: Vec::new(), plot, caption })
}

fn side_by_side(data: &Dataset) -> Section {
    let mut figures = Vec::new();
    if data.variant_names().len() > 1 {
        let measures = data.measures.iter().filter(|row| row.variant == BASE).map(|row| row.measure.as_str());
        // Chances and extremes have no interval; skill has a part of its own.
        let elsewhere = [key::ALIKE, key::WIDEST_EVER, SKILL.topic.key];
        let shown = measures.filter(|key| !elsewhere.contains(key) && !key.starts_with(key::ENDING));
        figures.extend(shown.filter_map(|key| in_variants(data, key)));
    }
    Section {
        id: "variants",
        title: "Variants side by side",
        intro: "Every measure in every variant, on the same deals. A difference counts as one only after Holm's correction: \
                of what was asked by itself, of all the rest, which is exploratory, by itself.",
        groups: vec![figures],
        tables: changes(data),
    }
}

/// A row's figure as people read it.
fn short(row: &MeasureRow) -> String {
    figure(row.unit, row.value)
}

/// The table of differences from the base.
fn changes(data: &Dataset) -> Vec<HtmlTable> {
    let rows: Vec<Vec<String>> = data
        .measures
        .iter()
        .filter(|row| row.differs())
        .map(|row| {
            let (title, p) = (capital(&row.title), chance(row.p_holm));
            vec![title, row.variant.clone(), short(row), change(row.unit, row.change), p]
        })
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let header = ["measure", "variant", "value", "change from the base", "p, corrected"];
    vec![HtmlTable {
        caption: "Every difference from the base that remains after Holm's correction.",
        header: header.map(str::to_owned).to_vec(),
        rows,
    }]
}

fn fairness(data: &Dataset) -> Section {
    let names = data.variant_names();
    let seats = data.about.seats;
    let mut columns: Vec<(bool, &str, &str)> = vec![(
        true,
        "Share of wins by seat",
        "Bars: share of games won, shared wins divided; line: 95 % interval; dashed: seats that are all alike.",
    )];
    // With two seats a payoff is a share of wins.
    if seats > 2 {
        columns.push((
            false,
            "Payoff by seat",
            "Dots: share of the other seats beaten, ties half; line: 95 % interval; dashed: an even share.",
        ));
    }
    let mut groups = Vec::new();
    for (wins, title, caption) in columns {
        let of = |row: &VariantSeatRow| if wins { row.win_share } else { row.payoff };
        let ends: Vec<f64> = data.seats.iter().map(of).flat_map(|e| [e.value, e.low, e.high]).collect();
        let mut figures = Vec::new();
        for (tint, name) in names.iter().enumerate() {
            let rows: Vec<&VariantSeatRow> = data.seats.iter().filter(|row| row.variant == *name).collect();
            let fair = if wins { rows.iter().map(|row| of(row).value).sum::<f64>() / seats as f64 } else { 0.5 };
            let lines: Vec<Line> = rows
                .iter()
                .map(|row| Line {
                    label: format!("seat {}: {}", row.seat, figure(Unit::Share, of(row))),
                    estimate: of(row),
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
                band: None,
                holds: &ends,
                bars: wins,
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

fn shape(data: &Dataset) -> Section {
    let names = data.variant_names();
    let mut groups = Vec::new();
    for (quantity, title, of_what, what) in [
        (Quantity::Decisions, "Length of games in decisions", "games", "how many decisions they take"),
        (Quantity::Turns, "Length of games in turns", "games", "how many turns they take"),
        (Quantity::Score, "Scores of seats", "seats", "their score at the end"),
        (Quantity::Margin, "Winning margins in score", "games", "how far the first is ahead of the second in score"),
    ] {
        let rows: Vec<&BarRow> = data.bars.iter().filter(|row| row.quantity == quantity).collect();
        let highest = rows.iter().map(|row| row.share).fold(0.0, f64::max);
        // One value that always comes up needs no picture.
        if highest >= 1.0 && rows.iter().all(|row| row.share == 0.0 || row.share == 1.0) {
            continue;
        }
        let of = |name: &str| rows.iter().filter(|row| row.variant == name).copied().collect::<Vec<_>>();
        let base: Vec<f64> = of(BASE).iter().map(|row| row.share).collect();
        let mut figures = Vec::new();
        for (tint, name) in names.iter().enumerate() {
            let bars: Vec<(f64, f64, f64)> =
                of(name).iter().map(|row| (row.from as f64, row.to as f64, row.share)).collect();
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
        tables: endings(data),
    }
}

fn endings(data: &Dataset) -> Vec<HtmlTable> {
    let names = data.variant_names();
    let keys = data.measures.iter().map(|row| row.measure.as_str());
    let endings = once_each(keys.filter(|key| key.starts_with(key::ENDING)));
    let cell = |ending: &str, name: &str| {
        let found = data.measures.iter().find(|row| row.measure == ending && row.variant == name);
        found.map_or("0 %".to_owned(), short)
    };
    let rows = endings.iter().map(|ending| {
        let title = ending.trim_start_matches(key::ENDING).to_owned();
        std::iter::once(title).chain(names.iter().map(|name| cell(ending, name))).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let header = std::iter::once("how games end").chain(names.iter().copied()).map(str::to_owned).collect();
    vec![HtmlTable { caption: "Share of games by the way they end.", header, rows }]
}

fn drama(data: &Dataset) -> Section {
    let names = data.variant_names();
    let curves = |of: fn(&LeadRow) -> Estimate| -> Vec<Series> {
        let points = |name: &str| {
            let rows = data.lead.iter().filter(|row| row.variant == name);
            rows.map(|row| (row.tenth as f64 / 10.0, of(row))).collect()
        };
        names
            .iter()
            .enumerate()
            .map(|(tint, name)| Series { label: (*name).to_owned(), points: points(name), tint })
            .collect()
    };
    let mut figures = Vec::new();
    for (of, title, caption, reference, labels) in [
        (
            (|row| row.leader_wins) as fn(&LeadRow) -> Estimate,
            "Who leads now wins in the end",
            "From the start (left) to nine tenths of the game (right): the share of the win that the seat then ahead came to. Low \
             and late to rise: open to the end. High early: decided early.",
            None,
            percent as Labels,
        ),
        (
            |row| row.lead,
            "How far ahead the winner is",
            "The winner's lead over the best other seat, in points of payoff as things stand, from the start to nine tenths of the \
             game. Below the dashed line the later winner is behind on average.",
            Some(0.0),
            points as Labels,
        ),
    ] {
        let series = curves(of);
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
        intro: "After every turn it is asked what each seat's payoff would be if the game ended there, by the same rule for all \
                variants. The lead of several winners is that of the best of them.",
        groups: vec![figures],
        tables: calibration(data),
    }
}

/// How far the judge of drama can be trusted, by variant.
fn calibration(data: &Dataset) -> Vec<HtmlTable> {
    let names = data.variant_names();
    let mut bands: Vec<(f64, f64)> = data.calibration.iter().map(|row| (row.from, row.to)).collect();
    bands.sort_by(|a, b| a.0.total_cmp(&b.0));
    bands.dedup();
    let cell = |from: f64, name: &str| {
        let found = data.calibration.iter().find(|row| row.from == from && row.variant == name);
        found.map_or(String::new(), |row| format!("{} → {}", percent(row.judged), figure(Unit::Share, row.came_to)))
    };
    let row = |&(from, to): &(f64, f64)| {
        let band = format!("{} to {}", percent(from), percent(to));
        std::iter::once(band).chain(names.iter().map(|name| cell(from, name))).collect()
    };
    let rows: Vec<Vec<String>> = bands.iter().map(row).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let header = std::iter::once("payoff as things stood").chain(names.iter().copied()).map(str::to_owned).collect();
    let caption = "How far the judge can be trusted: the payoff that seats had as things stood, and what they came to in the end, \
                   over all tenths of all games but the start and the end.";
    vec![HtmlTable { caption, header, rows }]
}

/// What a figure shows of the use of actions or deeds, with its title and how to read it.
type UseFigure = (fn(&UseRow) -> Estimate, &'static str, &'static str);

fn uses(data: &Dataset, what: What) -> Section {
    let deeds = what == What::Deed;
    // Actions by their names in the notation, deeds in the words of the game.
    let name = |name: &str| if deeds { does(&data.about.game, what, name) } else { name.to_owned() };
    let names = data.variant_names();
    let rows: Vec<&UseRow> = data.uses.iter().filter(|row| row.variant == BASE && row.what == what).collect();
    let lines = |of: fn(&UseRow) -> Estimate, tint: usize| -> Vec<Line> {
        let line = |row: &&UseRow| Line {
            label: format!("{}: {}", name(&row.name), figure(Unit::Share, of(row))),
            estimate: of(row),
            tint,
            hollow: false,
            beside: None,
        };
        rows.iter().map(line).collect()
    };
    let mut figures = Vec::new();
    let columns: &[UseFigure] = if deeds {
        &[(
            |row| row.users,
            "Who comes to it",
            "Bars: share of seats that came to it at least once in a game; line: 95 % interval.",
        )]
    } else {
        &[
            (
                |row| row.legal,
                "How often it is legal",
                "Bars: share of all decisions in which this kind of action was legal; line: 95 % interval.",
            ),
            (
                |row| row.chosen,
                "How often it is chosen",
                "Bars: share of all decisions in which this kind of action was chosen; line: 95 % interval.",
            ),
            (
                |row| row.taken,
                "How often it is taken when legal",
                "Bars: of the decisions in which it was legal, those in which it was chosen. Near zero: hardly ever worth it; \
                 near 100 %: no real choice.",
            ),
        ]
    };
    for (tint, &(of, title, caption)) in columns.iter().enumerate() {
        let lines = lines(of, tint + 1);
        let plot = Figures {
            described: title,
            lines: &lines,
            reference: None,
            band: None,
            holds: &[],
            bars: true,
            labels: percent,
        };
        figures.extend(plot.plot().map(|plot| Figure {
            title: title.to_owned(),
            legend: Vec::new(),
            plot,
            caption: caption.to_owned(),
        }));
    }
    let paired: Vec<Line> = rows
        .iter()
        .filter(|row| row.users.value > 0.0 && row.users.value < 1.0)
        .map(|row| {
            let (with, without) = (row.payoff_with, row.payoff_without);
            let label = format!("{}: {}, without {}", name(&row.name), percent(with.value), percent(without.value));
            Line { label, estimate: with, tint: 2, hollow: false, beside: Some(without) }
        })
        .collect();
    let title = "How those who did it fare";
    let plot = Figures {
        described: title,
        lines: &paired,
        reference: Some(0.5),
        band: None,
        holds: &[],
        bars: false,
        labels: percent,
    };
    figures.extend(plot.plot().map(|plot| Figure {
        title: title.to_owned(),
        legend: Vec::new(),
        plot,
        caption: "Full dots: payoff of seats that did it at least once; rings: of those that did not; dashed: an even share. \
                  They go together, which does not say which causes which."
            .to_owned(),
    }));
    let of = |row: &UseRow| if deeds { row.users } else { row.chosen };
    let cell = |name: &str, variant: &str| {
        let found = data.uses.iter().find(|row| row.variant == variant && row.what == what && row.name == name);
        found.map_or(String::new(), |row| figure(Unit::Share, of(row)))
    };
    let all = once_each(data.uses.iter().filter(|row| row.what == what).map(|row| row.name.as_str()));
    let grid = HtmlTable {
        caption: if deeds {
            "Share of seats that came to it at least once in a game, by variant."
        } else {
            "Share of decisions in which it is chosen, by variant."
        },
        header: std::iter::once(what.name()).chain(names.iter().copied()).map(str::to_owned).collect(),
        rows: all
            .iter()
            .map(|code| std::iter::once(name(code)).chain(names.iter().map(|variant| cell(code, variant))).collect())
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

fn skill(data: &Dataset) -> Section {
    let mut figures: Vec<Figure> = in_variants(data, SKILL.topic.key).into_iter().collect();
    let names = data.variant_names();
    let series: Vec<Series> = names
        .iter()
        .enumerate()
        .map(|(tint, name)| Series {
            label: (*name).to_owned(),
            points: data
                .ladder
                .iter()
                .filter(|row| row.variant == *name)
                .map(|row| (row.level.into(), row.payoff))
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
    let rows: Vec<Vec<String>> = data
        .ladder
        .iter()
        .map(|row| {
            vec![
                row.variant.clone(),
                row.level.to_string(),
                row.bot.clone(),
                row.against.clone(),
                row.games.to_string(),
                figure(Unit::Share, row.payoff),
                figure(Unit::Share, row.win_share),
            ]
        })
        .collect();
    let header = ["variant", "level", "bot", "against", "games", "payoff", "share of wins"];
    let grid = HtmlTable { caption: "The ladder in figures.", header: header.map(str::to_owned).to_vec(), rows };
    Section {
        id: "skill",
        title: "Skill: does thinking longer help?",
        intro: "The stronger bot sits alone with copies of the weaker one, once in every seat on every deal.",
        groups: vec![figures],
        tables: if data.ladder.is_empty() { Vec::new() } else { vec![grid] },
    }
}

fn styles(data: &Dataset) -> Section {
    let bots = style_names(&data.styles);
    let mut figures = Vec::new();
    for name in data.variant_names() {
        let payoff =
            |bot: &str, against: &str| style_payoff(&data.styles, name, bot, against).filter(|_| bot != against);
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

fn restricted(data: &Dataset) -> Section {
    let lines: Vec<Line> = data
        .restricted
        .iter()
        .map(|row| Line {
            label: match row.variant.as_str() {
                BASE => format!("without {}: {}", row.without, figure(Unit::Share, row.payoff)),
                variant => format!("without {}, {variant}: {}", row.without, figure(Unit::Share, row.payoff)),
            },
            estimate: row.payoff,
            tint: 2,
            hollow: false,
            beside: None,
        })
        .collect();
    let title = "Payoff without a kind of action";
    let plot = Figures {
        described: title,
        lines: &lines,
        reference: Some(0.5),
        band: None,
        holds: &[],
        bars: false,
        labels: percent,
    };
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
fn measures(data: &Dataset) -> Section {
    let names = data.variant_names();
    let base = data.measures.iter().filter(|row| row.variant == BASE && !row.measure.starts_with(key::ENDING));
    let rows = base.map(|row| {
        let of = |name: &&str| {
            let found = data.measures.iter().find(|other| other.measure == row.measure && other.variant == *name);
            found.map_or(String::new(), short)
        };
        std::iter::once(capital(&row.title)).chain(names.iter().map(of)).collect()
    });
    Section {
        id: "measures",
        title: "All measures",
        intro: "Shares in per cent, payoffs and what is between them in points.",
        groups: Vec::new(),
        tables: vec![HtmlTable {
            caption: "Every measure in every variant, with 95 % intervals.",
            header: std::iter::once("measure").chain(names.iter().copied()).map(str::to_owned).collect(),
            rows: rows.collect(),
        }],
    }
}
