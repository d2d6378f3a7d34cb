//! Bytes of source files as text, and back: what is no UTF-8 goes through the compiler unharmed.
//!
//! Old sources hold other encodings in comments and character literals, and a literal's length is counted in bytes. So each byte
//! that belongs to no UTF-8 sequence becomes one character of a private plane, and that byte again in what is written.

use std::borrow::Cow;

/// First of the 256 characters that stand for bytes.
const BYTES: u32 = 0x10_FF00;

/// The text of a file.
pub fn text_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(
            chunk
                .invalid()
                .iter()
                .filter_map(|&b| char::from_u32(BYTES + u32::from(b))),
        );
    }
    text
}

/// The byte that a character stands for.
fn byte(c: char) -> Option<u8> {
    u8::try_from(u32::from(c).checked_sub(BYTES)?).ok()
}

/// What to write for a text.
pub fn bytes_of(text: &str) -> Cow<'_, [u8]> {
    if !text.contains(|c| byte(c).is_some()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match byte(c) {
            Some(b) => bytes.push(b),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).chain("grün, \u{1F600}".bytes()).chain([0xE2, 0x82]).collect();
        let text = text_of(&all);
        assert_eq!(bytes_of(&text).as_ref(), all);
        assert!(text.ends_with(['\u{10FF82}']));
        assert!(matches!(bytes_of("grün"), Cow::Borrowed(_)));
    }
}
