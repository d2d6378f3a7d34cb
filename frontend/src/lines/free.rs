//! Free form: `&` continues, `!` comments, `;` separates.

use super::conditional::free_sentinel;
use super::{hollerith_count, is_escaped, Assembler, State};
use crate::ast::Trivia;
use crate::codes;
use crate::diag::Diagnostic;
use crate::encoding::{split_at_column, MARK};
use crate::span::Span;

impl Assembler<'_> {
    pub(super) fn free(&mut self, text: &str, base: u32) {
        let mut at = 0;
        // True if the current statement continues on the next line.
        let mut goes_on = false;
        for line in text.split_inclusive('\n') {
            let pos = base + at;
            at += line.len() as u32;
            goes_on = self.free_line(line.trim_end_matches(['\n', '\r']), pos, goes_on);
        }
    }

    fn free_line(&mut self, line: &str, pos: u32, goes_on: bool) -> bool {
        let comment = line.trim_ascii_start().strip_prefix('!');
        if self.excludes(line, comment, pos) {
            return goes_on;
        }
        if line.starts_with('#') {
            self.hash_line(line, pos);
            return goes_on;
        }
        let body = line.trim_start_matches([' ', '\t', '\x0c', MARK]);
        let indent = line.len() - body.len();
        let at = pos + indent as u32;
        if body.is_empty() {
            self.pending.push(Trivia::Blank);
            return goes_on;
        }
        if let Some(length) = free_sentinel(line, goes_on) {
            if self.options.conditional {
                return self.free_line(&line[length..], pos + length as u32, goes_on);
            }
            self.note_conditional(at, length - indent);
        }
        if let Some(c) = body.strip_prefix('!') {
            self.comment_line(c, at);
            return goes_on;
        }
        self.check_line_end(line, pos);
        if goes_on {
            self.absorb_pending();
            if let Some(rest) = body.strip_prefix('&') {
                return self.free_text(rest, at + 1);
            }
            let first = body.as_bytes()[0];
            if self.closes_with(first) {
                // the quote that ended the last line's text and this one are a doubled quote
                self.set_state(State::Str(first));
                self.push(&body[..1], at);
                return self.free_text(&body[1..], at + 1);
            }
            if self.cur.as_ref().is_some_and(|c| c.state == State::Code) {
                self.fill(1, at);
            }
            return self.free_text(body, at);
        }
        if let Some(rest) = body.strip_prefix('&') {
            // A lone ampersand continues nothing and is harmless.
            if rest.trim_ascii().is_empty() {
                return false;
            }
            self.diags.push(
                Diagnostic::error(
                    codes::BAD_CONTINUATION,
                    Span::new(at, at + 1),
                    "`&` without a statement to continue",
                )
                .help("end the previous line of the statement with `&`"),
            );
        }
        let digits = body.bytes().take_while(u8::is_ascii_digit).count();
        let next = body.as_bytes().get(digits);
        if digits > 0 && !next.is_some_and(|b| b.is_ascii_alphabetic() && digits > 5) {
            let n = body[..digits].parse().unwrap_or(u32::MAX);
            let label = self.check_label(Some((n, Span::new(at, at + digits as u32))));
            self.begin(label, at + digits as u32);
            return self.free_text(&body[digits..], at + digits as u32);
        }
        self.begin(None, at);
        self.free_text(
            body.strip_prefix('&').unwrap_or(body),
            at + u32::from(body.starts_with('&')),
        )
    }

    /// Adds a line's text to the current statement; true if it ends with `&`.
    fn free_text(&mut self, s: &str, pos: u32) -> bool {
        let b = s.as_bytes();
        let mut i = 0;
        let mut state = self.cur.as_ref().map_or(State::Code, |c| c.state);
        while i < b.len() {
            let run = b[i..]
                .iter()
                .position(|&c| match state {
                    State::Str(q) => c == q || c == b'&',
                    State::Hollerith(_) => true,
                    State::Code => matches!(c, b'\'' | b'"' | b'!' | b';' | b'h' | b'H' | b'&'),
                })
                .unwrap_or(b.len() - i);
            if run > 0 {
                self.push(&s[i..i + run], pos + i as u32);
                i += run;
            }
            let Some(&c) = b.get(i) else { break };
            if let State::Hollerith(n) = state {
                let (text, _) = split_at_column(&s[i..], n as usize);
                self.push(text, pos + i as u32);
                state = State::Code;
                i += text.len();
                continue;
            }
            if c == b'&' {
                let rest = s[i + 1..].trim_ascii_start();
                if rest.is_empty() || (state == State::Code && rest.starts_with('!')) {
                    self.set_state(state);
                    if let Some(comment) = rest.strip_prefix('!') {
                        let at = s.len() - rest.len();
                        self.trail(comment.trim_ascii_end(), pos + at as u32);
                    }
                    return true;
                }
            }
            match (state, c) {
                (State::Str(q), _) if c == q && self.options.backslash && is_escaped(&b[..i]) => {
                    // the backslash is already in the text: a doubled quote replaces it
                    self.out.text.pop();
                    self.push_escaped(&s[i - 1..=i], pos + i as u32 - 1);
                    i += 1;
                    continue;
                }
                (State::Str(q), _) if c == q => state = State::Code,
                (State::Code, b'\'' | b'"') => state = State::Str(c),
                (State::Code, b'!') => {
                    self.set_state(State::Code);
                    self.trail(s[i + 1..].trim_ascii_end(), pos + i as u32);
                    return false;
                }
                (State::Code, b';') => {
                    self.set_state(State::Code);
                    self.begin(None, pos + i as u32 + 1);
                    i += 1;
                    continue;
                }
                (State::Code, b'h' | b'H') => {
                    if let Some(n) = hollerith_count(self.statement_text().as_bytes()) {
                        state = State::Hollerith(n);
                    }
                }
                _ => {}
            }
            self.push(&s[i..i + 1], pos + i as u32);
            i += 1;
        }
        self.set_state(state);
        false
    }
}
