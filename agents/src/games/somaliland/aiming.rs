//! What a throw promises: where the die may end, and how likely the ship arrives from there.

use arrayvec::ArrayVec;
use marque::Game;
use marque::somaliland::{Action, FLEET, Lane, NO_WAY, Place, Route, Ship, Ships, Somaliland, State, Stop};

use super::owner::{Shipowner, others};

/// An error of the hand is thought of as one of these deviations, each a third of the time.
pub(super) const STRAYS: [f32; 3] = [-1.2247, 0.0, 1.2247];

/// How likely the pirates take a ship to which so many others they hunt are nearer to a port; with others behind it.
const TAKEN: [f32; 4] = [0.7, 0.25, 0.1, 0.03];
/// What a ransom weighs against the chance of an arrival.
const RANSOM: f32 = 0.05;

/// Of so many aims one is looked at closely.
const CLOSE: usize = 8;
/// So many quarter turns ahead one sees whether an aim leads away.
const AHEAD: i32 = 4;
/// At a glance one power in so many is looked at.
const GLANCE: usize = 3;
/// So many powers are looked at closely with an aim.
const CHOICES: usize = 3;
/// The most aims that are looked at closely.
const MOST_CLOSE: usize = 8;
/// The most powers there can be.
const MOST_POWERS: usize = 16;

/// How likely ships of a lane arrive within so many throws, by the way left.
#[derive(Clone, Copy)]
pub(super) struct Odds {
    /// The logarithm of the odds without any way left, and how every unit of the way lowers it.
    near: f32,
    lower: f32,
}

impl Odds {
    pub(super) fn new(owner: &Shipowner, game: &Somaliland, route: Route, throws: i32, crowd: f32) -> Odds {
        if throws <= 0 {
            return Odds { near: f32::NEG_INFINITY, lower: 0.0 };
        }
        let fit = owner.arrivals[route as usize];
        let longest = game.powers().last().copied().unwrap_or(1);
        let throws = throws as f32;
        let near = (fit.slope * throws + fit.offset) / throws.sqrt() - fit.crowd * crowd;
        Odds { near, lower: fit.slope / (fit.reach * f32::from(longest) * throws.sqrt()) }
    }

    /// How likely a ship with this way left arrives; hardly at all with [`NO_WAY`].
    #[inline]
    pub(super) fn with(self, way: u16) -> f32 {
        self.over(way.into())
    }

    #[inline]
    fn over(self, way: f32) -> f32 {
        1.0 / (1.0 + exp(self.lower * way - self.near))
    }
}

/// The exponential function to within 1/10,000, for whole rows of numbers at once; kept from 1e-18 to 1e18.
#[inline]
pub(super) fn exp(x: f32) -> f32 {
    // Added to a number, it leaves the nearest whole one in the lowest bits.
    const WHOLE: f32 = 12_582_912.0;
    let power = (x * std::f32::consts::LOG2_E).clamp(-60.0, 60.0);
    let shifted = power + WHOLE;
    let part = (power - (shifted - WHOLE)) * std::f32::consts::LN_2;
    let series = 1.0 + part * (1.0 + part * (0.5 + part * (1.0 / 6.0 + part * (1.0 / 24.0))));
    f32::from_bits(series.to_bits().wrapping_add(shifted.to_bits() << 23))
}

/// How many throws a ship at sea has left in this turn.
pub(super) fn throws_left(game: &Somaliland, state: &State, ship: Ship) -> i32 {
    let legs = game.legs() as i32 - state.leg() as i32 - i32::from(state.has_sailed(ship));
    legs - i32::from(state.missing().contains(ship))
}

/// Where the highest of some merits stand, so many at most: the highest first, and of equals the last.
#[inline]
fn highest<const N: usize>(count: usize, merits: impl Iterator<Item = f32>) -> ArrayVec<usize, N> {
    let mut best: ArrayVec<(f32, usize), N> = ArrayVec::new();
    for (at, merit) in merits.enumerate() {
        let full = best.len() == count.min(N);
        if full && best.last().is_none_or(|&(least, _)| merit < least) {
            continue;
        }
        if full {
            best.pop();
        }
        let place = best.iter().position(|&(other, _)| merit >= other).unwrap_or(best.len());
        best.insert(place, (merit, at));
    }
    best.into_iter().map(|(_, at)| at).collect()
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
    /// The ships it may run into.
    near: Ships,
    /// The power with which the hand strays where one set of courses serves all powers.
    middling: u8,
    /// How likely it arrives after this throw: as it should go, with a turn to miss, and with two.
    odds: [Odds; 3],
    /// How near the other hunted ships are to ports, squared and nearest first; only where this ship is hunted.
    rivals: ArrayVec<i32, { 4 * FLEET }>,
    /// Whether the pirates hunt in its lane.
    hunted: bool,
}

impl<'a> Throw<'a> {
    /// The throw of the ship that is to be aimed, has been aimed, or rolls.
    pub(super) fn new(owner: &Shipowner, game: &'a Somaliland, state: &'a State) -> Option<Throw<'a>> {
        let ship = state.thrown()?;
        let lane = state.lane_of(ship)?;
        let later = throws_left(game, state, ship) - 1;
        let (crowd, _) = others(state, game.seats(), ship.seat(), lane.route());
        let odds = [0, 1, 2].map(|missed| Odds::new(owner, game, lane.route(), later - missed, crowd as f32));
        let hunted = game.hunts(lane.route());
        let hunted_too = game.hunted(state).filter(|&other| other != ship && hunted);
        let mut rivals: ArrayVec<i32, _> =
            hunted_too.map(|other| game.chart().nearest_port(state.place(other)).1).collect();
        rivals.sort_unstable();
        rivals.truncate(TAKEN.len() - 1);
        let powers = game.powers();
        let (middling, strongest) = (powers[powers.len() / 2], powers[powers.len() - 1]);
        let (_, spread) = game.deviations(ship.seat(), strongest);
        let near = game.within_reach(state, ship, i32::from(strongest) + (2.0 * spread) as i32);
        Some(Throw { game, state, ship, lane, start: state.place(ship), near, middling, odds, rivals, hunted })
    }

    /// Fills in the merits of all aims, or of all powers for the aim taken.
    pub(super) fn merits(&self, actions: &[Action], into: &mut Vec<f32>) {
        match self.state.heading() {
            Some(aim) => self.merits_of_powers(aim, actions, into),
            None => self.merits_of_aims(actions, into),
        }
    }

    /// All aims are glanced at, and only the best of them looked at closely; the others rank behind.
    fn merits_of_aims(&self, actions: &[Action], into: &mut Vec<f32>) {
        into.extend(actions.iter().map(|&action| match action {
            Action::Aim(aim) => self.glance(aim),
            _ => 0.0,
        }));
        let close = highest::<MOST_CLOSE>(actions.len().div_ceil(CLOSE), into.iter().copied());
        let merits = close.iter().map(|&at| self.merit(actions[at])).collect::<ArrayVec<f32, MOST_CLOSE>>();
        let least = merits.iter().copied().fold(f32::MAX, f32::min);
        for merit in into.iter_mut() {
            *merit = merit.min(least);
        }
        for (&at, &merit) in close.iter().zip(&merits) {
            into[at] = merit;
        }
    }

    /// The merit of an aim at a glance: how near to its goal the ship could get, as if the hand never strayed and nobody
    /// else were about.
    fn glance(&self, aim: u8) -> f32 {
        let heading = self.game.heading(aim);
        let way = |turns| self.game.chart().way_left(self.lane, self.game.place_after(self.start, heading, turns));
        let hope = |way: u16| self.odds[0].with(way) - f32::from(way) * 1e-5;
        let ahead = self.game.place_after(self.start, heading, AHEAD);
        let start = self.game.chart().way_left(self.lane, self.start);
        if ahead.on_board() && (start..NO_WAY).contains(&way(AHEAD)) {
            return hope(way(AHEAD));
        }
        let powers = self.game.powers();
        let longest = i32::from(powers[powers.len() - 1]);
        let course = self.game.open_course(self.lane, self.start, heading, longest);
        if course.stop == Stop::Arrived {
            return 1.0;
        }
        let ways = powers.iter().rev().step_by(GLANCE).map(|&power| i32::from(power));
        let nearest = ways.filter(|&turns| turns <= course.turns).map(way).min();
        hope(nearest.unwrap_or(NO_WAY))
    }

    /// Powers stray as they should with the heading aimed at; headings stray as with a middling power.
    fn merits_of_powers(&self, aim: u8, actions: &[Action], into: &mut Vec<f32>) {
        let mut turns = [0; STRAYS.len() * MOST_POWERS];
        let mut meant = [0; MOST_POWERS];
        for ((turns, meant), &action) in turns.chunks_exact_mut(STRAYS.len()).zip(&mut meant).zip(actions) {
            if let Action::Power(power) = action {
                turns.copy_from_slice(&self.turns(power));
                *meant = power.into();
            }
        }
        let [left, straight, right] = self.headings(aim, STRAYS, self.middling);
        let straight = self.promises([straight], turns);
        let aside = self.promises([left, right], meant);
        for (straight, aside) in straight.chunks_exact(STRAYS.len()).zip(aside).take(actions.len()) {
            let along = straight.iter().map(|promise| promise.merit()).sum::<f32>() / STRAYS.len() as f32;
            // What it makes to stray aside adds to what it makes to stray along.
            into.push(along + (aside.merit() - straight[STRAYS.len() / 2].merit()) * 2.0 / 3.0);
        }
    }

    /// The merit of an aim, or of a power for the aim taken.
    pub(super) fn merit(&self, action: Action) -> f32 {
        match (action, self.state.heading()) {
            (Action::Aim(aim), _) => self.aimed(aim).merit(),
            (Action::Power(power), Some(aim)) => self.thrown(aim, power).merit(),
            _ => 0.0,
        }
    }

    /// What a heading promises with the best power: of those that look best while the hand does not stray.
    pub(super) fn aimed(&self, aim: u8) -> Promise {
        let [left, straight, right] = self.headings(aim, STRAYS, self.middling);
        let mut meant = [1; MOST_POWERS];
        for (meant, &power) in meant.iter_mut().zip(self.game.powers()) {
            *meant = power.into();
        }
        let promises = self.promises([straight], meant);
        let merits = promises.iter().take(self.game.powers().len()).map(|promise| promise.merit());
        let mut best = [0; CHOICES];
        for (best, at) in best.iter_mut().zip(highest::<CHOICES>(CHOICES, merits)) {
            *best = at;
        }
        let aside = self.promises([left, right], best.map(|at| meant[at]));
        let mean = best.iter().zip(aside).map(|(&at, aside)| Promise {
            arrives: (promises[at].arrives + 2.0 * aside.arrives) / 3.0,
            sinks: (promises[at].sinks + 2.0 * aside.sinks) / 3.0,
        });
        mean.max_by(|a, b| a.merit().total_cmp(&b.merit())).unwrap_or_default()
    }

    /// What a heading promises with every power, if the hand strays by such deviations, each as likely.
    pub(super) fn by_power<const S: usize>(&self, aim: u8, strays: [f32; S]) -> impl Iterator<Item = (u8, Promise)> {
        let powers = self.game.powers();
        let mut turns = [0; MOST_POWERS];
        for (turns, &power) in turns.iter_mut().zip(powers) {
            *turns = power.into();
        }
        powers.iter().copied().zip(self.promises(self.headings(aim, strays, self.middling), turns))
    }

    /// What a heading promises with a power.
    pub(super) fn thrown(&self, aim: u8, power: u8) -> Promise {
        let headings = self.headings(aim, STRAYS, power);
        let turns = self.turns(power);
        let mut mean = Promise::default();
        for promise in self.promises(headings, turns) {
            mean.arrives += promise.arrives / turns.len() as f32;
            mean.sinks += promise.sinks / turns.len() as f32;
        }
        mean
    }

    /// The headings of a throw as the hand strays with a power.
    fn headings<const S: usize>(&self, aim: u8, strays: [f32; S], power: u8) -> [i32; S] {
        let (deviation, _) = self.game.deviations(self.ship.seat(), power);
        strays.map(|stray| self.game.heading(aim) + (stray * deviation).round() as i32)
    }

    /// The quarter turns that a power comes to.
    fn turns(&self, power: u8) -> [i32; STRAYS.len()] {
        let (_, spread) = self.game.deviations(self.ship.seat(), power);
        STRAYS.map(|stray| (i32::from(power) + (stray * spread).round() as i32).max(1))
    }

    /// What each of some numbers of quarter turns promises on average over headings.
    ///
    /// They are reckoned side by side in plain loops, so that the processor takes several at once.
    #[inline]
    fn promises<const H: usize, const N: usize>(&self, headings: [i32; H], turns: [i32; N]) -> [Promise; N] {
        let longest = turns.into_iter().fold(0, i32::max);
        let mut promises = [Promise::default(); N];
        for heading in headings {
            let course = self.game.course_among(self.state, self.near, self.ship, heading, longest);
            let odds = self.arrivals(heading, course.turns, &turns);
            for at in 0..N {
                let over = turns[at] - course.turns;
                let (arrives, sinks) = match course.stop {
                    Stop::Arrived if over >= 0 => (1.0, 0.0),
                    Stop::Struck(_) if over > 0 => {
                        let sinks = self.game.tip_chance(over - 1);
                        ((1.0 - sinks) * odds[at], sinks)
                    }
                    _ => (odds[at], 0.0),
                };
                promises[at].arrives += arrives / H as f32;
                promises[at].sinks += sinks / H as f32;
            }
        }
        promises
    }

    /// How likely the ship arrives after rolling along a heading for each of some numbers of quarter turns, with the pirates
    /// about; with more than `most` it is stopped and misses a turn.
    #[inline]
    fn arrivals<const N: usize>(&self, heading: i32, most: i32, turns: &[i32; N]) -> [f32; N] {
        let chart = self.game.chart();
        let [free, missed, twice] = self.odds;
        let (mut xs, mut ys, mut ways) = ([0; N], [0; N], [0.0; N]);
        for at in 0..N {
            let place = self.game.place_after(self.start, heading, turns[at].min(most));
            (xs[at], ys[at]) = (place.x, place.y);
        }
        for at in 0..N {
            ways[at] = f32::from(chart.way_left(self.lane, Place { x: xs[at], y: ys[at] }));
        }
        let hope = |ways: [f32; N], free: Odds, missed: Odds| {
            let mut hopes = [0.0; N];
            for at in 0..N {
                let stopped = turns[at] > most;
                let near = if stopped { missed.near } else { free.near };
                let lower = if stopped { missed.lower } else { free.lower };
                // Even without hope a shorter way is better.
                hopes[at] = Odds { near, lower }.over(ways[at]) - ways[at] * 1e-5;
            }
            hopes
        };
        let mut hopes = hope(ways, free, missed);
        if !self.hunted {
            return hopes;
        }
        let (mut least, mut from_port) = ([i32::MAX; N], [0.0; N]);
        for &port in chart.ports() {
            let way = f32::from(chart.way_left(self.lane, port));
            for at in 0..N {
                let distance2 = port.distance2(Place { x: xs[at], y: ys[at] });
                from_port[at] = if distance2 < least[at] { way } else { from_port[at] };
                least[at] = least[at].min(distance2);
            }
        }
        let mut taken = [if self.rivals.is_empty() { 1.0 } else { TAKEN[0] }; N];
        for (&rival, &odds) in self.rivals.iter().zip(&TAKEN[1..]) {
            for at in 0..N {
                taken[at] = if rival < least[at] { odds } else { taken[at] };
            }
        }
        let ransomed = hope(from_port, missed, twice);
        for at in 0..N {
            hopes[at] = (1.0 - taken[at]) * hopes[at] + taken[at] * (ransomed[at] - RANSOM);
        }
        hopes
    }
}
