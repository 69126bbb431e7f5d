//! What is sent to one viewer of a table, and nothing else is.

use marque::Seat;
use marque::picture::Motion;
use marque_agents::sitting::{AnySitting, Ask, Due, Kind, News};
use serde::Serialize;

use crate::key::Key;
use crate::race::Heat;
use crate::room::{House, Play, Room, Viewer, acted};

/// The most stories that are told to somebody who comes late.
const STORIES: usize = 300;

/// All that a viewer sees of a table now.
#[derive(Serialize)]
pub struct Sheet<'a> {
    game: Title,
    /// The viewer's seat.
    you: Option<u8>,
    seats: Vec<Place>,
    /// Whose turn it is, where the viewer may know.
    turn: Option<u8>,
    /// `ready` or `choose`, where the viewer is asked.
    asked: Option<&'static str>,
    thinking: bool,
    prompt: String,
    legal: Vec<String>,
    kinds: Vec<Deed>,
    picture: Option<String>,
    over: Option<Over>,
    clock: bool,
    race: Option<Heat<'a>>,
    house: &'a House,
    /// The link to look on, for a person to hand out.
    onlooker: Option<&'a Key>,
    trouble: Option<&'a str>,
    /// How many of the stories before still stand.
    from: usize,
    stories: Vec<Story<'a>>,
}

#[derive(Serialize)]
struct Title {
    name: &'static str,
    title: &'static str,
    english: &'static str,
}

#[derive(Serialize)]
struct Place {
    name: String,
    person: bool,
    score: i32,
    place: u8,
    wins: bool,
}

#[derive(Serialize)]
struct Deed {
    name: String,
    rules: Vec<String>,
}

#[derive(Serialize)]
struct Over {
    reason: &'static str,
    cut: bool,
}

/// One event as the viewer got to know it.
#[derive(Clone, Copy, Serialize)]
pub struct Story<'a> {
    seat: Option<u8>,
    seen: &'a str,
    story: &'a str,
    motion: Option<&'a Motion>,
}

/// How far a viewer has been told.
#[derive(Clone, Copy, Default)]
pub struct Told {
    era: u64,
    stories: usize,
}

/// What a viewer sees of a game: as its seat, as an onlooker, or everything.
fn lens(play: &Play, viewer: Viewer) -> Option<Seat> {
    let open = play.sitting.due() == Due::Over || !play.has_people();
    (!open).then(|| viewer.seat().unwrap_or(Seat::ONLOOKER))
}

/// Writes what a viewer sees now, with the stories it has not been told; `told` is moved on.
pub fn write(room: &Room, viewer: Viewer, told: &mut Told) -> String {
    let play = room.play();
    let sitting = &*play.sitting;
    let seat = viewer.seat();
    let asked = seat.and_then(|seat| sitting.asked(seat));
    let stories = stories(sitting, viewer, play.has_people());
    let from = if told.era == play.era { told.stories.min(stories.len()) } else { 0 };
    *told = Told { era: play.era, stories: stories.len() };
    let first = from.max(stories.len().saturating_sub(STORIES));
    let turn = sitting.whose_turn(lens(&play, viewer));
    let info = sitting.info();
    let sheet = Sheet {
        game: Title { name: info.name, title: info.title, english: info.english },
        you: seat.map(|seat| seat.0),
        seats: places(sitting),
        turn: turn.map(|seat| seat.0),
        asked: asked.map(|ask| match ask {
            Ask::Ready => "ready",
            Ask::Choose => "choose",
        }),
        thinking: play.thinking && turn.is_some(),
        prompt: asked.map_or(String::new(), |_| sitting.prompt(seat)),
        legal: seat.map_or(Vec::new(), |seat| sitting.legal(seat)),
        kinds: seat.map_or(Vec::new(), |seat| sitting.kinds(seat).into_iter().map(deed).collect()),
        picture: sitting.picture(lens(&play, viewer)).map(|picture| picture.without_style()),
        over: sitting.ending().map(|ending| Over { reason: ending.reason, cut: ending.cut }),
        clock: sitting.seating().clock,
        race: seat.and_then(|seat| play.races[seat.index()].as_ref()?.heat()),
        house: &room.house,
        onlooker: seat.map(|_| &room.links.onlooker),
        trouble: play.trouble.as_deref(),
        from,
        stories: stories[first..].to_vec(),
    };
    serde_json::to_string(&sheet).expect("a sheet is plain data")
}

fn deed(kind: Kind) -> Deed {
    Deed { name: kind.name, rules: kind.rules }
}

fn places(sitting: &dyn AnySitting) -> Vec<Place> {
    let standing = sitting.standing();
    let over = sitting.ending().is_some();
    let names = sitting.seating().chairs;
    let place = |(seat, name): (Seat, String)| Place {
        name,
        person: sitting.is_person(seat),
        score: standing.scores()[seat.index()],
        place: standing.ranks()[seat.index()] + 1,
        wins: over && standing.wins(seat),
    };
    Seat::all(standing.seats()).zip(names).map(place).collect()
}

/// The events that a viewer has seen anything of.
fn stories(sitting: &dyn AnySitting, viewer: Viewer, people: bool) -> Vec<Story<'_>> {
    let ears = viewer.seat().or(people.then_some(Seat::ONLOOKER));
    sitting.news(0).iter().filter_map(|news| story(news, ears)).collect()
}

fn story(news: &News, ears: Option<Seat>) -> Option<Story<'_>> {
    let (seen, story) = (news.seen(ears.unwrap_or(Seat::ONLOOKER)), news.story(ears));
    // Who acted is part of what is seen: behind a `?` it may have been anybody.
    let seat = acted(news.turn).filter(|_| seen.is_some_and(|seen| !seen.starts_with('?'))).map(|seat| seat.0);
    let told = seen.is_some() || !story.is_empty();
    told.then(|| Story { seat, seen: seen.unwrap_or_default(), story, motion: news.motion() })
}
