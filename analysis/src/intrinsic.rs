//! Effects of an intrinsic procedure on each of its actual arguments, from the table of intrinsics.
//!
//! The result depends differentiably on an argument that has a derivative in the row: a partial, or a place in a
//! structural or array rule. The rule `Zero` gives no dependence. If the row calls the derivative unsupported, the
//! result still depends on every argument.

use adc_frontend::intrinsics::{positions, Access, ArgSpec, Row, Rule, Structural};
use adc_frontend::ir::*;
use std::sync::Arc;

/// Role of one actual argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Role {
    /// Its value is read.
    pub reads: bool,
    /// It is written.
    pub writes: bool,
    /// A write replaces all of it.
    pub replaces: bool,
    /// True if the result, or the value that the procedure writes, depends on it differentiably.
    pub flows: bool,
    /// The actual arguments whose values that derivative needs.
    pub needs: Arc<[usize]>,
}

/// The roles of the actual arguments in order.
pub(crate) fn roles(id: IntrinsicId, args: &[Arg]) -> Vec<Role> {
    let row = id.row();
    let positions = positions(row, args);
    let all: Arc<[usize]> = (0..args.len()).collect();
    let needed = |name: &str| match needs_all(row) {
        true => Arc::clone(&all),
        false => {
            let needed = |(_, &p): &(usize, &usize)| needs(row, name, &row.arg_name(p));
            let places = positions.iter().enumerate().filter(needed);
            places.map(|(k, _)| k).collect()
        }
    };
    let role = |i: usize| match positions.get(i).and_then(|&p| Some((row.arg_name(p), row.spec(p)?))) {
        Some((name, spec)) => Role {
            needs: needed(&name),
            ..known(row, &name, spec)
        },
        None => Role {
            needs: Arc::clone(&all),
            reads: true,
            writes: row.is_subroutine(),
            replaces: false,
            flows: true,
        },
    };
    (0..args.len()).map(role).collect()
}

fn known(row: &Row, name: &str, spec: &ArgSpec) -> Role {
    let (reads, writes) = match spec.access {
        Access::Read => (true, false),
        Access::Write => (false, true),
        Access::Update => (true, true),
        Access::Inquire => (false, false),
    };
    let rules = [Some(&row.rule), row.complex.as_ref()];
    Role {
        reads,
        writes,
        // an optional argument that is present, and one that is also read, may keep a part
        replaces: spec.access == Access::Write,
        flows: reads && rules.into_iter().flatten().any(|r| depends(r, name)),
        needs: Arc::default(),
    }
}

/// True if the derivative with respect to each of possibly many arguments needs the values of all.
fn needs_all(row: &Row) -> bool {
    let rules = [Some(&row.rule), row.complex.as_ref()];
    let all = |r: &Rule| {
        matches!(
            r,
            Rule::Choice(_) | Rule::Unsupported(_) | Rule::Structural(Structural::ComplexAbs)
        )
    };
    rules.into_iter().flatten().any(all)
}

/// True if the derivative with respect to one argument needs the value of another.
fn needs(row: &Row, to: &str, of: &str) -> bool {
    let rules = [Some(&row.rule), row.complex.as_ref()];
    let one = rules.into_iter().flatten().any(|rule| match rule {
        Rule::Partials(list) => list.iter().filter(|p| p.arg == to).any(|p| mentions(p.formula, of)),
        Rule::Array(a) => a.needs(to).contains(&of),
        Rule::Choice(_) | Rule::Unsupported(_) | Rule::Structural(_) | Rule::Zero => false,
    });
    one || needs_all(row)
}

/// True if a formula of the table contains a name.
fn mentions(formula: &str, name: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    formula.split(|c| !word(c)).any(|w| w == name)
}

/// True if a rule gives an argument a derivative.
fn depends(rule: &Rule, name: &str) -> bool {
    match rule {
        Rule::Partials(list) => list.iter().any(|p| p.arg == name),
        Rule::Array(a) => a.differentiable().contains(&name),
        Rule::Choice(_) | Rule::Unsupported(_) => true,
        // the mask of a merge and the kind of a conversion have types without derivatives
        Rule::Structural(_) => true,
        Rule::Zero => false,
    }
}
