//! Initial and final zeros of shadows.
//!
//! * Adjoint: all shadows that are no arguments are zero when the reverse sweep begins; in the head also the adjoints
//!   of pure independents (they are results, not increments) and of globals that are no dependents. When the head
//!   returns, the adjoints of pure dependents are zero.
//! * Tangent: the derivative of a variable that has a value before the procedure runs (saved, initialised, an argument
//!   that is no independent) is zero; in the head also those of pure dependents, which may be set only in part, and of
//!   globals that are no independents.

use crate::assemble::begin::kept::Zeroed;
use crate::assemble::begin::renewed;
use crate::assemble::generator::Generator;
use crate::code::elsewhere;
use crate::context::Context;
use crate::normalize::arrays::allocate_like;
use crate::normalize::temps::new_variable;
use crate::options::mode::Mode;
use crate::rules::{is_allocated, is_associated, is_present};
use adc_analysis::ZoneSet;
use adc_frontend::codes;
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Context<'_> {
    /// True for a member of a COMMON block that a unit does not declare.
    fn is_in_foreign_common(&self, unit: UnitId, s: SymbolId) -> bool {
        let storage = self.primal.symbols[s].variable().map(|v| v.storage);
        matches!(storage, Some(Storage::Common(_))) && !self.primal.sees(unit, s)
    }

    fn is_pure_dependent(&self, head: UnitId, s: SymbolId) -> bool {
        let head = self.head(head);
        head.dependents.contains(&s) && !head.independents.contains(&s)
    }

    /// Variables that a unit declares or uses and that have a shadow, in order of declaration.
    fn active_variables(&self, unit: UnitId) -> Vec<SymbolId> {
        let u = &self.primal.units[unit];
        let mut all: IndexSet<SymbolId> = u.symbols.iter().copied().collect();
        if let Some(head) = self.heads.of(unit) {
            all.extend(u.names.values().copied());
            // for members of COMMON blocks that the head does not declare, see `foreign_common_zeros`
            all.extend(head.listed().filter(|&s| !self.is_in_foreign_common(unit, s)));
            let mut host = u.parent;
            while let Some(h) = host {
                all.extend(self.primal.units[h].names.values().copied());
                host = self.primal.units[h].parent;
            }
        }
        all.into_iter()
            .filter(|&s| {
                self.primal.symbols[s].variable().is_some()
                    && self.carries(s)
                    && (self.is_active(unit, s) && self.concerns(unit, s) || self.heads.lists(unit, s))
            })
            .collect()
    }

    /// True for a variable whose type is defined in a procedure: no other unit sees the type.
    fn has_type_of_procedure(&self, s: SymbolId) -> bool {
        let Ty::Derived(t) = self.primal.symbols[s].ty() else {
            return false;
        };
        let owner = self.primal.symbols[t].owner;
        owner.is_some_and(|o| self.primal.units[o].is_procedure())
    }
}

impl Generator<'_> {
    /// Statements at the beginning of a tangent.
    pub fn initial_zeros(&mut self, unit: UnitId) -> Block {
        let mut out = vec![];
        for s in self.active_variables(unit) {
            let Some(v) = self.primal.symbols[s].variable() else {
                continue;
            };
            // otherwise the shadow would begin with the default values of components
            let by_type = has_nonzero_components(self.primal, v.ty.ty);
            let has_value = match v.storage {
                Storage::Local => (v.attrs.save || by_type) && !self.is_in_common(s),
                Storage::Result => by_type,
                Storage::Dummy => by_type && v.attrs.intent == Some(Intent::Out),
                Storage::Module | Storage::Common(_) | Storage::Component | Storage::Parameter | Storage::Index => {
                    false
                }
            };
            if v.storage == Storage::Dummy && !self.has_shadow_argument(Some(unit), s) {
                // an argument whose derivative the caller does not provide has a local shadow
                let shadow = self.shadow_ref(&var(self.primal, s));
                out.extend(self.begin_own_shadow(unit, s, &shadow));
            } else if v.storage == Storage::Local && v.attrs.save && v.attrs.allocatable {
                // it may exist from an earlier run
                out.extend(self.renew_shadow(unit, s));
            } else if has_value && !is_dynamic(v) {
                out.extend(self.zero_variable(unit, s));
            }
        }
        if self.is_entry(unit) {
            out.extend(self.entry_zeros(unit));
        }
        out
    }

    /// Statements between the sweeps of an adjoint.
    pub fn turn_zeros(&mut self, unit: UnitId) -> Block {
        let mut out = vec![];
        for s in self.active_variables(unit) {
            let Some(v) = self.primal.symbols[s].variable().cloned() else {
                continue;
            };
            match v.storage {
                // an alias of a member of a block, which callers see
                Storage::Local if self.is_in_common(s) => {}
                Storage::Dummy | Storage::Result if !self.has_shadow_argument(Some(unit), s) => {
                    let shadow = self.shadow_ref(&var(self.primal, s));
                    out.extend(self.begin_own_shadow(unit, s, &shadow));
                }
                Storage::Local if v.attrs.allocatable => out.extend(self.revive_shadow(unit, s)),
                Storage::Local if !v.attrs.pointer => {
                    out.extend(self.renew_components(unit, &var(self.primal, s)));
                    out.extend(self.zero_variable(unit, s));
                }
                Storage::Local
                | Storage::Dummy
                | Storage::Result
                | Storage::Module
                | Storage::Common(_)
                | Storage::Component
                | Storage::Parameter
                | Storage::Index => {}
            }
        }
        if self.is_entry(unit) {
            out.extend(self.entry_zeros(unit));
        }
        out
    }

    /// Statements at the end of an adjoint.
    pub fn final_zeros(&mut self, unit: UnitId) -> Block {
        if self.is_entry(unit) {
            self.exit_zeros(unit)
        } else {
            vec![]
        }
    }

    /// Zeroes derivatives that the user does not provide at the start of the head's derivative: see the module's text,
    /// and [`crate::assemble::begin`].
    pub fn entry_zeros(&mut self, unit: UnitId) -> Block {
        let mut out = vec![];
        if self.mode == Mode::Tangent {
            out.extend(self.entry_pointers(unit));
        }
        let mut set = Zeroed::default();
        let mut zeros = vec![];
        for s in self.active_variables(unit) {
            let Some(v) = self.primal.symbols[s].variable() else {
                continue;
            };
            let listed = self.heads.lists(unit, s);
            let outlives = match v.storage {
                Storage::Dummy => listed && !is_assumed_size(v),
                Storage::Module | Storage::Common(_) => true,
                Storage::Local | Storage::Result | Storage::Component | Storage::Parameter | Storage::Index => false,
            };
            if !outlives {
                continue;
            }
            if self.is_given(unit, s) {
                set.by_name(s, self.unmeant(unit, s).iter());
                zeros.extend(self.zero_unmeant(unit, s));
            } else if !v.attrs.pointer {
                set.by_name(s, self.facts.zones.of(s).iter().copied());
                zeros.extend(self.begin_variable(unit, s));
            }
        }
        zeros.extend(self.foreign_zeros(unit));
        zeros.extend(self.foreign_common_zeros(unit, &mut set));
        out.extend(self.keeping_seeds(unit, &set, zeros));
        out
    }

    /// Statements that allocate the shadow of a variable that outlives the head in the shape of its primal, and zero
    /// it.
    fn begin_variable(&mut self, unit: UnitId, s: SymbolId) -> Block {
        let Some(v) = self.primal.symbols[s].variable() else {
            return vec![];
        };
        let (allocatable, optional) = (v.attrs.allocatable, v.attrs.optional);
        // an output is not allocated yet, and neither is its shadow
        let is_fresh = self.mode == Mode::Tangent && v.storage == Storage::Dummy && v.attrs.intent == Some(Intent::Out);
        let whole = var(self.primal, s);
        match (allocatable, is_fresh) {
            (true, true) => vec![],
            (true, false) => {
                let renewed = self.renew_shadow(unit, s);
                match optional {
                    true => vec![Stmt::guarded(is_present(&whole), renewed)],
                    false => renewed,
                }
            }
            (false, true) => self.zero_variable(unit, s),
            (false, false) => {
                let shapes = self.renew_components(unit, &whole);
                let shapes = match optional && !shapes.is_empty() {
                    true => vec![Stmt::guarded(is_present(&whole), shapes)],
                    false => shapes,
                };
                [shapes, self.zero_variable(unit, s)].concat()
            }
        }
    }

    /// The active zones of a variable that the user does not name as independents or dependents.
    fn unmeant(&self, unit: UnitId, s: SymbolId) -> ZoneSet {
        let meant = self.given_zones(unit, s);
        let all = self.facts.zones.of(s).iter().copied();
        let others = all.filter(|z| self.facts.activity.zone_is_active(*z) && !meant.contains(z));
        others.collect()
    }

    /// Zeroes the derivatives of those components of a variable that the user does not name as independents or
    /// dependents.
    fn zero_unmeant(&mut self, unit: UnitId, s: SymbolId) -> Block {
        let meant = self.given_zones(unit, s);
        let others = self.unmeant(unit, s);
        let whole = var(self.primal, s);
        let mut out = vec![];
        if !others.is_empty() {
            let shadow = self.shadow_ref(&whole);
            out.extend(self.renew_components_of(unit, &whole, shadow, &meant));
        }
        out.extend(self.zero_parts(unit, &whole, &others));
        out
    }

    /// The shadow of a member of COMMON as the derivative of a head declares it, if the head does not declare the block.
    pub(crate) fn head_view(&self, head: UnitId, s: SymbolId) -> Option<SymbolId> {
        let views = self.head_views.iter().filter(|v| v.0 .0 == head);
        let mut same = views.filter(|v| v.0 .1 == s || self.is_same_member(v.0 .1, s));
        same.next().map(|v| *v.1)
    }

    /// Zeroes the adjoints of pure dependents when the head's adjoint ends: they are used up.
    pub fn exit_zeros(&mut self, unit: UnitId) -> Block {
        if self.mode == Mode::Tangent {
            return vec![];
        }
        let mut out = vec![];
        let mut set = Zeroed::default();
        for s in self.head(unit).dependents.clone() {
            let Some(v) = self.primal.symbols[s].variable().cloned() else {
                continue;
            };
            if !self.is_pure_dependent(unit, s) || is_assumed_size(&v) {
                continue;
            }
            let zeros = match self.head_view(unit, s) {
                Some(view) => {
                    let (primal, shadow) = (var(self.primal, s), var(&self.out, view));
                    self.zero_shadow(unit, &primal, shadow)
                }
                // in a block that no reached procedure declares: it is unchanged
                None if self.is_in_foreign_common(unit, s) => continue,
                None => self.zero_variable(unit, s),
            };
            set.by_name(s, self.facts.zones.of(s).iter().copied());
            if !v.attrs.pointer || v.ty.ty.is_differentiable() {
                out.extend(self.where_shadow_is(s, zeros));
            }
            out.extend(self.exit_pointers(unit, s));
        }
        // an independent by another name has its adjoint there
        self.keeping_results(unit, &set, out)
    }

    /// Guards statements about the shadow of a variable of the head by a test that the shadow exists.
    fn where_shadow_is(&mut self, s: SymbolId, body: Block) -> Block {
        let Some(v) = self.primal.symbols[s].variable() else {
            return body;
        };
        let (pointer, allocatable) = (v.attrs.pointer, v.attrs.allocatable);
        let whole = var(self.primal, s);
        let shadow = self.shadow_ref(&whole);
        // the adjoint of a result that the function allocates is an argument
        let of_shadow = shadow.base_symbol().and_then(|s| self.out.symbols[s].variable());
        let allocatable = allocatable && of_shadow.is_some_and(|v| v.attrs.allocatable);
        match (pointer, allocatable, body.is_empty()) {
            (true, _, false) => {
                let both = binary(BinaryOp::And, is_associated(&whole), is_associated(&shadow));
                vec![Stmt::guarded(both, body)]
            }
            (_, true, false) => vec![Stmt::guarded(is_allocated(&shadow), body)],
            _ => body,
        }
    }

    /// Variables of the head and of modules that outlive its derivative, and whose shadows do, too.
    pub(crate) fn outliving(&self, unit: UnitId) -> Vec<SymbolId> {
        let mut all = self.active_variables(unit);
        let seen: IndexSet<SymbolId> = all.iter().copied().collect();
        all.extend(self.unseen_of_modules(unit).into_iter().filter(|s| !seen.contains(s)));
        all.retain(|&s| match self.primal.symbols[s].variable() {
            None => false,
            Some(v) => match v.storage {
                Storage::Module | Storage::Common(_) => true,
                Storage::Dummy => self.heads.lists(unit, s),
                // an adjoint restores its association, a tangent changes it as the head does
                Storage::Local => v.attrs.save && v.attrs.pointer && self.mode == Mode::Tangent,
                Storage::Result | Storage::Component | Storage::Parameter | Storage::Index => false,
            },
        });
        all
    }

    pub(crate) fn zero_variable(&mut self, unit: UnitId, s: SymbolId) -> Block {
        let whole = var(self.primal, s);
        let shadow = self.shadow_ref(&whole);
        let zeros = self.zero_shadow(unit, &whole, shadow);
        let optional = self.primal.symbols[s].variable().is_some_and(|v| v.attrs.optional);
        if !optional || zeros.is_empty() {
            return zeros;
        }
        // the shadow of an absent argument is not zeroed
        vec![Stmt::guarded(is_present(&whole), zeros)]
    }

    /// Active variables of modules that the head itself neither sees nor lists.
    fn unseen_of_modules(&self, unit: UnitId) -> IndexSet<SymbolId> {
        let seen: IndexSet<SymbolId> = self.active_variables(unit).into_iter().collect();
        let mut wanted: IndexSet<SymbolId> = IndexSet::new();
        for &u in self.units.keys() {
            if self.primal.units[u].kind == UnitKind::Module {
                wanted.extend(self.primal.units[u].symbols.iter().copied());
            }
            wanted.extend(self.primal.units[u].names.values().copied());
        }
        wanted.retain(|&s| {
            let v = self.primal.symbols[s].variable();
            let listed = self.heads.lists(unit, s);
            let mine = v.is_some_and(|v| v.storage == Storage::Module) && !listed && !seen.contains(&s);
            mine && self.carries(s) && self.is_active(unit, s) && self.concerns(unit, s)
        });
        wanted
    }

    /// Zeroes such variables in the head's derivative.
    fn foreign_zeros(&mut self, unit: UnitId) -> Block {
        let mut out = vec![];
        for s in self.unseen_of_modules(unit) {
            let is_pointer = self.primal.symbols[s].variable().is_some_and(|v| v.attrs.pointer);
            if !is_pointer {
                out.extend(self.begin_variable(unit, s));
            }
        }
        out
    }

    /// The same for COMMON blocks that only callees of the head declare: their shadows are declared for this purpose.
    /// `set`: the zones that are set to zero.
    fn foreign_common_zeros(&mut self, unit: UnitId, set: &mut Zeroed) -> Block {
        let d = self.derivative_of_head(unit);
        let mut seen: IndexSet<CommonId> = self.primal.units[unit].commons.iter().map(|c| c.common).collect();
        // first the units in whose division of a block the head lists variables
        let listed = self.head(unit).listed().filter_map(|s| self.primal.symbols[s].owner);
        let units: IndexSet<UnitId> = listed.chain(self.units.keys().copied()).collect();
        let mut out = vec![];
        for u in units {
            for c in self.primal.units[u].commons.clone() {
                let active: Vec<SymbolId> = c
                    .members
                    .into_iter()
                    .filter(|&m| self.is_active(u, m) && self.carries(m))
                    .collect();
                let is_asked = active.iter().any(|&m| self.concerns(unit, m) || self.is_given(unit, m));
                if !is_asked || !seen.insert(c.common) {
                    continue;
                }
                if let Some(&m) = active.iter().find(|&&m| self.has_type_of_procedure(m)) {
                    let name = self.primal.symbols[m].name.clone();
                    self.refuse_with_help(
                        codes::UNSUPPORTED_DATA,
                        c.span,
                        format!("the head does not declare this COMMON block, and the type of `{name}` is defined only in this procedure"),
                        "define the type in a module, and use that module here",
                    );
                    continue;
                }
                let mut members = vec![];
                for m in active {
                    let shadow = self.shadow(m);
                    let Some(v) = self.out.symbols[shadow].variable().map(|v| elsewhere(&self.out, v)) else {
                        continue;
                    };
                    let name = self.out.symbols[shadow].name.clone();
                    let name = self.namer(d).fresh_shadow(&name);
                    let copy = new_variable(&mut self.out, d, name, v);
                    members.push(copy);
                    self.head_views.insert((unit, m), copy);
                    let is_pointer = self.primal.symbols[m].variable().is_some_and(|v| v.attrs.pointer);
                    if is_pointer {
                        out.extend(self.pointers_of(unit, m, &self.given_zones(unit, m), true, &mut Zeroed::default()));
                    } else if !self.is_given(unit, m) && self.concerns(unit, m) {
                        // another declaration of the block may list a part of it
                        set.by_name(m, self.facts.zones.of(m).iter().copied());
                        let (primal, shadow) = (var(self.primal, m), var(&self.out, copy));
                        out.extend(self.zero_shadow(unit, &primal, shadow));
                    }
                }
                let common = self.common_shadow(c.common);
                self.out.units[d].commons.push(CommonUse {
                    common,
                    members,
                    span: c.span,
                });
            }
        }
        self.refuse_other_views(unit);
        out
    }

    /// Refuses a listed variable of a COMMON block that the head's derivative declares as another unit divides it.
    fn refuse_other_views(&mut self, unit: UnitId) {
        let block = |s: SymbolId| match self.primal.symbols[s].variable()?.storage {
            Storage::Common(c) => Some(c),
            _ => None,
        };
        let views = self.head_views.keys().filter(|(head, _)| *head == unit);
        let declared: IndexSet<CommonId> = views.filter_map(|&(_, m)| block(m)).collect();
        let head = self.head(unit);
        let other = head.listed().find(|&s| {
            let is_declared = block(s).is_some_and(|c| declared.contains(&c));
            is_declared && self.is_in_foreign_common(unit, s) && self.head_view(unit, s).is_none()
        });
        if let Some(s) = other {
            let symbol = &self.primal.symbols[s];
            let (name, span) = (symbol.name.clone(), symbol.span);
            self.refuse_with_help(
                codes::UNSUPPORTED_DATA,
                span,
                format!("independents and dependents of one COMMON block are listed by two declarations that divide it in different ways; `{name}` is part of one of them"),
                "declare the block in the head, and list its variables by the names that they have there",
            );
        }
    }

    /// Allocates the shadow of a module's allocatable array, which may have been allocated, or given another shape,
    /// before the head was called.
    fn renew_shadow(&mut self, unit: UnitId, s: SymbolId) -> Block {
        let whole = var(self.primal, s);
        let shadow = self.shadow_ref(&whole);
        let mut inside = self.renew_components(unit, &whole);
        inside.extend(self.zero_shadow(unit, &whole, shadow.clone()));
        renewed(&self.out, &whole, &shadow, inside)
    }

    /// Allocates the shadow of a local variable that is allocated at the turn, for the reverse sweep.
    fn revive_shadow(&mut self, unit: UnitId, s: SymbolId) -> Block {
        let whole = var(self.primal, s);
        let shadow = self.shadow_ref(&whole);
        let mut body = vec![allocate_like(&shadow, &whole)];
        body.extend(self.renew_components(unit, &whole));
        body.extend(self.zero_shadow(unit, &whole, shadow));
        vec![Stmt::guarded(is_allocated(&whole), body)]
    }
}

/// True if the type of a variable has a nonzero default value for a component that can carry a derivative.
fn has_nonzero_components(program: &Program, ty: Ty) -> bool {
    let mut seen = IndexSet::new();
    gives_nonzero(program, ty, &mut seen)
}

fn gives_nonzero(program: &Program, ty: Ty, seen: &mut IndexSet<SymbolId>) -> bool {
    let Ty::Derived(t) = ty else { return false };
    // a list has a component of its own type
    if !seen.insert(t) {
        return false;
    }
    program.components(t).into_iter().any(|c| {
        let Some(v) = program.symbols[c].variable().filter(|v| !is_dynamic(v)) else {
            return false;
        };
        let begins = match &v.init {
            Some(Init::Value(e)) => !is_zero(e),
            Some(_) => false,
            None => gives_nonzero(program, v.ty.ty, seen),
        };
        begins && (v.ty.ty.is_differentiable() || matches!(v.ty.ty, Ty::Derived(_)))
    })
}

fn is_dynamic(v: &Variable) -> bool {
    v.attrs.allocatable || v.attrs.pointer
}

fn is_assumed_size(v: &Variable) -> bool {
    matches!(v.dims.last(), Some(Dim::AssumedSize(_) | Dim::AssumedRank))
}
