//! The expression half of [`crate::lower`]: reads, calls, and where a value comes from differentiably.
//!
//! The value of an expression depends differentiably on a variable in it only through operands whose type can carry a derivative, all the way: not through
//! subscripts, comparisons, conversions to integer, inquiries, masks, or arguments of intrinsics that the table gives no derivative.

use crate::intrinsic;
use crate::lower::{Actual, Binding, CallStep, Step, Target, UnknownTarget, Write};
use crate::sources::Sources;
use crate::{bind, CallGraph, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;

/// Lowers one statement.
pub(crate) struct Lower<'a> {
    pub(crate) program: &'a Program,
    pub(crate) zones: &'a Zones,
    pub(crate) calls: &'a CallGraph,
    pub(crate) reads: ZoneSet,
    pub(crate) steps: Vec<Step>,
    temporaries: usize,
    /// Dummy arguments of the statement functions being expanded, with the sources of their values.
    env: Vec<(SymbolId, Sources)>,
}

impl<'a> Lower<'a> {
    pub(crate) fn new(program: &'a Program, zones: &'a Zones, calls: &'a CallGraph) -> Lower<'a> {
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

    fn temporary(&mut self) -> ZoneId {
        self.temporaries += 1;
        self.zones.temporary(self.temporaries - 1)
    }

    /// The zone of a variable, if its values can carry a derivative.
    pub(crate) fn carried(&self, s: SymbolId) -> Option<ZoneId> {
        let ty = self.program.symbols[s].ty();
        self.zones.of(s).filter(|_| self.zones.is_differentiable(ty))
    }

    pub(crate) fn read_symbol(&mut self, s: SymbolId) {
        self.reads.extend(self.zones.of(s));
    }

    /// Writes a whole variable.
    pub(crate) fn write_symbol(&mut self, s: SymbolId, from: Sources, certain: bool) {
        if let Some(to) = self.zones.of(s) {
            let kill = certain && self.zones.is_killed_by(self.program, s);
            self.steps.push(Step::Write(Write { to, from, kill }));
        }
    }

    /// Writes a designator.
    pub(crate) fn assign(&mut self, lhs: &Expr, from: Sources, certain: bool) {
        self.place(lhs);
        let from = if self.zones.is_differentiable(lhs.ty) {
            from
        } else {
            Sources::default()
        };
        if let Some(s) = whole(lhs) {
            self.write_symbol(s, from, certain);
        } else if let Some(to) = self.zones.of_designator(lhs) {
            self.steps.push(Step::Write(Write { to, from, kill: false }));
        }
    }

    /// Evaluates the subscripts of a designator, not the designator; the zones its value depends on.
    pub(crate) fn place(&mut self, e: &Expr) -> Sources {
        match &e.kind {
            ExprKind::Var(s) => match self.bound(*s) {
                Some(sources) => sources,
                None => Sources::of(self.carried(*s)),
            },
            ExprKind::Index(base, subs) => {
                let from = self.place(base);
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
                from
            }
            ExprKind::Component(base, _) | ExprKind::ComplexPart(base, _) => {
                let from = self.place(base);
                self.through(e, from)
            }
            ExprKind::Substring(base, lo, hi) => {
                self.place(base);
                lo.iter().chain(hi).for_each(|e| {
                    self.value(e);
                });
                Sources::default()
            }
            _ => self.value(e),
        }
    }

    fn bound(&self, s: SymbolId) -> Option<Sources> {
        self.env
            .iter()
            .rev()
            .find(|(d, _)| *d == s)
            .map(|(_, sources)| sources.clone())
    }

    /// What comes through an expression of this type.
    fn through(&self, e: &Expr, from: Sources) -> Sources {
        if self.zones.is_differentiable(e.ty) {
            from
        } else {
            Sources::default()
        }
    }

    fn values<'e>(&mut self, list: impl IntoIterator<Item = &'e Expr>) -> Sources {
        let mut all = Sources::default();
        for e in list {
            all.join(&self.value(e));
        }
        all
    }

    /// Evaluates an expression; what its value depends on differentiably.
    pub(crate) fn value(&mut self, e: &Expr) -> Sources {
        let from = match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Str(_)
            | ExprKind::Logical(_)
            | ExprKind::Boz(_)
            | ExprKind::Hollerith(_)
            | ExprKind::Procedure(_) => Sources::default(),
            ExprKind::Var(_)
            | ExprKind::Index(..)
            | ExprKind::Component(..)
            | ExprKind::Substring(..)
            | ExprKind::ComplexPart(..) => {
                if let Some(s) = e.base_symbol().filter(|&s| self.bound(s).is_none()) {
                    self.read_symbol(s);
                }
                self.place(e)
            }
            ExprKind::Complex(a, b) => self.values([&**a, b]),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                match op {
                    BinaryOp::Mul => a.times(b),
                    BinaryOp::Div if b.is_empty() => a,
                    BinaryOp::Div | BinaryOp::Pow => a.and(&b).bent(),
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
            ExprKind::Array(_, items) => self.values(items),
            ExprKind::ImpliedDo {
                items,
                var,
                lo,
                hi,
                step,
            } => {
                self.values([lo, hi].into_iter().chain(step).map(|e| &**e));
                self.write_symbol(*var, Sources::default(), false);
                self.values(items)
            }
            ExprKind::Structure(_, args) => self.values(args.iter().filter_map(Arg::expr)),
            ExprKind::Intrinsic(id, _, args) => self.intrinsic_function(*id, args),
            ExprKind::Call(callee, args) => match &self.program.symbols[callee.proc].kind {
                SymbolKind::StatementFunction(f) => self.statement_function(f, args),
                SymbolKind::Variable(_)
                | SymbolKind::Constant(_)
                | SymbolKind::Procedure(_)
                | SymbolKind::Generic(_)
                | SymbolKind::Type(_)
                | SymbolKind::Intrinsic(_)
                | SymbolKind::Namelist => self.reference(callee, args, e.ty, false),
            },
        };
        self.through(e, from)
    }

    pub(crate) fn is_statement_function(&self, callee: &Callee) -> bool {
        matches!(self.program.symbols[callee.proc].kind, SymbolKind::StatementFunction(_))
    }

    fn statement_function(&mut self, f: &StatementFunction, args: &[Arg]) -> Sources {
        let values: Vec<_> = args.iter().filter_map(Arg::expr).map(|e| self.value(e)).collect();
        // a statement function refers to earlier ones only; anything deeper is recursion, which is not allowed
        if self.env.len() > 1000 {
            return values.iter().fold(Sources::default(), |all, v| all.and(v)).bent();
        }
        let depth = self.env.len();
        self.env.extend(f.args.iter().copied().zip(values));
        let from = self.value(&f.body);
        self.env.truncate(depth);
        from
    }

    /// A function reference; the temporary with its result, if that can carry a derivative.
    pub(crate) fn reference(&mut self, callee: &Callee, args: &[Arg], ty: Ty, certain: bool) -> Sources {
        let result = self.temporary();
        self.call(callee, args, certain, Some(result));
        if self.zones.is_differentiable(ty) {
            Sources::of([result])
        } else {
            Sources::default()
        }
    }

    pub(crate) fn call(&mut self, callee: &Callee, args: &[Arg], certain: bool, result: Option<ZoneId>) {
        let object = callee.object.as_ref().map(|(object, _)| &**object);
        let exprs = object.into_iter().chain(args.iter().filter_map(Arg::expr));
        let evaluated: Vec<(&Expr, Actual)> = exprs.map(|e| (e, self.actual(e))).collect();
        let find = |e: &Expr| {
            evaluated
                .iter()
                .find(|(x, _)| std::ptr::eq(*x, e))
                .map(|(_, a)| a.clone())
        };
        let called = self.calls.targets(self.program, callee);
        let mut targets = vec![];
        for unit in called.units {
            let u = &self.program.units[unit];
            let bound = bind::bind_call(self.program, unit, callee, args);
            let mut bindings = vec![];
            for (place, (dummy, e)) in u.args.iter().zip(bound).enumerate() {
                let (Some(dummy), Some(e)) = (*dummy, e) else { continue };
                let (Some(formal), Some(mut actual)) = (self.zones.of(dummy), find(e)) else {
                    continue;
                };
                if self.program.symbols[dummy].variable().is_some_and(|v| v.attrs.value) {
                    // a copy: read here, and not written
                    self.reads.extend(actual.zone.take());
                }
                bindings.push(Binding {
                    formal,
                    place: Some(place),
                    actual: actual.zone,
                    covers: self.covers(unit, dummy, e),
                    sources: actual.sources,
                });
            }
            if let (Some(formal), Some(_)) = (u.result.and_then(|r| self.zones.of(r)), result) {
                bindings.push(Binding {
                    formal,
                    place: None,
                    actual: result,
                    covers: true,
                    sources: Sources::default(),
                });
            }
            targets.push(Target { unit, bindings });
        }
        let unknown = called.unknown.then(|| UnknownTarget {
            actuals: evaluated
                .iter()
                .map(|(e, a)| (a.clone(), self.may_write(callee, args, e)))
                .collect(),
            callbacks: self.calls.callbacks(self.program, args).into_iter().collect(),
        });
        self.steps.push(Step::Call(CallStep {
            proc: callee.proc,
            targets,
            unknown,
            result,
            certain,
        }));
    }

    fn actual(&mut self, e: &Expr) -> Actual {
        match e.base_symbol() {
            Some(s) if self.bound(s).is_none() => Actual {
                zone: self.zones.of(s),
                sources: self.place(e),
            },
            _ => Actual {
                sources: self.value(e),
                ..Actual::default()
            },
        }
    }

    /// True when overwriting a dummy argument overwrites all of the zone of its actual argument.
    fn covers(&self, unit: UnitId, dummy: SymbolId, actual: &Expr) -> bool {
        let Some(s) = whole(actual).filter(|&s| self.zones.is_killed_by(self.program, s)) else {
            return false;
        };
        let (Some(d), Some(v)) = (
            self.program.symbols[dummy].variable(),
            self.program.symbols[s].variable(),
        ) else {
            return false;
        };
        if d.dims.is_empty() {
            return v.dims.is_empty() || self.program.units[unit].prefix.elemental;
        }
        let takes_shape = d
            .dims
            .iter()
            .all(|x| matches!(x, Dim::Assumed(_) | Dim::Deferred | Dim::AssumedRank));
        let size = |s| crate::storage::size_of(self.program, s);
        takes_shape || size(dummy).is_some_and(|n| size(s).is_some_and(|m| n >= m))
    }

    /// False when an unknown procedure's interface says that it leaves an argument alone.
    fn may_write(&self, callee: &Callee, args: &[Arg], e: &Expr) -> bool {
        let Some(signature) = self.program.signature(callee.proc) else {
            return true;
        };
        let bound = bind::bind_call(self.program, signature, callee, args);
        let place = bound.iter().position(|b| b.is_some_and(|b| std::ptr::eq(b, e)));
        let dummy = place.and_then(|p| self.program.units[signature].args[p]);
        let variable = dummy.and_then(|d| self.program.symbols[d].variable());
        !variable.is_some_and(|v| v.attrs.value || v.attrs.intent == Some(Intent::In) && !v.attrs.pointer)
    }

    /// What the result depends on: an argument bends the result when the derivative to it needs the value of one that carries a derivative.
    fn through_intrinsic(&self, roles: &[intrinsic::Role], values: &[Sources]) -> Sources {
        let mut all = Sources::default();
        for (role, from) in roles.iter().zip(values).filter(|(r, _)| r.flows) {
            let bent = role.needs.iter().any(|&n| values.get(n).is_some_and(|v| !v.is_empty()));
            all.join(&if bent { from.clone().bent() } else { from.clone() });
        }
        all
    }

    /// Evaluates the arguments of an intrinsic; what each value depends on.
    fn operands(&mut self, roles: &[intrinsic::Role], args: &[Arg]) -> Vec<Sources> {
        let mut values = vec![];
        for (arg, role) in args.iter().zip(roles) {
            values.push(match arg.expr() {
                Some(e) if role.reads => self.value(e),
                Some(e) => self.place(e),
                None => Sources::default(),
            });
        }
        values
    }

    fn intrinsic_function(&mut self, id: IntrinsicId, args: &[Arg]) -> Sources {
        let roles = intrinsic::roles(id, args);
        let values = self.operands(&roles, args);
        for (arg, role) in args.iter().zip(&roles) {
            if let Some(e) = arg.expr().filter(|_| role.writes) {
                self.assign(e, Sources::default(), false);
            }
        }
        self.through_intrinsic(&roles, &values)
    }

    pub(crate) fn intrinsic_subroutine(&mut self, id: IntrinsicId, args: &[Arg], certain: bool) {
        let roles = intrinsic::roles(id, args);
        let values = self.operands(&roles, args);
        let all = self.through_intrinsic(&roles, &values);
        for (arg, role) in args.iter().zip(&roles) {
            if let Some(e) = arg.expr().filter(|_| role.writes) {
                self.assign(e, all.clone(), certain && role.replaces);
            }
        }
    }
}

/// The variable that a designator is all of.
pub(crate) fn whole(e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Var(s) => Some(*s),
        ExprKind::Index(base, subs) => {
            let all = subs.iter().all(|s| matches!(s, Subscript::Range(None, None, None)));
            whole(base).filter(|_| all)
        }
        _ => None,
    }
}
