//! Shadows of COMMON blocks, members that are storage only, and declarations that other units can repeat.

use crate::assemble::generator::Generator;
use crate::context::Context;
use adc_frontend::codes;
use adc_frontend::consteval::int_const;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::IndexMap;

impl Context<'_> {
    /// True for a variable in a COMMON block, if only by EQUIVALENCE.
    pub(crate) fn is_in_common(&self, symbol: SymbolId) -> bool {
        let zones = self.facts.zones.of(symbol).iter();
        let mut names = zones.flat_map(|&z| self.facts.zones.members(z));
        names.any(|&m| {
            let v = self.primal.symbols[m].variable();
            v.is_some_and(|v| matches!(v.storage, Storage::Common(_)))
        })
    }

    /// True for two variables whose shadows have the same place in the shadow of a COMMON block. Units may divide a
    /// block in different ways; then one zone holds variables that share no memory.
    pub(crate) fn is_same_member(&self, a: SymbolId, b: SymbolId) -> bool {
        let block = |s: SymbolId| match self.primal.symbols[s].variable()?.storage {
            Storage::Common(c) => Some(c),
            _ => None,
        };
        let place = |s: SymbolId, c: CommonId| {
            let unit = self.primal.symbols[s].owner?;
            let all = self.members_with_shadow(unit, c);
            let before = all.iter().position(|&m| m == s)?;
            Some((self.runs(&all[..before]), self.runs(&[s])))
        };
        let zones = &self.facts.zones;
        let is_same_place = |c| place(a, c).is_some_and(|p| Some(p) == place(b, c));
        zones.of(a) == zones.of(b) && block(a) == block(b) && block(a).is_some_and(|c| a == b || is_same_place(c))
    }

    /// The members of a COMMON block, as a unit declares it, that have a shadow.
    fn members_with_shadow(&self, unit: UnitId, common: CommonId) -> Vec<SymbolId> {
        let parts = self.primal.units[unit].commons.iter().filter(|c| c.common == common);
        let members = parts.flat_map(|c| c.members.iter().copied());
        let has_shadow = |&m: &SymbolId| self.carries(m) && (self.is_active(unit, m) || self.heads.lists(unit, m));
        members.filter(has_shadow).collect()
    }

    /// Values of one type that follow each other in storage, and their number: the division into arrays does not
    /// matter.
    fn runs(&self, members: &[SymbolId]) -> Vec<(Layout, i64)> {
        let mut runs: Vec<(Layout, i64)> = vec![];
        for &m in members {
            let (ty, size) = reals(self.primal.symbols[m].ty(), elements(self.primal, m));
            let layout = Layout::of(self.primal, ty);
            match runs.last_mut() {
                Some((last, n)) if *last == layout => *n += size,
                _ => runs.push((layout, size)),
            }
        }
        runs
    }

    /// True for variables with real or complex values, possibly in components.
    pub fn carries(&self, symbol: SymbolId) -> bool {
        matches!(
            self.primal.symbols[symbol].ty(),
            Ty::Real(_) | Ty::Complex(_) | Ty::Derived(_) | Ty::Class(_)
        )
    }
}

impl Generator<'_> {
    /// The shadows of COMMON blocks.
    pub(crate) fn common_shadows(&self) -> impl Iterator<Item = CommonId> + '_ {
        self.common_shadows.values().copied()
    }

    pub(crate) fn common_shadow(&mut self, c: CommonId) -> CommonId {
        if let Some(&s) = self.common_shadows.get(&c) {
            return s;
        }
        let Common { name, threadprivate } = self.out.commons[c].clone();
        let stem = if name.is_empty() { "blank".into() } else { name };
        let name = self.global_name(&self.derivative_name(&stem));
        let shadow = self.out.commons.alloc(Common { name, threadprivate });
        self.common_shadows.insert(c, shadow);
        shadow
    }

    /// Gives a derivative unit the shadows of the COMMON blocks that it sees, and of its EQUIVALENCE sets.
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
            if set.iter().any(|e| !is_laid_out_alike(e.ty, ty)) {
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

    /// Checks that all units agree on the active members of a COMMON block.
    pub fn check_commons(&mut self) {
        let mut seen: IndexMap<CommonId, (Vec<(Layout, i64)>, Span)> = IndexMap::new();
        let units: Vec<UnitId> = self.units.keys().copied().collect();
        for u in units {
            for c in self.primal.units[u].commons.clone() {
                let active = |m: &SymbolId| self.is_active(u, *m) && self.carries(*m);
                let active: Vec<SymbolId> = c.members.into_iter().filter(active).collect();
                let view = self.runs(&active);
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
                            .also(other, "declared differently here"),
                        );
                    }
                    Some(_) => {}
                }
            }
        }
    }
}

/// The layout of values of a type in storage.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Layout {
    /// A type that is the same wherever it is named.
    Of(Ty),
    /// A sequence type, which each unit may declare itself: its components, with the number of elements and the length
    /// of texts. A shadow has the passive ones, too.
    Sequence(Vec<(Layout, i64, i64)>),
}

impl Layout {
    fn of(program: &Program, ty: Ty) -> Layout {
        let Ty::Derived(t) = ty else {
            return Layout::Of(ty);
        };
        let SymbolKind::Type(definition) = &program.symbols[t].kind else {
            return Layout::Of(ty);
        };
        let parts: Option<Vec<(Layout, i64, i64)>> = definition.components.iter().map(|&c| part(program, c)).collect();
        match parts {
            Some(parts) if definition.sequence => Layout::Sequence(parts),
            _ => Layout::Of(ty),
        }
    }
}

/// A component of a sequence type, if its size is known.
fn part(program: &Program, component: SymbolId) -> Option<(Layout, i64, i64)> {
    let v = program.symbols[component].variable()?;
    let length = match &v.ty.len {
        _ if v.attrs.pointer || v.attrs.allocatable => None,
        None => Some(1),
        Some(CharLen::Expr(e)) => int_const(program, e),
        Some(CharLen::Assumed | CharLen::Deferred) => None,
    };
    Some((Layout::of(program, v.ty.ty), elements(program, component), length?))
}

/// True for types whose values, and so their derivatives, are the same numbers in the same places: a complex number is
/// two reals.
fn is_laid_out_alike(a: Ty, b: Ty) -> bool {
    let is_number = |t: Ty| matches!(t, Ty::Real(_) | Ty::Complex(_));
    a == b || is_number(a) && is_number(b) && a.kind() == b.kind()
}

/// Some values of a type, with complex ones as reals.
fn reals(ty: Ty, n: i64) -> (Ty, i64) {
    match ty {
        Ty::Complex(kind) => (Ty::Real(kind), 2 * n),
        _ => (ty, n),
    }
}

/// Number of elements of a variable with constant bounds; 0 if unknown.
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
