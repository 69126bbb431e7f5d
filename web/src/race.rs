//! A race on the clock as a person sees it: the rivals sit down while it thinks, and the last one is counted out.
//!
//! The game hears of a person's time only when the person has chosen. What the rivals do until then does not depend on
//! it, so a copy of the sitting, in which the person never sits down, tells it in advance; the page is told when the time has
//! come.

use std::sync::Arc;
use std::time::{Duration, Instant};

use marque::{Seat, Trace};
use marque_agents::sitting::{self, AnySitting, Ask, Due};
use serde::Serialize;
use tokio::task::AbortHandle;

use crate::room::Room;
use crate::thinkers::Thinkers;

/// One tick of the game.
const TICK: Duration = Duration::from_millis(100);
/// As good as never.
const NEVER: Duration = Duration::from_secs(3600);

/// The race of one person.
pub struct Race {
    since: Instant,
    /// The rivals that are seen to have sat down.
    sat: Vec<Sat>,
    /// When the person is counted out, once all the others sit.
    deadline: Option<Duration>,
    running: bool,
    task: AbortHandle,
}

/// A rival that has sat down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Sat {
    seat: u8,
    /// At which ship.
    ship: u8,
    /// On which tick of the race.
    tick: u32,
}

/// A race as it is sent.
#[derive(Serialize)]
pub struct Heat<'a> {
    /// How long the clock has been running, in milliseconds.
    elapsed: u64,
    sat: &'a [Sat],
    /// When the person is counted out, in milliseconds of its clock.
    deadline: Option<u64>,
}

impl Drop for Race {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Race {
    /// Starts the clock of a person in a game as it was saved.
    pub fn start(room: Arc<Room>, seat: Seat, since: Instant, trace: Vec<u8>, thinkers: Arc<Thinkers>) -> Race {
        let task = tokio::spawn(watch(room, seat, since, trace, thinkers)).abort_handle();
        Race { since, sat: Vec::new(), deadline: None, running: true, task }
    }

    /// Stops the clock.
    pub fn stop(&mut self) {
        self.running = false;
        self.task.abort();
    }

    /// The race as it is to be seen now; nothing once the person has chosen.
    pub fn heat(&self) -> Option<Heat<'_>> {
        let millis = |time: Duration| time.as_millis() as u64;
        let heat = Heat { elapsed: millis(self.since.elapsed()), sat: &self.sat, deadline: self.deadline.map(millis) };
        self.running.then_some(heat)
    }
}

/// Tells a person what the rivals do, each thing at its time, and counts it out in the end.
async fn watch(room: Arc<Room>, seat: Seat, since: Instant, trace: Vec<u8>, thinkers: Arc<Thinkers>) {
    let Some((mut copy, countdown)) = copy(trace) else { return };
    let rivals = copy.standing().seats() - 1;
    let at = |tick: u32| since + TICK * tick;
    let mut told = copy.news(0).len();
    let mut sat: Vec<Sat> = Vec::new();
    while copy.due() == Due::Nobody {
        if let Some(pondering) = copy.ponder() {
            let Ok(decision) = thinkers.think(move || pondering.think()).await else { return };
            if copy.decide(decision).is_err() {
                return;
            }
        } else if !matches!(copy.advance(), Ok(Some(_))) {
            return;
        }
        for news in copy.news(told) {
            let seen = news.seen(seat).unwrap_or_default();
            if seen.contains("cards:") {
                // The round is over, and everything told.
                break;
            }
            for one in seen.split(['=', ';']).filter_map(|part| part.strip_prefix("sat:")).flat_map(read_sat) {
                tokio::time::sleep_until(at(one.tick).into()).await;
                sat.push(one);
                let deadline = (sat.len() == rivals).then(|| TICK * (one.tick + countdown));
                show(&room, seat, one, deadline);
                if let Some(deadline) = deadline {
                    tokio::time::sleep_until((since + deadline).into()).await;
                    count_out(&room, seat);
                    return;
                }
            }
        }
        told = copy.news(0).len();
    }
}

/// The sitting as it would go on if no person ever sat down, and how many ticks the last one is given.
fn copy(trace: Vec<u8>) -> Option<(Box<dyn AnySitting>, u32)> {
    let header = Trace::read(trace.as_slice()).ok()?.header;
    let countdown = header.rules.get("countdown")?.as_integer()?;
    let mut copy = sitting::resume(trace.as_slice(), None).ok()?;
    let now = Instant::now();
    for seat in Seat::all(header.players) {
        if copy.asked(seat) == Some(Ask::Ready) {
            copy.ready(seat, now).ok()?;
            let anywhere = copy.legal(seat).into_iter().next()?;
            copy.act(seat, &anywhere, now + NEVER).ok()?;
        }
    }
    Some((copy, u32::try_from(countdown).ok()?))
}

/// Reads `1@6:20,2@3:22`.
fn read_sat(list: &str) -> impl Iterator<Item = Sat> {
    list.split(',').filter_map(|one| {
        let (seat, rest) = one.split_once('@')?;
        let (ship, tick) = rest.split_once(':')?;
        Some(Sat { seat: seat.parse().ok()?, ship: ship.parse().ok()?, tick: tick.parse().ok()? })
    })
}

fn show(room: &Room, seat: Seat, sat: Sat, deadline: Option<Duration>) {
    if let Some(race) = &mut room.play().races[seat.index()] {
        race.sat.push(sat);
        race.deadline = deadline;
    }
    room.tell();
}

/// Sits a person down who has not chosen in time: wherever it is, it is too late.
fn count_out(room: &Room, seat: Seat) {
    let anywhere = room.play().sitting.legal(seat).into_iter().next();
    if let Some(action) = anywhere {
        let _ = room.act(seat, &action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_sat_are_read_from_the_notation() {
        let sat: Vec<Sat> = read_sat("1@6:20,2@3:22").collect();
        assert_eq!(sat, [Sat { seat: 1, ship: 6, tick: 20 }, Sat { seat: 2, ship: 3, tick: 22 }]);
    }
}
