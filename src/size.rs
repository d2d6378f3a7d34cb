//! Bounds and lengths as functions of integer variables.
//!
//! An extent of a variable is a variable: `size(x,1)`, and `size(x)` for all elements. Other operations than arithmetic,
//! `max` and `min` are unknown.

use adc_frontend::ast::fold;
use adc_frontend::consteval::{constant, Const};
use adc_frontend::ir::{Arg, ArgValue, BinaryOp, Expr, ExprKind, Program, UnaryOp};

/// An integer that depends on variables: a bound of an array, or the length of a character.
///
/// ```
/// # let mut sources = adc::Sources::new();
/// # sources.add("f.f90", "subroutine f(n, x, y)\ninteger :: n\nreal(8) :: x(2*n), y\ny = sum(x**2)\nend subroutine\n");
/// let program = adc::read(sources, &adc::ReadOptions::default())?;
/// let derivative = program.differentiate(&adc::Request::new("f(y)/(x)".parse()?, adc::Mode::Reverse))?;
/// let x = &derivative.signatures()[0].head.arguments[1];
/// let adc::Dimension::Explicit(_, upper) = &x.dimensions[0] else { panic!() };
/// assert_eq!(upper.variables(), ["n"]);
/// assert_eq!(upper.value(&|_| Some(5)), Some(10));
/// # Ok::<(), adc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Size(Term);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Term {
    Number(i64),
    /// A folded name; of a component, with those of the variables that contain it. Or an extent, as `size(x,1)`.
    Variable(String),
    Operation(Operation, Box<Term>, Box<Term>),
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Max,
    Min,
}

impl Size {
    /// A number.
    pub(crate) fn number(n: i64) -> Size {
        Size(Term::Number(n))
    }

    /// The size that an expression stands for.
    pub(crate) fn of(program: &Program, e: &Expr) -> Size {
        Size(term(program, e))
    }

    /// Its value, given those of variables; `None` if one is missing, or if it is not known how the size depends on
    /// them. Names are in lower case.
    #[must_use]
    pub fn value(&self, variables: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
        value(&self.0, variables)
    }

    /// Folds the size from the leaves of its expression on: of numbers, of variables by their names in lower case, and of
    /// operations, which are `+`, `-`, `*`, `/`, `**`, `max` and `min`, with two operands. A division truncates. `None`
    /// if it is not known how the size depends on variables.
    #[must_use]
    pub fn fold<T>(
        &self,
        number: &dyn Fn(i64) -> T,
        variable: &dyn Fn(&str) -> T,
        operation: &dyn Fn(&str, T, T) -> T,
    ) -> Option<T> {
        folded(&self.0, number, variable, operation)
    }

    /// The names of the variables, in lower case, each once.
    #[must_use]
    pub fn variables(&self) -> Vec<String> {
        let mut names = vec![];
        gather(&self.0, &mut names);
        names
    }
}

fn term(program: &Program, e: &Expr) -> Term {
    if let Some(Const::Int(n)) = constant(program, e) {
        return Term::Number(n);
    }
    let both = |op, a: &Expr, b: &Expr| Term::Operation(op, term(program, a).into(), term(program, b).into());
    match &e.kind {
        ExprKind::Var(s) => Term::Variable(fold(&program.symbols[*s].name).to_string()),
        ExprKind::Component(..) => path(program, e).map_or(Term::Unknown, Term::Variable),
        ExprKind::Paren(inner) | ExprKind::Unary(UnaryOp::Plus, inner) => term(program, inner),
        ExprKind::Unary(UnaryOp::Minus, inner) => {
            Term::Operation(Operation::Sub, Term::Number(0).into(), term(program, inner).into())
        }
        ExprKind::Binary(op, a, b) => arithmetic(*op).map_or(Term::Unknown, |op| both(op, a, b)),
        ExprKind::Intrinsic(_, name, args) if fold(name) == "size" => {
            extent(program, args).map_or(Term::Unknown, Term::Variable)
        }
        ExprKind::Intrinsic(_, name, args) => {
            let op = match fold(name).as_str() {
                "max" | "max0" => Operation::Max,
                "min" | "min0" => Operation::Min,
                _ => return Term::Unknown,
            };
            let values = args.iter().filter_map(|a| match &a.value {
                ArgValue::Expr(e) => Some(term(program, e)),
                _ => None,
            });
            let joined = values.reduce(|a, b| Term::Operation(op, a.into(), b.into()));
            joined.unwrap_or(Term::Unknown)
        }
        _ => Term::Unknown,
    }
}

/// The extent of a dimension, or the number of elements, of a variable.
fn extent(program: &Program, args: &[Arg]) -> Option<String> {
    let of = |a: &Arg| match &a.value {
        ArgValue::Expr(e) if a.keyword.as_ref().is_none_or(|k| fold(k) == "dim") => Some(e.clone()),
        _ => None,
    };
    let name = path(program, &of(args.first()?)?)?;
    match args {
        [_] => Some(format!("size({name})")),
        [_, dim] => match constant(program, &of(dim)?)? {
            Const::Int(d) => Some(format!("size({name},{d})")),
            _ => None,
        },
        _ => None,
    }
}

/// The name of a component: `s%a%n`.
fn path(program: &Program, e: &Expr) -> Option<String> {
    let name = |s| fold(&program.symbols[s].name);
    match &e.kind {
        ExprKind::Var(s) => Some(name(*s).to_string()),
        ExprKind::Component(inner, s) => Some(format!("{}%{}", path(program, inner)?, name(*s))),
        _ => None,
    }
}

fn arithmetic(op: BinaryOp) -> Option<Operation> {
    match op {
        BinaryOp::Add => Some(Operation::Add),
        BinaryOp::Sub => Some(Operation::Sub),
        BinaryOp::Mul => Some(Operation::Mul),
        BinaryOp::Div => Some(Operation::Div),
        BinaryOp::Pow => Some(Operation::Pow),
        _ => None,
    }
}

fn value(t: &Term, variables: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
    match t {
        Term::Number(n) => Some(*n),
        Term::Variable(name) => variables(name),
        Term::Unknown => None,
        Term::Operation(op, a, b) => {
            let (a, b) = (value(a, variables)?, value(b, variables)?);
            match op {
                Operation::Add => a.checked_add(b),
                Operation::Sub => a.checked_sub(b),
                Operation::Mul => a.checked_mul(b),
                Operation::Div => a.checked_div(b),
                Operation::Pow => a.checked_pow(u32::try_from(b).ok()?),
                Operation::Max => Some(a.max(b)),
                Operation::Min => Some(a.min(b)),
            }
        }
    }
}

fn folded<T>(
    t: &Term,
    number: &dyn Fn(i64) -> T,
    variable: &dyn Fn(&str) -> T,
    operation: &dyn Fn(&str, T, T) -> T,
) -> Option<T> {
    let of = |t: &Term| folded(t, number, variable, operation);
    match t {
        Term::Number(n) => Some(number(*n)),
        Term::Variable(name) => Some(variable(name)),
        Term::Unknown => None,
        Term::Operation(op, a, b) => Some(operation(symbol(*op), of(a)?, of(b)?)),
    }
}

fn symbol(op: Operation) -> &'static str {
    match op {
        Operation::Add => "+",
        Operation::Sub => "-",
        Operation::Mul => "*",
        Operation::Div => "/",
        Operation::Pow => "**",
        Operation::Max => "max",
        Operation::Min => "min",
    }
}

fn gather(t: &Term, into: &mut Vec<String>) {
    match t {
        Term::Variable(name) if !into.contains(name) => into.push(name.clone()),
        Term::Operation(_, a, b) => {
            gather(a, into);
            gather(b, into);
        }
        Term::Variable(_) | Term::Number(_) | Term::Unknown => {}
    }
}
