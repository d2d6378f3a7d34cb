//! Sums that the iterations of a parallel loop form under `atomic` or `critical` of OpenMP.
//!
//! If all statements under these constructs are increments of variables that the loop names nowhere else, the loop has
//! no other effect than with a reduction: a scalar gets [`Reduction::Sum`], and an array [`Role::Updated`]. Statements
//! for private variables may stand among them. Nothing else under these constructs is treated: the loop is not shared.

use crate::ast::Trivia;
use crate::directive::openmp::{self, Construct};
use crate::ir::visit::walk_block_exprs;
use crate::ir::*;
use indexmap::IndexMap;

/// The roles of the sums of a loop; `None` if it is not a counted one, or contains other constructs.
pub(super) fn updates(s: &Stmt, parallel: &Parallel) -> Option<Vec<(SymbolId, Role)>> {
    let StmtKind::Do {
        control: DoControl::Count { .. },
        body,
        ..
    } = &s.kind
    else {
        return None;
    };
    let mut sums = Sums {
        parallel,
        named: IndexMap::new(),
        whole: IndexMap::new(),
    };
    sums.block(body, false)?;
    // other mentions in the loop would see unfinished sums
    let alone = sums.named.iter().all(|(&v, &n)| mentions(body, v) == n);
    let role = |(v, whole)| match whole {
        true => (v, Role::Reduction(Reduction::Sum)),
        false => (v, Role::Updated),
    };
    alone.then(|| sums.whole.into_iter().map(role).collect())
}

struct Sums<'p> {
    parallel: &'p Parallel,
    /// How often increments under the constructs name a variable.
    named: IndexMap<SymbolId, usize>,
    /// True for a variable that they only name as a whole scalar.
    whole: IndexMap<SymbolId, bool>,
}

impl Sums<'_> {
    /// Looks at the statements of a block, `within` a critical section. `None` if there is a construct that is not
    /// treated.
    fn block(&mut self, block: &Block, within: bool) -> Option<()> {
        let mut critical = false;
        for s in block {
            let mut atomic = false;
            for t in &s.lead {
                if let Trivia::Comment(text, _) = t {
                    directive(text, within, &mut critical, &mut atomic)?;
                }
            }
            if let StmtKind::Comment(text) = &s.kind {
                directive(text, within, &mut critical, &mut atomic)?;
            }
            match within || critical || atomic {
                true => self.protected(s)?,
                false => {
                    if let StmtKind::Directed { directive, .. } = &s.kind {
                        (!matches!(directive.asks, Asks::Parallel(_))).then_some(())?;
                    }
                    let mut fits = Some(());
                    s.kind
                        .for_each_block(&mut |b| fits = fits.and_then(|()| self.block(b, false)));
                    fits?;
                }
            }
        }
        (!critical).then_some(())
    }

    /// A statement that one thread at a time runs.
    fn protected(&mut self, s: &Stmt) -> Option<()> {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            let v = lhs.base_symbol()?;
            if self.parallel.role(v) != Role::Shared {
                return Some(());
            }
            amounts_added(lhs, rhs)?;
            let is_whole =
                lhs.is_name() && lhs.rank == 0 && matches!(lhs.ty, Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_));
            *self.named.entry(v).or_default() += 2;
            *self.whole.entry(v).or_insert(true) &= is_whole;
            return Some(());
        }
        let nested = matches!(s.kind, StmtKind::If { .. } | StmtKind::Do { .. });
        let mut fits = (nested || matches!(s.kind, StmtKind::Comment(_) | StmtKind::Continue)).then_some(());
        s.kind
            .for_each_block(&mut |b| fits = fits.and_then(|()| self.block(b, true)));
        fits
    }
}

/// A comment before a statement: `None` for a construct that is not treated.
fn directive(text: &str, within: bool, critical: &mut bool, atomic: &mut bool) -> Option<()> {
    let Some((words, construct, clauses)) = openmp::after_sentinel(text).and_then(openmp::construct) else {
        return Some(());
    };
    match words {
        "critical" if !within && !*critical => *critical = true,
        "end critical" if *critical => *critical = false,
        "atomic" if is_update(clauses) && !within && !*critical => *atomic = true,
        "end atomic" => {}
        _ if matches!(construct, Construct::Hint | Construct::EndParallelDo) => {}
        _ => return None,
    }
    Some(())
}

/// True for the clauses of an `atomic` that updates a variable, whatever its order in memory is.
pub(super) fn is_update(clauses: &str) -> bool {
    let others = ["read", "write", "capture", "compare"];
    openmp::clauses(clauses).is_ok_and(|all| !all.iter().any(|c| others.contains(&c.name.as_str())))
}

/// How often statements name a variable.
fn mentions(block: &Block, v: SymbolId) -> usize {
    let mut n = 0;
    walk_block_exprs(block, &mut |e| {
        n += usize::from(matches!(e.kind, ExprKind::Var(x) if x == v))
    });
    n
}
