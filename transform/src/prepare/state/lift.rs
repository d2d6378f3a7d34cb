//! Moves SAVE locals to their new units.

use crate::code::names::{of_derivative, Namer};
use crate::code::{elsewhere, plain_kind};
use crate::options::UnitSuffix;
use crate::prepare::folded::Record;
use crate::prepare::private::private_needs;
use crate::prepare::state::{data, entries, Lifted};
use adc_analysis::{Analyses, CallGraph, Heads};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::walk_expr;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeSet;

/// Lifts state out of procedures; the suffixes are those of generated units and modules. Passive procedures that keep
/// some of it are called unchanged: planning finds out where that is correct.
pub fn lift(
    program: &mut Program,
    state: &[SymbolId],
    facts: &Analyses,
    heads: &Heads,
    suffixes: &(UnitSuffix, UnitSuffix),
    folded: &Record,
) -> Lifted {
    let owners: IndexSet<UnitId> = state.iter().filter_map(|&s| program.symbols[s].owner).collect();
    for u in owners {
        data::split(program, u, &|s| state.contains(&s));
    }
    let calls = &facts.calls;
    let reached = heads.reached(calls);
    let mut l = Lifter {
        program,
        calls,
        reached,
        entries: entries(heads, calls),
        suffix: &suffixes.0,
        module_suffix: &suffixes.1,
        folded,
        state: state.iter().copied().collect(),
        homes: IndexMap::new(),
        out: Lifted::default(),
    };
    let owner = |l: &Lifter, s: SymbolId| l.program.symbols[s].owner;
    let held: IndexSet<UnitId> = state
        .iter()
        .filter(|&&s| l.obstacle(s).is_some())
        .filter_map(|&s| owner(&l, s).map(|u| crate::prepare::state::top(l.program, u)))
        .filter(|&u| crate::prepare::state::is_passive(l.program, facts, u))
        .collect();
    let is_held =
        |l: &Lifter, s: SymbolId| owner(l, s).is_some_and(|u| held.contains(&crate::prepare::state::top(l.program, u)));
    let moving: Vec<SymbolId> = state.iter().copied().filter(|&s| !is_held(&l, s)).collect();
    l.out.held = state
        .iter()
        .filter(|&&s| is_held(&l, s))
        .filter_map(|&s| owner(&l, s))
        .collect();
    l.state = moving.iter().copied().collect();
    for &s in &moving {
        match l.obstacle(s) {
            None => l.variable(s),
            Some(why) => {
                let symbol = &l.program.symbols[s];
                let message = format!("`{}` keeps its value between calls, and {why}", symbol.name);
                l.out.messages.push(
                    Diagnostic::error(codes::STATE_BETWEEN_CALLS, symbol.span, message)
                        .help("make it an argument or a module variable"),
                );
            }
        }
    }
    l.copies();
    l.out
}

pub(crate) struct Lifter<'a> {
    pub program: &'a mut Program,
    pub calls: &'a CallGraph,
    /// The units that heads reach, themselves included.
    pub reached: Vec<UnitId>,
    /// Heads that the user alone calls.
    pub entries: BTreeSet<UnitId>,
    pub suffix: &'a UnitSuffix,
    module_suffix: &'a UnitSuffix,
    folded: &'a Record,
    state: IndexSet<SymbolId>,
    /// The new module of each top-level unit that has one.
    pub homes: IndexMap<UnitId, UnitId>,
    pub out: Lifted,
}

impl Lifter<'_> {
    /// The reason why a variable cannot leave its procedure.
    fn obstacle(&self, s: SymbolId) -> Option<&'static str> {
        let symbol = &self.program.symbols[s];
        let owner = symbol.owner?;
        let unit = &self.program.units[owner];
        let v = symbol.variable()?;
        let base_is = |e: &Expr| e.base_symbol() == Some(s);
        if unit.equivalences.iter().flatten().any(base_is) {
            return Some("is part of an EQUIVALENCE");
        }
        if unit.namelists.iter().any(|(_, members)| members.contains(&s)) {
            return Some("is part of a NAMELIST");
        }
        if matches!(v.ty.ty, Ty::Derived(t) | Ty::Class(t) if self.program.symbols[t].owner == Some(owner)) {
            return Some("has a type that is defined in its procedure");
        }
        if v.attrs.pointer {
            return Some("is a pointer");
        }
        let mut hosts = std::iter::successors(unit.parent, |&h| self.program.units[h].parent);
        if hosts.any(|h| self.program.units[h].kind == UnitKind::Submodule) {
            return Some("belongs to a procedure of a submodule");
        }
        let mut in_block = false;
        visit::walk_block(&unit.body, &mut |x| {
            in_block |= matches!(&x.kind, StmtKind::Scope { locals, .. } if locals.contains(&s));
        });
        if in_block {
            return Some("is declared in a BLOCK");
        }
        let mut local = false;
        let mut see = |e: &Expr| {
            walk_expr(e, &mut |x| {
                local |= matches!(x.kind, ExprKind::Var(n) if self.program.symbols[n].owner == Some(owner));
            });
        };
        if let Some(Init::Value(e) | Init::Pointer(e)) = &v.init {
            see(e);
        }
        for d in &elsewhere(self.program, v).dims {
            if let Dim::Explicit(lo, hi) = d {
                lo.iter().chain([hi]).for_each(&mut see);
            }
        }
        v.ty.lengths().for_each(&mut see);
        let mentions_it = |e: &Expr| {
            let mut found = false;
            walk_expr(e, &mut |x| found |= matches!(x.kind, ExprKind::Var(b) if b == s));
            found
        };
        for d in unit.data.iter().filter(|d| d.objects.iter().any(mentions_it)) {
            if d.objects.iter().any(|e| matches!(e.kind, ExprKind::ImpliedDo { .. })) {
                return Some("is initialised by an implied DO");
            }
            for (count, value) in &d.values {
                count.iter().for_each(&mut see);
                see(value);
            }
        }
        if local {
            return Some("is declared with other names of its procedure");
        }
        let stays = |e: &Expr| e.base_symbol().is_none_or(|b| !self.state.contains(&b));
        let shared = |d: &DataSet| d.objects.iter().any(base_is) && d.objects.iter().any(stays);
        unit.data
            .iter()
            .any(shared)
            .then_some("is initialised together with other variables")
    }

    /// Moves a variable to its new unit.
    fn variable(&mut self, s: SymbolId) {
        let Some(owner) = self.program.symbols[s].owner else {
            return;
        };
        let home = self.home_of_state(owner);
        let stem = self.program.symbols[s].name.clone();
        self.program.units[owner].symbols.retain(|&x| x != s);
        self.program.units[owner].names.shift_remove(&fold(&stem));
        let mut names = Namer::of_unit(self.program, home);
        let root = self.program.outermost(owner);
        self.reserve_all(root, &mut names);
        let name = if names.is_free(&stem) {
            stem
        } else {
            names.fresh(&format!("{stem}_of_{}", self.program.units[owner].name))
        };
        if let Some(v) = self.program.symbols[s].variable() {
            let mut moved = elsewhere(self.program, v);
            moved.init = v.init.clone();
            if let Some(Init::Value(e)) = &mut moved.init {
                visit::rewrite_expr(e, &mut plain_kind);
            }
            if self.entries.contains(&home) {
                moved.attrs.save = true;
            } else {
                moved.storage = Storage::Module;
            }
            self.program.symbols[s].kind = SymbolKind::Variable(moved);
        }
        self.program.symbols[s].name = name.clone();
        self.program.symbols[s].owner = Some(home);
        self.program.units[home].symbols.push(s);
        self.program.units[home].names.insert(fold(&name), s);
        let (moved, kept) = std::mem::take(&mut self.program.units[owner].data)
            .into_iter()
            .partition(|d: &DataSet| d.objects.first().and_then(Expr::base_symbol) == Some(s));
        self.program.units[owner].data = kept;
        self.program.units[home].data.extend(moved);
        if self.out.new_modules.contains(&home) {
            self.import_type(s, home);
            // a module procedure will move there itself
            if self.program.units[root].kind != UnitKind::Module {
                let top = self.top(owner);
                self.use_symbol(top, home, s);
            }
        }
    }

    fn reserve_all(&self, unit: UnitId, names: &mut Namer) {
        self.program.units[unit].names.keys().for_each(|n| names.reserve(n));
        for &c in &self.program.units[unit].contains {
            self.reserve_all(c, names);
        }
    }

    /// The external or module procedure that contains a unit, or the unit itself.
    pub fn top(&self, unit: UnitId) -> UnitId {
        let mut u = unit;
        while let Some(p) = self.program.units[u].parent {
            if self.program.units[p].kind == UnitKind::Module {
                break;
            }
            u = p;
        }
        u
    }

    /// The new unit for the state of a procedure.
    fn home_of_state(&mut self, owner: UnitId) -> UnitId {
        let top = self.top(owner);
        if self.entries.contains(&top) {
            return top;
        }
        let root = self.program.outermost(top);
        if self.is_enlarged(root) {
            return root;
        }
        let home = self.home(root);
        self.copy(top);
        let name = &self.program.units[top].name;
        let message = format!(
            "`{name}` keeps values between calls: the derivative uses a copy of `{name}`, which keeps them in module `{}` and starts from the same initial values",
            self.program.units[home].name
        );
        self.note(self.program.units[top].span, message);
        home
    }

    /// True for a module that must be regenerated because copies of its procedures elsewhere would not see entities
    /// that they need.
    pub fn is_enlarged(&mut self, root: UnitId) -> bool {
        if self.out.modules.contains(&root) {
            return true;
        }
        let is_module = self.program.units[root].kind == UnitKind::Module;
        let needs = |&u: &UnitId| self.program.outermost(u) == root && !private_needs(self.program, u, root).is_empty();
        if !is_module || !self.reached.iter().any(needs) {
            return false;
        }
        self.out.modules.insert(root);
        let unit = &self.program.units[root];
        let message = format!(
            "procedures of module `{0}` keep values between calls: the generated file contains `{0}`, with these values as module variables, {1}",
            unit.name,
            self.folded.replaced(self.program, root)
        );
        self.note(unit.span, message);
        true
    }

    /// The new module of a top-level unit.
    pub fn home(&mut self, root: UnitId) -> UnitId {
        if let Some(&m) = self.homes.get(&root) {
            return m;
        }
        let unit = &self.program.units[root];
        let is_module = unit.kind == UnitKind::Module;
        let stem = if is_module {
            unit.name.to_string()
        } else {
            format!("{}_state", unit.name)
        };
        let mut module = Unit::new(
            self.free_name(&of_derivative(&stem, self.module_suffix)),
            UnitKind::Module,
        );
        module.implicit_none = true;
        if is_module {
            module.names = unit.names.clone();
            module.uses = unit.uses.clone();
            module.uses.push(Use {
                name: unit.name.clone(),
                module: Some(root),
                only: false,
                items: vec![],
                span: Span::NONE,
            });
        }
        let id = self.program.units.alloc(module);
        self.homes.insert(root, id);
        self.out.new_modules.insert(id);
        if is_module {
            self.out.derivative_of.insert(root, id);
        }
        id
    }

    fn note(&mut self, span: Span, message: String) {
        let note = Diagnostic::note(codes::STATE_BETWEEN_CALLS, span, message);
        if !self.out.messages.contains(&note) {
            self.out.messages.push(note);
        }
    }

    /// Makes a derived type visible where the variable is declared now.
    fn import_type(&mut self, s: SymbolId, home: UnitId) {
        let Ty::Derived(t) = self.program.symbols[s].ty() else {
            return;
        };
        let module = self.program.symbols[t].owner;
        if let Some(m) = module.filter(|&m| self.program.units[m].kind == UnitKind::Module) {
            self.use_symbol(home, m, t);
        }
    }

    /// `USE module, ONLY: symbol`, unless the unit sees it already.
    pub fn use_symbol(&mut self, unit: UnitId, module: UnitId, symbol: SymbolId) {
        if !self.program.sees(unit, symbol) {
            let local = self.program.symbols[symbol].name.clone();
            self.program.use_only(unit, module, symbol, local);
        }
    }

    pub fn free_name(&self, stem: &str) -> SmolStr {
        let mut names = Namer::default();
        for (_, u) in self.program.units.iter() {
            names.reserve(&u.name);
            u.names.keys().for_each(|n| names.reserve(n));
        }
        names.fresh(stem)
    }
}
