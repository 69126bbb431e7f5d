//! What a throw promises: where the die may end, and how likely the ship arrives from there.

use arrayvec::ArrayVec;
use marque::somaliland::{Action, Course, FLEET, Lane, NO_WAY, Place, Route, Ship, Somaliland, State, Stop};

/// An error of the hand is thought of as one of these deviations, each a third of the time.
const STRAYS: [f32; 3] = [-1.2247, 0.0, 1.2247];

/// How spare throws make an arrival likely.
struct Fit {
    slope: f32,
    /// How far a throw brings a ship for every quarter turn of the strongest power, in units of the way left.
    reach: f32,
    offset: f32,
}

/// Fitted by logistic regression on the 100,000 throws of 400 games of the plans and the priors against each other, with one
/// move in a hundred at random: did the ship arrive in its turn?
const AFRICA: Fit = Fit { slope: 2.5, reach: 5.66, offset: 3.13 };
const SOMALIA: Fit = Fit { slope: 1.44, reach: 5.45, offset: 1.97 };

/// How likely the pirates take a ship to which so many others they hunt are nearer to a port; with others behind it.
const TAKEN: [f32; 4] = [0.7, 0.25, 0.1, 0.03];
/// What a ransom weighs against the chance of an arrival.
const RANSOM: f32 = 0.05;

/// How likely ships of a lane arrive within so many throws, by the way left.
#[derive(Clone, Copy)]
pub(super) struct Odds {
    /// The logarithm of the odds without any way left, and how every unit of the way lowers it.
    near: f32,
    lower: f32,
}

impl Odds {
    pub(super) fn new(game: &Somaliland, lane: Lane, throws: i32) -> Odds {
        if throws <= 0 {
            return Odds { near: f32::NEG_INFINITY, lower: 0.0 };
        }
        let fit = if lane.route() == Route::Africa { AFRICA } else { SOMALIA };
        let longest = game.powers().last().copied().unwrap_or(1);
        let throws = throws as f32;
        let near = (fit.slope * throws + fit.offset) / throws.sqrt();
        Odds { near, lower: fit.slope / (fit.reach * f32::from(longest) * throws.sqrt()) }
    }

    /// How likely a ship with this way left arrives.
    pub(super) fn with(self, way: u16) -> f32 {
        if way == NO_WAY { 0.0 } else { 1.0 / (1.0 + (self.lower * f32::from(way) - self.near).exp()) }
    }
}

/// How many throws a ship at sea has left in this turn.
pub(super) fn throws_left(game: &Somaliland, state: &State, ship: Ship) -> i32 {
    let legs = game.legs() as i32 - state.leg() as i32 - i32::from(state.has_sailed(ship));
    legs - i32::from(state.missing().contains(ship))
}

/// What a throw promises.
#[derive(Clone, Copy, Default)]
pub(super) struct Promise {
    /// How likely the ship arrives in this turn.
    pub(super) arrives: f32,
    /// How likely it sinks by the throw.
    pub(super) sinks: f32,
}

impl Promise {
    fn mean<const N: usize>(promises: [Promise; N]) -> Promise {
        let mut mean = Promise::default();
        for promise in promises {
            mean.arrives += promise.arrives / N as f32;
            mean.sinks += promise.sinks / N as f32;
        }
        mean
    }

    /// All in one number; a sunk ship is missed in later turns too.
    pub(super) fn merit(self) -> f32 {
        self.arrives - self.sinks
    }
}

/// A throw about to be made.
pub(super) struct Throw<'a> {
    game: &'a Somaliland,
    state: &'a State,
    ship: Ship,
    lane: Lane,
    start: Place,
    /// How likely it arrives after this throw: as it should go, with a turn to miss, and with two.
    odds: [Odds; 3],
    /// How near the other hunted ships are to ports, squared and nearest first; only where this ship is hunted.
    rivals: ArrayVec<i32, { 4 * FLEET }>,
}

impl<'a> Throw<'a> {
    /// The throw of the ship that is to be aimed, has been aimed, or rolls.
    pub(super) fn new(game: &'a Somaliland, state: &'a State) -> Option<Throw<'a>> {
        let ship = state.thrown()?;
        let lane = state.lane_of(ship)?;
        let later = throws_left(game, state, ship) - 1;
        let odds = [0, 1, 2].map(|missed| Odds::new(game, lane, later - missed));
        let others = game.hunted(state).filter(|&other| other != ship && game.hunts(lane.route()));
        let mut rivals: ArrayVec<i32, _> =
            others.map(|other| game.chart().nearest_port(state.place(other)).1).collect();
        rivals.sort_unstable();
        rivals.truncate(TAKEN.len() - 1);
        Some(Throw { game, state, ship, lane, start: state.place(ship), odds, rivals })
    }

    /// The merit of an aim, or of a power for the aim taken.
    pub(super) fn merit(&self, action: Action) -> f32 {
        match (action, self.state.heading()) {
            (Action::Aim(aim), _) => self.aimed(aim).merit(),
            (Action::Power(power), Some(aim)) => self.thrown(aim, power).merit(),
            _ => 0.0,
        }
    }

    /// What a heading promises with the best power.
    pub(super) fn aimed(&self, aim: u8) -> Promise {
        let powers = self.by_power(aim).map(|(_, promise)| promise);
        powers.max_by(|a, b| a.merit().total_cmp(&b.merit())).unwrap_or_default()
    }

    /// What a heading promises with every power.
    pub(super) fn by_power(&self, aim: u8) -> impl Iterator<Item = (u8, Promise)> {
        let powers = self.game.powers();
        // One set of courses serves all powers: the hand strays as in a throw of middling strength.
        let (deviation, _) = self.game.deviations(self.ship.seat(), powers[powers.len() / 2]);
        let longest = i32::from(powers[powers.len() - 1]);
        let courses = self.courses(aim, deviation, longest);
        powers.iter().map(move |&power| {
            (power, Promise::mean(courses.map(|(heading, course)| self.promise(heading, course, power.into()))))
        })
    }

    /// What a heading promises with a power.
    pub(super) fn thrown(&self, aim: u8, power: u8) -> Promise {
        let (deviation, spread) = self.game.deviations(self.ship.seat(), power);
        let turns = STRAYS.map(|stray| (i32::from(power) + (stray * spread).round() as i32).max(1));
        Promise::mean(
            self.courses(aim, deviation, turns[2])
                .map(|(heading, course)| Promise::mean(turns.map(|turns| self.promise(heading, course, turns)))),
        )
    }

    fn courses(&self, aim: u8, deviation: f32, turns: i32) -> [(i32, Course); 3] {
        STRAYS.map(|stray| {
            let heading = self.game.heading(aim) + (stray * deviation).round() as i32;
            (heading, self.game.course(self.state, self.ship, heading, turns))
        })
    }

    /// What a throw promises that makes so many quarter turns where nothing stops it before, as its course does.
    fn promise(&self, heading: i32, course: Course, turns: i32) -> Promise {
        let stopped = turns > course.turns || turns == course.turns && course.stop == Stop::Arrived;
        let (arrives, sinks) = if !stopped {
            (self.from(self.game.place_after(self.start, heading, turns), 0), 0.0)
        } else {
            match course.stop {
                Stop::Arrived => (1.0, 0.0),
                Stop::Spent => (self.from(course.end, 0), 0.0),
                Stop::OffBoard | Stop::Aground => (self.from(course.end, 1), 0.0),
                Stop::Struck(_) => {
                    let sinks = self.game.tip_chance(turns - course.turns - 1);
                    ((1.0 - sinks) * self.from(course.end, 1), sinks)
                }
            }
        };
        Promise { arrives, sinks }
    }

    /// How likely the ship arrives from a place if it misses so many turns, with the pirates about.
    fn from(&self, at: Place, missed: usize) -> f32 {
        let hope = |at: Place, missed: usize| {
            let way = self.game.chart().way_left(self.lane, at);
            // Even without hope a shorter way is better.
            self.odds[missed].with(way) - f32::from(way) * 1e-5
        };
        if !self.game.hunts(self.lane.route()) {
            return hope(at, missed);
        }
        let (port, distance2) = self.game.chart().nearest_port(at);
        let nearer = self.rivals.iter().filter(|&&rival| rival < distance2).count();
        let taken = if self.rivals.is_empty() { 1.0 } else { TAKEN[nearer] };
        (1.0 - taken) * hope(at, missed) + taken * (hope(port, missed + 1) - RANSOM)
    }
}
