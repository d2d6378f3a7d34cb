//! The statement being printed: one long line with possible break points.

use super::written::Written;
use adc_frontend::ast::{End, Name, Stmt, Trivia, Unit};
use adc_frontend::span::{Form, Span};

/// Penalty of a break after a comma.
const AT_COMMA: usize = 0;
/// Additional penalty for each pair of parentheses around a break.
const WEIGHT_PER_DEPTH: usize = 3;

/// A possible break point of a statement, with its penalty.
#[derive(Clone, Copy)]
pub(super) struct Break {
    pub(super) pos: usize,
    pub(super) weight: usize,
    /// True if blanks around it belong to the text.
    pub(super) exact: bool,
}

/// State of the printer: the text so far and the current statement.
pub(super) struct Printer<'s> {
    pub(super) form: Form,
    /// The source, if its layout is kept.
    pub(super) written: Option<Written<'s>>,
    /// Number of pending blank lines.
    pub(super) blanks: usize,
    pub(super) out: String,
    /// The places in `out` of statements with a place in the source, and the latter.
    pub(super) marks: Vec<(usize, Span)>,
    /// Nesting of blocks.
    pub(super) level: usize,
    /// Columns before the current statement, if they differ from those of its level.
    pub(super) columns: Option<usize>,
    /// Start of the current line in `out`.
    pub(super) line_start: usize,
    /// The current statement as one line.
    pub(super) line: String,
    /// Its break points.
    pub(super) breaks: Vec<Break>,
    /// Parentheses that are open in it.
    pub(super) depth: usize,
    /// Argument lists that are open in it.
    pub(super) lists: usize,
}

/// Comments and label of a statement.
#[derive(Clone, Copy)]
pub(super) struct Head<'a> {
    /// Comments before it.
    pub(super) lead: &'a [Trivia],
    /// Additional indentation levels of these comments.
    pub(super) deeper: usize,
    pub(super) label: Option<u32>,
    /// Comment after it on the same line.
    pub(super) trail: Option<&'a str>,
    pub(super) span: Span,
}

impl<'a> Head<'a> {
    pub(super) fn of(s: &'a Stmt) -> Head<'a> {
        Head {
            lead: &s.lead,
            deeper: 0,
            label: s.label,
            trail: s.trail.as_deref(),
            span: s.span,
        }
    }

    pub(super) fn of_unit(u: &'a Unit) -> Head<'a> {
        Head {
            lead: &u.lead,
            deeper: 0,
            label: u.label,
            trail: u.trail.as_deref(),
            span: u.span,
        }
    }

    /// A part of a construct.
    pub(super) fn part(at: &'a End) -> Head<'a> {
        Head {
            lead: &at.lead,
            deeper: 0,
            label: at.label,
            trail: at.trail.as_deref(),
            span: at.span,
        }
    }

    /// The head of a statement that ends or divides a block: comments before it belong to the block.
    pub(super) fn bound(at: &'a End) -> Head<'a> {
        Head {
            deeper: 1,
            ..Head::part(at)
        }
    }
}

impl<'s> Printer<'s> {
    pub(super) fn new(form: Form, written: Option<Written<'s>>) -> Printer<'s> {
        Printer {
            form,
            written,
            blanks: 0,
            out: String::new(),
            marks: vec![],
            level: 0,
            columns: None,
            line_start: 0,
            line: String::new(),
            breaks: vec![],
            depth: 0,
            lists: 0,
        }
    }

    /// Ends the open line and prints the pending blank lines.
    pub(super) fn fresh_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out
            .extend(std::iter::repeat_n('\n', std::mem::take(&mut self.blanks)));
    }

    /// Copies a piece of the source, if its layout is kept and `find` finds one. The flag is true if it continues the
    /// line before.
    pub(super) fn paste(&mut self, find: impl FnOnce(&mut Written<'s>) -> Option<(bool, &'s str)>) -> bool {
        let Some((joined, text)) = self.written.as_mut().and_then(find) else {
            return false;
        };
        if joined {
            self.blanks = 0;
        } else {
            self.fresh_line();
        }
        self.out.push_str(text);
        true
    }

    /// Text as it is.
    pub(super) fn w(&mut self, text: &str) {
        self.line.push_str(text);
    }

    /// A keyword, given in lower case.
    pub(super) fn kw(&mut self, word: &str) {
        match self.form {
            Form::Fixed => self.line.extend(word.chars().map(|c| c.to_ascii_uppercase())),
            Form::Free => self.line.push_str(word),
        }
    }

    pub(super) fn name(&mut self, name: &Name) {
        self.line.push_str(&name.text);
    }

    pub(super) fn comma(&mut self) {
        self.line.push(',');
        self.brk(AT_COMMA);
        self.line.push(' ');
    }

    pub(super) fn open(&mut self) {
        self.line.push('(');
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.line.push(')');
        self.depth = self.depth.saturating_sub(1);
    }

    /// Marks a break point.
    pub(super) fn brk(&mut self, weight: usize) {
        self.push_break(weight, false);
    }

    /// Marks a break point in text of which every blank is kept.
    pub(super) fn brk_exact(&mut self, weight: usize) {
        self.push_break(weight, true);
    }

    fn push_break(&mut self, weight: usize, exact: bool) {
        let pos = self.line.len();
        self.breaks.push(Break {
            pos,
            weight: weight + self.depth * WEIGHT_PER_DEPTH,
            exact,
        });
    }

    /// Items with commas between them.
    pub(super) fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.comma();
            }
            each(self, item);
        }
    }

    pub(super) fn names(&mut self, names: &[Name]) {
        self.list(names, Self::name);
    }

    /// Uninterpreted text of the user: may be broken after commas outside strings.
    pub(super) fn raw(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut quote = None;
        let mut from = 0;
        let mut i = 0;
        while i < bytes.len() {
            let b = bytes[i];
            match quote {
                Some(q) if q == b => quote = None,
                Some(_) => {}
                None if b == b'\'' || b == b'"' => quote = Some(b),
                None if b.is_ascii_digit() && (i == 0 || !bytes[i - 1].is_ascii_alphanumeric()) => {
                    // nHtext: nothing in the text is a comma
                    let digits = bytes[i..].iter().take_while(|b| b.is_ascii_digit()).count();
                    let end = i + digits;
                    if bytes.get(end).is_some_and(|b| b.eq_ignore_ascii_case(&b'h')) {
                        let n: usize = text[i..end].parse().unwrap_or(0);
                        i = end + n.min(bytes.len());
                        continue;
                    }
                }
                None if b == b',' => {
                    self.line.push_str(&text[from..=i]);
                    self.brk_exact(AT_COMMA);
                    from = i + 1;
                }
                None => {}
            }
            i += 1;
        }
        self.line.push_str(&text[from..]);
    }
}
