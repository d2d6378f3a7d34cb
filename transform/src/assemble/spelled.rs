//! Assigns records by components where `=` would be a call.
//!
//! Generated code assigns records, mostly values of functions, and each component must be copied unchanged. If the user
//! has a procedure for `=` between records of a type, compilers would call it; likewise for a component whose type
//! binds such a procedure. Then the components are assigned one by one:
//!
//! ```fortran
//! t = add(a, b)        allocate(value, source=add(a, b))
//!                      t%v = value%v
//!                      t%w = value%w
//!                      deallocate(value)
//! ```
//!
//! (ALLOCATE copies the value without `=`. An associate name would also work, but gfortran does not know the type of a
//! function that is defined further down.)
//!
//! If the user writes `=`, the front end finds the procedure. For components it does not, and active components are
//! refused.

use crate::assemble::generator::Generator;
use crate::normalize::arrays::{deallocate, deallocate_if_allocated};
use crate::normalize::leaves::component;
use crate::prepare::instances::{ancestors, bindings_of, nearest};
use crate::rules::is_allocated;
use adc_frontend::codes;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// The types with a procedure for `=` between their records.
struct Defined {
    /// For the whole record.
    whole: BTreeSet<SymbolId>,
    /// For some component, at any depth.
    inside: BTreeSet<SymbolId>,
}

impl Defined {
    fn of(program: &Program) -> Defined {
        let types = || {
            let all = program.symbols.iter();
            all.filter_map(|(t, s)| matches!(s.kind, SymbolKind::Type(_)).then_some(t))
        };
        let bound: BTreeSet<SymbolId> = types().filter(|&t| binds_assignment(program, t)).collect();
        let mut whole = bound.clone();
        for (_, symbol) in program.symbols.iter() {
            let SymbolKind::Generic(g) = &symbol.kind else { continue };
            if &*symbol.name == ASSIGNMENT {
                let takes = |t: &SymbolId| g.specifics.iter().any(|&p| takes_both(program, p, *t));
                whole.extend(types().filter(takes));
            }
        }
        let mut inside = BTreeSet::new();
        loop {
            let is_bound = |t: &SymbolId| bound.contains(t) || inside.contains(t);
            let found: Vec<SymbolId> = types()
                .filter(|t| !inside.contains(t) && parts_of(program, *t).iter().any(is_bound))
                .collect();
            if found.is_empty() {
                return Defined { whole, inside };
            }
            inside.extend(found);
        }
    }

    fn concerns(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Derived(t) if self.whole.contains(&t) || self.inside.contains(&t))
    }
}

const ASSIGNMENT: &str = "assignment(=)";

/// True for a type that binds a procedure for assignments among its records.
fn binds_assignment(program: &Program, t: SymbolId) -> bool {
    let named = bindings_of(program, t).filter(|(_, b)| &*b.name == ASSIGNMENT);
    let mut specifics = named.flat_map(|(_, b)| &b.generic);
    specifics.any(|name| {
        let binding = nearest(program, t, name);
        let proc = binding.and_then(|b| b.proc.or(b.interface));
        proc.is_some_and(|p| takes_both(program, p, t))
    })
}

/// True for a procedure whose two arguments may be records of a type.
fn takes_both(program: &Program, proc: SymbolId, t: SymbolId) -> bool {
    let Some(sig) = program.signature(proc) else {
        return false;
    };
    let dummies = &program.units[sig].args;
    let takes = |d: &Option<SymbolId>| match d.map(|d| program.symbols[d].ty()) {
        Some(Ty::Derived(of)) => of == t,
        Some(Ty::Class(of)) => ancestors(program, t).any(|a| a == of),
        Some(Ty::Unlimited) => true,
        _ => false,
    };
    dummies.len() == 2 && dummies.iter().all(takes)
}

/// The types of the components of a record, including its parent's.
fn parts_of(program: &Program, t: SymbolId) -> Vec<SymbolId> {
    let held = program.components(t).into_iter().filter_map(|c| {
        let v = program.symbols[c].variable().filter(|v| !v.attrs.pointer)?;
        match v.ty.ty {
            Ty::Derived(of) | Ty::Class(of) => Some(of),
            _ => None,
        }
    });
    held.chain(ancestors(program, t).skip(1)).collect()
}

impl Generator<'_> {
    /// Refuses the user's assignments of active records whose components compilers assign by calls.
    pub(crate) fn check_assigned_components(&mut self, units: &[UnitId]) {
        let defined = Defined::of(self.original);
        if defined.inside.is_empty() {
            return;
        }
        for &u in units {
            let original = self.original;
            visit::walk_block(&original.units[u].body, &mut |s| {
                let StmtKind::Assign { lhs, .. } = &s.kind else { return };
                let is_inside = matches!(lhs.ty, Ty::Derived(t) if defined.inside.contains(&t));
                if is_inside && self.has_active(u, lhs) {
                    let text = "a type-bound procedure for `=` assigns components here, which cannot be differentiated yet; assign each component in a separate statement";
                    self.refuse(codes::UNSUPPORTED_EXPRESSION, s.span, text);
                }
            });
        }
    }

    /// Assigns the components of records one by one if `=` would be a call.
    pub(crate) fn spell_assignments_out(&mut self) {
        let defined = Defined::of(&self.out);
        if defined.whole.is_empty() && defined.inside.is_empty() {
            return;
        }
        for (_, d) in self.generated_units() {
            let mut body = std::mem::take(&mut self.out.units[d].body);
            let mut unable = vec![];
            let found = visit::splice(&mut body, &mut |s| match &s.kind {
                StmtKind::Assign { lhs, rhs } if defined.concerns(lhs.ty) => {
                    let instead = self.spelled_out(d, &defined, lhs, rhs);
                    if instead.is_none() {
                        unable.push(s.span);
                    }
                    instead
                }
                _ => None,
            });
            if found {
                self.out.renumber(&mut body);
            }
            self.out.units[d].body = body;
            for span in unable {
                let text = "the derivative would assign an object here, but `=` is a procedure for its type, and its components cannot be assigned one by one";
                self.refuse(codes::UNSUPPORTED_DATA, span, text);
            }
        }
    }

    fn spelled_out(&mut self, unit: UnitId, defined: &Defined, lhs: &Expr, rhs: &Expr) -> Option<Block> {
        if rhs.is_designator() {
            return one_by_one(&self.out, defined, lhs, rhs);
        }
        let value = self.local(unit, "value", DeclType::plain(lhs.ty), rhs.rank);
        if let Some(v) = value.base_symbol().and_then(|s| self.out.symbols[s].variable_mut()) {
            v.attrs.allocatable = true;
        }
        let mut out = vec![Stmt::new(StmtKind::Allocate {
            ty: None,
            objects: vec![(value.clone(), vec![])],
            options: vec![("source".into(), rhs.clone())],
        })];
        out.append(&mut one_by_one(&self.out, defined, lhs, &value)?);
        out.push(deallocate(&value));
        Some(out)
    }
}

/// Assignments of all components of a record, or of the elements of an array; `None` if one of them has no such
/// statement.
fn one_by_one(program: &Program, defined: &Defined, lhs: &Expr, rhs: &Expr) -> Option<Block> {
    let Ty::Derived(t) = lhs.ty else { return None };
    let mut out = vec![];
    for c in program.components(t) {
        let v = program.symbols[c].variable()?;
        let (lhs, rhs) = (component(program, lhs, c), component(program, rhs, c));
        let is_whole = lhs.rank == v.dims.len() as u8;
        let is_record = defined.concerns(v.ty.ty) || matches!(v.ty.ty, Ty::Class(_) | Ty::Unlimited);
        match (v.attrs.pointer, v.attrs.allocatable) {
            (true, _) if is_whole => out.push(Stmt::new(StmtKind::PointerAssign { lhs, rhs })),
            (false, true) if is_whole && !is_record => out.extend(if_allocated(lhs, rhs)),
            (false, false) if is_whole || v.dims.is_empty() => match is_record {
                true => out.extend(one_by_one(program, defined, &lhs, &rhs)?),
                false => out.push(Stmt::new(StmtKind::Assign { lhs, rhs })),
            },
            _ => return None,
        }
    }
    Some(out)
}

/// The assignment of an allocatable component in the assignment of a record.
fn if_allocated(lhs: Expr, rhs: Expr) -> Block {
    let test = is_allocated(&rhs);
    let gone = deallocate_if_allocated(&lhs);
    let copy = Stmt::new(StmtKind::Assign { lhs, rhs });
    vec![Stmt::choice(vec![
        Arm::new(Some(test), vec![copy]),
        Arm::new(None, vec![gone]),
    ])]
}
