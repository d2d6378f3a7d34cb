//! Places of `adc` (lines from 1, columns in bytes) as ranges of the protocol (lines from 0, columns in UTF-16).

use adc::Place;
use lsp_types::{Position, Range};

/// The range of a place in a text.
pub fn range(place: &Place, text: &str) -> Range {
    let at = |line: usize, column: usize| {
        let line = line.saturating_sub(1);
        let content = text.lines().nth(line).unwrap_or("");
        let bytes = content.as_bytes();
        let before = bytes.get(..(column - 1).min(bytes.len())).unwrap_or_default();
        Position::new(
            line as u32,
            String::from_utf8_lossy(before).encode_utf16().count() as u32,
        )
    };
    Range::new(at(place.line, place.column), at(place.end_line, place.end_column))
}

/// The range of a line, without its blanks.
pub fn line_range(text: &str, line: usize) -> Range {
    let content = text.lines().nth(line).unwrap_or("");
    let units = |s: &str| s.encode_utf16().count() as u32;
    let (start, end) = (units(content) - units(content.trim_start()), units(content.trim_end()));
    Range::new(
        Position::new(line as u32, start.min(end)),
        Position::new(line as u32, end),
    )
}

/// The part of a text in a range; `None` for a range over several lines.
pub fn marked(text: &str, range: Range) -> Option<String> {
    if range.start.line != range.end.line {
        return None;
    }
    let units: Vec<u16> = text.lines().nth(range.start.line as usize)?.encode_utf16().collect();
    let part = units.get(range.start.character as usize..range.end.character as usize)?;
    String::from_utf16(part).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf_16() {
        let text = "a\n\u{e9}\u{1d11e} x\n";
        let mut sources = adc::Sources::new();
        sources.add("m.f90", "subroutine f\n  y = '\u{e9}\u{1d11e}' + nope(\nend\n");
        let error = adc::read(sources, &adc::ReadOptions::default())
            .unwrap()
            .check()
            .unwrap_err();
        let mut place = error.messages().iter().next().unwrap().place().unwrap();
        (place.line, place.column, place.end_line, place.end_column) = (2, 8, 2, 9);
        let range = range(&place, text);
        assert_eq!((range.start.character, range.end.character), (4, 5));
        assert_eq!(marked(text, range).unwrap(), "x");
        assert_eq!(marked(text, line_range(text, 1)).unwrap(), "\u{e9}\u{1d11e} x");
    }
}
