//! Fitting a network to positions: stochastic gradient descent with Adam, on one thread, so that it comes out the same.

use marque::random::{self, Purpose, Rng};
use marque_agents::learn::{HIDDEN, Net, Row, factor_of, level_of};

use super::samples::{Alike, Sample};

/// How often all positions are gone through.
const EPOCHS: usize = 8;
/// How many positions make a step.
const BATCH: usize = 128;
/// The length of the first steps; it falls to nothing.
const RATE: f32 = 0.003;
/// How much weights are drawn to zero in a step, in parts of its length.
const DECAY: f32 = 0.01;
/// How fast Adam forgets gradients and their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// How large the weights before the last layer are at first.
const SPREAD: f32 = 0.3;

/// What positions are fitted under.
pub struct Setting<'a> {
    /// How many seats play.
    pub seats: usize,
    /// Whether values sum to half the seats.
    pub sum: bool,
    /// The rules in numbers.
    pub rules: &'a [f32],
    /// How many kinds of action priors are fitted for: all, or none.
    pub kinds: usize,
}

/// The mean log-loss of values against what games came to, of what was made by hand and of a network.
pub fn losses<'a>(net: &Net, setting: &Setting<'_>, samples: impl Iterator<Item = &'a Sample>) -> [f64; 2] {
    let ground = net.ground(setting.rules);
    let (mut sums, mut count) = ([0.0; 2], 0.0);
    for sample in samples {
        let learnt = net.values(&ground, &sample.features, &sample.by_hand, setting.seats, setting.sum);
        for seat in 0..setting.seats {
            let target = f64::from(sample.result[seat]);
            for (sum, values) in sums.iter_mut().zip([&sample.by_hand, &learnt]) {
                let value = f64::from(values[seat]).clamp(1e-3, 1.0 - 1e-3);
                *sum -= target * value.ln() + (1.0 - target) * (1.0 - value).ln();
            }
            count += 1.0;
        }
    }
    sums.map(|sum| sum / f64::max(count, 1.0))
}

/// A network fitted to positions, from scratch: of those after each time through them, the one that tells best what games
/// came to whose positions were held out.
pub fn fit(setting: &Setting<'_>, samples: &[Sample], seed: u64, generation: u64) -> Net {
    let (held_out, samples): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|sample| sample.held_out);
    let mut rng = random::stream(seed, generation, Purpose::Other(1));
    let mut net = Net::new(setting.rules.len(), setting.kinds, || (2.0 * random::unit(&mut rng) as f32 - 1.0) * SPREAD);
    let nothing = Net::new(setting.rules.len(), setting.kinds, || 0.0);
    let (mut first, mut second) = (nothing.clone(), nothing.clone());
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = EPOCHS * samples.len().div_ceil(BATCH);
    let mut powers = [1.0; 2];
    let mut step = 0;
    let mut best = (f64::INFINITY, net.clone());
    for _ in 0..EPOCHS {
        shuffle(&mut order, &mut rng);
        for batch in order.chunks(BATCH) {
            let mut gradient = nothing.clone();
            let (ground, factors) = (net.ground(setting.rules), net.factors());
            for &at in batch {
                descend(&net, &ground, setting, samples[at as usize], &mut gradient);
                descend_priors(&factors, samples[at as usize], &mut gradient);
            }
            let rate = RATE * (1.0 - step as f32 / steps as f32);
            powers = [powers[0] * MEMORY[0], powers[1] * MEMORY[1]];
            let moments = first.rows_mut().zip(second.rows_mut());
            for ((row, gradient), (first, second)) in net.rows_mut().zip(gradient.rows()).zip(moments) {
                for at in 0..HIDDEN {
                    let slope = gradient[at] / batch.len() as f32;
                    first[at] += (1.0 - MEMORY[0]) * (slope - first[at]);
                    second[at] += (1.0 - MEMORY[1]) * (slope * slope - second[at]);
                    let (mean, square) = (first[at] / (1.0 - powers[0]), second[at] / (1.0 - powers[1]));
                    row[at] -= rate * (mean / (square.sqrt() + 1e-8) + DECAY * row[at]);
                }
            }
            step += 1;
        }
        let [_, loss] = losses(&net, setting, held_out.iter().copied());
        if loss < best.0 {
            best = (loss, net.clone());
        }
    }
    best.1
}

fn shuffle(order: &mut [u32], rng: &mut Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, random::below(rng, last as u32 + 1) as usize);
    }
}

/// Adds the gradient of a position's log-loss (backpropagation).
fn descend(net: &Net, ground: &Row, setting: &Setting<'_>, sample: &Sample, gradient: &mut Net) {
    let &Setting { seats, sum, rules, .. } = setting;
    let pass = net.pass(ground, &sample.features, &sample.by_hand, seats, sum);
    let share = 1.0 / (seats - 1) as f32;
    for seat in 0..seats {
        let error = pass.values[seat] - sample.target(seat);
        let hidden = &pass.hidden[seat];
        let deltas: Row = std::array::from_fn(|at| if hidden[at] > 0.0 { error * net.out[at] } else { 0.0 });
        gradient.out.iter_mut().zip(hidden).for_each(|(slope, unit)| *slope += error * unit);
        let learn = |row: &mut Row, number: f32| {
            if number != 0.0 {
                row.iter_mut().zip(&deltas).for_each(|(slope, delta)| *slope += number * delta);
            }
        };
        let features = &sample.features;
        for at in 0..net.own.len() {
            learn(&mut gradient.own[at], features.seats[seat][at]);
            let rivals = (0..seats).filter(|&rival| rival != seat).map(|rival| features.seats[rival][at]);
            learn(&mut gradient.rivals[at], share * rivals.sum::<f32>());
        }
        gradient.table.iter_mut().zip(&features.table).for_each(|(row, &number)| learn(row, number));
        gradient.rules.iter_mut().zip(rules).for_each(|(row, &number)| learn(row, number));
        learn(&mut gradient.bias, 1.0);
    }
}

/// Adds the gradient of the cross-entropy between how much of all priors a position's actions should have and have.
fn descend_priors(factors: &[Row], sample: &Sample, gradient: &mut Net) {
    let sum: f32 = sample.choice.iter().map(|alike| weight(factors, alike)).sum();
    for alike in &sample.choice {
        let error = weight(factors, alike) / sum - alike.share;
        let ((level, part), row) = (level_of(alike.prior), &factors[alike.kind]);
        let slope = error / factor_of(row, alike.prior);
        let learnt = &mut gradient.kinds[alike.kind];
        learnt[level] += slope * (1.0 - part) * row[level];
        learnt[level + 1] += slope * part * row[level + 1];
    }
}

/// What actions that look alike weigh together.
fn weight(factors: &[Row], alike: &Alike) -> f32 {
    alike.count * alike.prior * factor_of(&factors[alike.kind], alike.prior)
}

#[cfg(test)]
mod tests {
    use marque::MAX_SEATS;
    use marque_agents::learn::Features;

    use super::*;

    /// A world in which a seat's first number decides, and the evaluation made by hand knows nothing.
    fn world(seats: usize, sum: bool, count: u64) -> Vec<Sample> {
        let sample = |number| {
            let mut rng = random::stream(3, number, Purpose::Other(0));
            let mut features = Features::default();
            let mut result = [0.0; MAX_SEATS];
            let mut by_hand = [0.0; MAX_SEATS];
            by_hand[..seats].fill(0.5);
            let mut strengths = [0.0; MAX_SEATS];
            for (seat, strength) in strengths[..seats].iter_mut().enumerate() {
                *strength = random::unit(&mut rng) as f32;
                features.seat(seat, &[*strength, random::unit(&mut rng) as f32]);
            }
            for seat in 0..seats {
                let beaten = (0..seats).filter(|&rival| strengths[rival] < strengths[seat]).count();
                let alone = f32::from(u8::from(strengths[seat] > 0.7));
                result[seat] = if sum { beaten as f32 / (seats - 1) as f32 } else { alone };
            }
            Sample {
                features,
                by_hand,
                searched: result,
                result,
                choice: Vec::new(),
                held_out: number.is_multiple_of(10),
            }
        };
        (0..count).map(sample).collect()
    }

    #[test]
    fn what_decides_is_learnt() {
        for (seats, sum) in [(2, true), (3, true), (2, false)] {
            let samples = world(seats, sum, 12_000);
            let setting = Setting { seats, sum, rules: &[0.0, 0.5], kinds: 0 };
            let net = fit(&setting, &samples, 1, 0);
            let [by_hand, learnt] = losses(&net, &setting, samples.iter().filter(|sample| sample.held_out));
            assert!(learnt < 0.7 * by_hand, "{learnt} after {by_hand} with {seats} seats");
            assert_eq!(net, fit(&setting, &samples, 1, 0), "the same again");
            assert_ne!(net, fit(&setting, &samples, 1, 1), "another generation begins elsewhere");
        }
    }

    /// A world in which one kind of action is tried three times as often as its priors say, and of another kind what has a low
    /// prior half and what has a high one twice as often.
    #[test]
    fn which_kinds_of_action_are_tried_is_learnt() {
        let truth = |kind: usize, prior: f32| [1.0, 3.0, if prior < 1.0 { 0.5 } else { 2.0 }][kind];
        let choices: [&[(usize, f32, f32)]; 3] = [
            &[(0, 1.0, 4.0), (1, 1.0, 2.0)],
            &[(0, 1.0, 4.0), (1, 1.0, 2.0), (2, 0.3, 3.0)],
            &[(0, 1.0, 2.0), (2, 0.3, 3.0), (2, 3.0, 1.0)],
        ];
        let choices = choices.map(|choice| {
            let tried = |&(kind, prior, count): &(usize, f32, f32)| count * prior * truth(kind, prior);
            let all: f32 = choice.iter().map(tried).sum();
            let alike =
                |one: &(usize, f32, f32)| Alike { kind: one.0, prior: one.1, count: one.2, share: tried(one) / all };
            choice.iter().map(alike).collect::<Vec<_>>()
        });
        let mut samples = world(2, true, 36_000);
        let setting = Setting { seats: 2, sum: true, rules: &[], kinds: 3 };
        let alone = fit(&setting, &samples, 1, 0);
        for (sample, choice) in samples.iter_mut().zip(choices.iter().cycle()) {
            sample.choice.clone_from(choice);
        }
        let net = fit(&setting, &samples, 1, 0);
        let factors = net.factors();
        for choice in &choices {
            let sum: f32 = choice.iter().map(|alike| weight(&factors, alike)).sum();
            for alike in choice {
                let share = weight(&factors, alike) / sum;
                assert!((share - alike.share).abs() < 0.03, "{share} for {alike:?}");
            }
        }
        assert_eq!(alone, Net { kinds: alone.kinds.clone(), ..net }, "values are learnt as without");
        assert!(alone.kinds.iter().flatten().all(|&weight| weight == 0.0), "nothing is learnt of nothing");
    }

    #[test]
    fn nothing_learnt_changes_nothing() {
        let mut rng = random::stream(1, 0, Purpose::Other(0));
        let net = Net::new(2, 0, || random::unit(&mut rng) as f32);
        for (seats, sum) in [(2, true), (4, true), (2, false)] {
            for mut sample in world(seats, true, 50) {
                let all: f32 = (1..=seats).map(|seat| seat as f32).sum();
                for seat in 0..seats {
                    sample.by_hand[seat] = (seat + 1) as f32 / all * seats as f32 / 2.0;
                }
                let values = net.values(&net.ground(&[1.0, 0.0]), &sample.features, &sample.by_hand, seats, sum);
                for (value, by_hand) in values.iter().zip(sample.by_hand) {
                    assert!((value - by_hand).abs() < 1e-3, "{values:?} for {:?}", sample.by_hand);
                }
            }
        }
    }
}
