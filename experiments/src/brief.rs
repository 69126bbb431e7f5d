//! Texts that others wrote, cut to what fits into a message.

use std::borrow::Cow;

/// The most letters of a text that a message repeats.
const LETTERS: usize = 160;

/// A text, or its beginning where it is long.
pub fn brief(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => Cow::Owned(format!("{}… ({} bytes)", &text[..end], text.len())),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_texts_are_cut() {
        assert_eq!(brief("hand = 4"), "hand = 4");
        let long = brief(&"ż".repeat(1_000_000)).into_owned();
        assert!(long.len() < 400 && long.ends_with("… (2000000 bytes)"), "{long}");
    }
}
