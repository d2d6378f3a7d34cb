//! Alias classes of zones: zones that pointers may bind to the same memory.
//!
//! Flow- and context-insensitive, by unification over the whole program (Steensgaard): every way to associate a pointer
//! unites the classes of its two sides.
//!
//! * `p => t`, and `p => f(x)` with the result of `f`;
//! * an assignment, `SOURCE=` or structure constructor that copies a type with pointer components: with every variable
//!   from which the value comes;
//! * an actual argument and a dummy argument that is a pointer or contains one; a target with a dummy argument that is
//!   a target;
//! * an associate name and its selector;
//! * arguments of an unknown procedure that are or contain a pointer or target: all united; likewise all memory that
//!   passes through C addresses, or through TRANSFER between a type with pointers and one without.
//!
//! Parts of variables of derived type are united one by one if the types agree, and otherwise all of one with all of
//! the other. Copying, and passing to a dummy argument that is not itself a pointer, unites only the memory that
//! pointers refer to.
//!
//! Code that is not given may associate pointers, too: all memory that it may share is united (the `outer` module).
//!
//! ALLOCATE creates fresh memory and unites nothing. Ignored: initialisation of pointer components with a target in the
//! type's definition.

use super::{ZoneId, Zones};
use crate::bind::bind_call;
use crate::idset::Id;
use crate::{CallGraph, ZoneSet};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use petgraph::unionfind::UnionFind;
use std::collections::BTreeMap;
use std::sync::Arc;

struct Unions<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    zones: &'a Zones,
    sets: UnionFind<usize>,
    /// Zones that went through a C address.
    escaped: Option<ZoneId>,
    /// Zones that went through bits, by the component of their record.
    bits: BTreeMap<SmolStr, ZoneId>,
    /// Parts of dummy arguments with TARGET and of their actual arguments without.
    passed: Vec<(ZoneId, ZoneId)>,
}

/// Memory from which a value may come: its zones, and the type whose parts they are.
#[derive(Clone, Copy)]
struct Place<'a> {
    zones: &'a [ZoneId],
    ty: Ty,
    /// True for a pointer or target: the memory itself can be pointed to, not only the memory that its pointers refer
    /// to.
    open: bool,
}

/// Memory that code which is not given may share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    /// Zones that may be the same.
    pub pairs: Vec<(ZoneId, ZoneId)>,
    /// The zones that pointers refer to before the head is called, by associations that are not given.
    pub outer: ZoneSet,
}

/// Finds such memory, given the alias class of each zone by the associations that are given.
pub(crate) type Outside<'a> = &'a dyn Fn(&Zones, &dyn Fn(ZoneId) -> usize) -> Shared;

/// Alias classes.
pub(crate) struct Classes {
    /// The classes with more than one zone, by each of their zones.
    pub of: BTreeMap<ZoneId, Arc<[ZoneId]>>,
    /// The same, by the associations that are given alone.
    pub given: BTreeMap<ZoneId, Arc<[ZoneId]>>,
    /// As in [`Shared`].
    pub outer: ZoneSet,
}

/// Finds the alias classes.
pub(crate) fn classes(program: &Program, calls: &CallGraph, zones: &Zones, outside: Outside) -> Classes {
    let mut b = Unions {
        program,
        calls,
        zones,
        sets: UnionFind::new(zones.len()),
        escaped: None,
        bits: BTreeMap::new(),
        passed: vec![],
    };
    b.run();
    b.outlive();
    let shared = outside(zones, &|z| b.sets.find(z.index()));
    let given = b.united();
    for &(x, y) in &shared.pairs {
        b.sets.union(x.index(), y.index());
    }
    Classes {
        of: match shared.pairs.is_empty() {
            true => given.clone(),
            false => b.united(),
        },
        given,
        outer: shared.outer,
    }
}

impl<'a> Unions<'a> {
    /// The sets with more than one zone, by each of their zones.
    fn united(&self) -> BTreeMap<ZoneId, Arc<[ZoneId]>> {
        let mut members: BTreeMap<usize, Vec<ZoneId>> = BTreeMap::new();
        for (z, _) in self.zones.iter() {
            members.entry(self.sets.find(z.index())).or_default().push(z);
        }
        let mut of = BTreeMap::new();
        for class in members.into_values().filter(|c| c.len() > 1) {
            let class: Arc<[ZoneId]> = class.into();
            of.extend(class.iter().map(|&z| (z, Arc::clone(&class))));
        }
        of
    }

    fn run(&mut self) {
        let program = self.program;
        for (s, symbol) in program.symbols.iter() {
            if let Some(Init::Pointer(e)) = symbol.variable().and_then(|v| v.init.as_ref()) {
                self.unite_with_roots(self.symbol(s), e, true);
            }
        }
        for (_, unit) in program.units.iter() {
            visit::walk_block(&unit.body, &mut |s| {
                self.statement(s);
                visit::stmt_exprs(&s.kind, &mut |e| {
                    visit::walk_expr(e, &mut |e| {
                        self.c_address(e);
                        self.bits(e);
                    });
                });
            });
            visit::walk_calls(&unit.body, &mut |r| self.call(r.callee, r.args));
        }
    }

    fn symbol(&self, s: SymbolId) -> Place<'a> {
        let v = self.program.symbols[s].variable();
        Place {
            zones: self.zones.of(s),
            ty: self.program.symbols[s].ty(),
            open: v.is_some_and(|v| v.attrs.pointer || v.attrs.target),
        }
    }

    fn designator(&self, e: &Expr) -> Place<'a> {
        Place {
            zones: self.zones.of_designator(e),
            ty: e.ty,
            open: e.base_symbol().is_some_and(|s| self.symbol(s).open),
        }
    }

    /// Unites two places: entirely, or only the memory that their pointers refer to.
    fn unite(&mut self, a: Place, b: Place, whole: bool) {
        for (x, y) in Zones::pairs((a.zones.len(), a.ty), (b.zones.len(), b.ty)) {
            let (x, y) = (a.zones[x], b.zones[y]);
            if whole || self.zones[x].indirect || self.zones[y].indirect {
                self.sets.union(x.index(), y.index());
            }
        }
    }

    fn unite_with_roots(&mut self, p: Place, value: &Expr, whole: bool) {
        if let ExprKind::Structure(t, args) = &value.peel().kind {
            if let Some(parts) = self.zones.arguments(self.program, *t, args, p.zones) {
                for (component, zones, e) in parts {
                    let inner = Place {
                        zones,
                        ty: self.program.symbols[component].ty(),
                        open: p.open,
                    };
                    self.unite_with_roots(inner, e, whole);
                }
                return;
            }
        }
        for root in self.roots(value) {
            self.unite(p, root, whole);
        }
    }

    /// The memory from which a pointer, or a pointer component, in a value may come.
    fn roots(&self, e: &Expr) -> Vec<Place<'a>> {
        let mut list = vec![];
        match &e.kind {
            ExprKind::Call(callee, args) => {
                for unit in self.calls.targets(self.program, callee).units {
                    list.extend(self.program.units[unit].result.map(|r| self.symbol(r)));
                }
                if let SymbolKind::StatementFunction(_) = self.program.symbols[callee.proc].kind {
                    list.extend(args.iter().filter_map(Arg::expr).flat_map(|a| self.roots(a)));
                }
            }
            ExprKind::Intrinsic(id, _, args) if id.row().name == "transfer" => {
                let values = args.iter().filter_map(Arg::expr);
                let with = values.filter(|x| self.zones.types().has_pointers(x.ty));
                list.extend(with.flat_map(|x| self.roots(x)));
            }
            ExprKind::Intrinsic(_, _, args) | ExprKind::Structure(_, args) => {
                list.extend(args.iter().filter_map(Arg::expr).flat_map(|a| self.roots(a)));
            }
            ExprKind::Array(_, items) | ExprKind::ImpliedDo { items, .. } => {
                list.extend(items.iter().flat_map(|i| self.roots(i)));
            }
            ExprKind::Paren(e) => list.extend(self.roots(e)),
            ExprKind::Var(_)
            | ExprKind::Index(..)
            | ExprKind::Component(..)
            | ExprKind::Substring(..)
            | ExprKind::ComplexPart(..) => list.push(self.designator(e)),
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Str(_)
            | ExprKind::Logical(_)
            | ExprKind::Boz(_)
            | ExprKind::Hollerith(_)
            | ExprKind::Complex(..)
            | ExprKind::Procedure(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..) => {}
        }
        list
    }

    fn statement(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::PointerAssign { lhs, rhs } => self.unite_with_roots(self.designator(lhs), rhs, true),
            StmtKind::Assign { lhs, rhs } if self.zones.types().has_pointers(lhs.ty) => {
                self.unite_with_roots(self.designator(lhs), rhs, false);
            }
            StmtKind::Allocate { objects, options, .. } => {
                for (_, source) in options {
                    for (o, _) in objects {
                        if self.zones.types().has_pointers(source.ty) {
                            self.unite_with_roots(self.designator(o), source, false);
                        }
                    }
                }
            }
            StmtKind::Associate { pairs, .. } => {
                for (name, selector) in pairs {
                    let whole = selector.is_designator();
                    if whole || self.zones.types().has_pointers(selector.ty) {
                        self.unite_with_roots(self.symbol(*name), selector, whole);
                    }
                }
            }
            StmtKind::SelectType { expr, guards, .. } => {
                for g in guards {
                    self.unite_with_roots(self.symbol(g.local), expr, true);
                }
            }
            StmtKind::CallIntrinsic { name, args, .. } => {
                let roots: Vec<_> = args.iter().filter_map(Arg::expr).flat_map(|a| self.roots(a)).collect();
                if name.eq_ignore_ascii_case("c_f_pointer") {
                    roots.into_iter().for_each(|p| self.escape(p.zones));
                } else {
                    self.unite_pointers(&roots);
                }
            }
            StmtKind::Assign { .. }
            | StmtKind::Call { .. }
            | StmtKind::If { .. }
            | StmtKind::Do { .. }
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(..)
            | StmtKind::AssignLabel(..)
            | StmtKind::AssignedGoto(..)
            | StmtKind::ArithmeticIf(..)
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(_)
            | StmtKind::Continue
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Io { .. }
            | StmtKind::Format(_)
            | StmtKind::Scope { .. }
            | StmtKind::Directed { .. }
            | StmtKind::Push(_)
            | StmtKind::Pop(_)
            | StmtKind::PushControl { .. }
            | StmtKind::PopControl { .. }
            | StmtKind::Model(_)
            | StmtKind::Comment(_) => {}
        }
    }

    fn escape(&mut self, zones: &[ZoneId]) {
        for z in zones {
            let first = *self.escaped.get_or_insert(*z);
            self.sets.union(first.index(), z.index());
        }
    }

    fn c_address(&mut self, e: &Expr) {
        if let ExprKind::Intrinsic(_, name, args) = &e.kind {
            if name.eq_ignore_ascii_case("c_loc") || name.eq_ignore_ascii_case("loc") {
                let roots: Vec<_> = args.iter().filter_map(Arg::expr).flat_map(|a| self.roots(a)).collect();
                roots.into_iter().for_each(|p| self.escape(p.zones));
            }
        }
    }

    /// The memory to which pointers refer that become bits, or come from bits.
    fn bits(&mut self, e: &Expr) {
        let ExprKind::Intrinsic(id, _, args) = &e.kind else {
            return;
        };
        if id.row().name != "transfer" {
            return;
        }
        let args: Vec<&Expr> = args.iter().filter_map(Arg::expr).take(2).collect();
        let (with, without): (Vec<&Expr>, Vec<&Expr>) =
            args.iter().partition(|x| self.zones.types().has_pointers(x.ty));
        if without.is_empty() {
            return;
        }
        for e in with {
            let own = self.is_of_adjoint(e.ty);
            for place in self.roots(e) {
                for &z in place.zones {
                    let zone = &self.zones[z];
                    if !zone.indirect || !zone.differentiable {
                        continue;
                    }
                    let component = zone.path.last().filter(|_| own);
                    let key = component.map_or("", |&c| self.program.symbols[c].name.as_str());
                    let first = *self.bits.entry(key.into()).or_insert(z);
                    self.sets.union(first.index(), z.index());
                }
            }
        }
    }

    /// True for the records by which adjoints store pointers and those to their adjoints.
    fn is_of_adjoint(&self, ty: Ty) -> bool {
        let Ty::Derived(t) = ty else { return false };
        let names = self.program.components(t).into_iter();
        let mut names = names.map(|c| self.program.symbols[c].name.clone());
        names.all(|n| ["original", "adjoint"].contains(&n.as_str()))
    }

    /// Pointers that went through bits are used in other procedures. So they outlive the dummy arguments that they refer
    /// to, and refer to the actual arguments, and to dummy arguments that get these later.
    fn outlive(&mut self) {
        let found: Vec<ZoneId> = self.bits.values().copied().collect();
        if self.bits.contains_key("") {
            for pair in found.windows(2) {
                self.sets.union(pair[0].index(), pair[1].index());
            }
        }
        loop {
            let mut changed = false;
            for &(d, a) in &self.passed {
                let (d, a) = (d.index(), a.index());
                let is_open = |sets: &UnionFind<usize>, x| found.iter().any(|z| sets.equiv(z.index(), x));
                if is_open(&self.sets, d) || is_open(&self.sets, a) {
                    changed |= self.sets.union(d, a);
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn unite_pointers(&mut self, roots: &[Place]) {
        let zones = roots.iter().flat_map(|p| p.zones.iter().map(|&z| (z, p.open)));
        let mut pointers = zones
            .filter(|&(z, open)| open || self.zones[z].indirect)
            .map(|(z, _)| z);
        if let Some(first) = pointers.next() {
            for z in pointers {
                self.sets.union(first.index(), z.index());
            }
        }
    }

    fn call(&mut self, callee: &Callee, args: &[Arg]) {
        let targets = self.calls.targets(self.program, callee);
        for unit in targets.units {
            let bound = bind_call(self.program, unit, callee, args);
            for (dummy, actual) in self.program.units[unit].args.iter().zip(bound) {
                let (Some(d), Some(actual)) = (*dummy, actual) else {
                    continue;
                };
                let Some(v) = self.program.symbols[d].variable() else {
                    continue;
                };
                if !v.attrs.pointer && !v.attrs.target && !self.zones.types().has_pointers(v.ty.ty) {
                    continue;
                }
                for root in self.roots(actual) {
                    let whole = v.attrs.pointer || v.attrs.target && root.open;
                    let dummy = self.symbol(d);
                    self.unite(dummy, root, whole);
                    if !whole && v.attrs.target {
                        let pairs = Zones::pairs((dummy.zones.len(), dummy.ty), (root.zones.len(), root.ty));
                        self.passed
                            .extend(pairs.into_iter().map(|(x, y)| (dummy.zones[x], root.zones[y])));
                    }
                }
            }
        }
        let is_statement_function = matches!(self.program.symbols[callee.proc].kind, SymbolKind::StatementFunction(_));
        if targets.unknown && !is_statement_function {
            let roots: Vec<_> = args.iter().filter_map(Arg::expr).flat_map(|a| self.roots(a)).collect();
            self.unite_pointers(&roots);
        }
    }
}
