//! Raising: turns units of the intermediate representation into syntax trees.
//!
//! Statements map one to one. Declarations are generated from the symbols: only referenced symbols are declared (so
//! that the compiler has no unused names to warn about), all explicitly, and in an order in which every name is
//! declared before its use. Operators get no parentheses here: the printer adds the necessary ones.

mod build;
mod decl;
mod derived;
mod expr;
mod kinds;
mod order;
mod stmt;
mod tape;
mod threads;
mod types;
mod unit;

use crate::proof::{Names, Noted};
use adc_frontend::ast;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::{Program, SymbolId, UnitId};
use adc_frontend::local_names::{self, LocalNames};
use adc_frontend::parallel;
use adc_frontend::refs;
use adc_frontend::span::{Form, Span};

/// A diagnostic as an error; boxed, since the result type of every expression contains it.
type Failure = Box<Diagnostic>;
type Result<T> = std::result::Result<T, Failure>;

/// Options of raising.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The form in which the tree will be printed: it decides between spellings such as `DOUBLE PRECISION` and
    /// `real(8)`.
    pub form: Form,
}

/// Turns units and their contained procedures into a file of the syntax tree.
#[allow(clippy::result_large_err)] // one diagnostic a file: its size does not matter
pub fn raise_units(
    program: &Program,
    units: &[UnitId],
    options: Options,
) -> std::result::Result<ast::File, Diagnostic> {
    raise_with_names(program, units, options).map(|(file, _)| file)
}

/// The same, with the intended meanings of the names.
#[allow(clippy::result_large_err)]
pub fn raise_with_names(
    program: &Program,
    units: &[UnitId],
    options: Options,
) -> std::result::Result<(ast::File, Names), Diagnostic> {
    let refs = refs::collect(program, units);
    let raise = Raise {
        program,
        form: options.form,
        names: LocalNames::new(program),
        noted: Noted::new(refs.keys().copied()),
        refs,
        kinds: kinds::declaration(program, options.form, units),
    };
    let mut file = ast::File::default();
    for raised in parallel::map(units, |&unit| raise.unit(unit)) {
        let mut raised = raised.map_err(|e| *e)?;
        if !file.units.is_empty() && !matches!(raised.lead.first(), Some(ast::Trivia::Blank)) {
            raised.lead.insert(0, ast::Trivia::Blank);
        }
        file.units.push(raised);
    }
    let Raise { noted, refs, .. } = raise;
    Ok((file, Names::new(noted, refs, units)))
}

/// Data that stay constant while a file is raised.
struct Raise<'a> {
    program: &'a Program,
    form: Form,
    names: LocalNames,
    noted: Noted,
    refs: refs::Table,
    /// The unit and the statement that declare the kinds assumed by the file.
    kinds: Option<(UnitId, ast::Stmt)>,
}

/// Raising inside one unit.
#[derive(Clone, Copy)]
struct Scope<'a> {
    raise: &'a Raise<'a>,
    program: &'a Program,
    form: Form,
    unit: UnitId,
}

impl Scope<'_> {
    /// The name of a symbol in this unit.
    fn symbol_name(&self, symbol: SymbolId) -> ast::SmolStr {
        let find = || self.raise.names.name(self.program, self.unit, symbol);
        self.raise.noted.name(self.unit, symbol, find)
    }

    /// True if the unit has a name for the symbol.
    fn knows(&self, symbol: SymbolId) -> bool {
        local_names::means(self.program, self.unit, &self.symbol_name(symbol), symbol)
    }
}

/// An error for a copy of a record that has no declaration.
fn no_parameters(span: Span) -> Failure {
    let message = "the derivative must copy this object, but cannot declare a copy with the same LEN parameters";
    Diagnostic::error(codes::UNSUPPORTED_EXPRESSION, span, message)
        .help("use constants or scalar `intent(in)` arguments of this procedure as LEN parameters")
        .into()
}

/// An error for a node without a Fortran spelling, which an earlier stage should not have produced.
fn cannot_print(span: Span, what: &str) -> Failure {
    let message = format!("{what} cannot be written as Fortran");
    Diagnostic::error(codes::UNSUPPORTED_EXPRESSION, span, message).into()
}
