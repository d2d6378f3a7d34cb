//! The call graph.
//!
//! Nodes are units; a call site is a CALL, a defined assignment, or a function reference anywhere in a statement's
//! expressions (defined operators included). The possible targets of a name:
//!
//! * a procedure with a definition: that definition;
//! * a dummy procedure or procedure pointer `p`: the least solution of `T(p) ⊇ T(a)` for every actual argument `a`
//!   bound to `p` (and the other way, if both are pointers) and every `p => a`, in a statement, a declaration or a
//!   structure constructor, over all call sites of the program, which grow with `T` themselves;
//! * a binding of an object of type `t`: the procedure bound to that name in `t`, its ancestors and all its extensions;
//! * anything else, and other possible targets of one of these: unknown, listed in [`CallGraph::unknown`].
//!
//! Ignored: procedures referenced in declarations (specification functions: pure, and their values are shapes);
//! user-defined derived-type I/O and FINAL procedures.

use crate::bind::{bind_components, procedure_of};
use adc_frontend::ir::visit::{each_call, Reference};
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use la_arena::ArenaMap;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, BTreeSet};

pub use crate::bind::{bind_args, bind_call, dummy_of, passes_object};

/// Possible targets of a callee.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// Definitions.
    pub units: BTreeSet<UnitId>,
    /// True if a procedure whose source is not among the files is also possible.
    pub unknown: bool,
}

impl Targets {
    fn add(&mut self, other: &Targets) -> bool {
        let before = (self.units.len(), self.unknown);
        self.units.extend(&other.units);
        self.unknown |= other.unknown;
        before != (self.units.len(), self.unknown)
    }
}

/// A place where a procedure is called.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// The calling unit.
    pub caller: UnitId,
    /// The statement.
    pub stmt: StmtId,
    /// The procedure as the caller knows it.
    pub proc: SymbolId,
    /// Its possible targets.
    pub targets: Targets,
    /// True for a function reference.
    pub is_function: bool,
    /// The reference.
    pub span: Span,
}

/// A call of a procedure whose source is not among the files.
#[derive(Clone, Debug)]
pub struct UnknownCall {
    /// The calling unit.
    pub caller: UnitId,
    /// Statement.
    pub stmt: StmtId,
    /// The procedure as the caller knows it.
    pub proc: SymbolId,
    /// Procedures of the program that it receives and may call.
    pub callbacks: Vec<UnitId>,
    /// The reference.
    pub span: Span,
}

/// The call graph.
#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    sites: Vec<CallSite>,
    unknown: Vec<UnknownCall>,
    /// The units that each unit may call directly, and those that may call it, in order.
    callees: ArenaMap<UnitId, Vec<UnitId>>,
    callers: ArenaMap<UnitId, Vec<UnitId>>,
    /// Strongly connected components, callees before callers.
    sccs: Vec<Vec<UnitId>>,
    /// Units by the length of the longest chain of calls below them.
    levels: Vec<Vec<UnitId>>,
    /// Units that may call themselves, directly or indirectly.
    recursive: BTreeSet<UnitId>,
    /// Values of dummy procedures and procedure pointers.
    values: BTreeMap<SymbolId, Targets>,
    /// Types that extend a type, itself included.
    extensions: BTreeMap<SymbolId, Vec<SymbolId>>,
}

/// A call and its position.
struct Call<'a> {
    caller: UnitId,
    stmt: StmtId,
    reference: Reference<'a>,
}

/// Facts about procedures from the texts of all units.
#[derive(Default)]
struct Text<'a> {
    calls: Vec<Call<'a>>,
    /// Procedure pointers and their targets.
    pointers: Vec<(SymbolId, SymbolId)>,
}

impl<'a> Text<'a> {
    fn of(program: &'a Program) -> Text<'a> {
        let mut text = Text::default();
        for (caller, unit) in program.units.iter() {
            visit::walk_block(&unit.body, &mut |s| {
                each_call(s, &mut |reference| {
                    text.calls.push(Call {
                        caller,
                        stmt: s.id,
                        reference,
                    });
                });
                if let StmtKind::PointerAssign { lhs, rhs } = &s.kind {
                    let pair = procedure_of(program, lhs).zip(procedure_of(program, rhs));
                    text.pointers.extend(pair);
                }
                visit::stmt_exprs(&s.kind, &mut |e| text.constructors(program, e));
            });
        }
        for (s, symbol) in program.symbols.iter() {
            match &symbol.kind {
                SymbolKind::Procedure(Procedure { init: Some(e), .. }) => {
                    text.pointers.extend(procedure_of(program, e).map(|f| (s, f)));
                }
                SymbolKind::Variable(Variable {
                    init: Some(Init::Value(e)),
                    ..
                })
                | SymbolKind::Constant(Constant { value: e, .. }) => text.constructors(program, e),
                _ => {}
            }
        }
        text
    }

    /// The procedure pointers that structure constructors in an expression set.
    fn constructors(&mut self, program: &Program, e: &Expr) {
        visit::walk_expr(e, &mut |x| {
            let ExprKind::Structure(ty, args) = &x.kind else { return };
            for (component, arg) in bind_components(program, *ty, args).into_iter().zip(args) {
                let pointer = component.filter(|&c| program.symbols[c].is_procedure_pointer());
                let value = arg.expr().and_then(|e| procedure_of(program, e));
                self.pointers.extend(pointer.zip(value));
            }
        });
    }
}

impl CallGraph {
    /// Finds all calls.
    pub fn build(program: &Program) -> CallGraph {
        let mut g = CallGraph {
            extensions: extensions(program),
            ..CallGraph::default()
        };
        let text = Text::of(program);
        let hands_on = |r: &Reference| {
            let args = r.args.iter().filter_map(Arg::expr);
            args.into_iter().any(|e| procedure_of(program, e).is_some())
        };
        let binding: Vec<Reference> = text.calls.iter().map(|c| c.reference).filter(hands_on).collect();
        while g.propagate(program, &text.pointers, &binding) {}
        g.collect(program, &text.calls);
        g.connect(program);
        g
    }

    /// One round over all pointer assignments and calls with procedures among their arguments; true if a value grew.
    fn propagate(&mut self, program: &Program, pointers: &[(SymbolId, SymbolId)], calls: &[Reference]) -> bool {
        let mut flows: Vec<(SymbolId, Targets)> = vec![];
        flows.extend(pointers.iter().map(|&(p, v)| (p, self.known(program, v))));
        for r in calls {
            for target in self.targets(program, r.callee).units {
                let bound = bind_call(program, target, r.callee, r.args);
                for (dummy, actual) in program.units[target].args.iter().zip(bound) {
                    let (Some(dummy), Some(actual)) = (dummy, actual) else {
                        continue;
                    };
                    if let Some(v) = procedure_of(program, actual) {
                        flows.push((*dummy, self.known(program, v)));
                        // a procedure may associate its pointer argument
                        if [*dummy, v].iter().all(|&p| program.symbols[p].is_procedure_pointer()) {
                            flows.push((v, self.known(program, *dummy)));
                        }
                    }
                }
            }
        }
        let mut grew = false;
        for (p, v) in flows {
            grew |= self.values.entry(p).or_default().add(&v);
        }
        grew
    }

    fn collect(&mut self, program: &Program, calls: &[Call]) {
        for call in calls {
            let (caller, stmt, r) = (call.caller, call.stmt, call.reference);
            if matches!(program.symbols[r.callee.proc].kind, SymbolKind::StatementFunction(_)) {
                continue;
            }
            let targets = self.targets(program, r.callee);
            if targets.unknown {
                self.unknown.push(UnknownCall {
                    caller,
                    stmt,
                    proc: r.callee.proc,
                    callbacks: self.callbacks(program, r.args).into_iter().collect(),
                    span: r.span,
                });
            }
            self.sites.push(CallSite {
                caller,
                stmt,
                proc: r.callee.proc,
                targets,
                is_function: r.is_function,
                span: r.span,
            });
        }
    }

    /// The graph of the calls: neighbours, components.
    fn connect(&mut self, program: &Program) {
        let is_node = |u: UnitId| !program.units[u].prefix.interface_body;
        let units: Vec<UnitId> = program.units.iter().map(|(u, _)| u).filter(|&u| is_node(u)).collect();
        let of_sites = self
            .sites
            .iter()
            .flat_map(|s| s.targets.units.iter().map(|&t| (s.caller, t)));
        let called_back = self
            .unknown
            .iter()
            .flat_map(|c| c.callbacks.iter().map(|&t| (c.caller, t)));
        let edges: BTreeSet<(UnitId, UnitId)> = of_sites
            .chain(called_back)
            .filter(|&(a, b)| is_node(a) && is_node(b))
            .collect();
        let mut graph: DiGraph<UnitId, ()> = DiGraph::with_capacity(units.len(), edges.len());
        let nodes: ArenaMap<UnitId, _> = units.into_iter().map(|u| (u, graph.add_node(u))).collect();
        for &(a, b) in &edges {
            graph.add_edge(nodes[a], nodes[b], ());
            self.callees.entry(a).or_default().push(b);
            self.callers.entry(b).or_default().push(a);
        }
        for component in tarjan_scc(&graph) {
            let mut units: Vec<UnitId> = component.into_iter().map(|n| graph[n]).collect();
            units.sort();
            if units.len() > 1 || self.callees(units[0]).contains(&units[0]) {
                self.recursive.extend(&units);
            }
            self.sccs.push(units);
        }
        self.find_levels();
    }

    fn find_levels(&mut self) {
        let mut heights: ArenaMap<UnitId, usize> = ArenaMap::default();
        for group in &self.sccs {
            let below = group
                .iter()
                .flat_map(|&u| self.callees(u))
                .filter_map(|&c| heights.get(c));
            let height = below.max().map_or(0, |h| h + 1);
            heights.extend(group.iter().map(|&u| (u, height)));
            if self.levels.len() <= height {
                self.levels.push(vec![]);
            }
            self.levels[height].extend(group);
        }
    }

    /// Procedures of the program among the arguments of a call.
    pub fn callbacks(&self, program: &Program, args: &[Arg]) -> BTreeSet<UnitId> {
        let procs = args
            .iter()
            .filter_map(Arg::expr)
            .filter_map(|e| procedure_of(program, e));
        procs.flat_map(|p| self.value_of(program, p).units).collect()
    }

    /// The possible targets of a procedure symbol.
    pub fn value_of(&self, program: &Program, proc: SymbolId) -> Targets {
        let mut value = self.known(program, proc);
        // a dummy procedure of a unit that is never called
        value.unknown |= value.units.is_empty();
        value
    }

    /// The possible targets of a procedure symbol found so far.
    fn known(&self, program: &Program, proc: SymbolId) -> Targets {
        if let Some(unit) = program.definition(proc).filter(|&u| program.units[u].is_definition()) {
            return Targets {
                units: BTreeSet::from([unit]),
                unknown: false,
            };
        }
        let is_value = match &program.symbols[proc].kind {
            SymbolKind::Procedure(p) => matches!(p.class, ProcClass::Dummy | ProcClass::Pointer),
            SymbolKind::Variable(_)
            | SymbolKind::Constant(_)
            | SymbolKind::Generic(_)
            | SymbolKind::Type(_)
            | SymbolKind::StatementFunction(_)
            | SymbolKind::Intrinsic(_)
            | SymbolKind::Namelist => false,
        };
        if is_value {
            return self.values.get(&proc).cloned().unwrap_or_default();
        }
        Targets {
            units: BTreeSet::new(),
            unknown: true,
        }
    }

    /// The possible targets of a callee.
    pub fn targets(&self, program: &Program, callee: &Callee) -> Targets {
        let mut targets = self.value_of(program, callee.proc);
        let Some((object, name)) = callee.object.as_deref() else {
            return targets;
        };
        let (Ty::Derived(t) | Ty::Class(t)) = object.ty else {
            return targets;
        };
        let mut bound = vec![];
        for family in self
            .extensions
            .get(&t)
            .into_iter()
            .flatten()
            .chain(&ancestors(program, t))
        {
            let SymbolKind::Type(def) = &program.symbols[*family].kind else {
                continue;
            };
            bound.extend(
                def.bindings
                    .iter()
                    .filter(|b| b.name.eq_ignore_ascii_case(name))
                    .filter_map(|b| b.proc),
            );
        }
        if !bound.is_empty() {
            // a binding, not a component: the symbol may be the deferred or the inherited one
            targets = Targets::default();
            for p in bound {
                targets.add(&self.value_of(program, p));
            }
        }
        targets
    }

    /// All call sites, by caller and in text order.
    pub fn sites(&self) -> &[CallSite] {
        &self.sites
    }

    /// Units that a unit may call directly, in order.
    pub fn callees(&self, unit: UnitId) -> &[UnitId] {
        self.callees.get(unit).map_or(&[], |list| list)
    }

    /// The given units and those that may call one of them, directly or indirectly.
    pub fn callers_of(&self, units: impl IntoIterator<Item = UnitId>) -> BTreeSet<UnitId> {
        let mut found: BTreeSet<UnitId> = units.into_iter().collect();
        let mut work: Vec<UnitId> = found.iter().copied().collect();
        while let Some(u) = work.pop() {
            work.extend(self.callers(u).iter().copied().filter(|&c| found.insert(c)));
        }
        found
    }

    /// Procedures with a statement for which `does` is true, and those that may call one of them, directly or
    /// indirectly.
    pub fn doing(&self, program: &Program, does: &dyn Fn(UnitId, &Stmt) -> bool) -> BTreeSet<UnitId> {
        let mut found = BTreeSet::new();
        for (u, unit) in program.units.iter().filter(|(_, u)| u.is_definition()) {
            visit::walk_block(&unit.body, &mut |s| {
                if does(u, s) {
                    found.insert(u);
                }
            });
        }
        self.callers_of(found)
    }

    /// Units that may call a unit directly, in order.
    pub fn callers(&self, unit: UnitId) -> &[UnitId] {
        self.callers.get(unit).map_or(&[], |list| list)
    }

    /// Calls `f` on the units of a group of [`CallGraph::bottom_up`]: once or, if they are recursive, until it reports
    /// no change for any of them.
    pub fn settle(&self, group: &[UnitId], f: &mut dyn FnMut(UnitId) -> bool) {
        loop {
            let mut changed = false;
            for &unit in group {
                changed |= f(unit);
            }
            if !changed || !self.is_recursive(group[0]) {
                return;
            }
        }
    }

    /// The same for all units, callees before callers; true if a change was reported.
    pub fn settle_all(&self, f: &mut dyn FnMut(UnitId) -> bool) -> bool {
        let mut changed = false;
        for group in &self.sccs {
            self.settle(group, &mut |unit| {
                let new = f(unit);
                changed |= new;
                new
            });
        }
        changed
    }

    /// Units by the length of the longest chain of calls below them, shortest first. Units of one level do not call
    /// each other, unless they are recursive.
    pub fn levels(&self) -> &[Vec<UnitId>] {
        &self.levels
    }

    /// Groups of mutually recursive units, callees before callers.
    pub fn bottom_up(&self) -> &[Vec<UnitId>] {
        &self.sccs
    }

    /// True if a unit may call itself, directly or indirectly.
    pub fn is_recursive(&self, unit: UnitId) -> bool {
        self.recursive.contains(&unit)
    }

    /// Units and their direct and indirect callees, callers before callees where there is no recursion.
    pub fn reachable(&self, from: impl IntoIterator<Item = UnitId>) -> Vec<UnitId> {
        let mut seen: BTreeSet<UnitId> = from.into_iter().collect();
        let mut work: Vec<UnitId> = seen.iter().copied().collect();
        while let Some(u) = work.pop() {
            work.extend(self.callees(u).iter().copied().filter(|&c| seen.insert(c)));
        }
        let top_down = self.sccs.iter().rev().flatten().copied();
        let mut list: Vec<_> = top_down.filter(|u| seen.remove(u)).collect();
        list.extend(seen);
        list
    }

    /// Calls of procedures without a definition.
    pub fn unknown(&self) -> &[UnknownCall] {
        &self.unknown
    }
}

fn ancestors(program: &Program, t: SymbolId) -> Vec<SymbolId> {
    let mut list = vec![];
    let mut at = Some(t);
    while let Some(t) = at {
        let SymbolKind::Type(def) = &program.symbols[t].kind else {
            break;
        };
        at = def.extends.filter(|p| !list.contains(p));
        list.extend(at);
    }
    list
}

fn extensions(program: &Program) -> BTreeMap<SymbolId, Vec<SymbolId>> {
    let mut map: BTreeMap<SymbolId, Vec<SymbolId>> = BTreeMap::new();
    for (t, symbol) in program.symbols.iter() {
        if matches!(symbol.kind, SymbolKind::Type(_)) {
            map.entry(t).or_default().push(t);
            for a in ancestors(program, t) {
                map.entry(a).or_default().push(t);
            }
        }
    }
    map
}
