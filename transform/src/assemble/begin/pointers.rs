//! Zeroes the targets of pointers that are associated when the head is called: module variables, members of COMMON,
//! arguments, and components of these.
//!
//! ```text
//! if (associated(p) .and. associated(pb)) pb = 0
//! ```
//!
//! A target of derived type is zeroed by components, pointers in it included. If the head associates a pointer before
//! anything uses it ([`adc_analysis::Asked`]), its earlier association does not count, and its target may no
//! longer exist. Lists and trees (types that point to themselves) are not followed: a warning asks the caller to set
//! their derivatives.

use crate::assemble::begin::kept::Zeroed;
use crate::assemble::begin::renewed;
use crate::assemble::generator::Generator;
use crate::normalize::leaves::{depth, is_allocatable, is_pointer, parts_of, types_of, where_allocated, Part};
use crate::rules::{is_associated, is_present};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

/// A walk over primals and shadows.
struct Walk<'w> {
    /// The generated program, which has the shadows.
    program: &'w Program,
    /// True for a designator whose derivative must be zero.
    wanted: &'w dyn Fn(&Expr) -> bool,
    /// True for a pointer whose association at the call matters.
    counts: &'w dyn Fn(&Expr) -> bool,
    /// The types whose pointers are being followed.
    types: Vec<SymbolId>,
    /// Pointers that are not followed.
    left: Vec<Expr>,
    /// Primals of the shadows that are set.
    set: Vec<Expr>,
}

impl Generator<'_> {
    /// Statements that set the targets of pointers to zero when the head's derivative begins.
    pub(crate) fn entry_pointers(&mut self, unit: UnitId) -> Block {
        let mut out = vec![];
        let mut set = Zeroed::default();
        for s in self.outliving(unit) {
            let given = self.given_zones(unit, s);
            let zeros = self.pointers_of(unit, s, &given, true, &mut set);
            out.extend(zeros);
        }
        self.keeping_seeds(unit, &set, out)
    }

    /// Statements that set the targets of the pointers in a dependent to zero when the head's adjoint ends.
    pub(crate) fn exit_pointers(&mut self, unit: UnitId, s: SymbolId) -> Block {
        let meant = self.head(unit).dependent_zones(&self.facts.zones, s);
        let others = self.facts.zones.of(s).iter().copied().filter(|z| !meant.contains(z));
        let others: Vec<_> = others.collect();
        match self.primal.symbols[s].variable() {
            Some(v) if v.attrs.pointer && v.ty.ty.is_differentiable() => vec![],
            _ => self.pointers_of(unit, s, &others, false, &mut Zeroed::default()),
        }
    }

    pub(crate) fn pointers_of(
        &mut self,
        unit: UnitId,
        s: SymbolId,
        spared: &[adc_analysis::ZoneId],
        entry: bool,
        set: &mut Zeroed,
    ) -> Block {
        let primal = self.primal;
        let Some(v) = primal.symbols[s].variable() else {
            return vec![];
        };
        let original = var(primal, s);
        if !v.attrs.pointer && !holds_pointers(primal, original.ty) {
            return vec![];
        }
        let shadow = match self.head_view(unit, s) {
            Some(view) => var(&self.out, view),
            None => self.shadow_ref(&original),
        };
        let n = indices_within(primal, original.ty, original.rank, &mut vec![]);
        let derivative = self.derivative_unit(unit);
        let pool: Vec<Expr> = (0..n).map(|k| self.loop_index(derivative, k)).collect();
        let facts = self.facts;
        let wanted = |e: &Expr| {
            let zones = facts.zones.of_designator(e);
            let is_active = zones.iter().any(|&z| facts.activity.zone_is_active(z));
            is_active && !zones.iter().any(|z| spared.contains(z))
        };
        let path_of = |e: &Expr| facts.zones.path_of(e);
        let this = &*self;
        let counts = |e: &Expr| !entry || this.is_asked_before(unit, s, &path_of(e));
        let mut walk = Walk {
            program: &this.out,
            wanted: &wanted,
            counts: &counts,
            types: vec![],
            left: vec![],
            set: vec![],
        };
        let pair = [original.clone(), shadow];
        let zeros = match v.attrs.pointer {
            true => walk.pointer(&pair, &pool),
            false => walk.held(&pair, &pool),
        };
        let (left, done) = (walk.left, walk.set);
        if entry {
            for e in &left {
                self.warn_of_list(s, e);
            }
            let zones = done.iter().flat_map(|e| self.facts.zones.of_designator(e));
            set.by_pointer(zones.copied());
        }
        match v.attrs.optional && !zeros.is_empty() {
            true => vec![Stmt::guarded(is_present(&original), zeros)],
            false => zeros,
        }
    }

    fn warn_of_list(&mut self, s: SymbolId, pointer: &Expr) {
        let symbol = &self.primal.symbols[s];
        let name = crate::normalize::leaves::named(pointer).map_or(&symbol.name, |c| &self.primal.symbols[c].name);
        let message = format!(
            "`{}` points to a list or tree that exists before the head is called; the derivative does not set the shadows of its nodes to zero",
            symbol.name
        );
        let d = Diagnostic::warning(codes::UNSUPPORTED_DATA, symbol.span, message).help(format!(
            "before each call, follow `{name}` through the shadow and set each node to zero"
        ));
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }
}

impl Walk<'_> {
    /// A pointer and its target.
    fn pointer(&mut self, pair: &[Expr], pool: &[Expr]) -> Block {
        let [original, shadow] = pair else { return vec![] };
        let types = types_of(self.program, original.ty);
        if !(self.wanted)(original) || !(self.counts)(original) {
            return vec![];
        }
        let inside = if original.ty.is_differentiable() {
            self.set.push(original.clone());
            vec![assign(shadow.clone(), zero(shadow.ty))]
        } else if types.iter().any(|t| self.types.contains(t)) {
            self.left.push(original.clone());
            vec![]
        } else {
            let n = self.types.len();
            self.types.extend(types);
            let inside = self.parts(pair, pool, true);
            self.types.truncate(n);
            inside
        };
        if inside.is_empty() {
            return inside;
        }
        let test = binary(BinaryOp::And, is_associated(original), is_associated(shadow));
        match inside.len() {
            1 if matches!(inside[0].kind, StmtKind::Assign { .. }) => {
                inside.into_iter().map(|s| Stmt::when(test.clone(), s)).collect()
            }
            _ => vec![Stmt::guarded(test, inside)],
        }
    }

    /// A variable with pointer components. If it is allocatable, its shadow is first allocated in its shape.
    fn held(&mut self, pair: &[Expr], pool: &[Expr]) -> Block {
        let [original, shadow] = pair else { return vec![] };
        self.types.extend(types_of(self.program, original.ty));
        let inside = self.parts(pair, pool, false);
        match inside.is_empty() || !is_allocatable(self.program, original) {
            true => inside,
            false => renewed(self.program, original, shadow, inside),
        }
    }

    /// The parts of a variable of derived type: all of them, or only the pointers.
    fn parts(&mut self, pair: &[Expr], pool: &[Expr], all: bool) -> Block {
        let Some(first) = pair.first() else { return vec![] };
        let (own, rest) = pool.split_at(depth(self.program, first.ty, first.rank).min(pool.len()));
        let program = self.program;
        parts_of(program, pair, own, false, &mut |part| match part {
            Part::Leaf(pair) if pair.first().is_some_and(|e| is_pointer(program, e)) => self.pointer(pair, rest),
            Part::Leaf([original, shadow]) if all && shadow.ty.is_differentiable() && (self.wanted)(original) => {
                self.set.push(original.clone());
                let zeros = assign(shadow.clone(), zero(shadow.ty));
                match is_allocatable(program, original) {
                    true => renewed(program, original, shadow, vec![zeros]),
                    false => vec![zeros],
                }
            }
            Part::Held([original, shadow], inside) if !inside.is_empty() => renewed(program, original, shadow, inside),
            Part::Held(records, inside) => where_allocated(records, inside),
            Part::Leaf(_) | Part::Procedure(_) => vec![],
        })
        .unwrap_or_default()
    }
}

/// True for a type with a pointer to data that may carry a derivative, at any depth.
pub(crate) fn holds_pointers(program: &Program, ty: Ty) -> bool {
    fn holds(program: &Program, ty: Ty, seen: &mut Vec<SymbolId>) -> bool {
        types_of(program, ty).into_iter().any(|t| {
            if seen.contains(&t) {
                return false;
            }
            seen.push(t);
            let mut components = program.components(t).into_iter();
            components.any(|c| {
                let v = program.symbols[c].variable();
                v.is_some_and(|v| {
                    let is_record = matches!(v.ty.ty, Ty::Derived(_) | Ty::Class(_));
                    v.attrs.pointer && (is_record || v.ty.ty.is_differentiable())
                        || is_record && holds(program, v.ty.ty, seen)
                })
            })
        })
    }
    holds(program, ty, &mut vec![])
}

/// The maximal number of loop indices that the walk needs.
fn indices_within(program: &Program, ty: Ty, rank: u8, seen: &mut Vec<SymbolId>) -> usize {
    let types = types_of(program, ty);
    if types.is_empty() || types.iter().any(|t| seen.contains(t)) {
        return 0;
    }
    let n = seen.len();
    seen.extend(types.iter().copied());
    let mut inside = 0;
    for c in types.iter().flat_map(|&t| program.components(t)) {
        if let Some(v) = program.symbols[c].variable() {
            inside = inside.max(indices_within(program, v.ty.ty, program.symbols[c].rank(), seen));
        }
    }
    seen.truncate(n);
    depth(program, ty, rank) + inside
}
