use std::path::Path;

use marque::Seat;
use marque::random::{Purpose, below, stream};

use super::*;
use crate::balance::experiment_file::Source;
use crate::balance::variant_sums::tests::game;
use crate::dice::Dice;

const FILE: &str = r#"title = "Dice"
question = "Is a longer game fairer?"
game = "dice"
seats = 2
bots = ["random", "greedy"]
seed = 5
games = 120
focus = ["first_seat", "decisions", "spread", "skill"]
precision = { decisions = 5 }

[grid]
goal = [10, 20, 30]

[skill]
strong = "greedy"
weak = "random"
games = 120

[styles]
bots = ["random", "greedy"]
games = 120
"#;

/// Blocks of two games of every match: longer, better for the first seat and now and then for the stronger bot by the number of
/// the variant. Every sixth is played a hundred blocks later.
fn games(plan: &Plan<Dice>) -> Vec<(usize, [Watched; 2])> {
    let mut all = Vec::new();
    for block in 0..60 {
        let mut rng = stream(27, block, Purpose::Other(4));
        let luck = below(&mut rng, 10);
        for (contest, Match { variant, .. }) in plan.matches.iter().enumerate() {
            let variant = *variant as u32;
            let one = |index: u64, lineup: [u16; 2], rng: &mut _| {
                let mut scores = [below(rng, 6) + luck / 3 + 2 * variant, 5 + below(rng, 4)].map(|score| score as i32);
                if below(rng, 5) < variant {
                    scores[usize::from(lineup[0] != 0)] += 2;
                }
                let mut one = game(lineup, scores, 10 + 6 * variant + below(rng, 7) + luck);
                one.seating.index = index;
                one.seating.block = if block % 6 == 0 { 100 + block } else { block };
                one
            };
            all.push((contest, [one(2 * block, [0, 1], &mut rng), one(2 * block + 1, [1, 0], &mut rng)]));
        }
    }
    all
}

fn check(test: impl FnOnce(&Totals<Dice>, &[(usize, [Watched; 2])])) {
    let plan = Plan::new(&Source::read(FILE).unwrap(), None, Path::new(".")).unwrap();
    let games = games(&plan);
    let mut totals = Totals::new(&plan);
    games.iter().for_each(|(contest, block)| totals.add(*contest, block));
    test(&totals, &games);
}

fn topic(key: &str) -> Topic {
    topics().find(|topic| topic.key == key).unwrap()
}

#[test]
fn parts_hold_the_totals_of_their_blocks() {
    check(|totals, games| {
        let number = MEASURES.iter().position(|measure| measure.topic.key == key::DECISIONS).unwrap();
        for (variant, parts) in totals.parts.iter().enumerate() {
            let mut fields = [(0.0, 0.0); PARTS];
            let mut skill = [(0.0, 0.0); PARTS];
            for (contest, block) in games {
                let contest = &totals.plan.matches[*contest];
                let part = (block[0].seating.block % 20) as usize;
                for game in block.iter().filter(|_| contest.variant == variant) {
                    let strong = game.seating.lineup.iter().position(|&player| player == 0).unwrap();
                    match contest.study {
                        Study::Field => {
                            fields[part] = (fields[part].0 + f64::from(game.decisions), fields[part].1 + 1.0)
                        }
                        Study::Skill => {
                            let payoff = f64::from(game.standing.payoff(Seat(strong as u8)));
                            skill[part] = (skill[part].0 + payoff, skill[part].1 + 1.0);
                        }
                        _ => {}
                    }
                }
            }
            assert_eq!((parts[number], parts[MEASURES.len()]), (fields, skill));
        }
        assert_eq!(totals.parts.len(), 3);
    });
}

#[test]
fn challenges_are_means_over_games() {
    check(|totals, games| {
        for (number, Match { study, .. }) in totals.plan.matches.iter().enumerate() {
            let sums = &totals.challenges[number];
            if *study == Study::Field {
                assert_eq!(sums.payoff.blocks(), 0);
                continue;
            }
            let own: Vec<&Watched> =
                games.iter().filter(|(contest, _)| *contest == number).flat_map(|(_, block)| block).collect();
            let mean = |of: &dyn Fn(&Watched, Seat) -> f64| {
                let seat = |game: &Watched| Seat(u8::from(game.seating.lineup[0] != 0));
                own.iter().map(|game| of(game, seat(game))).sum::<f64>() / own.len() as f64
            };
            assert_eq!(sums.payoff.mean().value, mean(&|game, seat| game.standing.payoff(seat).into()));
            assert_eq!(sums.wins.mean().value, mean(&|game, seat| game.win_share(seat)));
            assert_eq!((sums.wins.weight(), sums.wins.blocks()), (120.0, 60));
            // Luck is asked of matches about skill alone.
            assert_eq!(sums.luck.share().value.is_nan(), *study != Study::Skill, "{study:?}");
        }
    });
}

#[test]
fn what_is_told_of_an_experiment_is_what_its_file_says_and_what_was_played() {
    check(|totals, games| {
        let text = str::to_owned;
        let about = About {
            title: text("Dice"),
            question: text("Is a longer game fairer?"),
            game: text("dice"),
            game_title: text("Kości (Dice)"),
            seats: 2,
            bots: text("random, greedy"),
            strong: text("greedy"),
            weak: text("random"),
            seed: 5,
            games_planned: 120 * totals.plan.matches.len() as u64,
            games_played: 2 * games.len() as u64,
            precision: vec![(text("decisions"), 5.0)],
            games_of_a_variant: 120,
            blocks_of_a_variant: 60,
            ..About::default()
        };
        assert_eq!(totals.about(), about);
    });
}

#[test]
fn the_base_differs_from_nothing_and_variants_from_the_base() {
    check(|totals, _| {
        for key in [key::FIRST_SEAT, key::DECISIONS, key::SPREAD, key::SKILL] {
            assert_eq!(totals.difference(0, &topic(key)), None, "{key}");
            assert!(totals.difference(2, &topic(key)).is_some_and(|difference| difference.by.value != 0.0), "{key}");
        }
    });
}

/// An advantage is nearer to zero or further from it; a length is just longer or shorter.
#[test]
fn the_change_of_an_advantage_is_that_of_its_distance_from_zero() {
    check(|totals, _| {
        let focus = |key: &str| *totals.plan.focus.iter().find(|focus| focus.topic.key == key).unwrap();
        let advantage = focus(key::FIRST_SEAT);
        let paired = |variant: usize| &totals.paired[variant].measures[0];
        assert_eq!(MEASURES[0].topic.key, key::FIRST_SEAT);
        assert_eq!(totals.change(1, &advantage), Some(paired(1).distance((-1.0, 1.0))));
        assert_ne!(totals.change(1, &advantage), totals.difference(1, &advantage.topic));
        assert_eq!(totals.change(0, &advantage), None);
        let length = focus(key::DECISIONS);
        assert_eq!(totals.change(1, &length), totals.difference(1, &length.topic));
        assert_eq!(totals.change(0, &length), None);
    });
}

/// Verdicts and trends with the chances of all of them corrected together, each as its own focus tells it.
#[test]
fn verdicts_and_trends_are_judged_by_chances_that_are_corrected_together() {
    check(|totals, _| {
        let focus = &totals.plan.focus;
        let changes: Vec<(usize, &Focus, Difference)> = (1..3)
            .flat_map(|variant| focus.iter().map(move |focus| (variant, focus, totals.change(variant, focus).unwrap())))
            .collect();
        // The spread between seats is not followed along a rule.
        let trends: Vec<(Focus, Difference)> = focus
            .iter()
            .filter(|focus| focus.topic.key != key::SPREAD)
            .map(|focus| {
                let number = (0..=MEASURES.len()).find(|&at| measure(at).topic.key == focus.topic.key).unwrap();
                let trend = totals.axes[0].trend(focus.topic.unit, |variant| totals.parts[variant][number]);
                (Focus { topic: Topic { wish: Wish::Open, ..focus.topic }, ..*focus }, trend)
            })
            .collect();
        let p: Vec<f64> = changes.iter().map(|change| change.2.p).chain(trends.iter().map(|trend| trend.1.p)).collect();
        let holm = holm(&p);
        let (verdicts, along) = totals.verdicts();
        assert_eq!((verdicts.len(), along.len()), (8, 3));
        let base = |focus: &Focus| totals.figure(0, &focus.topic).unwrap().0.value;
        let judged =
            |focus: &Focus, change: Difference, p: f64| focus.verdict(Difference { p, ..change }, base(focus), 60);
        let mut hasty = [0; 2];
        for ((row, &(variant, focus, change)), &p) in verdicts.iter().zip(&changes).zip(&holm) {
            assert_eq!((&*row.measure, row.p_holm, row.change), (focus.topic.key, p, change.by));
            assert_eq!(row.verdict, judged(focus, change, p), "{} {}", row.variant, row.measure);
            hasty[0] += usize::from(judged(focus, change, change.p) != row.verdict);
            let games = focus.games_to_decide(change, base(focus), totals.fields[variant].games);
            assert_eq!(row.games_to_decide, games.filter(|_| row.verdict == Verdict::Undecided));
        }
        for ((row, (focus, trend)), &p) in along.iter().zip(&trends).zip(&holm[changes.len()..]) {
            assert_eq!((&*row.measure, row.from, row.to), (focus.topic.key, 10.0, 30.0));
            assert_eq!((row.p_holm, row.change, row.verdict), (p, trend.by, judged(focus, *trend, p)));
            hasty[1] += usize::from(judged(focus, *trend, trend.p) != row.verdict);
        }
        assert!(hasty[0] > 0 && hasty[1] > 0, "some of both would be judged otherwise without the correction");
        assert!(verdicts.iter().any(|row| row.verdict == Verdict::Better));
        assert!(along.iter().any(|row| row.measure == key::FIRST_SEAT && row.verdict == Verdict::Higher));
    });
}

/// With few blocks nothing is decided, and nothing is told of how many games would decide.
#[test]
fn the_fewest_blocks_do_not_even_say_how_many_would_decide() {
    let plan = Plan::new(&Source::read(FILE).unwrap(), None, Path::new(".")).unwrap();
    let mut totals = Totals::new(&plan);
    let few = LEAST_BLOCKS as usize * plan.matches.len();
    games(&plan)[..few - 1].iter().for_each(|(contest, block)| totals.add(*contest, block));
    // The last block is missing from a match that nothing here is about.
    assert!(totals.verdicts().0.iter().any(|row| row.games_to_decide.is_some()));
    let mut totals = Totals::new(&plan);
    games(&plan)[..few - plan.matches.len()].iter().for_each(|(contest, block)| totals.add(*contest, block));
    for row in totals.verdicts().0 {
        assert_eq!((row.verdict, row.games_to_decide), (Verdict::Undecided, None));
    }
}

#[test]
fn what_was_asked_and_what_was_not_are_corrected_apart() {
    check(|totals, _| {
        let rows = totals.measures();
        let asked: Vec<&str> = totals.plan.focus.iter().map(|focus| focus.topic.key).collect();
        for family in [true, false] {
            let known: Vec<&MeasureRow> =
                rows.iter().filter(|row| !row.p_holm.is_nan() && asked.contains(&&*row.measure) == family).collect();
            let p: Vec<f64> = known.iter().map(|row| row.p).collect();
            assert_eq!(known.iter().map(|row| row.p_holm).collect::<Vec<_>>(), holm(&p));
            assert!(p.len() >= 8);
        }
        // Every variant has every measure once, under its own name.
        for (variant, name) in ["base", "goal=10", "goal=30"].into_iter().enumerate() {
            let own: Vec<&MeasureRow> = rows.iter().filter(|row| row.variant == name).collect();
            for topic in topics() {
                let row: Vec<&&MeasureRow> = own.iter().filter(|row| row.measure == topic.key).collect();
                let [row] = row[..] else { panic!("{} {name}", topic.key) };
                assert_eq!(row.value.value, totals.figure(variant, &topic).unwrap().0.value);
            }
        }
    });
}

/// A field of one bot has blocks of one game: only the games on skill tell what the deal does there.
#[test]
fn the_deal_is_told_from_the_field_or_else_from_the_games_on_skill() {
    check(|totals, _| {
        let [field, skill] = [totals.fields[1].luck.share(), totals.skill(1).unwrap().luck.share()];
        assert!(field.value != skill.value && !field.value.is_nan());
        assert_eq!(totals.deal(1), (field, 120));
    });
    let alone = FILE.replace("bots = [\"random\", \"greedy\"]\nseed", "bots = [\"random\"]\nseed");
    let plan = Plan::<Dice>::new(&Source::read(&alone).unwrap(), None, Path::new(".")).unwrap();
    let mut totals = Totals::new(&plan);
    games(&plan).iter().for_each(|(contest, block)| totals.add(*contest, block));
    let skill = totals.plan.matches.iter().position(|one| one.study == Study::Skill && one.variant == 1).unwrap();
    assert_eq!(totals.deal(1), (totals.challenges[skill].luck.share(), 120));
}

#[test]
fn bars_share_out_all_games_of_a_variant() {
    check(|totals, _| {
        let rows = totals.bars();
        for name in ["base", "goal=10", "goal=30"] {
            for &quantity in Quantity::ALL {
                let own: Vec<&BarRow> =
                    rows.iter().filter(|row| row.variant == name && row.quantity == quantity).collect();
                let count: u64 = own.iter().map(|row| row.count).sum();
                own.iter().for_each(|row| assert_eq!(row.share, row.count as f64 / count as f64));
            }
        }
        assert!(rows.iter().any(|row| row.count > 1));
    });
}

/// In these games one seat stands as if it had won and the other as if it had lost, from the first tenth on.
#[test]
fn what_became_of_judgements_is_told_by_bands_of_payoff() {
    check(|totals, _| {
        let rows = totals.calibration();
        assert_eq!(rows.len(), 2 * 3);
        let width = 1.0 / BANDS as f64;
        for (row, (from, to, judged)) in
            rows.iter().zip([(0.0, width, 0.0), (1.0 - width, 1.0, 1.0)].into_iter().cycle())
        {
            assert!((row.from - from).abs() < 1e-12 && (row.to - to).abs() < 1e-12, "{row:?}");
            assert_eq!((row.judged, row.moments), (judged, 120 * 9));
        }
        assert_eq!(rows[0].came_to.value + rows[1].came_to.value, 1.0);
    });
}

#[test]
fn bars_are_alike_for_all_and_hold_everything() {
    let (few, many) = (Counts::from([(3, 2), (5, 1)]), Counts::from([(4, 1), (60, 7)]));
    let bars = Bars::over(&[(0, &few), (1, &many)]).unwrap();
    // The 58 numbers from 3 to 60, three in a bar.
    let [few, many] = [few, many].map(|counts| bars.fill(&counts));
    assert_eq!((few.len(), many.len()), (20, 20));
    assert_eq!((few[0], few[1], few[19]), ((3, 5, 3), (6, 8, 0), (60, 62, 0)));
    assert_eq!((many[0], many[18], many[19]), ((3, 5, 1), (57, 59, 0), (60, 62, 7)));
    assert!(Bars::over(&[(0, &Counts::new())]).is_none());
    // Up to 23 numbers have a bar each.
    let width = |last: i64| Bars::over(&[(0, &Counts::from([(100, 1), (last, 1)]))]).unwrap().width;
    assert_eq!([122, 123, 146, 147].map(width), [1, 2, 2, 3]);
}

#[test]
fn the_lead_of_a_tenth_is_told_with_its_interval() {
    check(|totals, _| {
        let rows = totals.lead();
        assert_eq!(rows.len(), 3 * totals.fields[0].lead.len());
        for row in rows.iter().filter(|row| row.variant == "base") {
            assert_eq!(row.lead, totals.fields[0].lead[row.tenth].mean().within((-1.0, 1.0)));
            assert!(row.lead.low < row.lead.value && row.lead.value < row.lead.high);
        }
    });
}
