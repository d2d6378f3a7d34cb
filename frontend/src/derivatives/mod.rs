//! Consequences of a row's derivative rule: the arguments with a derivative, those in which the function is linear, and
//! the values that the partials need.
//!
//! Arguments are identified by their position in the result of [`crate::intrinsics::bind`].

pub mod formula;

use crate::ast;
use crate::consteval::real_const;
use crate::intrinsics::power::*;
use crate::intrinsics::{known, Access, Choice, Class, Row, Rule, Structural};
use crate::ir::{is_positive, Expr, Program, Ty};
use formula::parsed;
use std::borrow::Cow;

/// True if an argument is complex.
pub fn is_complex(bound: &[Option<&Expr>]) -> bool {
    bound.iter().flatten().any(|e| matches!(e.ty, Ty::Complex(_)))
}

/// The rule for a reference with these arguments and a result of this type: [`Rule::Zero`] if either side has no part
/// that carries a derivative.
pub fn rule(row: &Row, bound: &[Option<&Expr>], result: Ty) -> Rule {
    let subroutine = !row.is_function() && bound.iter().flatten().any(|e| e.ty.is_differentiable());
    let derived = bound
        .iter()
        .flatten()
        .any(|e| matches!(e.ty, Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited));
    let active = bound.iter().flatten().any(|e| e.ty.is_differentiable()) && result.is_differentiable();
    match row.rule {
        // values of derived types may have active components
        Rule::Structural(Structural::Merge) | Rule::Array(_) | Rule::Unsupported(_) if derived => row.rule,
        rule if active || subroutine => match row.complex {
            Some(complex) if is_complex(bound) => complex,
            _ => rule,
        },
        _ => Rule::Zero,
    }
}

/// The text of the partial derivative with respect to an argument, for a reference with `count` arguments; `None` if it
/// is zero or no formula gives it.
pub fn partial_text(row: &Row, complex: bool, arg: usize, count: usize) -> Option<Cow<'static, str>> {
    let rule = match row.complex {
        Some(rule) if complex => rule,
        _ => row.rule,
    };
    match rule {
        Rule::Partials(partials) => {
            let name = row.args.get(arg)?.name;
            partials
                .iter()
                .find(|p| p.arg == name)
                .map(|p| Cow::Borrowed(p.formula))
        }
        Rule::Choice(choice) => Some(format!("merge(1.0, 0.0, {})", choice_mask(choice, arg, count)).into()),
        _ => None,
    }
}

/// The condition under which `max` or `min` of `a1` to `a<count>` takes the argument at position `chosen`: it beats all
/// arguments before it, and none after it beats it. So the first of equals is taken, as in the code Tapenade 3.16
/// writes: `if (a < b)` for `max(a, b)`, `if (a > b)` for `min(a, b)`, else `a`.
pub fn choice_mask(choice: Choice, chosen: usize, count: usize) -> String {
    let (worse, not_worse) = match choice {
        Choice::Largest => ("<", ">="),
        Choice::Smallest => (">", "<="),
    };
    let c = chosen + 1;
    let tests = (1..=count).filter(|&k| k != c).map(|k| {
        if k < c {
            format!("a{k} {worse} a{c}")
        } else {
            format!("a{c} {not_worse} a{k}")
        }
    });
    tests.collect::<Vec<_>>().join(" .and. ")
}

/// Positions of the given arguments whose derivative is not identically zero and whose type carries a derivative.
pub fn differentiable_args(row: &Row, bound: &[Option<&Expr>]) -> Vec<usize> {
    (0..bound.len())
        .filter(|&i| match bound[i].map(|e| e.ty) {
            Some(Ty::Real(_) | Ty::Complex(_)) => has_derivative(row, bound, i),
            // components may carry one; only rearrangements take derived types
            Some(Ty::Derived(_) | Ty::Class(_)) => has_derivative(row, bound, i),
            _ => false,
        })
        .collect()
}

fn effective(row: &Row, bound: &[Option<&Expr>]) -> Rule {
    match row.complex {
        Some(rule) if is_complex(bound) => rule,
        _ => row.rule,
    }
}

fn has_derivative(row: &Row, bound: &[Option<&Expr>], arg: usize) -> bool {
    let name = row.spec(arg).map_or("", |a| a.name);
    match effective(row, bound) {
        Rule::Partials(_) | Rule::Choice(_) => partial_text(row, is_complex(bound), arg, bound.len()).is_some(),
        Rule::Structural(Structural::Merge | Structural::Cmplx) => arg < 2,
        Rule::Structural(_) => arg == 0,
        Rule::Array(rule) => rule.differentiable().contains(&name),
        Rule::Unsupported(_) => row
            .spec(arg)
            .is_some_and(|a| a.access != Access::Inquire && a.accept.differentiable()),
        Rule::Zero => false,
    }
}

/// Positions of the arguments whose values the derivative with respect to `arg` needs. Empty for linear functions
/// without steering arguments.
pub fn operands_of_partial(row: &Row, bound: &[Option<&Expr>], arg: usize) -> Vec<usize> {
    let complex = is_complex(bound);
    let by_name = |names: &[&str]| {
        let given = |i: &usize| bound[*i].is_some() && row.args.get(*i).is_some_and(|a| names.contains(&a.name));
        (0..bound.len()).filter(given).collect()
    };
    match effective(row, bound) {
        Rule::Partials(_) => {
            let text = partial_text(row, complex, arg, bound.len());
            let mut names = vec![];
            if let Some(Ok(e)) = text.as_deref().map(parsed) {
                mentioned(&e, &mut names);
            }
            (0..bound.len()).filter(|&i| names.contains(&row.arg_name(i))).collect()
        }
        Rule::Choice(_) => (0..bound.len()).collect(),
        Rule::Structural(Structural::Merge) => by_name(&["mask"]),
        Rule::Structural(Structural::ComplexAbs) => vec![0],
        Rule::Structural(_) | Rule::Zero | Rule::Unsupported(_) => vec![],
        Rule::Array(rule) => by_name(rule.needs(row.args.get(arg).map_or("", |a| a.name))),
    }
}

/// True if the derivative with respect to `arg` is independent of the values of arguments that may be active.
pub fn is_linear_in(row: &Row, bound: &[Option<&Expr>], arg: usize) -> bool {
    if matches!(effective(row, bound), Rule::Unsupported(_)) {
        return false;
    }
    operands_of_partial(row, bound, arg).iter().all(|&i| match bound[i] {
        Some(e) => !e.ty.is_differentiable(),
        None => !row.spec(i).is_some_and(|a| a.accept.differentiable()),
    })
}

/// The argument names whose values a formula uses. Names in an inquiry (`digits(x)`) do not count.
fn mentioned(e: &ast::Expr, names: &mut Vec<String>) {
    match &e.kind {
        ast::ExprKind::Designator(parts) => {
            for part in parts {
                if part.args.is_empty() {
                    names.push(part.name.text.to_string());
                }
                let inquiry = known(&part.name.text).is_some_and(|id| id.row().class == Class::Inquiry);
                for arg in part.args.iter().flatten().filter(|_| !inquiry) {
                    if let ast::ArgValue::Expr(e) = &arg.value {
                        mentioned(e, names);
                    }
                }
            }
        }
        ast::ExprKind::Complex(a, b) | ast::ExprKind::Binary(_, a, b) => {
            mentioned(a, names);
            mentioned(b, names);
        }
        ast::ExprKind::Paren(a) | ast::ExprKind::Unary(_, a) => mentioned(a, names),
        _ => {}
    }
}

/// The partial derivatives of `x**p` as formulas over `x` and `p`; `None` where zero.
///
/// With respect to `x`, the formula stays finite where `x <= 0` and `p` is zero or not integral, with the test that
/// code written by Tapenade 3.16 makes: it is zero at `x = 0`, and finite for negative `x`, where the power has no
/// value. With respect to `p`, it is zero where `x <= 0`. A constant exponent or base gives a shorter formula, and so does
/// a base that is surely positive.
pub fn power_formulas(program: &Program, x: &Expr, p: &Expr) -> [Option<&'static str>; 2] {
    let complex = matches!(x.ty, Ty::Complex(_)) || matches!(p.ty, Ty::Complex(_));
    let exponent = real_const(program, p);
    let integer = matches!(p.ty, Ty::Integer(_));
    let by_x = match exponent {
        _ if !x.ty.is_differentiable() => None,
        Some(0.0) => None,
        Some(1.0) => Some(POWER_ONE),
        Some(2.0) => Some(POWER_TWO),
        Some(_) if integer => Some(POWER),
        None if integer => Some(POWER_INTEGER),
        Some(1.5) if !complex => Some(POWER_3_2),
        Some(2.5) if !complex => Some(POWER_5_2),
        Some(3.5) if !complex => Some(POWER_7_2),
        Some(v) if v.fract() == 0.0 || (v > 1.0 && !complex) => Some(POWER_REAL),
        _ if complex => Some(POWER_COMPLEX),
        Some(_) if is_positive(x) => Some(POWER_POSITIVE),
        Some(_) => Some(POWER_FRACTION),
        None => Some(POWER_ANY),
    };
    let by_p = match x.ty {
        _ if !p.ty.is_differentiable() => None,
        _ if complex => Some(EXPONENT_COMPLEX),
        _ if real_const(program, x).is_some_and(|v| v > 0.0) => Some(EXPONENT_POSITIVE),
        Ty::Integer(_) => Some(EXPONENT_OF_INTEGER),
        _ => Some(EXPONENT),
    };
    [by_x, by_p]
}
