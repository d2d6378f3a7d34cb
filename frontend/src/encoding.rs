//! Conversion between the bytes of a source and its text: inside the compiler one character is one byte, whatever
//! encoding the author used.
//!
//! Fortran compilers count bytes: columns, the text of a Hollerith constant, the length of a literal. So every byte is
//! read as the character of the same number (as in Latin-1) and written back as that byte. Consequently the compiler
//! counts characters as Fortran compilers count bytes, a line may end within a UTF-8 character, and one output may
//! combine files in several encodings. Trimming must be restricted to ASCII: a byte of a letter may look like a Latin-1
//! blank. Text is decoded only when it is shown to people: [`shown`].

use std::borrow::Cow;

/// The byte order mark that some editors put before UTF-8; it is not part of the text.
pub const MARK: char = '\u{feff}';
const MARK_BYTES: &[u8] = b"\xef\xbb\xbf";

/// The text of a source.
pub fn text_of(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => text,
        Ok(text) => widened(text.as_bytes()),
        Err(e) => widened(e.as_bytes()),
    }
}

fn widened(bytes: &[u8]) -> String {
    let (mark, rest) = match bytes.strip_prefix(MARK_BYTES) {
        Some(rest) => (Some(MARK), rest),
        None => (None, bytes),
    };
    mark.into_iter().chain(rest.iter().map(|&b| char::from(b))).collect()
}

/// The bytes of a text that [`text_of`] made; characters that do not stand for a byte are written in UTF-8.
pub fn bytes_of(text: &str) -> Vec<u8> {
    if text.is_ascii() {
        return text.into();
    }
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        match u8::try_from(c) {
            Ok(b) => out.push(b),
            Err(_) => out.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out
}

/// Text as people read it: lines that are valid UTF-8 are decoded, others are taken for Latin-1.
pub fn shown(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let line = |l: &str| String::from_utf8(bytes_of(l)).unwrap_or_else(|_| l.into());
    text.split_inclusive('\n').map(line).collect::<String>().into()
}

/// Columns that a piece of text takes.
pub fn columns(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

/// Splits a text after the first `column` columns.
pub fn split_at_column(text: &str, column: usize) -> (&str, &str) {
    if text.is_ascii() {
        return text.split_at(column.min(text.len()));
    }
    let at = text.char_indices().nth(column).map_or(text.len(), |(i, _)| i);
    text.split_at(at)
}
