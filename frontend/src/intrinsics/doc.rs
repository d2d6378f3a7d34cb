//! Generates the Markdown reference of intrinsics from the table.

use super::power;
use super::table::TABLES;
use super::{Access, Class, ResultRank, ResultType, Row, Rule, Standard, Structural};
use crate::ir::Ty;
use std::fmt::Write;

const INTRODUCTION: &str = "\
# Intrinsic procedures

This page is written from the table in `frontend/src/intrinsics`; a test keeps the two equal.

| column | content |
|---|---|
| Name | the generic name, then the specific names |
| Arguments | dummy arguments; `[x]` is optional, `x ←` is written |
| Result | the type of the result |
| Derivative | for each argument, the partial derivative with respect to it, as a Fortran expression |
| Remarks | the standard that has the procedure, and the value chosen where no derivative exists |

The tangent is the sum over all arguments of the partial derivative times the argument's tangent. The adjoint adds the
partial derivative times the result's adjoint to the adjoint of each argument. An argument without a formula has
derivative zero.

* At a kink, the derivative is that of the branch taken.
* Where the function is finite and its slope is infinite, the derivative is zero: an incoming zero never becomes a NaN.
* Where the function is infinite, its derivative is infinite too.

";

/// The whole page.
pub fn reference() -> String {
    let mut out = String::from(INTRODUCTION);
    for (title, rows) in TABLES {
        let _ = writeln!(
            out,
            "## {title}\n\n| Name | Arguments | Result | Derivative | Remarks |\n|---|---|---|---|---|"
        );
        for row in *rows {
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} |",
                names(row),
                arguments(row),
                result(row),
                derivative(row),
                remarks(row)
            );
        }
        out.push('\n');
    }
    out.push_str(
        "## Powers\n\nThe operator `x**p` has derivatives by formula, too.\n\n\
         * The derivative with respect to `x` is never infinite where `x <= 0` and `p` is zero or not integral. \
         It is zero where `x` is zero, and finite below, where the power has no value.\n\
         * The derivative with respect to `p` is zero where `x <= 0`.\n\n\
         `adc` takes the shortest of these formulas that is right for what it knows of `x` and `p`:\n\n",
    );
    for formula in power::FORMULAS {
        let _ = writeln!(out, "* `{formula}`");
    }
    out
}

fn names(row: &Row) -> String {
    let mut out = format!("**{}**", row.name);
    for s in row.specifics {
        let _ = write!(out, ", {}", s.name);
    }
    out.replace('_', "\\_")
}

fn arguments(row: &Row) -> String {
    let mut list: Vec<String> = row
        .args
        .iter()
        .map(|a| {
            let name = a
                .alias
                .map_or(a.name.to_string(), |alias| format!("{} or {alias}", a.name));
            match (a.optional, a.access) {
                (true, Access::Write | Access::Update) => format!("[{name}] ←"),
                (true, _) => format!("[{name}]"),
                (false, Access::Write | Access::Update) => format!("{name} ←"),
                (false, _) => name,
            }
        })
        .collect();
    if row.variadic {
        list.push("...".into());
    }
    list.join(", ").replace('_', "\\_")
}

fn type_name(ty: Ty) -> String {
    match ty {
        Ty::Integer(k) => format!("integer({k})"),
        Ty::Real(k) => format!("real({k})"),
        Ty::Complex(k) => format!("complex({k})"),
        Ty::Logical(k) => format!("logical({k})"),
        Ty::Character => "character".into(),
        Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited | Ty::Typeless | Ty::None => String::new(),
    }
}

fn result(row: &Row) -> String {
    let arg = |n: u8| {
        row.args
            .get(n as usize)
            .map_or(String::new(), |a| format!("`{}`", a.name))
    };
    let ty = match row.result {
        ResultType::Fixed(ty) => type_name(ty),
        ResultType::Like(n) => format!("as {}", arg(n)),
        ResultType::RealLike(n) => format!("as {}, of a complex: real", arg(n)),
        ResultType::Promoted | ResultType::Product => "as the arguments".into(),
        ResultType::Integer => "integer".into(),
        ResultType::Real => "real".into(),
        ResultType::Complex | ResultType::ComplexPromoted => "complex".into(),
        ResultType::Logical => "logical".into(),
        ResultType::LikeKind => format!("as {}", arg(0)),
        ResultType::Nothing => String::new(),
    };
    let rank = match row.rank {
        ResultRank::Elemental | ResultRank::Scalar => "",
        ResultRank::Vector => ", vector",
        ResultRank::Like(_) => ", array",
        ResultRank::Reduction => ", scalar or one rank less",
        ResultRank::Location => ", vector or one rank less",
        ResultRank::Bound => ", vector or scalar",
        ResultRank::Matmul => ", matrix or vector",
        ResultRank::Matrix => ", matrix",
        ResultRank::Shape => ", of the shape",
        ResultRank::Spread => ", one rank more",
        ResultRank::Transfer => ", scalar or vector",
    };
    if ty.is_empty() {
        ty
    } else {
        ty + rank
    }
}

fn derivative(row: &Row) -> String {
    let main = rule(row.rule);
    match row.complex {
        Some(complex) => format!("{main}; of a complex {}", rule(complex)),
        None => main,
    }
}

fn rule(rule: Rule) -> String {
    match rule {
        Rule::Partials(partials) => {
            let each: Vec<String> = partials
                .iter()
                .map(|p| format!("`{}`: `{}`", p.arg, p.formula))
                .collect();
            each.join("; ")
        }
        Rule::Choice(_) => "1 for the argument chosen, 0 for the others".into(),
        Rule::Structural(s) => match s {
            Structural::Real => "converts",
            Structural::Imag => "the imaginary part of the derivative",
            Structural::Conjg => "conjugate of the derivative",
            Structural::Cmplx => "converts, part by part",
            Structural::ComplexAbs => "`real(conjg(z)*zd)/abs(z)`, 0 at 0",
            Structural::Merge => "that of the source chosen",
        }
        .into(),
        Rule::Array(_) => "yes".into(),
        Rule::Zero => "0".into(),
        Rule::Unsupported(why) => format!("none: {why}"),
    }
}

fn remarks(row: &Row) -> String {
    let mut parts = vec![];
    match row.class {
        Class::Both => parts.push("Function and subroutine.".to_string()),
        Class::Impure => parts.push("Not pure.".to_string()),
        Class::Elemental | Class::Transformational | Class::Inquiry | Class::Subroutine | Class::PureSubroutine => {}
    }
    if let Some(module) = row.module {
        parts.push(format!("`{module}`."));
    } else {
        match row.since {
            Standard::F2008 => parts.push("Fortran 2008.".into()),
            Standard::F2018 => parts.push("Fortran 2018.".into()),
            Standard::F77 | Standard::F90 | Standard::F95 | Standard::F2003 | Standard::Gnu => {}
        }
    }
    if !row.note.is_empty() {
        parts.push(row.note.to_string());
    }
    parts.join(" ")
}
