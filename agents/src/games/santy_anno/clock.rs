//! Santy Anno on a real clock: a person sees the cards and thinks; the time it takes is the time on its clock.
//!
//! The game knows thinking as cards thought through, each taking some ticks. A person's time is told to it in these
//! words: as many cards as the time needs, their ticks stretched or shortened as far as the rules allow, then the run.
//! Where the rules allow no such time exactly, the next longer one is taken, or the longest there is.

use std::time::Duration;

use marque::picture::Picture;
use marque::random::Rng;
use marque::santy_anno::{Action, Outcome, SantyAnno, Ship};
use marque::toml::{self, Value};
use marque::{Event, Game, Notation, Seat, Table, Turn};

use crate::sitting::Clock;

/// One tick of the game.
const TICK: Duration = Duration::from_millis(100);
/// How much slower than by default heads are when a person plays, in percent: a person's pace.
const PERSONS_PACE: i64 = 400;
/// An hour is as good as for ever, in ticks.
const FOR_EVER: u128 = 36_000;

/// A person's own head and a real clock, in place of a mind of the rules.
pub(super) struct OwnHead;

impl Clock<SantyAnno> for OwnHead {
    fn paced(&self, game: SantyAnno) -> SantyAnno {
        let usual = SantyAnno::create(game.seats(), &toml::Table::new()).expect("the default rules are right");
        if game.rules().value("minds") != usual.rules().value("minds") {
            return game;
        }
        let mind = toml::Table::from_iter([("speed_percent".to_owned(), PERSONS_PACE.into())]);
        let mut rules = game.rules().values().clone();
        rules.insert("minds".to_owned(), Value::from(vec![mind; game.seats()]));
        SantyAnno::create(game.seats(), &rules).expect("a pace within its range changes nothing else")
    }

    fn choices(&self, _game: &SantyAnno) -> Vec<Action> {
        Ship::all().map(Action::Run).collect()
    }

    fn before(&self, table: &Table<SantyAnno>, seat: Seat) -> String {
        let (cards, _) = dealt(table);
        let rules = table.game().rules();
        let number = |value: &Value| value.as_integer().expect("rules given in full hold whole numbers");
        let ticks: i64 = cards.iter().map(|card| number(&rules.value("ticks")[card.kind])).sum();
        let paces = Seat::all(table.game().seats()).filter(|&rival| rival != seat);
        let paces = paces.map(|rival| number(&rules.value("minds")[rival.index()]["speed_percent"]));
        let seconds = |percent: i64| ticks * percent / 1000;
        let (fast, slow) = (paces.clone().min().map_or(0, seconds), paces.max().map_or(0, seconds));
        let rivals = if fast == slow { format!("{fast}") } else { format!("{fast} to {slow}") };
        format!(
            "Round {} has {} cards. Your clock starts when you are ready and see them; it stops when you run for a ship. \
             The others take about {rivals} s to think them through, then they run. Once all the others sit, {} s are left.",
            table.turns(),
            cards.len(),
            table.game().countdown() / 10
        )
    }

    fn running(&self, table: &Table<SantyAnno>, _seat: Seat) -> String {
        let (cards, event) = dealt(table);
        let mut text = "Follow the cards from the ship that is your home:\n".to_owned();
        for (number, Card { face, words, .. }) in (1..).zip(cards) {
            text += &format!("  {number}. {face:<9} {words}\n");
        }
        if let Some(event) = event {
            text += &format!("  event {event}: {}\n", event_words(table.game(), &event));
        }
        text += "The clock is running. Run for the ship you come to.";
        text
    }

    fn picture(&self, table: &Table<SantyAnno>, seat: Seat) -> Option<Picture> {
        Some(table.picture_with_faces(seat))
    }

    fn account(
        &self,
        table: &Table<SantyAnno>,
        seat: Seat,
        chosen: Action,
        elapsed: Duration,
        rng: &mut Rng,
    ) -> Event<Action, Outcome> {
        let ticks = (elapsed.as_millis() / TICK.as_millis()).min(FOR_EVER) as u32;
        let left = ticks.saturating_sub(spent(table, seat));
        match table.turn() {
            Turn::Chance => Event::Outcome(thought(table, left, rng)),
            _ => {
                let mut legal = Vec::new();
                table.view(seat).actions(&mut legal);
                let thinking = legal.into_iter().find(|action| matches!(action, Action::Think | Action::Recheck));
                Event::Action(thinking.filter(|_| left > 0).unwrap_or(chosen))
            }
        }
    }
}

/// How many ticks of this round the game has been told a seat thought.
fn spent(table: &Table<SantyAnno>, seat: Seat) -> u32 {
    let (mut spent, mut actor) = (0, None);
    table.retrace(|before, event| match event {
        Event::Action(_) => actor = Some(before.turn()),
        Event::Outcome(Outcome::Mind { ticks, .. }) if actor == Some(Turn::Seat(seat)) => spent += ticks,
        Event::Outcome(Outcome::Cards(_)) => spent = 0,
        Event::Outcome(_) => {}
    });
    spent
}

/// How a thought goes that leads on to a time of `left` ticks, drawn as far as the time does not say.
fn thought(table: &Table<SantyAnno>, left: u32, rng: &mut Rng) -> Outcome {
    let drawn = table.clone().roll(rng);
    let Some(Outcome::Mind { ticks, belief }) = drawn else { unreachable!("thinking was answered with {drawn:?}") };
    let lasting = |ticks: u32| Outcome::Mind { ticks, belief };
    let possible = |&ticks: &u32| table.clone().happen(&table.game().write_outcome(lasting(ticks))).is_ok();
    let shortest = (0..=ticks).rev().take_while(possible).last().unwrap_or(ticks);
    let longest = (ticks..).take_while(possible).last().unwrap_or(ticks);
    let last = table.events().last() == Some(&Event::Action(Action::Recheck));
    // Another thought takes about as long at the least: leave that much to it rather than a moment.
    let rest = if last || left <= longest { 0 } else { shortest };
    lasting(left.saturating_sub(rest).clamp(shortest, longest))
}

/// A card as a person reads it.
struct Card {
    face: String,
    /// Its kind, as the rules' tables have it.
    kind: &'static str,
    words: String,
}

/// The cards of the round as they were dealt, and its event.
fn dealt(table: &Table<SantyAnno>) -> (Vec<Card>, Option<String>) {
    let mut round = (Vec::new(), None);
    for event in table.events() {
        let &Event::Outcome(outcome) = event else { continue };
        let text = table.game().write_outcome(outcome);
        if let Some(faces) = text.strip_prefix("cards:") {
            round = (faces.split(',').map(card).collect(), None);
        } else if let Some(event) = text.strip_prefix("event:") {
            round.1 = Some(event.to_owned());
        }
    }
    round
}

fn card(face: &str) -> Card {
    let (kind, words) = read(face);
    Card { face: face.to_owned(), kind, words }
}

/// A card's kind, and what it does in words (SA-5 to SA-11).
fn read(face: &str) -> (&'static str, String) {
    let stays = |what: &str| format!("; {what} stays");
    if let Some(element) = face.strip_prefix("E:") {
        let (element, crossed) = element.split_once('-').map_or((element, None), |(e, c)| (e, Some(c)));
        let kind = if crossed.is_some() { "crossed" } else { "element" };
        let but = crossed.map_or(String::new(), |letter| stays(colour(letter)));
        (kind, format!("the other ship with the {element} in the same colour{but}"))
    } else if let Some(letter) = face.strip_prefix("C:") {
        ("colour", format!("look at what is {0} here: the other ship on which the same is {0}", colour(letter)))
    } else if let Some(crossed) = face.strip_prefix('N') {
        let letter = crossed.strip_prefix('-');
        let kind = if letter.is_some() { "letter_crossed" } else { "letter" };
        let but = letter.map_or(String::new(), stays);
        (kind, format!("the other ship whose name begins with the same letter{but}"))
    } else if let Some(places) = face.strip_prefix('H') {
        let way = if places.starts_with('+') { "clockwise" } else { "against the clock" };
        ("helm", format!("{} on around the table, {way}", count(&places[1..], "place")))
    } else if let Some((one, two)) = face.strip_prefix("D:").and_then(|both| both.split_once('/')) {
        ("double", format!("the ship on which the colours of {one} and {two} are exchanged"))
    } else if let Some(number) = face.strip_prefix('+') {
        ("number", format!("{} on; after 8 comes 1", count(number, "number")))
    } else {
        ("coco", "the other ship with Coco in the same corner".to_owned())
    }
}

fn count(number: &str, thing: &str) -> String {
    format!("{number} {thing}{}", if number == "1" { "" } else { "s" })
}

fn colour(letter: &str) -> &'static str {
    match letter {
        "r" => "red",
        "y" => "yellow",
        "b" => "blue",
        _ => "green",
    }
}

/// What an event does (SA-15).
fn event_words(game: &SantyAnno, event: &str) -> String {
    match event {
        "tornado" => "the third and the fourth card change places".to_owned(),
        "seasick+" => "after each card from the fourth on, one place more clockwise".to_owned(),
        "seasick-" => "after each card from the fourth on, one place more against the clock".to_owned(),
        "bermuda" => "the cards after the third work in reverse order".to_owned(),
        _ => format!("the cards stay as they are; running takes {} % of its time", game.rules().int("rum_percent")),
    }
}

#[cfg(test)]
mod tests {
    use marque::random::{Purpose, stream};

    use super::*;

    /// Every card of the experts' deck is read as the kind that the game says it is.
    #[test]
    fn cards_are_read_as_what_they_are() {
        let rules = "expert = true".parse().unwrap();
        let game = SantyAnno::create(3, &rules).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..100 {
            let mut table = Table::new(game.clone());
            let mut rng = stream(seed, 0, Purpose::Chance);
            let mut told = String::new();
            while table.turn() == Turn::Chance {
                let before = table.clone();
                let outcome = table.roll(&mut rng).unwrap();
                told = before.narrate(Event::Outcome(outcome), Some(Seat(0)));
            }
            let (cards, _) = dealt(&table);
            let kinds: Vec<&str> = cards.iter().map(|card| card.kind).collect();
            assert_eq!(told, format!("Round 1 begins with {}.", kinds.join(", ")));
            seen.extend(cards.into_iter().map(|card| card.face));
        }
        assert_eq!(seen.len(), 51, "all but the twin of the letter card");
    }

    #[test]
    fn cards_are_told_in_words() {
        let words = |face| read(face).1;
        assert_eq!(words("E:hull-y"), "the other ship with the hull in the same colour; yellow stays");
        assert_eq!(words("N-P"), "the other ship whose name begins with the same letter; P stays");
        assert_eq!(words("H-1"), "1 place on around the table, against the clock");
        assert_eq!(words("+3"), "3 numbers on; after 8 comes 1");
    }
}
