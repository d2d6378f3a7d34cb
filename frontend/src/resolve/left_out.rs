//! Constructs of OpenMP that stay comments, since derivatives run their statements on one thread. Their private
//! variables get [names of their own](super::private_names), as those of other constructs do.
//!
//! A directive about a loop concerns the statement after it. Others concern the statements before the directive that
//! ends them, or all that follow in the block.

use super::named::{is_parallel, keep_index};
use super::openmp::OpenMp;
use crate::ast::{fold, Trivia};
use crate::directive::openmp::{self, Clause, Construct};
use crate::ir::*;

impl OpenMp<'_, '_> {
    /// Names the private variables of the constructs in a block, from the inside out; those of DO CONCURRENT, too.
    /// `shared`: they are in a loop that threads share.
    pub(super) fn name_privates_left_out(&mut self, block: &mut Block, shared: bool) {
        for k in (0..block.len()).rev() {
            let inside = shared || is_parallel(&block[k]);
            let mut inner = |b: &mut Block| self.name_privates_left_out(b, inside);
            block[k].kind.for_each_block_mut(&mut inner);
            self.concurrent(block, k, !inside);
            if !self.r.openmp {
                continue;
            }
            let found: Vec<(Parallel, Span, usize)> = block[k]
                .lead
                .iter()
                .filter_map(|t| match t {
                    Trivia::Comment(text, span) => {
                        let mut parallel = self.data_clauses(text)?;
                        keep_index(text, &block[k], &mut parallel);
                        // statements after it: those before it may become more
                        Some((parallel, *span, block.len() - end_of(text, block, k)))
                    }
                    _ => None,
                })
                .collect();
            for (parallel, span, after) in found.into_iter().rev() {
                let end = block.len() - after;
                let around = self.name_privates(&mut block[k..end], &parallel, span);
                around.insert(block, k, end);
            }
        }
    }

    /// The private variables that a directive names; `None` for others.
    fn data_clauses(&self, text: &str) -> Option<Parallel> {
        let (words, construct, rest) = openmp::after_sentinel(text).and_then(openmp::construct)?;
        let without = ["threadprivate", "declare", "atomic", "critical", "flush", "cancel"];
        let ends = words.starts_with("end ") || without.contains(&words);
        if ends || construct == Construct::Barrier {
            return None;
        }
        let mut parallel = Parallel::default();
        for Clause { name, text } in openmp::clauses(rest).ok()? {
            let role = match name.as_str() {
                "private" => Role::Private,
                "firstprivate" => Role::First,
                "lastprivate" | "linear" | "reduction" | "copyprivate" | "shared" => Role::Shared,
                "default" => {
                    match text.map(fold).as_deref() {
                        Some("private") => parallel.default = Some(Role::Private),
                        Some("firstprivate") => parallel.default = Some(Role::First),
                        _ => {}
                    }
                    continue;
                }
                _ => continue,
            };
            let names = text.map_or(vec![], openmp::list);
            for n in names {
                let n = n.rsplit(':').next().unwrap_or(n).trim_ascii();
                if let Some(v) = self.r.lookup(&fold(n)) {
                    match parallel.roles.iter_mut().find(|r| r.0 == v) {
                        // firstprivate and lastprivate
                        Some(known) => known.1 = Role::Shared,
                        None => parallel.roles.push((v, role)),
                    }
                }
            }
        }
        Some(parallel)
    }
}

/// The end of the statements of a block that a directive before statement `k` concerns.
fn end_of(text: &str, block: &[Stmt], k: usize) -> usize {
    let Some((words, _, rest)) = openmp::after_sentinel(text).and_then(openmp::construct) else {
        return k;
    };
    let is_loop = ["do", "simd", "loop"].iter().any(|w| words.ends_with(w)) || rest.starts_with("loop");
    if is_loop {
        return k + 1;
    }
    let mut depth = 0;
    for (at, s) in block.iter().enumerate().skip(k) {
        for (t, _) in visit::comments(s) {
            let Some((other, ..)) = openmp::after_sentinel(t).and_then(openmp::construct) else {
                continue;
            };
            if other == words {
                depth += 1;
            } else if other.strip_prefix("end ") == Some(words) {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
        }
    }
    match matches!(block[k].kind, StmtKind::Do { .. }) {
        true => k + 1,
        false => block.len(),
    }
}
