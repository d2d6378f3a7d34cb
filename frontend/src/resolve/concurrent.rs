//! Locality in DO CONCURRENT, and threads that share its iterations.
//!
//! `LOCAL(t)` and `LOCAL_INIT(t)` declare variables of each iteration, which may hide others: they are private variables
//! ([`super::private_names`]), with the value from before the loop for `LOCAL_INIT`. Sums and the like in `REDUCE(+: s)`
//! are those of a plain loop.
//!
//! With `-fopenmp`, threads share the loop as if `parallel do` were before it. A scalar without locality that an
//! iteration sets has no value after the loop, and none that an iteration may read before: it is private, too. The same
//! would hold for an array whose elements several iterations set. So a loop that sets elements by subscripts without its
//! indices, or passes variables to procedures, stays on one thread.

use super::named::{variables, writes};
use super::openmp::OpenMp;
use crate::ast::fold;
use crate::codes;
use crate::diag::Diagnostic;
use crate::directive::openmp::{clauses, list};
use crate::ir::visit::{walk_block, walk_expr};
use crate::ir::*;

impl OpenMp<'_, '_> {
    /// Names the local variables of a DO CONCURRENT at a place of a block. With `-fopenmp`, marks it for threads if
    /// `shares`.
    pub(super) fn concurrent(&mut self, block: &mut Block, k: usize, shares: bool) {
        let StmtKind::Do {
            control: DoControl::Concurrent { locality, ranges, .. },
            body,
            ..
        } = &block[k].kind
        else {
            return;
        };
        let (indices, span) = (ranges.iter().map(|r| r.0).collect::<Vec<_>>(), block[k].span);
        let Some(mut roles) = self.localities(&locality.clone(), span) else {
            return;
        };
        let shared = shares && self.r.openmp && is_shareable(body, &indices);
        let parallel = Parallel {
            roles: roles.clone(),
            ..Parallel::default()
        };
        if let StmtKind::Do {
            control: DoControl::Concurrent { locality, .. },
            ..
        } = &mut block[k].kind
        {
            if roles.iter().any(|r| r.1 != Role::Shared) {
                // from now on, names tell the variables apart
                *locality = "".into();
            }
        }
        let around = self.name_privates(&mut block[k..=k], &parallel, span);
        if !shared {
            around.insert(block, k, k + 1);
            return;
        }
        let StmtKind::Do { body, .. } = &block[k].kind else {
            return;
        };
        let own = variables(body);
        // private variables have new symbols
        roles.retain(|r| own.contains(&r.0));
        for p in &self.r.privates {
            if let Some(r) = parallel.roles.iter().find(|r| r.0 == p.of && own.contains(&p.own)) {
                roles.push((p.own, r.1));
            }
        }
        for v in own {
            let is_scalar = self.r.p.symbols[v].variable().is_some_and(|v| v.dims.is_empty());
            if is_scalar && roles.iter().all(|r| r.0 != v) && !indices.contains(&v) && writes(body, v) {
                roles.push((v, Role::Private));
            }
        }
        let asks = Asks::Parallel(Box::new(Parallel {
            shares_loop: true,
            roles,
            collapse: indices.len(),
            ..Parallel::default()
        }));
        let directive = RegionDirective {
            asks,
            open: CONCURRENT.into(),
            close: None,
            span,
        };
        let mut inner = std::mem::replace(&mut block[k], Stmt::new(StmtKind::Continue));
        let lead = std::mem::take(&mut inner.lead);
        block[k] = self.r.directed(directive, lead, vec![inner]);
        around.insert(block, k, k + 1);
    }

    /// The roles that localities give to variables; `None` if they are not understood.
    fn localities(&mut self, text: &str, span: Span) -> Option<Vec<(SymbolId, Role)>> {
        let mut out = vec![];
        for c in clauses(text).ok()? {
            let (role, names) = match (c.name.as_str(), c.text) {
                ("local", Some(names)) => (Role::Private, names),
                ("local_init", Some(names)) => (Role::First, names),
                ("shared", Some(names)) => (Role::Shared, names),
                ("reduce", Some(text)) => {
                    let (operator, names) = text.split_once(':')?;
                    (Role::Reduction(Reduction::named(&fold(operator.trim_ascii()))?), names)
                }
                _ => continue,
            };
            for name in list(names) {
                let Some(v) = self.r.lookup(&fold(name)) else {
                    let message = format!("`{name}` in a locality is not a variable");
                    self.r.report(Diagnostic::error(codes::UNDECLARED_NAME, span, message));
                    return None;
                };
                out.push((v, role));
            }
        }
        Some(out)
    }
}

/// The word for such loops in messages.
const CONCURRENT: &str = "do concurrent";

/// True if iterations set scalars, and elements of arrays by subscripts with an index, and nothing else.
fn is_shareable(body: &Block, indices: &[SymbolId]) -> bool {
    let mut fits = true;
    walk_block(body, &mut |s| {
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            let mut moves = lhs.is_name() && lhs.rank == 0;
            visit::subscripts(lhs, &mut |e| moves |= tells_apart(e, indices));
            fits &= moves;
        } else if let StmtKind::Do { control, .. } = &s.kind {
            fits &= matches!(control, DoControl::Count { .. });
        } else {
            fits &= matches!(
                s.kind,
                StmtKind::If { .. } | StmtKind::Select { .. } | StmtKind::Continue | StmtKind::Comment(_)
            );
        }
    });
    fits
}

/// True for a subscript such as `i + 1`, or `cell(i)`, which no iteration shares in sensible programs; not for `mod(i, 2)`.
fn tells_apart(e: &Expr, indices: &[SymbolId]) -> bool {
    let mut plain = true;
    walk_expr(e, &mut |x| {
        plain &= !matches!(
            x.kind,
            ExprKind::Intrinsic(..) | ExprKind::Call(..) | ExprKind::Binary(BinaryOp::Div, ..)
        )
    });
    plain && visit::mentions(e, &|v| indices.contains(&v))
}
