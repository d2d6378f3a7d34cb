//! Logical lines, and the origin of their text.

use crate::ast::{SmolStr, Trivia};
use crate::span::{FileId, Form, SourceMap, Span};
use std::ops::Range;

/// A piece of logical text that is also contiguous in the source.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// Offset in [`Lines::text`].
    pub(super) at: u32,
    /// Position in the source.
    pub(super) pos: u32,
    /// Bytes of the source; 0 for padding blanks.
    pub(super) len: u32,
}

/// One statement.
#[derive(Clone, Debug)]
pub struct LogicalLine {
    /// File of its first character.
    pub file: FileId,
    /// Form of that file.
    pub form: Form,
    /// Statement label.
    pub label: Option<(u32, Span)>,
    /// Its text, in [`Lines::text`].
    pub text: Range<usize>,
    /// Its segments, in [`Lines::segments`].
    pub(super) segments: Range<usize>,
    /// Comments and blank lines before it, and those between its lines.
    pub lead: Vec<Trivia>,
    /// Comment after it.
    pub trail: Option<SmolStr>,
    /// From its first character to its last, without label.
    pub span: Span,
}

/// A `# line "file"` marker of a preprocessor: the text after it comes from elsewhere.
#[derive(Clone, Debug)]
pub struct LineMarker {
    /// Position of the marker.
    pub pos: u32,
    /// Line number of the next line in its origin.
    pub line: u32,
    /// Origin.
    pub file: SmolStr,
}

/// The logical lines of a file with everything it includes.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// All logical text.
    pub text: String,
    /// Origin of the text, ascending.
    pub(super) segments: Vec<Segment>,
    /// The statements in order.
    pub list: Vec<LogicalLine>,
    /// Comments after the last statement.
    pub tail: Vec<Trivia>,
    /// Excluded regions.
    pub excluded: Vec<Span>,
    /// Preprocessor line markers, for mapping positions back to the origin.
    pub markers: Vec<LineMarker>,
}

impl Lines {
    /// Text of a statement.
    pub fn text_of(&self, line: &LogicalLine) -> &str {
        &self.text[line.text.clone()]
    }

    /// Maps the offsets of a statement's text to source positions; fast for offsets in ascending order.
    pub fn positions<'a>(&'a self, line: &LogicalLine) -> Positions<'a> {
        Positions {
            segments: &self.segments[line.segments.clone()],
            base: line.text.start as u32,
            cursor: 0,
        }
    }

    /// One line for each statement: place, label, text; comments indented below.
    pub fn dump(&self, map: &SourceMap) -> String {
        use std::fmt::Write;
        let mut out = String::new();
        for line in &self.list {
            for t in &line.lead {
                dump_trivia(&mut out, t);
            }
            let (l, c) = map.locate(line.span.lo).map_or((0, 0), |(_, l, c)| (l, c));
            let label = line.label.map_or(String::new(), |(n, _)| n.to_string());
            let _ = write!(out, "{l:>5}:{c:<3} {label:>5} {}", self.text_of(line));
            if let Some(t) = &line.trail {
                let _ = write!(out, "   !{t}");
            }
            out.push('\n');
        }
        for t in &self.tail {
            dump_trivia(&mut out, t);
        }
        out
    }
}

fn dump_trivia(out: &mut String, t: &Trivia) {
    match t {
        Trivia::Blank => out.push_str("          blank\n"),
        Trivia::Comment(s, _) => {
            out.push_str("          !");
            out.push_str(s);
            out.push('\n');
        }
        Trivia::Excluded(s, _) => {
            for line in s.lines() {
                out.push_str("          | ");
                out.push_str(line);
                out.push('\n');
            }
        }
        Trivia::Preprocessor(s, _) => {
            out.push_str("          ");
            out.push_str(s);
            out.push('\n');
        }
    }
}

/// Maps offsets of one statement's text to source positions; the default is for text without a source.
#[derive(Clone, Debug, Default)]
pub struct Positions<'a> {
    segments: &'a [Segment],
    base: u32,
    cursor: usize,
}

impl Positions<'_> {
    /// Position of the byte at `offset`.
    pub fn of(&mut self, offset: usize) -> u32 {
        let at = self.base + offset as u32;
        let Some(mut s) = self.segments.get(self.cursor) else {
            return 0;
        };
        if s.at > at {
            self.cursor = self.segments.partition_point(|s| s.at <= at).saturating_sub(1);
            s = &self.segments[self.cursor];
        }
        while let Some(next) = self.segments.get(self.cursor + 1).filter(|n| n.at <= at) {
            self.cursor += 1;
            s = next;
        }
        s.pos + at.saturating_sub(s.at).min(s.len)
    }

    /// Span of the bytes `lo..hi`.
    pub fn span(&mut self, lo: usize, hi: usize) -> Span {
        let l = self.of(lo);
        let h = if hi > lo { self.of(hi - 1) + 1 } else { l };
        Span::new(l, h.max(l))
    }
}
