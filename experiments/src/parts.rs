//! Parts of a run: some of its blocks, played anywhere, and put together to what one machine would have written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use crate::brief::brief;
use crate::manifest::{Manifest, Mismatch, listed};

/// Blocks of a run from one to before another, counted in the order of its games; each has as many games as there are
/// seats. In an experiment those of all matches are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Blocks {
    /// The first.
    pub first: u64,
    /// The one behind the last.
    pub end: u64,
}

impl Blocks {
    /// How many they are.
    pub fn count(&self) -> u64 {
        self.end - self.first
    }

    /// Cuts them into so many parts at most, of equal size but for one block more or less.
    pub fn cut(&self, parts: u64) -> Vec<Blocks> {
        let parts = parts.min(self.count());
        let at = |part: u64| self.first + (u128::from(self.count()) * u128::from(part) / u128::from(parts)) as u64;
        (0..parts).map(|part| Blocks { first: at(part), end: at(part + 1) }).collect()
    }
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.first, self.end)
    }
}

/// A text that names no blocks.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` names no blocks; expected A..B with A below B, such as 0..100 for the first hundred")]
pub struct BlocksError(String);

impl FromStr for Blocks {
    type Err = BlocksError;

    fn from_str(text: &str) -> Result<Blocks, BlocksError> {
        let blocks = text.split_once("..").and_then(|(first, end)| Some((first.parse().ok()?, end.parse().ok()?)));
        let blocks = blocks.map(|(first, end)| Blocks { first, end }).filter(|blocks| blocks.first < blocks.end);
        blocks.ok_or_else(|| BlocksError(brief(text).into_owned()))
    }
}

/// A folder that holds some blocks of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The folder.
    pub path: PathBuf,
    /// Which blocks.
    pub blocks: Blocks,
}

/// Why parts cannot be put together.
#[derive(Debug, Error)]
pub enum PartsError {
    /// No part.
    #[error("name at least one part: `marque merge PART… --out DIR`")]
    None,
    /// A manifest that cannot be read.
    #[error("{}: {problem}", path.display())]
    Io {
        /// Which folder.
        path: PathBuf,
        /// What the system said.
        problem: io::Error,
    },
    /// A folder that is no part.
    #[error("{} is no part of a run: it has no manifest that says which `blocks`; parts are played with `--blocks A..B`", .0.display())]
    NoPart(PathBuf),
    /// A part of another run.
    #[error("{} is of another run than {other}. It has:{}", path.display(), listed(mismatches, Mismatch::instead))]
    Another {
        /// Which folder.
        path: PathBuf,
        /// What it is compared with.
        other: String,
        /// In what it differs.
        mismatches: Vec<Mismatch>,
    },
    /// Two parts with the same blocks.
    #[error("{} has blocks {first} and {} has blocks {second}: they overlap; leave out one", path.display(), other.display())]
    Overlap {
        /// One folder.
        path: PathBuf,
        /// Its blocks.
        first: Blocks,
        /// The other folder.
        other: PathBuf,
        /// Its blocks.
        second: Blocks,
    },
    /// Blocks that no part has.
    #[error("no part has blocks {0}: play them with `--blocks {0}`, or name the folder that has them")]
    Gap(Blocks),
    /// A part that was stopped.
    #[error("{} should have blocks {blocks} but ends before block {end}: give the command that began it again", path.display())]
    Unfinished {
        /// Which folder.
        path: PathBuf,
        /// The blocks it should have.
        blocks: Blocks,
        /// Where it ends.
        end: u64,
    },
    /// Blocks beyond the end of the run.
    #[error("there are no blocks {asked}: the run has {all}")]
    Beyond {
        /// What was asked for.
        asked: Blocks,
        /// All there are.
        all: Blocks,
    },
}

/// Parts of one run, in order; none overlap and none is missing between two.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts {
    /// What the whole run is.
    pub manifest: Manifest,
    /// The parts.
    pub parts: Vec<Part>,
}

impl Parts {
    /// Looks at folders of parts, in any order.
    pub fn read(paths: &[PathBuf]) -> Result<Parts, PartsError> {
        let mut found = paths.iter().map(|path| read_one(path)).collect::<Result<Vec<_>, _>>()?;
        found.sort_by_key(|(part, _)| part.blocks);
        let Some((first, manifest)) = found.first().cloned() else { return Err(PartsError::None) };
        for (part, other) in &found {
            let mismatches = other.differences(&manifest);
            if !mismatches.is_empty() {
                let (path, other) = (part.path.clone(), first.path.display().to_string());
                return Err(PartsError::Another { path, other, mismatches });
            }
        }
        for ((one, _), (two, _)) in found.iter().zip(&found[1..]) {
            if one.blocks.end > two.blocks.first {
                let (path, other) = (one.path.clone(), two.path.clone());
                return Err(PartsError::Overlap { path, first: one.blocks, other, second: two.blocks });
            }
            if one.blocks.end < two.blocks.first {
                return Err(PartsError::Gap(Blocks { first: one.blocks.end, end: two.blocks.first }));
            }
        }
        Ok(Parts { manifest, parts: found.into_iter().map(|(part, _)| part).collect() })
    }

    /// Refuses parts that this program would not have played as `manifest` says.
    pub(crate) fn check(&self, manifest: &Manifest) -> Result<(), PartsError> {
        let mismatches = self.manifest.differences(manifest);
        if mismatches.is_empty() {
            return Ok(());
        }
        let path = self.parts.first().map(|part| part.path.clone()).unwrap_or_default();
        Err(PartsError::Another { path, other: "this program would play now".to_owned(), mismatches })
    }
}

fn read_one(path: &Path) -> Result<(Part, Manifest), PartsError> {
    let no_part = || PartsError::NoPart(path.to_owned());
    let manifest = Manifest::read(path).map_err(|problem| PartsError::Io { path: path.to_owned(), problem })?;
    let (manifest, blocks) = manifest.ok_or_else(no_part)?.without_blocks();
    Ok((Part { path: path.to_owned(), blocks: blocks.ok_or_else(no_part)? }, manifest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_as_they_are_written() {
        let blocks: Blocks = "12..40".parse().unwrap();
        assert_eq!((blocks.to_string().as_str(), blocks.count()), ("12..40", 28));
        for wrong in ["", "12", "40..12", "3..3", "a..b", "-1..2", "1...2"] {
            assert!(wrong.parse::<Blocks>().unwrap_err().to_string().contains("expected A..B"), "{wrong}");
        }
    }

    #[test]
    fn a_cut_leaves_nothing_out() {
        for (first, end, parts) in [(0, 10, 3), (5, 7, 4), (3, 4, 1), (0, 1_000_000_000_000, 7)] {
            let cut = Blocks { first, end }.cut(parts);
            assert!(cut.len() as u64 == parts.min(end - first) && cut[0].first == first);
            assert!(cut.windows(2).all(|pair| pair[0].end == pair[1].first) && cut[cut.len() - 1].end == end);
            let sizes = cut.iter().map(Blocks::count);
            assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        }
    }
}
