//! The derivative program under construction: units, shadows, visibility.
//!
//! The derivative program starts as a copy of the normalised primal and grows: each active procedure gets a derivative unit, each module that holds one (or
//! an active variable) a derivative module. Derivative units *share* the symbols of their primal (a symbol is a
//! name and a declaration, both of which stay), so expressions of the primal can be used in derivative code as they are, and facts keyed by symbols stay
//! true. Shadows are new symbols, made on demand by [`Generator::shadow`], owned by the derivative of the unit that owns the primal symbol.

use crate::names::{suffixed, with_suffix, Namer};
use crate::normalize::temps::new_variable;
use crate::state::Lifted;
use crate::{Mode, Options};
use adc_analysis::{Analyses, HeadSpec, ZoneId};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::consteval::int_const;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{rewrite_expr, subexprs};
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// The state of one differentiation.
pub struct Generator<'a> {
    /// The normalised primal.
    pub primal: &'a Program,
    /// The user's program as resolved: copies of internal procedures are taken from it.
    pub original: &'a Program,
    /// What the analyses found on the normalised primal.
    pub facts: &'a Analyses,
    /// What is differentiated.
    pub head: &'a HeadSpec,
    /// Tangent or adjoint.
    pub mode: Mode,
    /// Suffixes and switches.
    pub options: &'a Options,
    /// The derivative program.
    pub out: Program,
    /// Primal unit to derivative unit, modules included.
    pub units: IndexMap<UnitId, UnitId>,
    /// Top-level derivative units.
    pub roots: Vec<UnitId>,
    /// Messages so far.
    pub messages: Vec<Diagnostic>,
    pub(crate) procs: IndexMap<UnitId, SymbolId>,
    pub(crate) shadows: IndexMap<SymbolId, SymbolId>,
    namers: IndexMap<UnitId, Namer>,
    common_shadows: IndexMap<CommonId, CommonId>,
    foreign: IndexMap<(UnitId, ZoneId), SymbolId>,
    /// The variable that holds the primal value of a function in its derivative.
    pub(crate) values: IndexMap<UnitId, SymbolId>,
    pub(crate) externals: IndexMap<(UnitId, UnitId), SymbolId>,
    /// Copies of internal procedures, with what they are copies of.
    pub(crate) copies: IndexMap<UnitId, UnitId>,
    /// Indices of generated loops over the elements of arrays, by derivative unit and depth of nesting.
    pub(crate) element_indices: IndexMap<(UnitId, usize), Expr>,
    /// Modules that are written again, enlarged, because derivative code needs private entities of theirs.
    pub(crate) enlarged: IndexSet<UnitId>,
    /// What of the program is new or written again because of saved locals.
    pub(crate) lifted: Lifted,
    /// True when the head is called by what it calls: its derivative is an inner procedure then, and has an entry ([`crate::wrapper`]).
    pub(crate) head_is_called: bool,
    /// That entry.
    pub(crate) entry: Option<UnitId>,
}

impl<'a> Generator<'a> {
    /// Begins with a copy of the normalised primal and no derivative unit.
    pub fn new(
        original: &'a Program,
        primal: &'a Program,
        facts: &'a Analyses,
        head: &'a HeadSpec,
        mode: Mode,
        options: &'a Options,
    ) -> Self {
        Generator {
            primal,
            original,
            facts,
            head,
            mode,
            options,
            out: primal.clone(),
            units: IndexMap::new(),
            roots: vec![],
            messages: vec![],
            procs: IndexMap::new(),
            shadows: IndexMap::new(),
            namers: IndexMap::new(),
            common_shadows: IndexMap::new(),
            foreign: IndexMap::new(),
            values: IndexMap::new(),
            externals: IndexMap::new(),
            copies: IndexMap::new(),
            element_indices: IndexMap::new(),
            enlarged: IndexSet::new(),
            lifted: Lifted::default(),
            head_is_called: facts.calls.is_recursive(head.unit),
            entry: None,
        }
    }

    /// Suffix of derivative procedures, modules and COMMON blocks.
    pub fn unit_suffix(&self) -> &str {
        match self.mode {
            Mode::Tangent => &self.options.suffix_tangent,
            Mode::Reverse => &self.options.suffix_reverse,
        }
    }

    /// Suffix of shadows: that of procedures without its underscore.
    pub fn variable_suffix(&self) -> &str {
        self.unit_suffix().trim_start_matches('_')
    }

    /// Reports a construct that cannot be differentiated.
    pub fn refuse(&mut self, code: u16, span: Span, message: impl Into<String>) {
        let d = Diagnostic::error(code, span, message);
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }

    /// True when something was refused.
    pub fn has_errors(&self) -> bool {
        adc_frontend::diag::any_error(&self.messages)
    }

    /// True when a variable has a shadow in a primal unit.
    pub fn is_active(&self, unit: UnitId, symbol: SymbolId) -> bool {
        self.primal.symbols[symbol].variable().is_some() && self.facts.activity.is_active(unit, symbol)
    }

    /// True when a unit has a derivative.
    pub fn is_active_unit(&self, unit: UnitId) -> bool {
        self.units.contains_key(&unit)
    }

    /// Takes over what [`crate::state`] found.
    pub fn rewrite_again(&mut self, lifted: Lifted) {
        self.enlarged.extend(lifted.modules.iter().chain(&lifted.new_modules));
        self.lifted = lifted;
    }

    /// The name of a unit in the user's program.
    pub fn name_of(&self, unit: UnitId) -> SmolStr {
        let renamed = self.lifted.procedures.get(&unit);
        renamed.unwrap_or(&self.primal.units[unit].name).clone()
    }

    /// True for what stands in the user's program.
    pub fn is_of_user(&self, unit: UnitId) -> bool {
        !self.lifted.new_modules.contains(&unit)
    }

    /// True for the head when its derivative is what the user calls.
    pub fn is_entry(&self, unit: UnitId) -> bool {
        unit == self.head.unit && !self.head_is_called
    }

    // ---- units

    /// Makes the derivative units of all active procedures, empty but for what they share with their primal.
    pub fn make_units(&mut self) {
        let mut active: Vec<UnitId> = self
            .facts
            .calls
            .reachable(self.head.unit)
            .into_iter()
            .filter(|&u| u == self.head.unit || self.facts.activity.unit_is_active(u))
            .collect();
        active.sort();
        active.dedup();
        self.find_private_needs(&active);
        self.complete_files(&active);
        self.check_enlarged_are_whole();
        for u in active {
            self.derivative_unit(u);
        }
        for m in self.enlarged.clone() {
            self.derivative_unit(m);
        }
    }

    /// The derivative of a unit, made when first asked for.
    pub fn derivative_unit(&mut self, u: UnitId) -> UnitId {
        if let Some(&d) = self.units.get(&u) {
            return d;
        }
        if let Some(&m) = self.lifted.derivative_of.get(&u) {
            return self.derivative_unit(m);
        }
        if self.enlarged.contains(&u) {
            return self.enlarged_module(u);
        }
        let parent = self.primal.units[u].parent.map(|p| self.derivative_unit(p));
        let source = &self.primal.units[u];
        let suffix = self.unit_suffix().to_string();
        let inner = u == self.head.unit && self.head_is_called;
        let stem = with_suffix(
            &self.name_of(u),
            &if inner { format!("_inner{suffix}") } else { suffix },
        );
        let name = match parent {
            Some(p) => self.namer(p).fresh(&stem),
            None => self.global_name(&stem),
        };
        let mut d = Unit::new(name.clone(), source.kind);
        d.parent = parent;
        d.span = source.span;
        d.shares = Some(u);
        d.implicit_none = true;
        d.lead = source.lead.clone();
        if source.kind == UnitKind::Module {
            // what the module's procedures see of other modules, and the module itself
            d.uses = source.uses.clone();
            d.uses.push(Use {
                name: source.name.clone(),
                module: Some(u),
                only: false,
                items: vec![],
                span: Span::NONE,
            });
            d.names = source.names.clone();
        } else {
            d.prefix = Prefixes {
                pure_: false,
                elemental: false,
                impure: false,
                ..source.prefix
            };
            if self.mode == Mode::Tangent {
                // the tangent of a function has its value as an output, which no pure function may have
                let is_function = |x: &UnitId| self.primal.units[*x].kind == UnitKind::Function;
                let pure_ = !self.facts.calls.reachable(u).iter().any(is_function);
                d.prefix.elemental = source.prefix.elemental;
                d.prefix.pure_ = source.prefix.pure_ && pure_;
                d.prefix.impure = source.prefix.elemental && (source.prefix.impure || !pure_);
            }
            d.uses = source.uses.clone();
            d.names = source.names.clone();
            d.symbols = source.symbols.clone();
            d.commons = source.commons.clone();
            d.equivalences = source.equivalences.clone();
            d.data = source.data.clone();
            d.namelists = source.namelists.clone();
            d.interfaces = source.interfaces.clone();
        }
        let id = self.out.units.alloc(d);
        self.units.insert(u, id);
        match parent {
            Some(p) => self.out.units[p].contains.push(id),
            None => self.roots.push(id),
        }
        if self.primal.units[u].is_procedure() {
            let class = match parent {
                None => ProcClass::Definition,
                Some(p) if self.out.units[p].kind == UnitKind::Module => ProcClass::Module,
                Some(_) => ProcClass::Internal,
            };
            let symbol = self.procedure_symbol(name, parent, class, id);
            self.out.units[id].symbol = Some(symbol);
            self.procs.insert(u, symbol);
        }
        id
    }

    fn procedure_symbol(&mut self, name: SmolStr, owner: Option<UnitId>, class: ProcClass, unit: UnitId) -> SymbolId {
        let kind = SymbolKind::Procedure(Procedure {
            class,
            unit: Some(unit),
            interface: None,
            result: None,
            result_rank: 0,
            attrs: Attrs::default(),
        });
        let folded = fold(&name);
        let symbol = Symbol {
            name,
            owner,
            kind,
            private: false,
            comment: None,
            span: Span::NONE,
        };
        let id = self.out.symbols.alloc(symbol);
        if let Some(o) = owner {
            self.out.units[o].symbols.push(id);
            self.out.units[o].names.insert(folded, id);
        }
        id
    }

    /// Names taken in a derivative unit.
    pub fn namer(&mut self, unit: UnitId) -> &mut Namer {
        let out = &self.out;
        self.namers.entry(unit).or_insert_with(|| Namer::of_unit(out, unit))
    }

    fn global_name(&self, stem: &str) -> SmolStr {
        let mut namer = Namer::default();
        for (_, u) in self.out.units.iter().filter(|(_, u)| u.parent.is_none()) {
            namer.reserve(&u.name);
        }
        namer.fresh(stem)
    }

    // ---- shadows

    /// The shadow of a variable.
    pub fn shadow(&mut self, symbol: SymbolId) -> SymbolId {
        if let Some(&s) = self.shadows.get(&symbol) {
            return s;
        }
        let source = &self.primal.symbols[symbol];
        let (owner, span) = (source.owner, source.span);
        let Some(v) = source.variable().cloned() else {
            return symbol;
        };
        let home = match owner {
            Some(o) => self.derivative_unit(o),
            None => return symbol,
        };
        let suffix = self.variable_suffix().to_string();
        let name = suffixed(self.primal, symbol, &suffix);
        let name = self.namer(home).fresh(&name);
        let is_argument = self.has_shadow_argument(owner, symbol);
        let storage = match v.storage {
            Storage::Dummy | Storage::Result if is_argument => Storage::Dummy,
            Storage::Dummy | Storage::Result => Storage::Local,
            Storage::Common(c) => Storage::Common(self.common_shadow(c)),
            other => other,
        };
        let attrs = Attrs {
            allocatable: v.attrs.allocatable,
            pointer: v.attrs.pointer,
            target: v.attrs.target,
            optional: v.attrs.optional && storage == Storage::Dummy,
            contiguous: v.attrs.contiguous,
            ..Attrs::default()
        };
        let dims = if storage == Storage::Local {
            self.local_dims(symbol, &v)
        } else {
            v.dims.clone()
        };
        let shadow = new_variable(
            &mut self.out,
            home,
            name,
            Variable {
                ty: v.ty,
                dims,
                storage,
                attrs,
                init: None,
            },
        );
        self.out.symbols[shadow].span = span;
        self.shadows.insert(symbol, shadow);
        shadow
    }

    /// Dimensions of a local shadow: a dummy of assumed shape has its shape from the primal.
    pub(crate) fn local_dims(&mut self, symbol: SymbolId, v: &Variable) -> Vec<Dim> {
        if v.attrs.allocatable || v.attrs.pointer {
            return v.dims.clone();
        }
        let whole = var(self.primal, symbol);
        let mut dims = vec![];
        for (k, d) in v.dims.iter().enumerate() {
            dims.push(match d {
                Dim::Assumed(lo) => {
                    let extent = crate::rules::size_of(&whole, Some(k as i64 + 1));
                    match lo {
                        None => Dim::Explicit(None, extent),
                        Some(l) => Dim::Explicit(Some(l.clone()), sub(add(l.clone(), extent), int(1))),
                    }
                }
                Dim::AssumedSize(_) | Dim::AssumedRank => {
                    let (name, span) = (
                        self.primal.symbols[symbol].name.clone(),
                        self.primal.symbols[symbol].span,
                    );
                    self.refuse(
                        codes::UNKNOWN_SIZE,
                        span,
                        format!("`{name}` carries a derivative but its size is not known here"),
                    );
                    Dim::Explicit(None, int(1))
                }
                d @ (Dim::Explicit(..) | Dim::Deferred) => d.clone(),
            });
        }
        dims
    }

    /// True when the shadow of a dummy or result is an argument of the derivative procedure.
    pub fn has_shadow_argument(&self, owner: Option<UnitId>, symbol: SymbolId) -> bool {
        let Some(u) = owner else { return false };
        let listed =
            u == self.head.unit && (self.head.independents.contains(&symbol) || self.head.dependents.contains(&symbol));
        listed || !self.is_entry(u) && self.is_active(u, symbol)
    }

    /// A designator with its variable replaced by its shadow.
    pub fn shadow_ref(&mut self, e: &Expr) -> Expr {
        let mut out = e.clone();
        self.replace_base(&mut out);
        out.span = Span::NONE;
        out
    }

    fn replace_base(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Var(s) => *s = self.shadow(*s),
            ExprKind::Index(b, _)
            | ExprKind::Component(b, _)
            | ExprKind::ComplexPart(b, _)
            | ExprKind::Substring(b, _, _)
            | ExprKind::Paren(b) => self.replace_base(b),
            _ => {}
        }
    }

    // ---- COMMON

    pub(crate) fn common_shadow(&mut self, c: CommonId) -> CommonId {
        if let Some(&s) = self.common_shadows.get(&c) {
            return s;
        }
        let name = self.out.commons[c].name.clone();
        let stem = if name.is_empty() { "blank".into() } else { name };
        let suffix = self.unit_suffix().to_string();
        let shadow = self.out.commons.alloc(Common {
            name: with_suffix(&stem, &suffix).into(),
        });
        self.common_shadows.insert(c, shadow);
        shadow
    }

    /// Gives a derivative unit the shadow blocks of the COMMON blocks that it sees, and the shadows of its EQUIVALENCE sets.
    pub fn shadow_storage(&mut self, u: UnitId) {
        let d = self.derivative_unit(u);
        let commons = self.primal.units[u].commons.clone();
        for c in commons {
            let members: Vec<SymbolId> = c
                .members
                .iter()
                .copied()
                .filter(|&m| self.is_active(u, m) && self.carries(m))
                .collect();
            if members.is_empty() {
                continue;
            }
            let shadows = members.iter().map(|&m| self.shadow(m)).collect();
            let common = self.common_shadow(c.common);
            self.out.units[d].commons.push(CommonUse {
                common,
                members: shadows,
                span: c.span,
            });
        }
        let sets = self.primal.units[u].equivalences.clone();
        for set in sets {
            let active: Vec<&Expr> = set
                .iter()
                .filter(|e| e.base_symbol().is_some_and(|s| self.is_active(u, s)))
                .collect();
            let Some(first) = active.first() else { continue };
            let (ty, span) = (first.ty, first.span);
            if set.iter().any(|e| e.ty != ty) {
                self.refuse(
                    codes::UNSUPPORTED_DATA,
                    span,
                    "EQUIVALENCE of an active variable with one of another type or kind",
                );
                continue;
            }
            let shadows = set.iter().map(|e| self.shadow_ref(e)).collect();
            self.out.units[d].equivalences.push(shadows);
        }
    }

    /// Checks that all units see the active members of a COMMON block alike.
    pub fn check_commons(&mut self) {
        let mut seen: IndexMap<CommonId, (Vec<(Ty, i64)>, Span)> = IndexMap::new();
        let units: Vec<UnitId> = self.units.keys().copied().collect();
        for u in units {
            for c in self.primal.units[u].commons.clone() {
                // runs of one type: what counts is the storage, not how it is cut into arrays
                let mut view: Vec<(Ty, i64)> = vec![];
                let active = |m: &&SymbolId| self.is_active(u, **m) && self.carries(**m);
                for &m in c.members.iter().filter(active) {
                    let (ty, size) = (self.primal.symbols[m].ty(), elements(self.primal, m));
                    match view.last_mut() {
                        Some((last, n)) if *last == ty => *n += size,
                        _ => view.push((ty, size)),
                    }
                }
                match seen.get(&c.common) {
                    None => {
                        seen.insert(c.common, (view, c.span));
                    }
                    Some((first, other)) if *first != view => {
                        let (name, other) = (self.primal.commons[c.common].name.clone(), *other);
                        self.messages.push(
                            Diagnostic::error(
                                codes::UNSUPPORTED_DATA,
                                c.span,
                                format!("COMMON block `/{name}/` is declared differently in two units"),
                            )
                            .also(other, "declared here with other active members"),
                        );
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// True for variables that hold real or complex numbers, in components perhaps.
    pub fn carries(&self, symbol: SymbolId) -> bool {
        matches!(
            self.primal.symbols[symbol].ty(),
            Ty::Real(_) | Ty::Complex(_) | Ty::Derived(_) | Ty::Class(_)
        )
    }

    // ---- visibility

    /// Makes a symbol visible in a derivative unit: a shadow or derivative procedure of a module is imported by name.
    pub fn import(&mut self, unit: UnitId, symbol: SymbolId) {
        let Some(owner) = self.out.symbols[symbol].owner else {
            return;
        };
        let mut at = Some(unit);
        while let Some(u) = at {
            if u == owner {
                return;
            }
            if self.out.units[u].names.values().any(|&s| s == symbol) {
                return;
            }
            at = self.out.units[u].parent;
        }
        if self.out.units[owner].kind != UnitKind::Module {
            return;
        }
        let name = self.out.symbols[symbol].name.clone();
        let (local, original) = if self.namer(unit).is_free(&name) {
            self.namer(unit).reserve(&name);
            (name, None)
        } else {
            (self.namer(unit).fresh(&name), Some(name))
        };
        let item = UseItem {
            local: local.clone(),
            original,
            symbol,
        };
        let module_name = self.out.units[owner].name.clone();
        let target = &mut self.out.units[unit];
        target.names.insert(fold(&local), symbol);
        match target.uses.iter_mut().find(|u| u.module == Some(owner) && u.only) {
            Some(u) => u.items.push(item),
            None => target.uses.push(Use {
                name: module_name,
                module: Some(owner),
                only: true,
                items: vec![item],
                span: Span::NONE,
            }),
        }
    }

    /// A reference to a zone's variable from a unit that may not see it: a module variable is imported, a COMMON block declared. `None` when the zone has no
    /// variable that can be reached.
    pub fn reach(&mut self, u: UnitId, zone: ZoneId) -> Option<SymbolId> {
        let d = self.derivative_unit(u);
        let symbols = self.facts.zones.members(zone).to_vec();
        // seen already: a symbol of the unit, of a host, or used
        for &s in &symbols {
            if self.sees(u, s) {
                return Some(s);
            }
        }
        if let Some(&s) = self.foreign.get(&(d, zone)) {
            return Some(s);
        }
        let &s = symbols.first()?;
        let symbol = self.out.symbols[s].clone();
        let owner = symbol.owner?;
        match symbol.variable()?.storage {
            Storage::Module => {
                if symbol.private && !self.expose(s) {
                    return None;
                }
                self.import(d, s);
                self.foreign.insert((d, zone), s);
                Some(s)
            }
            Storage::Common(c) => {
                let view = self.primal.units[owner].commons.iter().find(|x| x.common == c)?.clone();
                let mut members = vec![];
                for m in view.members {
                    let v = elsewhere(self.primal, self.primal.symbols[m].variable()?);
                    let name = self.primal.symbols[m].name.clone();
                    let name = self.namer(d).fresh(&name);
                    let copy = new_variable(&mut self.out, d, name, v);
                    if let Some(z) = self.facts.zones.of(m) {
                        self.foreign.insert((d, z), copy);
                    }
                    members.push(copy);
                }
                self.out.units[d].commons.push(CommonUse {
                    common: c,
                    members,
                    span: view.span,
                });
                self.foreign.get(&(d, zone)).copied()
            }
            _ => None,
        }
    }

    /// True when a primal unit sees a symbol.
    fn sees(&self, u: UnitId, symbol: SymbolId) -> bool {
        let mut at = Some(u);
        while let Some(k) = at {
            let unit = &self.primal.units[k];
            if self.primal.symbols[symbol].owner == Some(k) || unit.names.values().any(|&s| s == symbol) {
                return true;
            }
            at = unit.parent;
        }
        false
    }

    /// A new local of a derivative unit.
    pub fn local(&mut self, unit: UnitId, stem: &str, ty: DeclType, rank: u8) -> Expr {
        let name = self.namer(unit).fresh(stem);
        let s = crate::normalize::temps::new_local(&mut self.out, unit, name, ty, rank);
        var(&self.out, s)
    }

    /// Imports whatever the expressions of a finished body refer to in other modules.
    pub fn import_all(&mut self, unit: UnitId) {
        let mut wanted = IndexSet::new();
        collect_symbols(&self.out.units[unit].body, &mut wanted);
        for s in wanted {
            self.import(unit, s);
        }
        self.import_intrinsics(unit);
    }

    /// Imports the functions of intrinsic modules and of the runtime that partial derivatives refer to.
    fn import_intrinsics(&mut self, unit: UnitId) {
        let mut wanted = IndexMap::new();
        visit::walk_block_exprs(&self.out.units[unit].body, &mut |e| {
            if let ExprKind::Intrinsic(id, name, _) = &e.kind {
                if let Some(module) = id.row().module {
                    wanted.insert(*id, (module, name.clone()));
                }
            }
        });
        for (id, (module, name)) in wanted {
            let is_it = |&s: &SymbolId| matches!(self.out.symbols[s].kind, SymbolKind::Intrinsic(k) if k == id);
            if self.visible_names(unit).any(|s| is_it(&s)) {
                continue;
            }
            let symbol = Symbol {
                name: name.clone(),
                owner: None,
                kind: SymbolKind::Intrinsic(id),
                private: false,
                comment: None,
                span: Span::NONE,
            };
            let symbol = self.out.symbols.alloc(symbol);
            self.namer(unit).reserve(&name);
            let target = &mut self.out.units[unit];
            target.names.insert(fold(&name), symbol);
            target.uses.push(Use {
                name: module.into(),
                module: None,
                only: true,
                items: vec![UseItem {
                    local: name,
                    original: None,
                    symbol,
                }],
                span: Span::NONE,
            });
        }
    }

    /// All that a unit of the derivative program sees, from the inside out.
    fn visible_names(&self, unit: UnitId) -> impl Iterator<Item = SymbolId> + '_ {
        std::iter::successors(Some(unit), |&u| self.out.units[u].parent)
            .flat_map(|u| self.out.units[u].names.values().copied())
    }

    /// Replaces symbols everywhere in the body of a derivative unit.
    pub fn remap(&mut self, unit: UnitId, map: &IndexMap<SymbolId, SymbolId>) {
        if map.is_empty() {
            return;
        }
        let mut body = std::mem::take(&mut self.out.units[unit].body);
        visit::rewrite_block_exprs(&mut body, &mut |e| {
            if let ExprKind::Var(s) = &mut e.kind {
                if let Some(&n) = map.get(s) {
                    *s = n;
                }
            }
        });
        self.out.units[unit].body = body;
    }
}

/// All symbols that expressions and calls of a block refer to.
pub(crate) fn collect_symbols(block: &Block, out: &mut IndexSet<SymbolId>) {
    visit::walk_block(block, &mut |s| {
        if let StmtKind::Call { callee, .. } = &s.kind {
            out.insert(callee.proc);
        }
    });
    visit::walk_block_exprs(block, &mut |e| match &e.kind {
        ExprKind::Var(s) | ExprKind::Procedure(s) => {
            out.insert(*s);
        }
        ExprKind::Call(c, _) => {
            out.insert(c.proc);
        }
        _ => {}
    });
}

/// True when an expression contains a reference to one of the given symbols.
pub fn mentions(e: &Expr, wanted: &dyn Fn(SymbolId) -> bool) -> bool {
    if let ExprKind::Var(s) = e.kind {
        if wanted(s) {
            return true;
        }
    }
    let mut found = false;
    subexprs(e, &mut |s| found |= mentions(s, wanted));
    found
}

/// An expression with its places removed, as it stands in generated code.
pub fn generated(e: &Expr) -> Expr {
    let mut e = e.clone();
    rewrite_expr(&mut e, &mut |x| x.span = Span::NONE);
    e
}

/// A member of a COMMON block as it can be declared in another unit, which does not see the named constants of the declaration.
pub(crate) fn elsewhere(program: &Program, v: &Variable) -> Variable {
    let fold = |e: &Expr| int_const(program, e).map_or_else(|| e.clone(), int);
    let mut out = v.clone();
    out.attrs.save = false;
    out.init = None;
    if matches!(out.ty.spelling, KindSpelling::Expr(_)) {
        out.ty.spelling = KindSpelling::Plain;
    }
    for d in &mut out.dims {
        if let Dim::Explicit(lo, hi) = d {
            *d = Dim::Explicit(lo.as_ref().map(fold), fold(hi));
        }
    }
    out
}

/// Elements of a variable with constant bounds; 0 where they are not known.
fn elements(program: &Program, symbol: SymbolId) -> i64 {
    let Some(v) = program.symbols[symbol].variable() else {
        return 0;
    };
    let extent = |d: &Dim| match d {
        Dim::Explicit(lo, hi) => {
            let lo = lo.as_ref().map_or(Some(1), |e| int_const(program, e));
            Some(int_const(program, hi)? - lo? + 1)
        }
        Dim::Assumed(_) | Dim::Deferred | Dim::AssumedSize(_) | Dim::AssumedRank => None,
    };
    v.dims.iter().map(|d| extent(d).unwrap_or(0).max(0)).product()
}
