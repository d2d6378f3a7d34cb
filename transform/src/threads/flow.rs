//! What statements do first with a variable, and whether its value is read after a loop.
//!
//! ```text
//! assignment to the whole       Set, unless its right side reads the variable; so does the association of a pointer
//! assignment to a part          Neither, in the same case
//! argument of a procedure       Set, if the procedure sets it first
//! other mention                 Read
//! branch, SELECT CASE           Read if an arm reads first; Set if all arms set, and one of them always runs
//! loop                          Read if its body reads first; else as if it may have no iterations
//! ```
//!
//! Of an array of adc, the first mention in the text counts ([`Flow::first_in_text`]). Each belongs to the statements
//! of an iteration, or of a loop in it, and these set the elements that they read.

use super::marked::parallel;
use adc_analysis::path_of;
use adc_frontend::ir::visit::{each_call, stmt_exprs, walk_designators};
use adc_frontend::ir::*;

/// What comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum First {
    Set,
    Read,
    /// Neither on some way.
    Neither,
}

/// Looks for what statements do with a variable.
#[derive(Clone, Copy)]
pub(super) struct Flow<'c> {
    pub v: SymbolId,
    /// The components that are asked about: none for all.
    pub path: &'c [SymbolId],
    /// An array of adc.
    pub in_text: bool,
    /// True if a procedure sets an argument, given by its position and its keyword, before it reads it.
    pub sets: &'c dyn Fn(SymbolId, usize, Option<&str>) -> bool,
}

impl Flow<'_> {
    /// What statements do first with the variable.
    pub(super) fn first(&self, block: &[Stmt]) -> First {
        if self.in_text {
            return self.first_in_text(block);
        }
        for s in block {
            match self.of_statement(s) {
                First::Neither => {}
                found => return found,
            }
        }
        First::Neither
    }

    /// What the statements do that first mention an array.
    fn first_in_text(&self, block: &[Stmt]) -> First {
        let mut found = First::Neither;
        visit::walk_block(block, &mut |s| {
            if found == First::Neither && self.reads(&s.kind) {
                let mut without = s.clone();
                without.kind.for_each_block_mut(&mut |b| b.clear());
                found = match self.of_statement(&without) {
                    First::Neither => First::Read,
                    found => found,
                };
            }
        });
        found
    }

    fn is_it(&self, e: &Expr) -> bool {
        let mut found = false;
        walk_designators(e, &mut |x| found |= self.has(x));
        found
    }

    /// True for a designator of what is asked about, of a part of it, or of an object that contains it.
    fn has(&self, e: &Expr) -> bool {
        e.base_symbol() == Some(self.v) && path_of(e).iter().zip(self.path).all(|(a, b)| a == b)
    }

    fn is_in(&self, block: &[Stmt]) -> bool {
        let mut found = false;
        visit::walk_block(block, &mut |s| found |= self.reads(&s.kind));
        found
    }

    fn reads(&self, s: &StmtKind) -> bool {
        let mut found = false;
        stmt_exprs(s, &mut |e| found |= self.is_it(e));
        found
    }

    /// What an assignment of a value does.
    fn set(&self, lhs: &Expr, rhs: Option<&Expr>) -> First {
        let mut read = rhs.is_some_and(|e| self.is_it(e));
        visit::subscripts(lhs, &mut |e| read |= self.is_it(e));
        let is_whole = self.in_text || is_full(lhs) && path_of(lhs).len() <= self.path.len();
        match (read, self.has(lhs)) {
            (true, _) => First::Read,
            (false, true) if is_whole => First::Set,
            (false, _) => First::Neither,
        }
    }

    /// True if the variable is an argument of a procedure that sets it first, and mentioned nowhere else.
    fn is_set_by_call(&self, s: &Stmt) -> bool {
        let (mut set, mut mentioned) = (false, 0);
        each_call(s, &mut |r| {
            for (k, a) in r.args.iter().enumerate() {
                let whole = |e: &&Expr| matches!(e.kind, ExprKind::Var(v) if v == self.v);
                let keyword = a.keyword.as_deref();
                set |= a.expr().filter(whole).is_some() && (self.sets)(r.callee.proc, k, keyword);
            }
        });
        stmt_exprs(&s.kind, &mut |e| {
            visit::walk_expr(e, &mut |x| {
                mentioned += usize::from(matches!(x.kind, ExprKind::Var(v) if v == self.v))
            });
        });
        set && mentioned == 1
    }

    fn of_statement(&self, s: &Stmt) -> First {
        if self.is_set_by_call(s) && matches!(s.kind, StmtKind::Assign { .. } | StmtKind::Call { .. }) {
            return First::Set;
        }
        match &s.kind {
            StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs } => self.set(lhs, Some(rhs)),
            StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } => self.set(e, None),
            StmtKind::If { arms, .. } => {
                let mut all_set = arms.last().is_some_and(|a| a.cond.is_none());
                for a in arms {
                    if a.cond.as_ref().is_some_and(|c| self.is_it(c)) {
                        return First::Read;
                    }
                    match self.first(&a.body) {
                        First::Read => return First::Read,
                        First::Set => {}
                        First::Neither => all_set = false,
                    }
                }
                match all_set {
                    true => First::Set,
                    false => First::Neither,
                }
            }
            StmtKind::Select { expr, cases, .. } => {
                if self.is_it(expr) {
                    return First::Read;
                }
                let mut all_set = cases.iter().any(|c| c.values.is_none());
                for c in cases {
                    match self.first(&c.body) {
                        First::Read => return First::Read,
                        First::Set => {}
                        First::Neither => all_set = false,
                    }
                }
                match all_set {
                    true => First::Set,
                    false => First::Neither,
                }
            }
            StmtKind::Do { control, body, .. } => {
                if self.reads(&s.kind) {
                    return First::Read;
                }
                if matches!(control, DoControl::Count { var, .. } if *var == self.v) {
                    return First::Set;
                }
                match self.first(body) {
                    First::Read => First::Read,
                    First::Set | First::Neither => First::Neither,
                }
            }
            StmtKind::Directed { body, .. } => self.first(body),
            StmtKind::Deallocate { objects, .. } if objects.iter().any(|o| o.base_symbol() == Some(self.v)) => {
                First::Set
            }
            StmtKind::Allocate { objects, .. }
                if objects
                    .iter()
                    .any(|o| matches!(o.0.kind, ExprKind::Var(v) if v == self.v)) =>
            {
                First::Set
            }
            other => {
                let mut found = self.reads(other);
                other.for_each_block(&mut |b| found |= self.is_in(b));
                match found {
                    true => First::Read,
                    false => First::Neither,
                }
            }
        }
    }
}

/// True for a variable or component without subscripts, and for `a(:)`.
fn is_full(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Index(base, subs) => {
            base.is_name() && subs.iter().all(|s| matches!(s, Subscript::Range(None, None, None)))
        }
        _ => e.is_name(),
    }
}

/// Looks for the value of a variable after a marked loop.
pub(super) struct After<'s> {
    pub flow: Flow<'s>,
    /// The loop.
    pub target: &'s Stmt,
    /// The loops that stem from this one neither read nor set the variable: threads keep it for themselves.
    pub skipped: Option<StmtId>,
    found: bool,
}

impl<'s> After<'s> {
    pub(super) fn new(flow: Flow<'s>, target: &'s Stmt, skipped: Option<StmtId>) -> Self {
        After {
            flow,
            target,
            skipped,
            found: false,
        }
    }

    /// True if the procedure may read the variable after the loop, before it is set again.
    pub(super) fn reads(mut self, body: &[Stmt]) -> bool {
        self.before(body, false);
        self.found
    }

    /// True if the variable is live before the statements, if it is so after them.
    fn before(&mut self, block: &[Stmt], after: bool) -> bool {
        let mut live = after;
        for s in block.iter().rev() {
            if std::ptr::eq(s, self.target) {
                self.found |= live;
            }
            live = self.before_one(s, live);
        }
        live
    }

    /// True for a construct that contains the loop.
    fn is_around(&self, s: &Stmt) -> bool {
        let mut found = false;
        s.kind
            .for_each_block(&mut |b| visit::walk_block(b, &mut |x| found |= std::ptr::eq(x, self.target)));
        found
    }

    fn before_one(&mut self, s: &Stmt, live: bool) -> bool {
        if parallel(s).is_some_and(|(p, _)| Some(p.of) == self.skipped) {
            return live;
        }
        if self.flow.in_text && !self.is_around(s) {
            return match self.flow.first_in_text(std::slice::from_ref(s)) {
                First::Set => false,
                First::Read => true,
                First::Neither => live,
            };
        }
        if let StmtKind::If { arms, .. } = &s.kind {
            let mut any = arms.last().is_none_or(|a| a.cond.is_some()) && live;
            for a in arms {
                any |= self.before(&a.body, live);
                any |= a.cond.as_ref().is_some_and(|c| self.flow.is_it(c));
            }
            return any;
        }
        if let StmtKind::Select { expr, cases, .. } = &s.kind {
            let mut any = cases.iter().all(|c| c.values.is_some()) && live;
            for c in cases {
                any |= self.before(&c.body, live);
            }
            return any || self.flow.is_it(expr);
        }
        if let StmtKind::Do { body, .. } = &s.kind {
            let once = self.before(body, live) || live;
            let inside = self.before(body, once);
            return live || once || inside || self.flow.reads(&s.kind);
        }
        if let StmtKind::Directed { body, .. } = &s.kind {
            return self.before(body, live);
        }
        let found = match self.flow.of_statement(s) {
            First::Set => false,
            First::Read => true,
            First::Neither => live,
        };
        // blocks of other constructs
        s.kind.for_each_block(&mut |b| {
            self.before(b, found || live);
        });
        found
    }
}
