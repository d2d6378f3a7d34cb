//! The part of [`crate::lower`] about expressions: reads, calls, and differentiable dependences.
//!
//! The value of an expression depends differentiably on a variable only through operands whose type can carry a
//! derivative, all the way: not through subscripts, comparisons, conversions to integer, inquiries, masks, or arguments
//! of intrinsics without a derivative in the table.
//!
//! A value whose type is divided into zones has sources for each part ([`Value`]).

use super::{Step, Write};
use crate::designator::has_deferred_length;
use crate::intrinsic;
use crate::sources::{Flow, Sources, Value};
use crate::{CallGraph, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;

/// Lowers one statement.
pub(crate) struct Lower<'a, S = Sources> {
    pub(crate) program: &'a Program,
    pub(crate) zones: &'a Zones,
    pub(crate) calls: &'a CallGraph,
    pub(crate) reads: ZoneSet,
    pub(crate) steps: Vec<Step<S>>,
    temporaries: usize,
    /// Dummy arguments of the statement functions being expanded, with the sources of their values.
    env: Vec<(SymbolId, S)>,
}

impl<'a, S: Flow> Lower<'a, S> {
    pub(crate) fn new(program: &'a Program, zones: &'a Zones, calls: &'a CallGraph) -> Lower<'a, S> {
        Lower {
            program,
            zones,
            calls,
            reads: ZoneSet::new(),
            steps: vec![],
            temporaries: 0,
            env: vec![],
        }
    }

    pub(crate) fn temporary(&mut self) -> ZoneId {
        self.temporaries += 1;
        self.zones.temporary(self.temporaries - 1)
    }

    /// The zones of a variable whose values can carry a derivative.
    pub(crate) fn carried_by(&self, s: SymbolId) -> Vec<ZoneId> {
        let carries = self.zones.is_differentiable(self.program.symbols[s].ty());
        let zones = self.zones.of(s).iter().copied();
        zones.filter(|&z| carries && self.zones.carries(z)).collect()
    }

    pub(crate) fn read_symbol(&mut self, s: SymbolId) {
        self.reads.extend(self.zones.of(s).iter().copied());
    }

    /// Writes a whole variable.
    pub(crate) fn write_symbol(&mut self, s: SymbolId, from: S, certain: bool) {
        let ty = self.program.symbols[s].ty();
        self.write_symbol_value(s, &self.spread(from, ty), certain);
    }

    pub(crate) fn write_symbol_value(&mut self, s: SymbolId, from: &Value<S>, certain: bool) {
        self.write(&var(self.program, s), from, certain);
    }

    /// Writes a designator with a value all of whose parts depend on the same sources.
    pub(crate) fn assign(&mut self, lhs: &Expr, from: S, certain: bool) {
        self.assign_value(lhs, &self.spread(from, lhs.ty), certain);
    }

    /// Writes a designator.
    pub(crate) fn assign_value(&mut self, lhs: &Expr, from: &Value<S>, certain: bool) {
        self.subscripts(lhs);
        self.write(lhs, from, certain);
    }

    fn write(&mut self, lhs: &Expr, from: &Value<S>, certain: bool) {
        let zones = self.zones.of_designator(lhs);
        let mut writes: Vec<Write<S>> = zones
            .iter()
            .map(|&to| Write {
                to,
                from: S::default(),
                kill: certain && self.zones.is_killed_by(self.program, lhs, to),
                moves: false,
            })
            .collect();
        if self.zones.is_differentiable(lhs.ty) {
            for (w, p) in Zones::pairs((zones.len(), lhs.ty), (from.parts.len(), from.ty)) {
                if self.zones.carries(zones[w]) {
                    writes[w].from.join(&from.parts[p]);
                }
            }
        }
        if !writes.is_empty() {
            self.steps.push(Step::Write(writes));
        }
    }

    /// A value all of whose parts depend on the same sources.
    fn spread(&self, from: S, ty: Ty) -> Value<S> {
        Value {
            ty,
            parts: vec![from; self.zones.count(ty)],
        }
    }

    /// Evaluates the subscripts of a designator, but not the designator.
    pub(crate) fn subscripts(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Index(base, subs) => {
                self.subscripts(base);
                for s in subs {
                    match s {
                        Subscript::At(e) => {
                            self.value(e);
                        }
                        Subscript::Range(lo, hi, step) => lo.iter().chain(hi).chain(step).for_each(|e| {
                            self.value(e);
                        }),
                    }
                }
            }
            ExprKind::Component(base, _) | ExprKind::ComplexPart(base, _) => self.subscripts(base),
            ExprKind::Substring(base, lo, hi) => {
                self.subscripts(base);
                lo.iter().chain(hi).for_each(|e| {
                    self.value(e);
                });
            }
            _ => {}
        }
    }

    /// The sources of the value of a designator, without reading it.
    pub(crate) fn named(&self, e: &Expr) -> Value<S> {
        if !self.zones.is_differentiable(e.ty) {
            return self.spread(S::default(), e.ty);
        }
        if let Some(sources) = e.base_symbol().and_then(|s| self.bound(s)) {
            return self.spread(sources, e.ty);
        }
        let zones = self.zones.of_designator(e);
        let part = |&z: &ZoneId| S::of(Some(z).filter(|&z| self.zones.carries(z)));
        Value {
            ty: e.ty,
            parts: zones.iter().map(part).collect(),
        }
    }

    /// Evaluates the operands of an argument that is only inquired about: the subscripts and the descriptor of a
    /// designator, other expressions as a whole.
    pub(crate) fn place(&mut self, e: &Expr) -> S {
        if e.is_designator() {
            self.subscripts(e);
            self.read_descriptor(e);
            self.named(e).all()
        } else {
            self.value(e)
        }
    }

    pub(crate) fn is_bound(&self, s: SymbolId) -> bool {
        self.env.iter().any(|(d, _)| *d == s)
    }

    fn bound(&self, s: SymbolId) -> Option<S> {
        self.env
            .iter()
            .rev()
            .find(|(d, _)| *d == s)
            .map(|(_, sources)| sources.clone())
    }

    /// The sources that flow through an expression of this type.
    fn through(&self, e: &Expr, from: S) -> S {
        if self.zones.is_differentiable(e.ty) {
            from
        } else {
            S::default()
        }
    }

    fn values<'e>(&mut self, list: impl IntoIterator<Item = &'e Expr>) -> S {
        let mut all = S::default();
        for e in list {
            all.join(&self.value(e));
        }
        all
    }

    /// Evaluates an expression; the sources of each part of its value.
    pub(crate) fn parts(&mut self, e: &Expr) -> Value<S> {
        if self.zones.count(e.ty) < 2 {
            let from = self.value(e);
            return self.spread(from, e.ty);
        }
        match &e.kind {
            ExprKind::Paren(a) => self.parts(a),
            ExprKind::Structure(t, args) => self.structure(*t, args),
            ExprKind::Array(_, items) => {
                let mut all = self.spread(S::default(), e.ty);
                for i in items {
                    let item = self.parts(i);
                    for (k, p) in Zones::pairs((all.parts.len(), all.ty), (item.parts.len(), item.ty)) {
                        all.parts[k].join(&item.parts[p]);
                    }
                }
                all
            }
            ExprKind::Call(callee, args) if !self.is_statement_function(callee) => {
                self.reference(callee, args, e.ty, false)
            }
            _ if e.is_designator() => {
                self.read(e);
                self.subscripts(e);
                self.named(e)
            }
            _ => {
                let from = self.value(e);
                self.spread(from, e.ty)
            }
        }
    }

    /// A structure constructor of a divided type.
    fn structure(&mut self, t: SymbolId, args: &[Arg]) -> Value<S> {
        let ty = Ty::Derived(t);
        let values: Vec<Value<S>> = args.iter().filter_map(Arg::expr).map(|e| self.parts(e)).collect();
        let places: Vec<usize> = (0..self.zones.count(ty)).collect();
        let Some(arguments) = self.zones.arguments(self.program, t, args, &places) else {
            let all = values.iter().fold(S::default(), |all, v| all.and(&v.all()));
            return self.spread(all, ty);
        };
        let mut all = self.spread(S::default(), ty);
        for ((component, places, _), value) in arguments.into_iter().zip(&values) {
            let inner = self.program.symbols[component].ty();
            for (k, p) in Zones::pairs((places.len(), inner), (value.parts.len(), value.ty)) {
                all.parts[places[k]].join(&value.parts[p]);
            }
        }
        all
    }

    /// Reads a designator without its subscripts.
    pub(crate) fn read(&mut self, e: &Expr) {
        if e.base_symbol().is_some_and(|s| !self.is_bound(s)) {
            let zones = self.zones.of_designator(e);
            self.reads.extend(zones.iter().copied());
        }
    }

    /// Reads the descriptor of a designator; the length of a text is part of its value.
    pub(crate) fn read_descriptor(&mut self, e: &Expr) {
        let descriptors = self.zones.descriptors_of(self.program, e);
        self.reads.extend(descriptors);
        if has_deferred_length(self.program, e) {
            self.read(e);
        }
    }

    /// Writes the descriptor of a designator.
    pub(crate) fn write_descriptor(&mut self, e: &Expr, certain: bool) {
        let writes: Vec<Write<S>> = self
            .zones
            .descriptors_at(e)
            .map(|to| Write {
                to,
                from: S::default(),
                kill: certain && self.zones.is_killed_by(self.program, e, to),
                moves: false,
            })
            .collect();
        if !writes.is_empty() {
            self.steps.push(Step::Write(writes));
        }
    }

    /// Evaluates an expression; the sources of its value, over all parts.
    pub(crate) fn value(&mut self, e: &Expr) -> S {
        let from = match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Str(_)
            | ExprKind::Logical(_)
            | ExprKind::Boz(_)
            | ExprKind::Hollerith(_)
            | ExprKind::Procedure(_) => S::default(),
            ExprKind::Var(_)
            | ExprKind::Index(..)
            | ExprKind::Component(..)
            | ExprKind::Substring(..)
            | ExprKind::ComplexPart(..) => {
                self.read(e);
                self.subscripts(e);
                self.named(e).all()
            }
            ExprKind::Complex(a, b) => self.values([&**a, b]),
            ExprKind::Binary(op, a, b) => {
                let number = int_value(b).and_then(|n| u32::try_from(n).ok());
                let (a, b) = (self.value(a), self.value(b));
                match op {
                    BinaryOp::Mul => a.times(b),
                    BinaryOp::Div => a.over(b),
                    BinaryOp::Pow => a.power(b, number),
                    BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Concat
                    | BinaryOp::Eq
                    | BinaryOp::Ne
                    | BinaryOp::Lt
                    | BinaryOp::Le
                    | BinaryOp::Gt
                    | BinaryOp::Ge
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Eqv
                    | BinaryOp::Neqv => a.and(&b),
                }
            }
            ExprKind::Paren(a) | ExprKind::Unary(_, a) => self.value(a),
            ExprKind::Array(ty, items) => {
                ty.iter().flat_map(|t| t.lengths()).for_each(|e| {
                    self.value(e);
                });
                self.values(items)
            }
            ExprKind::ImpliedDo {
                items,
                var,
                lo,
                hi,
                step,
            } => {
                self.values([lo, hi].into_iter().chain(step).map(|e| &**e));
                self.write_symbol(*var, S::default(), false);
                self.values(items)
            }
            ExprKind::Structure(t, args) => self.structure(*t, args).all(),
            ExprKind::Intrinsic(id, _, args) => self.intrinsic_function(*id, args),
            ExprKind::Call(callee, args) => match &self.program.symbols[callee.proc].kind {
                SymbolKind::StatementFunction(f) => self.statement_function(f, args),
                SymbolKind::Variable(_)
                | SymbolKind::Constant(_)
                | SymbolKind::Procedure(_)
                | SymbolKind::Generic(_)
                | SymbolKind::Type(_)
                | SymbolKind::Intrinsic(_)
                | SymbolKind::Namelist => self.reference(callee, args, e.ty, false).all(),
            },
        };
        self.through(e, from)
    }

    pub(crate) fn is_statement_function(&self, callee: &Callee) -> bool {
        matches!(self.program.symbols[callee.proc].kind, SymbolKind::StatementFunction(_))
    }

    fn statement_function(&mut self, f: &StatementFunction, args: &[Arg]) -> S {
        let values: Vec<_> = args.iter().filter_map(Arg::expr).map(|e| self.value(e)).collect();
        // a statement function refers to earlier ones only; deeper nesting is recursion, which is not allowed
        if self.env.len() > 1000 {
            return values.iter().fold(S::default(), |all, v| all.and(v)).bent();
        }
        let depth = self.env.len();
        self.env.extend(f.args.iter().copied().zip(values));
        let from = self.value(&f.body);
        self.env.truncate(depth);
        from
    }

    /// Evaluates the arguments of an intrinsic; the sources of each value.
    fn operands(&mut self, roles: &[intrinsic::Role], args: &[Arg]) -> Vec<S> {
        let mut values = vec![];
        for (arg, role) in args.iter().zip(roles) {
            values.push(match arg.expr() {
                Some(e) if role.reads => self.value(e),
                Some(e) => self.place(e),
                None => S::default(),
            });
        }
        values
    }

    fn intrinsic_function(&mut self, id: IntrinsicId, args: &[Arg]) -> S {
        let roles = intrinsic::roles(id, args);
        let values = self.operands(&roles, args);
        for (arg, role) in args.iter().zip(&roles) {
            if let Some(e) = arg.expr().filter(|_| role.writes) {
                self.assign(e, S::default(), false);
            }
        }
        S::through(&roles, &values)
    }

    pub(crate) fn intrinsic_subroutine(&mut self, id: IntrinsicId, args: &[Arg], certain: bool) {
        let roles = intrinsic::roles(id, args);
        let values = self.operands(&roles, args);
        let all = S::through(&roles, &values);
        for (arg, role) in args.iter().zip(&roles) {
            if let Some(e) = arg.expr().filter(|_| role.writes) {
                self.assign(e, all.clone(), certain && role.replaces);
            }
        }
    }
}
