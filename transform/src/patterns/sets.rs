//! Statements about derivatives as statements about sets.
//!
//! ```text
//! S(xd)    = xs                       S(f(xd)) = f(xs)      f moves elements: reshape, spread, ...
//! S(-a)    = S(a)                     S(c*a)   = S(a)       c reads no derivative
//! S(a + b) = S(a) ∪ S(b)              S(sum a) = ⋃ S(a)
//! S(c)     = ∅                        S(dot_product(c, a)) = ⋃ S(a)
//! ```

use crate::assemble::generator::Generator;
use crate::directions::{asks_for_nonzero, place_of, Carriers};
use crate::rules::{intrinsic, of_runtime};
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::intrinsics;
use adc_frontend::ir::*;
use indexmap::IndexSet;

/// Writes the statements of one procedure.
pub(super) struct Sets<'s, 'a> {
    pub g: &'s mut Generator<'a>,
    pub carriers: &'s Carriers,
    /// Derivatives without source.
    pub of_models: &'s IndexSet<UnitId>,
    pub unit: UnitId,
}

/// The reason for which something has no set.
type Refused = &'static str;

/// The module of the runtime.
const MODULE: &str = "adc_patterns";

const NUMBERS: Refused = "this needs the numbers of derivatives";

impl Sets<'_, '_> {
    pub(super) fn block(&mut self, block: &mut Block) {
        for s in block.iter_mut() {
            if let Err(why) = self.statement(s) {
                self.refuse(s, why);
            }
            // inner statements refuse themselves
            let mut inner = std::mem::replace(&mut s.kind, StmtKind::Continue);
            inner.for_each_block_mut(&mut |b| self.block(b));
            s.kind = inner;
            if only_pure(s) && unites(s) {
                self.refuse(s, "FORALL and DO CONCURRENT are not supported");
            }
        }
        block.retain(|s| !changes_nothing(s));
    }

    /// Rewrites the statement itself, without those inside it.
    fn statement(&self, s: &mut Stmt) -> Result<(), Refused> {
        let c = self.carriers;
        let mut reads = false;
        visit::stmt_exprs(&s.kind, &mut |e| reads |= c.reads(e));
        if let StmtKind::Assign { lhs, rhs } = &mut s.kind {
            if c.names(lhs) {
                self.subscripts(lhs)?;
                fits(lhs.ty)?;
                *rhs = self.value(rhs)?;
                return Ok(());
            }
        }
        if let StmtKind::Call { callee, args } = &mut s.kind {
            let on_object = callee.object.as_deref().is_some_and(|(object, _)| c.names(object));
            return match on_object {
                true => Err("procedures bound to types are not supported"),
                false => self.arguments(callee, args),
            };
        }
        match reads && !works_on_sets(c, s) {
            true => Err(NUMBERS),
            false => Ok(()),
        }
    }

    fn refuse(&mut self, s: &Stmt, why: Refused) {
        let place = place_of(self.g, self.unit, s);
        self.g.come_to(place);
        let text = format!(
            "in the pattern of a Jacobian, {why}; {}",
            self.g.options.instead_of_sparse()
        );
        self.g.refuse(codes::UNSUPPORTED_STATEMENT_AD, place, text);
    }

    /// The arguments of a call that may pass sets.
    fn arguments(&self, callee: &Callee, args: &mut [Arg]) -> Result<(), Refused> {
        let c = self.carriers;
        let target = self.g.out.definition(callee.proc);
        let is_of_model = |t: UnitId| {
            let described = self.g.out.units[t]
                .shares
                .filter(|_| self.g.out.units[t].prefix.interface_body);
            self.of_models.contains(&t) || described.is_some_and(|s| self.of_models.contains(&s))
        };
        // the tape keeps sets as it keeps derivatives
        if target.and_then(|t| self.g.models.tape_access(t)).is_some() {
            let mut values = args.iter().filter_map(Arg::expr).filter(|e| c.reads(e));
            return match values.all(|e| c.names(e)) {
                true => Ok(()),
                false => Err(NUMBERS),
            };
        }
        if target.is_some_and(is_of_model) {
            return Err("a procedure without source has no sets");
        }
        for e in args.iter_mut().filter_map(Arg::expr_mut).filter(|e| c.reads(e)) {
            match target {
                None => return Err("the procedure that gets derivatives is not known"),
                // it computes with them as with values
                Some(t) if self.g.primal.units.contains(t) => {
                    return Err("a procedure that is not differentiated gets derivatives");
                }
                Some(_) => {}
            }
            *e = self.in_shape(e)?;
        }
        Ok(())
    }

    /// The set of an expression, with its rank.
    fn in_shape(&self, e: &Expr) -> Result<Expr, Refused> {
        let of = self.set(e)?;
        match of.rank == e.rank {
            true => Ok(of),
            false => Err("an array expression with one derivative is not supported"),
        }
    }

    /// The right side of an assignment.
    fn value(&self, e: &Expr) -> Result<Expr, Refused> {
        if let ExprKind::Call(callee, args) = &e.kind {
            let target = self.g.out.definition(callee.proc).ok_or(NUMBERS)?;
            if self.g.out.units[target]
                .result
                .is_some_and(|r| self.carriers.contains(r))
            {
                let mut args = args.clone();
                self.arguments(callee, &mut args)?;
                return Ok(expr(ExprKind::Call(callee.clone(), args), e.ty, e.rank));
            }
        }
        self.set(e)
    }

    /// The set of an expression that is linear in derivatives.
    fn set(&self, e: &Expr) -> Result<Expr, Refused> {
        let c = self.carriers;
        if !c.reads(e) {
            return match e.ty {
                // objects: what they hold is copied
                Ty::Derived(_) | Ty::Class(_) => Ok(e.clone()),
                ty => fits(ty).map(|()| zero(ty)),
            };
        }
        fits(e.ty)?;
        if c.names(e) {
            self.subscripts(e)?;
            return Ok(e.clone());
        }
        match &e.kind {
            ExprKind::Unary(..) | ExprKind::Paren(_) | ExprKind::Binary(..) => self.sum(e),
            ExprKind::Array(ty, items) => {
                let items = items.iter().map(|x| self.in_shape(x)).collect::<Result<_, _>>()?;
                Ok(expr(ExprKind::Array(ty.clone(), items), e.ty, e.rank))
            }
            ExprKind::Intrinsic(id, spelled, args) => self.intrinsic(e, *id, spelled, args),
            _ => Err(NUMBERS),
        }
    }

    /// The union of the sets in a sum of multiples.
    fn sum(&self, e: &Expr) -> Result<Expr, Refused> {
        let mut all: Vec<Expr> = vec![];
        self.terms(e, &mut all)?;
        let scalars = all.iter().all(|x| x.rank == 0);
        if scalars && all.len() > 2 {
            let list = expr(ExprKind::Array(None, all), e.ty, 1);
            return Ok(union("adc_union_all", vec![list], e.ty, 0));
        }
        let two = |a: Expr, b: Expr| {
            let rank = a.rank.max(b.rank);
            union("adc_union", vec![a, b], e.ty, rank)
        };
        Ok(all.into_iter().reduce(two).unwrap_or_else(|| zero(e.ty)))
    }

    /// The different sets of the terms of a sum of multiples.
    fn terms(&self, e: &Expr, out: &mut Vec<Expr>) -> Result<(), Refused> {
        let c = self.carriers;
        match &e.kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                self.terms(a, out)?;
                self.terms(b, out)
            }
            ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, a) | ExprKind::Paren(a) => self.terms(a, out),
            ExprKind::Binary(BinaryOp::Mul, a, b) if c.reads(a) != c.reads(b) => match c.reads(a) {
                true => self.terms(a, out),
                false => self.terms(b, out),
            },
            ExprKind::Binary(BinaryOp::Div, a, b) if !c.reads(b) => self.terms(a, out),
            ExprKind::Unary(..) | ExprKind::Binary(..) if c.reads(e) => Err(NUMBERS),
            _ => {
                let set = self.set(e)?;
                if !is_empty(&set) && !out.iter().any(|x| x.same(&set)) {
                    out.push(set);
                }
                Ok(())
            }
        }
    }

    fn intrinsic(&self, e: &Expr, id: IntrinsicId, spelled: &SmolStr, args: &[Arg]) -> Result<Expr, Refused> {
        let c = self.carriers;
        let (row, bound) = intrinsics::bound(id, args).map_err(|_| NUMBERS)?;
        let arg = |wanted: &str| {
            let k = row.args.iter().position(|a| a.name == wanted)?;
            bound.get(k).copied().flatten()
        };
        let both = |a: &str, b: &str| arg(a).zip(arg(b)).ok_or(NUMBERS);
        match row.name {
            // they move elements
            "reshape" | "transpose" | "spread" | "pack" | "unpack" | "cshift" | "eoshift" | "merge" => {
                let mut args = args.to_vec();
                for x in args.iter_mut().filter_map(Arg::expr_mut).filter(|x| c.reads(x)) {
                    *x = self.in_shape(x)?;
                }
                Ok(expr(ExprKind::Intrinsic(id, spelled.clone(), args), e.ty, e.rank))
            }
            // they change the kind: no set has so many elements that its number is rounded
            "real" | "dble" | "sngl" => {
                let from = args.first().and_then(Arg::expr).ok_or(NUMBERS)?;
                let of = self.set(from)?;
                let kind = int(i64::from(e.ty.kind().ok_or(NUMBERS)?));
                Ok(intrinsic("real", vec![of, kind], e.ty, e.rank))
            }
            "sum" => {
                let array = arg("array").ok_or(NUMBERS)?;
                let of = self.set(array)?;
                let (dim, mask) = (arg("dim"), arg("mask"));
                self.reduced(e, array, of, dim, mask)
            }
            "matmul" => {
                let (a, b) = both("matrix_a", "matrix_b")?;
                let (name, args) = match (c.reads(a), c.reads(b)) {
                    (false, true) => ("adc_union_matmul_left", vec![a.clone(), self.in_shape(b)?]),
                    (true, false) => ("adc_union_matmul_right", vec![self.in_shape(a)?, b.clone()]),
                    _ => return Err(NUMBERS),
                };
                Ok(union(name, args, e.ty, e.rank))
            }
            "dot_product" => {
                let (a, b) = both("vector_a", "vector_b")?;
                let array = if c.reads(a) { a } else { b };
                if c.reads(a) && c.reads(b) {
                    return Err(NUMBERS);
                }
                let of = self.set(array)?;
                self.reduced(e, array, of, None, None)
            }
            _ => Err(NUMBERS),
        }
    }

    /// The union of all elements, or of those along a dimension.
    fn reduced(
        &self,
        e: &Expr,
        array: &Expr,
        of: Expr,
        dim: Option<&Expr>,
        mask: Option<&Expr>,
    ) -> Result<Expr, Refused> {
        if dim.into_iter().chain(mask).any(|x| self.carriers.reads(x)) {
            return Err(NUMBERS);
        }
        // one set for all elements
        if of.rank < array.rank {
            return Ok(of);
        }
        match (dim, mask) {
            (None, None) => Ok(union("adc_union_all", vec![of], e.ty, e.rank)),
            (None, Some(mask)) => Ok(union("adc_union_all", vec![of, mask.clone()], e.ty, e.rank)),
            (Some(_), None) if e.rank == 0 => Ok(union("adc_union_all", vec![of], e.ty, e.rank)),
            (Some(dim), None) => Ok(union("adc_union_along", vec![of, dim.clone()], e.ty, e.rank)),
            (Some(_), Some(_)) => Err("SUM with a dimension and a mask is not supported"),
        }
    }

    /// Refuses subscripts that read derivatives.
    fn subscripts(&self, e: &Expr) -> Result<(), Refused> {
        let mut reads = false;
        visit::subscripts(e, &mut |x| reads |= self.carriers.reads(x));
        match reads {
            true => Err(NUMBERS),
            false => Ok(()),
        }
    }
}

/// Refuses numbers that cannot stand for a set: single precision would round them.
fn fits(ty: Ty) -> Result<(), Refused> {
    match ty {
        Ty::Complex(_) => Err("complex derivatives are not supported"),
        Ty::Real(kind) if kind < 8 => Err("derivatives in single precision are not supported"),
        _ => Ok(()),
    }
}

fn union(name: &str, args: Vec<Expr>, ty: Ty, rank: u8) -> Expr {
    of_runtime(MODULE, name, args, ty, rank)
}

fn is_empty(e: &Expr) -> bool {
    e.rank == 0 && literal_value(e) == Some(0.0)
}

/// True for `xs = xs`, a multiple of a derivative.
fn changes_nothing(s: &Stmt) -> bool {
    let is_bare = s.label.is_none() && s.lead.is_empty();
    is_bare && matches!(&s.kind, StmtKind::Assign { lhs, rhs } if lhs.same(rhs))
}

/// True for a statement inside which all functions must be pure.
fn only_pure(s: &Stmt) -> bool {
    let is_concurrent = |control: &DoControl| matches!(control, DoControl::Concurrent { .. });
    match &s.kind {
        StmtKind::Do { control, .. } => is_concurrent(control),
        kind => matches!(kind, StmtKind::Forall { .. }),
    }
}

/// True for a statement with a union.
fn unites(s: &Stmt) -> bool {
    let mut found = false;
    visit::walk_block_exprs(std::slice::from_ref(s), &mut |e| {
        found |= matches!(e.kind, ExprKind::Intrinsic(id, ..) if id.row().module == Some(MODULE));
    });
    found
}

/// True for a statement that does with sets what it does with derivatives.
fn works_on_sets(c: &Carriers, s: &Stmt) -> bool {
    if let StmtKind::If { arms, .. } = &s.kind {
        let conditions = arms.iter().filter_map(|a| a.cond.as_ref());
        return conditions.filter(|e| c.reads(e)).all(asks_for_nonzero);
    }
    if let StmtKind::CallIntrinsic { id, .. } = &s.kind {
        return id.row().name == "move_alloc";
    }
    matches!(
        s.kind,
        StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::PointerAssign { .. }
            | StmtKind::SelectType { .. }
            | StmtKind::Associate { .. }
    )
}
