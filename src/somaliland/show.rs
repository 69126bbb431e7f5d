//! Somaliland in words: the board, what is asked, what happens, and what designers count.

use crate::game::Event;
use crate::page::{Ink, Page};
use crate::picture::{Motion, Picture};
use crate::seat::Seat;
use crate::show::{DeedWords, Show};

use super::chance::happen_telling;
use super::chart::{COLUMNS, NO_WAY, Place, ROWS, SQUARE};
use super::hand::Stray;
use super::lane::{Lane, Route};
use super::picture::{on_page, picture};
use super::play::{News, play_telling};
use super::ship::{SIDE, Ship};
use super::state::{Phase, State};
use super::throw::Stop;
use super::{Action, Outcome, Somaliland};

/// Characters of the map from west to east and from north to south; a character is about twice as high as wide.
const CHARACTERS: usize = 50;
const LINES: usize = 30;

const LEGEND: &str = "# land  . sea around Africa  ~ sea past Somalia  blank: both  N S harbours  P pirate port  \
                      a-x ships  + several  north is up, a character is 2 cm wide and 3 cm high";

/// The letter of a ship on the map.
fn letter(ship: Ship) -> char {
    char::from(b'a' + ship.0)
}

/// The words of a list, or a dash for none.
fn listed(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

fn whose(ship: Ship) -> String {
    format!("the {} of {}", ship.name(), ship.seat())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A roll, with how far it goes where nothing stops it.
fn quarter_turns(count: i32) -> String {
    format!("{count} quarter turn{} ({})", if count == 1 { "" } else { "s" }, centimetres(count))
}

/// How far a die rolls in so many quarter turns; a square of the map is a centimetre.
fn centimetres(turns: i32) -> String {
    format!("{} cm", (turns * SIDE + SQUARE / 2) / SQUARE)
}

/// The winds of the compass from the east against the clock, as headings run.
const WINDS: [&str; 16] = [
    "east",
    "east-northeast",
    "northeast",
    "north-northeast",
    "north",
    "north-northwest",
    "northwest",
    "west-northwest",
    "west",
    "west-southwest",
    "southwest",
    "south-southwest",
    "south",
    "south-southeast",
    "southeast",
    "east-southeast",
];

/// A heading in 1/1024 turns, in words.
fn degrees(heading: i32) -> String {
    let wind = WINDS[((heading + 32) / 64) as usize % WINDS.len()];
    format!("{} degrees ({wind})", heading * 360 / 1024)
}

impl Show for Somaliland {
    fn board(&self, state: &State, _viewer: Option<Seat>) -> Page {
        let mut page = Page::new();
        page.line(self.moment(state));
        let mut symbols = [[' '; CHARACTERS]; LINES];
        for (line, symbols) in symbols.iter_mut().enumerate() {
            for (character, symbol) in symbols.iter_mut().enumerate() {
                *symbol = self.sea_symbol(middle_of(line, character));
            }
        }
        for &port in self.chart.ports() {
            *at(&mut symbols, port) = 'P';
        }
        *at(&mut symbols, self.chart.goal(Lane::AfricaNorth)) = 'N';
        *at(&mut symbols, self.chart.goal(Lane::AfricaSouth)) = 'S';
        for ship in state.at_sea() {
            let symbol = at(&mut symbols, state.place(ship));
            *symbol = if matches!(*symbol, 'a'..='x' | '+') { '+' } else { letter(ship) };
        }
        for line in symbols {
            for run in line.chunk_by(|&one, &next| ink(one) == ink(next)) {
                page.ink(ink(run[0]), run.iter().collect::<String>());
            }
            page.line("");
        }
        page.ink(Ink::Dim, LEGEND).line("");
        if !state.offer().is_empty() {
            page.line(format!("on offer: {}", listed(state.offer().map(|card| card.to_string()))));
        }
        for seat in Seat::all(self.seats) {
            page.ink(Ink::Seat(seat), seat.to_string()).line(format!(": {}", self.accounts(state, seat)));
            page.line(format!("  {}", self.ashore(state, seat)));
            for ship in state.at_sea().of(seat) {
                page.line(format!("  {}", self.fares(state, ship)));
            }
        }
        page
    }

    fn prompt(&self, state: &State) -> String {
        let ship = state.ship;
        match state.phase {
            Phase::Offer => format!("chance lays out contracts for turn {}", state.turn + 1),
            Phase::Draft => {
                let (taken, all) = (state.cards(state.seat).value(), self.displacement(state, state.seat));
                format!("{} takes a contract or passes: it holds {taken} for ships of {all}", state.seat)
            }
            Phase::Launch => match state.lane() {
                Some(lane) => format!("{} launches a ship {} ({lane}) or passes", state.seat, lane.words()),
                None => format!("{} launches a ship into any lane or passes", state.seat),
            },
            Phase::Aim => {
                let left = self.left(state, ship);
                format!("{} aims its {} ({left}): {}", ship.seat(), ship.name(), self.compass())
            }
            Phase::Power => {
                let heading = degrees(self.heading(state.heading));
                let [least, most] = [self.powers.first(), self.powers.last()].map(|power| power.copied().unwrap_or(1));
                format!(
                    "{} says how hard it throws its {}, aimed at {heading}: {} to {}, a little more or less by chance",
                    ship.seat(),
                    ship.name(),
                    quarter_turns(least.into()),
                    quarter_turns(most.into()),
                )
            }
            Phase::Roll => format!("chance brings how {} rolls", whose(ship)),
            Phase::Over => "the game is over".to_owned(),
        }
    }

    fn narrate(&self, before: &State, event: Event<Action, Outcome>, _viewer: Option<Seat>) -> String {
        let mut after = *before;
        let mut news = Vec::new();
        let first = match event {
            Event::Action(action) => {
                play_telling(self, &mut after, action, &mut |item| news.push(item));
                self.told_action(before, action)
            }
            Event::Outcome(outcome) => {
                happen_telling(self, &mut after, outcome, &mut |item| news.push(item));
                match outcome {
                    Outcome::Contracts(cards) => {
                        format!("On offer: {}.", listed(cards.map(|card| card.to_string())))
                    }
                    Outcome::Roll(stray) => self.told_roll(before, stray),
                }
            }
        };
        let told = news.into_iter().filter_map(|item| match item {
            News::Misses(ship) => Some(format!("{} misses its turn.", capital(&whose(ship)))),
            News::Seized { ship, ransom } => Some(format!("Pirates take {} for a ransom of {ransom}.", whose(ship))),
            News::Paid(_, earned) if earned.points == 0 => None,
            News::Paid(seat, earned) => {
                let count: u8 = earned.met.iter().sum();
                let contracts = if count == 1 { "a contract".to_owned() } else { format!("{count} contracts") };
                Some(format!("{} meets {contracts} for {} points.", capital(&seat.to_string()), earned.points))
            }
        });
        std::iter::once(first).chain(told).collect::<Vec<_>>().join(" ")
    }

    fn picture(&self, state: &State, viewer: Option<Seat>) -> Option<Picture> {
        Some(picture(self, state, viewer))
    }

    /// The course of a die that is thrown, a quarter turn a step.
    fn motion(&self, before: &State, event: Event<Action, Outcome>) -> Option<Motion> {
        let (Event::Outcome(Outcome::Roll(stray)), Some(ship)) = (event, before.thrown()) else { return None };
        let (heading, turns) = self.strayed(before, stray);
        let course = self.course(before, ship, heading, turns);
        let start = before.place(ship);
        let way = (0..=course.turns).map(|turn| on_page(self.place_after(start, heading, turn))).collect();
        Some(Motion { what: ship.to_string(), way })
    }

    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        let ledger = state.ledger(seat);
        let mut count = |times: usize, deed: &str| (0..times).for_each(|_| tell(deed));
        count(ledger.taken[0].into(), "took-S");
        count(ledger.taken[1].into(), "took-N");
        for lane in Lane::ALL {
            count(ledger.met[lane.index()].into(), &format!("met-{lane}"));
            count(ledger.arrived[lane.index()].into(), &format!("arrived-{lane}"));
        }
        count(state.sunk().of(seat).len(), "sunk");
        count(ledger.seized.into(), "seized");
        count(ledger.ransom.into(), "ransom");
        count(ledger.tipped.into(), "tipped");
    }

    fn can_come_to(&self, deed: &str) -> bool {
        self.tip_percent > 0 || deed != "tipped"
    }

    fn deed_words(deed: &str) -> DeedWords {
        let (what, where_to) = deed.split_once('-').unwrap_or((deed, ""));
        let lane = Lane::parse(where_to).map_or("", Lane::words);
        match what {
            "took" if where_to == "S" => DeedWords::new("takes", "contract", "for the south"),
            "took" => DeedWords::new("takes", "contract", "for the north"),
            "met" => DeedWords::new("meets", "contract", lane),
            "arrived" => DeedWords::new("brings", "ship", format!("into harbour {lane}")),
            "sunk" => DeedWords::new("loses", "ship", "to the sea"),
            "seized" => DeedWords::new("loses", "ship", "to the pirates"),
            "ransom" => DeedWords::new("pays", "point", "in ransom"),
            _ => DeedWords::new("has", "ship", "knocked over"),
        }
    }
}

impl Somaliland {
    /// Which turn, leg and lane it is.
    pub(super) fn moment(&self, state: &State) -> String {
        if state.phase == Phase::Over {
            return format!("After {} turns", self.turns_in_all());
        }
        let turn = format!("Turn {} of {}", state.turn + 1, self.turns_in_all());
        match (state.phase, state.lane()) {
            (Phase::Offer | Phase::Draft, _) => format!("{turn}, contracts"),
            (_, Some(lane)) => format!("{turn}, leg {} of {}, lane {lane}", state.leg + 1, self.legs()),
            (_, None) => format!("{turn}, leg 1 of {}, all lanes", self.legs()),
        }
    }

    /// Which aims lead where.
    fn compass(&self) -> String {
        let quarter = u32::from(self.headings) / 4;
        let sides = ["east", "north", "west", "south"];
        let aims = sides.iter().zip(0..).map(|(side, turn)| format!("aim:{} {side}", turn * quarter));
        aims.collect::<Vec<_>>().join(", ")
    }

    /// A seat's score and contracts.
    fn accounts(&self, state: &State, seat: Seat) -> String {
        let ledger = state.ledger(seat);
        format!(
            "score {} (contracts met {}, ransom {}), contracts {}",
            ledger.score(),
            ledger.contracts_met(),
            ledger.ransom,
            listed(state.cards(seat).map(|card| card.to_string()))
        )
    }

    /// Where a seat's ships are that are not at sea.
    fn ashore(&self, state: &State, seat: Seat) -> String {
        let arrived = Lane::ALL
            .into_iter()
            .flat_map(|lane| state.arrived(lane).of(seat).map(move |ship| format!("{}:{lane}", ship.name())));
        format!(
            "in port {}, arrived {}, sunk {}",
            listed(state.in_port(seat).map(|ship| ship.name().to_owned())),
            listed(arrived),
            listed(state.sunk().of(seat).map(|ship| ship.name().to_owned()))
        )
    }

    /// A ship's letter on the map, its name and its lane.
    fn label(&self, state: &State, ship: Ship) -> String {
        format!("{} {}:{}", letter(ship), ship.name(), state.lane_of(ship).map_or("", Lane::name))
    }

    /// How a ship at sea fares.
    fn fares(&self, state: &State, ship: Ship) -> String {
        let mut words =
            format!("{} {}, ransom {}", self.label(state, ship), self.left(state, ship), self.top(state, ship));
        if state.held().contains(ship) {
            words += ", held";
        }
        if state.missing().contains(ship) {
            words += ", misses a turn";
        }
        let locked = state.locked_to(ship);
        if !locked.is_empty() {
            words += &format!(", locked to {}", listed(locked.map(|other| letter(other).to_string())));
        }
        words
    }

    /// The way left of a ship at sea; a square is a centimetre.
    pub(super) fn left(&self, state: &State, ship: Ship) -> String {
        let way = state.lane_of(ship).map_or(NO_WAY, |lane| self.chart.way_left(lane, state.place(ship)));
        if way == NO_WAY { "no way".to_owned() } else { format!("{} cm left", way / 10) }
    }

    fn sea_symbol(&self, at: Place) -> char {
        match (self.chart.is_sea(Route::Africa, at), self.chart.is_sea(Route::Somalia, at)) {
            (false, false) => '#',
            (true, false) => '.',
            (false, true) => '~',
            (true, true) => ' ',
        }
    }

    fn told_action(&self, before: &State, action: Action) -> String {
        let seat = capital(&before.seat.to_string());
        let ship = before.ship;
        match action {
            Action::Take(card) => format!("{seat} takes the contract {card}."),
            Action::Pass if before.phase == Phase::Draft => format!("{seat} takes no more contracts."),
            Action::Pass => match before.lane() {
                Some(lane) => format!("{seat} launches nothing more into {lane} in this leg."),
                None => format!("{seat} launches nothing more in this leg."),
            },
            Action::Launch(kind, lane) => {
                format!("{seat} launches its {} {}.", Ship::new(before.seat, kind.into()).name(), lane.words())
            }
            Action::Aim(heading) => {
                let owner = capital(&ship.seat().to_string());
                format!("{owner} aims its {} at {}.", ship.name(), degrees(self.heading(heading)))
            }
            Action::Power(power) => {
                let owner = capital(&ship.seat().to_string());
                format!("{owner} throws its {} for {}.", ship.name(), quarter_turns(power.into()))
            }
        }
    }

    fn told_roll(&self, before: &State, stray: Stray) -> String {
        let ship = before.ship;
        let (heading, turns) = self.strayed(before, stray);
        let course = self.course(before, ship, heading, turns);
        let mut after = *before;
        self.throw(&mut after, stray);
        let fate = match course.stop {
            Stop::Spent => format!("has {}", self.left(&after, ship)),
            Stop::OffBoard => "falls off the board, so that it misses a turn".to_owned(),
            Stop::Arrived => "arrives".to_owned(),
            Stop::Aground => "runs aground, so that it misses a turn".to_owned(),
            Stop::Struck(struck) if after.sunk().contains(ship) => {
                format!("sinks, knocking {} over", whose(struck))
            }
            Stop::Struck(struck) => format!("runs into {}, so that both miss a turn", whose(struck)),
        };
        let rolled = quarter_turns(course.turns);
        format!("{} rolls {rolled} at {} and {fate}.", capital(&whose(ship)), degrees(heading))
    }
}

/// The ink of a symbol of the map.
fn ink(symbol: char) -> Ink {
    match symbol {
        'a'..='x' => Ink::Seat(Ship(symbol as u8 - b'a').seat()),
        'N' | 'S' | 'P' | '+' => Ink::Bold,
        _ => Ink::Dim,
    }
}

/// The middle of what a character of the map shows.
fn middle_of(line: usize, character: usize) -> Place {
    let column = (2 * character + 1) * COLUMNS / (2 * CHARACTERS);
    let row = (2 * line + 1) * ROWS / (2 * LINES);
    Place { x: column as i32 * SQUARE, y: (ROWS - 1 - row) as i32 * SQUARE }
}

/// The character that shows a place.
fn at(symbols: &mut [[char; CHARACTERS]; LINES], place: Place) -> &mut char {
    let character = place.x as usize * CHARACTERS / (COLUMNS * SQUARE as usize);
    let line = LINES - 1 - place.y as usize * LINES / (ROWS * SQUARE as usize);
    &mut symbols[line][character]
}
