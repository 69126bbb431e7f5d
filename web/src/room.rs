//! A table in use: a sitting, the links to its seats, and the file it is kept in.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use marque::{Seat, Turn};
use marque_agents::sitting::{self, AnySitting, Ask, Due, Hint, Pondering};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, watch};

use crate::failure::Refusal;
use crate::key::Key;
use crate::race::Race;
use crate::thinkers::Thinkers;

/// Who looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A person at a seat.
    Seat(Seat),
    /// Somebody who looks on.
    Onlooker,
}

impl Viewer {
    /// The seat, if it is a person's.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Onlooker => None,
        }
    }
}

/// What people have agreed on at a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct House {
    /// Whether a person may ask what a bot would do.
    pub hints: bool,
    /// Whether decisions may be taken back.
    pub undo: bool,
    /// Whether everybody is shown its chance of winning.
    pub chance: bool,
    /// How long a bot's move is left to be seen, in milliseconds.
    pub pace: u32,
    /// The colour of each seat, such as `#d55e00`; the usual one where there is none.
    pub colours: Vec<String>,
}

impl Default for House {
    fn default() -> House {
        House { hints: true, undo: true, chance: false, pace: 700, colours: Vec::new() }
    }
}

impl House {
    /// Refuses what no page of ours would ask for.
    pub fn check(&self) -> Result<(), Refusal> {
        let colour = |text: &String| {
            text.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
        };
        if self.pace > 10_000 {
            return Err(Refusal::bad(format!("pace is {}; allowed: 0-10000 milliseconds", self.pace)));
        }
        if self.colours.len() > marque::MAX_SEATS || !self.colours.iter().all(colour) {
            return Err(Refusal::bad("colours: expected at most one a seat, such as \"#d55e00\""));
        }
        Ok(())
    }
}

/// The links to a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Links {
    /// By seat; bots need none.
    pub seats: Vec<Option<Key>>,
    /// For everybody else.
    pub onlooker: Key,
}

impl Links {
    /// Fresh links for the people at a sitting.
    fn new(sitting: &dyn AnySitting) -> Result<Links, getrandom::Error> {
        let seats = Seat::all(sitting.standing().seats());
        let link = |seat| sitting.is_person(seat).then(Key::new).transpose();
        Ok(Links { seats: seats.map(link).collect::<Result<_, _>>()?, onlooker: Key::new()? })
    }

    /// Every link with whom it is for.
    pub fn all(&self) -> impl Iterator<Item = (&Key, Viewer)> {
        let seats = self.seats.iter().enumerate();
        let seats = seats.filter_map(|(seat, key)| Some((key.as_ref()?, Viewer::Seat(Seat(seat as u8)))));
        seats.chain([(&self.onlooker, Viewer::Onlooker)])
    }
}

/// What a table is kept as, beside the trace of its game.
#[derive(Serialize, Deserialize)]
struct Kept {
    links: Links,
    house: House,
}

/// A table in use.
pub struct Room {
    pub links: Links,
    pub house: House,
    path: PathBuf,
    play: Mutex<Play>,
    changed: watch::Sender<u64>,
    wake: Notify,
}

/// The game at a table.
pub struct Play {
    pub sitting: Box<dyn AnySitting>,
    /// Whether a bot is thinking.
    pub thinking: bool,
    /// How often something was taken back: what was told before does not stand any more.
    pub era: u64,
    /// What went wrong for good.
    pub trouble: Option<String>,
    /// By seat: the race of a person on the clock.
    pub races: Vec<Option<Race>>,
    /// The last hint, with how many events came before it.
    hint: Option<(usize, Seat, Hint)>,
    closed: bool,
}

impl Play {
    fn new(sitting: Box<dyn AnySitting>) -> Play {
        let races = (0..sitting.standing().seats()).map(|_| None).collect();
        Play { sitting, thinking: false, era: 0, trouble: None, races, hint: None, closed: false }
    }

    /// Whether a person sits at the table.
    pub fn has_people(&self) -> bool {
        (0..self.races.len()).any(|seat| self.sitting.is_person(Seat(seat as u8)))
    }

    /// The game so far, as a file.
    pub fn trace(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.sitting.save(&mut bytes).expect("memory can be written to");
        bytes
    }
}

impl Room {
    /// Opens a table, which will be kept under a name in a folder.
    pub fn open(sitting: Box<dyn AnySitting>, house: House, folder: &Path) -> Result<Room, Refusal> {
        let links = Links::new(&*sitting).map_err(Refusal::broken)?;
        let room = Room::at(free_path(&*sitting, folder), links, house, sitting);
        room.keep().map_err(|error| Refusal::broken(format!("cannot write {}: {error}", room.path.display())))?;
        Ok(room)
    }

    /// Opens a table again that was kept in a file.
    pub fn reopen(kept: &Path) -> io::Result<Room> {
        let invalid = |problem: String| io::Error::new(io::ErrorKind::InvalidData, problem);
        let Kept { links, house } = serde_json::from_slice(&fs::read(kept)?)?;
        let path = kept.with_extension("").with_extension("jsonl");
        let trace = fs::read(&path)?;
        let sitting = sitting::resume(trace.as_slice(), None).map_err(|error| invalid(error.to_string()))?;
        let seats = sitting.standing().seats();
        if links.seats.len() != seats {
            return Err(invalid(format!("{} links for {seats} seats", links.seats.len())));
        }
        Ok(Room::at(path, links, house, sitting))
    }

    fn at(path: PathBuf, links: Links, house: House, sitting: Box<dyn AnySitting>) -> Room {
        let play = Mutex::new(Play::new(sitting));
        Room { links, house, path, play, changed: watch::Sender::new(0), wake: Notify::new() }
    }

    /// The game, for as long as it takes to look at it or to change it.
    pub fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hears of every change.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// How many listen.
    pub fn listeners(&self) -> usize {
        self.changed.receiver_count()
    }

    /// Tells everybody who listens that something changed.
    pub fn tell(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Ends the table.
    pub fn close(&self) {
        self.play().closed = true;
        self.wake.notify_one();
    }

    /// Plays on by itself whenever nobody is asked, until the table is closed.
    pub async fn run(self: Arc<Room>, thinkers: Arc<Thinkers>) {
        loop {
            let pause = match self.step() {
                Step::Closed => return,
                Step::Waits => {
                    self.tell();
                    self.wake.notified().await;
                    continue;
                }
                Step::Went(pause) => pause,
                Step::Ponders(pondering) => {
                    self.tell();
                    let decision = thinkers.think(move || pondering.think()).await;
                    let mut play = self.play();
                    play.thinking = false;
                    let told = match decision {
                        Ok(decision) => {
                            play.sitting.decide(decision).map(|news| news.is_some()).map_err(|e| e.to_string())
                        }
                        Err(problem) => Err(problem),
                    };
                    match told {
                        Ok(true) => self.house.pace,
                        Ok(false) => 0,
                        Err(problem) => {
                            play.trouble = Some(problem);
                            0
                        }
                    }
                }
            };
            self.tell();
            if pause > 0 {
                tokio::time::sleep(Duration::from_millis(pause.into())).await;
            } else {
                tokio::task::yield_now().await;
            }
        }
    }

    fn step(&self) -> Step {
        let mut play = self.play();
        if play.closed {
            return Step::Closed;
        }
        if play.trouble.is_some() || play.sitting.due() != Due::Nobody {
            self.save(&mut play);
            return Step::Waits;
        }
        if let Some(pondering) = play.sitting.ponder() {
            play.thinking = true;
            return Step::Ponders(pondering);
        }
        let pause = match play.sitting.advance() {
            Ok(Some(news)) => match news.motion() {
                Some(motion) if self.house.pace > 0 => self.house.pace + 45 * motion.way.len() as u32,
                _ => 0,
            },
            Ok(None) => {
                play.trouble = Some("the game does not go on".to_owned());
                0
            }
            Err(error) => {
                play.trouble = Some(error.to_string());
                0
            }
        };
        Step::Went(pause)
    }

    /// Plays a person's action.
    pub fn act(&self, seat: Seat, action: &str) -> Result<Option<Duration>, Refusal> {
        let mut play = self.play();
        let took = play.sitting.act(seat, action, Instant::now())?;
        if let Some(race) = &mut play.races[seat.index()] {
            race.stop();
        }
        self.save(&mut play);
        drop(play);
        self.go_on();
        Ok(took)
    }

    /// Takes back a person's last decision.
    pub fn undo(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.house.undo {
            return Err(Refusal::conflict("nothing can be taken back at this table"));
        }
        let mut play = self.play();
        let play = &mut *play;
        let others = (0..play.races.len() as u8).map(Seat).filter(|&other| other != seat);
        if play.sitting.due() == Due::Over && others.clone().any(|other| play.sitting.is_person(other)) {
            return Err(Refusal::conflict("the game is over, and everything open: play another one"));
        }
        play.sitting.undo(seat)?;
        play.era += 1;
        play.hint = None;
        self.save(play);
        self.go_on();
        Ok(())
    }

    /// Starts a person's clock.
    pub fn ready(self: &Arc<Room>, seat: Seat, thinkers: &Arc<Thinkers>) -> Result<(), Refusal> {
        let now = Instant::now();
        let mut play = self.play();
        play.sitting.ready(seat, now)?;
        play.races[seat.index()] = Some(Race::start(Arc::clone(self), seat, now, play.trace(), Arc::clone(thinkers)));
        drop(play);
        self.go_on();
        Ok(())
    }

    /// What a strong bot would do in a person's place.
    pub async fn hint(&self, seat: Seat, thinkers: &Thinkers) -> Result<Hint, Refusal> {
        let trace = {
            let play = self.play();
            // What would be refused is refused at once.
            if play.sitting.asked(seat) != Some(Ask::Choose) {
                return Err(Refusal::conflict("it is not your turn"));
            }
            let events = play.sitting.news(0).len();
            match &play.hint {
                Some((at, whose, hint)) if (*at, *whose) == (events, seat) => return Ok(hint.clone()),
                _ => play.trace(),
            }
        };
        let ask = move || -> Result<(usize, Hint), Refusal> {
            let copy = sitting::resume(trace.as_slice(), None)?;
            Ok((copy.news(0).len(), copy.hint(seat)?))
        };
        let (events, hint) = thinkers.think(ask).await.map_err(Refusal::broken)??;
        self.play().hint = Some((events, seat, hint.clone()));
        Ok(hint)
    }

    fn go_on(&self) {
        self.wake.notify_one();
        self.tell();
    }

    /// Writes the game to its file; what goes wrong is told at the table.
    fn save(&self, play: &mut Play) {
        if let Err(error) = write(&self.path, &play.trace()) {
            play.trouble.get_or_insert(format!("cannot write {}: {error}", self.path.display()));
        }
    }

    /// Writes the links beside the game.
    fn keep(&self) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        write(&self.path, &self.play().trace())?;
        let kept = Kept { links: self.links.clone(), house: self.house.clone() };
        write(&self.path.with_extension("table.json"), &serde_json::to_vec(&kept)?)
    }
}

enum Step {
    /// Something happened, which may be left to be seen for so many milliseconds.
    Went(u32),
    /// A bot is to think.
    Ponders(Pondering),
    /// Somebody is asked, or nothing can be done.
    Waits,
    /// The table is closed.
    Closed,
}

/// The seat behind an event, unless that is chance.
pub fn acted(turn: Turn) -> Option<Seat> {
    match turn {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    }
}

/// Writes a file whole or not at all, for its owner's eyes only.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    file.write_all(bytes)?;
    fs::rename(new, path)
}

/// The first name in a folder that no other game has.
fn free_path(sitting: &dyn AnySitting, folder: &Path) -> PathBuf {
    let base = format!("{}-{}", sitting.info().name, sitting.seed());
    let names = std::iter::once(base.clone()).chain((2..).map(|number| format!("{base}-{number}")));
    let mut paths = names.map(|name| folder.join(format!("{name}.jsonl")));
    paths.find(|path| !path.exists()).expect("there are more names than files")
}
