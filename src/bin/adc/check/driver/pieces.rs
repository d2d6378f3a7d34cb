//! Statements for each piece of a leaf, in each direction of a derivative for many.

use crate::check::forms::Shadow;
use crate::check::leaves::{Leaf, Place};
use crate::check::subject::Var;
use crate::fortran::{Bounds, Text};
use adc::VariableType;

/// The index of a direction in loops.
pub const COLUMN: &str = "adc_k";

/// A variable of the driver, or a shadow of one.
#[derive(Clone, Copy)]
pub struct Whole<'a> {
    /// Its name.
    pub name: &'a str,
    /// The variable that it is, or belongs to.
    pub var: &'a Var,
    /// True if its first dimension is that of directions.
    pub many: bool,
    /// True for an allocatable of the user.
    pub allocatable: bool,
}

impl<'a> Whole<'a> {
    /// The variable itself.
    pub fn variable(var: &'a Var) -> Whole<'a> {
        Whole {
            name: &var.name,
            var,
            many: false,
            allocatable: var.variable.allocatable,
        }
    }

    /// A shadow.
    pub fn shadow(shadow: &'a Shadow, vars: &'a [Var]) -> Whole<'a> {
        Whole {
            name: &shadow.name,
            var: &vars[shadow.of],
            many: shadow.many,
            allocatable: shadow.variable.allocatable,
        }
    }

    fn column(&self) -> Option<&'static str> {
        self.many.then_some(COLUMN)
    }

    /// Its extents, as ALLOCATE has them.
    pub fn extents(&self) -> String {
        self.with_columns(self.var.bounds.iter().map(range))
    }

    /// The extents of a shadow whose variable exists.
    pub fn extents_of_variable(&self) -> String {
        let v = &self.var.name;
        self.with_columns((1..=self.var.bounds.len()).map(|d| own_range(v, d)))
    }

    fn with_columns(&self, own: impl Iterator<Item = String>) -> String {
        let directions = self.many.then(|| "adc_columns()".to_string());
        parenthesized(directions.into_iter().chain(own))
    }
}

/// The bounds that an array has in a dimension.
fn own_range(name: &str, dimension: usize) -> String {
    format!("lbound({name}, {dimension}):ubound({name}, {dimension})")
}

/// The bounds that an array has.
pub fn own_extents(name: &str, rank: usize) -> String {
    parenthesized((1..=rank).map(|d| own_range(name, d)))
}

/// Bounds as ALLOCATE has them.
pub fn extents(bounds: &[Bounds]) -> String {
    parenthesized(bounds.iter().map(range))
}

fn range((low, high): &Bounds) -> String {
    format!("{low}:{high}")
}

fn parenthesized(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.collect();
    match all.is_empty() {
        true => String::new(),
        false => format!("({})", all.join(", ")),
    }
}

/// Writes statements for each piece of a component; they get its designator.
pub fn each(out: &mut Text, whole: Whole, place: &Place, statements: impl Fn(&str) -> Vec<String>) {
    written(out, whole, place, false, statements);
}

/// The same for pieces that exist: the head, or a derivative, may have deallocated some.
pub fn each_there(out: &mut Text, whole: Whole, place: &Place, statements: impl Fn(&str) -> Vec<String>) {
    written(out, whole, place, true, statements);
}

fn written(out: &mut Text, whole: Whole, place: &Place, guarded: bool, statements: impl Fn(&str) -> Vec<String>) {
    let mut ends: Vec<&str> = vec![];
    let open = |out: &mut Text, ends: &mut Vec<&str>, line: String, end| {
        out.line(2 + ends.len(), &line);
        ends.push(end);
    };
    if guarded && whole.allocatable {
        let condition = format!("if (allocated({})) then", whole.name);
        open(out, &mut ends, condition, "end if");
    }
    if whole.many {
        let columns = format!("do {COLUMN} = 1, adc_columns()");
        open(out, &mut ends, columns, "end do");
        out.line(2 + ends.len(), &format!("call adc_set_column({COLUMN})"));
    }
    let has_pieces = !place.loops.is_empty();
    if has_pieces {
        out.line(2 + ends.len(), "call adc_first_piece()");
    }
    let outer = ends.len();
    for within in 0..=place.loops.len() {
        let conditions = match guarded {
            true => place.conditions(within, whole.name, whole.column()),
            false => vec![],
        };
        for condition in conditions {
            open(out, &mut ends, format!("if ({condition}) then"), "end if");
        }
        if let Some(l) = place.loops.get(within) {
            open(out, &mut ends, l.line(whole.name, whole.column()), "end do");
        }
    }
    let designator = place.of(whole.name, whole.column(), whole.var.bounds.len());
    for s in statements(&designator) {
        out.line(2 + ends.len(), &s);
    }
    if has_pieces {
        out.line(2 + ends.len(), "call adc_next_piece()");
    }
    close(out, &mut ends, outer);
    if has_pieces {
        out.line(2 + ends.len(), "call adc_first_piece()");
    }
    close(out, &mut ends, 0);
    if whole.many {
        out.line(2, "call adc_one_column()");
    }
}

/// Ends blocks, down to so many.
fn close(out: &mut Text, ends: &mut Vec<&str>, left: usize) {
    while ends.len() > left {
        if let Some(end) = ends.pop() {
            out.line(2 + ends.len(), end);
        }
    }
}

/// Assigns numbers from a function of `adc_check` that returns as many as `{n}` says, for each part of a complex.
pub fn assignment(name: &str, leaf: &Leaf, f: impl Fn(u8) -> String) -> String {
    format!("{name} = {}", value(name, leaf, f))
}

/// Such numbers in the shape and the kind of a piece.
pub fn value(name: &str, leaf: &Leaf, f: impl Fn(u8) -> String) -> String {
    let vector = |part| match leaf.bounds.is_empty() {
        true => format!("sum({})", f(part).replace("{n}", "1")),
        false => format!(
            "reshape({}, shape({name}))",
            f(part).replace("{n}", &format!("size({name})"))
        ),
    };
    match leaf.ty {
        VariableType::Complex(k) => format!("cmplx({}, {}, {k})", vector(1), vector(2)),
        VariableType::Real(k) => format!("real({}, {k})", vector(1)),
        _ => vector(1),
    }
}
