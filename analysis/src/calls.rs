//! The call graph.
//!
//! Nodes are units; a call site is a CALL, a defined assignment, or a function reference anywhere in a statement's expressions (defined operators included).
//! What a name may stand for:
//!
//! * a procedure with a definition: that definition;
//! * a dummy procedure or procedure pointer `p`: the least solution of `T(p) ⊇ T(a)` for every actual argument `a` bound to `p` and every
//!   `p => a`, over all call sites of the program, which grow with `T` themselves;
//! * a binding of an object of type `t`: the procedure bound to that name in `t`, its ancestors and all its extensions;
//! * anything else, and what one of these may stand for besides: unknown, listed in [`CallGraph::unknown`].
//!
//! What is ignored: procedures referenced in declarations (specification functions: pure, and their values are shapes); pointer
//! initialisation of procedure pointers in their declarations; user-defined derived-type I/O and FINAL procedures.

use crate::bind::procedure_of;
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};

pub use crate::bind::{bind_args, bind_call};

/// What a callee may stand for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// Definitions.
    pub units: BTreeSet<UnitId>,
    /// True when it may also be something whose text is not among the files.
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
    /// Where the call stands.
    pub caller: UnitId,
    /// The statement.
    pub stmt: StmtId,
    /// The procedure as the caller knows it.
    pub proc: SymbolId,
    /// What it may be.
    pub targets: Targets,
    /// True for a function reference.
    pub is_function: bool,
    /// The reference.
    pub span: Span,
}

/// A call of a procedure whose text is not among the files.
#[derive(Clone, Debug)]
pub struct UnknownCall {
    /// Where the call stands.
    pub caller: UnitId,
    /// Statement.
    pub stmt: StmtId,
    /// The procedure as the caller knows it.
    pub proc: SymbolId,
    /// Procedures of the program that it is given and may call.
    pub callbacks: Vec<UnitId>,
    /// The reference.
    pub span: Span,
}

/// Who calls whom.
#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    graph: DiGraph<UnitId, ()>,
    nodes: BTreeMap<UnitId, NodeIndex>,
    sites: Vec<CallSite>,
    unknown: Vec<UnknownCall>,
    /// Strongly connected components, callees before callers.
    sccs: Vec<Vec<UnitId>>,
    /// Values of dummy procedures and procedure pointers.
    values: BTreeMap<SymbolId, Targets>,
    /// Types that extend a type, itself included.
    extensions: BTreeMap<SymbolId, Vec<SymbolId>>,
}

/// Calls `f` on every call in a unit's body: statement, callee, arguments, whether it is a function reference, place.
pub(crate) fn each_call<'a>(unit: &'a Unit, f: &mut dyn FnMut(&'a Stmt, &'a Callee, &'a [Arg], bool, Span)) {
    visit::walk_block(&unit.body, &mut |s| {
        visit::stmt_exprs(&s.kind, &mut |e| {
            visit::walk_expr(e, &mut |e| {
                if let ExprKind::Call(callee, args) = &e.kind {
                    f(s, callee, args, true, e.span);
                }
            });
        });
        if let StmtKind::Call { callee, args } = &s.kind {
            f(s, callee, args, false, s.span);
        }
    });
}

impl CallGraph {
    /// Finds all calls.
    pub fn build(program: &Program) -> CallGraph {
        let mut g = CallGraph {
            extensions: extensions(program),
            ..CallGraph::default()
        };
        for (u, unit) in program.units.iter() {
            if !unit.prefix.interface_body {
                g.nodes.insert(u, g.graph.add_node(u));
            }
        }
        while g.propagate(program) {}
        g.collect(program);
        let components = tarjan_scc(&g.graph);
        g.sccs = components
            .into_iter()
            .map(|c| {
                let mut units: Vec<_> = c.into_iter().map(|n| g.graph[n]).collect();
                units.sort();
                units
            })
            .collect();
        g
    }

    /// One round over all pointer assignments and bindings of procedure arguments; true when a value grew.
    fn propagate(&mut self, program: &Program) -> bool {
        let mut flows: Vec<(SymbolId, Targets)> = vec![];
        for (_, unit) in program.units.iter() {
            visit::walk_block(&unit.body, &mut |s| {
                if let StmtKind::PointerAssign { lhs, rhs } = &s.kind {
                    if let (Some(p), Some(v)) = (procedure_of(program, lhs), procedure_of(program, rhs)) {
                        flows.push((p, self.known(program, v)));
                    }
                }
            });
            each_call(unit, &mut |_, callee, args, _, _| {
                for target in self.targets(program, callee).units {
                    let bound = bind_call(program, target, callee, args);
                    for (dummy, actual) in program.units[target].args.iter().zip(bound) {
                        let (Some(dummy), Some(actual)) = (dummy, actual) else {
                            continue;
                        };
                        if let Some(v) = procedure_of(program, actual) {
                            flows.push((*dummy, self.known(program, v)));
                        }
                    }
                }
            });
        }
        let mut grew = false;
        for (p, v) in flows {
            grew |= self.values.entry(p).or_default().add(&v);
        }
        grew
    }

    fn collect(&mut self, program: &Program) {
        for (u, unit) in program.units.iter() {
            each_call(unit, &mut |s, callee, args, is_function, span| {
                if matches!(program.symbols[callee.proc].kind, SymbolKind::StatementFunction(_)) {
                    return;
                }
                let targets = self.targets(program, callee);
                let mut called = targets.units.clone();
                if targets.unknown {
                    let callbacks = self.callbacks(program, args);
                    called.extend(&callbacks);
                    self.unknown.push(UnknownCall {
                        caller: u,
                        stmt: s.id,
                        proc: callee.proc,
                        callbacks: callbacks.into_iter().collect(),
                        span,
                    });
                }
                for t in called {
                    if let (Some(&a), Some(&b)) = (self.nodes.get(&u), self.nodes.get(&t)) {
                        self.graph.update_edge(a, b, ());
                    }
                }
                self.sites.push(CallSite {
                    caller: u,
                    stmt: s.id,
                    proc: callee.proc,
                    targets,
                    is_function,
                    span,
                });
            });
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

    /// What a procedure symbol may stand for.
    pub fn value_of(&self, program: &Program, proc: SymbolId) -> Targets {
        let mut value = self.known(program, proc);
        // a dummy procedure of a unit that nobody calls
        value.unknown |= value.units.is_empty();
        value
    }

    /// What is known so far of the values of a procedure symbol.
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

    /// What a callee may stand for.
    pub fn targets(&self, program: &Program, callee: &Callee) -> Targets {
        let mut targets = self.value_of(program, callee.proc);
        let Some((object, name)) = &callee.object else {
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

    /// All call sites, by caller and in the order of its text.
    pub fn sites(&self) -> &[CallSite] {
        &self.sites
    }

    /// Call sites in a unit.
    pub fn sites_in(&self, unit: UnitId) -> impl Iterator<Item = &CallSite> {
        self.sites.iter().filter(move |s| s.caller == unit)
    }

    /// Call sites that may call a unit.
    pub fn sites_of(&self, unit: UnitId) -> impl Iterator<Item = &CallSite> {
        self.sites.iter().filter(move |s| s.targets.units.contains(&unit))
    }

    /// Units that a unit may call directly, in order.
    pub fn callees(&self, unit: UnitId) -> Vec<UnitId> {
        let Some(&n) = self.nodes.get(&unit) else { return vec![] };
        let mut list: Vec<_> = self.graph.neighbors(n).map(|m| self.graph[m]).collect();
        list.sort();
        list
    }

    /// Units that may call a unit directly, in order.
    pub fn callers(&self, unit: UnitId) -> Vec<UnitId> {
        let Some(&n) = self.nodes.get(&unit) else { return vec![] };
        let incoming = self.graph.neighbors_directed(n, petgraph::Direction::Incoming);
        let mut list: Vec<_> = incoming.map(|m| self.graph[m]).collect();
        list.sort();
        list
    }

    /// Groups of mutually recursive units, callees before callers.
    pub fn bottom_up(&self) -> &[Vec<UnitId>] {
        &self.sccs
    }

    /// True when a unit may call itself, directly or not.
    pub fn is_recursive(&self, unit: UnitId) -> bool {
        self.callees(unit).contains(&unit) || self.sccs.iter().any(|c| c.len() > 1 && c.contains(&unit))
    }

    /// A unit and all that it calls, directly or not, callers before callees where there is no recursion.
    pub fn reachable(&self, from: UnitId) -> Vec<UnitId> {
        let mut seen = BTreeSet::from([from]);
        let mut work = vec![from];
        while let Some(u) = work.pop() {
            work.extend(self.callees(u).into_iter().filter(|&c| seen.insert(c)));
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
