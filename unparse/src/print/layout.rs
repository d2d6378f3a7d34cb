//! Line breaking: a statement is first written as one long line with marked break points; this module cuts it into
//! lines of the output's form.

use super::printer::{Break, Head, Printer};
use adc_frontend::encoding::{columns, split_at_column};
use adc_frontend::span::Form;

/// Columns worth wasting to reduce the penalty of a break by one.
const COLUMNS_PER_WEIGHT: usize = 5;
/// Minimal number of columns for a comment after a statement, including its mark.
const TRAIL_ROOM: usize = 3;
/// Limit on the indentation, in columns: deeper blocks are not indented further, to leave room for statements.
const MAX_INDENT_FIXED: usize = 26;
const MAX_INDENT_FREE: usize = 60;

impl Printer<'_> {
    /// Columns before statements of the current level, including the label field of fixed form.
    fn indent(&self) -> usize {
        if let Some(columns) = self.columns {
            return columns;
        }
        match self.form {
            Form::Fixed => 6 + (self.level * 2).min(MAX_INDENT_FIXED),
            Form::Free => (self.level * 2).min(MAX_INDENT_FREE),
        }
    }

    fn spaces(&mut self, n: usize) {
        self.out.extend(std::iter::repeat_n(' ', n));
    }

    /// Writes the finished statement to the output, with its label and comments.
    pub(super) fn finish(&mut self, head: Head<'_>) {
        let line = std::mem::take(&mut self.line);
        let breaks = std::mem::take(&mut self.breaks);
        self.depth = 0;
        let (before, inside) = self.split_lead(&head);
        self.level += head.deeper;
        self.trivia(before);
        self.level -= head.deeper;
        if !self.is_included(head.span) && !self.paste(|w| w.statement(line.trim_ascii_end(), head)) {
            self.columns = self.written.as_ref().and_then(|w| w.indent_of(head.span));
            self.trivia(inside);
            self.start_line(head.label);
            if !head.span.is_none() {
                self.marks.push((self.line_start, head.span));
            }
            self.fill(line.trim_ascii_end(), &breaks, head.trail.is_some());
            if let Some(text) = head.trail {
                self.out.push_str(" !");
                self.out.push_str(text.trim_ascii_end());
            }
            self.out.push('\n');
            self.columns = None;
            if let Some(w) = &mut self.written {
                w.pass(head);
            }
        }
        // keep the buffers: one allocation serves the whole file
        self.line = line;
        self.line.clear();
        self.breaks = breaks;
        self.breaks.clear();
    }

    fn start_line(&mut self, label: Option<u32>) {
        self.fresh_line();
        let indent = self.indent();
        let start = self.out.len();
        if let Some(label) = label {
            let digits = label.to_string();
            if self.form == Form::Fixed && digits.len() < 5 {
                self.out.push(' ');
            }
            self.out.push_str(&digits);
            self.out.push(' ');
        }
        let used = self.out.len() - start;
        self.spaces(indent.saturating_sub(used));
        self.line_start = start;
    }

    /// Ends a line that will be continued; `inside` if a token is cut, which no blank may then touch.
    fn continue_line(&mut self, inside: bool) {
        let indent = self.indent();
        match (self.form, inside) {
            (Form::Fixed, _) => self.out.push('\n'),
            (Form::Free, true) => self.out.push_str("&\n"),
            (Form::Free, false) => self.out.push_str(" &\n"),
        }
        self.line_start = self.out.len();
        match (self.form, inside) {
            (Form::Fixed, true) => self.out.push_str("     &"),
            (Form::Fixed, false) => {
                self.out.push_str("     &");
                self.spaces(indent - 6 + 2);
            }
            (Form::Free, true) => {
                self.spaces(indent + 4);
                self.out.push('&');
            }
            (Form::Free, false) => self.spaces(indent + 4),
        }
    }

    fn fill(&mut self, text: &str, breaks: &[Break], trail: bool) {
        let (limit, mark) = match self.form {
            Form::Fixed => (72, 0),
            Form::Free => (132, 2),
        };
        let mut start = 0;
        let mut next = 0;
        loop {
            let room = limit - columns(&self.out[self.line_start..]);
            let rest = &text[start..];
            let reserve = if trail { TRAIL_ROOM } else { 0 };
            if fits(rest, room.saturating_sub(reserve)) && reserve <= room {
                self.out.push_str(rest);
                return;
            }
            let room = room - mark;
            while breaks.get(next).is_some_and(|b| b.pos <= start) {
                next += 1;
            }
            let mut best: Option<(usize, usize)> = None;
            for (i, b) in breaks.iter().enumerate().skip(next) {
                let len = columns(&text[start..b.pos]);
                if len > room || b.pos >= text.len() {
                    break;
                }
                // an almost empty line is worse than any break
                let short = if len < room / 4 { 50 } else { 0 };
                let score = b.weight * COLUMNS_PER_WEIGHT + (room - len) + short;
                if best.is_none_or(|(s, _)| score <= s) {
                    best = Some((score, i));
                }
            }
            match best {
                Some((_, i)) => {
                    let Break { pos, exact, .. } = breaks[i];
                    let (line, rest) = (&text[start..pos], &text[pos..]);
                    self.out.push_str(if exact { line } else { line.trim_ascii_end() });
                    self.continue_line(exact);
                    start = if exact {
                        pos
                    } else {
                        text.len() - rest.trim_ascii_start().len()
                    };
                    next = i + 1;
                }
                // it fits except for the comment after it, and there is no break point
                None if fits(rest, room + mark) => {
                    self.out.push_str(rest);
                    return;
                }
                None => {
                    // a token longer than a line: cut where the line is full
                    let (mut line, _) = split_at_column(beginning(rest, room + mark), room + mark);
                    if self.form == Form::Free {
                        line = before_mark(line);
                    }
                    self.out.push_str(line);
                    self.continue_line(true);
                    start += line.len();
                }
            }
        }
    }

    /// A separate line that is not a statement, indented like statements in free form.
    pub(super) fn comment_line(&mut self, text: &str) {
        let text = text.trim_ascii_end();
        self.fresh_line();
        match self.form {
            Form::Fixed => {
                // a `C` without a blank after it would look like the first letter of the word
                let mark = if text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
                    '!'
                } else {
                    'C'
                };
                self.out.push(mark);
            }
            Form::Free => {
                self.spaces(self.indent());
                self.out.push('!');
            }
        }
        self.out.push_str(text);
        self.out.push('\n');
    }
}

/// Maximal number of bytes of a character.
const MOST_BYTES: usize = 4;

/// True if a text takes at most `room` columns. Of a long text only the length is checked, because this runs for each
/// line of the statement.
fn fits(text: &str, room: usize) -> bool {
    text.len() <= room * MOST_BYTES && columns(text) <= room
}

/// The start of a text, with at least this many columns if the text has them.
fn beginning(text: &str, columns: usize) -> &str {
    let mut end = text.len().min(columns * MOST_BYTES);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    &text[..end]
}

/// A full line of free form without the column of its `&`, and without a split UTF-8 character at its end. (In fixed
/// form only a full line continues without filling, and the compiler joins the parts.)
fn before_mark(line: &str) -> &str {
    let is_inner = |c: char| matches!(c, '\u{80}'..='\u{bf}');
    let mut end = line.len();
    for (i, c) in line.char_indices().rev().take(4) {
        end = i;
        if !is_inner(c) {
            break;
        }
    }
    if end == 0 {
        line
    } else {
        &line[..end]
    }
}
