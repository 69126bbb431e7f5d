use std::fmt;

use serde::{Deserialize, Serialize};

/// A link that nobody can guess: 128 bits from the system, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key(u128);

impl Key {
    /// A key that nobody has seen.
    pub fn new() -> Result<Key, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Key(u128::from_le_bytes(bytes)))
    }

    /// Reads a key, written in one way only.
    pub fn read(text: &str) -> Option<Key> {
        let key = Key(u128::from_str_radix(text, 16).ok()?);
        (key.to_string() == text).then_some(key)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Key {
    /// A link is a secret: it stays out of logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl TryFrom<String> for Key {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Key, &'static str> {
        Key::read(&text).ok_or("expected 32 hexadecimal digits")
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_all_different_and_read_as_they_are_written() {
        let keys: std::collections::HashSet<Key> = (0..1000).map(|_| Key::new().unwrap()).collect();
        assert_eq!(keys.len(), 1000);
        for key in keys {
            assert_eq!(Key::read(&key.to_string()), Some(key.clone()));
            assert!(!format!("{key:?}").contains(&key.to_string()));
        }
    }

    #[test]
    fn there_is_one_way_to_write_a_key() {
        for text in ["", "1", "+0000000000000000000000000000001", &"A".repeat(32), &"0".repeat(33), "é"] {
            assert_eq!(Key::read(text), None, "{text}");
        }
    }
}
