//! What the question of an experiment is about: a few measures, which way each should go, and how much of it matters.

use marque::nearest;

use super::experiment_file::{Experiment, FileError, Sizes, Source, Wanted};
use super::measure::{Topic, Unit, Wish, key, topics};
use crate::brief::brief;

/// The smallest change in points that matters, unless the file says otherwise.
pub const MATTERS_POINTS: f64 = 3.0;
/// The smallest relative change that matters, in per cent.
pub const MATTERS_PERCENT: f64 = 10.0;

/// A measure that the question is about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Focus {
    /// The measure, with the direction that is wished for here.
    pub topic: Topic,
    /// The smallest change that matters, as a part of 1: of payoff or of games for what is told in points, of the base's
    /// own figure for everything else.
    pub matters: f64,
}

impl Unit {
    /// Whether changes are told in points rather than relative to the base.
    pub fn in_points(self) -> bool {
        matches!(self, Unit::Share | Unit::Payoff)
    }
}

/// The measures of an experiment that says nothing of them: fairness of seats, draws, length, and skill where it is measured.
fn usual(experiment: &Experiment) -> Vec<String> {
    let mut keys = vec![key::FIRST_SEAT];
    // With two seats both say the same.
    if experiment.seats > 2 {
        keys.push(key::SPREAD);
    }
    keys.extend([key::DRAWS, key::DECISIONS]);
    if experiment.skill.is_some() {
        keys.push(key::SKILL);
    }
    keys.into_iter().map(str::to_owned).collect()
}

/// The focus of an experiment; every name in `focus`, `matters` and `wanted` must be that of a measure.
pub fn resolve(source: &Source) -> Result<Vec<Focus>, FileError> {
    let experiment = &source.experiment;
    let topic = |path: &[&str], key: &str| {
        topics().find(|topic| topic.key == key).ok_or_else(|| {
            let keys: Vec<&str> = topics().map(|topic| topic.key).collect();
            source.error(path, no_measure(key, "measures", &keys))
        })
    };
    let points = match &experiment.matters {
        Sizes::All(points) => {
            check_size(source, &["matters"], *points)?;
            *points
        }
        Sizes::Each(each) => {
            for (key, &size) in each {
                topic(&["matters", key], key)?;
                check_size(source, &["matters", key], size)?;
            }
            MATTERS_POINTS
        }
    };
    for key in experiment.wanted.keys() {
        topic(&["wanted", key], key)?;
    }
    let keys = experiment.focus.clone().unwrap_or_else(|| usual(experiment));
    if keys.is_empty() {
        return Err(source.error(&["focus"], "expected at least one measure; leave the key out for the usual ones"));
    }
    let mut all: Vec<Focus> = Vec::new();
    for key in &keys {
        let mut topic = topic(&["focus"], key)?;
        if topic.key == key::SKILL && experiment.skill.is_none() {
            let problem = "skill is measured in games of its own: add a section [skill] with `strong` and `weak`";
            return Err(source.error(&["focus"], problem));
        }
        if all.iter().any(|known| known.topic.key == topic.key) {
            return Err(source.error(&["focus"], format!("`{key}` is named twice")));
        }
        topic.wish = match experiment.wanted.get(key) {
            Some(Wanted::More) => Wish::More,
            Some(Wanted::Less) => Wish::Less,
            None => topic.wish,
        };
        let usual = if topic.unit.in_points() { points } else { MATTERS_PERCENT };
        let own = match &experiment.matters {
            Sizes::Each(each) => each.get(key).copied(),
            Sizes::All(_) => None,
        };
        all.push(Focus { topic, matters: own.unwrap_or(usual) / 100.0 });
    }
    Ok(all)
}

/// What is wrong with a name that is none of `keys`.
pub(super) fn no_measure(key: &str, what: &str, keys: &[&str]) -> String {
    let hint = nearest(key, keys).map_or(String::new(), |key| format!(", did you mean `{key}`?"));
    format!("there is no measure `{}`{hint}; {what}: {}", brief(key), keys.join(", "))
}

/// Refuses a size of points or per cent that cannot be.
pub(super) fn check_size(source: &Source, path: &[&str], size: f64) -> Result<(), FileError> {
    if size > 0.0 && size <= 100.0 {
        return Ok(());
    }
    Err(source.error(path, format!("{size} is out of range; allowed: above 0, up to 100 points or per cent")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "title = \"\"\nquestion = \"\"\ngame = \"dice\"\nseats = 3\nbots = [\"random\"]\ngames = 9\n";

    fn focus(text: &str) -> Result<Vec<(&'static str, f64, Wish)>, String> {
        let source = Source::read(&format!("{HEAD}{text}")).map_err(|error| error.to_string())?;
        let focus = resolve(&source).map_err(|error| error.to_string())?;
        Ok(focus.iter().map(|focus| (focus.topic.key, focus.matters, focus.topic.wish)).collect())
    }

    #[test]
    fn the_usual_focus_is_on_fairness_draws_length_and_skill() {
        let keys = |text: &str| focus(text).unwrap().iter().map(|focus| focus.0).collect::<Vec<_>>();
        assert_eq!(keys(""), ["first_seat", "spread", "draws", "decisions"]);
        assert_eq!(keys("[skill]\nstrong = \"greedy\"\nweak = \"random\"").last(), Some(&"skill"));
    }

    #[test]
    fn a_file_says_what_it_is_about_what_matters_and_what_is_wanted() {
        assert_eq!(
            focus("focus = [\"draws\", \"decisions\"]\nmatters = 2\nwanted = { decisions = \"more\" }").unwrap(),
            [("draws", 0.02, Wish::Less), ("decisions", 0.1, Wish::More)]
        );
        assert_eq!(
            focus("focus = [\"draws\", \"turns\"]\nmatters = { turns = 5 }").unwrap(),
            [("draws", 0.03, Wish::Less), ("turns", 0.05, Wish::Open)]
        );
    }

    #[test]
    fn what_is_no_measure_is_refused_by_name() {
        for (text, said) in [
            ("focus = [\"drawz\"]", "line 7: `focus`: there is no measure `drawz`, did you mean `draws`?; measures: "),
            ("focus = []", "line 7: `focus`: expected at least one measure"),
            ("focus = [\"draws\", \"draws\"]", "line 7: `focus`: `draws` is named twice"),
            ("focus = [\"skill\"]", "line 7: `focus`: skill is measured in games of its own"),
            ("matters = 0", "line 7: `matters`: 0 is out of range; allowed: above 0"),
            ("matters = \"3\"", "line 7: `matters`: a number of points, or a table"),
            ("matters = { drawz = 1 }", "line 7: `matters.drawz`: there is no measure `drawz`"),
            ("wanted = { draws = \"up\" }", "line 7: `wanted.draws`: unknown variant `up`, expected `more` or `less`"),
        ] {
            let error = focus(text).unwrap_err();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
