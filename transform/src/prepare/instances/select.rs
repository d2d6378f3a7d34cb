//! Converts `SELECT TYPE` to branches in which types are known, and decides `SELECT RANK` of a known rank.
//!
//! If the type of the object is known (in a copy for it), one guard is left. Otherwise each possible type of the object
//! gets the guard that it selects, as a branch of an `IF` ([`crate::normalize::downcasts`]). So calls show the type in
//! `CLASS IS` and `CLASS DEFAULT`, too.

use crate::code::is_number;
use crate::code::names::Namer;
use crate::normalize::blocks::{takes_subscripts, within};
use crate::normalize::downcasts::{is_of_type, possible_types, shown_as};
use crate::normalize::moving::Moving;
use crate::normalize::selectors::settle_changed;
use crate::normalize::temps::Temps;
use crate::prepare::instances::types::ancestors;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// True for a construct that [`branches`] rewrites.
pub(crate) fn is_open(s: &StmtKind) -> bool {
    let StmtKind::SelectType { expr, guards, .. } = s else {
        return false;
    };
    let about_type = !guards.iter().any(|g| g.test.is_about_rank());
    about_type && expr.is_designator() && matches!(expr.ty, Ty::Class(_))
}

/// The branches of a construct by the type of an object; `None` if a body that would be duplicated has labels.
/// Constructs in such a body get names of their own.
pub(crate) fn branches(
    temps: &mut Temps,
    moving: &Moving,
    (name, selector, guards): (&Option<SmolStr>, &Expr, &[Guard]),
    ty: SymbolId,
) -> Option<Block> {
    let mut object = selector.clone();
    let mut out = settle_changed(temps, moving, &mut object, guards.iter().map(|g| &g.body))?;
    let expr = &object;
    let types = possible_types(temps.program, ty);
    let taken: Vec<Option<usize>> = types.iter().map(|&t| chosen(temps.program, t, guards)).collect();
    for (k, g) in guards.iter().enumerate() {
        let uses = taken.iter().filter(|&&t| t == Some(k)).count();
        let mut labels = false;
        walk_block(&g.body, &mut |s| labels |= s.label.is_some());
        if labels && uses > 1 {
            return None;
        }
    }
    let total = taken.iter().all(Option::is_some);
    let mut arms = vec![];
    for (n, (&t, k)) in types.iter().zip(&taken).enumerate() {
        let Some(g) = k.and_then(|k| guards.get(k)) else {
            continue;
        };
        let shown = shown_as(temps.program, expr, t)?;
        let mut body = g.body.clone();
        if taken.iter().take(n).any(|before| before == k) {
            rename_constructs(&mut body, temps.names());
        }
        let mut complete = true;
        visit::rewrite_block_exprs(&mut body, &mut |e| {
            let instead = match &e.kind {
                ExprKind::Var(s) if *s == g.local => shown.clone(),
                ExprKind::Index(section, subs) if !takes_subscripts(temps.program, section) => {
                    let part = within(temps.program, section, subs);
                    complete &= part.is_some();
                    part.unwrap_or_else(|| e.clone())
                }
                _ => return,
            };
            *e = Expr {
                span: e.span,
                ..instead
            };
        });
        if !complete {
            return None;
        }
        let last = total && n + 1 == types.len();
        let test = is_of_type(temps.program, expr, t)?;
        let lead = g.lead.clone();
        arms.push(Arm {
            lead,
            ..Arm::new((!last).then_some(test), body)
        });
    }
    let kind = match arms.as_mut_slice() {
        [] => return Some(out),
        [only] if only.cond.is_none() => StmtKind::Scope {
            name: name.clone(),
            locals: vec![],
            body: std::mem::take(&mut only.body),
        },
        _ => StmtKind::If {
            name: name.clone(),
            arms,
            short: false,
        },
    };
    out.push(Stmt::new(kind));
    Some(out)
}

/// Gives the constructs of a block other names.
fn rename_constructs(block: &mut Block, names: &mut Namer) {
    let mut fresh: BTreeMap<SmolStr, SmolStr> = BTreeMap::new();
    walk_block(block, &mut |s| {
        if let Some(name) = s.kind.construct_name() {
            fresh.insert(fold(name), names.fresh(name));
        }
    });
    replace_names(block, &fresh);
}

fn replace_names(block: &mut Block, fresh: &BTreeMap<SmolStr, SmolStr>) {
    for s in block {
        let name = match &mut s.kind {
            StmtKind::Exit(name) | StmtKind::Cycle(name) => Some(name),
            other => other.construct_name_mut(),
        };
        if let Some(Some(name)) = name {
            if let Some(new) = fresh.get(&fold(name)) {
                name.clone_from(new);
            }
        }
        s.kind.for_each_block_mut(&mut |b| replace_names(b, fresh));
    }
}

/// The guard that the selector of a construct selects, or none of them; outer `None` if unknown.
pub(crate) fn decided(program: &Program, selector: &Expr, guards: &[Guard]) -> Option<Option<usize>> {
    if !guards.iter().any(|g| g.test.is_about_rank()) {
        return match selector.ty {
            Ty::Derived(t) => Some(chosen(program, t, guards)),
            ty if is_number(ty) => {
                let fits = |g: &Guard| matches!(&g.test, GuardTest::TypeIs(d) if d.ty == ty);
                let default = || guards.iter().position(|g| g.test.is_default());
                Some(guards.iter().position(fits).or_else(default))
            }
            _ => None,
        };
    }
    let v = program.symbols[selector.base_symbol()?].variable()?;
    if v.has_assumed_rank() {
        return None;
    }
    let rank = Some(i64::from(selector.rank));
    let fits = |g: &Guard| matches!(&g.test, GuardTest::Rank(e) if int_const(program, e) == rank);
    let default = || guards.iter().position(|g| g.test.is_default());
    Some(guards.iter().position(fits).or_else(default))
}

/// The guard that an object of a type selects: that of the type itself, or of its nearest ancestor, or the default.
fn chosen(program: &Program, ty: SymbolId, guards: &[Guard]) -> Option<usize> {
    let is_it = |d: &DeclType, t: SymbolId| matches!(d.ty, Ty::Derived(x) | Ty::Class(x) if x == t);
    let exact = |g: &Guard| matches!(&g.test, GuardTest::TypeIs(d) if is_it(d, ty));
    let by_class = || {
        ancestors(program, ty).find_map(|t| {
            let fits = |g: &Guard| matches!(&g.test, GuardTest::ClassIs(d) if is_it(d, t));
            guards.iter().position(fits)
        })
    };
    let default = || guards.iter().position(|g| g.test.is_default());
    guards.iter().position(exact).or_else(by_class).or_else(default)
}
