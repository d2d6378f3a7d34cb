//! Calls of the OpenMP library in a program that runs on one thread in its derivative.
//!
//! There, a thread has the number 0 in a team of one, and that is right if the result of the program does not depend on
//! the number of threads. It does depend on it if the program finds out that number in another way: a loop that is
//! divided by `omp_get_max_threads`, or by a constant, would lose the iterations of all other threads. So
//!
//! | procedures | in the derivative |
//! |---|---|
//! | `omp_get_thread_num` | refused, unless its procedure calls `omp_get_num_threads`, and no other number is known; threads share no loop of the program |
//! | `omp_get_num_threads`, `omp_in_parallel` and the like | stay, but threads share no loop that calls them |
//! | locks | left out; threads share no loop that calls them |
//! | `omp_test_lock` | refused |
//! | others | stay: the clock, numbers for the whole program |

use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::directive::openmp::{after_sentinel, clauses, construct};
use adc_frontend::ir::*;

/// The number of a thread.
const NUMBERS: [&str; 3] = ["omp_get_thread_num", "omp_get_ancestor_thread_num", "omp_get_team_num"];
/// The number of threads in the team that calls them, and other properties of the team.
const TEAM: [&str; 9] = [
    "omp_get_num_threads",
    "omp_get_team_size",
    "omp_in_parallel",
    "omp_get_level",
    "omp_get_active_level",
    "omp_get_num_teams",
    "omp_get_place_num",
    "omp_get_partition_num_places",
    "omp_in_final",
];
/// Numbers of threads that differ from that of the derivative's team.
const COUNTS: [&str; 8] = [
    "omp_get_max_threads",
    "omp_get_num_procs",
    "omp_get_thread_limit",
    "omp_get_num_places",
    "omp_get_max_teams",
    "omp_set_num_threads",
    "omp_set_num_teams",
    "omp_get_teams_thread_limit",
];
const LOCKS: [&str; 10] = [
    "omp_init_lock",
    "omp_init_nest_lock",
    "omp_init_lock_with_hint",
    "omp_init_nest_lock_with_hint",
    "omp_set_lock",
    "omp_set_nest_lock",
    "omp_unset_lock",
    "omp_unset_nest_lock",
    "omp_destroy_lock",
    "omp_destroy_nest_lock",
];
const TESTS: [&str; 2] = ["omp_test_lock", "omp_test_nest_lock"];

/// A call of the library, with its place.
type Call = (String, Span);

/// The calls of the library in a statement, without those in its blocks.
fn calls_of(program: &Program, s: &Stmt) -> Vec<Call> {
    let mut out = vec![];
    let mut add = |name: &str, span: Span| {
        let name = name.to_ascii_lowercase();
        if name.starts_with("omp_") {
            out.push((name, span));
        }
    };
    if let StmtKind::CallIntrinsic { id, .. } = &s.kind {
        add(id.name(), s.span);
    }
    visit::called(s)
        .into_iter()
        .for_each(|p| add(&program.symbols[p].name, s.span));
    visit::stmt_exprs(&s.kind, &mut |e| {
        visit::walk_expr(e, &mut |x| {
            if let ExprKind::Intrinsic(id, ..) = &x.kind {
                add(id.name(), if x.span.is_none() { s.span } else { x.span });
            }
        });
    });
    out
}

fn calls_in(program: &Program, block: &[Stmt]) -> Vec<Call> {
    let mut out = vec![];
    visit::walk_block(block, &mut |s| out.append(&mut calls_of(program, s)));
    out
}

/// The first call in statements that tells threads apart, or makes them wait for each other.
pub(super) fn telling(program: &Program, block: &[Stmt]) -> Option<String> {
    let tells = |name: &str| {
        [&NUMBERS[..], &TEAM, &LOCKS, &TESTS]
            .iter()
            .any(|set| set.contains(&name))
    };
    let found = calls_in(program, block).into_iter().find(|c| tells(&c.0));
    found.map(|c| c.0)
}

/// True for statements that ask for the number of a thread.
pub(super) fn has_number(program: &Program, block: &[Stmt]) -> bool {
    calls_in(program, block).iter().any(|c| NUMBERS.contains(&c.0.as_str()))
}

/// Refuses calls whose values differ on one thread, and warns about others.
pub(super) fn check(program: &Program, units: &[UnitId], messages: &mut Vec<Diagnostic>) {
    let calls: Vec<(UnitId, Vec<Call>)> = units
        .iter()
        .map(|&u| (u, calls_in(program, &program.units[u].body)))
        .collect();
    let count = calls.iter().flat_map(|c| &c.1).find(|c| COUNTS.contains(&c.0.as_str()));
    let count = count.map(|c| (format!("`{}`", c.0), c.1));
    let clause = || units.iter().find_map(|&u| clause_num_threads(&program.units[u]));
    let count = count.or_else(|| clause().map(|span| ("`num_threads`".to_string(), span)));
    for (_, calls) in &calls {
        let known = calls.iter().any(|c| TEAM[..2].contains(&c.0.as_str()));
        for (name, span) in calls {
            if TESTS.contains(&name.as_str()) {
                let message = format!("adc cannot differentiate `{name}`: it depends on what other threads do");
                messages.push(Diagnostic::error(codes::SERIAL_DERIVATIVE, *span, message).help(SHARE));
            } else if NUMBERS.contains(&name.as_str()) {
                messages.push(number(name, *span, known, count.as_ref()));
            }
        }
    }
}

const SHARE: &str = "share the iterations of a loop with `!$omp parallel do`";

/// The message about a call that returns the number of a thread; `known`: its procedure asks how many there are.
fn number(name: &str, span: Span, known: bool, count: Option<&Call>) -> Diagnostic {
    let refused = |why: String| {
        let message = format!("adc cannot differentiate a program that depends on `{name}`: {why}");
        Diagnostic::error(codes::SERIAL_DERIVATIVE, span, message).help(SHARE)
    };
    match count {
        Some((other, place)) => {
            let why = format!("the derivative runs on one thread, and {other} stands for more");
            refused(why).also(*place, "the number of threads may be taken from here")
        }
        None if !known => {
            let why = "the derivative runs on one thread, and its procedure does not ask `omp_get_num_threads`";
            refused(why.into())
        }
        None => {
            let message = format!("the derivative runs on one thread: `{name}` returns 0, and `omp_get_num_threads` 1");
            Diagnostic::warning(codes::SERIAL_DERIVATIVE, span, message)
        }
    }
}

/// The place of a clause `num_threads` of a procedure.
fn clause_num_threads(unit: &Unit) -> Option<Span> {
    let has_clause = |text: &str| {
        let rest = after_sentinel(text).and_then(construct).map(|c| c.2);
        let all = rest.and_then(|rest| clauses(rest).ok());
        all.is_some_and(|all| all.iter().any(|c| c.name == "num_threads"))
    };
    let mut found = vec![];
    visit::each_comment(&unit.body, &mut |text, span| {
        found.extend(has_clause(text).then_some(span))
    });
    visit::walk_block(&unit.body, &mut |s| {
        if let StmtKind::Directed { directive, .. } = &s.kind {
            if let Asks::Parallel(p) = &directive.asks {
                found.extend(p.threads.is_some().then_some(directive.span));
            }
        }
    });
    found.first().copied()
}

/// Leaves out calls about locks. Returns the place of the first one.
pub(super) fn drop_locks(program: &Program, block: &mut Block) -> Option<Span> {
    let mut first: Option<Span> = None;
    let is_lock = |s: &Stmt| {
        matches!(s.kind, StmtKind::Call { .. } | StmtKind::CallIntrinsic { .. })
            && calls_of(program, s).iter().any(|c| LOCKS.contains(&c.0.as_str()))
    };
    visit::splice(block, &mut |s| {
        if !is_lock(s) {
            return None;
        }
        first.get_or_insert(s.span);
        // a jump may lead to it, and comments before it stay
        let stays = (s.label.is_some() || !s.lead.is_empty()).then(|| Stmt::at(StmtKind::Continue, s.span));
        Some(stays.into_iter().collect())
    });
    first
}
