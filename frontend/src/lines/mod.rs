//! The line assembler: text to logical lines.
//!
//! A logical line is one statement: continuation lines are joined, `;` splits, label and comments are separated,
//! INCLUDE files are spliced in. In fixed form blanks outside character context have no meaning and are dropped. The
//! assembler does not parse statements, except where cutting a line requires it: Hollerith constants, FORMAT (whose
//! text is kept as written) and INCLUDE.
//!
//! All logical text of a run is in one string, and its origin in one table of [`Segment`]s. Every offset maps back to
//! the source position of the byte, so tokens and syntax tree have true positions.

mod conditional;
mod exclude;
mod fixed;
mod free;
mod include;
mod logical;

use crate::ast::{SmolStr, Trivia};
use crate::codes;
use crate::diag::Diagnostic;
use crate::span::{FileId, Form, SourceMap, Span};
use exclude::{Line, Region};
use logical::Segment;

pub use include::{include_name, IncludeFn, Includes};
pub use logical::{LineMarker, Lines, LogicalLine, Positions};

/// Options of the assembler.
#[derive(Clone, Debug)]
pub struct LineOptions {
    /// Last column of a fixed-form statement; `None` for no limit.
    pub fixed_width: Option<usize>,
    /// A character literal that continues in fixed form is padded with blanks up to the last column.
    pub pad: bool,
    /// Lines with a `D` in column 1 are statements, not comments.
    pub d_lines: bool,
    /// In a character literal a backslash escapes the quote after it.
    pub backslash: bool,
    /// Lines after the sentinel `!$` are statements, as in OpenMP.
    pub conditional: bool,
}

impl Default for LineOptions {
    fn default() -> Self {
        LineOptions {
            fixed_width: Some(72),
            pad: true,
            d_lines: false,
            backslash: false,
            conditional: false,
        }
    }
}

/// Assembles the logical lines of a file.
pub fn assemble(map: &SourceMap, file: FileId, options: &LineOptions, includes: &Includes) -> (Lines, Vec<Diagnostic>) {
    let mut a = Assembler {
        map,
        includes,
        width: options.fixed_width.unwrap_or(usize::MAX),
        options: options.clone(),
        out: Lines::default(),
        diags: vec![],
        pending: vec![],
        region: None,
        cur: None,
        bad_lines: 0,
        told_conditional: false,
        stack: vec![],
    };
    a.file(file);
    a.out.tail = std::mem::take(&mut a.pending);
    (a.out, a.diags)
}

/// State of the assembler within a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Outside character context.
    Code,
    /// In a literal that this quote closes.
    Str(u8),
    /// In a Hollerith constant with this many characters to come.
    Hollerith(u32),
}

/// The statement being assembled.
struct Current {
    label: Option<(u32, Span)>,
    text: usize,
    segments: usize,
    lead: Vec<Trivia>,
    trail: Option<(SmolStr, Span)>,
    state: State,
    /// FORMAT: blanks are kept.
    raw: bool,
    /// Fixed form: number of columns that the last line lacked, to be padded if a literal continues.
    missing: usize,
    /// Source position after the last line.
    end: u32,
}

struct Assembler<'a> {
    map: &'a SourceMap,
    includes: &'a Includes,
    width: usize,
    options: LineOptions,
    out: Lines,
    diags: Vec<Diagnostic>,
    /// Comments that belong to the next statement.
    pending: Vec<Trivia>,
    /// The excluded region that is open.
    region: Option<Region>,
    cur: Option<Current>,
    /// Number of lines of the file whose first columns do not fit fixed form, minus those that do.
    bad_lines: usize,
    /// True once a line that is a statement only for OpenMP was reported.
    told_conditional: bool,
    /// Files that are being read.
    stack: Vec<FileId>,
}

impl Assembler<'_> {
    fn file(&mut self, id: FileId) {
        let f = self.map.file(id);
        self.stack.push(id);
        let region = self.region.take();
        let bad_lines = std::mem::take(&mut self.bad_lines);
        let text = without_end_mark(&f.text);
        match f.form {
            Form::Fixed => self.fixed(text, f.base),
            Form::Free => self.free(text, f.base),
        }
        self.diags.extend(self.region.take().map(|r| r.unclosed()));
        self.finish();
        self.region = region;
        self.bad_lines = bad_lines;
        self.stack.pop();
    }

    /// True if a line belongs to an excluded region. `comment` is its text without the comment character, if it is a
    /// comment.
    fn excludes(&mut self, line: &str, comment: Option<&str>, pos: u32) -> bool {
        match Line::read(&mut self.region, line, comment, pos, &mut self.diags) {
            Line::Outside => false,
            Line::Inside => true,
            Line::Last(text, whole) => {
                self.out.excluded.push(whole);
                self.pending.push(Trivia::Excluded(text, whole));
                true
            }
        }
    }

    /// Reports stray carriage returns. A carriage return is part of a line end only before a line feed; elsewhere
    /// compilers drop it, which changes columns and literals unnoticed.
    fn check_line_end(&mut self, line: &str, pos: u32) {
        if let Some(at) = line.find('\r') {
            let at = pos + at as u32;
            let span = Span::new(at, at + 1);
            self.diags.push(
                Diagnostic::error(codes::BAD_LINE, span, "carriage return within a line")
                    .help("if the lines end with carriage returns only, convert the line ends: `tr '\\r' '\\n' < old.f90 > new.f90`"),
            );
        }
    }

    /// A label, if it is a number that Fortran allows.
    fn check_label(&mut self, label: Option<(u32, Span)>) -> Option<(u32, Span)> {
        let (n, span) = label?;
        if n == 0 || n > 99999 {
            self.diags.push(Diagnostic::error(
                codes::BAD_LINE,
                span,
                "a label must be a number from 1 to 99999",
            ));
            return None;
        }
        Some((n, span))
    }

    fn begin(&mut self, label: Option<(u32, Span)>, pos: u32) {
        self.finish();
        self.cur = Some(Current {
            label,
            text: self.out.text.len(),
            segments: self.out.segments.len(),
            lead: std::mem::take(&mut self.pending),
            trail: None,
            state: State::Code,
            raw: false,
            missing: 0,
            end: pos,
        });
    }

    /// Appends source text to the current statement.
    fn push(&mut self, s: &str, pos: u32) {
        let at = self.out.text.len() as u32;
        match self.out.segments.last_mut() {
            Some(g)
                if g.pos + g.len == pos
                    && g.at + g.len == at
                    && self.cur.as_ref().is_some_and(|c| c.text < at as usize) =>
            {
                g.len += s.len() as u32;
            }
            _ => self.out.segments.push(Segment {
                at,
                pos,
                len: s.len() as u32,
            }),
        }
        self.out.text.push_str(s);
    }

    /// Appends padding blanks that have no source position.
    fn fill(&mut self, n: usize, pos: u32) {
        self.out.segments.push(Segment {
            at: self.out.text.len() as u32,
            pos,
            len: 0,
        });
        self.out.text.extend(std::iter::repeat_n(' ', n));
    }

    /// Sets the comment after the current line; that of an earlier line of the statement moves before the statement.
    fn trail(&mut self, s: &str, pos: u32) {
        let Some(c) = &mut self.cur else { return };
        if let Some((t, span)) = c.trail.replace((s.into(), Span::new(pos, pos + s.len() as u32 + 1))) {
            c.lead.push(Trivia::Comment(t, span));
        }
    }

    /// Ends the current statement.
    fn finish(&mut self) {
        let Some(mut c) = self.cur.take() else { return };
        let text = self.out.text[c.text..].trim_end_matches([' ', '\t']);
        let end = c.text + text.len();
        // Find positions through the statement's segments before cutting anything off.
        let skip = text.len() - text.trim_start_matches([' ', '\t']).len();
        let start = c.text + skip;
        if start >= end {
            self.out.text.truncate(c.text);
            self.out.segments.truncate(c.segments);
            self.nothing(c);
            return;
        }
        self.out.text.truncate(end);
        let line = LogicalLine {
            file: *self.stack.last().unwrap_or(&FileId(0)),
            form: self.stack.last().map_or(Form::Free, |&f| self.map.file(f).form),
            label: c.label,
            text: start..end,
            segments: c.segments..self.out.segments.len(),
            lead: std::mem::take(&mut c.lead),
            trail: None,
            span: Span::NONE,
        };
        let span = self.out.positions(&line).span(0, end - start);
        if let Some(name) = include_name(&self.out.text[start..end]).filter(|_| c.label.is_none()) {
            let name = name.to_string();
            self.out.text.truncate(c.text);
            self.out.segments.truncate(c.segments);
            // Comments found meanwhile belong after the included text.
            let after = std::mem::replace(&mut self.pending, line.lead);
            self.pending.extend(c.trail.map(|(t, s)| Trivia::Comment(t, s)));
            self.splice(&name, span);
            self.pending.extend(after);
            return;
        }
        self.out.list.push(LogicalLine {
            span,
            trail: c.trail.map(|(t, _)| t),
            ..line
        });
    }

    /// Handles a statement without text: a comment alone, an empty piece between `;`, or a label alone.
    fn nothing(&mut self, c: Current) {
        let after = std::mem::replace(&mut self.pending, c.lead);
        self.pending.extend(c.trail.map(|(t, s)| Trivia::Comment(t, s)));
        self.pending.extend(after);
        if let Some((_, span)) = c.label {
            self.diags.push(
                Diagnostic::error(codes::BAD_LINE, span, "label without a statement")
                    .help("write CONTINUE after the label"),
            );
        }
    }

    fn splice(&mut self, name: &str, span: Span) {
        let too_deep = self.stack.len() >= include::MAX_DEPTH;
        let found = self.includes.at(span.lo).filter(|_| !too_deep);
        let Some(id) = found else {
            let what = if too_deep {
                "INCLUDE lines are nested too deeply"
            } else {
                "cannot read the included file"
            };
            self.diags.push(
                Diagnostic::error(codes::CANNOT_READ, span, format!("{what}: {name}"))
                    .help("give its directory with `-I DIR`"),
            );
            return;
        };
        if let Some(why) = &self.map.file(id).unreadable {
            let message = format!("cannot read the included file: {name}: {why}");
            self.diags.push(Diagnostic::error(codes::CANNOT_READ, span, message));
            return;
        }
        if self
            .stack
            .iter()
            .any(|&f| f == id || self.map.file(f).name == self.map.file(id).name)
        {
            self.diags.push(Diagnostic::error(
                codes::CANNOT_READ,
                span,
                format!("{name} includes itself"),
            ));
            return;
        }
        self.file(id);
    }

    /// `#` lines: records line markers and keeps other directives unchanged.
    fn hash_line(&mut self, line: &str, pos: u32) {
        match line_marker(line, pos) {
            Some(m) => self.out.markers.push(m),
            None => {
                self.pending.push(Trivia::Preprocessor(
                    line.into(),
                    Span::new(pos, pos + line.len() as u32),
                ));
            }
        }
    }

    fn comment_line(&mut self, text: &str, pos: u32) {
        self.pending.push(Trivia::Comment(
            text.trim_ascii_end().into(),
            Span::new(pos, pos + 1 + text.len() as u32),
        ));
    }

    /// Records the first line that is a comment here and a statement under `-fopenmp`.
    fn note_conditional(&mut self, pos: u32, length: usize) {
        if self.told_conditional {
            return;
        }
        self.told_conditional = true;
        let text = "lines that begin with this sentinel are read as comments, as by a compiler without -fopenmp";
        self.diags.push(
            Diagnostic::note(codes::CONDITIONAL_LINES, Span::new(pos, pos + length as u32), text)
                .help("if you compile the program with -fopenmp, give that option to adc, too"),
        );
    }

    /// Moves comments found since the last piece into the statement that continues.
    fn absorb_pending(&mut self) {
        if let Some(c) = &mut self.cur {
            c.lead.append(&mut self.pending);
        }
    }

    /// True if the statement so far ends with the literal that this quote closes.
    fn closes_with(&self, quote: u8) -> bool {
        matches!(quote, b'\'' | b'"')
            && self.cur.as_ref().is_some_and(|c| c.state == State::Code)
            && self.statement_text().as_bytes().last() == Some(&quote)
    }

    /// Adds text that ends with an escaped quote. The quote is doubled instead, which needs no compiler option.
    fn push_escaped(&mut self, s: &str, pos: u32) {
        let quote = s.len() - 1;
        self.push(&s[..quote - 1], pos);
        self.push(&s[quote..], pos + quote as u32);
        self.push(&s[quote..], pos + quote as u32);
    }

    fn set_state(&mut self, state: State) {
        if let Some(c) = &mut self.cur {
            c.state = state;
        }
    }

    fn statement_text(&self) -> &str {
        self.cur.as_ref().map_or("", |c| &self.out.text[c.text..])
    }
}

/// A text without the trailing Ctrl-Z of old systems.
fn without_end_mark(text: &str) -> &str {
    let body = text.trim_end_matches(['\x1a', '\n', '\r']);
    match text[body.len()..].find('\x1a') {
        Some(at) => &text[..body.len() + at],
        None => text,
    }
}

/// True if the text ends with an odd number of backslashes.
fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
}

fn line_marker(line: &str, pos: u32) -> Option<LineMarker> {
    let rest = line.strip_prefix('#')?.trim_ascii_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_ascii_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    let file = rest[digits..].trim_ascii_start().strip_prefix('"')?;
    let file = &file[..file.find('"')?];
    Some(LineMarker {
        pos,
        line: number,
        file: file.into(),
    })
}

/// The number of characters of a Hollerith constant whose `H` follows `before`, a statement's text so far. The digits
/// must be at a place where a constant may stand; `REAL*8 HEAD` and `DO 10 H = 1, 5` contain no Hollerith constant.
pub fn hollerith_count(before: &[u8]) -> Option<u32> {
    let digits = before.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 || digits > 4 {
        return None;
    }
    let (head, number) = before.split_at(before.len() - digits);
    let mut rest = head;
    while let [r @ .., b' ' | b'\t'] = rest {
        rest = r;
    }
    let starts = |w: &[u8]| rest.get(..w.len()).is_some_and(|s| s.eq_ignore_ascii_case(w));
    let fits = match rest {
        [.., b'(' | b',' | b'/' | b'=' | b':' | b'['] => true,
        // A repeat count; only the nearby text is searched, so that long statements take linear time.
        [.., b'*'] => starts(b"data") || rest[rest.len().saturating_sub(2000)..].contains(&b'/'),
        [.., b, b'.'] => b.is_ascii_alphabetic(),
        [.., b'\'' | b'"' | b')' | b'x' | b'X'] => starts(b"format"),
        _ => false,
    };
    let n = number.iter().fold(0, |n, b| n * 10 + u32::from(b - b'0'));
    (fits && n > 0).then_some(n)
}
