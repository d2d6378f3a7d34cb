//! Names of entities that move from a submodule to its module.

use crate::code::names::Namer;
use crate::prepare::folded::imports::{all_parts, dropped, needed};
use crate::prepare::folded::{announcement, own, parts, submodules, Obstacle};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::visit::rewrite_unit_exprs;
use adc_frontend::ir::*;
use adc_frontend::refs::{self, kind_suffix, Fixed};
use indexmap::{IndexMap, IndexSet};

/// The names of a module that receives submodules.
pub(crate) struct Names {
    /// Names with another meaning in the scope of the module, of its contents, or of submodules that stay; and fixed
    /// names.
    taken: IndexSet<SmolStr>,
    /// All names that appear anywhere in it.
    namer: Namer,
}

impl Names {
    pub fn new(program: &Program, module: UnitId, submodules: &[UnitId]) -> Names {
        let roots: Vec<UnitId> = submodules.iter().copied().chain([module]).collect();
        let staying = staying(program, module, submodules);
        let mut taken: IndexSet<SmolStr> = program.units[module].names.keys().cloned().collect();
        taken.extend(undeclared(program, &roots));
        taken.extend(left_to_hosts(program, &staying));
        let fixed = submodules.iter().flat_map(|&s| fixed(program, s));
        taken.extend(fixed.map(|(name, _)| name));
        let global = program.units.iter().filter(|(_, u)| u.parent.is_none());
        taken.extend(global.map(|(_, u)| fold(&u.name)));
        let mut namer = Namer::default();
        taken.iter().for_each(|n| namer.reserve(n));
        for u in roots.iter().chain(&staying).flat_map(|&r| parts(program, r)) {
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

    /// A name in the module: the same if it is free.
    pub fn claim(&mut self, name: &SmolStr, submodule: &str) -> SmolStr {
        let name = match self.taken.contains(&fold(name)) {
            true => self.namer.fresh(&format!("{name}_of_{submodule}")),
            false => name.clone(),
        };
        self.taken.insert(fold(&name));
        name
    }
}

/// The interface body of a procedure.
pub(crate) fn interface_of(program: &Program, s: SymbolId) -> Option<UnitId> {
    match &program.symbols[s].kind {
        SymbolKind::Procedure(p) => p.interface,
        _ => None,
    }
}

/// True for an external procedure, not for an abstract interface.
pub(crate) fn is_external(program: &Program, s: SymbolId) -> bool {
    let symbol = &program.symbols[s];
    let is_abstract = || {
        let body = interface_of(program, s);
        let home = symbol.owner.into_iter().flat_map(|u| &program.units[u].interfaces);
        home.filter(|b| b.is_abstract)
            .any(|b| b.bodies.iter().any(|&x| Some(x) == body))
    };
    matches!(&symbol.kind, SymbolKind::Procedure(p) if p.class == ProcClass::External) && !is_abstract()
}

/// True for an entity that cannot be renamed: it has a C name, is external, or its name appears in files
/// (`namelisted`).
pub(crate) fn is_fixed(program: &Program, namelisted: &IndexSet<SymbolId>, s: SymbolId) -> bool {
    let symbol = &program.symbols[s];
    let bind = match &symbol.kind {
        SymbolKind::Variable(v) => v.attrs.bind.as_ref(),
        SymbolKind::Procedure(p) => p.attrs.bind.as_ref(),
        _ => None,
    };
    // a procedure with a separate C name may have any name in Fortran
    let is_label = |b: &SmolStr| symbol.variable().is_some() || !fold(b).contains("name");
    symbol.name.contains('(') || bind.is_some_and(is_label) || is_external(program, s) || namelisted.contains(&s)
}

/// The NAMELIST groups of a submodule and their members in it: their names appear in files.
pub(crate) fn namelisted(program: &Program, submodule: UnitId) -> IndexSet<SymbolId> {
    let mut found = IndexSet::new();
    for u in all_parts(program, submodule) {
        let unit = &program.units[u];
        found.extend(unit.namelists.iter().flat_map(|g| &g.1));
        let named = unit.symbols.iter().chain(unit.names.values()).copied();
        found.extend(named.filter(|&s| matches!(program.symbols[s].kind, SymbolKind::Namelist)));
    }
    found
}

/// The fixed names that a submodule brings into its module, folded.
fn fixed(program: &Program, submodule: UnitId) -> Vec<(SmolStr, SymbolId)> {
    let namelisted = namelisted(program, submodule);
    let generics = dropped(program, submodule);
    let own = own(program, submodule).into_iter().filter(|s| !generics.contains(s));
    let own = own.filter(|&s| is_fixed(program, &namelisted, s));
    let mut found: Vec<(SmolStr, SymbolId)> = own.map(|s| (fold(&program.symbols[s].name), s)).collect();
    let imports = needed(program, submodule, &generics).into_iter();
    found.extend(
        imports
            .filter(|i| namelisted.contains(&i.symbol))
            .map(|i| (i.local, i.symbol)),
    );
    found
}

/// The submodules of a module that stay in files of the user.
fn staying(program: &Program, module: UnitId, folded: &[UnitId]) -> Vec<UnitId> {
    let mut all = submodules(program);
    all.retain(|s| program.outermost(*s) == module && !folded.contains(s));
    all
}

/// Names in units, and in all their contents, that nothing declares: they would refer to an entity of their host.
fn undeclared(program: &Program, units: &[UnitId]) -> IndexSet<SmolStr> {
    let refs = refs::collect(program, units);
    let mut found = IndexSet::new();
    for r in units.iter().filter_map(|u| refs.get(u)) {
        let kept = r.fixed_inside.iter().filter(|(_, f)| !matches!(f, Fixed::Module(_)));
        found.extend(kept.map(|(n, _)| n.clone()));
    }
    found
}

/// Names that submodules use without declaring them: also variables with implicit types, and indices, whose types
/// follow from their names.
fn left_to_hosts(program: &Program, submodules: &[UnitId]) -> IndexSet<SmolStr> {
    let mut found = undeclared(program, submodules);
    let units: IndexSet<UnitId> = submodules.iter().flat_map(|&s| parts(program, s)).collect();
    for (_, s) in program.symbols.iter() {
        let is_typed_by_name = match &s.kind {
            SymbolKind::Variable(v) => {
                v.storage == Storage::Index
                    || v.attrs.implicit && !matches!(v.storage, Storage::Dummy | Storage::Component)
            }
            SymbolKind::Procedure(p) => p.attrs.implicit || p.class == ProcClass::External,
            _ => false,
        };
        if is_typed_by_name && s.owner.is_some_and(|u| units.contains(&u)) {
            found.insert(fold(&s.name));
        }
    }
    found
}

/// Refuses a submodule with a fixed name that is taken. `all`: the submodules that are folded together.
pub(crate) fn obstacle(program: &Program, all: &[UnitId], submodule: UnitId) -> Option<Obstacle> {
    let module = program.outermost(submodule);
    let together: Vec<UnitId> = all
        .iter()
        .copied()
        .filter(|&s| program.outermost(s) == module)
        .collect();
    let names = fixed(program, submodule);
    if names.is_empty() {
        return None;
    }
    let is_described = |s: SymbolId| interface_of(program, s).is_some();
    let announces = |a: SymbolId, s: SymbolId| program.definition(s).and_then(|u| announcement(program, u)) == Some(a);
    let is_same = |a: SymbolId, b: SymbolId| {
        let external = is_external(program, a) && is_external(program, b) && is_described(a) == is_described(b);
        a == b || external || announces(a, b) || announces(b, a)
    };
    let mut others: Vec<(SmolStr, SymbolId)> = vec![];
    others.extend(program.units[module].names.iter().map(|(n, &s)| (n.clone(), s)));
    for &s in together.iter().filter(|&&s| s != submodule) {
        others.extend(fixed(program, s));
    }
    let mut roots = together.clone();
    roots.push(module);
    let mut external = left_to_hosts(program, &staying(program, module, &together));
    let mut intrinsic = IndexSet::new();
    let refs = refs::collect(program, &roots);
    for (name, meaning) in roots.iter().filter_map(|r| refs.get(r)).flat_map(|r| &r.fixed_inside) {
        match meaning {
            Fixed::Intrinsic(_) => intrinsic.insert(name.clone()),
            Fixed::External => external.insert(name.clone()),
            Fixed::Module(_) => false,
        };
    }
    let (_, found) = names.into_iter().find(|(name, s)| {
        let means_another = others.iter().any(|(n, o)| n == name && !is_same(*s, *o));
        let is_elsewhere = intrinsic.contains(name) || external.contains(name) && !is_external(program, *s);
        means_another || is_elsewhere
    })?;
    let symbol = &program.symbols[found];
    Some(Obstacle {
        place: match own(program, submodule).contains(&found) {
            true => symbol.span,
            false => program.units[submodule].span,
        },
        why: format!(
            "`{}` cannot be renamed, and the module or another submodule uses its name for another entity",
            symbol.name
        ),
    })
}

/// Replaces kinds of literals, which are names, too.
pub(crate) fn rename_kinds(program: &mut Program, units: &[UnitId], renamed: &IndexMap<SymbolId, SmolStr>) {
    if renamed.is_empty() {
        return;
    }
    let view = program.clone();
    for &u in units {
        rewrite_unit_exprs(program, u, &mut |e| {
            let (ExprKind::Int(t) | ExprKind::Real(t) | ExprKind::Logical(t)) = &mut e.kind else {
                return;
            };
            let Some(kind) = kind_suffix(t) else { return };
            let new = view.lookup(u, &fold(kind)).and_then(|s| renamed.get(&s));
            if let Some(new) = new {
                let digits = &t[..t.len() - kind.len()];
                *t = format!("{digits}{new}").into();
            }
        });
    }
}
