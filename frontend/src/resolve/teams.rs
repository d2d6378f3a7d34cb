//! Regions `parallel` of OpenMP. Their loops `do` become like those of `parallel do`, with the clauses of both, also in
//! blocks inside the region, such as those of a loop over time. All other statements run once, as on one thread: that
//! is right if the result of the program does not depend on the number of threads.
//!
//! A region stays a comment, with its loops, if it contains other constructs than loops, barriers, `single`,
//! `master` and `workshare`, or if threads hand on values of their own:
//!
//! * a loop, and a statement outside of it, set or use the same private variable, except as an index;
//! * statements outside of the loops change a `firstprivate` variable, or do more than reduce one that the region
//!   reduces.
//!
//! A private variable that only statements outside of the loops change is the same for all threads: the loops share it.
//! One that loops only [reduce](crate::ir::reduces) is a part of a result that statements outside, often under `critical`,
//! combine with those of other threads: the loops reduce it, so that the statements outside see the whole.

use super::named::{is_index, mentions, parallel_of, variables, writes};
use super::openmp::OpenMp;
use super::regions::fits;
use super::updates::is_update;
use crate::ast::Trivia;
use crate::directive::openmp::{self, Construct};
use crate::ir::visit::walk_block;
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
            *g = Team {
                is_open: true,
                parallel,
                start: stmts.len(),
                span,
                ..Team::default()
            };
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
                Some(_) => {}
                None => g.parallel = None,
            },
            Construct::EndParallel => {
                g.written.push((stmts.len(), Trivia::Comment(comment.into(), span)));
                self.end_team(g, stmts);
                return true;
            }
            Construct::EndDo if stmts.last().is_some_and(is_shared) => {}
            Construct::Do | Construct::Hint => return false,
            _ if is_passed(comment) == Some(true) => {}
            _ => {
                g.parallel = None;
                return false;
            }
        }
        g.written.push((stmts.len(), Trivia::Comment(comment.into(), span)));
        true
    }

    /// Ends a region that has no end in its block.
    pub(super) fn give_up(&mut self, g: &mut Team, stmts: &mut Block) {
        g.parallel = None;
        self.end_team(g, stmts);
    }

    /// Ends the region. If it cannot be kept, its directives become comments again.
    fn end_team(&mut self, g: &mut Team, stmts: &mut Block) {
        if !std::mem::take(&mut g.is_open) {
            return;
        }
        let closed = g.single.is_none() && stmts.len() >= g.start;
        if let (Some(parallel), true) = (g.parallel.take(), closed) {
            let mut region = stmts[g.start..].to_vec();
            if self.kept(&parallel, &mut region) {
                stmts.truncate(g.start);
                stmts.append(&mut region);
                let around = self.name_privates(&mut stmts[g.start..], &parallel, g.span);
                self.name_privates_of_loops(stmts, g.start);
                let end = stmts.len();
                around.insert(stmts, g.start, end);
                return;
            }
        }
        for s in stmts.iter_mut().skip(g.start).filter(|s| is_shared(s)) {
            plain(s);
        }
        for (k, t) in g.written.drain(..).rev() {
            match stmts.get_mut(k) {
                Some(s) => s.lead.insert(0, t),
                None => self.r.comments(&[t], stmts),
            }
        }
    }

    /// Names variables that loops of a block make private.
    fn name_privates_of_loops(&mut self, block: &mut Block, from: usize) {
        for k in (from..block.len()).rev() {
            let mut own = None;
            if let StmtKind::Directed { directive, .. } = &block[k].kind {
                own = parallel_of(directive).map(|p| (p, directive.span));
            }
            match own {
                Some((p, span)) => {
                    let around = self.name_privates(&mut block[k..=k], &p, span);
                    around.insert(block, k, k + 1);
                }
                None => {
                    let mut inside = |b: &mut Block| self.name_privates_of_loops(b, 0);
                    block[k].kind.for_each_block_mut(&mut inside);
                }
            }
        }
    }

    /// Makes the loops of a region those of threads; false if that is not possible.
    fn kept(&mut self, parallel: &Parallel, region: &mut Block) -> bool {
        if !self.loops_inside(parallel, region) {
            return false;
        }
        let mut outside = vec![];
        apart(region, &mut outside);
        let mut loops = vec![];
        walk_block(region, &mut |s| {
            if is_shared(s) {
                loops.push(s.clone());
            }
        });
        // a region without loops may call procedures that have some
        let mut calls = false;
        visit::walk_calls(region, &mut |_| calls = true);
        if loops.is_empty() && (!calls || parallel.threads.is_some()) {
            return false;
        }
        let mut steady = vec![];
        let mut parts = vec![];
        for v in variables(region) {
            let role = parallel.role(v);
            let (named, set) = (mentions(&outside, v), writes(&outside, v));
            let changed = loops.iter().any(|l| writes(std::slice::from_ref(l), v));
            match role {
                Role::Reduction(r) if named && reduces(&outside, v) != Some(r) => return false,
                Role::Last | Role::FirstAndLast if named => return false,
                Role::First if set => return false,
                Role::Private | Role::First if changed && named && !is_index(&outside, v) => {
                    let all: Vec<_> = loops.iter().filter(|l| mentions(std::slice::from_ref(*l), v)).collect();
                    let first = all.first().and_then(|l| reduces(std::slice::from_ref(*l), v));
                    let Some(r) = first else { return false };
                    if all.iter().any(|l| reduces(std::slice::from_ref(*l), v) != Some(r)) {
                        return false;
                    }
                    parts.push((v, Role::Reduction(r)));
                }
                Role::Private if set && !changed => steady.push(v),
                _ => {}
            }
        }
        each_shared(region, &mut |p| {
            let shared = steady.iter().map(|&v| (v, Role::Shared));
            for (v, role) in shared.chain(parts.iter().copied()) {
                p.roles.retain(|r| r.0 != v);
                p.roles.push((v, role));
            }
        });
        true
    }

    /// Makes loops `do` in blocks inside a region, or in a procedure that a region calls, those of threads. False if
    /// other constructs are there.
    pub(super) fn loops_inside(&mut self, parallel: &Parallel, block: &mut Block) -> bool {
        let mut fine = true;
        for s in block.iter_mut() {
            if is_shared(s) {
                continue;
            }
            // constructs inside a loop that threads share are those of its iterations
            let is_shared = s
                .lead
                .iter()
                .any(|t| matches!(t, Trivia::Comment(text, _) if is_do(text)));
            if !is_shared {
                s.kind
                    .for_each_block_mut(&mut |b| fine = fine && self.loops_inside(parallel, b));
            }
            fine = fine && self.loop_inside(parallel, s);
        }
        // ends of constructs at the end of a block
        let ends = |s: &Stmt| matches!(&s.kind, StmtKind::Comment(text) if is_passed(text) == Some(true));
        block.retain(|s| !ends(s) || s.label.is_some());
        let other = |s: &Stmt| matches!(&s.kind, StmtKind::Comment(text) if is_passed(text) == Some(false));
        fine && !block.iter().any(other)
    }

    /// The same for the directives before a statement.
    fn loop_inside(&mut self, parallel: &Parallel, s: &mut Stmt) -> bool {
        let mut lead = vec![];
        let mut found = None;
        for t in std::mem::take(&mut s.lead) {
            let Trivia::Comment(text, span) = &t else {
                lead.push(t);
                continue;
            };
            if is_do(text) {
                found = self.parallel_do(text, Some(parallel), *span).map(|f| (f, *span));
                if found.is_none() {
                    return false;
                }
                continue;
            }
            match is_passed(text) {
                Some(true) => {}
                Some(false) => return false,
                None => lead.push(t),
            }
        }
        s.lead = lead;
        let Some((found, span)) = found else { return true };
        let mut asks = Asks::Parallel(Box::new(found.parallel));
        if !fits(&mut asks, s) {
            return false;
        }
        let mut inner = std::mem::replace(s, Stmt::new(StmtKind::Continue));
        let lead = std::mem::take(&mut inner.lead);
        let directive = RegionDirective {
            asks,
            open: found.text,
            close: None,
            span,
        };
        *s = self.r.directed(directive, lead, vec![inner]);
        true
    }

    /// Makes loops `do` of a procedure without regions those of threads: regions of its callers share them. Each of
    /// their threads has the local variables of the procedure for itself.
    pub(super) fn orphans(&mut self, body: &mut Block) {
        let mut has = (false, false);
        visit::each_comment(body, &mut |text, _| {
            has.0 |= is_do(text);
            has.1 |= !is_do(text) && is_passed(text) == Some(false);
        });
        let mut shared = false;
        walk_block(body, &mut |s| shared |= is_shared(s));
        if !self.r.openmp || !has.0 || has.1 || shared {
            return;
        }
        let mut made = body.clone();
        if !self.loops_inside(&Parallel::default(), &mut made) {
            return;
        }
        self.name_privates_of_loops(&mut made, 0);
        let mut locals = vec![];
        walk_block(&made, &mut |s| {
            if let StmtKind::Directed { directive, body } = &s.kind {
                if let Asks::Parallel(p) = &directive.asks {
                    let own = |v: &SymbolId| {
                        let symbol = &self.r.p.symbols[*v];
                        let is_local = |v: &Variable| v.storage == Storage::Local && !v.attrs.save && v.init.is_none();
                        symbol.variable().is_some_and(is_local) && p.role(*v) == Role::Shared && writes(body, *v)
                    };
                    locals.extend(variables(body).into_iter().filter(own));
                }
            }
        });
        each_shared(&mut made, &mut |p| {
            for &v in &locals {
                if p.role(v) == Role::Shared {
                    p.roles.push((v, Role::Private));
                }
            }
        });
        *body = made;
    }
}

/// A region `parallel` in a block.
#[derive(Default)]
pub(super) struct Team {
    is_open: bool,
    /// Its clauses; `None` if it runs on one thread.
    parallel: Option<Parallel>,
    /// Its directive.
    span: Span,
    /// Number of statements before it.
    start: usize,
    /// Its directives, each with the number of statements before it.
    written: Vec<(usize, Trivia)>,
    /// Where statements begin that one thread runs.
    single: Option<usize>,
}

impl Team {
    /// The clauses of the region around.
    pub(super) fn around(&self) -> Option<&Parallel> {
        self.parallel.as_ref().filter(|_| self.is_open)
    }
}

/// The statements of a block apart from the loops that threads share; of others that contain one, all but it.
fn apart(block: &[Stmt], out: &mut Block) {
    for s in block.iter().filter(|s| !is_shared(s)) {
        let mut s = s.clone();
        s.kind.for_each_block_mut(&mut |b| {
            let mut rest = vec![];
            apart(b, &mut rest);
            *b = rest;
        });
        out.push(s);
    }
}

/// Calls `f` for the loops of a block that threads share.
fn each_shared(block: &mut Block, f: &mut dyn FnMut(&mut Parallel)) {
    for s in block {
        if let StmtKind::Directed { directive, .. } = &mut s.kind {
            if let Asks::Parallel(p) = &mut directive.asks {
                f(p);
                continue;
            }
        }
        s.kind.for_each_block_mut(&mut |b| each_shared(b, f));
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

fn is_do(text: &str) -> bool {
    let found = openmp::after_sentinel(text).and_then(openmp::construct);
    matches!(found, Some((_, Construct::Do, _)))
}

/// For a directive of OpenMP, true if the statements do the same without it on one thread, and threads may share the
/// loops beside it.
fn is_passed(text: &str) -> Option<bool> {
    let (words, construct, clauses) = openmp::after_sentinel(text).and_then(openmp::construct)?;
    Some(match construct {
        Construct::Other if words.ends_with("critical") => true,
        Construct::Other if words.ends_with("atomic") => is_update(clauses),
        Construct::Barrier | Construct::EndDo | Construct::Hint => true,
        Construct::Single | Construct::EndSingle => !clauses.contains('('),
        _ => false,
    })
}
