//! The variables that carry derivatives.
//!
//! ```text
//! C  ⊇  shadows, and variables that go to the tape in place of derivatives
//! C  ∋  v   if  v = e  and e reads the value of a variable in C
//! C  ∋  v   if  v is passed to a dummy argument in C, or is a dummy argument that receives a variable in C
//! ```
//!
//! Inquiries (`allocated(xd)`, `size(xd)`) read no value.

use super::formals;
use crate::assemble::generator::Generator;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeSet;

/// The variables that carry derivatives.
pub(crate) struct Carriers {
    symbols: IndexSet<SymbolId>,
    /// Components of generated records of pointers that point at derivatives: the records themselves carry none.
    pointers: BTreeSet<SymbolId>,
    /// Names that SELECT TYPE gives to a component of a derivative: they exist for one direction.
    guards: BTreeSet<SymbolId>,
    /// Derivatives that the user writes, of one direction.
    by_hand: BTreeSet<UnitId>,
    /// Components that are pointers or allocatable: no section has those of several objects.
    separate: BTreeSet<SymbolId>,
}

/// The number of directions in each procedure, and the variables that carry derivatives.
pub(super) struct Directions {
    pub carriers: Carriers,
    /// The number of directions, by procedure: its last argument, or a constant.
    pub count: IndexMap<UnitId, Expr>,
}

impl Directions {
    /// The argument with the number of directions.
    pub fn argument(&self, unit: UnitId) -> Option<SymbolId> {
        self.count.get(&unit)?.base_symbol()
    }
}

impl Carriers {
    pub fn of(g: &Generator, units: &[UnitId]) -> Self {
        let mut out = Carriers {
            symbols: shadows(g),
            pointers: BTreeSet::new(),
            guards: BTreeSet::new(),
            by_hand: by_hand(g),
            separate: separate(&g.out),
        };
        while out.grow(g, units) {}
        out
    }

    pub fn contains(&self, s: SymbolId) -> bool {
        self.symbols.contains(&s)
    }

    pub fn iter(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.symbols.iter().copied()
    }

    /// True for a derivative that the user writes.
    pub fn is_by_hand(&self, unit: UnitId) -> bool {
        self.by_hand.contains(&unit)
    }

    /// True for a component that is a pointer or allocatable.
    pub fn is_separate(&self, component: SymbolId) -> bool {
        self.separate.contains(&component)
    }

    /// True for a designator of a derivative.
    pub fn names(&self, e: &Expr) -> bool {
        let carries = |s| self.contains(s) || self.guards.contains(&s);
        self.is_record_pointer(e) || e.base_symbol().is_some_and(carries)
    }

    /// True for a pointer at a derivative in a generated record.
    pub fn is_record_pointer(&self, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Component(_, c) if self.pointers.contains(&c))
    }

    /// The components of generated records that point at derivatives.
    pub fn record_pointers(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.pointers.iter().copied()
    }

    /// True if an expression reads the value of a derivative.
    pub fn reads(&self, e: &Expr) -> bool {
        if is_inquiry(e) {
            return false;
        }
        if self.names(e) {
            return true;
        }
        let mut found = false;
        visit::subexprs(e, &mut |x| found |= self.reads(x));
        found
    }

    /// True if an expression names a derivative, even in an inquiry.
    pub fn mentions(&self, e: &Expr) -> bool {
        let mut found = false;
        visit::walk_expr(e, &mut |x| found |= self.names(x));
        found
    }

    /// True for a procedure with derivatives.
    pub fn are_in(&self, program: &Program, unit: UnitId) -> bool {
        let unit = &program.units[unit];
        let mut arguments = unit.args.iter().flatten().chain(&unit.result);
        let mut found = arguments.any(|&a| self.contains(a));
        visit::walk_block_exprs(&unit.body, &mut |e| found |= self.names(e));
        found
    }

    fn grow(&mut self, g: &Generator, units: &[UnitId]) -> bool {
        let mut found: Vec<SymbolId> = vec![];
        let mut views: Vec<SymbolId> = vec![];
        let mut pointers: Vec<SymbolId> = vec![];
        let fits = |s: SymbolId| {
            g.out.symbols[s].variable().is_some_and(|v| match v.ty.ty {
                Ty::Derived(t) | Ty::Class(t) => g.primal.symbols.contains(t),
                ty => ty.is_differentiable(),
            })
        };
        let is_derivative = |e: &Expr| matches!(&e.kind, ExprKind::Call(c, _) if self.is_derivative(g, c));
        let carries = |e: &Expr| self.reads(e) || is_derivative(e);
        for &u in units {
            walk_block(&g.out.units[u].body, &mut |s| match &s.kind {
                StmtKind::Assign { lhs, rhs } => {
                    if carries(rhs) {
                        found.extend(lhs.base_symbol());
                    }
                    self.through_calls(g, rhs, &mut found);
                }
                StmtKind::Allocate { objects, options, .. }
                    if options.iter().any(|(word, e)| *word == "source" && carries(e)) =>
                {
                    found.extend(objects.iter().filter_map(|o| o.0.base_symbol()));
                }
                StmtKind::PointerAssign { lhs, rhs } if self.names(rhs) => match lhs.kind {
                    ExprKind::Component(_, c) if !g.primal.symbols.contains(c) => pointers.push(c),
                    _ => found.extend(lhs.base_symbol()),
                },
                StmtKind::PointerAssign { lhs, rhs } if self.names(lhs) => found.extend(rhs.base_symbol()),
                StmtKind::Call { callee, args } => self.through_call(g, callee, args, &mut found),
                StmtKind::SelectType { expr, guards, .. } if self.names(expr) => {
                    let locals = guards.iter().map(|g| g.local);
                    match expr.kind {
                        ExprKind::Var(s) if self.contains(s) => found.extend(locals),
                        _ => views.extend(locals),
                    }
                }
                _ => {}
            });
        }
        let before = self.symbols.len() + self.guards.len() + self.pointers.len();
        self.pointers.extend(pointers);
        self.guards.extend(views);
        let found = found.into_iter().filter(|&s| fits(s) && !g.primal.symbols.contains(s));
        self.symbols
            .extend(found.filter(|s| !self.guards.contains(s)).collect::<Vec<_>>());
        self.symbols.len() + self.guards.len() + self.pointers.len() > before
    }

    fn is_derivative(&self, g: &Generator, callee: &Callee) -> bool {
        let result = |u: UnitId| g.out.units[u].result;
        g.out
            .definition(callee.proc)
            .and_then(result)
            .is_some_and(|r| self.contains(r))
    }

    fn through_calls(&self, g: &Generator, e: &Expr, found: &mut Vec<SymbolId>) {
        visit::walk_expr(e, &mut |x| {
            if let ExprKind::Call(callee, args) = &x.kind {
                self.through_call(g, callee, args, found);
            }
        });
    }

    fn through_call(&self, g: &Generator, callee: &Callee, args: &[Arg], found: &mut Vec<SymbolId>) {
        let Some(target) = g.out.definition(callee.proc) else {
            return;
        };
        for (k, a) in args.iter().enumerate() {
            let (Some(formal), Some(actual)) = (formals::dummy_of(g, target, k, a), a.expr()) else {
                continue;
            };
            match (self.contains(formal), self.names(actual)) {
                (true, false) => found.extend(actual.base_symbol()),
                // a pointer or a variable of derived type may be passed on by code that is not differentiated
                (false, true) if !g.primal.units.contains(target) => found.push(formal),
                _ => {}
            }
        }
    }
}

/// The shadows of all variables, and their copies for other units.
fn shadows(g: &Generator) -> IndexSet<SymbolId> {
    let shadows = g.shadows.values().chain(g.head_views.values());
    shadows.chain(&g.on_tape).copied().collect()
}

/// The derivatives that the user writes, of one direction, and their interfaces.
pub(super) fn by_hand(g: &Generator) -> BTreeSet<UnitId> {
    let is_single = |u: UnitId| g.models.contains(u) && g.derivative_in_many_directions(u).is_none();
    let mut found: BTreeSet<UnitId> = g
        .units
        .iter()
        .filter(|(u, _)| is_single(**u))
        .map(|(_, &d)| d)
        .collect();
    let interfaces = g.out.units.iter().filter(|(_, x)| x.prefix.interface_body);
    let of_single = interfaces.filter(|(_, x)| x.shares.is_some_and(|s| found.contains(&s)));
    let of_single: Vec<UnitId> = of_single.map(|(u, _)| u).collect();
    found.extend(of_single);
    found
}

fn separate(program: &Program) -> BTreeSet<SymbolId> {
    let is_separate = |s: &Symbol| {
        let v = s.variable();
        v.is_some_and(|v| v.storage == Storage::Component && (v.attrs.pointer || v.attrs.allocatable))
    };
    let found = program.symbols.iter().filter(|(_, s)| is_separate(s));
    found.map(|(id, _)| id).collect()
}

/// True for a designator of memory that a pointer points at.
pub(super) fn through_pointer(program: &Program, e: &Expr) -> bool {
    let is_pointer = |s: SymbolId| program.symbols[s].variable().is_some_and(|v| v.attrs.pointer);
    match &e.kind {
        ExprKind::Var(s) => is_pointer(*s),
        ExprKind::Component(object, c) => is_pointer(*c) || through_pointer(program, object),
        ExprKind::Index(inner, _) | ExprKind::ComplexPart(inner, _) | ExprKind::Substring(inner, ..) => {
            through_pointer(program, inner)
        }
        _ => false,
    }
}

/// True for an inquiry about its argument.
pub(super) fn is_inquiry(e: &Expr) -> bool {
    use adc_frontend::intrinsics::Class;
    matches!(&e.kind, ExprKind::Intrinsic(id, ..) if id.row().class == Class::Inquiry)
}
