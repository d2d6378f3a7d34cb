//! What became of the parallel loops of a program, as `adc analyze --show loops` prints it.

use super::judge::{Shares, Verdict};
use adc_frontend::ir::*;
use smol_str::SmolStr;

/// A parallel loop of the program.
#[derive(Clone, Debug)]
pub struct ParallelLoop {
    /// Its directive.
    pub span: Span,
    /// The derivative of its procedure.
    pub derivative: UnitId,
    /// The loops of the derivative that threads share, or the reason why one thread runs them.
    pub outcome: Result<Vec<SharedLoop>, String>,
}

/// A loop of a derivative that threads share.
#[derive(Clone, Debug)]
pub struct SharedLoop {
    /// True for a loop of the reverse sweep.
    pub is_reverse: bool,
    /// True if each thread runs a range of successive iterations.
    pub has_ranges: bool,
    /// How threads add to derivatives, and which variables each thread has for itself.
    pub variables: Vec<(SmolStr, String)>,
}

/// What a verdict says. Loops that have no iterations in the derivative are left out.
pub(super) fn outcome(program: &Program, verdict: &Verdict) -> Result<Vec<SharedLoop>, String> {
    match verdict {
        Verdict::Serial(why) => Err(why.clone()),
        Verdict::Shared(team) => Ok(team.loops.iter().flatten().map(|s| shared(program, s)).collect()),
    }
}

fn shared(program: &Program, s: &Shares) -> SharedLoop {
    let name = |v: SymbolId| program.symbols[v].name.clone();
    let ways = s.ways.iter().map(|(v, way)| (name(*v), (*way).to_string()));
    let roles = s.roles.iter().filter_map(|(v, r)| Some((name(*v), role(*r)?)));
    SharedLoop {
        is_reverse: s.back,
        has_ranges: s.ranges || s.border > 0 || !s.copies.is_empty(),
        variables: ways.chain(roles).collect(),
    }
}

fn role(r: Role) -> Option<String> {
    Some(match r {
        Role::Shared | Role::Updated => return None,
        Role::Private => "private".into(),
        Role::First => "private, with the value from before the loop".into(),
        Role::Last | Role::FirstAndLast => "private; the last value counts".into(),
        Role::Reduction(r) => format!("reduction({})", r.name()),
    })
}
