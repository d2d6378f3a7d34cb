//! Directives of OpenMP, if the program is compiled with `-fopenmp`.
//!
//! `parallel do` becomes a [`StmtKind::Directed`] around its loop, its clauses resolved to symbols. So does `do` in a
//! region `parallel` that contains nothing but such loops, barriers, and statements of `single` or `master`, which run
//! between them. Other constructs stay comments: the derivative of their statements runs on one thread, and is the same
//! if the result of the program does not depend on the number of threads. So does a loop with a clause, or a construct
//! inside it, that adc does not treat; of constructs inside it, adc treats [sums](super::updates) under `atomic` and
//! `critical`. Unknown words, and clauses that are not understood, are errors.

use super::state::Resolver;
use crate::ast::{fold, SmolStr, Trivia};
use crate::codes;
use crate::diag::Diagnostic;
use crate::directive::openmp::{self, Clause, Construct};
use crate::ir::visit::rewrite_expr;
use crate::ir::*;
use crate::near::nearest;
use crate::parse::expression;

/// Clauses of `parallel do simd` and others that change no value.
const HINTS: [&str; 8] = [
    "nowait",
    "proc_bind",
    "simdlen",
    "safelen",
    "aligned",
    "nontemporal",
    "order",
    "allocate",
];
/// Clauses with which a loop runs on one thread.
const SERIAL: [&str; 3] = ["ordered", "linear", "untied"];
/// The clauses of `parallel do` that adc obeys.
const OBEYED: [&str; 11] = [
    "private",
    "firstprivate",
    "lastprivate",
    "copyin",
    "shared",
    "default",
    "reduction",
    "schedule",
    "collapse",
    "num_threads",
    "if",
];

/// A `parallel do` of the source.
pub(super) struct Found {
    pub(super) parallel: Parallel,
    /// The directive as written, in one line.
    pub(super) text: SmolStr,
}

/// Name resolution of directives of OpenMP.
pub(super) struct OpenMp<'r, 'a> {
    pub(super) r: &'r mut Resolver<'a>,
}

impl OpenMp<'_, '_> {
    /// A block whose directives stand on one line each, with loops in place of sections.
    pub(super) fn joined(&mut self, mut block: Block, after: &[Trivia]) -> (Block, Vec<Trivia>) {
        for s in &mut block {
            s.lead = self.openmp_lines(std::mem::take(&mut s.lead));
        }
        let after = self.openmp_lines(after.to_vec());
        match self.sections(&block, &after) {
            Some(made) => made,
            None => (block, after),
        }
    }

    /// Joins the lines of directives of OpenMP, and reports those that are not understood.
    fn openmp_lines(&mut self, lead: Vec<Trivia>) -> Vec<Trivia> {
        if !self.r.openmp || !lead.iter().any(is_of_openmp) {
            return lead;
        }
        let mut out: Vec<Trivia> = vec![];
        let mut goes_on = false;
        for t in lead {
            let Trivia::Comment(text, span) = &t else {
                out.push(t);
                continue;
            };
            let Some(line) = openmp::line(text) else {
                out.push(t);
                continue;
            };
            match out.last_mut() {
                Some(Trivia::Comment(before, place)) if (goes_on || line.continues) && is_text_of_openmp(before) => {
                    *before = format!("{before} {}", line.text).into();
                    place.hi = place.hi.max(span.hi);
                }
                _ => out.push(Trivia::Comment(format!("$omp {}", line.text).into(), *span)),
            }
            goes_on = line.goes_on;
        }
        for t in &out {
            if let Trivia::Comment(text, span) = t {
                self.check_openmp(text, *span);
            }
        }
        out
    }

    /// Reports unknown constructs.
    fn check_openmp(&mut self, text: &str, span: Span) {
        let Some(rest) = openmp::after_sentinel(text) else {
            return;
        };
        if openmp::construct(rest).is_none() {
            let word = rest.split_ascii_whitespace().next().unwrap_or_default();
            let message = format!("`{word}` is not a construct of OpenMP");
            let d = Diagnostic::error(codes::BAD_OPENMP, span, message);
            let words = [
                "parallel", "sections", "single", "critical", "atomic", "barrier", "simd",
            ];
            let near = nearest(word, words.into_iter());
            self.r.report(match near {
                Some(near) => d.help(format!("did you mean `{near}`?")),
                None => d,
            });
        }
    }

    /// The `parallel do` that a comment is, or the `do` in a region; `None` for other comments, and for loops that run
    /// on one thread.
    pub(super) fn parallel_do(&mut self, comment: &str, team: Option<&Parallel>, span: Span) -> Option<Found> {
        if !self.r.openmp {
            return None;
        }
        let rest = openmp::after_sentinel(comment)?;
        let (words, construct, clauses) = openmp::construct(rest)?;
        let around = match (construct, team) {
            (Construct::ParallelDo, _) => Parallel::default(),
            (Construct::Do, Some(team)) => team.clone(),
            _ => return None,
        };
        let own = self.clauses(words, clauses, span)?;
        let mut parallel = Parallel {
            shares_loop: true,
            schedule: own.schedule,
            collapse: own.collapse,
            default: own.default.or(around.default),
            threads: own.threads.or(around.threads),
            condition: own.condition.or(around.condition),
            roles: around.roles,
            copied: around.copied.into_iter().chain(own.copied).collect(),
            ..Parallel::default()
        };
        for (v, role) in own.roles {
            parallel.roles.retain(|r| r.0 != v);
            parallel.roles.push((v, role));
        }
        Some(Found {
            parallel,
            text: comment.into(),
        })
    }

    /// The clauses of a construct; `None` if it runs on one thread because of them, or if they are malformed.
    pub(super) fn clauses(&mut self, words: &str, text: &str, span: Span) -> Option<Parallel> {
        let clauses = match openmp::clauses(text) {
            Ok(clauses) => clauses,
            Err(rest) => {
                self.bad_openmp(span, format!("`{rest}` is not a clause"), None);
                return None;
            }
        };
        let mut parallel = Parallel::default();
        let mut serial = false;
        for c in &clauses {
            serial |= !self.clause(words, c, &mut parallel, span);
        }
        (!serial).then_some(parallel)
    }

    /// Adds a clause; false if the loop runs on one thread because of it, or if it is malformed.
    fn clause(&mut self, words: &str, c: &Clause, p: &mut Parallel, span: Span) -> bool {
        let name = c.name.as_str();
        if HINTS.contains(&name) {
            return true;
        }
        if SERIAL.contains(&name) {
            return false;
        }
        let Some(text) = c.text.filter(|_| OBEYED.contains(&name)) else {
            let message = match OBEYED.contains(&name) {
                true => format!("the clause `{name}` has no argument"),
                false => format!("`{name}` is not a clause of `{words}`"),
            };
            let near = nearest(name, OBEYED.into_iter());
            self.bad_openmp(span, message, near.map(|n| format!("did you mean `{n}`?")));
            return false;
        };
        match name {
            "private" => self.add_roles(text, Role::Private, p, span),
            "firstprivate" => self.add_roles(text, Role::First, p, span),
            "lastprivate" => self.add_roles(text, Role::Last, p, span),
            "copyin" => {
                let known = p.roles.len();
                if !self.add_roles(text, Role::First, p, span) {
                    return false;
                }
                let copied: Vec<SymbolId> = p.roles[known..].iter().map(|r| r.0).collect();
                let can_be_declared = copied.iter().all(|&v| self.copy(v).is_some());
                p.copied.extend(copied);
                can_be_declared
            }
            "shared" => self.add_roles(text, Role::Shared, p, span),
            "reduction" => self.add_reduction(text, p, span),
            "default" => match fold(text).as_str() {
                "shared" | "none" => true,
                "private" => {
                    p.default = Some(Role::Private);
                    true
                }
                "firstprivate" => {
                    p.default = Some(Role::First);
                    true
                }
                _ => {
                    let help =
                        "write `default(none)`, `default(shared)`, `default(private)` or `default(firstprivate)`";
                    self.bad_openmp(span, format!("`default({text})` is not understood"), Some(help.into()));
                    false
                }
            },
            "schedule" => {
                let parts = openmp::list(text);
                let kind = fold(parts[0].rsplit(':').next().unwrap_or_default().trim_ascii());
                if !["static", "dynamic", "guided", "auto", "runtime"].contains(&kind.as_str()) {
                    let help = "write `schedule(static)`, `schedule(dynamic, 4)` or `schedule(guided)`";
                    self.bad_openmp(span, format!("`schedule({text})` is not understood"), Some(help.into()));
                    return false;
                }
                let chunk = parts.get(1).and_then(|t| self.clause_value(t, span));
                p.schedule = Some((kind, chunk));
                true
            }
            "collapse" => {
                let Some(depth) = self.clause_value(text, span).as_ref().and_then(int_value) else {
                    let help = "write `collapse(2)`".to_string();
                    self.bad_openmp(span, format!("`collapse({text})` is not understood"), Some(help));
                    return false;
                };
                p.collapse = usize::try_from(depth).unwrap_or_default();
                true
            }
            "num_threads" => {
                p.threads = self.clause_value(text, span);
                true
            }
            _ => {
                let condition = text.rsplit(':').next().unwrap_or(text);
                p.condition = self.clause_value(condition, span);
                true
            }
        }
    }

    /// The value of an expression of literals, constants and variables; of another one `None`: results do not depend on
    /// it.
    fn clause_value(&mut self, text: &str, span: Span) -> Option<Expr> {
        let written = expression(text)?;
        if !self.r.is_plain(&written) {
            return None;
        }
        let mut e = self.r.expr(&written);
        rewrite_expr(&mut e, &mut |x| x.span = span);
        (e.rank == 0).then_some(e)
    }

    fn add_reduction(&mut self, text: &str, p: &mut Parallel, span: Span) -> bool {
        let Some((operator, names)) = text.split_once(':') else {
            let help = "write `reduction(+: s)`".to_string();
            self.bad_openmp(span, format!("`reduction({text})` is not understood"), Some(help));
            return false;
        };
        match Reduction::named(fold(operator.trim_ascii()).as_str()) {
            Some(r) => self.add_roles(names, Role::Reduction(r), p, span),
            // an operator of the user's
            None => false,
        }
    }

    fn add_roles(&mut self, names: &str, role: Role, p: &mut Parallel, span: Span) -> bool {
        for name in openmp::list(names) {
            if name.starts_with('/') || name.contains('(') {
                // a COMMON block, or a section
                return false;
            }
            let found = self.r.lookup(&fold(name));
            let Some(v) = found.filter(|&v| self.r.p.symbols[v].variable().is_some()) else {
                self.bad_openmp(span, format!("`{name}` in a clause is not a variable"), None);
                return false;
            };
            match p.roles.iter_mut().find(|r| r.0 == v) {
                None => p.roles.push((v, role)),
                Some((_, known)) => match (*known, role) {
                    (Role::First, Role::Last) | (Role::Last, Role::First) => *known = Role::FirstAndLast,
                    _ => {
                        self.bad_openmp(span, format!("`{name}` is in two clauses"), None);
                        return false;
                    }
                },
            }
        }
        true
    }

    /// Reports a directive that is not understood.
    fn bad_openmp(&mut self, span: Span, message: String, help: Option<String>) {
        let d = Diagnostic::error(codes::BAD_OPENMP, span, message);
        self.r.report(match help {
            Some(help) => d.help(help),
            None => d,
        });
    }
}

/// True for a comment that ends a `parallel do`.
pub(super) fn is_end(text: &str) -> bool {
    let construct = openmp::after_sentinel(text).and_then(openmp::construct);
    matches!(construct, Some((_, Construct::EndParallelDo, _)))
}

/// True for a comment that begins with the sentinel.
pub(super) fn is_of_openmp(t: &Trivia) -> bool {
    matches!(t, Trivia::Comment(text, _) if is_text_of_openmp(text))
}

fn is_text_of_openmp(text: &str) -> bool {
    openmp::after_sentinel(text).is_some()
}
