//! Places of messages: pieces of sources as people and editors count them.

use adc_frontend::encoding::bytes_of;
use adc_frontend::span::{SourceMap, Span};
use std::fmt;

/// A piece of a source. Columns count bytes, as in compilers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub struct Place {
    /// The name of the source.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column of the first character, from 1.
    pub column: usize,
    /// The line of the end, from 1.
    pub end_line: usize,
    /// The column after the last character, from 1.
    pub end_column: usize,
    /// The bytes of the source, from the first to that after the last, from 0; `None` for a source that a preprocessor has
    /// changed.
    pub bytes: Option<(usize, usize)>,
}

impl Place {
    pub(crate) fn of(span: Span, map: &SourceMap) -> Option<Place> {
        let (file, line, column) = map.place(span.lo)?;
        let same_file = |&(f, l, c): &(&str, usize, usize)| f == file && (l, c) >= (line, column);
        let end = map.place(span.hi).filter(same_file);
        let (end_line, end_column) = end.map_or((line, column), |(_, l, c)| (l, c));
        Some(Place {
            file: file.to_string(),
            line,
            column,
            end_line,
            end_column,
            bytes: bytes(span, map),
        })
    }
}

/// The bytes of a span in its file as it was read.
fn bytes(span: Span, map: &SourceMap) -> Option<(usize, usize)> {
    let (file, line, _) = map.locate(span.lo).filter(|(f, _, _)| !f.is_preprocessed())?;
    let first = file.line_start(line - 1) as usize;
    let count = |from: usize, to: u32| {
        file.text
            .get(from..(to - file.base) as usize)
            .map(|t| bytes_of(t).len())
    };
    let start = bytes_of(file.text.get(..first)?).len() + count(first, span.lo)?;
    let length = count((span.lo - file.base) as usize, span.hi.max(span.lo));
    Some((start, start + length.unwrap_or(0)))
}

/// `file:line:column`, as compilers print it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
