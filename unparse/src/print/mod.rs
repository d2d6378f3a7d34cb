//! The printer: syntax tree to text, in fixed or free form.
//!
//! It prints any tree, whether parsed or raised from the intermediate representation. The structure of the
//! tree is the meaning: where an operand binds weaker than its place asks for, parentheses are added, and
//! nothing is reassociated. Keywords are upper case in fixed form and lower case in free form; names, numbers
//! and strings stay as they are in the tree.

mod construct;
mod decl;
mod directive;
mod expr;
mod layout;
mod stmt;
mod types;
mod unit;

use adc_frontend::ast::{File, Name};
use adc_frontend::span::Form;
use layout::Break;

/// Ugliness of a break behind a comma.
const AT_COMMA: usize = 0;

/// Prints a file in a source form.
pub fn print_file(file: &File, form: Form) -> String {
    let mut p = Printer::new(form);
    for unit in &file.units {
        p.unit(unit);
    }
    p.trivia(&file.tail);
    p.out
}

/// The state of printing: the text so far and the statement that is being written.
struct Printer {
    form: Form,
    out: String,
    /// Nesting of blocks.
    level: usize,
    /// Where the current line begins in `out`.
    line_start: usize,
    /// The current statement as one line.
    line: String,
    /// Where it may be broken.
    breaks: Vec<Break>,
    /// Parentheses that are open in it.
    depth: usize,
    /// Argument lists that are open in it.
    lists: usize,
}

impl Printer {
    fn new(form: Form) -> Printer {
        Printer {
            form,
            out: String::new(),
            level: 0,
            line_start: 0,
            line: String::new(),
            breaks: vec![],
            depth: 0,
            lists: 0,
        }
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

    /// Text of the user's that is not parsed further: may be broken behind commas outside strings.
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
                    let behind = i + digits;
                    if bytes.get(behind).is_some_and(|b| b.eq_ignore_ascii_case(&b'h')) {
                        let n: usize = text[i..behind].parse().unwrap_or(0);
                        i = behind + n.min(bytes.len());
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
