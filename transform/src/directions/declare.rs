//! Declarations: a first dimension for variables, an argument for procedures.

use super::carriers::{Carriers, Directions};
use super::storage::{self, Allocated};
use super::{at, formals};
use crate::assemble::generator::Generator;
use crate::normalize::temps::new_variable;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// The number of directions, for procedures that name derivatives or call procedures that do: `width`, if it is
/// constant, or an argument.
pub(super) fn counts(g: &mut Generator, units: &[UnitId], c: &Carriers, width: Option<u16>) -> IndexMap<UnitId, Expr> {
    let mut many: IndexSet<UnitId> = IndexSet::new();
    loop {
        let before = many.len();
        for &u in units.iter() {
            if is_many(g, c, &many, u) {
                many.insert(u);
            }
        }
        if many.len() == before {
            break;
        }
    }
    if let Some(width) = width {
        return many.into_iter().map(|u| (u, int(width.into()))).collect();
    }
    let mut out = IndexMap::new();
    // what shares the arguments of another procedure comes after it
    let shares = |u: &UnitId| g.out.units[*u].shares.filter(|s| many.contains(s));
    let (own, sharing): (Vec<UnitId>, Vec<UnitId>) = many.iter().partition(|u| shares(u).is_none());
    let sharing: Vec<(UnitId, UnitId)> = sharing.into_iter().filter_map(|u| Some((u, shares(&u)?))).collect();
    for u in own {
        let s = count_argument(g, u);
        out.insert(u, var(&g.out, s));
    }
    for (u, of) in sharing {
        if let Some((s, count)) = out.get(&of).and_then(|n| Some((n.base_symbol()?, n.clone()))) {
            let unit = &mut g.out.units[u];
            unit.symbols.insert(0, s);
            unit.names.insert(fold(&g.out.symbols[s].name), s);
            out.insert(u, count);
        }
    }
    out
}

fn is_many(g: &Generator, c: &Carriers, many: &IndexSet<UnitId>, u: UnitId) -> bool {
    let unit = &g.out.units[u];
    let by_argument = unit.args.iter().flatten().chain(&unit.result).any(|&a| c.contains(a));
    let mut found = by_argument || unit.shares.is_some_and(|s| many.contains(&s));
    visit::walk_block(&unit.body, &mut |s| {
        visit::stmt_exprs(&s.kind, &mut |e| found |= c.mentions(e));
    });
    visit::walk_calls(&unit.body, &mut |r| {
        found |= g.out.definition(r.callee.proc).is_some_and(|t| many.contains(&t));
    });
    found
}

/// A dummy argument with the number of directions.
pub(super) fn count_named(program: &mut Program, u: UnitId, name: SmolStr) -> SymbolId {
    let v = Variable {
        ty: DeclType::plain(Ty::Integer(4)),
        dims: vec![],
        storage: Storage::Dummy,
        attrs: Attrs {
            intent: Some(Intent::In),
            ..Attrs::default()
        },
        init: None,
    };
    new_variable(program, u, name, v)
}

fn count_argument(g: &mut Generator, u: UnitId) -> SymbolId {
    let name = count_name(g, u);
    let s = count_named(&mut g.out, u, name);
    // declared before the arrays whose extent it is
    let symbols = &mut g.out.units[u].symbols;
    symbols.retain(|&x| x != s);
    symbols.insert(0, s);
    s
}

/// Gives the variables their first dimension.
pub(super) fn variables(g: &mut Generator, all: &Directions, width: Option<u16>) -> Allocated {
    let mut allocated = Allocated::new();
    for s in all.carriers.iter() {
        let owner = g.out.symbols[s].owner;
        if owner.is_some_and(|o| all.carriers.is_by_hand(o)) {
            continue;
        }
        let count = owner.and_then(|o| all.count.get(&o)).cloned();
        let Some(v) = g.out.symbols[s].variable() else { continue };
        let extent = match (v.storage, count) {
            (Storage::Local | Storage::Dummy | Storage::Result, Some(n)) if !v.attrs.save || v.attrs.pointer => n,
            (Storage::Local, Some(n)) if width.is_some() => n,
            (Storage::Module, _) if width.is_some() => int(width.unwrap_or(1).into()),
            (Storage::Module, _) => {
                let dims = g.out.symbols[s].variable_mut().and_then(storage::allocatable);
                if let (Some(module), Some(dims)) = (owner, dims) {
                    allocated.entry(module).or_default().push((s, dims));
                }
                int(0)
            }
            // refused with its block
            (Storage::Common(_), _) => continue,
            _ => {
                let (name, span) = (g.out.symbols[s].name.clone(), g.out.symbols[s].span);
                let text = format!(
                    "`{name}` keeps derivatives outside of procedures, which is not possible for many directions yet"
                );
                g.refuse(codes::UNSUPPORTED_DATA, span, text);
                continue;
            }
        };
        let Some(v) = g.out.symbols[s].variable_mut() else {
            continue;
        };
        let first = match () {
            () if v.attrs.allocatable || v.attrs.pointer => Dim::Deferred,
            () if v.dims.iter().any(|d| matches!(d, Dim::Assumed(_))) => Dim::Assumed(None),
            // the elements of an actual argument may have another type
            () if v.storage == Storage::Dummy && matches!(v.ty.ty, Ty::Class(_) | Ty::Unlimited) => Dim::Assumed(None),
            () => Dim::Explicit(None, extent),
        };
        v.dims.insert(0, first);
        if let Some(Init::Pointer(null)) = &mut v.init {
            null.rank += 1;
        }
        if std::mem::take(&mut v.attrs.value) {
            v.attrs.intent = Some(Intent::In);
        }
    }
    for part in all.carriers.record_pointers().collect::<Vec<_>>() {
        if let Some(v) = g.out.symbols[part].variable_mut() {
            v.dims.insert(0, Dim::Deferred);
        }
    }
    refuse_shared_storage(g, all);
    refuse_objects(g, all);
    // bounds that ask a derivative for its size
    let units: Vec<UnitId> = all.count.keys().copied().collect();
    for u in units {
        for s in g.out.units[u].symbols.clone() {
            if g.primal.symbols.contains(s) {
                continue;
            }
            if let Some(v) = g.out.symbols[s].variable_mut() {
                v.specification_mut().for_each(|e| at::inquiries(&all.carriers, e));
            }
        }
    }
    allocated
}

/// Objects that gfortran 12 cannot handle: it does not compile some arrays of types with parameters, gives others no
/// length, and mixes up elements of polymorphic arrays.
fn refuse_objects(g: &mut Generator, all: &Directions) {
    for s in all.carriers.iter() {
        let symbol = &g.out.symbols[s];
        let (ty, span) = (symbol.ty(), symbol.span);
        let has_parameters = |t: SymbolId| !g.out.type_params(g.out.declared_type(t)).is_empty();
        let text = match ty {
            Ty::Derived(t) | Ty::Class(t) if has_parameters(t) => {
                "the derivative of an object whose type has parameters cannot be one of many directions yet"
            }
            Ty::Class(_) if symbol.rank() > 1 => {
                "the derivative of an array of polymorphic objects cannot be one of many directions yet"
            }
            _ => continue,
        };
        g.refuse(codes::UNSUPPORTED_DATA, span, text);
    }
}

/// EQUIVALENCE relates elements by their order in memory, which the direction as the first index changes.
fn refuse_shared_storage(g: &mut Generator, all: &Directions) {
    let made = g.out.units.iter().filter(|(u, _)| !g.primal.units.contains(*u));
    let sets: Vec<Vec<Expr>> = made.flat_map(|(_, x)| x.equivalences.clone()).collect();
    for set in sets {
        if let Some(e) = set.iter().find(|e| all.carriers.names(e)) {
            let span = e.base_symbol().map_or(Span::NONE, |s| g.out.symbols[s].span);
            let text = "the derivative of a variable in an EQUIVALENCE cannot be one of many directions: as the direction is the first index, other elements would share memory; differentiate in one direction";
            g.refuse(codes::UNSUPPORTED_DATA, span, text);
        }
    }
}

/// Gives the procedures their last argument. The derivative of a function's value becomes an argument.
pub(super) fn signatures(g: &mut Generator, all: &Directions) {
    let mut subroutines = IndexSet::new();
    for &u in all.count.keys() {
        let unit = &mut g.out.units[u];
        if let Some(result) = unit.result.take() {
            unit.kind = UnitKind::Subroutine;
            unit.args.push(Some(result));
            subroutines.insert(u);
            if let Some(v) = g.out.symbols[result].variable_mut() {
                v.storage = Storage::Dummy;
                v.attrs.intent = Some(Intent::Out);
            }
        }
        let unit = &mut g.out.units[u];
        unit.prefix.elemental = false;
        unit.prefix.impure = false;
        unit.args.extend(all.argument(u).map(Some));
    }
    let symbols: Vec<SymbolId> = g
        .out
        .symbols
        .iter()
        .map(|(s, _)| s)
        .filter(|&s| !g.primal.symbols.contains(s))
        .collect();
    for s in symbols {
        match &mut g.out.symbols[s].kind {
            SymbolKind::Procedure(p) if p.unit.is_some_and(|u| subroutines.contains(&u)) => {
                p.result = None;
                p.result_rank = 0;
            }
            _ => {}
        }
    }
}

/// `nd`, unless the user has that name.
pub(super) fn count_name(g: &mut Generator, u: UnitId) -> SmolStr {
    if formals::model_of(g, u).is_some() {
        return formals::COUNT.into();
    }
    let namer = g.namer(u);
    match namer.is_free("nd") {
        true => {
            namer.reserve("nd");
            "nd".into()
        }
        false => namer.fresh("nd"),
    }
}
