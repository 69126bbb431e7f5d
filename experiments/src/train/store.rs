//! What a training knows so far, in one file beside the weights: a line of JSON, and the positions in four-byte numbers.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use marque::MAX_SEATS;
use marque_agents::learn::{Features, SEAT, TABLE};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::run::Generation;
use super::samples::{Alike, Sample};
use crate::files::FilesError;
use crate::files::at;

/// The first line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Head {
    /// What is trained: nothing of it may change.
    pub about: Value,
    /// What came of each generation.
    pub generations: Vec<Generation>,
    /// The text of the weights accepted last.
    pub weights: Option<String>,
    /// How many positions follow.
    pub positions: usize,
}

/// All that a training knows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Store {
    pub head: Head,
    pub samples: Vec<Sample>,
}

/// How many numbers a position takes before those of what could be done in it, of which the last one of these says how many
/// there are.
fn width(seats: usize) -> usize {
    (SEAT + 3) * seats + TABLE + 2
}

fn numbers(sample: &Sample, seats: usize) -> impl Iterator<Item = f32> {
    let of_seats = sample.features.seats[..seats].iter().flatten();
    let values =
        [&sample.by_hand, &sample.searched, &sample.result].into_iter().flat_map(move |values| &values[..seats]);
    let held_out = f32::from(u8::from(sample.held_out));
    let choice = sample.choice.iter().flat_map(|alike| [alike.kind as f32, alike.prior, alike.count, alike.share]);
    let ends = [held_out, sample.choice.len() as f32];
    of_seats.chain(&sample.features.table).chain(values).copied().chain(ends).chain(choice)
}

/// Takes a position of a game with so many kinds of action off the front of numbers; none where they hold no such thing.
fn sample(numbers: &mut &[f32], seats: usize, kinds: usize) -> Option<Sample> {
    let (head, rest) = numbers.split_at_checked(width(seats))?;
    let (head, &[held_out, count]) = head.split_last_chunk()?;
    let (choice, rest) = rest.split_at_checked(4 * usize::from(count as u16))?;
    *numbers = rest;
    let alike = |&[kind, prior, count, share]: &[f32; 4]| Alike { kind: kind as usize, prior, count, share };
    let mut sample = Sample {
        features: Features::default(),
        by_hand: [0.0; MAX_SEATS],
        searched: [0.0; MAX_SEATS],
        result: [0.0; MAX_SEATS],
        choice: choice.as_chunks().0.iter().map(alike).collect(),
        held_out: held_out == 1.0,
    };
    let (of_seats, rest) = head.split_at(SEAT * seats);
    let (table, values) = rest.split_at(TABLE);
    for (seat, numbers) in of_seats.chunks(SEAT).enumerate() {
        sample.features.seat(seat, numbers);
    }
    sample.features.table(table);
    for (to, from) in
        [&mut sample.by_hand, &mut sample.searched, &mut sample.result].into_iter().zip(values.chunks(seats))
    {
        to[..seats].copy_from_slice(from);
    }
    sample.choice.iter().all(|alike| alike.kind < kinds).then_some(sample)
}

/// Where a training with weights at `out` is kept.
pub(super) fn beside(out: &Path, ending: &str) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a file anew; whoever reads it gets the old or the new one, never half.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), FilesError> {
    let draft = beside(path, ".draft");
    fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path)).map_err(at(path))
}

impl Store {
    /// Writes all of it down.
    pub fn save(&self, path: &Path, seats: usize) -> Result<(), FilesError> {
        let mut bytes = Vec::with_capacity(self.samples.len() * width(seats) * 4 + 4096);
        serde_json::to_writer(&mut bytes, &self.head).map_err(|error| at(path)(error.into()))?;
        bytes.write_all(b"\n").map_err(at(path))?;
        for sample in &self.samples {
            numbers(sample, seats).for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        replace(path, &bytes)
    }

    /// What a file holds; `None` where there is none, an error in words where it is no such file.
    pub fn load(path: &Path, seats: usize, kinds: usize) -> Result<Option<Store>, String> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        let wrong = || "it does not hold a training".to_owned();
        let line = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(wrong)?;
        let head: Head = serde_json::from_slice(&bytes[..line]).map_err(|_| wrong())?;
        let numbers: Vec<f32> =
            bytes[line + 1..].as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let mut rest = &numbers[..];
        let samples: Option<Vec<Sample>> = (0..head.positions).map(|_| sample(&mut rest, seats, kinds)).collect();
        match samples.filter(|_| rest.is_empty()) {
            Some(samples) => Ok(Some(Store { head, samples })),
            None => Err("it is not whole".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_read_back_as_they_were() {
        for seats in [2, 4] {
            let mut expected: Vec<f32> = (0..width(seats) - 2).map(|at| at as f32 / 7.0).collect();
            expected.extend([1.0, 2.0]);
            expected.extend([0.0, 0.5, 3.0, 0.25, 4.0, 1.5, 1.0, 0.75]);
            let mut rest = &expected[..];
            let read = sample(&mut rest, seats, 5).unwrap();
            assert_eq!((read.choice.len(), rest.len()), (2, 0));
            assert_eq!(numbers(&read, seats).collect::<Vec<_>>(), expected);
            assert_eq!(sample(&mut &expected[..], seats, 4), None, "there is no such kind of action");
            assert_eq!(sample(&mut &expected[..expected.len() - 1], seats, 5), None, "not whole");
        }
    }
}
