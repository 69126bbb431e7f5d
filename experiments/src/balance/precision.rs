//! Playing until intervals are narrow, instead of a number of games.
//!
//! Results are looked at after rounds that are planned ahead: 50, and then a quarter more each time. A run ends at the first
//! look that finds every interval narrow enough; so it ends at the same game whatever threads or stops there were, and asked
//! for narrower intervals it goes on from there. Whoever stops when an interval looks narrow stops too early where the blocks so
//! far happen to be alike; with 50 blocks at least and few looks that costs less than a point of coverage.

use std::collections::BTreeMap;

use super::experiment_file::{FileError, Sizes, Source};
use super::focus::{Focus, check_size, no_measure};
use super::measure::{Topic, Unit};
use crate::intervals::Estimate;

/// The rounds before the first look.
const FIRST_LOOK: u64 = 50;
/// With fewer blocks no interval is taken for narrow.
const LEAST_BLOCKS: u64 = 50;

/// The first look after so many rounds.
pub fn look_after(rounds: u64) -> u64 {
    let mut look = FIRST_LOOK;
    while look <= rounds {
        look += look / 4;
    }
    look
}

/// How far an interval reaches to its longer side, on the scale on which its measure is compared: points, for lengths per cent of
/// the figure, for plain numbers per cent of the base's. Of rare things that is the upper side; half the width would be narrow
/// whenever they happen to be rarer yet.
pub fn half_width(unit: Unit, figure: Estimate, base: Estimate) -> f64 {
    let half = 100.0 * (figure.high - figure.value).max(figure.value - figure.low);
    match unit {
        Unit::Share | Unit::Payoff | Unit::P => half,
        Unit::Size | Unit::Number if half == 0.0 => 0.0,
        Unit::Size => half / figure.value.abs(),
        Unit::Number if has_no_scale(unit, base) => f64::INFINITY,
        Unit::Number => half / base.value.abs(),
    }
}

/// Whether a base's figure may be 0, so that per cent of it say nothing, however many games there are.
pub fn has_no_scale(unit: Unit, base: Estimate) -> bool {
    unit == Unit::Number && base.holds(0.0)
}

/// How narrow the intervals of some measures should get.
#[derive(Clone, PartialEq, Debug)]
pub struct Precision(Vec<(Topic, f64)>);

impl Precision {
    /// What a file asks for of the measures of its focus.
    pub fn resolve(source: &Source, focus: &[Focus]) -> Result<Option<Precision>, FileError> {
        let all = focus.iter().map(|focus| focus.topic);
        match &source.experiment.precision {
            None => Ok(None),
            Some(Sizes::All(size)) => {
                check_size(source, &["precision"], *size)?;
                Ok(Some(Precision(all.map(|topic| (topic, *size)).collect())))
            }
            Some(Sizes::Each(sizes)) => {
                let keys: Vec<&str> = all.clone().map(|topic| topic.key).collect();
                for (key, &size) in sizes {
                    if !keys.contains(&key.as_str()) {
                        return Err(source.error(&["precision", key], no_measure(key, "in the focus are", &keys)));
                    }
                    check_size(source, &["precision", key], size)?;
                }
                if sizes.is_empty() {
                    return Err(source.error(&["precision"], "expected at least one measure, such as { draws = 2 }"));
                }
                Ok(Some(Precision(all.filter_map(|topic| Some((topic, *sizes.get(topic.key)?))).collect())))
            }
        }
    }

    /// The measures, and how narrow each should get.
    pub fn asked(&self) -> &[(Topic, f64)] {
        &self.0
    }

    /// The same by names, as a file may say it.
    pub fn sizes(&self) -> Sizes {
        Sizes::Each(self.0.iter().map(|(topic, size)| (topic.key.to_owned(), *size)).collect::<BTreeMap<_, _>>())
    }
}

/// How many times wider an interval from so many blocks is than asked for; without end where that cannot be told yet.
pub fn excess(unit: Unit, asked: f64, figure: Estimate, base: Estimate, blocks: u64) -> f64 {
    let excess = half_width(unit, figure, base) / asked;
    if blocks < LEAST_BLOCKS || excess.is_nan() { f64::INFINITY } else { excess }
}

/// After how many rounds a look will likely find what is asked for, by how much too wide intervals are now.
pub fn likely(rounds: u64, excess: f64) -> u64 {
    // Where that cannot be told the number is as large as can be, and whoever asks has a limit.
    let wanted = rounds as f64 * excess * excess;
    if wanted < 1e15 { look_after((wanted.ceil() as u64).max(rounds + 1) - 1) } else { u64::MAX }
}

#[cfg(test)]
mod tests {
    use marque::random::{self, Purpose, Rng, stream};

    use super::*;
    use crate::balance::measure::topics;
    use crate::balance::ratio::Ratio;

    const HEAD: &str = "title = \"\"\nquestion = \"\"\ngame = \"dice\"\nseats = 3\nbots = [\"random\"]\ngames = 9\n";

    fn resolved(text: &str) -> Result<Option<Sizes>, String> {
        let source = Source::read(&format!("{HEAD}{text}")).map_err(|error| error.to_string())?;
        let focus = crate::balance::focus::resolve(&source).unwrap();
        let precision = Precision::resolve(&source, &focus).map_err(|error| error.to_string())?;
        Ok(precision.map(|precision| precision.sizes()))
    }

    #[test]
    fn precision_is_for_all_measures_of_the_focus_or_for_each() {
        let each = |sizes: &[(&str, f64)]| {
            Some(Sizes::Each(sizes.iter().map(|&(key, size)| (key.to_owned(), size)).collect()))
        };
        assert_eq!(resolved("").unwrap(), None);
        assert_eq!(
            resolved("focus = [\"draws\", \"turns\"]\nprecision = 2.5").unwrap(),
            each(&[("draws", 2.5), ("turns", 2.5)])
        );
        assert_eq!(resolved("precision = { first_seat = 3 }").unwrap(), each(&[("first_seat", 3.0)]));
        for (text, said) in [
            ("precision = 0", "line 7: `precision`: 0 is out of range; allowed: above 0"),
            ("precision = \"3\"", "line 7: `precision`: a number of points, or a table"),
            ("precision = {}", "line 7: `precision`: expected at least one measure"),
            (
                "precision = { drawz = 1 }",
                "line 7: `precision.drawz`: there is no measure `drawz`, did you mean `draws`?; in the focus are: first_seat",
            ),
            ("precision = { turns = 1 }", "line 7: `precision.turns`: there is no measure `turns`"),
            ("precision = { draws = 101 }", "line 7: `precision.draws`: 101 is out of range"),
        ] {
            let error = resolved(text).unwrap_err();
            assert!(error.starts_with(said), "{error}");
        }
    }

    #[test]
    fn looks_are_a_quarter_further_each_time() {
        let looks: Vec<u64> =
            std::iter::successors(Some(look_after(0)), |&look| Some(look_after(look))).take(5).collect();
        assert_eq!(looks, [50, 62, 77, 96, 120]);
        assert_eq!((look_after(49), likely(50, 1.2), likely(50, 1.0), likely(50, 0.1)), (50, 77, 62, 62));
        assert_eq!(likely(50, f64::INFINITY), u64::MAX);
    }

    /// A score that falls to about nothing in a variant is known as well as one that does not, if it is as narrow.
    #[test]
    fn numbers_are_as_narrow_as_their_interval_is_of_the_base() {
        let around = |value: f64, half: f64| Estimate { value, low: value - half, high: value + half };
        let (base, variant) = (around(28.8, 0.1), around(-1.44, 0.288));
        assert!((half_width(Unit::Number, variant, base) - 1.0).abs() < 1e-9);
        assert!((half_width(Unit::Size, around(1.44, 0.288), base) - 20.0).abs() < 1e-9);
        assert!((half_width(Unit::Payoff, variant, base) - 28.8).abs() < 1e-9);
        let nothing = around(0.1, 0.3);
        assert!(has_no_scale(Unit::Number, nothing) && !has_no_scale(Unit::Payoff, nothing));
        assert_eq!(excess(Unit::Number, 5.0, variant, nothing, 100), f64::INFINITY);
    }

    /// A figure whose blocks are drawn by `draw`, and its true value.
    struct World {
        name: &'static str,
        measure: &'static str,
        precision: f64,
        truth: f64,
        /// Upper and lower total of a block.
        draw: fn(&mut Rng) -> (f64, f64),
    }

    fn uniform(rng: &mut Rng) -> f64 {
        (f64::from(random::below(rng, 1_000_000)) + 0.5) / 1e6
    }

    fn one_in(rng: &mut Rng, share: f64) -> f64 {
        f64::from(uniform(rng) < share)
    }

    /// Whether the first seat wins, as its advantage.
    fn advantage(rng: &mut Rng, wins: f64) -> f64 {
        2.0 * one_in(rng, wins) - 1.0
    }

    const WORLDS: [World; 8] = [
        World { name: "30 % draws", measure: "draws", precision: 3.0, truth: 0.3, draw: |rng| (one_in(rng, 0.3), 1.0) },
        World {
            name: "30 % draws",
            measure: "draws",
            precision: 10.0,
            truth: 0.3,
            draw: |rng| (one_in(rng, 0.3), 1.0),
        },
        World { name: "10 % draws", measure: "draws", precision: 3.0, truth: 0.1, draw: |rng| (one_in(rng, 0.1), 1.0) },
        World {
            name: "4 % draws",
            measure: "draws",
            precision: 2.0,
            truth: 0.04,
            draw: |rng| (one_in(rng, 0.04), 1.0),
        },
        World {
            name: "first seat",
            measure: "first_seat",
            precision: 8.0,
            truth: 0.2,
            draw: |rng| (advantage(rng, 0.6), 1.0),
        },
        World {
            name: "first seat, two games on a deal",
            measure: "first_seat",
            precision: 10.0,
            truth: 0.1,
            draw: |rng| {
                let first = advantage(rng, 0.55);
                let second = if uniform(rng) < 0.5 { first } else { advantage(rng, 0.55) };
                (first + second, 2.0)
            },
        },
        World {
            name: "length, a few games very long",
            measure: "decisions",
            precision: 10.0,
            truth: 30.0,
            draw: |rng| (10.0 - 20.0 * uniform(rng).ln(), 1.0),
        },
        World {
            name: "length",
            measure: "decisions",
            precision: 4.0,
            truth: 50.0,
            draw: |rng| (100.0 * uniform(rng), 1.0),
        },
    ];

    /// How many blocks a run takes, and whether its interval holds the truth.
    fn played(world: &World, seed: u64) -> (u64, bool) {
        let topic = topics().find(|topic| topic.key == world.measure).unwrap();
        let mut rng = stream(seed, 0, Purpose::Other(5));
        let (mut ratio, mut blocks) = (Ratio::default(), 0);
        loop {
            let look = look_after(blocks);
            for _ in blocks..look {
                let (upper, lower) = (world.draw)(&mut rng);
                ratio.add(0, upper, lower);
            }
            blocks = look;
            let figure = ratio.figure(&topic);
            if excess(topic.unit, world.precision, figure, figure, blocks) <= 1.0 {
                return (blocks, figure.holds(world.truth));
            }
        }
    }

    /// A single measure decides here; where several must be narrow, each comes nearer to its nominal 95 %.
    #[test]
    fn intervals_hold_the_truth_at_the_stop_as_often_as_they_say() {
        const RUNS: u64 = 2000;
        for world in &WORLDS {
            let runs = (0..RUNS).map(|seed| played(world, seed));
            let (blocks, held) =
                runs.fold((0, 0), |(all, held), (blocks, holds)| (all + blocks, held + u64::from(holds)));
            let coverage = 100.0 * held as f64 / RUNS as f64;
            println!("{}, ±{}: {coverage:.1} % after {} blocks", world.name, world.precision, blocks / RUNS);
            assert!((93.0..=97.0).contains(&coverage), "{}: {coverage} %", world.name);
        }
    }

    #[test]
    fn an_interval_without_width_is_narrow_whatever_its_scale() {
        let nothing = Estimate { value: 0.0, low: 0.0, high: 0.0 };
        assert_eq!(half_width(Unit::Size, nothing, nothing), 0.0);
        assert_eq!(half_width(Unit::Number, nothing, nothing), 0.0);
    }

    #[test]
    fn no_interval_is_narrow_before_fifty_blocks_or_without_ends() {
        let figure = Estimate { value: 0.5, low: 0.44, high: 0.53 };
        let of = |figure: Estimate, blocks: u64| excess(Unit::Share, 3.0, figure, figure, blocks);
        assert!((of(figure, 50) - 2.0).abs() < 1e-9 && (of(figure, 51) - 2.0).abs() < 1e-9);
        assert!(of(figure, 49).is_infinite() && of(figure, 3).is_infinite());
        assert!(of(Estimate::alone(0.5), 100).is_infinite());
    }

    #[test]
    fn a_look_at_just_the_rounds_wanted_is_the_likely_one() {
        assert_eq!((likely(24, 2.0), likely(12, 2.0), likely(96, 1.0)), (96, 50, 120));
        assert_eq!(likely(1_000_000_000_000_000, 1.0), u64::MAX);
    }
}
