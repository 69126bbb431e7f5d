//! Games to look back on: step by step, with a review, and to be taken up from any position.

use std::sync::Mutex;

use marque::{Seat, Trace, Turn};
use marque_agents::sitting::{self, AnySitting, Seating, SittingError};
use serde::Serialize;

use crate::failure::Refusal;

/// The most events of a game that is opened.
const EVENTS: usize = 20_000;

/// A game on file.
pub struct Replay {
    trace: Trace,
    /// By seat, and at the end for all: a review as it is sent, once it is made.
    reviews: Mutex<Vec<Option<String>>>,
}

/// What there is to know about a game before looking at it.
#[derive(Serialize)]
pub struct Overview {
    game: &'static str,
    title: &'static str,
    english: &'static str,
    seats: Vec<String>,
    people: Vec<bool>,
    clock: bool,
    scores: Vec<i32>,
    wins: Vec<bool>,
    over: Option<&'static str>,
    rules: serde_json::Value,
    events: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    seat: Option<u8>,
    /// In the game's notation.
    text: String,
    story: String,
}

/// A position of a game.
#[derive(Serialize)]
pub struct Position {
    ply: usize,
    picture: Option<String>,
    prompt: String,
    scores: Vec<i32>,
    legal: Vec<String>,
}

impl Replay {
    /// Reads a game and checks that it follows the rules.
    pub fn read(bytes: &[u8]) -> Result<Replay, Refusal> {
        let trace = Trace::read(bytes).map_err(Refusal::bad)?;
        if trace.plies() > EVENTS {
            return Err(Refusal::bad(format!("the game has {} events; allowed: {EVENTS}", trace.plies())));
        }
        let seats = trace.header.players;
        let replay = Replay { trace, reviews: Mutex::new(Vec::new()) };
        replay.at(usize::MAX, None)?;
        *replay.reviews() = vec![None; seats + 1];
        Ok(replay)
    }

    fn reviews(&self) -> std::sync::MutexGuard<'_, Vec<Option<String>>> {
        self.reviews.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The game's name.
    pub fn game(&self) -> &str {
        &self.trace.header.game
    }

    /// How many events it has.
    pub fn plies(&self) -> usize {
        self.trace.plies()
    }

    /// The sitting after so many events, with the people and bots given, or with people everywhere.
    pub fn at(&self, ply: usize, seating: Option<&Seating>) -> Result<Box<dyn AnySitting>, SittingError> {
        let mut trace = self.trace.clone();
        trace.lines.truncate(ply);
        // Who sat there matters no more, and may be a program of somebody else's.
        trace.header.sitting = None;
        let people = Seating { chairs: vec!["person".to_owned(); trace.header.players], clock: false };
        let mut bytes = Vec::new();
        trace.write(&mut bytes).expect("memory can be written to");
        sitting::resume(bytes.as_slice(), Some(seating.unwrap_or(&people)))
    }

    /// What happened, with everything shown.
    pub fn overview(&self) -> Result<Overview, Refusal> {
        let end = self.at(usize::MAX, None)?;
        let (info, standing) = (end.info(), end.standing());
        let sat: Option<Seating> = self.trace.header.sitting.clone().and_then(|sat| serde_json::from_value(sat).ok());
        let chairs = sat.as_ref().map_or(Vec::new(), |sat| sat.chairs.clone());
        let name = |seat: Seat| chairs.get(seat.index()).cloned().unwrap_or_default();
        let seats = || Seat::all(standing.seats());
        let events = end.news(0).iter().zip(&self.trace.lines).map(|(news, line)| Step {
            seat: match news.turn {
                Turn::Seat(seat) => Some(seat.0),
                _ => None,
            },
            text: match line {
                marque::trace::Line::Chance(text) => text.clone(),
                marque::trace::Line::Choice { action, .. } => action.clone(),
                marque::trace::Line::Over { .. } => String::new(),
            },
            story: news.story(None).to_owned(),
        });
        Ok(Overview {
            game: info.name,
            title: info.title,
            english: info.english,
            seats: seats().map(name).collect(),
            people: seats().map(|seat| name(seat) == "person").collect(),
            clock: sat.is_some_and(|sat| sat.clock),
            scores: standing.scores().to_vec(),
            wins: seats().map(|seat| end.ending().is_some() && standing.wins(seat)).collect(),
            over: end.ending().map(|ending| ending.reason),
            rules: serde_json::to_value(&self.trace.header.rules).map_err(Refusal::broken)?,
            events: events.collect(),
        })
    }

    /// The position after so many events, as a seat saw it or with everything shown.
    pub fn position(&self, ply: usize, viewer: Option<Seat>) -> Result<Position, Refusal> {
        let ply = ply.min(self.plies());
        let sitting = self.at(ply, None)?;
        let standing = sitting.standing();
        if viewer.is_some_and(|seat| seat.index() >= standing.seats()) {
            return Err(Refusal::missing("seat"));
        }
        let legal = Seat::all(standing.seats()).map(|seat| sitting.legal(seat)).find(|legal| !legal.is_empty());
        Ok(Position {
            ply,
            picture: sitting.picture(viewer).map(|picture| picture.without_style()),
            prompt: sitting.prompt(None),
            scores: standing.scores().to_vec(),
            legal: legal.unwrap_or_default(),
        })
    }

    /// A review that was made before.
    pub fn review(&self, seat: Option<Seat>) -> Option<String> {
        let reviews = self.reviews();
        reviews.get(seat.map_or(reviews.len() - 1, Seat::index)).cloned().flatten()
    }

    /// Keeps a review.
    pub fn keep_review(&self, seat: Option<Seat>, review: String) {
        let mut reviews = self.reviews();
        let last = reviews.len() - 1;
        if let Some(place) = reviews.get_mut(seat.map_or(last, Seat::index)) {
            *place = Some(review);
        }
    }
}
