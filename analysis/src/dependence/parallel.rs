//! Loops whose iterations may run at the same time, with the roles of their variables.
//!
//! | a variable that the loop changes | role |
//! |---|---|
//! | an array of which each iteration touches its own elements ([`super::apart`]) | shared |
//! | set in each iteration before it is read, or an index of an inner loop | private |
//! | the same, and used elsewhere in the procedure | last: the value of the last iteration counts |
//! | only combined by one operation ([`reduces`]) | reduction |
//! | other | carried: iterations depend on each other |
//!
//! Variables that the loop only reads are shared. Besides carried variables, these keep a loop from being parallel:
//! statements that may leave it, stop the program, or read or write a file, also in called procedures; calls of
//! procedures without source and of intrinsic subroutines; uses of its index outside of loops over it.
//!
//! Ignored: arrays that are set element by element and are private; conditions under which subscripts differ.

use super::{overwritten, Overwritten, References};
use crate::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// A loop, and what its iterations share.
#[derive(Clone, Debug, Default)]
pub struct CountedLoop {
    /// The loop.
    pub stmt: StmtId,
    /// Its index; `None` for a loop that is not counted.
    pub index: Option<SymbolId>,
    /// Variables of each iteration.
    pub private: Vec<SymbolId>,
    /// The same, with a value that counts after the loop.
    pub last: Vec<SymbolId>,
    /// Variables that iterations combine.
    pub reductions: Vec<(SymbolId, Reduction)>,
    /// Variables that all iterations share.
    pub shared: Vec<SymbolId>,
    /// Variables through which iterations depend on each other.
    pub carried: Vec<Carries>,
    /// Statements that keep iterations from running at the same time, with the reason.
    pub obstacles: Vec<(StmtId, String)>,
}

/// A variable through which iterations depend on each other.
#[derive(Clone, Debug)]
pub struct Carries {
    /// The variable.
    pub variable: SymbolId,
    /// Statements that write it.
    pub writes: Vec<StmtId>,
    /// Statements that read what another iteration may write; none if only the value after the loop depends on the
    /// order of iterations.
    pub reads: Vec<StmtId>,
}

impl CountedLoop {
    /// True if the iterations may run at the same time.
    pub fn is_parallel(&self) -> bool {
        self.carried.is_empty() && self.obstacles.is_empty()
    }
}

/// All loops of a procedure, in the order of the text, except DO CONCURRENT, whose iterations the program declares
/// independent.
pub fn counted(program: &Program, facts: &Analyses, unit: UnitId) -> Vec<CountedLoop> {
    let body = &program.units[unit].body;
    let mut out = vec![];
    visit::walk_block(body, &mut |s| {
        let StmtKind::Do { control, .. } = &s.kind else { return };
        match control {
            DoControl::Count { .. } => out.extend(of(program, facts, unit, s)),
            DoControl::Concurrent { .. } => {}
            _ => out.push(CountedLoop {
                stmt: s.id,
                obstacles: vec![(s.id, "the number of iterations is not known before the loop".into())],
                ..CountedLoop::default()
            }),
        }
    });
    out
}

fn of(program: &Program, facts: &Analyses, unit: UnitId, s: &Stmt) -> Option<CountedLoop> {
    let StmtKind::Do {
        control: DoControl::Count { var, .. },
        body,
        ..
    } = &s.kind
    else {
        return None;
    };
    let mut out = CountedLoop {
        stmt: s.id,
        index: Some(*var),
        ..CountedLoop::default()
    };
    let mut seen = BTreeMap::new();
    obstacles(program, body, 0, &mut seen, &mut |s, why| {
        let known = (s, why);
        if !out.obstacles.contains(&known) {
            out.obstacles.push(known);
        }
    });
    let Some(references) = References::of(program, facts, s) else {
        out.obstacles.push((s.id, "the loop changes its index".into()));
        return Some(out);
    };
    let judge = Judge {
        program,
        facts,
        unit,
        body,
        touched: touches(facts, body),
        apart: references.apart(),
        overwritten: overwritten(program, facts, body),
        references,
    };
    if judge.is_in_namelist(*var) {
        out.obstacles.push((s.id, "its index is in a NAMELIST group".into()));
    }
    if judge.is_used_elsewhere(*var, s, true) {
        out.obstacles
            .push((s.id, "the value of the index counts outside of loops over it".into()));
    }
    let mut symbols: BTreeMap<SymbolId, Vec<ZoneId>> = BTreeMap::new();
    for t in &judge.touched {
        for z in t.reads.iter().chain(t.writes.iter()) {
            let v = facts.zones.symbol_in(program, unit, z);
            let zones = symbols.entry(v).or_default();
            if v != *var && !zones.contains(&z) {
                zones.push(z);
            }
        }
    }
    symbols.remove(var);
    for (v, zones) in symbols {
        judge.variable(v, &zones, s, &mut out);
    }
    Some(out)
}

/// What a statement reads and writes, without its blocks.
struct Touches {
    stmt: StmtId,
    /// The index of a loop.
    index: Option<SymbolId>,
    /// It calls a procedure.
    calls: bool,
    reads: ZoneSet,
    writes: ZoneSet,
}

fn touches(facts: &Analyses, body: &Block) -> Vec<Touches> {
    let mut out = vec![];
    visit::walk_block(body, &mut |s| {
        let effects = facts.effects.of(s.id);
        out.push(Touches {
            stmt: s.id,
            index: DoControl::index_of(&s.kind),
            calls: !visit::called(s).is_empty(),
            reads: effects.reads.clone(),
            writes: effects.writes.clone(),
        });
    });
    out
}

struct Judge<'a> {
    program: &'a Program,
    facts: &'a Analyses,
    unit: UnitId,
    body: &'a Block,
    touched: Vec<Touches>,
    apart: ZoneSet,
    overwritten: Overwritten,
    references: References<'a>,
}

impl Judge<'_> {
    /// Gives a variable its role.
    fn variable(&self, v: SymbolId, zones: &[ZoneId], s: &Stmt, out: &mut CountedLoop) {
        let is_written = |z: &ZoneId| self.touched.iter().any(|t| t.writes.contains(*z));
        let written: Vec<ZoneId> = zones.iter().copied().filter(is_written).collect();
        if written.iter().all(|z| self.apart.contains(*z)) {
            out.shared.push(v);
            return;
        }
        let indices = self.indices();
        let alone = zones.iter().all(|z| self.facts.zones.aliases(z).len() == 1);
        if alone && self.can_be_private(v, zones) && written.len() == zones.len() {
            let is_index = indices.contains(&v);
            let is_set = |z: &ZoneId| self.overwritten.after.contains(*z);
            if zones.iter().all(|z| self.is_set_first(v, *z)) {
                if !self.is_used_elsewhere(v, s, is_index) {
                    out.private.push(v);
                    return;
                }
                if !is_index && zones.iter().all(is_set) {
                    out.last.push(v);
                    return;
                }
            }
            if let Some(r) = self.reduction(v, zones) {
                out.reductions.push((v, r));
                return;
            }
        }
        out.carried.push(self.carries(v, &written));
    }

    /// True for a variable of the procedure, or one of a module that no call in the loop touches: a clause does not
    /// concern the statements of called procedures.
    fn can_be_private(&self, v: SymbolId, zones: &[ZoneId]) -> bool {
        let symbol = &self.program.symbols[v];
        let is_own = symbol.owner == Some(self.unit);
        if self.is_in_namelist(v) {
            return false;
        }
        let outlives = symbol.variable().is_none_or(|v| {
            matches!(v.storage, Storage::Module | Storage::Common(_))
                || v.attrs.save
                || v.attrs.pointer
                || v.attrs.target
        });
        let by_call = |t: &Touches| t.calls && zones.iter().any(|z| t.reads.contains(*z) || t.writes.contains(*z));
        is_own && !outlives || !self.touched.iter().any(by_call)
    }

    /// True for a variable of a NAMELIST group: compilers refuse it in a clause.
    fn is_in_namelist(&self, v: SymbolId) -> bool {
        let mut units = self.program.units.iter();
        units.any(|(_, u)| u.namelists.iter().any(|(_, names)| names.contains(&v)))
    }

    /// The indices of the loops inside.
    fn indices(&self) -> Vec<SymbolId> {
        let mut out = vec![];
        visit::walk_block(self.body, &mut |s| out.extend(DoControl::index_of(&s.kind)));
        out
    }

    /// True if each iteration overwrites a variable before it reads it.
    fn is_set_first(&self, v: SymbolId, zone: ZoneId) -> bool {
        let reads = |t: &&Touches| t.reads.contains(zone) && t.index != Some(v);
        let mut reads = self.touched.iter().filter(reads);
        reads.all(|t| self.is_overwritten_before(t, zone))
    }

    /// True if a variable has uses outside of the loop; of an index, other than as that of loops.
    fn is_used_elsewhere(&self, v: SymbolId, s: &Stmt, is_index: bool) -> bool {
        let variable = self.program.symbols[v].variable();
        let is_local = variable.is_some_and(|v| v.storage == Storage::Local && !v.attrs.save);
        let own = self.program.symbols[v].owner == Some(self.unit);
        let is_seen = self.program.units.iter().any(|(_, u)| u.parent == Some(self.unit));
        let all = &self.program.units[self.unit].body;
        let inside = match is_index {
            true => as_index(all, v),
            false => mentions(std::slice::from_ref(s), v),
        };
        !is_local || !own || is_seen || mentions(all, v) > inside
    }

    /// The operation that combines the values of iterations, if no other statement touches the variable.
    fn reduction(&self, v: SymbolId, zones: &[ZoneId]) -> Option<Reduction> {
        let found = reduces(self.body, v)?;
        let mut own = BTreeSet::new();
        visit::walk_block(self.body, &mut |s| {
            if let StmtKind::Assign { lhs, .. } = &s.kind {
                own.extend((lhs.base_symbol() == Some(v)).then_some(s.id));
            }
        });
        let touches = |t: &Touches| zones.iter().any(|z| t.reads.contains(*z) || t.writes.contains(*z));
        let others = self.touched.iter().any(|t| touches(t) && !own.contains(&t.stmt));
        (!others
            && matches!(
                self.program.symbols[v].ty(),
                Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_)
            ))
        .then_some(found)
    }

    /// The statements by which iterations depend on each other.
    fn carries(&self, variable: SymbolId, written: &[ZoneId]) -> Carries {
        let (mut writes, mut reads) = (vec![], vec![]);
        let add = |to: &mut Vec<StmtId>, s: StmtId| {
            if !to.contains(&s) {
                to.push(s);
            }
        };
        for &z in written.iter().filter(|z| !self.apart.contains(**z)) {
            let known = self.references.meeting(z).filter(|pairs| !pairs.is_empty());
            if let Some(pairs) = known {
                for (from, to) in pairs {
                    add(&mut writes, from);
                    let is_read = |t: &Touches| t.stmt == to && t.reads.contains(z);
                    if self.touched.iter().any(is_read) {
                        add(&mut reads, to);
                    }
                }
                continue;
            }
            for t in &self.touched {
                if t.writes.contains(z) {
                    add(&mut writes, t.stmt);
                }
                if t.reads.contains(z) && !self.is_overwritten_before(t, z) {
                    add(&mut reads, t.stmt);
                }
            }
        }
        Carries {
            variable,
            writes,
            reads,
        }
    }

    fn is_overwritten_before(&self, t: &Touches, zone: ZoneId) -> bool {
        self.overwritten.before.get(&t.stmt).is_some_and(|b| b.contains(zone))
    }
}

/// How often statements name a variable.
fn mentions(block: &[Stmt], v: SymbolId) -> usize {
    let mut n = 0;
    visit::walk_block_exprs(block, &mut |e| {
        n += usize::from(matches!(e.kind, ExprKind::Var(x) if x == v))
    });
    n
}

/// The same inside of loops over it.
fn as_index(block: &[Stmt], v: SymbolId) -> usize {
    let mut n = 0;
    for s in block {
        let is_loop = DoControl::index_of(&s.kind) == Some(v);
        s.kind.for_each_block(&mut |b| {
            n += if is_loop { mentions(b, v) } else { as_index(b, v) };
        });
    }
    n
}

/// Looks for statements that keep iterations from running at the same time; `depth`: the number of loops around them,
/// inside the loop.
fn obstacles(
    program: &Program,
    block: &Block,
    depth: usize,
    seen: &mut BTreeMap<UnitId, bool>,
    found: &mut dyn FnMut(StmtId, String),
) {
    for s in block {
        let why = if let StmtKind::Exit(name) = &s.kind {
            (depth == 0 || name.is_some()).then(|| "EXIT may leave the loop".to_string())
        } else if let StmtKind::Cycle(Some(_)) = s.kind {
            (depth > 0).then(|| "CYCLE may leave an inner loop".to_string())
        } else if let StmtKind::CallIntrinsic { id, .. } = &s.kind {
            Some(format!("calls `{}`", id.name()))
        } else if matches!(s.kind, StmtKind::Stop { .. }) {
            Some("STOP ends the program".to_string())
        } else if matches!(s.kind, StmtKind::Io { .. }) {
            Some("input or output".to_string())
        } else {
            visit::jumps(&s.kind).then(|| "a jump may leave the loop".to_string())
        };
        if let Some(why) = why {
            found(s.id, why);
        }
        let mut called = vec![];
        visit::each_call(s, &mut |r| called.push(r.callee.proc));
        for p in called {
            let name = &program.symbols[p].name;
            match program.definition(p).filter(|&u| has_source(program, u)) {
                None => found(s.id, format!("calls `{name}`, whose source is not given")),
                Some(unit) => {
                    if has_effects(program, unit, seen) {
                        found(
                            s.id,
                            format!("calls `{name}`, which reads or writes files, stops, or calls unknown code"),
                        );
                    }
                }
            }
        }
        let inner = depth + usize::from(matches!(s.kind, StmtKind::Do { .. }));
        s.kind
            .for_each_block(&mut |b| obstacles(program, b, inner, seen, found));
    }
}

/// True if the statements of a procedure are known; a model stands for one without source.
fn has_source(program: &Program, unit: UnitId) -> bool {
    let unit = &program.units[unit];
    unit.is_definition() && !unit.body.iter().any(|s| matches!(s.kind, StmtKind::Model(_)))
}

/// True if a procedure, or one that it calls, does something that iterations must do in order.
fn has_effects(program: &Program, unit: UnitId, seen: &mut BTreeMap<UnitId, bool>) -> bool {
    if let Some(&known) = seen.get(&unit) {
        return known;
    }
    seen.insert(unit, false);
    let mut found = false;
    let body = &program.units[unit].body;
    visit::walk_block(body, &mut |s| {
        found |= matches!(
            s.kind,
            StmtKind::Io { .. } | StmtKind::Stop { .. } | StmtKind::CallIntrinsic { .. }
        );
    });
    let mut called = vec![];
    visit::walk_calls(body, &mut |r| called.push(program.definition(r.callee.proc)));
    for u in called {
        found |= match u.filter(|&u| has_source(program, u)) {
            None => true,
            Some(u) => has_effects(program, u, seen),
        };
    }
    seen.insert(unit, found);
    found
}
