//! Makes calls into statements.
//!
//! * A user function in a position through which a derivative flows (`y = a*f(x)`, not `if (f(x) > 0)` and not a subscript) becomes
//!   `t = f(x); y = a*t`, so that the rules for calls serve functions too.
//! * An actual argument that is an expression of real or complex type (`call foo(2*x, y)`) becomes a variable, so that it has a shadow to pass.
//! * A subscript on the left side that reads the array it indexes (`ix(ix(1)) = 3`) becomes a variable: its value must survive the assignment to
//!   restore the element.
//!
//! * A call of an elemental procedure with arrays becomes a loop, and an assignment that may give an allocatable array another shape says so.
//!
//! Functions are evaluated in the order in which they stand; Fortran leaves that order to the processor. A test of `IF` and the bounds of loops are left as they are: no
//! derivative flows through them.

use super::arrays::{deallocate, shape_of, Filled};
use super::desugar::has_goto;
use super::elementwise;
use super::reach::Reach;
use super::temps::Temps;
use crate::rules::{intrinsic, size_of};
use crate::Mode;
use adc_frontend::consteval::int_const;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{reads, subexprs, subexprs_mut, subscripts_mut, walk_block, walk_expr};
use adc_frontend::ir::*;

/// Hoists in the whole body of a unit.
pub fn calls(program: &mut Program, unit: UnitId, mode: Mode, reach: &Reach) {
    let body = std::mem::take(&mut program.units[unit].body);
    let mut allocated = vec![];
    walk_block(&body, &mut |s| {
        if let StmtKind::Allocate { objects, .. } = &s.kind {
            let own = objects.iter().filter_map(|(o, b)| Some((o.base_symbol()?, b.clone())));
            allocated.extend(own);
        }
    });
    let mut temps = Temps::new(program, unit);
    temps.repeated = has_goto(&body);
    let mut passed = vec![];
    let mut whole = |args: &[Arg]| {
        let values = args.iter().filter_map(Arg::expr);
        passed.extend(values.filter_map(|a| match a.kind {
            ExprKind::Var(s) => Some(s),
            _ => None,
        }));
    };
    walk_block(&body, &mut |s| match &s.kind {
        StmtKind::Call { args, .. } | StmtKind::CallIntrinsic { args, .. } => whole(args),
        _ => {}
    });
    visit::walk_block_exprs(&body, &mut |e| {
        if let ExprKind::Call(_, args) = &e.kind {
            whole(args);
        }
    });
    let mut hoist = Hoist {
        temps,
        mode,
        reach,
        allocated,
        passed,
    };
    let body = hoist.block(body);
    program.units[unit].body = body;
}

/// The statements that give an allocatable array the shape of a value, its bounds too where it is new.
fn reallocation(array: &Expr, value: &Expr, shape: Vec<Expr>) -> Block {
    let Some(differs) = other_shape(array, &shape) else {
        return vec![];
    };
    let whole = matches!(value.kind, ExprKind::Var(_) | ExprKind::Component(..));
    let bound = |name: &str, k: usize| intrinsic(name, vec![value.clone(), int(k as i64 + 1)], Ty::Integer(4), 0);
    let bounds = shape
        .into_iter()
        .enumerate()
        .map(|(k, n)| match whole {
            true => (Some(bound("lbound", k)), bound("ubound", k)),
            false => (None, n),
        })
        .collect();
    let make = Stmt::new(StmtKind::Allocate {
        ty: None,
        objects: vec![(array.clone(), bounds)],
        options: vec![],
    });
    vec![
        Stmt::guarded(is_allocated(array), vec![Stmt::when(differs, deallocate(array))]),
        Stmt::when(not(is_allocated(array)), make),
    ]
}

fn is_allocated(array: &Expr) -> Expr {
    intrinsic("allocated", vec![array.clone()], Ty::Logical(4), 0)
}

/// The test whether an array has another shape; none for a scalar.
fn other_shape(array: &Expr, shape: &[Expr]) -> Option<Expr> {
    shape
        .iter()
        .enumerate()
        .map(|(k, n)| binary(BinaryOp::Ne, size_of(array, Some(k as i64 + 1)), n.clone()))
        .reduce(|a, b| binary(BinaryOp::Or, a, b))
}

/// Statements that stop the program where an assignment would give an array another shape: its adjoint cannot follow an array that belongs to others.
fn same_shape(name: &str, array: &Expr, shape: &[Expr]) -> Block {
    let stop = |cond: Expr, what: &str| {
        let text = ExprKind::Str(format!("'adc: {name} {what}'").into());
        let code = Some(expr(text, Ty::Character, 0));
        let stop = StmtKind::Stop {
            error: false,
            code,
            quiet: None,
        };
        Stmt::when(cond, Stmt::new(stop))
    };
    let mut out = vec![stop(
        not(is_allocated(array)),
        "must be allocated before the adjoint runs",
    )];
    out.extend(other_shape(array, shape).map(|d| stop(d, "must keep its shape in the adjoint")));
    out
}

/// Statements that a statement needs before and behind it.
#[derive(Default)]
pub(super) struct Around {
    pub(super) before: Block,
    pub(super) after: Block,
}

/// Lower and upper bounds of an allocation.
type Bounds = Vec<(Option<Expr>, Expr)>;

pub(super) struct Hoist<'a> {
    pub(super) temps: Temps<'a>,
    pub(super) mode: Mode,
    reach: &'a Reach<'a>,
    /// What the unit allocates, with bounds.
    allocated: Vec<(SymbolId, Bounds)>,
    /// Whole variables that are arguments.
    passed: Vec<SymbolId>,
}

impl Hoist<'_> {
    fn block(&mut self, stmts: Block) -> Block {
        let mut out = Vec::with_capacity(stmts.len());
        for mut s in stmts {
            match s.kind {
                StmtKind::Where { .. } if self.calls_unmasked(&s) => {
                    self.masked(s, &mut out);
                    continue;
                }
                // there a call stands for as many as there are elements
                StmtKind::Where { .. } | StmtKind::Forall { .. } => {
                    out.push(s);
                    continue;
                }
                _ => {}
            }
            let repeated = self.temps.repeated;
            self.temps.repeated |= matches!(s.kind, StmtKind::Do { .. });
            s.kind.for_each_block_mut(&mut |b| *b = self.block(std::mem::take(b)));
            self.temps.repeated = repeated;
            let mut around = Around::default();
            let replaced = self.statement(&mut s.kind, &mut around);
            let Around { mut before, mut after } = around;
            if let Some(r) = replaced {
                s.kind = r.kind;
            }
            for b in before.iter_mut().chain(&mut after) {
                b.span = s.span;
            }
            if let Some(first) = before.first_mut() {
                first.lead = std::mem::take(&mut s.lead);
                first.label = s.label.take();
            }
            out.append(&mut before);
            out.push(s);
            out.append(&mut after);
        }
        out
    }

    /// Rewrites one statement; a result replaces it.
    fn statement(&mut self, s: &mut StmtKind, around: &mut Around) -> Option<Stmt> {
        match s {
            StmtKind::Assign { lhs, rhs } => {
                self_index(&mut self.temps, lhs, around);
                let direct = match &mut rhs.kind {
                    // t = f(x) is the normal form itself, if t can take the result directly
                    ExprKind::Call(callee, args)
                        if is_user_function(self.temps.program, callee)
                            && lhs.ty == rhs.ty
                            && lhs.rank == rhs.rank
                            && !has_vector_subscript(lhs) =>
                    {
                        self.arguments(callee, args, around);
                        // `x = f(x)`: the argument and the result have derivatives of their own
                        !self.reach.may_touch(lhs, callee, args)
                    }
                    _ => {
                        self.flow(rhs, around);
                        false
                    }
                };
                if !direct && matches!(rhs.kind, ExprKind::Call(..)) {
                    self.flow(rhs, around);
                }
                self.reshape(lhs, rhs, around);
                match &rhs.kind {
                    ExprKind::Call(callee, args)
                        if lhs.rank > 0
                            && is_user_function(self.temps.program, callee)
                            && elementwise::is_elementwise(self.temps.program, callee, args) =>
                    {
                        elementwise::loops(&mut self.temps, callee, args, Some(lhs))
                    }
                    _ => None,
                }
            }
            StmtKind::Call { callee, args } => {
                self.arguments(callee, args, around);
                if elementwise::is_elementwise(self.temps.program, callee, args) {
                    elementwise::loops(&mut self.temps, callee, args, None)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// An assignment may give an allocatable array another shape. Unless it is clear that it does not, it is made to look like what it does: an array
    /// of another shape is deallocated, and one that is not allocated gets the shape of the value.
    fn reshape(&mut self, lhs: &Expr, rhs: &mut Expr, around: &mut Around) {
        let ExprKind::Var(s) = lhs.kind else { return };
        let program: &Program = self.temps.program;
        let Some(v) = program.symbols[s].variable() else { return };
        if !v.attrs.allocatable || lhs.rank == 0 || rhs.rank != lhs.rank || program.symbols[s].span.is_none() {
            return;
        }
        let own_shape = |e: &Expr| e.same(lhs);
        if keeps_shape(rhs, &own_shape) || self.always_has(s, &shape_of(program, rhs)) {
            return;
        }
        let mut mentioned = false;
        walk_expr(rhs, &mut |x| mentioned |= own_shape(x));
        let Around { before, after } = around;
        if mentioned {
            let ty = DeclType::plain(rhs.ty);
            let shape = shape_of(program, rhs);
            let t = self.temps.array("value", ty, shape, Filled::Otherwise, before, after);
            let value = std::mem::replace(rhs, t.clone());
            before.push(assign(t, value));
        }
        let shape = shape_of(self.temps.program, rhs);
        let is_local = self.temps.program.symbols[s]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local);
        if self.mode == Mode::Reverse && !is_local {
            before.extend(same_shape(&self.temps.program.symbols[s].name, lhs, &shape));
        } else {
            before.extend(reallocation(lhs, rhs, shape));
        }
    }

    /// True when all that the unit allocates for an array has this constant shape, and nobody else can allocate it.
    fn always_has(&self, s: SymbolId, shape: &[Expr]) -> bool {
        let program: &Program = self.temps.program;
        let local = program.symbols[s]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local && !v.attrs.save);
        let mut own = self.allocated.iter().filter(|(a, _)| *a == s).peekable();
        let same = |n: &Expr, (lo, hi): &(Option<Expr>, Expr)| {
            let first = lo.as_ref().map_or(Some(1), |l| int_const(program, l));
            let extent = first.zip(int_const(program, hi)).map(|(l, h)| h - l + 1);
            extent.is_some() && extent == int_value(n)
        };
        local
            && own.peek().is_some()
            && own.all(|(_, bounds)| bounds.len() == shape.len() && shape.iter().zip(bounds).all(|(n, b)| same(n, b)))
            && self.passed_nowhere(s)
    }

    /// A procedure that gets an array as an allocatable one may give it another shape.
    fn passed_nowhere(&self, s: SymbolId) -> bool {
        self.temps.program.units[self.temps.unit].contains.is_empty() && !self.passed.contains(&s)
    }

    /// Hoists the functions of an expression through which its value flows.
    pub(super) fn flow(&mut self, e: &mut Expr, around: &mut Around) {
        if !carries(e) {
            // no derivative flows through comparisons, conversions to integer, ...
            return;
        }
        match &mut e.kind {
            ExprKind::Call(callee, args) => {
                if is_user_function(self.temps.program, callee) {
                    self.arguments(callee, args, around);
                    self.function(e, around);
                } else {
                    args.iter_mut()
                        .filter_map(Arg::expr_mut)
                        .for_each(|a| self.flow(a, around));
                }
            }
            // nor through subscripts
            ExprKind::Index(..) | ExprKind::Component(..) | ExprKind::Substring(..) => {}
            // nor out of an implied DO, whose index has no value outside
            ExprKind::ImpliedDo { .. } => {}
            ExprKind::Array(_, items) if self.is_filled(items) => self.constructor(e, around),
            _ => subexprs_mut(e, &mut |s| self.flow(s, around)),
        }
    }

    /// True for a constructor with an implied DO that the rules cannot take as it is.
    fn is_filled(&self, items: &[Expr]) -> bool {
        let mut calls = false;
        for i in items {
            walk_expr(i, &mut |x| {
                calls |= matches!(&x.kind, ExprKind::Call(c, _) if is_user_function(self.temps.program, c));
            });
        }
        items.iter().any(|i| matches!(i.kind, ExprKind::ImpliedDo { .. }))
            && (self.mode == Mode::Reverse || calls)
            && items.iter().all(is_simple_item)
            && items.iter().any(reads_reals)
    }

    /// Replaces an array constructor by a variable whose elements are assigned before.
    fn constructor(&mut self, e: &mut Expr, around: &mut Around) {
        let ty = DeclType::plain(e.ty);
        let shape = shape_of(self.temps.program, e);
        let Around { before, after } = around;
        let t = self.temps.array("items", ty, shape, Filled::Otherwise, before, after);
        let ExprKind::Array(_, items) = std::mem::replace(e, t.clone()).kind else {
            return;
        };
        let place = self.temps.local_ref("item", DeclType::plain(Ty::Integer(4)), 0);
        let mut fill = vec![assign(place.clone(), int(0))];
        for i in items {
            self.item(i, &t, &place, &mut fill);
        }
        let fill = self.block(fill);
        around.before.extend(fill);
    }

    fn item(&mut self, e: Expr, array: &Expr, place: &Expr, out: &mut Block) {
        let count = |out: &mut Block, n: Expr| out.push(assign(place.clone(), add(place.clone(), n)));
        match e.kind {
            ExprKind::ImpliedDo {
                items,
                var: index,
                lo,
                hi,
                step,
            } => {
                let name = self.temps.program.symbols[index].name.clone();
                let own = self.temps.local(&name, DeclType::plain(Ty::Integer(4)), 0);
                let own_ref = var(self.temps.program, own);
                let mut body = vec![];
                for mut i in items {
                    visit::rewrite_expr(&mut i, &mut |x| {
                        if matches!(x.kind, ExprKind::Var(s) if s == index) {
                            *x = own_ref.clone();
                        }
                    });
                    self.item(i, array, place, &mut body);
                }
                out.push(Stmt::new(StmtKind::Do {
                    name: None,
                    control: DoControl::Count {
                        var: own,
                        lo: *lo,
                        hi: *hi,
                        step: step.map(|s| *s),
                    },
                    body,
                }));
            }
            kind => {
                let e = Expr { kind, ..e };
                if e.rank == 0 {
                    count(out, int(1));
                    out.push(assign(index(array.clone(), vec![Subscript::At(place.clone())]), e));
                } else {
                    let n = shape_of(self.temps.program, &e).pop().unwrap_or_else(|| int(0));
                    let lo = add(place.clone(), int(1));
                    let hi = add(place.clone(), n.clone());
                    out.push(assign(
                        index(array.clone(), vec![Subscript::Range(Some(lo), Some(hi), None)]),
                        e,
                    ));
                    count(out, n);
                }
            }
        }
    }

    /// Replaces a function reference by a variable that is assigned before.
    fn function(&mut self, e: &mut Expr, around: &mut Around) {
        let ExprKind::Call(callee, args) = &e.kind else { return };
        let name = self.temps.program.symbols[callee.proc].name.clone();
        // kinds that are spelled by names local to the function are resolved
        let ty = DeclType::plain(self.temps.program.symbols[callee.proc].ty());
        let stem = format!("{name}_v");
        let Around { before, after } = around;
        if e.rank == 0 {
            let lhs = self.temps.local_ref(&stem, ty, 0);
            let value = std::mem::replace(e, lhs.clone());
            before.push(assign(lhs, value));
            return;
        }
        let elemental = elementwise::is_elementwise(self.temps.program, callee, args);
        let filled = if !elemental && self.is_allocatable_result(callee) {
            Filled::Assigned
        } else {
            Filled::Otherwise
        };
        let shape = shape_of(self.temps.program, e);
        let lhs = self.temps.array(&stem, ty, shape, filled, before, after);
        let value = std::mem::replace(e, lhs.clone());
        let ExprKind::Call(callee, args) = &value.kind else {
            return;
        };
        let looped = if elemental {
            elementwise::loops(&mut self.temps, callee, args, Some(&lhs))
        } else {
            None
        };
        before.push(looped.unwrap_or_else(|| assign(lhs, value)));
    }

    /// True when the procedure itself allocates its result.
    fn is_allocatable_result(&self, callee: &Callee) -> bool {
        let p: &Program = self.temps.program;
        p.definition(callee.proc)
            .and_then(|t| p.units[t].result)
            .and_then(|r| p.symbols[r].variable())
            .is_some_and(|v| v.attrs.allocatable)
    }

    /// Actual arguments: functions inside them are hoisted, and expressions with a value that can carry a derivative become variables; for an elemental procedure
    /// all array expressions, so that they have elements.
    fn arguments(&mut self, callee: &Callee, args: &mut [Arg], around: &mut Around) {
        let elementwise = elementwise::is_elementwise(self.temps.program, callee, args);
        for a in args {
            let Some(e) = a.expr_mut() else { continue };
            // a vector subscript makes a copy of what is passed, and would of its shadow
            let copied = e.ty.is_differentiable() && has_vector_subscript(e);
            if e.is_designator() && !copied {
                continue;
            }
            let expanded = elementwise && e.rank > 0;
            if !expanded && (!carries(e) || is_constant(self.temps.program, e)) {
                continue;
            }
            self.flow(e, around);
            if !e.is_designator() || copied {
                self.kept(e, "arg", around);
            }
        }
    }

    /// Replaces an expression by a variable that is assigned before.
    pub(super) fn kept(&mut self, e: &mut Expr, stem: &str, around: &mut Around) {
        let ty = DeclType::plain(e.ty);
        let Around { before, after } = around;
        let lhs = if e.rank == 0 {
            self.temps.local_ref(stem, ty, 0)
        } else {
            let shape = shape_of(self.temps.program, e);
            self.temps.array(stem, ty, shape, Filled::Otherwise, before, after)
        };
        let value = std::mem::replace(e, lhs.clone());
        before.push(assign(lhs, strip(value)));
    }
}

/// True when elements are chosen by an array of indices.
pub(crate) fn has_vector_subscript(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Index(b, subs) => {
            subs.iter().any(|s| matches!(s, Subscript::At(x) if x.rank > 0)) || has_vector_subscript(b)
        }
        ExprKind::Component(b, _) | ExprKind::ComplexPart(b, _) | ExprKind::Substring(b, _, _) => {
            has_vector_subscript(b)
        }
        _ => false,
    }
}

fn is_simple_item(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::ImpliedDo { items, .. } => items.iter().all(is_simple_item),
        _ => e.rank <= 1,
    }
}

/// True when the value depends on a variable that may have a derivative.
pub(super) fn reads_reals(e: &Expr) -> bool {
    let mut found = false;
    walk_expr(e, &mut |x| {
        found |= matches!(x.kind, ExprKind::Var(_) | ExprKind::Call(..)) && carries(x)
    });
    found
}

/// True when an operand that gives an elementwise expression its shape is the array itself.
fn keeps_shape(e: &Expr, own: &dyn Fn(&Expr) -> bool) -> bool {
    if e.rank == 0 {
        return false;
    }
    if own(e) {
        return true;
    }
    match &e.kind {
        ExprKind::Paren(_) | ExprKind::Unary(..) | ExprKind::Binary(..) => {}
        ExprKind::Intrinsic(id, ..) if id.row().class == Class::Elemental => {}
        _ => return false,
    }
    let mut found = false;
    subexprs(e, &mut |x| found |= keeps_shape(x, own));
    found
}

/// A function with a definition or at least an interface, and a result that can carry a derivative.
pub(super) fn is_user_function(program: &Program, callee: &Callee) -> bool {
    matches!(&program.symbols[callee.proc].kind, SymbolKind::Procedure(_))
        && matches!(
            program.symbols[callee.proc].ty(),
            Ty::Real(_) | Ty::Complex(_) | Ty::Derived(_)
        )
}

pub(super) fn carries(e: &Expr) -> bool {
    e.ty.is_differentiable() || matches!(e.ty, Ty::Derived(_) | Ty::Class(_))
}

fn strip(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Paren(inner) => strip(*inner),
        kind => Expr { kind, ..e },
    }
}

/// True when no variable is read: the value can have no derivative.
fn is_constant(program: &Program, e: &Expr) -> bool {
    let mut constant = true;
    walk_expr(e, &mut |x| match &x.kind {
        ExprKind::Var(s) => constant &= !matches!(program.symbols[*s].kind, SymbolKind::Variable(_)),
        ExprKind::Call(..) => constant = false,
        _ => {}
    });
    constant
}

/// Replaces subscripts of the left side that read the variable it writes.
fn self_index(temps: &mut Temps, lhs: &mut Expr, around: &mut Around) {
    let Some(base) = lhs.base_symbol() else { return };
    subscripts_mut(lhs, &mut |e| kept_index(temps, e, base, around));
}

/// Makes an index a variable when it reads what is assigned.
fn kept_index(temps: &mut Temps, e: &mut Expr, base: SymbolId, around: &mut Around) {
    if !reads(e, base) {
        return;
    }
    let ty = DeclType::plain(e.ty);
    let Around { before, after } = around;
    let index = if e.rank == 0 {
        temps.local_ref("element", ty, 0)
    } else {
        let shape = shape_of(temps.program, e);
        temps.array("elements", ty, shape, Filled::Otherwise, before, after)
    };
    let value = std::mem::replace(e, index.clone());
    before.push(assign(index, value));
}
