//! The printer: syntax tree to text, in fixed or free form.
//!
//! It prints any tree, whether parsed or raised from the intermediate representation. The structure of the tree
//! determines the output: parentheses are added if an operand binds weaker than its context requires, and expressions
//! are never reassociated. Keywords are upper case in fixed form and lower case in free form; names, numbers and
//! strings stay as in the tree.

mod construct;
mod decl;
mod directive;
mod expr;
mod layout;
mod select;
mod stmt;
mod types;
mod unit;
mod written;

use adc_frontend::ast::{End, File, Name, Stmt, Trivia, Unit};
use adc_frontend::lines::LineOptions;
use adc_frontend::span::{FileId, Form, SourceMap, Span};
use layout::Break;
use written::Written;

/// Penalty of a break after a comma.
const AT_COMMA: usize = 0;

/// Prints a file in a source form, with a new layout for every statement.
pub fn print_file(file: &File, form: Form) -> String {
    Printer::new(form, None).file(file)
}

/// Prints a parsed file with the layout of its source: lines, blanks, case, and INCLUDE lines instead of the included
/// text.
pub fn print_as_written(file: &File, map: &SourceMap, id: FileId, options: &LineOptions) -> String {
    Printer::new(map.file(id).form, Some(Written::new(map, id, options))).file(file)
}

/// State of the printer: the text so far and the current statement.
struct Printer<'s> {
    form: Form,
    /// The source, if its layout is kept.
    written: Option<Written<'s>>,
    /// Number of pending blank lines.
    blanks: usize,
    out: String,
    /// Nesting of blocks.
    level: usize,
    /// Columns before the current statement, if they differ from those of its level.
    columns: Option<usize>,
    /// Start of the current line in `out`.
    line_start: usize,
    /// The current statement as one line.
    line: String,
    /// Its break points.
    breaks: Vec<Break>,
    /// Parentheses that are open in it.
    depth: usize,
    /// Argument lists that are open in it.
    lists: usize,
}

/// Comments and label of a statement.
#[derive(Clone, Copy)]
struct Head<'a> {
    /// Comments before it.
    lead: &'a [Trivia],
    /// Additional indentation levels of these comments.
    deeper: usize,
    label: Option<u32>,
    /// Comment after it on the same line.
    trail: Option<&'a str>,
    span: Span,
}

impl<'a> Head<'a> {
    fn of(s: &'a Stmt) -> Head<'a> {
        Head {
            lead: &s.lead,
            deeper: 0,
            label: s.label,
            trail: s.trail.as_deref(),
            span: s.span,
        }
    }

    fn of_unit(u: &'a Unit) -> Head<'a> {
        Head {
            lead: &u.lead,
            deeper: 0,
            label: u.label,
            trail: u.trail.as_deref(),
            span: u.span,
        }
    }

    /// A part of a construct.
    fn part(at: &'a End) -> Head<'a> {
        Head {
            lead: &at.lead,
            deeper: 0,
            label: at.label,
            trail: at.trail.as_deref(),
            span: at.span,
        }
    }

    /// The head of a statement that ends or divides a block: comments before it belong to the block.
    fn bound(at: &'a End) -> Head<'a> {
        Head {
            deeper: 1,
            ..Head::part(at)
        }
    }
}

impl Printer<'_> {
    fn new(form: Form, written: Option<Written<'_>>) -> Printer<'_> {
        Printer {
            form,
            written,
            blanks: 0,
            out: String::new(),
            level: 0,
            columns: None,
            line_start: 0,
            line: String::new(),
            breaks: vec![],
            depth: 0,
            lists: 0,
        }
    }

    fn file(mut self, file: &File) -> String {
        self.units(&file.units);
        self.trivia(&file.tail);
        match self.written.as_ref().and_then(Written::rest) {
            Some(rest) => self.out.push_str(rest),
            None => self.fresh_line(),
        }
        self.out
    }

    /// Text as it is.
    fn w(&mut self, text: &str) {
        self.line.push_str(text);
    }

    /// A keyword, given in lower case.
    fn kw(&mut self, word: &str) {
        match self.form {
            Form::Fixed => self.line.extend(word.chars().map(|c| c.to_ascii_uppercase())),
            Form::Free => self.line.push_str(word),
        }
    }

    fn name(&mut self, name: &Name) {
        self.line.push_str(&name.text);
    }

    fn comma(&mut self) {
        self.line.push(',');
        self.brk(AT_COMMA);
        self.line.push(' ');
    }

    fn open(&mut self) {
        self.line.push('(');
        self.depth += 1;
    }

    fn close(&mut self) {
        self.line.push(')');
        self.depth = self.depth.saturating_sub(1);
    }

    /// Items with commas between them.
    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.comma();
            }
            each(self, item);
        }
    }

    fn names(&mut self, names: &[Name]) {
        self.list(names, Self::name);
    }

    /// Uninterpreted text of the user: may be broken after commas outside strings.
    fn raw(&mut self, text: &str) {
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
