use crate::game::{Event, Game, Turn};
use crate::page::{Ink, Page};
use crate::picture::Picture;
use crate::seat::Seat;
use crate::show::{DeedWords, Show};

use super::SantyAnno;
use super::action::{Action, Outcome};
use super::cards::{Card, EventCard};
use super::hidden::{known, newly_sat};
use super::picture::picture;
use super::ships::{SHIPS, Ship};
use super::state::{Phase, State};

const LEGEND: &str = "r red, y yellow, b blue, g green; cards in the order in which they are thought through;\n\
                      clock in ticks of 0.1 s; ? hidden\n";

impl Show for SantyAnno {
    /// Everything, or what `viewer` knows: the faces of the cards are shown with everything only.
    fn board(&self, state: &State, viewer: Option<Seat>) -> Page {
        let known = viewer.map_or(*state, |viewer| known(self, state, viewer));
        let mut page = Page::new();
        page.ink(Ink::Bold, headline(self, &known)).line("").line("");
        if known.phase != Phase::Table {
            ring(self, &known, &mut page);
        }
        if known.cards() > 0 {
            cards(&known, viewer.is_none(), &mut page);
        }
        seats(self, &known, viewer, &mut page);
        page.ink(Ink::Dim, LEGEND);
        page
    }

    /// Whose decision it is; nothing of what that seat alone knows.
    fn prompt(&self, state: &State) -> String {
        match (self.turn(state), state.phase) {
            (Turn::Seat(seat), _) => format!("{seat} has the earliest clock: it thinks on or runs for a ship"),
            (Turn::Over, _) => "the game is over".to_owned(),
            (Turn::Chance, Phase::Table) => "chance lays the ships around the table".to_owned(),
            (Turn::Chance, Phase::Start) => "chance gives every pirate a ship".to_owned(),
            (Turn::Chance, Phase::Remove) => "chance removes ten basic cards".to_owned(),
            (Turn::Chance, Phase::Cards) => "chance deals the cards of the round".to_owned(),
            (Turn::Chance, Phase::Event) => "chance draws the event of the round".to_owned(),
            (Turn::Chance, _) => format!("{} is thinking", state.race.actor),
        }
    }

    fn narrate(&self, before: &State, event: Event<Action, Outcome>, viewer: Option<Seat>) -> String {
        let mut after = *before;
        self.apply(&mut after, event);
        let actor = before.race.actor;
        let private = |story: String| if viewer.is_none_or(|viewer| viewer == actor) { story } else { String::new() };
        let story = match event {
            Event::Action(Action::Think) => {
                private(format!("Seat {} thinks about card {}.", actor.0, before.thought(actor) + 1))
            }
            Event::Action(Action::Recheck) => private(format!("Seat {} goes through all the cards again.", actor.0)),
            Event::Action(Action::Run(ship)) => {
                let ticks = self.run_ticks(before, actor, ship);
                private(format!("Seat {} runs for {ship} and sits down {ticks} ticks later.", actor.0))
            }
            Event::Outcome(Outcome::Mind { ticks, belief }) => {
                private(format!("After {ticks} ticks seat {} believes in {belief}.", actor.0))
            }
            Event::Outcome(Outcome::Table(ships)) => {
                format!("The ships lie clockwise: {}.", list(ships.iter().map(Ship::to_string)))
            }
            Event::Outcome(Outcome::Start(homes)) => {
                let pirates = Seat::all(self.seats).map(|seat| format!("seat {} on {}", seat.0, homes[seat.index()]));
                format!("The pirates start: {}.", list(pirates))
            }
            Event::Outcome(Outcome::Remove(cards)) => {
                format!("The experts' cards come in for {}.", list(cards.iter().map(|card| card.face().to_owned())))
            }
            Event::Outcome(Outcome::Cards(cards)) => {
                let cards = cards.as_slice().iter().map(|&card| card_text(card, viewer.is_none()).to_owned());
                format!("Round {} begins with {}.", before.round + 1, list(cards))
            }
            Event::Outcome(Outcome::Event(event)) => format!("The event is {}.", event.name()),
        };
        let news = if after.round > before.round {
            payout(self, before, &after)
        } else {
            viewer.map_or(String::new(), |viewer| arrivals(self, before, &after, viewer))
        };
        [story, news].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn picture(&self, state: &State, viewer: Option<Seat>) -> Option<Picture> {
        Some(picture(self, state, viewer))
    }

    /// `coinN` for every coin of value N won, `slip` for every wrong ship, `late` for every round without sitting down
    /// in time, `recheck` for every recheck.
    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        for (coin, value) in self.coins.iter().enumerate() {
            for _ in 0..state.coins_won(seat, coin) {
                tell(&format!("coin{value}"));
            }
        }
        let tally = state.tallies[seat.index()];
        for (deed, times) in [("slip", tally.wrong), ("late", tally.late), ("recheck", tally.rechecks)] {
            for _ in 0..times {
                tell(deed);
            }
        }
    }

    fn can_come_to(&self, deed: &str) -> bool {
        let coin = deed.strip_prefix("coin").and_then(|value| value.parse::<u8>().ok());
        coin.is_none_or(|value| self.coins.contains(&value))
    }

    fn deed_words(deed: &str) -> DeedWords {
        match (deed, deed.strip_prefix("coin")) {
            (_, Some(value)) => DeedWords::new("takes", "coin", format!("of {value}")),
            ("slip", _) => DeedWords::new("sits at", "wrong ship", ""),
            ("late", _) => DeedWords::new("is too late in", "round", ""),
            _ => DeedWords::new("goes through the cards again in", "round", ""),
        }
    }
}

pub(super) fn headline(game: &SantyAnno, state: &State) -> String {
    let coins: Vec<String> = game.coins.iter().map(u8::to_string).collect();
    let round = (state.round + 1).min(game.rounds);
    let mut line = format!("Round {round} of {}, coins {}", game.rounds, coins.join(" "));
    if game.rules.flag("running") && round >= game.lap_from {
        line.push_str(", a lap before the run");
    }
    if let Some(event) = state.event() {
        line.push_str(&format!(", event {}", event.name()));
    }
    if state.phase == Phase::Over {
        line.push_str(", all paid out");
    }
    line
}

fn ring(game: &SantyAnno, state: &State, page: &mut Page) {
    page.ink(Ink::Dim, "place  ship          nest  sails  hull  name  Coco          pirates\n");
    for place in 0..SHIPS as u32 {
        let ship = state.ring.ship(place);
        let [nest, sails, hull, name] = ship.colours().map(char::from);
        let ship_name = ship.to_string();
        let corner = ship.corner();
        let pirates = pirates(game, state, ship);
        let line = format!("{place:<7}{ship_name:<14}{nest:<6}{sails:<7}{hull:<6}{name:<6}{corner:<14}{pirates}");
        page.line(line.trim_end());
    }
    page.line("");
}

/// Who started from a ship, and who is seen to have sat down there.
fn pirates(game: &SantyAnno, state: &State, ship: Ship) -> String {
    let placed = state.phase != Phase::Start;
    let at_home = Seat::all(game.seats).filter(|&seat| placed && state.home(seat) == ship);
    let at_goal = Seat::all(game.seats).filter(|&seat| state.target(seat) == Some(ship));
    let home = at_home.map(|seat| format!("home of {seat}"));
    list(home.chain(at_goal.map(|seat| format!("goal of {seat}"))))
}

fn cards(state: &State, faces: bool, page: &mut Page) {
    page.text("cards");
    for (position, card) in state.race.cards.as_slice().iter().enumerate() {
        let stagger = stagger(state, position).map_or(String::new(), |helm| format!(", {helm}"));
        page.text(format!("  {}. {}{stagger}", position + 1, card_text(*card, faces)));
    }
    page.line("").line("");
}

/// The helm that follows the card at a position in a round that makes seasick.
pub(super) fn stagger(state: &State, position: usize) -> Option<&'static str> {
    let places = state.event().and_then(EventCard::stagger).filter(|_| position >= 3)?;
    Some(if places > 0 { "H+1" } else { "H-1" })
}

fn card_text(card: Card, face: bool) -> &'static str {
    if face { card.face() } else { card.kind().name() }
}

fn seats(game: &SantyAnno, state: &State, viewer: Option<Seat>, page: &mut Page) {
    page.ink(Ink::Dim, "seat  coins          clock  thought  believes       then\n");
    for seat in Seat::all(game.seats) {
        let won: Vec<String> = (0..game.coins.len())
            .flat_map(|coin| vec![game.coins[coin].to_string(); state.coins_won(seat, coin) as usize])
            .collect();
        let coins = match state.score(seat) {
            score if won.len() > 1 => format!("{score} = {}", won.join("+")),
            score => score.to_string(),
        };
        let (clock, thought, belief, then) = racer(state, seat, viewer.is_none_or(|viewer| viewer == seat));
        page.ink(Ink::Seat(seat), format!("{:<6}", seat.0));
        let line = format!("{coins:<15}{clock:<7}{thought:<9}{belief:<15}{then}");
        page.line(line.trim_end());
    }
    page.line("");
}

/// A seat's clock, cards thought through, belief and what it does now; `open` where all of them are to be seen.
pub(super) fn racer(state: &State, seat: Seat, open: bool) -> (String, String, String, String) {
    let hidden = || "?".to_owned();
    let sits = state.target(seat).map(|ship| format!("sits at {ship} on tick {}", state.clock(seat)));
    if state.cards() == 0 {
        (String::new(), String::new(), String::new(), String::new())
    } else if open {
        let thought = format!("{} of {}", state.thought(seat), state.cards());
        let recheck = state.first_read(seat).map(|first| format!("thought twice, first {first}"));
        let then = recheck.into_iter().chain(sits).collect::<Vec<_>>().join(", ");
        (state.clock(seat).to_string(), thought, state.belief(seat).to_string(), then)
    } else {
        match sits {
            Some(sits) => (state.clock(seat).to_string(), hidden(), hidden(), sits),
            None => (hidden(), hidden(), hidden(), String::new()),
        }
    }
}

/// Who else comes in sight at a ship.
fn arrivals(game: &SantyAnno, before: &State, after: &State, viewer: Seat) -> String {
    let arrival = |(tick, seat, ship): (u32, Seat, Ship)| format!("Seat {} sat down at {ship} on tick {tick}.", seat.0);
    newly_sat(game, before, after, viewer).into_iter().map(arrival).collect::<Vec<_>>().join(" ")
}

/// What the end of a round brought to everyone.
fn payout(game: &SantyAnno, before: &State, after: &State) -> String {
    let fate = |seat: Seat| {
        let (old, new) = (before.tallies[seat.index()], after.tallies[seat.index()]);
        let won = (0..game.coins.len()).find(|&coin| after.coins_won(seat, coin) > before.coins_won(seat, coin));
        let how = match won {
            Some(coin) => format!("takes the coin {}", game.coins[coin]),
            None if new.late > old.late => "was too late".to_owned(),
            None if new.wrong > old.wrong => "sat at a wrong ship".to_owned(),
            None => "comes away empty".to_owned(),
        };
        format!("seat {} belongs on {} and {how}", seat.0, after.home(seat))
    };
    format!("The round is over: {}.", list(Seat::all(game.seats).map(fate)))
}

fn list(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}
