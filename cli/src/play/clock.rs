//! Santy Anno on a real clock: a person sees the cards and thinks; the time it takes is the time on its clock.
//!
//! The game knows thinking as cards thought through, each taking some ticks. A person's time is told to it in these
//! words: as many cards as the time needs, their ticks stretched or shortened as far as the rules allow, then the run.
//! Where the rules allow no such time exactly, the next longer one is taken, or the longest there is.

use std::time::{Duration, Instant};

use marque::random::Rng;
use marque::{Event, Show, Table};

/// One tick of the game.
const TICK: Duration = Duration::from_millis(100);

/// What a person has settled on in a round: which ship, after how many ticks.
pub struct Answer {
    ticks: u32,
    run: String,
    spent: u32,
    thinking: bool,
}

impl Answer {
    /// The person names the action `run` now, having begun to think at `begin`.
    pub fn new(run: &str, begin: Instant) -> Answer {
        // An hour is as good as for ever.
        let ticks = (begin.elapsed().as_millis() / TICK.as_millis()).min(36_000) as u32;
        Answer { ticks, run: run.to_owned(), spent: 0, thinking: false }
    }

    /// How long it took.
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Whether the game was last told of thinking, and chance is to say how it went.
    pub fn thinking(&self) -> bool {
        self.thinking
    }

    /// What the game must be told next: more thinking while time remains to account for, then the run.
    pub fn next(&mut self, legal: &[String]) -> String {
        let thought = ["think", "recheck"].into_iter().find(|word| legal.iter().any(|action| action == word));
        self.thinking = thought.is_some() && self.spent < self.ticks;
        match thought {
            Some(word) if self.thinking => word.to_owned(),
            _ => self.run.clone(),
        }
    }

    /// Lets chance say how the thinking went, in the ticks nearest to what remains.
    pub fn think<G: Show>(&mut self, table: &mut Table<G>, rng: &mut Rng) {
        self.thinking = false;
        let drawn = table.clone().roll(rng).map_or(String::new(), |outcome| table.game().write_outcome(outcome));
        let (ticks, belief) = drawn
            .strip_prefix("mind:")
            .and_then(|rest| rest.split_once(':'))
            .and_then(|(ticks, belief)| Some((ticks.parse::<u32>().ok()?, belief)))
            .expect("thinking gives ticks and a belief");
        // From the wish towards what was drawn, which is possible.
        let wanted = self.ticks - self.spent;
        let mut tries: Vec<u32> = (wanted.min(ticks)..=wanted.max(ticks)).collect();
        if wanted > ticks {
            tries.reverse();
        }
        let happened = tries.into_iter().find(|ticks| table.happen(&format!("mind:{ticks}:{belief}")).is_ok());
        self.spent += happened.expect("what chance drew can happen");
    }
}

/// The cards of the round and its event, as everyone at the table sees them.
pub fn cards<G: Show>(table: &Table<G>) -> String {
    let mut cards = String::new();
    for &event in table.events() {
        let Event::Outcome(outcome) = event else { continue };
        let text = table.game().write_outcome(outcome);
        if let Some(faces) = text.strip_prefix("cards:") {
            cards = faces.replace(',', "  ");
        } else if let Some(event) = text.strip_prefix("event:") {
            cards = format!("{cards}   event: {event}");
        }
    }
    cards
}
