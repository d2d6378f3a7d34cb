//! Names of what moves from a submodule to its module.

use super::imports::others;
use super::{own, parts, Obstacle};
use crate::names::Namer;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::visit::{rewrite_block_exprs, rewrite_expr};
use adc_frontend::ir::*;
use adc_frontend::refs::{self, kind_suffix, Fixed};
use indexmap::{IndexMap, IndexSet};

/// The names of a module that takes in submodules.
pub(super) struct Names {
    /// Names with another meaning in the scope of the module, or of what it contains.
    taken: IndexSet<SmolStr>,
    /// All names that stand anywhere in it.
    namer: Namer,
}

impl Names {
    pub fn new(program: &Program, module: UnitId, submodules: &[UnitId]) -> Names {
        let roots: Vec<UnitId> = submodules.iter().copied().chain([module]).collect();
        let mut taken: IndexSet<SmolStr> = program.units[module].names.keys().cloned().collect();
        // external and intrinsic procedures keep their names
        let refs = refs::collect(program, &roots);
        for r in roots.iter().filter_map(|r| refs.get(r)) {
            let kept = r.fixed_inside.iter().filter(|(_, f)| !matches!(f, Fixed::Module(_)));
            taken.extend(kept.map(|(n, _)| n.clone()));
        }
        let own = submodules.iter().flat_map(|&s| own(program, s));
        let external = own.filter(|&s| is_external(program, s));
        taken.extend(external.map(|s| fold(&program.symbols[s].name)));
        let global = program.units.iter().filter(|(_, u)| u.parent.is_none());
        taken.extend(global.map(|(_, u)| fold(&u.name)));
        let mut namer = Namer::default();
        taken.iter().for_each(|n| namer.reserve(n));
        for u in roots.iter().flat_map(|&r| parts(program, r)) {
            let unit = &program.units[u];
            taken.extend(unit.uses.iter().map(|x| fold(&x.name)));
            unit.names.keys().for_each(|n| namer.reserve(n));
            unit.symbols
                .iter()
                .for_each(|&s| namer.reserve(&program.symbols[s].name));
            unit.uses.iter().for_each(|x| namer.reserve(&x.name));
            visit::walk_block(&unit.body, &mut |s| {
                s.kind.construct_name().into_iter().for_each(|n| namer.reserve(n));
            });
        }
        Names { taken, namer }
    }

    /// A name in the module: the same where it is free.
    pub fn claim(&mut self, name: &SmolStr, submodule: &str) -> SmolStr {
        let name = match self.taken.contains(&fold(name)) {
            true => self.namer.fresh(&format!("{name}_of_{submodule}")),
            false => name.clone(),
        };
        self.taken.insert(fold(&name));
        name
    }
}

/// The interface body that describes a procedure.
pub(super) fn interface_of(program: &Program, s: SymbolId) -> Option<UnitId> {
    match &program.symbols[s].kind {
        SymbolKind::Procedure(p) => p.interface,
        _ => None,
    }
}

/// True for an external procedure, not for an abstract interface.
pub(super) fn is_external(program: &Program, s: SymbolId) -> bool {
    let symbol = &program.symbols[s];
    let is_abstract = || {
        let body = interface_of(program, s);
        let home = symbol.owner.into_iter().flat_map(|u| &program.units[u].interfaces);
        home.filter(|b| b.is_abstract)
            .any(|b| b.bodies.iter().any(|&x| Some(x) == body))
    };
    matches!(&symbol.kind, SymbolKind::Procedure(p) if p.class == ProcClass::External) && !is_abstract()
}

/// Names that cannot be others: those that C knows, and those of external procedures.
pub(super) fn obstacle(program: &Program, submodule: UnitId) -> Option<Obstacle> {
    let others = others(program, submodule);
    let is_described = |s: SymbolId| interface_of(program, s).is_some();
    let clashes = |s: SymbolId, other: SymbolId| {
        let external = is_external(program, s);
        let is_same = external && is_external(program, other) && is_described(s) == is_described(other);
        let for_c = program.symbols[s].variable().is_some_and(|v| v.attrs.bind.is_some());
        other != s && (for_c || external && !is_same)
    };
    let found = own(program, submodule).into_iter().find(|&s| {
        let name = fold(&program.symbols[s].name);
        // what another submodule has by this name can be renamed
        let others = others.iter().filter(|&&u| {
            let is_module = program.units[u].kind == UnitKind::Module;
            is_module || program.units[u].names.get(&name).is_some_and(|&o| is_fixed(program, o))
        });
        let mut meanings = others.filter_map(|&u| program.units[u].names.get(&name));
        meanings.any(|&other| clashes(s, other))
    })?;
    let symbol = &program.symbols[found];
    Some(Obstacle {
        place: symbol.span,
        why: format!(
            "`{}` cannot have another name, and the module or another submodule has this one for something else",
            symbol.name
        ),
    })
}

/// True for what cannot be renamed.
fn is_fixed(program: &Program, s: SymbolId) -> bool {
    let for_c = program.symbols[s].variable().is_some_and(|v| v.attrs.bind.is_some());
    for_c || is_external(program, s)
}

/// Kinds of literals are names, too: gives them the new ones.
pub(super) fn rename_kinds(program: &mut Program, units: &[UnitId], renamed: &IndexMap<SymbolId, SmolStr>) {
    if renamed.is_empty() {
        return;
    }
    let view = program.clone();
    for &u in units {
        let mut see = |e: &mut Expr| {
            let (ExprKind::Int(t) | ExprKind::Real(t) | ExprKind::Logical(t)) = &mut e.kind else {
                return;
            };
            let Some(kind) = kind_suffix(t) else { return };
            let new = view.lookup(u, &fold(kind)).and_then(|s| renamed.get(&s));
            if let Some(new) = new {
                let digits = &t[..t.len() - kind.len()];
                *t = format!("{digits}{new}").into();
            }
        };
        let unit = &mut program.units[u];
        rewrite_block_exprs(&mut unit.body, &mut see);
        if let Some(entry) = &mut unit.entry {
            rewrite_block_exprs(&mut entry.body, &mut see);
        }
        for d in &mut unit.data {
            let values = d.values.iter_mut().flat_map(|(n, v)| n.iter_mut().chain([v]));
            values.chain(&mut d.objects).for_each(|e| rewrite_expr(e, &mut see));
        }
        let sets = unit.equivalences.iter_mut().flatten();
        sets.for_each(|e| rewrite_expr(e, &mut see));
        for (_, symbol) in program.symbols.iter_mut().filter(|(_, s)| s.owner == Some(u)) {
            each_expr_mut(&mut symbol.kind, &mut |e| rewrite_expr(e, &mut see));
        }
    }
}

/// The expressions in the declaration of a symbol.
fn each_expr_mut(kind: &mut SymbolKind, f: &mut dyn FnMut(&mut Expr)) {
    fn of_type(ty: &mut DeclType, f: &mut dyn FnMut(&mut Expr)) {
        if let KindSpelling::Expr(e) = &mut ty.spelling {
            f(e);
        }
        ty.lengths_mut().for_each(f);
    }
    match kind {
        SymbolKind::Variable(v) => {
            of_type(&mut v.ty, f);
            v.dims.iter_mut().flat_map(Dim::bounds_mut).for_each(&mut *f);
            if let Some(Init::Value(e) | Init::Pointer(e)) = &mut v.init {
                f(e);
            }
        }
        SymbolKind::Constant(c) => {
            of_type(&mut c.ty, f);
            c.dims.iter_mut().flat_map(Dim::bounds_mut).for_each(&mut *f);
            f(&mut c.value);
        }
        SymbolKind::Procedure(p) => {
            p.result.iter_mut().for_each(|ty| of_type(ty, f));
            p.init.iter_mut().for_each(f);
        }
        SymbolKind::StatementFunction(s) => {
            of_type(&mut s.ty, f);
            f(&mut s.body);
        }
        SymbolKind::Generic(_) | SymbolKind::Type(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => {}
    }
}
