//! Directives in comments, `!$omp` and the like: the two source forms have different continuation lines.
//!
//! In fixed form a continued directive has a mark in column 6 of the following line, in free form an `&` at its end. A
//! line that is valid in the output's form is kept as written.

use super::printer::{Head, Printer};
use adc_frontend::ast::Trivia;
use adc_frontend::encoding::{columns, split_at_column};
use adc_frontend::span::{Form, Span};

/// Sentinels without the comment character. The last one is that of conditional compilation.
const SENTINELS: [&str; 3] = ["$omp", "$acc", "$"];
/// Offset of column 6 in the text of a comment that begins in column 1.
const COLUMN_6: usize = 4;

/// Directives are statements: text after this column is ignored.
const FIXED_WIDTH: usize = 72;

/// The parts of a directive's text.
struct Directive<'a> {
    sentinel: &'a str,
    /// Text after the sentinel and the continuation marks.
    text: &'a str,
    /// It continues the line before.
    continuation: bool,
    /// It ends with `&`.
    continued: bool,
}

fn parse(comment: &str) -> Option<Directive<'_>> {
    let len = SENTINELS.iter().map(|s| s.len()).find(|&n| {
        let rest = comment.get(..n).zip(comment.get(n..));
        rest.is_some_and(|(head, rest)| {
            SENTINELS.iter().any(|s| s.eq_ignore_ascii_case(head)) && (n > 1 || rest.starts_with(' '))
        })
    })?;
    let (sentinel, rest) = comment.split_at(len);
    let body = rest.trim_ascii();
    let in_column_6 = comment.as_bytes().get(COLUMN_6).copied().unwrap_or(b' ');
    let label_is_blank = comment.get(len..COLUMN_6).is_some_and(|f| f.trim_ascii().is_empty());
    let mark = match len {
        1 => label_is_blank && in_column_6 == b'&',
        _ => !matches!(in_column_6, b' ' | b'0' | b'\t') && in_column_6.is_ascii(),
    };
    let text = if mark {
        comment.get(COLUMN_6 + 1..)?.trim_ascii()
    } else {
        body
    };
    let text = text.strip_prefix('&').unwrap_or(text).trim_ascii_start();
    let continued = text.ends_with('&');
    Some(Directive {
        sentinel,
        text: text.strip_suffix('&').unwrap_or(text).trim_ascii_end(),
        continuation: mark || body.starts_with('&'),
        continued,
    })
}

impl Printer<'_> {
    /// Comments, blank lines and preprocessor lines.
    pub(super) fn trivia(&mut self, trivia: &[Trivia]) {
        // true while a free-form directive continues on the next line
        let mut goes_on = false;
        for (i, t) in trivia.iter().enumerate() {
            match t {
                Trivia::Blank => self.blanks += 1,
                Trivia::Comment(text, span) | Trivia::Preprocessor(text, span) | Trivia::Excluded(text, span)
                    if self.is_included(*span) || self.paste(|w| w.line(text, *span)) => {}
                Trivia::Comment(text, _) => match parse(text) {
                    Some(d) => {
                        let is_continuation = goes_on || d.continuation;
                        goes_on = d.continued;
                        self.directive(text, &d, is_continuation, trivia.get(i + 1));
                    }
                    None => self.comment_line(text),
                },
                Trivia::Preprocessor(text, _) | Trivia::Excluded(text, _) => {
                    self.fresh_line();
                    self.out.push_str(text.trim_ascii_end());
                    self.out.push('\n');
                }
            }
        }
    }

    /// Splits the comments before a statement from those between its lines; the latter are part of the lines if these
    /// are kept.
    pub(super) fn split_lead<'a>(&self, head: &Head<'a>) -> (&'a [Trivia], &'a [Trivia]) {
        let is_inside = |t: &Trivia| match t {
            Trivia::Comment(_, span) | Trivia::Preprocessor(_, span) | Trivia::Excluded(_, span) => {
                let holds = |span| self.written.as_ref().is_some_and(|w| w.holds(span));
                span.lo > head.span.lo && holds(*span) && holds(head.span)
            }
            Trivia::Blank => false,
        };
        let n = head.lead.iter().position(is_inside).unwrap_or(head.lead.len());
        head.lead.split_at(n)
    }

    /// True for text from an INCLUDE line that is itself kept.
    pub(super) fn is_included(&self, span: Span) -> bool {
        !span.is_none() && self.written.as_ref().is_some_and(|w| !w.holds(span))
    }

    fn directive(&mut self, written: &str, d: &Directive, is_continuation: bool, next: Option<&Trivia>) {
        match self.form {
            Form::Fixed => {
                let statement = d.sentinel.len() == 1;
                let in_columns = !statement || in_fixed_columns(written);
                let fits =
                    in_columns && is_continuation == d.continuation && !d.continued && columns(written) < FIXED_WIDTH;
                if fits {
                    return self.comment_line(written);
                }
                let mut mark = if is_continuation { "&" } else { " " };
                let mut text = d.text;
                loop {
                    let (line, rest) = text.split_at(cut(text));
                    let line = format!("{:4}{mark}{line}", d.sentinel);
                    self.comment_line(&line);
                    text = rest.trim_ascii_start();
                    mark = "&";
                    if text.is_empty() {
                        break;
                    }
                }
            }
            Form::Free => {
                let next_continues = match next {
                    Some(Trivia::Comment(text, _)) => parse(text).is_some_and(|n| n.continuation),
                    Some(Trivia::Blank | Trivia::Preprocessor(..) | Trivia::Excluded(..)) | None => false,
                };
                let mark_is_free = d.sentinel.len() > 1 && written.as_bytes().get(COLUMN_6) == Some(&b'&');
                let starts_right = !d.continuation || mark_is_free;
                if starts_right && (d.continued || !next_continues) {
                    return self.comment_line(written);
                }
                let mark = if is_continuation { "&" } else { "" };
                let line = format!("{}{mark} {} &", d.sentinel, d.text);
                let line = if next_continues || d.continued {
                    line.as_str()
                } else {
                    line.trim_end_matches(" &")
                };
                self.comment_line(line);
            }
        }
    }
}

/// True if a statement for conditional compilation begins after column 6.
fn in_fixed_columns(comment: &str) -> bool {
    let field = comment.get(1..=COLUMN_6).unwrap_or(comment);
    let label = comment.get(1..COLUMN_6).unwrap_or("");
    label.chars().all(|c| c == ' ' || c.is_ascii_digit()) && field.ends_with([' ', '0', '&'])
}

/// The offset at which to break a directive's text in fixed form: after a comma or blank, if there is one.
fn cut(text: &str) -> usize {
    let room = FIXED_WIDTH - (COLUMN_6 + 2);
    let (fits, rest) = split_at_column(text, room);
    if rest.is_empty() {
        return text.len();
    }
    fits.rfind([',', ' ']).map_or(fits.len(), |i| i + 1)
}
