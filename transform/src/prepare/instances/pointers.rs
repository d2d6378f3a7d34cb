//! Replaces calls of procedure pointers, and procedure pointers as arguments, by calls for each possible target of the
//! pointer.
//!
//! ```fortran
//! call p(x, y)        if (associated(p, f)) then
//!                       call f(x, y)
//!                     else if (associated(p, g)) then
//!                       call g(x, y)
//!                     else
//!                       error stop
//!                     end if
//! ```
//!
//! A shadow of the pointer that points to derivatives would have another interface. So it could not be a component of
//! the shadow of an object, and nothing would associate it for a pointer that is set before the head is called. The
//! pointer itself suffices. Its possible targets are collected over all files, whoever sets it.
//!
//! If the pointer's value is needed again, the recorded branches show it; for pointers that outlive a procedure see
//! [`crate::context::moved_procedures`]. Left unchanged, and refused elsewhere: references in the headers of
//! constructs, and procedures that are hidden where the pointer is called.

use crate::prepare::copies::Bound;
use crate::rules::intrinsic;
use adc_analysis::calls::bind_call;
use adc_analysis::CallGraph;
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// The possible targets of pointers.
pub(crate) struct Pointers {
    values: BTreeMap<SymbolId, Vec<SymbolId>>,
}

/// A reference to a pointer in a statement.
struct Reference {
    pointer: SymbolId,
    /// The pointer, with the object whose component it is.
    designator: Expr,
}

impl Pointers {
    /// The targets in a program.
    pub fn of(program: &Program, calls: &CallGraph) -> Pointers {
        let pointers = program.symbols.iter().filter(|(_, s)| s.is_procedure_pointer());
        let values = |p: SymbolId| {
            let units = calls.value_of(program, p).units.into_iter();
            (p, units.filter_map(|u| program.units[u].symbol).collect())
        };
        Pointers {
            values: pointers.map(|(p, _)| values(p)).collect(),
        }
    }

    /// True for statements that [`Pointers::settle`] rewrites.
    pub fn are_called(&self, program: &Program, unit: UnitId, block: &Block) -> bool {
        let mut found = false;
        visit::walk_block(block, &mut |s| found |= self.choices(program, unit, s).is_some());
        found
    }

    /// Rewrites the statements of a unit.
    pub fn settle(&self, program: &Program, unit: UnitId, block: &mut Block) {
        if self.values.is_empty() {
            return;
        }
        // a statement may have several references
        while visit::splice(block, &mut |s| {
            let (r, values) = self.choices(program, unit, s)?;
            let label = s.label.take();
            let mut arms: Vec<Arm> = values
                .iter()
                .map(|&f| {
                    let known = expr(ExprKind::Procedure(f), program.symbols[f].ty(), 0);
                    let test = intrinsic("associated", vec![r.designator.clone(), known], Ty::Logical(4), 0);
                    let mut settled = Stmt::at(s.kind.clone(), s.span);
                    replace(program, &mut settled.kind, &r, f);
                    Arm::new(Some(test), vec![settled])
                })
                .collect();
            arms.push(Arm::new(None, vec![Stmt::error_stop()]));
            s.label = label;
            Some(vec![Stmt::at(Stmt::choice(arms).kind, s.span)])
        }) {}
    }

    /// The first reference to a pointer in a simple statement, with its possible targets.
    fn choices(&self, program: &Program, unit: UnitId, s: &Stmt) -> Option<(Reference, &[SymbolId])> {
        if !matches!(s.kind, StmtKind::Call { .. } | StmtKind::Assign { .. }) {
            return None;
        }
        let home = program.outermost(unit);
        let is_seen = |f: &SymbolId| {
            let symbol = &program.symbols[*f];
            let host = symbol.owner.map(|o| program.outermost(o));
            let by_use = symbol
                .owner
                .is_some_and(|o| program.units[o].kind == UnitKind::Module && !symbol.private);
            // an internal procedure has a name in its host only
            let mut around = std::iter::successors(Some(unit), |&u| program.units[u].parent);
            let is_internal = symbol.owner.is_some_and(|o| program.units[o].is_procedure());
            let in_scope = !is_internal || around.any(|u| symbol.owner == Some(u));
            by_use || host == Some(home) && in_scope
        };
        references(program, s).into_iter().find_map(|r| {
            let values = self.values.get(&r.pointer)?;
            (!values.is_empty() && values.iter().all(is_seen)).then_some((r, values.as_slice()))
        })
    }
}

/// The pointer that a callee or an actual argument refers to.
fn pointer_of(program: &Program, e: &Expr) -> Option<Reference> {
    let (ExprKind::Procedure(s) | ExprKind::Component(_, s)) = e.kind else {
        return None;
    };
    program.symbols[s].is_procedure_pointer().then(|| Reference {
        pointer: s,
        designator: e.clone(),
    })
}

/// The callee, as a designator.
fn called(program: &Program, callee: &Callee) -> Expr {
    let kind = match callee.object.as_deref() {
        Some((object, _)) => ExprKind::Component(Box::new(object.clone()), callee.proc),
        None => ExprKind::Procedure(callee.proc),
    };
    expr(kind, program.symbols[callee.proc].ty(), 0)
}

fn references(program: &Program, s: &Stmt) -> Vec<Reference> {
    let mut found = vec![];
    visit::walk_calls(std::slice::from_ref(s), &mut |r| {
        found.extend(pointer_of(program, &called(program, r.callee)));
        let asked = r.args.iter().filter_map(Arg::expr);
        let asked = asked.filter(|a| !is_for_pointer(program, r.callee, r.args, a));
        found.extend(asked.filter_map(|a| pointer_of(program, a)));
    });
    found
}

/// True for an argument whose dummy argument is also a procedure pointer: its target is tested there.
fn is_for_pointer(program: &Program, callee: &Callee, args: &[Arg], actual: &Expr) -> bool {
    let Some(target) = program.signature(callee.proc) else {
        return false;
    };
    let bound = bind_call(program, target, callee, args).into_iter();
    let mut dummies = bound.zip(&program.units[target].args);
    dummies.any(|(given, dummy)| {
        let is_it = given.is_some_and(|g| std::ptr::eq(g, actual));
        is_it && dummy.is_some_and(|d| program.symbols[d].is_procedure_pointer())
    })
}

/// Replaces references to a pointer by references to a procedure.
fn replace(program: &Program, s: &mut StmtKind, r: &Reference, f: SymbolId) {
    let settle = |callee: &mut Callee, args: &mut Vec<Arg>| {
        let is_asked = |e: &Expr| e.same(&r.designator) && !is_for_pointer(program, callee, args, e);
        let asked: Vec<bool> = args.iter().map(|a| a.expr().is_some_and(is_asked)).collect();
        for (a, _) in args.iter_mut().zip(asked).filter(|(_, asked)| *asked) {
            a.expr_mut().into_iter().for_each(|e| e.kind = ExprKind::Procedure(f));
        }
        if !called(program, callee).same(&r.designator) {
            return;
        }
        callee.proc = f;
        if let (Some(bound), Some(how)) = (callee.object.take(), passed(program, r.pointer, f)) {
            how.pass(bound.0, args);
        }
    };
    let mut block = vec![Stmt::new(s.clone())];
    visit::rewrite_references(&mut block, &mut { settle });
    if let Some(only) = block.pop() {
        *s = only.kind;
    }
}

/// The way the object of a component is passed to the procedure; `None` with NOPASS.
fn passed(program: &Program, pointer: SymbolId, f: SymbolId) -> Option<Bound> {
    let SymbolKind::Procedure(p) = &program.symbols[pointer].kind else {
        return None;
    };
    if p.attrs.nopass {
        return None;
    }
    let dummies = &program.units[program.definition(f)?].args;
    let name = |d: &Option<SymbolId>| d.map(|d| program.symbols[d].name.clone());
    let is_it = |d: &Option<SymbolId>| match &p.attrs.pass {
        Some(word) => name(d).is_some_and(|n| n.eq_ignore_ascii_case(word)),
        None => true,
    };
    let place = dummies.iter().position(is_it)?;
    Some(Bound {
        binding: program.symbols[pointer].name.clone(),
        dummy: name(dummies.get(place)?)?,
        place,
    })
}
