//! Entries by an adjoint for coloured weights, beside those by directions ([`super::sparse`]).
//!
//! ```text
//! nw = adc_weights(jac)                              a weight for each colour of rows
//! if (nw > 0) then
//!   allocate (xb(nw, lbound(x, 1):ubound(x, 1)), yb(nw, ...))
//!   call adc_seed_weights(jac, yb, size(y))
//!   call foo_bv(n, x, xb, y, yb, nw)
//!   call adc_take_weights(jac, xb, size(x))
//!   deallocate (xb, yb)
//! end if
//! ```
//!
//! Rows of one colour have no column in common, among the entries that come from weights, so each derivative for the
//! weights of a colour is one entry (Hossain, Steihaug 1998; Coleman, Verma 1998). The tangent runs afterwards, so that
//! the results are those of the head.
//!
//! The adjoint was differentiated before, and is a source like any other.

use super::matrices;
use super::sparse::{call, local, MODULE};
use crate::assemble::generator::Generator;
use crate::directions::entity;
use crate::normalize::arrays::{allocate_within, deallocate};
use crate::options::Weights;
use crate::rules::{bounds_of, of_runtime};
use adc_frontend::ast::fold;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// An adjoint for many weights, with what its arguments receive.
pub(super) struct ForWeights {
    unit: UnitId,
    args: Vec<Passed>,
}

/// What an argument receives.
enum Passed {
    /// The argument of the head.
    Own(SymbolId),
    /// The shadow of a variable.
    Shadow(SymbolId),
    /// The number of weights.
    Count,
}

impl ForWeights {
    /// The adjoint of the head among the sources; `None` if its arguments are not those of the head, with shadows.
    pub fn named(g: &Generator, named: &Weights) -> Option<ForWeights> {
        let program = g.primal;
        let unit = named.procedure.find(program)?;
        let head = &program.units[g.heads.first().unit];
        let own = |name: &str| {
            let mut all = head.args.iter().flatten().copied().chain(head.result);
            all.find(|&s| fold(&program.symbols[s].name) == fold(name))
        };
        let (count, args) = program.units[unit].args.split_last()?;
        let passed = |a: &Option<SymbolId>| {
            let name = fold(&program.symbols[(*a)?].name);
            let of = named.shadows.iter().find(|(_, shadow)| fold(shadow) == name);
            match of {
                Some((variable, _)) => own(variable).map(Passed::Shadow),
                None => own(&name).map(Passed::Own),
            }
        };
        let mut args: Vec<Passed> = args.iter().map(passed).collect::<Option<_>>()?;
        let is_count = program.symbols[(*count)?].ty() == Ty::Integer(4);
        args.push(Passed::Count);
        is_count.then_some(ForWeights { unit, args })
    }
}

/// Statements that compute entries by the adjoint, and restore what it may have changed.
pub(super) fn run(g: &mut Generator, unit: UnitId, jac: &Expr, adjoint: &ForWeights, restore: &Block) -> Block {
    let of = g.heads.first().clone();
    let nw = local(g, unit, "nw", Ty::Integer(4), 0);
    let number = of_runtime(MODULE, "adc_weights", vec![jac.clone()], Ty::Integer(4), 0);
    let mut shadows: IndexMap<SymbolId, Expr> = IndexMap::new();
    let mut body = vec![];
    for a in &adjoint.args {
        let Passed::Shadow(s) = *a else { continue };
        let whole = var(&g.out, s);
        let stem = format!(
            "{}{}",
            g.primal.symbols[s].name,
            g.options.suffix_reverse.trim_start_matches('_')
        );
        let shadow = local(g, unit, &stem, whole.ty, whole.rank + 1);
        let mut bounds = vec![(None, nw.clone())];
        bounds.extend(bounds_of(&whole));
        body.push(allocate_within(&shadow, bounds));
        if !of.dependents.contains(&s) {
            body.push(assign(shadow.clone(), zero(whole.ty)));
        }
        shadows.insert(s, shadow);
    }
    let exchange = |g: &Generator, name: &str, s: &SymbolId| {
        let shadow = shadows.get(s)?.clone();
        Some(call(name, vec![jac.clone(), shadow, matrices::count(&g.out, *s)]))
    };
    body.extend(of.dependents.iter().filter_map(|y| exchange(g, "adc_seed_weights", y)));
    let symbol = match g.out.units[adjoint.unit].symbol {
        Some(symbol) => symbol,
        None => {
            let of = &g.out.units[adjoint.unit];
            let (name, parent) = (of.name.clone(), of.parent);
            g.procedure_symbol(name, parent, adjoint.unit)
        }
    };
    let callee = Callee::direct(g.procedure_in(unit, adjoint.unit, symbol));
    let actual = |a: &Passed| match a {
        Passed::Own(s) => entity(&g.out, *s),
        Passed::Shadow(s) => shadows[s].clone(),
        Passed::Count => nw.clone(),
    };
    let args = adjoint.args.iter().map(actual).map(Arg::pos).collect();
    body.push(Stmt::new(StmtKind::Call { callee, args }));
    body.extend(
        of.independents
            .iter()
            .filter_map(|x| exchange(g, "adc_take_weights", x)),
    );
    body.extend(shadows.values().map(deallocate));
    body.extend(restore.iter().cloned());
    let some = binary(BinaryOp::Gt, nw.clone(), int(0));
    vec![assign(nw, number), Stmt::guarded(some, body)]
}
