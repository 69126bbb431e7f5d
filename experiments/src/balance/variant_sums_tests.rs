use std::collections::BTreeMap;

use marque::Standing;

use super::*;
use crate::balance::course::{Course, Use};
use crate::balance::drama::Drama;
use crate::balance::measure::SKILL;
use crate::game_record::{GameRecord, How};

/// A game of two with the given scores and length, in which the first seat sat down as `lineup[0]`.
pub(in crate::balance) fn game(lineup: [u16; 2], scores: [i32; 2], decisions: u32) -> Watched {
    let mut game = GameRecord::made_up(0, &lineup, &scores);
    (game.decisions, game.turns, game.end.reason) = (decisions, decisions / 2, "goal".into());
    game.with_course(Course {
        choices: decisions / 2,
        legal: u64::from(decisions) * 3,
        widest: 5,
        uses: vec![vec![Use::default(); 2]; 2],
        deeds: vec![BTreeMap::new(); 2],
        drama: Drama {
            lead_changes: 1,
            settled: 0.5,
            deficit: 0.25,
            prospects: std::array::from_fn(|_| [1.0, 0.0].into_iter().collect()),
        },
    })
}

fn figure(sums: &VariantSums, key: &str) -> f64 {
    sums.measures[MEASURES.iter().position(|measure| measure.topic.key == key).unwrap()].mean().value
}

fn two_blocks() -> VariantSums {
    let mut sums = VariantSums::new(2, 2);
    sums.add(&[game([0, 1], [5, 3], 10), game([1, 0], [4, 4], 20)]);
    let mut cut = game([0, 1], [1, 3], 30);
    cut.end.how = How::Cut;
    sums.add(&[cut, game([1, 0], [6, 0], 40)]);
    sums
}

#[test]
fn measures_are_totals_over_games() {
    let sums = two_blocks();
    for (key, value) in [
        ("decisions", 25.0),
        ("turns", 12.5),
        ("cut", 0.25),
        ("draws", 0.25),
        ("shared_wins", 0.0),
        ("branching", 3.0),
        ("widest", 5.0),
        ("choices", 0.5),
        ("score", 26.0 / 8.0),
        ("margin", (2.0 + 0.0 + 2.0 + 6.0) / 4.0),
        ("first_seat", (1.0 + 0.0 - 1.0 + 1.0) / 4.0),
        ("lead_changes", 4.0 / 50.0),
        ("settled", 0.5),
        ("deficit", 0.25),
        ("comebacks", 1.0 / 3.0),
        ("forfeits", 0.0),
    ] {
        assert_eq!(figure(&sums, key), value, "{key}");
    }
    assert_eq!(sums.games, 4);
    assert_eq!(
        sums.distributions.of(Quantity::Score),
        Some(&Counts::from([(0, 1), (1, 1), (3, 2), (4, 2), (5, 1), (6, 1)]))
    );
}

#[test]
fn a_shared_win_is_divided() {
    let sums = two_blocks();
    assert_eq!(sums.seats[0].wins.mean().value, (1.0 + 0.5 + 0.0 + 1.0) / 4.0);
    assert_eq!(sums.seats[1].wins.mean().value, (0.0 + 0.5 + 1.0 + 0.0) / 4.0);
    assert_eq!(sums.seats[0].score.mean().value, 4.0);
}

#[test]
fn a_win_with_two_of_three_seats_is_shared_and_no_draw() {
    let mut three = game([0, 1], [1, 0], 4);
    three.standing = Standing::by_score(&[2, 2, 1]);
    let of = |key: &str| (MEASURES.iter().find(|measure| measure.topic.key == key).unwrap().of)(&three);
    assert_eq!((of("shared_wins"), of("draws"), of("margin")), ((1.0, 1.0), (0.0, 1.0), (0.0, 1.0)));
}

#[test]
fn the_challenger_is_followed_through_the_seats() {
    let block = [game([0, 1], [5, 3], 10), game([1, 0], [4, 4], 20)];
    assert_eq!(SKILL.block(&block), (1.5, 2.0));
}

#[test]
fn uses_are_counted_with_what_became_of_the_users() {
    let mut sums = VariantSums::new(2, 2);
    let mut won = game([0, 1], [5, 3], 10);
    won.course.uses[0][1] = Use { legal: 4, chosen: 2 };
    won.course.uses[1][1] = Use { legal: 4, chosen: 0 };
    let mut lost = game([1, 0], [0, 3], 10);
    lost.course.uses[0][1] = Use { legal: 2, chosen: 1 };
    sums.add(&[won, lost]);
    let kind = &sums.kinds[1];
    assert_eq!((kind.legal.mean().value, kind.chosen.mean().value, kind.taken.mean().value), (0.5, 0.15, 0.3));
    assert_eq!((kind.users.mean().value, kind.times.mean().value), (0.5, 1.5));
    assert_eq!((kind.wins_with.mean().value, kind.wins_without.mean().value), (0.5, 0.5));
    assert!(sums.kinds[0].users.mean().value == 0.0 && sums.kinds[0].wins_with.mean().value.is_nan());
}

#[test]
fn a_deed_first_done_late_counts_the_blocks_before() {
    let mut sums = VariantSums::new(2, 2);
    let plain = || [game([0, 1], [5, 3], 10), game([1, 0], [5, 3], 10)];
    sums.add(&plain());
    sums.add(&plain());
    let mut late = plain();
    late[0].course.deeds[0] = BTreeMap::from([("trail".to_owned(), 2)]);
    sums.add(&late);
    let deed = &sums.deeds["trail"];
    assert_eq!(deed.users.mean().value, 1.0 / 12.0);
    assert_eq!(deed.users.blocks(), 3);
    assert_eq!(
        (deed.times.mean().value, deed.wins_with.mean().value, deed.wins_without.mean().value),
        (2.0, 1.0, 5.0 / 11.0)
    );
}

#[test]
fn who_leads_counts_in_every_game() {
    let mut sums = VariantSums::new(2, 2);
    let mut level = game([1, 0], [5, 3], 10);
    level.course.drama.prospects[3] = [0.5, 0.5].into_iter().collect();
    // The first seat leads three games after three tenths: it wins one, loses one and shares one.
    sums.add(&[game([0, 1], [5, 3], 10), level]);
    sums.add(&[game([0, 1], [3, 5], 10), game([1, 0], [4, 4], 10)]);
    assert_eq!(sums.leader_wins[3].mean().value, (1.0 + 0.0 + 0.5) / 3.0);
    assert_eq!(sums.lead[3].mean().value, (1.0 + 0.0 - 1.0) / 3.0);
}

#[test]
fn the_judge_is_held_against_what_came_of_it() {
    let mut sums = VariantSums::new(2, 2);
    sums.add(&[game([0, 1], [5, 3], 10), game([1, 0], [5, 3], 10)]);
    sums.add(&[game([0, 1], [3, 5], 10), game([1, 0], [4, 4], 10)]);
    let [low, .., high] = &sums.calibration;
    assert_eq!((low.judged.mean().value, low.came_to.mean().value), (0.0, 1.5 / 4.0));
    assert_eq!((high.judged.mean().value, high.came_to.mean().value), (1.0, 2.5 / 4.0));
    assert_eq!(high.judged.weight(), 4.0 * 9.0, "the start is no judgement");
}

/// A table of other bots is no noise: payoffs that differ by table alone are known exactly.
#[test]
fn tables_are_told_apart() {
    let mut sums = VariantSums::new(2, 2);
    for block in 0..40 {
        let scores = if block % 2 == 0 { [5, 3] } else { [3, 5] };
        let mut games = [game([0, 1], scores, 10), game([1, 0], scores, 10)];
        games.iter_mut().for_each(|game| game.seating.table = block % 2);
        sums.add(&games);
    }
    let payoff = sums.seats[0].payoff.mean();
    assert!(payoff.value == 0.5 && payoff.high - payoff.low < 1e-9, "{payoff:?}");
}
