//! Chooses between derivatives with and without preaccumulated sequences, by the costs of their code.
//!
//! A plan proposes sequences ([`crate::adjoint::decide::sequences`]). Derivatives are generated with groups of them, at
//! most one group of each procedure at a time. A procedure keeps the groups with which its own code costs less:
//!
//! ```text
//! flops + RECORD_BEYOND_BLOCK/8·(the most bytes on the tape)
//! ```
//!
//! Flops contain those of records in the cache. Then a last derivative is generated with all that procedures keep. A
//! procedure may shift work to its callers, which save what it no longer restores. So this derivative is taken only if
//! the head, with all that it calls, costs less, too.
//!
//! Rounds with preaccumulated sequences start with the findings of those without: the procedures to split, and the ways
//! of loops in procedures without such sequences.
//!
//! Ignored: that two groups of a procedure may need each other; large programs, where the additional derivatives would
//! take too long.

use crate::generate::{generate, Generated};
use crate::options::mode::Mode;
use crate::options::Options;
use crate::preaccumulate::{by_procedure, Sequence};
use crate::prepare::folded::Wanted;
use crate::prepared::{Normal, Prepared};
use crate::rounds::Findings;
use adc_frontend::ir::{visit, Stmt};

/// Groups of a procedure in a small program; each costs one more derivative.
const GROUPS: usize = 4;
/// Limit for the statements in these additional derivatives.
const STATEMENTS: usize = 8_000;

/// The adjoint that costs least. Also returns its normal form, if that is not the one of `prepared`.
pub(crate) fn weighed(prepared: &Prepared, options: &Options) -> Result<(Option<Normal>, Generated), Wanted> {
    let of = |normal: &Normal, found: Findings| generate(prepared, normal, None, (Mode::Reverse, options), found);
    let plain = of(&prepared.normal, Findings::default())?;
    if plain.proposed.is_empty() {
        return Ok((None, plain));
    }
    let with = |sequences: &[&Sequence]| -> Result<(Normal, Generated), Wanted> {
        let normal = prepared.preaccumulated(sequences, options);
        let changed = sequences.iter().map(|s| s.unit);
        let made = of(&normal, plain.found.for_others(&normal.primal, changed))?;
        Ok((normal, made))
    };
    let statements = plain
        .procedures()
        .map(|u| statements(&prepared.normal.primal.units[u].body));
    let count = (STATEMENTS / statements.sum::<usize>().max(1)).min(GROUPS);
    if count == 0 {
        return Ok((None, plain));
    }
    let mut kept = vec![];
    // the derivative with all that is kept, if it has been made
    let mut last = None;
    for group in groups(&plain.proposed, count) {
        let (normal, made) = with(&group)?;
        let saves = |s: &Sequence| made.own_cost(s.unit).cost() < plain.own_cost(s.unit).cost();
        let saving: Vec<&Sequence> = match made.derivative.is_some() {
            true => group.iter().copied().filter(|s| saves(s)).collect(),
            false => vec![],
        };
        if !saving.is_empty() {
            last = (kept.is_empty() && saving.len() == group.len()).then_some((normal, made));
            kept.extend(saving);
        }
    }
    if kept.is_empty() {
        return Ok((None, plain));
    }
    let (normal, made) = match last {
        Some(made) => made,
        None => with(&kept)?,
    };
    let heads = || prepared.heads.units();
    let gained: f64 = heads().map(|u| made.cost(u).cost() - plain.cost(u).cost()).sum();
    match made.derivative.is_some() && gained < 0.0 {
        true => Ok((Some(normal), made)),
        false => Ok((None, plain)),
    }
}

/// The number of statements in a body.
fn statements(body: &[Stmt]) -> usize {
    let mut count = 0;
    visit::walk_block(body, &mut |_| count += 1);
    count
}

/// The sequences of each procedure in some groups, in their order.
fn groups(sequences: &[Sequence], count: usize) -> Vec<Vec<&Sequence>> {
    let mut out = vec![vec![]; count];
    for all in by_procedure(sequences.iter()).into_values() {
        let count = count.min(all.len());
        for (k, &s) in all.iter().enumerate() {
            out[k * count / all.len()].push(s);
        }
    }
    out.retain(|g| !g.is_empty());
    out
}
