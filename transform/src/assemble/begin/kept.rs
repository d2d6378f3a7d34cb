//! Keeps seeds whose memory may be zeroed under another name at the start of the head's derivative.
//!
//! ```text
//! allocate (kept(lbound(qd):ubound(qd)));  kept = qd       what the caller gives
//! pd = 0                                                   may refer to qd
//! qd = kept
//! ```
//!
//! The alias classes show which names may denote the same memory, and the members of one declaration of a COMMON block
//! denote different memory, though other declarations may divide it in another way. Seeds of derived type are kept part by part; arrays of
//! objects, lists and polymorphic objects are refused.

use crate::assemble::generator::Generator;
use crate::normalize::arrays::{allocate_like, deallocate};
use crate::normalize::leaves::component;
use crate::normalize::temps::new_variable;
use crate::options::mode::Mode;
use crate::rules::{is_allocated, is_associated, is_present};
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

/// The memory whose derivatives are set to zero: zones, and the variables by whose names, if not through pointers.
#[derive(Default)]
pub(crate) struct Zeroed(Vec<(Option<SymbolId>, ZoneId)>);

impl Zeroed {
    /// Adds the zones that are set to zero as those of a variable.
    pub(crate) fn by_name(&mut self, s: SymbolId, zones: impl IntoIterator<Item = ZoneId>) {
        self.0.extend(zones.into_iter().map(|z| (Some(s), z)));
    }

    /// Adds the zones of targets.
    pub(crate) fn by_pointer(&mut self, zones: impl IntoIterator<Item = ZoneId>) {
        self.0.extend(zones.into_iter().map(|z| (None, z)));
    }
}

impl Generator<'_> {
    /// The zeroed zones that may be memory of a variable.
    fn zeroed_near(&self, s: SymbolId, zeroed: &Zeroed) -> ZoneSet {
        let may_be = |by: &Option<SymbolId>| by.is_none_or(|by| !self.are_declared_apart(by, s));
        let near = zeroed.0.iter().filter(|(by, _)| may_be(by));
        near.map(|(_, z)| *z).collect()
    }

    /// True for different members in a unit's declaration of a COMMON block.
    fn are_declared_apart(&self, a: SymbolId, b: SymbolId) -> bool {
        let primal = self.primal;
        let Some(unit) = primal.symbols[a].owner else {
            return false;
        };
        let unit = &primal.units[unit];
        let mut blocks = unit.commons.iter();
        let are_members = blocks.any(|c| c.members.contains(&a) && c.members.contains(&b));
        a != b && are_members && unit.equivalences.is_empty()
    }

    /// Guards statements that set some zones to zero, so that seeds keep their values.
    pub(crate) fn keeping_seeds(&mut self, unit: UnitId, zeroed: &Zeroed, zeros: Block) -> Block {
        let given = match self.mode {
            Mode::Tangent => self.head(unit).independents.clone(),
            Mode::Reverse => self.head(unit).dependents.clone(),
        };
        let given: Vec<_> = given.into_iter().map(|s| (s, self.given_zones(unit, s))).collect();
        self.keeping(unit, &given, zeroed, zeros)
    }

    /// The same for the adjoints of independents, which are complete when the head's adjoint ends.
    pub(crate) fn keeping_results(&mut self, unit: UnitId, zeroed: &Zeroed, zeros: Block) -> Block {
        let independents = self.head(unit).independents.clone().into_iter();
        let zones = &self.facts.zones;
        let all = independents.map(|s| (s, self.head(unit).independent_zones(zones, s)));
        let all: Vec<_> = all.collect();
        self.keeping(unit, &all, zeroed, zeros)
    }

    fn keeping(&mut self, unit: UnitId, given: &[(SymbolId, Vec<ZoneId>)], zeroed: &Zeroed, zeros: Block) -> Block {
        if zeros.is_empty() {
            return zeros;
        }
        let (mut before, mut after) = (vec![], vec![]);
        for (s, zones) in given {
            let s = *s;
            let set = self.zeroed_near(s, zeroed);
            if !zones.iter().any(|&z| self.facts.zones.is_among(z, &set)) {
                continue;
            }
            let Some(parts) = self.parts_of_seed(s, zones, &set) else {
                self.refuse_seed(s);
                continue;
            };
            for part in parts {
                let (save, restore) = self.kept_part(unit, s, &part);
                before.extend(save);
                after.extend(restore);
            }
        }
        [before, zeros, after].concat()
    }

    fn refuse_seed(&mut self, s: SymbolId) {
        let symbol = &self.primal.symbols[s];
        let message = format!(
            "pointers may refer to parts of `{}`, whose derivatives the caller provides; setting the derivatives of their targets to zero may overwrite them",
            symbol.name
        );
        let d = Diagnostic::error(codes::UNSUPPORTED_DATA, symbol.span, message)
            .help("use `--pointers-apart` if no pointer that the caller associates refers to them");
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }

    /// The parts of a seed that may be zeroed by another name: paths of components. `None` if they would need loops
    /// over objects.
    fn parts_of_seed(&self, s: SymbolId, given: &[ZoneId], set: &ZoneSet) -> Option<Vec<Vec<SymbolId>>> {
        let zones = &self.facts.zones;
        let is_needed = |path: &[SymbolId]| {
            let mut all = zones.of_path(s, path).iter();
            all.any(|z| given.contains(z) && zones.is_among(*z, set))
        };
        let symbol = &self.primal.symbols[s];
        let mut out = vec![];
        let mut seen = vec![];
        let known = add_parts(
            self.primal,
            (symbol.ty(), symbol.rank()),
            &mut vec![],
            &mut seen,
            &is_needed,
            &mut out,
        );
        known.then_some(out)
    }

    /// Statements that keep a part of a seed, and that restore it.
    fn kept_part(&mut self, unit: UnitId, s: SymbolId, path: &[SymbolId]) -> (Block, Block) {
        let Some(v) = self.primal.symbols[s].variable().cloned() else {
            return (vec![], vec![]);
        };
        let whole = match self.head_view(unit, s) {
            Some(view) => var(&self.out, view),
            None => self.shadow_ref(&var(self.primal, s)),
        };
        // the tests of inner objects first
        let exists = |v: &Variable, e: &Expr| {
            let tests = [
                v.attrs.pointer.then(|| is_associated(e)),
                v.attrs.allocatable.then(|| is_allocated(e)),
                v.attrs.optional.then(|| is_present(e)),
            ];
            tests.into_iter().flatten().collect::<Vec<_>>()
        };
        let mut tests = exists(&v, &whole);
        let (mut shadow, mut last) = (whole, v);
        for &c in path {
            shadow = component(&self.out, &shadow, c);
            let Some(v) = self.primal.symbols[c].variable().cloned() else {
                return (vec![], vec![]);
            };
            tests.splice(0..0, exists(&v, &shadow));
            last = v;
        }
        let d = self.derivative_of_head(unit);
        let name = self.namer(d).fresh("kept");
        let variable = Variable {
            ty: last.ty.clone(),
            dims: vec![Dim::Deferred; last.dims.len()],
            storage: Storage::Local,
            attrs: Attrs {
                allocatable: true,
                ..Attrs::default()
            },
            init: None,
        };
        let kept = new_variable(&mut self.out, d, name, variable);
        let kept = var(&self.out, kept);
        let save = vec![allocate_like(&kept, &shadow), assign(kept.clone(), shadow.clone())];
        let restore = vec![assign(shadow.clone(), kept.clone()), deallocate(&kept)];
        let guarded = |body: Block| tests.iter().fold(body, |b, t| vec![Stmt::guarded(t.clone(), b)]);
        (guarded(save), guarded(restore))
    }
}

/// Adds the needed numbers in a value of a type and rank, as paths of components; false if some have no such path.
fn add_parts(
    program: &Program,
    (ty, rank): (Ty, u8),
    path: &mut Vec<SymbolId>,
    seen: &mut Vec<SymbolId>,
    is_needed: &dyn Fn(&[SymbolId]) -> bool,
    out: &mut Vec<Vec<SymbolId>>,
) -> bool {
    let Ty::Derived(t) = ty else {
        if ty.is_differentiable() && is_needed(path) {
            out.push(path.clone());
        }
        return !matches!(ty, Ty::Class(_) | Ty::Unlimited) || !is_needed(path);
    };
    if !is_needed(path) {
        return true;
    }
    if rank > 0 || seen.contains(&t) {
        return false;
    }
    seen.push(t);
    let mut all = true;
    for c in program.components(t) {
        let symbol = &program.symbols[c];
        if symbol.variable().is_none() {
            continue;
        }
        path.push(c);
        all &= add_parts(program, (symbol.ty(), symbol.rank()), path, seen, is_needed, out);
        path.pop();
    }
    seen.pop();
    all
}
