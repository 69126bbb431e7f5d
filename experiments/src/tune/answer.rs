//! What a search for rules came to: which of the confirmed rulesets is the answer, or why there is none.

use super::goal::{Goal, Verdict};
use super::search::Beliefs;
use super::space::{Change, Point, Space};
use crate::balance::wording;
use crate::files::codec::Named;
use crate::intervals::{Estimate, normal_quantile};

/// A ruleset that was played again on fresh deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Confirmed {
    /// The ruleset.
    pub point: Point,
    /// Its name.
    pub name: String,
    /// How much it changes.
    pub change: Change,
    /// The figure of each goal while searching, as it was believed then.
    pub believed: Vec<f64>,
    /// The figure of each goal on fresh deals.
    pub figures: Vec<Estimate>,
    /// What that says of each goal.
    pub verdicts: Vec<Verdict>,
    /// The chance of each goal, from the fresh deals alone.
    pub chances: Vec<f64>,
    /// The chance that all hold, each taken by itself.
    pub chance: f64,
}

/// A figure's standard error, from its interval.
pub fn error_of(figure: &Estimate) -> f64 {
    (figure.high - figure.value).max(figure.value - figure.low) / normal_quantile()
}

impl Confirmed {
    /// What fresh deals say of a ruleset.
    pub fn new(space: &Space, goals: &[Goal], point: Point, believed: Vec<f64>, figures: Vec<Estimate>) -> Confirmed {
        let verdicts = goals.iter().zip(&figures).map(|(goal, figure)| goal.judge(figure)).collect();
        let chance = |(goal, figure): (&Goal, &Estimate)| goal.chance(figure.value, error_of(figure));
        let chances: Vec<f64> = goals.iter().zip(&figures).map(chance).collect();
        let chance = chances.iter().product();
        let (name, change) = (space.name(&point), space.change(&point));
        Confirmed { point, name, change, believed, figures, verdicts, chances, chance }
    }

    /// Whether all goals are met beyond doubt.
    pub fn is_sure(&self) -> bool {
        self.verdicts.iter().all(|&verdict| verdict == Verdict::Met)
    }

    /// Whether nothing speaks against it: no goal is missed, and it is likely enough that all hold.
    fn stands(&self) -> bool {
        self.chance >= ENOUGH && !self.misses()
    }

    /// Whether a goal is missed beyond doubt.
    fn misses(&self) -> bool {
        self.verdicts.contains(&Verdict::Missed)
    }

    /// What is not decided of it, and how many games of it would tell, where `games` did not.
    fn undecided(&self, goals: &[Goal], games: u64) -> String {
        let open = goals.iter().zip(&self.verdicts).zip(&self.figures);
        let open: Vec<(&Goal, &Estimate)> = open
            .filter(|((_, verdict), _)| **verdict == Verdict::Undecided)
            .map(|((goal, _), figure)| (goal, figure))
            .collect();
        let titles: Vec<String> = open.iter().map(|(goal, _)| goal.topic.title.to_owned()).collect();
        let needed = open.iter().filter_map(|(goal, figure)| goal.games_to_decide(figure, games)).max();
        let needed =
            needed.map_or(String::new(), |needed| format!("; about {needed} games of it instead of {games} would"));
        format!("these games do not decide {}{needed}", wording::list(&titles))
    }
}

/// The number of the answer among the confirmed: of those that stand, the smallest change. The base is one of them: where it
/// stands, nothing need be changed.
pub fn choose(confirmed: &[Confirmed]) -> Option<usize> {
    let standing = confirmed.iter().enumerate().filter(|(_, ruleset)| ruleset.stands());
    let smallest = standing.min_by(|(_, a), (_, b)| a.change.compare(&b.change).then(b.chance.total_cmp(&a.chance)));
    smallest.map(|(number, _)| number)
}

/// The ruleset that comes nearest where none is the answer: of those that miss no goal, if there are any, and are at least half as
/// likely as the likeliest of them, the smallest change.
fn nearest(confirmed: &[Confirmed]) -> Option<&Confirmed> {
    let open: Vec<&Confirmed> = confirmed.iter().filter(|ruleset| !ruleset.misses()).collect();
    let all = if open.is_empty() { confirmed.iter().collect() } else { open };
    let enough = all.iter().map(|ruleset| ruleset.chance).fold(0.0, f64::max) / 2.0;
    let likely = all.into_iter().filter(|ruleset| ruleset.chance >= enough);
    likely.min_by(|a, b| a.change.compare(&b.change).then(b.chance.total_cmp(&a.chance)))
}

/// Why goals are not met together.
#[derive(Clone, PartialEq, Debug)]
pub enum Obstacle {
    /// No ruleset is likely to meet this goal, whatever becomes of the others; with the best chance.
    Alone(usize, f64),
    /// Two goals that can each be met, but hardly together; with the best chance of both.
    Pair(usize, usize, f64),
}

/// The chance from which a ruleset may be the answer.
const ENOUGH: f64 = 0.6;
/// A chance that is as good as certain.
const LIKELY: f64 = 0.8;
/// A chance that is as good as none.
const UNLIKELY: f64 = 0.2;

/// What stands in the way of the goals, by what is believed of all rulesets looked at.
pub fn obstacles(beliefs: &Beliefs<'_>, pool: &[Point]) -> Vec<Obstacle> {
    let chances: Vec<Vec<f64>> = pool.iter().map(|point| beliefs.chances(point)).collect();
    let goals = chances.first().map_or(0, Vec::len);
    let best = |of: &dyn Fn(&Vec<f64>) -> f64| chances.iter().map(of).fold(0.0, f64::max);
    let alone: Vec<f64> = (0..goals).map(|goal| best(&|chances| chances[goal])).collect();
    let mut found = Vec::new();
    for (a, &chance) in alone.iter().enumerate() {
        if chance < UNLIKELY {
            found.push(Obstacle::Alone(a, chance));
        }
        for b in a + 1..goals {
            let both = best(&|chances| chances[a] * chances[b]);
            if chance >= LIKELY && alone[b] >= LIKELY && both < UNLIKELY {
                found.push(Obstacle::Pair(a, b, both));
            }
        }
    }
    found
}

/// The rulesets of which no other is expected to miss every goal by less: the front of trade-offs, in order of the first
/// goal's figure.
pub fn front(beliefs: &Beliefs<'_>, goals: &[Goal], pool: &[Point]) -> Vec<Point> {
    let misses: Vec<Vec<f64>> = pool
        .iter()
        .map(|point| goals.iter().zip(beliefs.expected(point)).map(|(goal, figure)| goal.miss(figure)).collect())
        .collect();
    let beaten = |at: usize| {
        misses.iter().any(|other| {
            other.iter().zip(&misses[at]).all(|(a, b)| a <= b) && other.iter().zip(&misses[at]).any(|(a, b)| a < b)
        })
    };
    let mut front: Vec<Point> = (0..pool.len()).filter(|&at| !beaten(at)).map(|at| pool[at].clone()).collect();
    front.sort_by(|a, b| beliefs.expected(a)[0].total_cmp(&beliefs.expected(b)[0]).then_with(|| a.cmp(b)));
    front
}

/// What was found, in sentences, the answer first; `games` of each match of a ruleset confirmed it.
pub fn tell(
    space: &Space,
    goals: &[Goal],
    confirmed: &[Confirmed],
    games: u64,
    answer: Option<usize>,
    obstacles: &[Obstacle],
    refused: usize,
) -> Vec<String> {
    let mut told = Vec::new();
    match answer.map(|number| &confirmed[number]) {
        Some(best) => {
            let change = match best.change.keys {
                0 => "Nothing need be changed: the base".to_owned(),
                _ => format!("Change {}: this ruleset", changes(space, &best.point)),
            };
            let sure = if best.is_sure() {
                "meets every goal on fresh deals".to_owned()
            } else {
                let (chance, open) = (100.0 * best.chance, best.undecided(goals, games));
                format!("is likely ({chance:.0} %) to meet every goal, but {open}")
            };
            told.push(format!("{change} {sure}."));
            told.extend(goals.iter().enumerate().map(|(number, goal)| figure(goal, best, number)));
        }
        None => {
            let nearest = nearest(confirmed);
            told.push(match nearest.filter(|ruleset| !ruleset.misses()) {
                Some(open) => format!(
                    "No ruleset is shown to meet all goals, but {} may ({:.0} %): {}.",
                    ruleset(space, &open.point),
                    100.0 * open.chance,
                    open.undecided(goals, games)
                ),
                None => "No ruleset that was looked at is likely to meet all goals.".to_owned(),
            });
            told.extend(obstacles.iter().map(|obstacle| match *obstacle {
                Obstacle::Alone(goal, chance) => {
                    let (words, chance) = (goals[goal].words(), 100.0 * chance);
                    format!("Out of reach by itself: {words} (best chance {chance:.0} %).")
                }
                Obstacle::Pair(a, b, chance) => format!(
                    "In conflict: {} and {} can each be had, but hardly both (best chance {:.0} %).",
                    goals[a].words(),
                    goals[b].words(),
                    100.0 * chance
                ),
            }));
            if let Some(nearest) = nearest {
                told.push(format!("The nearest is {}:", ruleset(space, &nearest.point)));
                told.extend(goals.iter().enumerate().map(|(number, goal)| figure(goal, nearest, number)));
            }
        }
    }
    if refused > 0 {
        let (rulesets, were) = if refused == 1 { ("ruleset", "was") } else { ("rulesets", "were") };
        told.push(format!("{refused} {rulesets} that the game refuses {were} skipped."));
    }
    told
}

/// A goal's figure on fresh deals beside what was believed of it while searching.
fn figure(goal: &Goal, ruleset: &Confirmed, number: usize) -> String {
    let (unit, believed) = (goal.topic.unit, ruleset.believed[number]);
    let believed = Estimate { value: believed, low: f64::NAN, high: f64::NAN };
    let (seen, believed) = (wording::figure(unit, ruleset.figures[number]), wording::figure(unit, believed));
    format!("{}: {seen}, {}; while searching {believed}.", goal.words(), ruleset.verdicts[number].name())
}

/// A ruleset in words.
pub fn ruleset(space: &Space, point: &Point) -> String {
    if space.change(point).keys == 0 { "the base".to_owned() } else { changes(space, point) }
}

/// What a ruleset changes: `turns` from 12 to 10 and `hand` from 5 to 4.
fn changes(space: &Space, point: &Point) -> String {
    let changed = space.keys.iter().zip(point).filter(|(key, at)| key.base != **at);
    let one = |(key, &at): (&super::space::Key, &usize)| {
        format!("`{}` from {} to {}", key.name, key.values[key.base], key.values[at])
    };
    changed.map(one).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use marque::toml::Value;

    use super::*;
    use crate::balance::measure::topics;
    use crate::tune::space::Key;

    fn space() -> Space {
        let values: Vec<Value> = (0..=4).map(Value::from).collect();
        Space { keys: vec![Key::new("a", &values, &0.into()), Key::new("b", &values, &0.into())] }
    }

    fn confirmed(point: [usize; 2], draws: [f64; 3]) -> Confirmed {
        let topic = topics().find(|topic| topic.key == "draws").unwrap();
        let goals = [Goal::new(topic, f64::NEG_INFINITY, 15.0)];
        let [low, value, high] = draws;
        Confirmed::new(&space(), &goals, point.to_vec(), vec![value], vec![Estimate { value, low, high }])
    }

    /// An interval that ends at 0 because nothing is less tells how sure a figure is by its other end alone.
    #[test]
    fn an_interval_cut_off_at_an_end_of_the_scale_is_not_half_as_wide() {
        let cut = Estimate { value: 0.0, low: 0.0, high: 0.196 };
        assert!((error_of(&cut) - 0.1).abs() < 1e-4);
        assert!((error_of(&Estimate { value: 0.5, low: 0.304, high: 0.696 }) - 0.1).abs() < 1e-4);
    }

    fn told(confirmed: &[Confirmed]) -> Vec<String> {
        let topic = topics().find(|topic| topic.key == "draws").unwrap();
        let goals = [Goal::new(topic, f64::NEG_INFINITY, 15.0)];
        tell(&space(), &goals, confirmed, 1000, choose(confirmed), &[], 0)
    }

    #[test]
    fn a_goal_that_is_only_undecided_is_not_called_missed() {
        let (base, undecided) = (confirmed([0, 0], [0.2, 0.25, 0.3]), confirmed([1, 0], [0.13, 0.16, 0.19]));
        assert_eq!(
            told(&[base.clone(), undecided])[0],
            "No ruleset is shown to meet all goals, but `a` from 0 to 1 may (26 %): these games do not decide draws (all seats \
             level); about 9000 games of it instead of 1000 would."
        );
        assert_eq!(told(&[base])[0], "No ruleset that was looked at is likely to meet all goals.");
    }

    #[test]
    fn of_rulesets_as_likely_the_smaller_change_is_the_nearest() {
        let (small, large) = (confirmed([1, 0], [0.13, 0.16, 0.19]), confirmed([1, 1], [0.13, 0.16, 0.19]));
        let likelier = confirmed([2, 2], [0.128, 0.158, 0.188]);
        let missed = confirmed([0, 1], [0.16, 0.17, 0.18]);
        for all in [vec![small.clone(), large.clone()], vec![large, small.clone(), likelier, missed]] {
            assert_eq!(nearest(&all), Some(&small));
        }
        assert_eq!(nearest(&[]), None);
    }

    #[test]
    fn the_smallest_change_that_stands_is_the_answer() {
        let base = confirmed([0, 0], [0.2, 0.25, 0.3]);
        let large = confirmed([4, 4], [0.01, 0.02, 0.03]);
        let small = confirmed([1, 0], [0.08, 0.11, 0.14]);
        let unsure = confirmed([1, 0], [0.11, 0.13, 0.17]);
        let doubtful = confirmed([0, 1], [0.13, 0.16, 0.19]);
        assert!(small.is_sure() && !unsure.is_sure());
        assert_eq!(choose(&[large.clone(), small, base.clone()]), Some(1));
        assert_eq!(choose(&[large.clone(), unsure, base.clone()]), Some(1));
        assert_eq!(choose(&[doubtful.clone(), large, base.clone()]), Some(1));
        assert_eq!(choose(&[doubtful, base]), None);
        assert_eq!(choose(&[confirmed([1, 0], [0.0, 0.1, 0.12]), confirmed([0, 0], [0.1, 0.12, 0.14])]), Some(1));
    }
}
