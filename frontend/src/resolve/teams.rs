//! Regions `parallel` of OpenMP that contain nothing but loops that threads share, barriers, and statements that one
//! thread runs: `single`, `master`. The loops become like those of `parallel do`, with the clauses of both. Between
//! them, the statements of one thread run as without the region. Other regions stay comments, with their loops.

use super::openmp::OpenMp;
use crate::ast::Trivia;
use crate::directive::openmp::{self, Construct};
use crate::ir::*;

impl OpenMp<'_, '_> {
    /// Looks at a comment of a region `parallel`: true if the comment belongs to the region, and is not kept.
    pub(super) fn in_team(&mut self, g: &mut Team, stmts: &mut Block, comment: &str, span: Span) -> bool {
        if !self.r.openmp {
            return false;
        }
        let Some((words, construct, clauses)) = openmp::after_sentinel(comment).and_then(openmp::construct) else {
            return false;
        };
        if construct == Construct::Parallel {
            let parallel = self.clauses(words, clauses, span);
            g.is_open = true;
            g.parallel = parallel;
            g.start = stmts.len();
            g.written = vec![];
            g.once = vec![];
            g.single = None;
            g.written.push((stmts.len(), Trivia::Comment(comment.into(), span)));
            return true;
        }
        if !g.is_open {
            return false;
        }
        match construct {
            Construct::Barrier => {}
            Construct::Single if clauses.trim_ascii().is_empty() => g.single = Some(stmts.len()),
            Construct::EndSingle if !clauses.contains('(') => match g.single.take() {
                Some(from) => g.once.push((from, stmts.len())),
                None => g.parallel = None,
            },
            Construct::EndParallel => {
                g.written.push((stmts.len(), Trivia::Comment(comment.into(), span)));
                g.end(stmts);
                return true;
            }
            Construct::EndDo if stmts.last().is_some_and(is_shared) => {}
            Construct::Do | Construct::Hint => return false,
            _ => {
                g.parallel = None;
                return false;
            }
        }
        g.written.push((stmts.len(), Trivia::Comment(comment.into(), span)));
        true
    }
}

/// A region `parallel` in a block.
#[derive(Default)]
pub(super) struct Team {
    is_open: bool,
    /// Its clauses; `None` if it runs on one thread.
    parallel: Option<Parallel>,
    /// Number of statements before it.
    start: usize,
    /// Its directives, each with the number of statements before it.
    written: Vec<(usize, Trivia)>,
    /// Ranges of statements that one thread runs.
    once: Vec<(usize, usize)>,
    /// Where such a range begins.
    single: Option<usize>,
}

impl Team {
    /// The clauses of the region around.
    pub(super) fn around(&self) -> Option<&Parallel> {
        self.parallel.as_ref().filter(|_| self.is_open)
    }

    /// Ends a region that has no end in its block.
    pub(super) fn give_up(&mut self, stmts: &mut Block) {
        self.parallel = None;
        self.end(stmts);
    }

    /// Ends the region: if it contains anything but loops that threads share, and statements of one thread, its
    /// directives become comments again.
    pub(super) fn end(&mut self, stmts: &mut Block) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        let has_sums = |p: &Parallel| p.roles.iter().any(|r| matches!(r.1, Role::Reduction(_)));
        let closed = self.single.is_none() && stmts.len() >= self.start;
        let sums = self.parallel.as_ref().is_some_and(has_sums) && !self.once.is_empty();
        let once = |k: usize| self.once.iter().any(|&(from, to)| from <= k && k < to);
        let fits = |(k, s): (usize, &Stmt)| k < self.start || is_shared(s) || once(k) || is_no_work(s);
        if self.parallel.take().is_some() && closed && !sums && stmts.iter().enumerate().all(fits) {
            return;
        }
        for s in stmts.iter_mut().skip(self.start).filter(|s| is_shared(s)) {
            plain(s);
        }
        for (k, t) in self.written.drain(..).rev() {
            let at = k.min(stmts.len().saturating_sub(1));
            if let Some(s) = stmts.get_mut(at) {
                s.lead.insert(0, t);
            }
        }
    }
}

/// Makes a shared loop plain again, its directive a comment.
fn plain(s: &mut Stmt) {
    let StmtKind::Directed { directive, body } = &mut s.kind else {
        return;
    };
    let comment = Trivia::Comment(directive.open.clone(), directive.span);
    let Some(mut l) = body.pop() else { return };
    l.lead.insert(0, comment);
    l.lead.splice(0..0, std::mem::take(&mut s.lead));
    l.label = l.label.or(s.label);
    *s = l;
}

fn is_shared(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::Directed { directive, .. } if matches!(directive.asks, Asks::Parallel(_)))
}

fn is_no_work(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Comment(_) | StmtKind::Continue | StmtKind::Format(_))
}
