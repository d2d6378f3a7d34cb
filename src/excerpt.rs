//! Sources as shown to people, for messages that quote them: a view of the source map for codespan.

use adc_frontend::encoding::{columns, shown};
use adc_frontend::span::{FileId, SourceFile, SourceMap, Span};
use codespan_reporting::files::{Error, Files};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

/// The files of a map. A file is identified by its id and by the first line of a message: a preprocessed file contains
/// lines of several files.
pub(crate) struct Excerpts<'a> {
    map: &'a SourceMap,
    views: Vec<OnceCell<View<'a>>>,
}

/// A file of the map, and a line whose origin gives its name.
pub(crate) type Part = (FileId, usize);

/// The text of a file as shown, and its line starts.
struct View<'a> {
    text: Cow<'a, str>,
    starts: Vec<usize>,
}

impl View<'_> {
    fn of(f: &SourceFile) -> View<'_> {
        let text = shown(&f.text);
        let ends = text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(i, _)| i + 1)).collect();
        View { text, starts }
    }

    fn line_of(&self, byte: usize) -> usize {
        self.starts.partition_point(|&s| s <= byte) - 1
    }

    fn line_range(&self, line: usize) -> Range<usize> {
        let start = |l: usize| self.starts.get(l).copied().unwrap_or(self.text.len());
        start(line)..start(line + 1)
    }
}

impl<'a> Excerpts<'a> {
    /// Nothing is shown yet.
    pub(crate) fn new(map: &'a SourceMap) -> Excerpts<'a> {
        let views = map.files().map(|_| OnceCell::new()).collect();
        Excerpts { map, views }
    }

    fn view(&self, id: FileId) -> &View<'a> {
        self.views[id.0 as usize].get_or_init(|| View::of(self.map.file(id)))
    }

    /// The file of a span, and its range of bytes in the shown text.
    pub(crate) fn range(&self, span: Span) -> Option<(Part, Range<usize>)> {
        let id = self.map.file_at(span.lo)?;
        let f = self.map.file(id);
        let length = f.text.len();
        let lo = ((span.lo - f.base) as usize).min(length);
        let hi = (span.hi.saturating_sub(f.base) as usize).clamp(lo, length);
        // lines of the same file share a part, so that they are shown together
        let name = f.origin(f.line_of(lo as u32)).0;
        let lines = f.line_of(length as u32) + 1;
        let first = (0..lines).find(|&l| f.origin(l).0 == name).unwrap_or(0);
        Some(((id, first), self.offset(id, lo)..self.offset(id, hi)))
    }

    /// The offset in the shown text for a byte of a file's text; the start of its character.
    fn offset(&self, id: FileId, at: usize) -> usize {
        let (f, view) = (self.map.file(id), self.view(id));
        let line = f.line_of(at as u32);
        let start = f.line_start(line) as usize;
        let source = &f.text[start..f.line_start(line + 1) as usize];
        let range = view.line_range(line);
        let mut offset = range.start + at - start;
        if view.text[range.clone()] != *source {
            // decoded text: a character of the source is a byte of the shown text
            let before = (0..=at - start).rev().find_map(|n| source.get(..n));
            offset = range.start + before.map_or(0, columns);
        }
        while !view.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

impl<'a> Files<'a> for Excerpts<'_> {
    type FileId = Part;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (id, line): Part) -> Result<&'a str, Error> {
        Ok(self.map.file(id).origin(line).0)
    }

    fn source(&'a self, (id, _): Part) -> Result<&'a str, Error> {
        Ok(&self.view(id).text)
    }

    fn line_index(&'a self, (id, _): Part, byte: usize) -> Result<usize, Error> {
        Ok(self.view(id).line_of(byte))
    }

    fn line_number(&'a self, (id, _): Part, line: usize) -> Result<usize, Error> {
        Ok(self.map.file(id).origin(line).1)
    }

    fn line_range(&'a self, (id, _): Part, line: usize) -> Result<Range<usize>, Error> {
        Ok(self.view(id).line_range(line))
    }
}
