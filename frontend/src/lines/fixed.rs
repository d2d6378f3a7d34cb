//! Fixed form: columns 1-5 label, 6 continuation, 7-72 statement.
//!
//! Tab form: a tab in the first six columns moves to column 7; a digit 1-9 after it marks a continuation. Text after
//! the last column is dropped, as compilers do.

use super::conditional::fixed_statement;
use super::{hollerith_count, is_escaped, Assembler, State};
use crate::codes;
use crate::diag::Diagnostic;
use crate::encoding::{columns, split_at_column, MARK};
use crate::span::Span;

/// With this many lines that are not in fixed form, the file is taken for another form.
const MAX_BAD_LINES: usize = 5;

/// Kind of a physical line.
enum Kind {
    Comment,
    Bad,
    Initial,
    Continuation,
}

impl Assembler<'_> {
    pub(super) fn fixed(&mut self, text: &str, base: u32) {
        let mut at = text.len() as u32;
        let text = text.trim_start_matches(MARK);
        at -= text.len() as u32;
        for line in text.split_inclusive('\n') {
            let pos = base + at;
            at += line.len() as u32;
            self.fixed_line(line.trim_end_matches(['\n', '\r']), pos);
            if self.bad_lines >= MAX_BAD_LINES {
                // one message instead of one for each line
                let is_one = |d: &Diagnostic| d.code == codes::BAD_LINE && d.span.lo >= base;
                let first = self.diags.iter().find(|d| is_one(d)).map(|d| d.span);
                self.diags.retain(|d| !is_one(d));
                let d = Diagnostic::error(
                    codes::NOT_FORTRAN,
                    first.unwrap_or(Span::new(pos, pos + 1)),
                    "the file is not in fixed form",
                )
                .label("columns 1 to 5 may contain only a label")
                .with_note("the rest of the file was not read")
                .help("if the file is in free form, use `--form free`");
                self.diags.push(d);
                return;
            }
        }
    }

    fn fixed_line(&mut self, line: &str, pos: u32) {
        let b = line.as_bytes();
        let comment = match b.first() {
            Some(b'c' | b'C' | b'*') => line.get(1..),
            _ => line.trim_ascii_start().strip_prefix('!'),
        };
        if self.excludes(line, comment, pos) {
            return;
        }
        if let Some(statement) = fixed_statement(line) {
            if self.options.conditional {
                return self.fixed_line(&statement, pos);
            }
            self.note_conditional(pos, 2);
        }
        match b.first() {
            Some(b'd' | b'D') if self.options.d_lines => {}
            Some(b'c' | b'C' | b'*' | b'!' | b'd' | b'D') => return self.comment_line(&line[1..], pos),
            Some(b'#') => return self.hash_line(line, pos),
            _ => {}
        }
        if b.iter().all(|c| matches!(c, b' ' | b'\t' | b'\x0c')) {
            self.pending.push(crate::ast::Trivia::Blank);
            return;
        }
        let mut label: Option<(u32, u32, u32)> = None;
        let (kind, start, column) = margin(b, self.options.d_lines, &mut label);
        match kind {
            Kind::Comment => return self.comment_line(&line[start + 1..], pos + start as u32),
            Kind::Bad => {
                self.bad_lines += 1;
                let at = pos + start as u32;
                self.diags.push(
                    Diagnostic::error(
                        codes::BAD_LINE,
                        Span::new(at, at + 1),
                        "columns 1 to 5 may contain only a label",
                    )
                    .label("in the label field")
                    .help("begin the statement in column 7, or use `--form free` if the file is in free form"),
                );
                return;
            }
            Kind::Initial => {
                self.bad_lines = self.bad_lines.saturating_sub(1);
                let label = label.map(|(n, lo, hi)| (n, Span::new(pos + lo, pos + hi)));
                let label = self.check_label(label);
                self.begin(label, pos + start as u32);
            }
            Kind::Continuation => {
                if self.cur.is_none() {
                    let at = pos + start.saturating_sub(1) as u32;
                    self.diags.push(
                        Diagnostic::error(
                            codes::BAD_CONTINUATION,
                            Span::new(at, at + 1),
                            "continuation line without a statement to continue",
                        )
                        .help("leave column 6 blank on the first line of a statement"),
                    );
                    return;
                }
                self.absorb_pending();
                self.fill_literal();
            }
        }
        self.check_line_end(line, pos);
        let (end, missing) = last_column(line, start, column, self.width);
        self.fixed_text(&line[start..end], &line[end..], pos + start as u32);
        if let Some(c) = &mut self.cur {
            c.missing = if self.options.pad { missing } else { 0 };
            c.end = pos + end as u32;
        }
    }

    /// A literal that continues on the next line is padded with blanks up to the last column.
    fn fill_literal(&mut self) {
        let Some(c) = &mut self.cur else { return };
        let n = match c.state {
            State::Code => return,
            State::Str(_) => c.missing,
            State::Hollerith(n) => {
                let k = c.missing.min(n as usize);
                c.state = if k as u32 == n {
                    State::Code
                } else {
                    State::Hollerith(n - k as u32)
                };
                k
            }
        };
        let end = c.end;
        if n > 0 {
            self.fill(n, end);
        }
    }

    /// Adds the statement field of a line; `beyond` is the text after the last column.
    fn fixed_text(&mut self, s: &str, beyond: &str, pos: u32) {
        let b = s.as_bytes();
        let mut i = 0;
        let mut state = self.cur.as_ref().map_or(State::Code, |c| c.state);
        while i < b.len() {
            match state {
                State::Str(q) => {
                    // A doubled quote leaves the literal and re-enters it.
                    let n = b[i..].iter().position(|&c| c == q).map_or(b.len() - i, |n| n + 1);
                    if self.options.backslash && b[i + n - 1] == q && is_escaped(&b[i..i + n - 1]) {
                        self.push_escaped(&s[i..i + n], pos + i as u32);
                        i += n;
                        continue;
                    }
                    self.push(&s[i..i + n], pos + i as u32);
                    if b[i + n - 1] == q {
                        state = State::Code;
                    }
                    i += n;
                }
                State::Hollerith(n) => {
                    let (text, _) = split_at_column(&s[i..], n as usize);
                    let taken = columns(text) as u32;
                    self.push(text, pos + i as u32);
                    state = if taken == n {
                        State::Code
                    } else {
                        State::Hollerith(n - taken)
                    };
                    i += text.len();
                }
                State::Code => {
                    let raw = self.cur.as_ref().is_some_and(|c| c.raw);
                    let run = b[i..]
                        .iter()
                        .position(|&c| {
                            matches!(c, b'\'' | b'"' | b'!' | b';' | b'h' | b'H' | b'(')
                                || (!raw && matches!(c, b' ' | b'\t'))
                        })
                        .unwrap_or(b.len() - i);
                    if run > 0 {
                        self.push(&s[i..i + run], pos + i as u32);
                        i += run;
                    }
                    let Some(&c) = b.get(i) else { break };
                    match c {
                        b'!' => {
                            self.set_state(State::Code);
                            let comment = format!("{}{beyond}", &s[i + 1..]);
                            self.trail(comment.trim_ascii_end(), pos + i as u32);
                            return;
                        }
                        b';' => {
                            self.set_state(State::Code);
                            self.begin(None, pos + i as u32 + 1);
                        }
                        b' ' | b'\t' => {}
                        _ => {
                            if c == b'\'' || c == b'"' {
                                state = State::Str(c);
                            } else if c == b'(' {
                                if let Some(cur) = &mut self.cur {
                                    cur.raw |= self.out.text[cur.text..].eq_ignore_ascii_case("format");
                                }
                            } else if let Some(n) = hollerith_count(self.statement_text().as_bytes()) {
                                state = State::Hollerith(n);
                            }
                            self.push(&s[i..i + 1], pos + i as u32);
                        }
                    }
                    i += 1;
                }
            }
        }
        self.set_state(state);
        if beyond.trim_ascii_start().starts_with('!') && state == State::Code {
            let skip = beyond.len() - beyond.trim_ascii_start().len();
            self.trail(beyond[skip + 1..].trim_ascii_end(), pos + (s.len() + skip) as u32);
        }
    }
}

/// Reads columns 1 to 6: the line's kind, the offset of its text, and the column of that.
fn margin(b: &[u8], d_lines: bool, label: &mut Option<(u32, u32, u32)>) -> (Kind, usize, usize) {
    if b.first() == Some(&b'&') {
        return (Kind::Continuation, 1, 7);
    }
    for i in 0..6 {
        let Some(&c) = b.get(i) else {
            return (Kind::Initial, b.len(), i + 1);
        };
        match c {
            b'\t' => {
                return match b.get(i + 1) {
                    Some(b'1'..=b'9') => (Kind::Continuation, i + 2, 7),
                    _ => (Kind::Initial, i + 1, 7),
                };
            }
            b' ' | b'\x0c' => {}
            b'0' if i == 5 => {}
            b'd' | b'D' if i == 0 && d_lines => {}
            _ if i == 5 => {
                // the continuation mark may be any character, including one of several bytes
                let more = b[6..].iter().take_while(|&&c| c & 0xC0 == 0x80).count();
                return (Kind::Continuation, 6 + more, 7);
            }
            b'!' => return (Kind::Comment, i, i + 1),
            b'0'..=b'9' => {
                let (n, lo) = label.map_or((0, i as u32), |(n, lo, _)| (n, lo));
                *label = Some((n * 10 + u32::from(c - b'0'), lo, i as u32 + 1));
            }
            _ => return (Kind::Bad, i, i + 1),
        }
    }
    (Kind::Initial, 6, 7)
}

/// Offset after the last column that counts, and the number of columns that the line lacks.
fn last_column(line: &str, start: usize, column: usize, width: usize) -> (usize, usize) {
    if width == usize::MAX {
        return (line.len(), 0);
    }
    let room = (width + 1).saturating_sub(column);
    let (inside, _) = split_at_column(&line[start..], room);
    (start + inside.len(), room - columns(inside))
}
