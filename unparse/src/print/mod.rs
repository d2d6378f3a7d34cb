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
mod printer;
mod select;
mod stmt;
mod types;
mod unit;
mod written;

use adc_frontend::ast::File;
use adc_frontend::lines::LineOptions;
use adc_frontend::span::{FileId, Form, SourceMap, Span};
use printer::Printer;
use written::Written;

/// Prints a file in a source form, with a new layout for every statement.
pub fn print_file(file: &File, form: Form) -> String {
    print_with_origins(file, form).0
}

/// The same, with zero-based lines on which statements with a span begin, and these spans.
pub fn print_with_origins(file: &File, form: Form) -> (String, Vec<(usize, Span)>) {
    let printer = print(Printer::new(form, None), file);
    let (mut line, mut from) = (0, 0);
    let lines = printer.marks.into_iter().map(|(at, span)| {
        let between = &printer.out.as_bytes()[from..at];
        line += between.iter().filter(|&&b| b == b'\n').count();
        from = at;
        (line, span)
    });
    let lines = lines.collect();
    (printer.out, lines)
}

/// Prints a parsed file with the layout of its source: lines, blanks, case, and INCLUDE lines instead of the included
/// text.
pub fn print_as_written(file: &File, map: &SourceMap, id: FileId, options: &LineOptions) -> String {
    print(
        Printer::new(map.file(id).form, Some(Written::new(map, id, options))),
        file,
    )
    .out
}

fn print<'s>(mut printer: Printer<'s>, file: &File) -> Printer<'s> {
    printer.units(&file.units);
    printer.trivia(&file.tail);
    match printer.written.as_ref().and_then(Written::rest) {
        Some(rest) => printer.out.push_str(rest),
        None => printer.fresh_line(),
    }
    printer
}
