//! Reports the decisions about adjoints: `adc analyze --show liveness|tbr|adjoint-write|tape`.
//!
//! [`report`] plans an adjoint as [`crate::differentiate`] does, and returns its findings as data; [`show`] formats
//! them as text.

mod account;
mod amount;
pub mod formula;
mod places;
pub mod show;
mod sizes;
mod statements;
mod tree;
mod why;

pub use account::{Account, Entry, Purpose, Record};
pub use amount::Amount;
pub use statements::{Call, Reason, Statement};
pub use why::{Need, Why};

use super::plan::Node;
use crate::adjoint::decide::budget::{explain, Verdict};
use crate::adjoint::decide::split_model::Asked;
use crate::adjoint::decide::{contractions, View};
use crate::adjoint::plan::between::Between;
use crate::assemble::generator::Generator;
use crate::context::Context;
use crate::options::Contractible;
use adc_analysis::ZoneSet;
use adc_frontend::ir::UnitId;
use adc_frontend::span::Span;
use indexmap::IndexMap;

/// The adjoint of a program, planned.
#[derive(Debug)]
pub struct Report {
    /// Procedures with an adjoint, the head first.
    pub procedures: Vec<Procedure>,
    /// The choice of split calls, if the user limits the tape.
    pub budget: Option<Budget>,
    /// Procedures whose calls may be contracted.
    pub contractible: Vec<Contractible>,
}

/// The choice of split calls within a limit for the tape. Sizes are bytes, estimated.
#[derive(Debug)]
pub struct Budget {
    /// The limit.
    pub limit: f64,
    /// The peak.
    pub peak: f64,
    /// Each called procedure with the decision about its calls and the reason.
    pub calls: Vec<(String, String)>,
}

/// The adjoint of a procedure.
#[derive(Debug)]
pub struct Procedure {
    /// The procedure's name.
    pub name: String,
    /// Its position in the source.
    pub span: Span,
    /// Variables whose values its adjoint reads before it writes them.
    pub live_at_entry: Vec<String>,
    /// Variables that its adjoint leaves changed, if others can see them.
    pub left_changed: Vec<String>,
    /// Its statements.
    pub statements: Vec<Statement>,
    /// Its tape.
    pub account: Account,
    /// Its decided plan as text, for people who change `adc`.
    pub plan: String,
}

/// The report on decided plans, which are not used afterwards. `line` returns the line of a statement.
pub(crate) fn report(
    g: &mut Generator,
    known: &Between,
    mut plans: IndexMap<UnitId, Vec<Node>>,
    line: account::Line,
) -> Report {
    for (&unit, nodes) in &mut plans {
        places::settle(nodes, g.primal.units[unit].span);
    }
    let plans = &plans;
    let contractible = contractions::proposed(&g.cx, plans);
    let budget = g.options.memory_budget.map(|_| budget(g, known, plans));
    let accounts = account::accounts(g, known, plans, line);
    let mut procedures: Vec<(bool, Procedure)> = vec![];
    for (unit, account) in accounts {
        let Some(nodes) = plans.get(&unit) else { continue };
        let outside = |zones: Option<&ZoneSet>| {
            let zones = zones.into_iter().flat_map(ZoneSet::iter);
            let seen = zones.filter(|&z| is_seen_outside(g, unit, z) && !g.facts.zones[z].descriptor);
            let mut names: Vec<String> = seen.map(|z| zone_name(g, unit, z)).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        let procedure = Procedure {
            name: g.name_of(unit).to_string(),
            span: g.primal.units[unit].span,
            live_at_entry: outside(known.live_at_entry.get(&unit)),
            left_changed: outside(known.out.get(&unit)),
            statements: statements::of(g, nodes),
            account,
            plan: tree::text(g, unit, nodes),
        };
        procedures.push((!g.heads.has(unit), procedure));
    }
    // accounts of callees are made before those of their callers
    procedures.reverse();
    procedures.sort_by_key(|p| p.0);
    Report {
        procedures: procedures.into_iter().map(|p| p.1).collect(),
        budget,
        contractible,
    }
}

fn budget(g: &Generator, known: &Between, plans: &IndexMap<UnitId, Vec<Node>>) -> Budget {
    let (limit, peak, verdicts) = explain(View::of(g), known, plans);
    let mut calls: Vec<(String, String)> = verdicts
        .into_iter()
        .map(|(u, v)| (g.name_of(u).to_string(), verdict(v)))
        .collect();
    calls.sort();
    Budget { limit, peak, calls }
}

/// A decision about the calls of a procedure.
fn verdict(v: Verdict) -> String {
    match v {
        Verdict::Asked(Asked { split, joint: 0, .. }) => format!("split: asked for at {}", calls(split)),
        Verdict::Asked(Asked { split: 0, joint, .. }) => format!("joint: asked for at {}", calls(joint)),
        Verdict::Asked(Asked { split, joint, .. }) => {
            format!("split at {} and joint at {}, as asked for", calls(split), calls(joint))
        }
        Verdict::Partly(asked, others) => {
            format!(
                "{}; other calls {}",
                verdict(Verdict::Asked(Asked { open: 0, ..asked })),
                verdict(*others)
            )
        }
        Verdict::Split(bytes) => format!("split: records about {} bytes", bytes.round()),
        Verdict::Omitted => "joint: the forward sweep omits a call, so nothing runs twice".into(),
        Verdict::Unable => "joint: it cannot be split".into(),
        Verdict::Reversed => "joint: its loops are reversed in place, in blocks or as sums, with fewer records".into(),
        Verdict::Tried => "joint: split, it records more than its callers do now".into(),
        Verdict::Dear(bytes) => format!(
            "joint: splitting would save little; it would record about {} bytes",
            bytes.round()
        ),
        Verdict::Large(peak) => format!("joint: otherwise, the peak would be about {} bytes", peak.round()),
    }
}

/// A number of calls.
fn calls(number: usize) -> String {
    match number {
        1 => "1 call".to_string(),
        n => format!("{n} calls"),
    }
}

fn is_seen_outside(cx: &Context, unit: UnitId, zone: adc_analysis::ZoneId) -> bool {
    let is_dummy = cx.facts.summaries.get(unit).is_some_and(|s| s.is_interface(zone));
    is_dummy || cx.facts.zones.is_visible_outside(unit, zone)
}

fn zone_name(cx: &Context, unit: UnitId, zone: adc_analysis::ZoneId) -> String {
    let zones = &cx.facts.zones;
    zones.name(cx.primal, zones.symbol_in(cx.primal, unit, zone), zone)
}
