//! The procedures that an expression may call, from its text: their declarations are read before it is resolved.

use super::members::derived;
use super::ops::{binary_operator, unary_operator};
use super::scope::Stage;
use super::state::Resolver;
use crate::ast::{
    fold, ArgValue, BaseType, DataValue, Dim, Expr, ExprKind, Init, KindSpec, Len, Part, SmolStr, TypeSpec,
};
use crate::ir::*;

/// The parts of expressions that may call a procedure.
#[derive(Default)]
pub(super) struct Callees<'s> {
    designators: Vec<&'s [Part]>,
    /// Symbols of operators: `+`, `.cross.`.
    operators: Vec<SmolStr>,
}

impl<'s> Callees<'s> {
    /// Those of an expression.
    pub fn of(e: &'s Expr) -> Callees<'s> {
        let mut found = Callees::default();
        found.expr(e);
        found
    }

    /// Those of bounds.
    pub fn of_dims(dims: &'s [Dim]) -> Callees<'s> {
        let mut found = Callees::default();
        for d in dims {
            match d {
                Dim::Explicit(lo, hi) => lo.iter().chain([hi]).for_each(|e| found.expr(e)),
                Dim::Colon(lo) | Dim::Star(lo) => lo.iter().for_each(|e| found.expr(e)),
                Dim::AssumedRank => {}
            }
        }
        found
    }

    /// Those of an initial value.
    pub fn of_init(init: &'s Init) -> Callees<'s> {
        match init {
            Init::Value(e) | Init::Pointer(e) => Callees::of(e),
            Init::Data(values) => Callees::of_data(values),
        }
    }

    /// Those of values in DATA.
    pub fn of_data(values: &'s [DataValue]) -> Callees<'s> {
        let mut found = Callees::default();
        values.iter().for_each(|v| found.expr(&v.value));
        found
    }

    /// Those of a type's kind, length and parameters.
    pub fn of_type(spec: &'s TypeSpec) -> Callees<'s> {
        let mut found = Callees::default();
        found.type_spec(spec);
        found
    }

    fn expr(&mut self, mut e: &'s Expr) {
        // chains are as deep as they are long
        while let ExprKind::Binary(op, a, b) = &e.kind {
            self.operators.push(binary_operator(op).1);
            self.expr(b);
            e = a;
        }
        match &e.kind {
            ExprKind::Designator(parts) => {
                self.designators.push(parts);
                let args = parts.iter().flat_map(|p| p.args.iter().chain(&p.image)).flatten();
                args.for_each(|a| self.argument(&a.value));
            }
            ExprKind::Unary(op, a) => {
                self.operators.push(unary_operator(op).1);
                self.expr(a);
            }
            ExprKind::Paren(a) | ExprKind::Percent(_, a) => self.expr(a),
            ExprKind::Complex(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Substring(text, lo, hi) => {
                self.expr(text);
                lo.iter().chain(hi).for_each(|e| self.expr(e));
            }
            ExprKind::Array(spec, items, _) => {
                spec.iter().for_each(|s| self.type_spec(s));
                items.iter().for_each(|e| self.expr(e));
            }
            ExprKind::ImpliedDo(l) => {
                l.ty.iter().for_each(|s| self.type_spec(s));
                l.items
                    .iter()
                    .chain([&l.lo, &l.hi])
                    .chain(&l.step)
                    .for_each(|e| self.expr(e));
            }
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Str(_)
            | ExprKind::Logical(_)
            | ExprKind::Boz(_)
            | ExprKind::Hollerith(_)
            | ExprKind::Binary(..) => {}
        }
    }

    fn argument(&mut self, value: &'s ArgValue) {
        match value {
            ArgValue::Expr(e) => self.expr(e),
            ArgValue::StarFrom(e) => self.expr(e),
            ArgValue::Section(lo, hi, step) => lo.iter().chain(hi).chain(step).for_each(|e| self.expr(e)),
            ArgValue::AltReturn(_) | ArgValue::Star => {}
        }
    }

    fn type_spec(&mut self, spec: &'s TypeSpec) {
        if let KindSpec::Paren(e, _) = &spec.kind {
            self.expr(e);
        }
        if let Some(Len::Expr(e)) = &spec.len {
            self.expr(e);
        }
        if let BaseType::Type(_, args) | BaseType::Class(_, args) = &spec.base {
            args.iter().for_each(|a| self.argument(&a.value));
        }
    }
}

/// The units whose declarations are needed to resolve the calls, and have not been read.
pub(super) fn undeclared_callees(r: &Resolver, found: &Callees) -> Vec<UnitId> {
    let (mut units, mut procs, mut types) = (vec![], vec![], vec![]);
    for parts in &found.designators {
        called_by_designator(r, parts, &mut units, &mut procs, &mut types);
    }
    types.extend(procs.iter().filter_map(|&p| derived(r.p.symbols[p].ty())));
    // without a derived type, intrinsic operations have no other meaning
    let has_meaning = |o: &&SmolStr| !types.is_empty() || o.starts_with('.');
    let keys: Vec<String> = found
        .operators
        .iter()
        .filter(has_meaning)
        .map(|o| format!("operator({o})"))
        .collect();
    let by_operator: Vec<SymbolId> = keys
        .iter()
        .flat_map(|key| r.generics(key))
        .flat_map(|g| specifics(r, g))
        .collect();
    types.extend(by_operator.iter().filter_map(|&p| derived(r.p.symbols[p].ty())));
    procs.extend(by_operator);
    for key in &keys {
        types.iter().for_each(|&t| procs.extend(bound_to(r, t, key)));
    }
    units.extend(procs.into_iter().filter_map(|p| r.p.signature(p)));
    units.retain(|&u| stage(r, u) == Stage::Waiting);
    units
}

fn called_by_designator(
    r: &Resolver,
    parts: &[Part],
    units: &mut Vec<UnitId>,
    procs: &mut Vec<SymbolId>,
    types: &mut Vec<SymbolId>,
) {
    let Some((first, rest)) = parts.split_first() else {
        return;
    };
    let folded = fold(&first.name.text);
    let found = r.lookup(&folded);
    if !first.args.is_empty() {
        match found.map(|s| (s, &r.p.symbols[s].kind)) {
            Some((s, SymbolKind::Generic(_))) => {
                let all = r.generics(&folded).into_iter().chain([s]);
                all.for_each(|g| procs.extend(specifics(r, g)));
            }
            Some((s, SymbolKind::Procedure(_))) => procs.push(s),
            // may turn out to be a function
            Some((_, SymbolKind::Variable(_))) | None => units.extend(r.externals.get(&folded)),
            Some(_) => {}
        }
    }
    let Some(s) = found else { return };
    types.extend(r.as_type(s));
    let mut at = derived(r.p.symbols[s].ty());
    for part in rest {
        let Some(t) = at else { return };
        types.push(t);
        let folded = fold(&part.name.text);
        let component = r.component(t, &folded);
        if component.is_none() {
            procs.extend(bound_to(r, t, &folded));
        }
        at = component.and_then(|c| derived(r.p.symbols[c].ty()));
    }
    types.extend(at);
}

fn specifics(r: &Resolver, generic: SymbolId) -> Vec<SymbolId> {
    match &r.p.symbols[generic].kind {
        SymbolKind::Generic(g) => g.specifics.clone(),
        _ => vec![],
    }
}

/// The procedures that a binding of a type may call.
fn bound_to(r: &Resolver, ty: SymbolId, key: &str) -> Vec<SymbolId> {
    let Some(binding) = r.binding_of(ty, key) else {
        return vec![];
    };
    let specifics = binding.generic.iter().filter_map(|name| r.binding_of(ty, name)?.proc);
    binding.proc.into_iter().chain(specifics).collect()
}

fn stage(r: &Resolver, unit: UnitId) -> Stage {
    r.scopes.get(unit).map_or(Stage::Waiting, |s| s.stage)
}
