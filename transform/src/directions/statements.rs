//! Statements about derivatives run once per direction, in loops around neighbours.

use super::carriers::Carriers;
use super::runs::Piece;
use super::{at, calls, elements, runs, Directions};
use crate::assemble::generator::Generator;
use adc_frontend::codes;
use adc_frontend::ir::*;

/// The body of a procedure for many directions.
pub(super) fn of_unit(g: &mut Generator, all: &Directions, unit: UnitId, body: Block) -> Block {
    let mut writer = Writer {
        g,
        all,
        unit,
        index: None,
        positions: vec![],
    };
    writer.block(body)
}

const BY_HAND: &str = "the hand-written derivative of a procedure that is called here computes one direction";

/// Writes the statements of one procedure.
pub(super) struct Writer<'w, 'a> {
    pub g: &'w mut Generator<'a>,
    pub all: &'w Directions,
    pub unit: UnitId,
    /// The index of loops over directions, once there is one.
    index: Option<SymbolId>,
    /// Positions in arrays, by dimension.
    positions: Vec<Expr>,
}

impl Writer<'_, '_> {
    pub(super) fn carriers(&self) -> &Carriers {
        &self.all.carriers
    }

    /// The index of loops over directions.
    pub(super) fn direction(&mut self) -> Expr {
        let (g, unit) = (&mut *self.g, self.unit);
        let s = *self.index.get_or_insert_with(|| {
            let ty = DeclType::plain(Ty::Integer(4));
            let e = g.local(unit, "dir", ty, 0);
            e.base_symbol()
                .unwrap_or_else(|| unreachable!("a new local is a variable"))
        });
        var(&self.g.out, s)
    }

    /// The number of directions.
    pub(super) fn count(&self) -> Expr {
        var(&self.g.out, self.all.count[&self.unit])
    }

    /// A temporary for all directions in the shape of a scalar derivative; `None` for arrays.
    pub(super) fn result_like(&mut self, lhs: &Expr) -> Option<Expr> {
        if lhs.rank > 0 {
            return None;
        }
        let t = self.g.local(self.unit, "resultd", DeclType::plain(lhs.ty), 0);
        let count = self.count();
        let s = t.base_symbol()?;
        self.g.out.symbols[s].variable_mut()?.dims = vec![Dim::Explicit(None, count)];
        Some(var(&self.g.out, s))
    }

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
            out.push(Piece::Once(s));
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
            StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => {
                let first = out.len();
                for o in objects.clone() {
                    self.ended(&s, o, out);
                }
                take_place(out, first, &s);
            }
            StmtKind::PointerAssign { .. } => self.associate(s, out),
            StmtKind::CallIntrinsic { .. } => self.intrinsic(s, out),
            _ => self.refuse(&s),
        }
    }

    fn assignment(&mut self, mut s: Stmt, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        let StmtKind::Assign { lhs, rhs } = &mut s.kind else {
            return;
        };
        if let ExprKind::Call(callee, args) = &rhs.kind {
            let definition = self.g.out.definition(callee.proc);
            if definition.is_some_and(|t| c.is_by_hand(t)) {
                return self.refuse_for(&s, BY_HAND);
            }
            if let Some(target) = self.many(callee) {
                let (lhs, callee, args) = (lhs.clone(), callee.clone(), args.clone());
                let made = calls::function(self, target, lhs, callee, args, s.span);
                return self.in_place_of(&s, made, out);
            }
        }
        match c.names(lhs) {
            true => {
                let first = out.len();
                let (lhs, rhs) = (lhs.clone(), rhs.clone());
                self.give_shape(lhs.clone(), rhs.clone(), out);
                self.derivative(s, &lhs, &rhs, out);
                if out.len() > first + 1 {
                    move_lead(out, first);
                }
            }
            false if c.reads(rhs) || c.reads(lhs) => self.refuse(&s),
            false => {
                at::inquiries(c, lhs);
                at::inquiries(c, rhs);
                out.push(Piece::Once(s));
            }
        }
    }

    fn call(&mut self, s: Stmt, out: &mut Vec<Piece>) {
        let StmtKind::Call { callee, args } = &s.kind else {
            return;
        };
        match self.g.out.definition(callee.proc) {
            Some(t) if self.all.carriers.is_by_hand(t) => self.refuse_for(&s, BY_HAND),
            Some(t) if self.all.carriers.is_single(t) => self.each(s, out),
            Some(t) => {
                let made = calls::subroutine(self, t, callee.clone(), args.clone(), s.span);
                self.in_place_of(&s, made, out);
            }
            None => self.refuse(&s),
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
        if !reads {
            visit::stmt_exprs_mut(&mut s.kind, &mut |e| at::inquiries(c, e));
        } else if !share_condition(c, &mut s.kind) {
            return self.refuse(&s);
        }
        if let StmtKind::If { short, .. } = &mut s.kind {
            *short = false;
        }
        s.kind.for_each_block_mut(&mut |b| *b = self.block(std::mem::take(b)));
        out.push(Piece::Once(s));
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
            return out.push(Piece::Once(s));
        }
        match only_writes(c, std::slice::from_ref(&s)) {
            true => self.each(s, out),
            false => self.refuse(&s),
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
                out.push(Piece::Once(s));
            }
            None => self.refuse(&s),
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
                return out.push(Piece::Once(Stmt { kind, ..s }));
            }
        }
        match elements::loops(self, lhs, rhs, s.span) {
            Some(nest) => {
                let Stmt {
                    id, label, lead, trail, ..
                } = s;
                let nest = Stmt {
                    id,
                    label,
                    lead,
                    trail,
                    ..nest
                };
                self.construct(nest, out);
            }
            None => self.each(s, out),
        }
    }

    /// Positions in the dimensions of arrays.
    pub(super) fn positions(&mut self, rank: u8) -> Vec<Expr> {
        const STEMS: [&str; 4] = ["ii", "jj", "kk", "ll"];
        while self.positions.len() < usize::from(rank) {
            let stem = STEMS[self.positions.len() % STEMS.len()];
            let i = self.g.local(self.unit, stem, DeclType::plain(Ty::Integer(4)), 0);
            self.positions.push(i);
        }
        self.positions[..usize::from(rank)].to_vec()
    }

    /// A statement that runs once per direction.
    pub(super) fn each(&mut self, mut s: Stmt, out: &mut Vec<Piece>) {
        let direction = self.direction();
        let c = &self.all.carriers;
        at_direction(c, &mut s, &direction);
        out.push(Piece::Each(s));
    }

    /// Statements that replace one: the first gets its comments.
    fn in_place_of(&mut self, s: &Stmt, made: Option<Block>, out: &mut Vec<Piece>) {
        let Some(mut made) = made else {
            return self.refuse(s);
        };
        if let Some(first) = made.first_mut() {
            first.lead.clone_from(&s.lead);
            first.label = s.label;
        }
        if let Some(last) = made.last_mut() {
            last.trail.clone_from(&s.trail);
        }
        out.extend(made.into_iter().map(Piece::Once));
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
            return self.refuse(&s);
        };
        let before = body.split_last().map_or(&[][..], |x| x.1);
        if c.reads(mask) || !before.iter().all(is_derivative) {
            return self.refuse(&s);
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
                    out.push(Piece::Once(one));
                }
            }
        }
        take_place(out, first, &s);
    }

    /// The procedure for many directions that is called.
    fn many(&self, callee: &Callee) -> Option<UnitId> {
        let target = self.g.out.definition(callee.proc)?;
        self.all.count.contains_key(&target).then_some(target)
    }

    fn calls_many(&self, s: &Stmt) -> bool {
        let mut found = false;
        visit::walk_calls(std::slice::from_ref(s), &mut |r| found |= self.many(r.callee).is_some());
        found
    }

    pub(super) fn refuse(&mut self, s: &Stmt) {
        self.refuse_for(
            s,
            "the derivative of this statement cannot be written for many directions yet",
        );
    }

    fn refuse_for(&mut self, s: &Stmt, why: &str) {
        if std::env::var_os("ADC_DEBUG_VECTOR").is_some() {
            eprintln!("{:?}", s.kind);
        }
        self.g.come_to(s.span);
        self.g.refuse(
            codes::UNSUPPORTED_STATEMENT_AD,
            s.span,
            format!("{why}; use one direction at a time"),
        );
    }
}

/// Moves comments and label from the last statement to the first of those that stand in its place.
fn move_lead(out: &mut [Piece], first: usize) {
    let Some(Piece::Once(last) | Piece::Each(last)) = out.last_mut() else {
        return;
    };
    let (lead, label) = (std::mem::take(&mut last.lead), last.label.take());
    if let Some(Piece::Once(one) | Piece::Each(one)) = out.get_mut(first) {
        (one.lead, one.label) = (lead, label);
    }
}

/// Gives the first of several statements the comments and the label of the one that they replace.
pub(super) fn take_place(out: &mut [Piece], first: usize, s: &Stmt) {
    if let Some(Piece::Once(one) | Piece::Each(one)) = out.get_mut(first) {
        one.lead.clone_from(&s.lead);
        one.label = s.label;
    }
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

/// A statement, and those inside it, for one direction.
fn at_direction(c: &Carriers, s: &mut Stmt, direction: &Expr) {
    visit::stmt_exprs_mut(&mut s.kind, &mut |e| at::at(c, e, direction));
    s.kind
        .for_each_block_mut(&mut |b| b.iter_mut().for_each(|s| at_direction(c, s, direction)));
}
