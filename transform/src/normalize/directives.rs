//! Drops directives for parallel execution, except `parallel do` before loops that threads can share.
//!
//! Directives declare which variables are shared, private or reduced. They do not declare it for shadows, whose roles
//! differ: a shared input becomes a reduction in the adjoint. [`crate::threads`] treats parallel loops. The derivative
//! of all other constructs is that of the program without its directives: it runs on one thread. That is correct if the
//! result of the program does not depend on the number of threads. Lines for conditional compilation (`!$ call ...`)
//! count as directives: the same compiler option enables them.
//!
//! The constructs in a parallel loop, `atomic` and `critical`, are known from the roles of the sums that they protect:
//! their comments go, and the derivative gets new ones where it needs them.
//!
//! A parallel loop becomes a plain one, too, if it, or a procedure that it calls, contains another construct, whose
//! effect would be lost: the threads of the derivative would not wait for each other in a critical section. The same
//! holds for loops that name, or call procedures that name, threadprivate variables ([`super::threadprivate`]).

use super::{thread_numbers, threadprivate};
use adc_frontend::ast::Trivia;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::directive::openmp::{after_sentinel, construct, Construct};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Drops the directives of procedures; `keeps`: except parallel loops. Returns a warning about the first one of each
/// procedure, and about each parallel loop that becomes a plain one.
pub fn drop_parallel(program: &mut Program, units: &[UnitId], keeps: bool) -> Vec<Diagnostic> {
    let mut messages = vec![];
    threadprivate::note(program);
    let asks = keeps && units.iter().any(|&u| has_shared_loop(&program.units[u].body));
    let obstacles = if asks {
        Obstacles::of(program)
    } else {
        Obstacles::default()
    };
    for &u in units {
        let mut body = std::mem::take(&mut program.units[u].body);
        drop_inside(&mut body);
        let mut dropped = vec![];
        plain_loops(program, &mut body, &obstacles, keeps, &mut dropped);
        program.units[u].body = body;
        messages.extend(dropped);
    }
    let openmp = program.openmp;
    let numbered: Vec<UnitId> = units
        .iter()
        .copied()
        .filter(|&u| openmp || has_directives(program, u))
        .collect();
    thread_numbers::check(program, &numbered, &mut messages);
    for &u in units.iter().filter(|_| openmp) {
        let mut body = std::mem::take(&mut program.units[u].body);
        let lock = thread_numbers::drop_locks(program, &mut body);
        program.units[u].body = body;
        messages.extend(lock.map(|span| serial("lock", span, "adc leaves locks out of derivatives")));
    }
    for &u in units {
        messages.extend(drop_comments(&mut program.units[u], openmp));
    }
    messages
}

/// What threads share.
const WHAT: &str = "threads share loops without other constructs inside";
/// The same for regions.
const WHAT_IN_REGIONS: &str = "threads share its loops only if it contains no other constructs than `do`, `sections`, \
    `barrier`, `single`, `master` and `workshare`, and if loops and statements around them use different private variables";

/// True for statements with a loop that threads share.
fn has_shared_loop(body: &[Stmt]) -> bool {
    let mut found = false;
    visit::walk_block(body, &mut |s| found |= is_parallel(s));
    found
}

/// True for a procedure with directives of OpenMP among its statements.
fn has_directives(program: &Program, unit: UnitId) -> bool {
    let mut found = false;
    visit::each_comment(&program.units[unit].body, &mut |text, _| {
        found |= after_sentinel(text).is_some()
    });
    found
}

/// Constructs that derivatives run on one thread.
#[derive(Default)]
struct Obstacles {
    /// Procedures that contain, or call one that contains, another construct than a parallel loop, or a call that tells
    /// threads apart.
    units: BTreeSet<UnitId>,
    /// Procedures that name, or call one that names, a threadprivate variable.
    threadprivate: BTreeSet<UnitId>,
    /// A call that returns the number of a thread.
    numbered: bool,
}

impl Obstacles {
    fn of(program: &Program) -> Obstacles {
        let mut units: BTreeSet<UnitId> = BTreeSet::new();
        let mut numbered = false;
        for (u, unit) in program.units.iter() {
            numbered |= thread_numbers::has_number(program, &unit.body);
            let mut found = false;
            let mut look = |lead: &[Trivia]| {
                for t in lead {
                    if let Trivia::Comment(text, _) = t {
                        found |= is_construct(text);
                    }
                }
            };
            look(&unit.lead);
            unit.decl_lead.iter().for_each(|(_, lead)| look(lead));
            look(&unit.tail);
            outside_of_loops(&unit.body, &mut |s| {
                look(&s.lead);
                if let StmtKind::Comment(text) = &s.kind {
                    look(&[Trivia::Comment(text.clone(), s.span)]);
                }
            });
            if found || thread_numbers::telling(program, &unit.body).is_some() {
                units.insert(u);
            }
        }
        let names_one = |(_, unit): &(UnitId, &Unit)| threadprivate::named(program, &unit.body).is_some();
        let threadprivate = program.units.iter().filter(names_one).map(|(u, _)| u).collect();
        Obstacles {
            units: with_callers(program, units),
            threadprivate: with_callers(program, threadprivate),
            numbered,
        }
    }

    /// The reason why threads do not share a loop.
    fn about(&self, program: &Program, body: &Block) -> Option<String> {
        if let Some(v) = threadprivate::named(program, body) {
            let name = &program.symbols[v].name;
            return Some(format!("it names `{name}`, which is threadprivate"));
        }
        if self.numbered {
            return Some("the program uses numbers of threads".into());
        }
        if let Some(name) = thread_numbers::telling(program, body) {
            return Some(format!("it calls `{name}`"));
        }
        let mut found = None;
        visit::walk_calls(body, &mut |r| {
            let Some(callee) = program.definition(r.callee.proc) else {
                return;
            };
            let name = &program.symbols[r.callee.proc].name;
            if self.units.contains(&callee) {
                found = Some(format!(
                    "`{name}` contains other constructs of OpenMP, or tells threads apart"
                ));
            } else if self.threadprivate.contains(&callee) {
                found = Some(format!("`{name}` uses threadprivate variables"));
            }
        });
        found
    }
}

/// Procedures, and those that call them.
fn with_callers(program: &Program, mut units: BTreeSet<UnitId>) -> BTreeSet<UnitId> {
    let mut size = 0;
    while !units.is_empty() && size < units.len() {
        size = units.len();
        for (u, unit) in program.units.iter() {
            visit::walk_calls(&unit.body, &mut |r| {
                if program.definition(r.callee.proc).is_some_and(|c| units.contains(&c)) {
                    units.insert(u);
                }
            });
        }
    }
    units
}

/// Unwraps the parallel loops that do not stay so.
fn plain_loops(
    program: &Program,
    block: &mut Block,
    obstacles: &Obstacles,
    keeps: bool,
    messages: &mut Vec<Diagnostic>,
) {
    visit::splice(block, &mut |s| {
        let StmtKind::Directed { directive, body } = &mut s.kind else {
            return None;
        };
        let Asks::Parallel(parallel) = &directive.asks else {
            return None;
        };
        let why = match keeps {
            true => obstacles.about(program, body)?,
            false => "adc has no parallel derivatives of this kind".to_string(),
        };
        let word = directive.open.trim_start_matches("$omp").trim_ascii();
        let word = if word.starts_with("do concurrent") {
            word
        } else {
            "parallel do"
        };
        if !parallel.added {
            messages.push(serial(word, directive.span, &why));
        }
        let mut inside = std::mem::take(body);
        if let Some(first) = inside.first_mut() {
            s.lead.append(&mut first.lead);
            s.label = s.label.or(first.label);
        }
        Some(inside)
    });
}

fn serial(construct: &str, span: Span, why: &str) -> Diagnostic {
    let message = format!("the derivative of this `{construct}` runs on one thread: {why}");
    Diagnostic::warning(codes::SERIAL_DERIVATIVE, span, message)
}

/// Calls `f` on the statements that are not in a parallel loop.
fn outside_of_loops(block: &Block, f: &mut dyn FnMut(&Stmt)) {
    for s in block {
        f(s);
        if !is_parallel(s) {
            s.kind.for_each_block(&mut |b| outside_of_loops(b, f));
        }
    }
}

fn is_parallel(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::Directed { directive, .. } if matches!(directive.asks, Asks::Parallel(_)))
}

/// Drops the comments of constructs in parallel loops.
fn drop_inside(block: &mut Block) {
    for s in block {
        let inside = is_parallel(s);
        s.kind.for_each_block_mut(&mut |b| {
            drop_inside(b);
            if inside {
                visit::rewrite_leads(b, &mut |lead| drop_from(lead, &mut None));
                drop_last_lines(b, &mut None);
            }
        });
    }
}

/// Drops the comments of a procedure.
fn drop_comments(unit: &mut Unit, openmp: bool) -> Option<Diagnostic> {
    let mut first = None;
    drop_from(&mut unit.lead, &mut first);
    unit.decl_lead
        .iter_mut()
        .for_each(|(_, lead)| drop_from(lead, &mut first));
    visit::rewrite_leads(&mut unit.body, &mut |lead| drop_from(lead, &mut first));
    drop_last_lines(&mut unit.body, &mut first);
    first.map(|(span, construct)| {
        let message = match construct.filter(|_| openmp) {
            Some("parallel") => return serial("parallel", span, WHAT_IN_REGIONS),
            Some(words) => return serial(words, span, WHAT),
            None => "the derivative omits directives for parallel execution, and runs on one thread",
        };
        Diagnostic::warning(codes::UNSUPPORTED_CONTROL, span, message)
    })
}

/// The place of a directive, and its construct, if it is known.
type Place = Option<(Span, Option<&'static str>)>;

fn drop_from(lead: &mut Vec<Trivia>, first: &mut Place) {
    lead.retain(|t| match t {
        Trivia::Comment(text, span) if is_directive(text) => {
            note(text, *span, first);
            false
        }
        _ => true,
    });
}

fn note(text: &str, span: Span, first: &mut Place) {
    if is_hint(text) {
        return;
    }
    let words = after_sentinel(text).and_then(construct).map(|c| c.0);
    first.get_or_insert((span, words));
}

/// Drops directives before the end of a construct, which are separate statements.
fn drop_last_lines(block: &mut Block, first: &mut Place) {
    block.retain(|s| match &s.kind {
        StmtKind::Comment(text) if is_directive(text) => {
            note(text, s.span, first);
            false
        }
        _ => true,
    });
    for s in block {
        s.kind.for_each_block_mut(&mut |b| drop_last_lines(b, first));
    }
}

/// Checks for the text of a comment that begins with `$omp`, `$acc` or `$ statement`.
fn is_directive(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    let conditional = |c: char| c == ' ' || c == '&' || c.is_ascii_digit();
    let by_word = ["$omp", "$acc"].iter().any(|sentinel| text.starts_with(sentinel));
    by_word || text.strip_prefix('$').is_some_and(|rest| rest.starts_with(conditional))
}

/// True for a directive without which a program computes the same on any number of threads.
fn is_hint(text: &str) -> bool {
    let found = after_sentinel(text).and_then(construct);
    matches!(
        found,
        Some((_, Construct::Hint | Construct::EndParallelDo, _) | ("threadprivate", ..))
    )
}

fn is_construct(text: &str) -> bool {
    let found = after_sentinel(text).and_then(construct);
    found.is_some_and(|(words, c, _)| {
        words != "threadprivate" && !matches!(c, Construct::Hint | Construct::ParallelDo | Construct::EndParallelDo)
    })
}
