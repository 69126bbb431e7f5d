//! A file that grows by whole blocks of lines.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::PathBuf;

use super::folder::{FilesError, at};

/// A file that grows by whole blocks.
pub struct Log {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Log {
    /// Opens a file, or makes it; what it holds is left alone.
    pub fn open(path: PathBuf) -> Result<Log, FilesError> {
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = options.map_err(at(&path))?;
        Ok(Log { path, file, length: 0 })
    }

    /// Opens a file to be read only.
    pub fn open_to_read(path: PathBuf) -> Result<Log, FilesError> {
        let file = File::open(&path).map_err(at(&path))?;
        Ok(Log { path, file, length: 0 })
    }

    /// The file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The whole lines of the file after its header. A header cut short counts as an empty file; another header is not
    /// ours to write over.
    pub fn lines(
        &self,
        header: &[u8],
    ) -> Result<Option<impl Iterator<Item = Result<String, FilesError>> + use<>>, FilesError> {
        let mut reader = BufReader::new(self.file.try_clone().map_err(at(&self.path))?);
        reader.seek(SeekFrom::Start(0)).map_err(at(&self.path))?;
        let mut first = Vec::new();
        reader.read_until(b'\n', &mut first).map_err(at(&self.path))?;
        if first != header {
            let torn = header.starts_with(&first);
            return if torn { Ok(None) } else { Err(FilesError::Foreign { path: self.path.clone() }) };
        }
        let path = self.path.clone();
        Ok(Some(whole_lines(reader).map(move |line| line.map_err(at(&path)))))
    }

    /// Cuts the file off after `length` bytes, from where it grows.
    pub fn cut(&mut self, length: u64) -> Result<(), FilesError> {
        self.file.set_len(length).map_err(at(&self.path))?;
        self.file.seek(SeekFrom::Start(length)).map_err(at(&self.path))?;
        self.length = length;
        Ok(())
    }

    /// Has the system write down what it may still hold in memory.
    pub fn sync(&self) -> Result<(), FilesError> {
        self.file.sync_all().map_err(at(&self.path))
    }

    /// Adds whole blocks.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), FilesError> {
        if let Err(problem) = self.file.write_all(lines) {
            // A full disk: leave whole blocks if that is still possible; if not, the next run mends it.
            let _ = self.cut(self.length);
            return Err(at(&self.path)(problem));
        }
        self.length += lines.len() as u64;
        Ok(())
    }
}

/// The lines of a text up to the first that is torn. What cannot be read is an error, not an end: nothing may be cut off
/// that was not seen.
fn whole_lines(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match reader.read_until(b'\n', &mut line) {
            Ok(_) => String::from_utf8(line).ok().filter(|line| line.ends_with('\n')).map(Ok),
            Err(error) => Some(Err(error)),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// A disk that fails behind a text.
    struct Failing<'a>(&'a [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::Error::other("the disk is broken")) } else { self.0.read(buffer) }
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_end() {
        let lines: Vec<io::Result<String>> = whole_lines(BufReader::new(Failing(b"one\ntwo\nth"))).take(3).collect();
        assert!(matches!(&lines[..], [Ok(one), Ok(two), Err(_)] if one == "one\n" && two == "two\n"), "{lines:?}");
    }

    #[test]
    fn a_torn_line_is_the_end() {
        let lines: Vec<String> = whole_lines(&b"one\ntwo\nth"[..]).map(Result::unwrap).collect();
        assert_eq!(lines, ["one\n", "two\n"]);
    }

    #[test]
    fn a_log_grows_from_where_it_was_cut_off() {
        let path = std::env::temp_dir().join(format!("marque-log-{}", std::process::id()));
        std::fs::write(&path, "head\none\ntwo\nth").unwrap();
        let mut log = Log::open(path.clone()).unwrap();
        let lines = |log: &Log| log.lines(b"head\n").unwrap().unwrap().map(Result::unwrap).collect::<Vec<_>>();
        assert_eq!(lines(&log), ["one\n", "two\n"]);
        log.cut(9).unwrap();
        log.append(b"three\n").unwrap();
        log.append(b"four\n").unwrap();
        log.sync().unwrap();
        assert_eq!((lines(&log), log.length), (vec!["one\n".into(), "three\n".into(), "four\n".into()], 20));
        assert!(log.lines(b"heading\n").is_err(), "the header is another");
        log.cut(3).unwrap();
        assert!(log.lines(b"head\n").unwrap().is_none(), "the header is torn");
        std::fs::remove_file(path).unwrap();
    }
}
