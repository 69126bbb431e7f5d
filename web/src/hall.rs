//! All the tables of this machine.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use marque_agents::sitting::{AnySitting, Due};

use crate::failure::Refusal;
use crate::key::Key;
use crate::replay::Replay;
use crate::room::{House, Room, Viewer};
use crate::thinkers::Thinkers;

/// Tables at once; a finished one that nobody looks at makes room for a new one.
pub const TABLES: usize = 256;
/// Games that are looked back on at once; the oldest makes room for a new one.
pub const REPLAYS: usize = 64;

/// All the tables, and what they share.
pub struct Hall {
    folder: PathBuf,
    pub reports: Vec<PathBuf>,
    pub thinkers: Arc<Thinkers>,
    rooms: Mutex<Rooms>,
    replays: Mutex<Vec<(Key, Arc<Replay>)>>,
}

#[derive(Default)]
struct Rooms {
    /// The oldest first.
    all: Vec<Arc<Room>>,
    links: HashMap<Key, (Arc<Room>, Viewer)>,
}

impl Hall {
    /// A hall that keeps its games in a folder, with the tables that were left there. Must be made inside a runtime.
    pub fn new(folder: &Path, reports: Vec<PathBuf>) -> Hall {
        let hall = Hall {
            folder: folder.to_owned(),
            reports,
            thinkers: Arc::new(Thinkers::new()),
            rooms: Mutex::default(),
            replays: Mutex::default(),
        };
        let mut kept: Vec<PathBuf> =
            files(folder).filter(|path| path.to_string_lossy().ends_with(".table.json")).collect();
        let age = |path: &PathBuf| fs::metadata(path).and_then(|data| data.modified()).ok();
        kept.sort_by_key(|path| std::cmp::Reverse(age(path)));
        kept.truncate(TABLES);
        for path in kept.iter().rev() {
            // A file that somebody has changed is none of ours any more.
            if let Ok(room) = Room::reopen(path) {
                hall.let_in(room, &mut hall.rooms());
            }
        }
        hall
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a table.
    pub fn open(&self, sitting: Box<dyn AnySitting>, house: House) -> Result<Arc<Room>, Refusal> {
        house.check()?;
        let mut rooms = self.rooms();
        if rooms.all.len() >= TABLES {
            rooms.clear_one().ok_or_else(|| Refusal::full(format!("all {TABLES} tables are taken")))?;
        }
        Ok(self.let_in(Room::open(sitting, house, &self.folder)?, &mut rooms))
    }

    fn let_in(&self, room: Room, rooms: &mut Rooms) -> Arc<Room> {
        let room = Arc::new(room);
        tokio::spawn(Arc::clone(&room).run(Arc::clone(&self.thinkers)));
        for (key, viewer) in room.links.all() {
            rooms.links.insert(key.clone(), (Arc::clone(&room), viewer));
        }
        rooms.all.push(Arc::clone(&room));
        room
    }

    /// The table that a link leads to, and for whom.
    pub fn find(&self, link: &str) -> Result<(Arc<Room>, Viewer), Refusal> {
        let found = Key::read(link).and_then(|key| self.rooms().links.get(&key).cloned());
        found.ok_or_else(|| Refusal::missing("table"))
    }

    /// Keeps a game to look back on.
    pub fn keep(&self, replay: Replay) -> Result<Key, Refusal> {
        let key = Key::new().map_err(Refusal::broken)?;
        let mut replays = self.replays.lock().unwrap_or_else(PoisonError::into_inner);
        if replays.len() >= REPLAYS {
            replays.remove(0);
        }
        replays.push((key.clone(), Arc::new(replay)));
        Ok(key)
    }

    /// A game to look back on.
    pub fn replay(&self, link: &str) -> Result<Arc<Replay>, Refusal> {
        let key = Key::read(link).ok_or_else(|| Refusal::missing("game"))?;
        let replays = self.replays.lock().unwrap_or_else(PoisonError::into_inner);
        let found = replays.iter().find(|(other, _)| *other == key);
        found.map(|(_, replay)| Arc::clone(replay)).ok_or_else(|| Refusal::missing("game"))
    }

    /// The finished games on file, the latest first: name and path.
    pub fn finished(&self) -> Vec<(String, PathBuf)> {
        let mut games: Vec<_> = files(&self.folder)
            .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
            .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
            .collect();
        games.sort_by(|a, b| b.cmp(a));
        games.truncate(200);
        let named = games.into_iter().filter_map(|(_, path)| Some((path.file_stem()?.to_str()?.to_owned(), path)));
        named.filter(|(_, path)| is_finished(path)).collect()
    }
}

impl Rooms {
    /// Closes the oldest table that nobody needs any more.
    fn clear_one(&mut self) -> Option<()> {
        let idle = |room: &Arc<Room>| room.listeners() == 0 && room.play().sitting.due() == Due::Over;
        let room = self.all.remove(self.all.iter().position(idle)?);
        room.close();
        self.links.retain(|_, (other, _)| !Arc::ptr_eq(other, &room));
        Some(())
    }
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()))
}

/// Whether a trace ends with the end of its game.
fn is_finished(path: &Path) -> bool {
    use std::io::{Read, Seek, SeekFrom};
    let read_end = || -> std::io::Result<Vec<u8>> {
        let mut file = fs::File::open(path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(400)))?;
        let mut end = Vec::new();
        file.take(400).read_to_end(&mut end)?;
        Ok(end)
    };
    read_end().is_ok_and(|end| String::from_utf8_lossy(&end).contains("{\"over\":true"))
}
