//! Throwing a die: where it rolls, and what it meets (SO-13, SO-14).

use super::Somaliland;
use super::chart::Place;
use super::hand::Stray;
use super::lane::{Lane, Route};
use super::ship::{SIDE, Ship, Ships, Side};
use super::state::State;

/// A heading's cosine and sine in 1/1024.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    cos: i32,
    sin: i32,
}

impl Direction {
    /// All 1024 headings.
    pub(super) fn all() -> [Direction; 1024] {
        let table = |heading: usize| {
            let (sin, cos) = (heading as f64 * std::f64::consts::TAU / 1024.0).sin_cos();
            Direction { cos: (1024.0 * cos).round() as i32, sin: (1024.0 * sin).round() as i32 }
        };
        std::array::from_fn(table)
    }

    /// Where a die from `start` is after so many quarter turns.
    #[inline]
    fn after(self, start: Place, turns: i32) -> Place {
        Place { x: start.x + ((SIDE * turns * self.cos) >> 10), y: start.y + ((SIDE * turns * self.sin) >> 10) }
    }
}

/// What ended a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Its quarter turns were spent.
    Spent,
    /// It would have left the board.
    OffBoard,
    /// It came within reach of its goal.
    Arrived,
    /// It would have run on land or into the other route's sea.
    Aground,
    /// It ran into another ship.
    Struck(Ship),
}

/// The course of a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    /// What ended it.
    pub stop: Stop,
    /// Quarter turns really made.
    pub turns: i32,
    /// Where it ends.
    pub end: Place,
}

impl Somaliland {
    /// The course of a ship at sea thrown along a heading (1/1024 turns) for so many quarter turns.
    pub fn course(&self, state: &State, ship: Ship, heading: i32, turns: i32) -> Course {
        self.course_among(state, state.at_sea(), ship, heading, turns)
    }

    /// The same where it can run into no others than these, such as those [within reach](Somaliland::within_reach).
    pub fn course_among(&self, state: &State, others: Ships, ship: Ship, heading: i32, turns: i32) -> Course {
        let lane = state.lane_of(ship).expect("a ship that is thrown is at sea");
        let start = state.place(ship);
        let open = self.open_course(lane, start, heading, turns);
        let meeting = if open.turns == 0 || others.is_empty() {
            None
        } else {
            self.meeting(state, others, ship, start, heading, open)
        };
        match meeting {
            Some((struck, at)) => {
                let turns = at - 1;
                Course { stop: Stop::Struck(struck), turns, end: self.direction(heading).after(start, turns) }
            }
            None => open,
        }
    }

    /// The ships at sea that a ship can run into with so many quarter turns, whatever the heading.
    pub fn within_reach(&self, state: &State, ship: Ship, turns: i32) -> Ships {
        let start = state.place(ship);
        let reach = SIDE * (turns + 1);
        let far = |at: Place| (at.x - start.x).abs() > reach || (at.y - start.y).abs() > reach;
        let others = state.at_sea().filter(|&other| other != ship && !far(state.place(other)));
        Ships(others.fold(0, |ships, other| ships | other.bit()))
    }

    /// Where a die thrown along a heading (1/1024 turns) is after so many quarter turns, if nothing stops it.
    #[inline]
    pub fn place_after(&self, start: Place, heading: i32, turns: i32) -> Place {
        self.direction(heading).after(start, turns)
    }

    /// How likely a collision with so many quarter turns left knocks the struck die over and sinks the other.
    #[inline]
    pub fn tip_chance(&self, left: i32) -> f32 {
        if left >= self.tip_turns { f32::from(self.tip_percent) / 100.0 } else { 0.0 }
    }

    #[inline]
    fn direction(&self, heading: i32) -> Direction {
        self.directions[(heading & 1023) as usize]
    }

    /// The course of a die alone on the sea of a lane.
    #[inline]
    pub fn open_course(&self, lane: Lane, start: Place, heading: i32, turns: i32) -> Course {
        let direction = self.direction(heading);
        let goal = self.chart.goal(lane);
        let near = self.goal_radius * self.goal_radius;
        let calm = &self.calm[lane.index()];
        // Where it is after the turns known to be open, of which those over calm sea need no look.
        let (mut made, mut end) = (0, start);
        while made < turns {
            let over = made + i32::from(calm[end.square()]);
            if over >= turns {
                break;
            }
            let next = direction.after(start, over + 1);
            let short = |stop| Course { stop, turns: over, end: direction.after(start, over) };
            if !next.on_board() {
                return short(Stop::OffBoard);
            }
            if next.distance2(goal) <= near {
                return Course { stop: Stop::Arrived, turns: over + 1, end: next };
            }
            if !self.chart.is_sea(lane.route(), next) {
                return short(Stop::Aground);
            }
            (made, end) = (over + 1, next);
        }
        Course { stop: Stop::Spent, turns, end: direction.after(start, turns) }
    }

    /// The first ship that a die runs into on its way, and after how many quarter turns.
    fn meeting(
        &self,
        state: &State,
        others: Ships,
        ship: Ship,
        start: Place,
        heading: i32,
        open: Course,
    ) -> Option<(Ship, i32)> {
        let direction = self.direction(heading);
        // Where it arrives, it meets nobody any more.
        let last = open.turns - i32::from(open.stop == Stop::Arrived);
        let corner = Place { x: start.x.min(open.end.x) - SIDE, y: start.y.min(open.end.y) - SIDE };
        let width = (start.x - open.end.x).abs() + 2 * SIDE;
        let height = (start.y - open.end.y).abs() + 2 * SIDE;
        // Most ships are nowhere near: no branch is taken on them.
        let mut near = 0;
        for other in others {
            let at = state.place(other);
            let beside = (at.x - corner.x) as u32 <= width as u32;
            let abreast = (at.y - corner.y) as u32 <= height as u32;
            near |= u32::from(beside & abreast) << other.0;
        }
        let mut first: Option<(i32, i32, Ship)> = None;
        for other in Ships(near & !ship.bit()) {
            let at = state.place(other);
            if at.distance2(start) < SIDE * SIDE {
                continue;
            }
            // How far along the course the other lies. Headings are rounded, which shifts it by less than a quarter turn,
            // and dice are near for at most one quarter turn to either side.
            let along = ((at.x - start.x) * direction.cos + (at.y - start.y) * direction.sin) / (1024 * SIDE);
            for turn in (along - 2).max(1)..=(along + 3).min(last) {
                let distance2 = direction.after(start, turn).distance2(at);
                if distance2 < SIDE * SIDE {
                    if first.is_none_or(|(soonest, nearest, _)| (turn, distance2) < (soonest, nearest)) {
                        first = Some((turn, distance2, other));
                    }
                    break;
                }
            }
        }
        first.map(|(turn, _, struck)| (struck, turn))
    }

    /// The heading (1/1024 turns) and quarter turns of the throw that was aimed, as the hand strays.
    #[inline]
    pub(super) fn strayed(&self, state: &State, stray: Stray) -> (i32, i32) {
        let heading = (self.heading(state.heading) + i32::from(stray.heading)) & 1023;
        (heading, (i32::from(state.power) + i32::from(stray.turns)).max(1))
    }

    /// Throws the ship that was aimed.
    pub(super) fn throw(&self, state: &mut State, stray: Stray) {
        let ship = state.ship;
        let (heading, turns) = self.strayed(state, stray);
        let side = Side::nearest(heading);
        state.held &= !ship.bit();
        state.unlock(ship);
        let course = self.course(state, ship, heading, turns);
        state.put(ship, course.end);
        state.set_lie(ship, state.lie(ship).turned(side, course.turns as u32));
        match course.stop {
            Stop::Spent => {}
            Stop::OffBoard | Stop::Aground => state.missing |= ship.bit(),
            Stop::Arrived => {
                let lane = state.lane_of(ship).expect("a ship that is thrown is at sea");
                state.ledgers[ship.seat().index()].arrived[lane.index()] += 1;
                state.arrive(ship);
            }
            Stop::Struck(struck) => {
                state.missing |= struck.bit();
                // The turn at which they met is not made any more.
                let left = turns - (course.turns + 1);
                if left >= self.tip_turns && stray.tip < self.tip_percent {
                    self.knock_over(state, struck, heading);
                    state.sink(ship);
                } else {
                    state.missing |= ship.bit();
                    state.lock(ship, struck);
                }
            }
        }
    }

    /// Knocks a ship over along a heading (SO-14).
    fn knock_over(&self, state: &mut State, ship: Ship, heading: i32) {
        state.ledgers[ship.seat().index()].tipped += 1;
        state.set_lie(ship, state.lie(ship).turned(Side::nearest(heading), 1));
        let pushed = self.direction(heading).after(state.place(ship), 1);
        if self.sails(state.route_of(ship), pushed) {
            state.unlock(ship);
            state.put(ship, pushed);
        }
    }

    /// Whether a place is on the board and sea of a route.
    fn sails(&self, route: Route, at: Place) -> bool {
        at.on_board() && self.chart.is_sea(route, at)
    }
}
