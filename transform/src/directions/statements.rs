//! Statements about derivatives run once per direction, in loops around neighbours.

use super::carriers::{Carriers, Directions};
use super::writer::{take_place, Piece, Writer};
use super::{at, calls, elements, runs, tape};
use crate::assemble::generator::Generator;
use adc_frontend::ir::*;

/// The body of a procedure for many directions.
pub(super) fn of_unit(g: &mut Generator, all: &Directions, unit: UnitId, body: Block) -> (Block, Option<SymbolId>) {
    let mut writer = Writer::new(g, all, unit);
    (writer.block(body), writer.index)
}

impl Writer<'_, '_> {
    fn block(&mut self, block: Block) -> Block {
        let mut pieces = vec![];
        for s in block {
            self.statement(s, &mut pieces);
        }
        runs::joined(self, pieces)
    }

    fn statement(&mut self, s: Stmt, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        if !mentions_anywhere(c, &s) && !self.calls_many(&s) {
            out.push(Piece::Shared(s));
            return;
        }
        match &s.kind {
            StmtKind::Assign { .. } => self.assignment(s, out),
            StmtKind::Call { .. } => self.call(s, out),
            StmtKind::If { .. }
            | StmtKind::Do { .. }
            | StmtKind::Select { .. }
            | StmtKind::Directed { .. }
            | StmtKind::Associate { .. }
            | StmtKind::Scope { .. } => self.construct(s, out),
            StmtKind::SelectType { .. } => self.select_type(s, out),
            StmtKind::Where { .. } => self.masked(s, out),
            StmtKind::Forall { .. } if only_writes(c, std::slice::from_ref(&s)) => self.each(s, out),
            StmtKind::Allocate { .. } => self.allocate(&s, out),
            StmtKind::Deallocate { objects, options } => {
                let end = |o| StmtKind::Deallocate {
                    objects: vec![o],
                    options: options.clone(),
                };
                self.ended(&s, objects, &end, out);
            }
            StmtKind::Nullify(objects) => self.ended(&s, objects, &|o| StmtKind::Nullify(vec![o]), out),
            StmtKind::PointerAssign { .. } => self.associate(s, out),
            StmtKind::CallIntrinsic { .. } => self.intrinsic(s, out),
            _ => self.refuse(&s, "this statement is not supported"),
        }
    }

    fn assignment(&mut self, mut s: Stmt, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        let StmtKind::Assign { lhs, rhs } = &mut s.kind else {
            return;
        };
        if let ExprKind::Call(callee, args) = &rhs.kind {
            if let Some(t) = self.g.out.definition(callee.proc).filter(|&t| c.is_by_hand(t)) {
                let args = args.clone();
                return self.once_per_direction(s, t, args, out);
            }
            if let Some(target) = self.many(callee) {
                let (lhs, callee, args) = (lhs.clone(), callee.clone(), args.clone());
                let made = calls::function(self, target, lhs, callee, args, s.span);
                return self.in_place_of(&s, made, out);
            }
        }
        match c.names(lhs) {
            true => {
                let (lhs, rhs) = (lhs.clone(), rhs.clone());
                if let Some(memory) = self.memory_for(&lhs) {
                    let (lead, label) = (std::mem::take(&mut s.lead), s.label.take());
                    out.push(Piece::Shared(Stmt { lead, label, ..memory }));
                }
                self.derivative(s, &lhs, &rhs, out);
            }
            false if c.reads(rhs) || c.reads(lhs) => {
                let is_record = matches!(&rhs.kind, ExprKind::Intrinsic(id, ..) if id.row().name == "transfer");
                self.refuse(
                    &s,
                    match is_record {
                        true => "the association of a pointer cannot be recorded",
                        false => "a value cannot depend on derivatives",
                    },
                );
            }
            false => {
                at::inquiries(c, lhs);
                at::inquiries(c, rhs);
                out.push(Piece::Shared(s));
            }
        }
    }

    fn call(&mut self, s: Stmt, out: &mut Vec<Piece>) {
        let StmtKind::Call { callee, args } = &s.kind else {
            return;
        };
        let target = self.g.out.definition(callee.proc);
        if let Some(access) = target.and_then(|t| self.g.models.tape_access(t)) {
            let (callee, args) = (callee.clone(), args.clone());
            return match tape::call(self, access.pops, callee, &args, s.span) {
                Some(made) => replace(&s, made.into_iter().map(Piece::Shared).collect(), out),
                None => self.refuse(&s, "these values on the tape are not supported"),
            };
        }
        match target {
            Some(t) if self.all.carriers.is_by_hand(t) => {
                let args = args.clone();
                self.once_per_direction(s, t, args, out);
            }
            Some(t) => {
                let made = calls::subroutine(self, t, callee.clone(), args.clone(), s.span);
                self.in_place_of(&s, made, out);
            }
            None => self.refuse(&s, "the procedure that gets derivatives is not known"),
        }
    }

    /// A construct runs once per direction if it is controlled by derivatives.
    fn construct(&mut self, mut s: Stmt, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        let mut reads = false;
        visit::stmt_exprs(&s.kind, &mut |e| reads |= c.reads(e));
        if reads && only_writes(c, std::slice::from_ref(&s)) {
            return self.each(s, out);
        }
        if self.asks_each_object(&s) && self.only_shapes(std::slice::from_ref(&s)) {
            return self.each_own(s, out);
        }
        if !reads {
            visit::stmt_exprs_mut(&mut s.kind, &mut |e| at::inquiries(c, e));
        } else if !share_condition(c, &mut s.kind) {
            return self.refuse(&s, "derivatives cannot decide what runs");
        }
        if let StmtKind::If { short, .. } = &mut s.kind {
            *short = false;
        }
        s.kind.for_each_block_mut(&mut |b| *b = self.block(std::mem::take(b)));
        out.push(Piece::Shared(s));
    }

    /// The object for all directions, if it is a variable: their types are the same.
    fn select_type(&mut self, mut s: Stmt, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        let StmtKind::SelectType { expr, .. } = &mut s.kind else {
            return;
        };
        let is_whole = matches!(expr.kind, ExprKind::Var(v) if c.contains(v));
        if is_whole || !c.mentions(expr) {
            if is_whole {
                expr.rank += 1;
            }
            s.kind.for_each_block_mut(&mut |b| *b = self.block(std::mem::take(b)));
            return out.push(Piece::Shared(s));
        }
        match only_writes(c, std::slice::from_ref(&s)) {
            true => self.each(s, out),
            false => self.refuse(&s, "SELECT TYPE of a component is not supported"),
        }
    }

    fn intrinsic(&mut self, mut s: Stmt, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        let StmtKind::CallIntrinsic { args, .. } = &mut s.kind else {
            return;
        };
        let whole: Option<Vec<Expr>> = args.iter().filter_map(Arg::expr).map(|a| at::all(c, a)).collect();
        match whole {
            Some(whole) => {
                args.iter_mut()
                    .zip(whole)
                    .for_each(|(a, e)| a.value = ArgValue::Expr(e));
                out.push(Piece::Shared(s));
            }
            None => self.refuse(&s, "this intrinsic subroutine is not supported"),
        }
    }

    /// An assignment to a derivative.
    fn derivative(&mut self, s: Stmt, lhs: &Expr, rhs: &Expr, out: &mut Vec<Piece>) {
        if lhs.rank > 0 && literal_value(rhs).is_some() {
            if let Some(whole) = at::all(&self.all.carriers, lhs) {
                let kind = StmtKind::Assign {
                    lhs: whole,
                    rhs: rhs.clone(),
                };
                return out.push(Piece::Shared(Stmt { kind, ..s }));
            }
        }
        if let (true, Some((whole, from))) = (lhs.rank > 0, self.copied(lhs, rhs)) {
            let kind = StmtKind::Assign { lhs: whole, rhs: from };
            return out.push(Piece::Shared(Stmt { kind, ..s }));
        }
        match elements::loops(self, lhs, rhs, s.span) {
            Some(nest) => {
                let nest = Stmt { kind: nest.kind, ..s };
                self.construct(nest, out);
            }
            None => self.each(s, out),
        }
    }

    /// A copy of one part of a derivative to another: the elements depend on each other as far as compilers know, so that
    /// one assignment of all directions has to say it.
    fn copied(&self, lhs: &Expr, rhs: &Expr) -> Option<(Expr, Expr)> {
        let c = &self.all.carriers;
        let is_own = rhs.rank == lhs.rank && lhs.base_symbol() == rhs.base_symbol() && rhs.is_designator();
        let is_plain = matches!(
            self.g.out.symbols[lhs.base_symbol()?].ty(),
            Ty::Real(_) | Ty::Complex(_)
        );
        let without_object = |e: &Expr| match &e.kind {
            ExprKind::Var(_) => true,
            ExprKind::Index(base, _) => matches!(base.kind, ExprKind::Var(_)),
            _ => false,
        };
        (is_own && is_plain && without_object(lhs) && without_object(rhs)).then_some(())?;
        Some((at::all(c, lhs)?, at::all(c, rhs)?))
    }

    fn in_place_of(&mut self, s: &Stmt, made: calls::Made, out: &mut Vec<Piece>) {
        match made {
            Ok(made) => replace(s, made, out),
            Err(why) => self.refuse(s, why),
        }
    }

    /// Each assignment under a mask by itself: the mask has its value for the derivative, which comes first, and for
    /// the assignment of the original, which is the only one that may change it.
    fn masked(&mut self, s: Stmt, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        let is_derivative = |s: &Stmt| only_writes(c, std::slice::from_ref(s));
        if is_derivative(&s) {
            return self.each(s, out);
        }
        let StmtKind::Where { arms } = &s.kind else { return };
        let [Arm {
            cond: Some(mask), body, ..
        }] = arms.as_slice()
        else {
            return self.refuse(&s, "this WHERE construct is not supported");
        };
        let before = body.split_last().map_or(&[][..], |x| x.1);
        if c.reads(mask) || !before.iter().all(is_derivative) {
            return self.refuse(&s, "this WHERE construct is not supported");
        }
        let first = out.len();
        for inner in body {
            let kind = StmtKind::Where {
                arms: vec![Arm::new(Some(mask.clone()), vec![inner.clone()])],
            };
            let mut one = Stmt::at(kind, s.span);
            match only_writes(&self.all.carriers, std::slice::from_ref(inner)) {
                true => self.each(one, out),
                false => {
                    let c = &self.all.carriers;
                    visit::stmt_exprs_mut(&mut one.kind, &mut |e| at::inquiries(c, e));
                    one.kind.for_each_block_mut(&mut |b| {
                        b.iter_mut()
                            .for_each(|s| visit::stmt_exprs_mut(&mut s.kind, &mut |e| at::inquiries(c, e)));
                    });
                    out.push(Piece::Shared(one));
                }
            }
        }
        take_place(out, first, &s);
    }

    /// True for IF with an inquiry about an allocatable component, or a pointer, of a derivative: the caller may have
    /// allocated it in some directions only.
    fn asks_each_object(&self, s: &Stmt) -> bool {
        let c = &self.all.carriers;
        let mut found = false;
        if let StmtKind::If { .. } = s.kind {
            visit::stmt_exprs(&s.kind, &mut |e| found |= at::asks_component(c, e));
        }
        found
    }

    /// True for statements that do nothing but assign to derivatives in objects, allocate them and deallocate them.
    fn only_shapes(&self, block: &[Stmt]) -> bool {
        let c = &self.all.carriers;
        let in_object = |e: &Expr| c.names(e) && !matches!(e.kind, ExprKind::Var(_));
        // the index is of adc, and has no value that counts afterwards
        let is_made = |v: SymbolId| !self.g.primal.symbols.contains(v);
        let fits = |kind: &StmtKind| {
            matches!(kind, StmtKind::Assign { lhs, .. } if in_object(lhs))
                || matches!(kind, StmtKind::Allocate { objects, .. } if objects.iter().all(|o| in_object(&o.0)))
                || matches!(kind, StmtKind::Deallocate { objects, .. } if objects.iter().all(in_object))
                || matches!(kind, StmtKind::Nullify(objects) if objects.iter().all(in_object))
                || matches!(kind, StmtKind::Do { control: DoControl::Count { var, .. }, .. } if is_made(*var))
                || matches!(kind, StmtKind::If { .. } | StmtKind::Comment(_) | StmtKind::Continue)
        };
        let mut ok = true;
        visit::walk_block(block, &mut |s| ok &= fits(&s.kind));
        ok
    }

    fn calls_many(&self, s: &Stmt) -> bool {
        let mut found = false;
        visit::walk_calls(std::slice::from_ref(s), &mut |r| found |= self.many(r.callee).is_some());
        found
    }
}

/// Statements that replace one: the first gets its comments.
fn replace(s: &Stmt, mut made: Vec<Piece>, out: &mut Vec<Piece>) {
    take_place(&mut made, 0, s);
    if let Some(Piece::Shared(last) | Piece::PerDirection(last)) = made.last_mut() {
        last.trail.clone_from(&s.trail);
    }
    out.append(&mut made);
}

/// True if a statement, or one inside it, mentions a derivative.
fn mentions_anywhere(c: &Carriers, s: &Stmt) -> bool {
    let mut found = false;
    visit::walk_block(std::slice::from_ref(s), &mut |s| {
        visit::stmt_exprs(&s.kind, &mut |e| found |= c.mentions(e));
    });
    found
}

/// Makes a condition on derivatives one for all directions: a loop ends when all have converged, and code that is
/// skipped for zeros runs if some are not zero. False for other conditions.
fn share_condition(c: &Carriers, s: &mut StmtKind) -> bool {
    let StmtKind::If { arms, .. } = s else { return false };
    let [Arm {
        cond: Some(cond), body, ..
    }] = arms.as_mut_slice()
    else {
        return false;
    };
    let ends = matches!(body.as_slice(), [s] if matches!(s.kind, StmtKind::Exit(_)));
    let quantifier = match () {
        () if ends => "all",
        () if at::asks_for_nonzero(cond) => "any",
        () => return false,
    };
    match at::condition(c, cond, quantifier) {
        Some(shared) => {
            *cond = shared;
            true
        }
        None => false,
    }
}

/// True for statements that write nothing but derivatives, and do nothing else.
fn only_writes(c: &Carriers, block: &[Stmt]) -> bool {
    let mut ok = true;
    visit::walk_block(block, &mut |s| match &s.kind {
        StmtKind::Assign { lhs, .. } => ok &= c.names(lhs),
        StmtKind::If { .. }
        | StmtKind::Select { .. }
        | StmtKind::SelectType { .. }
        | StmtKind::Where { .. }
        | StmtKind::Forall { .. }
        | StmtKind::Comment(_)
        | StmtKind::Continue => {}
        _ => ok = false,
    });
    ok
}
