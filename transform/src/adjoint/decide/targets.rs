//! Names recorded variables, and reports those that cannot be recorded.

use crate::adjoint::decide::{Plans, View};
use crate::adjoint::plan::{Keep, Node, Obstacle, Region, Write};
use crate::code::generated;
use crate::context::proposals::Proposals;
use crate::prepare::folded::{submodule_of, Cause};
use adc_analysis::ZoneId;
use adc_frontend::ast::SmolStr;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use adc_frontend::{codes, parallel};
use indexmap::{IndexMap, IndexSet};

/// Names of the zones that procedures record.
pub(crate) type Names = IndexMap<ZoneId, Vec<SymbolId>>;

/// The zones that procedures want named.
pub(crate) type Wanted = Vec<(UnitId, IndexSet<ZoneId>)>;

/// Proposals and messages about zones that cannot be recorded.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) proposals: Proposals,
    pub(crate) messages: Vec<Diagnostic>,
}

/// A zone that cannot be recorded, the reason, and the statement that overwrites it.
type Refused = (ZoneId, Obstacle, Stmt);

/// The zones of each procedure that need a name.
pub(crate) fn wanted(plans: &Plans) -> Wanted {
    plans.iter().map(|(&u, nodes)| (u, wanted_by(nodes))).collect()
}

/// Gives recorded writes to globals of other units their names, and reports zones that cannot be recorded.
pub(crate) fn name(view: View, names: Vec<Names>, plans: &mut Plans, messages: &[Diagnostic]) -> Findings {
    let units: Vec<UnitId> = plans.keys().copied().collect();
    let mut items: Vec<(Names, &mut Vec<Node>)> = names.into_iter().zip(plans.values_mut()).collect();
    let refused = parallel::map_mut(&mut items, |(names, nodes)| {
        let mut refused = vec![];
        name_in(view, names, nodes, &mut refused);
        refused
    });
    let mut findings = Findings::default();
    for (unit, refused) in units.into_iter().zip(refused) {
        for (zone, obstacle, stmt) in refused {
            report(view, unit, zone, obstacle, &stmt, messages, &mut findings);
        }
    }
    findings
}

/// The zones that need a name, in the order of their first need.
fn wanted_by(nodes: &[Node]) -> IndexSet<ZoneId> {
    let mut out = IndexSet::new();
    let mut of = |writes: &[Write]| {
        let named = writes.iter().filter(|w| wants_name(w) && w.obstacle.is_none());
        out.extend(named.map(|w| w.zone));
    };
    let mut open: Vec<&Node> = nodes.iter().rev().collect();
    while let Some(n) = open.pop() {
        if let Node::Simple(s) | Node::Region(Region { face: s, .. }) = n {
            of(&s.writes);
        }
        let inside: Vec<&Node> = n.blocks().into_iter().flatten().collect();
        open.extend(inside.into_iter().rev());
    }
    out
}

fn name_in(view: View, names: &Names, nodes: &mut [Node], refused: &mut Vec<Refused>) {
    for n in nodes {
        match n {
            Node::Simple(s) | Node::Region(Region { face: s, .. }) => {
                refused.extend(s.stranded.iter().map(|z| (z, Obstacle::Freed, s.forward.clone())));
                if s.writes.iter().any(wants_name) {
                    let writes = std::mem::take(&mut s.writes).into_iter();
                    let stmt = &s.forward;
                    s.writes = writes.flat_map(|w| named(view, names, w, stmt, refused)).collect();
                }
            }
            Node::Branch(_) | Node::Loop(_) | Node::Again(_) => {}
        }
        n.blocks_mut()
            .into_iter()
            .for_each(|b| name_in(view, names, b, refused));
    }
}

/// True for a recorded or kept write without a name.
fn wants_name(w: &Write) -> bool {
    let is_revived = matches!(w.obstacle, Some(Obstacle::Association | Obstacle::Descriptor));
    (w.recorded || w.kept != Keep::Not) && w.target.is_none() && !is_revived
}

/// Names the target of a write, if it is recorded: one write for each name if several names cover the zone together.
fn named(view: View, known: &Names, w: Write, stmt: &Stmt, refused: &mut Vec<Refused>) -> Vec<Write> {
    if !wants_name(&w) {
        return vec![w];
    }
    let names = match w.obstacle {
        None => known.get(&w.zone).map_or(&[][..], Vec::as_slice),
        Some(_) => &[],
    };
    if names.is_empty() {
        refused.push((w.zone, w.obstacle.unwrap_or(Obstacle::State), stmt.clone()));
        return vec![w];
    }
    let by_name = |&s: &SymbolId| {
        // by the name of the variable or of a copy; the whole variable if the zone has no name
        let whole = var(view.made, s);
        let all = view.part_of(&whole, w.zone).unwrap_or(whole);
        let target = match &w.section {
            Some(section) => generated(&index(all, section.clone())),
            None => all,
        };
        let variable = view.made.symbols[s].variable();
        Write {
            target: Some(target),
            perhaps: variable.is_some_and(|v| v.attrs.pointer || v.attrs.allocatable),
            ..w.clone()
        }
    };
    names.iter().map(by_name).collect()
}

fn report(
    view: View,
    unit: UnitId,
    zone: ZoneId,
    obstacle: Obstacle,
    stmt: &Stmt,
    messages: &[Diagnostic],
    found: &mut Findings,
) {
    // a loop that records elements does not need the array that all of it overwrites
    let way = view.choices.ways.way(stmt.id);
    if way.is_some() {
        found.proposals.loops.regret(stmt.id, way);
        return;
    }
    let span = stmt.source();
    if messages.iter().any(|m| m.is_error() && m.span == span) {
        return;
    }
    // a procedure that runs once saves nothing for its calls: it records each element before it overwrites it
    let able = || -> Vec<UnitId> {
        let called = view.calls_in(stmt).into_iter().map(|c| c.0);
        called
            .filter(|t| !view.choices.forced.contains(t))
            .map(|t| view.split_with(t))
            .filter(|all| all.iter().all(|&u| view.could_be_split(u)))
            .flatten()
            .collect()
    };
    if obstacle == Obstacle::Size {
        let able = able();
        if !able.is_empty() {
            found.proposals.must_split.extend(able);
            return;
        }
    }
    // the callers of a procedure with one adjoint record what they need, and can name it better
    if view.choices.split.contains(&unit) {
        found.proposals.not_split.insert(unit);
        return;
    }
    if matches!(obstacle, Obstacle::Pointer | Obstacle::State | Obstacle::Shape) {
        let able = able();
        if !able.is_empty() {
            found.proposals.must_split.extend(able);
            return;
        }
    }
    let Some(&symbol) = view.facts.zones.members(zone).first() else {
        return;
    };
    if let (Obstacle::State, Some(submodule)) = (obstacle, submodule_of(view.primal, symbol)) {
        found.proposals.wanted.entry(submodule).or_insert(Cause::Entity(symbol));
        return;
    }
    let part = view.facts.zones.part_name(view.primal, symbol, zone);
    let symbol = &view.primal.symbols[symbol];
    let name = symbol.name.clone();
    let place = symbol.span;
    // one cause, one message: the saved variable may have been refused already
    if obstacle == Obstacle::State {
        let known = |m: &Diagnostic| {
            m.code == codes::STATE_BETWEEN_CALLS
                && m.is_error()
                && (m.span == place || m.secondary.iter().any(|l| l.span == place))
        };
        if messages.iter().chain(&found.messages).any(known) {
            return;
        }
    }
    let is_hidden = symbol.private && symbol.variable().is_some_and(|v| v.storage == Storage::Module);
    let d = match obstacle {
        Obstacle::State if is_hidden => Diagnostic::error(
            codes::PRIVATE_ENTITY,
            span,
            format!("the adjoint must save `{name}` here, but it is private in its module"),
        )
        .also(place, "declared here")
        .help(format!("make `{name}` public")),
        Obstacle::Size => Diagnostic::error(
            codes::UNKNOWN_SIZE,
            span,
            format!("the adjoint must save `{name}` here, but its size is not known"),
        )
        .also(place, "declared here")
        .help(format!("declare `{name}` with its true dimensions, such as `{name}(n)` instead of `{name}(*)`; or make sure that the procedures called here can be split (docs/explanation/adjoints.md)")),
        Obstacle::State => Diagnostic::error(
            codes::STATE_BETWEEN_CALLS,
            span,
            format!("`{name}` keeps its value between calls, and the adjoint cannot restore it"),
        )
        .also(place, "declared here")
        .help("make it an argument or a module variable"),
        Obstacle::Shape => Diagnostic::error(
            codes::UNSUPPORTED_DATA,
            span,
            format!("the adjoint needs the shape of `{name}` before this statement, and cannot restore it"),
        )
        .also(place, "declared here")
        .help("save the shape in an integer variable, `n = size(...)`, and use that variable instead"),
        Obstacle::Freed => Diagnostic::error(
            codes::UNFOLLOWED_POINTER,
            span,
            format!("this statement frees memory that `{part}` points to; the reverse sweep allocates other memory, and needs `{part}`"),
        )
        .also(place, "declared here")
        .help("declare the allocatable variable that it points to as a pointer, or use that variable instead of the pointer"),
        Obstacle::Pointer | Obstacle::Association | Obstacle::Descriptor => Diagnostic::error(
            codes::UNSUPPORTED_DATA,
            span,
            format!("the adjoint must save `{name}` here, but it is or contains a pointer or an allocatable component"),
        )
        .also(place, "declared here"),
    };
    if !messages.contains(&d) && !found.messages.contains(&d) {
        found.messages.push(d);
    }
}

/// Names of the variables that a plan records, in order of their first record.
pub fn recorded_names(program: &Program, nodes: &[Node]) -> Vec<SmolStr> {
    let mut out = IndexSet::new();
    gather(program, nodes, &mut out);
    out.into_iter().collect()
}

fn gather(program: &Program, nodes: &[Node], out: &mut IndexSet<SmolStr>) {
    for n in nodes {
        match n {
            Node::Simple(s) | Node::Region(Region { face: s, .. }) => {
                let targets = s
                    .writes
                    .iter()
                    .filter(|w| w.is_stored() || w.kept != Keep::Not)
                    .filter_map(|w| w.target.as_ref());
                out.extend(
                    targets
                        .filter_map(Expr::base_symbol)
                        .map(|b| program.symbols[b].name.clone()),
                );
            }
            Node::Branch(_) | Node::Again(_) => {}
            Node::Loop(l) => {
                if let (true, Some((_, s))) = (l.index_recorded, l.index) {
                    out.insert(program.symbols[s].name.clone());
                }
            }
        }
        n.blocks().into_iter().for_each(|b| gather(program, b, out));
    }
}
