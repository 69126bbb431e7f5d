use toml::{Table, Value};

use crate::games::nearest;
use crate::ruleset::{Domain, Param, RulesError, Ruleset};
use crate::seat::MAX_SEATS;

use super::SantyAnno;
use super::cards::{KINDS, Kind};
use super::mind::{Mind, Spread};
use super::ships::SHIPS;

/// Ticks a card of each kind takes (SA-22), by the order of [`Kind::ALL`].
const TICKS: [i64; KINDS] = [12, 15, 18, 8, 10, 12, 9, 25, 12];
const TICKS_RANGE: (i64, i64) = (1, 200);
/// Slips in a thousand with a card of each kind (SA-22).
const SLIPS: [i64; KINDS] = [40, 60, 80, 20, 40, 40, 50, 120, 40];
const SLIPS_RANGE: (i64, i64) = (0, 500);
/// The keys of a mind, both 100 where nothing is given, and what they may be.
const MIND_KEYS: [(&str, (i64, i64)); 2] = [("speed_percent", (10, 400)), ("slip_percent", (0, 400))];
const USUAL: i64 = 100;

const COINS_EXPECTED: &str = "a list of 1-8 numbers 0-20, strictly falling";

/// Every parameter of the game.
pub(super) fn params(seats: usize) -> Vec<Param> {
    let percent = Domain::Int(10, 400);
    vec![
        Param::new("rounds", 5, Domain::Int(1, 5), "rounds of a game"),
        Param::new("winners", if seats < 5 { 1 } else { 3 }, Domain::Int(1, 7), "how many ranks win"),
        Param::new("first_cards", 5, Domain::Int(3, 5), "cards of the first round; every next one has one more"),
        Param::new("expert", false, Domain::Bool, "with the helms, doubles and Coco instead of ten basic cards"),
        Param::new("events", false, Domain::Bool, "with an event card every round"),
        Param::new("coins", vec![5, 4, 3, 2, 1], Domain::Other(COINS_EXPECTED), "what the first ones home get"),
        Param::new("lap_from", 4, Domain::Int(1, 6), "the first round with a lap before the run; 6 for none"),
        Param::new("running", true, Domain::Bool, "whether pirates run; sitting down is all they do otherwise"),
        Param::new("stride", 6, Domain::Int(0, 40), "ticks of running a place"),
        Param::new("sit", 5, Domain::Int(0, 40), "ticks of sitting down"),
        Param::new("countdown", 60, Domain::Int(0, 600), "ticks the last one has once all others sit"),
        Param::new("rum_percent", 200, percent, "how long running takes with rum"),
        Param::new("recheck_percent", 30, percent, "how long a recheck takes, of the first time"),
        Param::new("recheck_slip_percent", 25, Domain::Int(0, 100), "how often a recheck slips, of the first time"),
        Param::new("spread", 25, Domain::Int(0, 90), "how far thinking time strays, in percent"),
        Param::new(
            "ticks",
            by_kind(TICKS),
            Domain::Other("a table by kind of card, 1-200"),
            "how long each kind of card takes to think through",
        ),
        Param::new(
            "slips",
            by_kind(SLIPS),
            Domain::Other("a table by kind of card, 0-500"),
            "how often in a thousand each kind of card is thought wrongly",
        ),
        Param::new(
            "minds",
            vec![usual_mind(); seats],
            Domain::Other("a list of at most one table a seat, with speed_percent 10-400 and slip_percent 0-400"),
            "how slow and how careless each seat is",
        ),
    ]
}

/// The game with these rules.
pub(super) fn new(seats: usize, rules: &Ruleset) -> Result<SantyAnno, RulesError> {
    let coins = coins(rules)?.into_iter().collect();
    let rules = in_full(seats, rules)?;
    let mut minds = [Mind::default(); MAX_SEATS];
    for (seat, mind) in minds[..seats].iter_mut().enumerate() {
        *mind = Mind::of(&rules, seat);
    }
    Ok(SantyAnno {
        seats,
        rounds: rules.int("rounds") as u8,
        winners: rules.int("winners") as u8,
        first_cards: rules.int("first_cards") as usize,
        expert: rules.flag("expert"),
        events: rules.flag("events"),
        coins,
        lap_from: rules.int("lap_from") as u8,
        countdown: rules.int("countdown") as u32,
        recheck_percent: rules.int("recheck_percent") as u64,
        spread: Spread::of(&rules),
        runs: runs(&rules),
        minds,
        rules,
    })
}

/// Ticks from setting out to sitting down (SA-15, SA-17): places are run, a lap included, at a stride longer with rum.
fn runs(rules: &Ruleset) -> [[[u32; SHIPS / 2 + 1]; 2]; 2] {
    let number = |key: &str| rules.int(key) as usize;
    let stride = if rules.flag("running") { number("stride") } else { 0 };
    let ticks = |lap: usize, rum: usize, places: usize| {
        let percent = if rum == 1 { number("rum_percent") } else { 100 };
        ((stride * (lap * SHIPS + places) * percent).div_ceil(100) + number("sit")) as u32
    };
    [0, 1].map(|lap| [0, 1].map(|rum| [0, 1, 2, 3, 4].map(|places| ticks(lap, rum, places))))
}

fn by_kind(values: [i64; KINDS]) -> Table {
    Kind::ALL.iter().zip(values).map(|(kind, value)| (kind.name().to_owned(), value.into())).collect()
}

fn usual_mind() -> Value {
    Value::Table(MIND_KEYS.iter().map(|(key, _)| ((*key).to_owned(), USUAL.into())).collect())
}

/// The same rules with every table and list of theirs filled up with defaults, so that a trace tells all of them.
fn in_full(seats: usize, rules: &Ruleset) -> Result<Ruleset, RulesError> {
    let mut full = rules.values().clone();
    for (key, defaults, range) in [("ticks", TICKS, TICKS_RANGE), ("slips", SLIPS, SLIPS_RANGE)] {
        let Some(given) = rules.value(key).as_table() else {
            return Err(rules.refuse(key, format!("a table by kind of card, {}-{}", range.0, range.1)));
        };
        let keys = Kind::ALL.map(|kind| (kind.name(), range));
        full.insert(key.to_owned(), Value::Table(over(by_kind(defaults), given, key, &keys)?));
    }
    let minds_expected = || rules.refuse("minds", format!("a list of at most {seats} tables, one a seat"));
    let given = rules.value("minds").as_array().filter(|minds| minds.len() <= seats).ok_or_else(minds_expected)?;
    let mut minds = vec![usual_mind(); seats];
    for (seat, (mind, given)) in minds.iter_mut().zip(given).enumerate() {
        let (Value::Table(usual), Value::Table(given)) = (&*mind, given) else { return Err(minds_expected()) };
        *mind = Value::Table(over(usual.clone(), given, &format!("minds[{seat}]"), &MIND_KEYS)?);
    }
    full.insert("minds".to_owned(), Value::Array(minds));
    Ruleset::new(params(seats), &full)
}

/// The given numbers over the defaults, each checked against its range; `name` is what errors call the table.
fn over(mut defaults: Table, given: &Table, name: &str, keys: &[(&str, (i64, i64))]) -> Result<Table, RulesError> {
    for (key, value) in given {
        let full_key = format!("{name}.{key}");
        let Some((_, (min, max))) = keys.iter().find(|(known, _)| known == key) else {
            let known: Vec<&str> = keys.iter().map(|(known, _)| *known).collect();
            return Err(RulesError::Unknown {
                key: full_key,
                value: value.to_string(),
                nearest: nearest(key, &known).map(str::to_owned),
                known: known.join(", "),
            });
        };
        if !value.as_integer().is_some_and(|number| (*min..=*max).contains(&number)) {
            let expected = format!("{min}-{max}");
            return Err(RulesError::Value { key: full_key, value: value.to_string(), expected });
        }
        defaults.insert(key.clone(), value.clone());
    }
    Ok(defaults)
}

/// The values of the coins, highest first.
fn coins(rules: &Ruleset) -> Result<Vec<u8>, RulesError> {
    let number =
        |value: &Value| value.as_integer().filter(|number| (0..=20).contains(number)).map(|number| number as u8);
    let list = rules.value("coins").as_array();
    let coins: Option<Vec<u8>> = list.and_then(|list| list.iter().map(number).collect());
    coins
        .filter(|coins| (1..=8).contains(&coins.len()) && coins.windows(2).all(|pair| pair[0] > pair[1]))
        .ok_or_else(|| rules.refuse("coins", COINS_EXPECTED))
}
