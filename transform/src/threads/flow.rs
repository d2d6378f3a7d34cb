//! What statements do first with a variable, and whether its value is read after a loop.
//!
//! ```text
//! assignment to the whole    Set, unless its right side reads the variable
//! other mention              Read
//! branch                     Read if an arm reads first; Set if all arms set, and one of them always runs
//! loop                       Read if its body reads first; else as if it may have no iterations
//! ```
//!
//! Of an array, the first mention in the text counts ([`first_in_text`]): only arrays of adc are asked about. Each
//! belongs to the statements of an iteration, or of a loop in it, and these set the elements that they read.

use super::parallel;
use adc_frontend::ir::visit::{mentions, stmt_exprs};
use adc_frontend::ir::*;

/// What comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum First {
    Set,
    Read,
    /// Neither on some way.
    Neither,
}

/// What statements do first with a variable.
pub(super) fn first(block: &[Stmt], v: SymbolId) -> First {
    for s in block {
        match of_statement(s, v) {
            First::Neither => {}
            found => return found,
        }
    }
    First::Neither
}

/// What the statements do that first mention an array.
pub(super) fn first_in_text(block: &[Stmt], v: SymbolId) -> First {
    let mut found = First::Neither;
    visit::walk_block(block, &mut |s| {
        if found == First::Neither && reads(&s.kind, v) {
            let sets = matches!(
                s.kind,
                StmtKind::Assign { .. } | StmtKind::Pop(_) | StmtKind::Deallocate { .. }
            );
            found = First::Read;
            if sets {
                found = of_statement(s, v);
            } else if matches!(s.kind, StmtKind::Allocate { .. }) {
                found = First::Set;
            }
        }
    });
    found
}

fn reads(s: &StmtKind, v: SymbolId) -> bool {
    let mut found = false;
    stmt_exprs(s, &mut |e| found |= mentions(e, &|x| x == v));
    found
}

fn of_statement(s: &Stmt, v: SymbolId) -> First {
    match &s.kind {
        StmtKind::Assign { lhs, rhs } => {
            let mut read = mentions(rhs, &|x| x == v);
            visit::subscripts(lhs, &mut |e| read |= mentions(e, &|x| x == v));
            match (read, lhs.base_symbol() == Some(v)) {
                (true, _) => First::Read,
                (false, true) => First::Set,
                (false, false) => First::Neither,
            }
        }
        StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } => {
            let mut read = false;
            visit::subscripts(e, &mut |e| read |= mentions(e, &|x| x == v));
            match (read, e.base_symbol() == Some(v)) {
                (true, _) => First::Read,
                (false, true) => First::Set,
                (false, false) => First::Neither,
            }
        }
        StmtKind::If { arms, .. } => {
            let mut all_set = arms.last().is_some_and(|a| a.cond.is_none());
            for a in arms {
                if a.cond.as_ref().is_some_and(|c| mentions(c, &|x| x == v)) {
                    return First::Read;
                }
                match first(&a.body, v) {
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
            if reads(&s.kind, v) {
                return First::Read;
            }
            if matches!(control, DoControl::Count { var, .. } if *var == v) {
                return First::Set;
            }
            match first(body, v) {
                First::Read => First::Read,
                First::Set | First::Neither => First::Neither,
            }
        }
        StmtKind::Directed { body, .. } => first(body, v),
        StmtKind::Deallocate { objects, .. } if objects.iter().any(|o| o.base_symbol() == Some(v)) => First::Set,
        other => {
            let mut found = reads(other, v);
            other.for_each_block(&mut |b| found |= first(b, v) != First::Neither);
            match found {
                true => First::Read,
                false => First::Neither,
            }
        }
    }
}

/// Looks for the value of a variable after a marked loop.
pub(super) struct After<'s> {
    pub v: SymbolId,
    /// The loop.
    pub target: &'s Stmt,
    /// The loops that stem from this one neither read nor set the variable: threads keep it for themselves.
    pub skipped: Option<StmtId>,
    /// Of an array, the first mention in the text counts.
    pub array: bool,
    found: bool,
}

impl<'s> After<'s> {
    pub(super) fn new(v: SymbolId, array: bool, target: &'s Stmt, skipped: Option<StmtId>) -> Self {
        After {
            v,
            target,
            skipped,
            array,
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
        if self.array && !self.is_around(s) {
            return match first_in_text(std::slice::from_ref(s), self.v) {
                First::Set => false,
                First::Read => true,
                First::Neither => live,
            };
        }
        if let StmtKind::If { arms, .. } = &s.kind {
            let mut any = arms.last().is_none_or(|a| a.cond.is_some()) && live;
            for a in arms {
                any |= self.before(&a.body, live);
                any |= a.cond.as_ref().is_some_and(|c| mentions(c, &|x| x == self.v));
            }
            return any;
        }
        if let StmtKind::Do { body, .. } = &s.kind {
            let once = self.before(body, live) || live;
            let inside = self.before(body, once);
            return live || once || inside || reads(&s.kind, self.v);
        }
        if let StmtKind::Directed { body, .. } = &s.kind {
            return self.before(body, live);
        }
        let found = match of_statement(s, self.v) {
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
