//! One derivative for each way in which a procedure is called (`--specialize`).
//!
//! A procedure that is called with different patterns of active arguments gets, by default, one derivative for their union. Here the procedure is written several times
//! in the normalised program, once for each pattern, and each call is of the copy for its pattern; analyses and rules then give each copy a derivative of its
//! own without knowing of all this. A copy's calls are contexts of their own, so this goes on from callers to callees until each procedure has one pattern. In what is generated, calls
//! of copies are calls of the procedure that the user wrote: copies are never printed, only their derivatives are.
//!
//! What is left at one derivative: recursive procedures, procedures with internal procedures or types of their own, internal procedures, and what goes beyond
//! [`PATTERNS`] or [`COPIES`].

use adc_analysis::{Analyses, ZoneSet};
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// Patterns that one procedure is copied for, at most.
const PATTERNS: usize = 8;
/// Copies in a program, at most.
const COPIES: usize = 200;

/// The names of copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// What calls of copies call, by the symbol under which they are called.
    called: IndexMap<SymbolId, SymbolId>,
    count: usize,
}

impl Copies {
    /// Lets the calls in generated code be of what the user wrote.
    pub fn restore(&self, program: &mut Program) {
        if self.called.is_empty() {
            return;
        }
        for (_, unit) in program.units.iter_mut() {
            visit::rewrite_calls(&mut unit.body, &mut |callee| {
                if let Some(&s) = self.called.get(&callee.proc) {
                    callee.proc = s;
                }
            });
        }
    }
}

/// Calls of a procedure with one pattern: caller and statement.
type Calls = Vec<(UnitId, StmtId)>;
type Pattern = (Vec<usize>, Vec<usize>);

/// Copies procedures until each is called with one pattern. `original` is the program before normalisation: its units keep their numbers.
pub(crate) fn specialise(
    original: &mut Program,
    primal: &mut Program,
    head: UnitId,
    mut facts: Analyses,
    analyse: &dyn Fn(&Program) -> Analyses,
) -> (Copies, Analyses) {
    let mut copies = Copies::default();
    while copies.count < COPIES {
        let mut changed = false;
        for (callee, patterns) in patterns(primal, &facts, head) {
            for calls in patterns.into_iter().skip(1).take(PATTERNS - 1) {
                changed |= copies.copy(original, primal, callee, &calls);
            }
        }
        if !changed {
            break;
        }
        facts = analyse(primal);
    }
    (copies, facts)
}

/// The calls of each procedure that is called with several patterns, by pattern.
fn patterns(primal: &Program, facts: &Analyses, head: UnitId) -> Vec<(UnitId, Vec<Calls>)> {
    let mut all: BTreeMap<UnitId, IndexMap<Pattern, Calls>> = BTreeMap::new();
    let mut of_statement: BTreeMap<(UnitId, StmtId), usize> = BTreeMap::new();
    let contexts = facts.activity.contexts();
    for c in &contexts {
        *of_statement.entry((c.callee, c.stmt)).or_default() += 1;
    }
    for c in contexts {
        let active = facts.activity.unit_is_active(c.caller) && facts.activity.unit_is_active(c.callee);
        let alone = of_statement[&(c.callee, c.stmt)] == 1;
        if c.callee == head || !active || !alone || !can_be_copied(primal, facts, c.callee) {
            continue;
        }
        let numbers = |set: &ZoneSet| set.iter().map(|z| z.into_raw().into_u32() as usize).collect();
        let pattern = (numbers(&c.varied), numbers(&c.useful));
        let calls = all.entry(c.callee).or_default().entry(pattern).or_default();
        calls.push((c.caller, c.stmt));
    }
    let several = all.into_iter().filter(|(_, p)| p.len() > 1);
    several.map(|(u, p)| (u, p.into_values().collect())).collect()
}

fn can_be_copied(primal: &Program, facts: &Analyses, unit: UnitId) -> bool {
    let u = &primal.units[unit];
    let at_home = u.parent.is_none_or(|p| primal.units[p].kind == UnitKind::Module);
    let plain = |&s: &SymbolId| {
        !matches!(
            primal.symbols[s].kind,
            SymbolKind::Type(_) | SymbolKind::StatementFunction(_)
        )
    };
    at_home
        && u.model().is_none()
        && u.contains.is_empty()
        && !facts.calls.is_recursive(unit)
        && u.symbols.iter().all(plain)
}

impl Copies {
    /// Copies a procedure for some of its calls; false when these are not calls by name.
    fn copy(&mut self, original: &mut Program, primal: &mut Program, unit: UnitId, calls: &Calls) -> bool {
        let mut done = false;
        let mut copy = None;
        for &(caller, stmt) in calls {
            let mut body = std::mem::take(&mut primal.units[caller].body);
            rewrite_statement(&mut body, stmt, &mut |callee| {
                if primal.definition(callee.proc) != Some(unit) || callee.object.is_some() {
                    return;
                }
                let copy = *copy.get_or_insert_with(|| self.unit(original, primal, unit));
                callee.proc = self.name(primal, callee.proc, copy);
                done = true;
            });
            primal.units[caller].body = body;
        }
        done
    }

    /// A symbol under which a copy is called in the place of another procedure.
    fn name(&mut self, primal: &mut Program, proc: SymbolId, copy: UnitId) -> SymbolId {
        let mut symbol = primal.symbols[proc].clone();
        if let SymbolKind::Procedure(p) = &mut symbol.kind {
            p.unit = Some(copy);
        }
        let new = primal.symbols.alloc(symbol);
        let called = self.called.get(&proc).copied().unwrap_or(proc);
        self.called.insert(new, called);
        new
    }

    /// A copy of a unit with variables of its own.
    fn unit(&mut self, original: &mut Program, primal: &mut Program, unit: UnitId) -> UnitId {
        self.count += 1;
        let source = primal.units[unit].clone();
        let copy = primal.units.alloc(source.clone());
        let mut written = original.units[unit].clone();
        written.shares.get_or_insert(unit);
        let same = original.units.alloc(written);
        assert_eq!(copy, same, "normalisation keeps the numbers of units");
        let mut map: IndexMap<SymbolId, SymbolId> = IndexMap::new();
        let owned = source.symbols.iter().chain(source.names.values()).copied();
        for s in owned
            .filter(|&s| primal.symbols[s].owner == Some(unit))
            .collect::<Vec<_>>()
        {
            if map.contains_key(&s) {
                continue;
            }
            let mut symbol = primal.symbols[s].clone();
            symbol.owner = Some(copy);
            let new = primal.symbols.alloc(symbol);
            map.insert(s, new);
            if let Some(&called) = self.called.get(&s) {
                self.called.insert(new, called);
            }
        }
        for &new in map.values() {
            let mut kind = primal.symbols[new].kind.clone();
            remap_kind(&map, &mut kind);
            primal.symbols[new].kind = kind;
        }
        let mut u = source;
        u.symbol = u.symbol.map(|s| self.name(primal, s, copy));
        remap_unit(&map, &mut u);
        primal.renumber(&mut u.body);
        primal.units[copy] = u;
        copy
    }
}

/// Calls `f` on the calls of one statement.
fn rewrite_statement(block: &mut Block, stmt: StmtId, f: &mut dyn FnMut(&mut Callee)) {
    for s in block {
        if s.id == stmt {
            if let StmtKind::Call { callee, .. } = &mut s.kind {
                f(callee);
            }
            visit::stmt_exprs_mut(&mut s.kind, &mut |e| {
                visit::rewrite_expr(e, &mut |x| {
                    if let ExprKind::Call(callee, _) = &mut x.kind {
                        f(callee);
                    }
                });
            });
        }
        s.kind.for_each_block_mut(&mut |b| rewrite_statement(b, stmt, f));
    }
}

type Map = IndexMap<SymbolId, SymbolId>;

fn remap_symbol(map: &Map, s: &mut SymbolId) {
    if let Some(&new) = map.get(s) {
        *s = new;
    }
}

fn remap_expr(map: &Map, e: &mut Expr) {
    visit::rewrite_expr(e, &mut |x| match &mut x.kind {
        ExprKind::Var(s) | ExprKind::Procedure(s) => remap_symbol(map, s),
        ExprKind::ImpliedDo { var, .. } => remap_symbol(map, var),
        ExprKind::Call(callee, _) => remap_symbol(map, &mut callee.proc),
        _ => {}
    });
}

fn remap_type(map: &Map, ty: &mut DeclType) {
    if let KindSpelling::Expr(e) = &mut ty.spelling {
        remap_expr(map, e);
    }
    if let Some(CharLen::Expr(e)) = &mut ty.len {
        remap_expr(map, e);
    }
}

fn remap_dims(map: &Map, dims: &mut [Dim]) {
    for e in dims.iter_mut().flat_map(Dim::bounds_mut) {
        remap_expr(map, e);
    }
}

fn remap_kind(map: &Map, kind: &mut SymbolKind) {
    match kind {
        SymbolKind::Variable(v) => {
            remap_type(map, &mut v.ty);
            remap_dims(map, &mut v.dims);
            if let Some(Init::Value(e) | Init::Pointer(e)) = &mut v.init {
                remap_expr(map, e);
            }
        }
        SymbolKind::Constant(c) => {
            remap_type(map, &mut c.ty);
            remap_dims(map, &mut c.dims);
            remap_expr(map, &mut c.value);
        }
        SymbolKind::Procedure(p) => p.result.iter_mut().for_each(|ty| remap_type(map, ty)),
        SymbolKind::Generic(g) => g.specifics.iter_mut().for_each(|s| remap_symbol(map, s)),
        SymbolKind::Type(_) | SymbolKind::StatementFunction(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => {}
    }
}

fn remap_unit(map: &Map, u: &mut Unit) {
    u.args.iter_mut().flatten().for_each(|s| remap_symbol(map, s));
    u.result.iter_mut().for_each(|s| remap_symbol(map, s));
    u.names.values_mut().for_each(|s| remap_symbol(map, s));
    u.symbols.iter_mut().for_each(|s| remap_symbol(map, s));
    u.decl_lead.iter_mut().for_each(|(s, _)| remap_symbol(map, s));
    let members = u.commons.iter_mut().flat_map(|c| &mut c.members);
    members.for_each(|s| remap_symbol(map, s));
    u.equivalences.iter_mut().flatten().for_each(|e| remap_expr(map, e));
    for d in &mut u.data {
        d.objects.iter_mut().for_each(|e| remap_expr(map, e));
    }
    let grouped = u.namelists.iter_mut().flat_map(|(_, list)| list);
    grouped.for_each(|s| remap_symbol(map, s));
    for i in &mut u.interfaces {
        i.generic
            .iter_mut()
            .chain(&mut i.procedures)
            .for_each(|s| remap_symbol(map, s));
    }
    visit::rewrite_calls(&mut u.body, &mut |callee| remap_symbol(map, &mut callee.proc));
    visit::rewrite_block_exprs(&mut u.body, &mut |e| match &mut e.kind {
        ExprKind::Var(s) | ExprKind::Procedure(s) => remap_symbol(map, s),
        ExprKind::ImpliedDo { var, .. } => remap_symbol(map, var),
        _ => {}
    });
    remap_names(map, &mut u.body);
}

/// Symbols that stand in statements without being expressions.
fn remap_names(map: &Map, block: &mut Block) {
    for s in block {
        match &mut s.kind {
            StmtKind::Do { control, .. } => match control {
                DoControl::Count { var, .. } => remap_symbol(map, var),
                DoControl::Concurrent { ranges, .. } => ranges.iter_mut().for_each(|r| remap_symbol(map, &mut r.0)),
                DoControl::Forever | DoControl::While(_) => {}
            },
            StmtKind::Forall { ranges, .. } => ranges.iter_mut().for_each(|r| remap_symbol(map, &mut r.0)),
            StmtKind::AssignLabel(_, var) | StmtKind::AssignedGoto(var, _) => remap_symbol(map, var),
            StmtKind::Associate { pairs, .. } => pairs.iter_mut().for_each(|(name, _)| remap_symbol(map, name)),
            StmtKind::SelectType { guards, .. } => guards.iter_mut().for_each(|g| remap_symbol(map, &mut g.local)),
            StmtKind::Io { controls, .. } => {
                for (_, c) in controls {
                    if let IoControl::Namelist(group) = c {
                        remap_symbol(map, group);
                    }
                }
            }
            StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::Call { .. }
            | StmtKind::CallIntrinsic { .. }
            | StmtKind::If { .. }
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(..)
            | StmtKind::ArithmeticIf(..)
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(_)
            | StmtKind::Continue
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Format(_)
            | StmtKind::Scope { .. }
            | StmtKind::Directed { .. }
            | StmtKind::Push(_)
            | StmtKind::Pop(_)
            | StmtKind::PushControl { .. }
            | StmtKind::PopControl { .. }
            | StmtKind::Model(_)
            | StmtKind::Comment(_) => {}
        }
        s.kind.for_each_block_mut(&mut |b| remap_names(map, b));
    }
}
