//! Reference numbers come from another program: the log likelihood written down in Python straight from the model, with
//! a sum over all orders of those who tie, maximised by `scipy.optimize.minimize(method="BFGS")`, and from the library
//! `choix` (`opt_rankings(4, orders, alpha=0)`), which knows rankings without ties, seats or prior.

use std::borrow::Cow;

use marque::Standing;

use super::*;
use crate::game_record::{Clock, End, How, Seating};

/// A game: who sat where, and their ranks.
fn game(index: u64, lineup: &[u16], ranks: &[u8]) -> GameRecord {
    let scores: Vec<i32> = ranks.iter().map(|&rank| -i32::from(rank)).collect();
    GameRecord {
        seating: Seating { number: index, index, block: index, table: 0, lineup: lineup.iter().copied().collect() },
        standing: Standing::by_score(&scores),
        decisions: 1,
        turns: 1,
        end: End { how: How::Goal, reason: Cow::Borrowed("") },
        clock: Clock::default(),
        course: (),
        trace: None,
    }
}

/// Results with every game a block of its own.
fn results(players: usize, games: &[(&[u16], &[u8])]) -> Results {
    let mut results = Results::new(players, games[0].0.len(), 1);
    for (index, (lineup, ranks)) in games.iter().enumerate() {
        results.add(&[game(index as u64, lineup, ranks)]);
    }
    results
}

/// Rating points of players, then seats, with this much of a prior.
fn fitted(results: &Results, prior: f64) -> Vec<f64> {
    let batches = results.strata();
    let once: Vec<Vec<f64>> = batches.iter().map(|batches| vec![1.0; batches.len()]).collect();
    let size = results.players + results.seats;
    let prior = results.prior(|mean| mean * prior / PRIOR);
    let strengths = results.fit(&results.weigh(&batches, &once), &prior, &vec![0.0; size]);
    results.points(&strengths, None)
}

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.01), "{found:?} is not {expected:?}");
}

#[test]
fn three_seats_with_ties_are_rated_as_by_another_program() {
    let games: [(&[u16], &[u8]); 6] = [
        (&[0, 1, 2], &[0, 1, 2]),
        (&[1, 2, 0], &[0, 0, 2]),
        (&[2, 0, 1], &[2, 0, 1]),
        (&[0, 2, 1], &[0, 0, 0]),
        (&[2, 1, 0], &[1, 1, 0]),
        (&[1, 0, 2], &[0, 1, 2]),
    ];
    close(&fitted(&results(3, &games), PRIOR), &[71.8469, 47.7696, -119.6166, 50.141, 33.149, -83.2899]);
}

#[test]
fn four_seats_with_ties_are_rated_as_by_another_program() {
    let games: [(&[u16], &[u8]); 4] = [
        (&[0, 1, 2, 3], &[0, 1, 1, 1]),
        (&[1, 2, 3, 0], &[0, 1, 2, 3]),
        (&[2, 3, 0, 1], &[0, 0, 2, 2]),
        (&[3, 0, 1, 2], &[3, 0, 0, 0]),
    ];
    let expected = [-32.3478, 25.4649, 73.707, -66.8241, 96.7332, 59.7406, -46.1188, -110.3551];
    close(&fitted(&results(4, &games), PRIOR), &expected);
}

#[test]
fn a_player_in_two_seats_is_rated_as_by_another_program() {
    let games: [(&[u16], &[u8]); 4] =
        [(&[0, 1, 0], &[0, 2, 1]), (&[1, 0, 0], &[1, 0, 1]), (&[0, 0, 1], &[1, 0, 2]), (&[1, 1, 0], &[0, 1, 1])];
    close(&fitted(&results(2, &games), PRIOR), &[146.611, -146.611, 112.6909, 69.1518, -181.8427]);
}

/// Ten blocks, each won in both seats: finite, thanks to the prior (by hand: odds of 20.5 to 0.5, 645.11 points); and a
/// mixed score with a draw.
#[test]
fn two_seats_are_rated_as_by_another_program() {
    let sweep: [(&[u16], &[u8]); 2] = [(&[0, 1], &[0, 1]), (&[1, 0], &[1, 0])];
    close(&fitted(&results(2, &sweep.repeat(10)), PRIOR), &[322.5568, -322.5568, 0.0, 0.0]);
    let mut pair = sweep.repeat(3);
    pair.extend::<[(&[u16], &[u8]); 2]>([(&[0, 1], &[0, 0]), (&[1, 0], &[0, 1])]);
    close(&fitted(&results(2, &pair), PRIOR), &[110.8762, -110.8762, 26.943, -26.943]);
}

/// Every order is played in all four rotations, so that seats cancel; the prior is all but taken away.
#[test]
fn rankings_are_rated_as_by_choix() {
    let orders = [([0, 1, 2, 3], 4), ([1, 0, 2, 3], 3), ([0, 2, 3, 1], 2), ([3, 0, 1, 2], 1), ([2, 1, 0, 3], 2)];
    let mut games = Vec::new();
    for (order, times) in orders {
        for rotation in 0..4u16 {
            let lineup: Vec<u16> = (0..4).map(|seat| (seat + rotation) % 4).collect();
            let place = |player: &u16| order.iter().position(|other| other == player).unwrap() as u8;
            let ranks: Vec<u8> = lineup.iter().map(place).collect();
            games.extend(std::iter::repeat_n((lineup, ranks), times));
        }
    }
    let games: Vec<(&[u16], &[u8])> = games.iter().map(|(lineup, ranks)| (&lineup[..], &ranks[..])).collect();
    let expected = [187.6692, 76.7978, -8.1439, -256.3232, 0.0, 0.0, 0.0, 0.0];
    close(&fitted(&results(4, &games), 1e-7), &expected);
}

/// By hand: with three wins to one the odds are 3, and ln 3 is 190.85 points.
#[test]
fn points_are_elo() {
    let games: [(&[u16], &[u8]); 8] = [
        (&[0, 1], &[0, 1]),
        (&[1, 0], &[1, 0]),
        (&[0, 1], &[0, 1]),
        (&[1, 0], &[1, 0]),
        (&[0, 1], &[0, 1]),
        (&[1, 0], &[1, 0]),
        (&[0, 1], &[1, 0]),
        (&[1, 0], &[0, 1]),
    ];
    close(&fitted(&results(2, &games), 1e-7), &[190.85 / 2.0, -190.85 / 2.0, 0.0, 0.0]);
    // Draws alone leave everybody level.
    close(&fitted(&results(2, &[(&[0, 1], &[0, 0]), (&[1, 0], &[0, 0])]), PRIOR), &[0.0; 4]);
}

#[test]
fn ties_count_as_the_mean_over_orders() {
    let told = |ranks: &[u8]| {
        let mut told = Vec::new();
        choices(ranks, |set, count| told.push((set, count)));
        told.sort_by_key(|&(set, _)| set);
        told
    };
    assert_eq!(told(&[0, 1]), [(0b01, 1.0), (0b11, 1.0)]);
    assert_eq!(told(&[0, 0]), [(0b01, 0.5), (0b10, 0.5), (0b11, 1.0)]);
    // Seats 0 and 2 tie ahead of seat 1: after one of them has left, each pair is left in half of the cases.
    assert_eq!(told(&[0, 2, 0]), [(0b001, 1.0), (0b011, 0.5), (0b100, 1.0), (0b110, 0.5), (0b111, 1.0)]);
}

#[test]
fn the_order_of_results_is_irrelevant() {
    let games: [(&[u16], &[u8]); 4] =
        [(&[0, 1, 2], &[0, 1, 2]), (&[1, 2, 0], &[0, 0, 2]), (&[2, 0, 1], &[2, 0, 1]), (&[0, 1, 2], &[1, 0, 1])];
    let mut reversed = games;
    reversed.reverse();
    close(&fitted(&results(3, &games), PRIOR), &fitted(&results(3, &reversed), PRIOR));
}

/// Blocks of two games between players with a true difference of 100 points.
fn simulated(run: u64, blocks: u64) -> Results {
    let mut rng = random::stream(3, run, Purpose::Other(9));
    let mut results = Results::new(2, 2, 1);
    for block in 0..blocks {
        let lucky = crate::sprt::expected_score(100.0) + (random::unit(&mut rng) - 0.5) * 0.5;
        let games: Vec<GameRecord> = (0..2)
            .map(|rotation| {
                let won = u8::from(random::unit(&mut rng) < lucky);
                let seat = usize::from(rotation == 1);
                let mut ranks = [won, won];
                ranks[seat] = 1 - won;
                game(2 * block + rotation, &[[0, 1], [1, 0]][seat], &ranks)
            })
            .collect();
        results.add(&games);
    }
    results
}

/// Over 200 simulated tournaments the interval of the difference holds the truth in about 95 of 100.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let held = (0..200)
        .filter(|&run| {
            let ratings = simulated(run, 60).rate(run, Some(1));
            assert_eq!(ratings.players[1], Estimate::unsure(0.0, 0.0, 0.0));
            assert!((ratings.superiority[0][1] + ratings.superiority[1][0] - 1.0).abs() < 1e-12);
            ratings.players[0].holds(100.0)
        })
        .count();
    assert!((180..=198).contains(&held), "{held} of 200");
}

#[test]
fn batches_keep_memory_flat_and_say_the_same() {
    let many = simulated(1, 20_000);
    let batches = many.tables[&0].batches.len();
    assert!((BATCHES..=2 * BATCHES).contains(&batches), "{batches} batches");
    assert_eq!(many.sets.len(), 6);
    let [low, high] = {
        let rated = many.rate(1, Some(1)).players[0];
        [rated.value - rated.low, rated.high - rated.value]
    };
    // The exact half width for 20 000 blocks of these simulated games is about 3.6 points.
    assert!((3.0..4.2).contains(&low) && (3.0..4.2).contains(&high), "{low} {high}");
}

/// Jeffreys' interval for 20 of 20 begins at 0.8834 (`scipy.stats.beta(20.5, 0.5).ppf(0.025)`), which is 352 points.
#[test]
fn a_clean_sweep_has_an_interval() {
    let sweep: [(&[u16], &[u8]); 2] = [(&[0, 1], &[0, 1]), (&[1, 0], &[1, 0])];
    let ratings = results(2, &sweep.repeat(10)).rate(7, Some(1));
    let first = ratings.players[0];
    assert!((330.0..372.0).contains(&first.low) && first.high > 900.0 && first.high.is_finite(), "{first:?}");
    assert!(ratings.superiority[0][1] > 0.99);
}

#[test]
fn gamma_draws_have_their_mean_and_variance() {
    let mut rng = random::stream(2, 0, Purpose::Other(0));
    for shape in [0.5, 0.125] {
        let draws: Vec<f64> = (0..40_000).map(|_| gamma(shape, &mut rng)).collect();
        let mean = draws.iter().sum::<f64>() / 40_000.0;
        let variance = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / 40_000.0;
        assert!((mean / shape - 1.0).abs() < 0.05 && (variance / shape - 1.0).abs() < 0.15, "{mean} {variance}");
    }
}
