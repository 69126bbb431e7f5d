use toml::Value;

use crate::ruleset::Ruleset;

use super::cards::{KINDS, Kind};

/// Slip chances are kept in hundred-thousandths: thousandths times a percentage.
pub(super) const SLIP_UNIT: u32 = 100_000;

/// How one mind takes one card (SA-22).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Pace {
    /// The fewest ticks.
    pub(super) lo: u32,
    /// The most ticks.
    pub(super) hi: u32,
    /// How many numbers of ticks there are.
    pub(super) span: u32,
    /// The chance to slip, in hundred-thousandths.
    pub(super) slip: u32,
    /// The chance not to slip.
    pub(super) right: f64,
    /// The chance not to slip in a recheck.
    pub(super) recheck_right: f64,
    /// The ticks before any spread, in hundredths.
    pub(super) nominal: u64,
}

/// What there is to think through: a card of some kind, alone or followed by a helm as it makes seasick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Task(u8);

impl Task {
    #[inline]
    pub(super) const fn new(kind: Kind, seasick: bool) -> Task {
        Task(2 * kind as u8 + seasick as u8)
    }
}

/// How one seat thinks: its pace by task.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Mind {
    paces: [Pace; 2 * KINDS],
}

impl Mind {
    /// The mind of a seat under rules given in full.
    pub(super) fn of(rules: &Ruleset, seat: usize) -> Mind {
        let whole = |value: &Value| value.as_integer().expect("rules given in full hold whole numbers") as u64;
        let number = |key: &str, kind: Kind| whole(&rules.value(key)[kind.name()]);
        let percent = |key: &str| whole(&rules.value("minds")[seat][key]);
        let (speed, carelessness) = (percent("speed_percent"), percent("slip_percent"));
        let spread = Spread::of(rules);
        let recheck_slip = rules.int("recheck_slip_percent") as f64 / 100.0;
        let pace = |kind: Kind, seasick: bool| {
            let both = |key: &str| number(key, kind) + if seasick { number(key, Kind::Helm) } else { 0 };
            let nominal = both("ticks") * speed;
            let slip = (both("slips") * carelessness).min(SLIP_UNIT.into()) as u32;
            let chance = f64::from(slip) / f64::from(SLIP_UNIT);
            let (lo, hi) = spread.around(nominal, 100);
            let span = hi - lo + 1;
            Pace { lo, hi, span, slip, right: 1.0 - chance, recheck_right: 1.0 - chance * recheck_slip, nominal }
        };
        Mind { paces: std::array::from_fn(|task| pace(Kind::ALL[task / 2], task % 2 == 1)) }
    }

    /// The pace at which a card is thought through.
    #[inline]
    pub(super) fn pace(&self, task: Task) -> &Pace {
        &self.paces[usize::from(task.0)]
    }
}

/// How far thinking time strays, in percent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spread(u64);

impl Spread {
    /// The spread that rules set.
    pub(super) fn of(rules: &Ruleset) -> Spread {
        Spread(rules.int("spread") as u64)
    }

    /// The fewest and the most ticks around `ticks` / `unit`, rounded to nearest with halves up, at least 1 (SA-22).
    pub(super) fn around(self, ticks: u64, unit: u64) -> (u32, u32) {
        let rounded = |percent: u64| ((2 * ticks * percent + 100 * unit) / (200 * unit)).max(1) as u32;
        (rounded(100 - self.0), rounded(100 + self.0))
    }
}
