//! Identity of a symbol in terms that are valid in the original and in the reparsed program: its declaring unit, and
//! its name there.

use super::Check;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::intrinsics;
use adc_frontend::ir::*;
use std::collections::HashSet;

/// Components of all types.
pub(super) fn components(program: &Program) -> HashSet<SymbolId> {
    let mut out = HashSet::new();
    for (_, s) in program.symbols.iter() {
        if let SymbolKind::Type(t) = &s.kind {
            out.extend(t.components.iter().chain(t.params.iter().map(|p| &p.symbol)));
        }
    }
    out
}

/// True for a procedure with a global name.
pub(super) fn is_external(kind: &SymbolKind) -> bool {
    matches!(kind, SymbolKind::Procedure(p) if matches!(p.class, ProcClass::External | ProcClass::Definition))
}

/// True for a procedure that no call with arguments of intrinsic types can denote.
pub(super) fn takes_records(program: &Program, proc: SymbolId) -> bool {
    let Some(signature) = program.signature(proc) else {
        return false;
    };
    let mut args = program.units[signature].args.iter().flatten();
    args.any(|&a| matches!(program.symbols[a].ty(), Ty::Derived(_) | Ty::Class(_)))
}

impl Check<'_> {
    /// True for a symbol whose name is in the scope of a unit.
    pub(super) fn is_scoped(&self, unit: UnitId, s: SymbolId) -> bool {
        let in_construct = self.names.refs.get(&unit).is_some_and(|r| r.scoped.contains(&s));
        // a unit does not see the names of constructs of its hosts
        !in_construct && self.has_scope(s) && self.program.units[unit].symbol != Some(s)
    }

    /// True for a symbol whose name is in a scope, that is, not after a `%`.
    pub(super) fn has_scope(&self, s: SymbolId) -> bool {
        let symbol = &self.program.symbols[s];
        !symbol.name.contains('(')
            && !symbol.variable().is_some_and(Variable::is_in_type)
            && !self.components.contains(&s)
    }

    /// True if `found` is the intended symbol.
    pub(super) fn is_meant(&self, unit: UnitId, s: SymbolId, name: &str, found: Option<SymbolId>) -> bool {
        let symbol = &self.program.symbols[s];
        let again = found.map(|r| &self.read.symbols[r]);
        if let Some(user) = self.not_given(unit, s, name) {
            let owner = found.map(|r| self.read.symbols[r].owner);
            // the front end knows some procedures of the runtime
            let is_of_runtime = runtime_module(&fold(&symbol.name)).is_some() && owner == Some(None);
            return is_of_runtime || owner == Some(self.counterpart.get(&user).copied());
        }
        match (&symbol.kind, again.map(|r| &r.kind)) {
            (SymbolKind::Intrinsic(id), Some(SymbolKind::Intrinsic(other))) => id.row().name == other.row().name,
            (SymbolKind::Intrinsic(id), None) => {
                intrinsics::find(&fold(name)).is_some_and(|f| f.row().name == id.row().name)
            }
            (SymbolKind::Intrinsic(_), Some(_)) => false,
            (kind, None) => is_external(kind),
            (kind, Some(other)) if is_external(kind) => {
                let is_own = found.and_then(|r| self.read.definition(r)).is_some();
                is_external(other) || is_own && symbol.owner.is_none()
            }
            (SymbolKind::Generic(g), Some(other)) => self.is_generic(g, found, other),
            (SymbolKind::Type(_), Some(SymbolKind::Generic(g))) => {
                g.ty.is_some_and(|t| self.is_declared_alike(unit, s, t))
            }
            // an index may share the name of a variable of its type
            (SymbolKind::Variable(v), Some(other)) if v.storage == Storage::Index => {
                matches!(other, SymbolKind::Variable(w) if w.ty.ty == v.ty.ty)
            }
            (_, Some(_)) => found.is_some_and(|r| self.is_declared_alike(unit, s, r)),
        }
    }

    /// The unit that names a symbol in a USE statement of a module which is not among the files, such as a module with
    /// hand-written derivatives.
    fn not_given(&self, unit: UnitId, s: SymbolId, name: &str) -> Option<UnitId> {
        let module = &self.program.units[self.program.symbols[s].owner?];
        if module.kind != UnitKind::Module || self.given.contains(&fold(&module.name)) {
            return None;
        }
        let mut around = std::iter::successors(Some(unit), |&u| self.program.units[u].parent);
        around.find(|&u| {
            let mut items = self.program.units[u].uses.iter().flat_map(|x| &x.items);
            items.any(|i| i.symbol == s && i.local.eq_ignore_ascii_case(name))
        })
    }

    /// Generic names of several modules are merged: the result must contain the intended procedures.
    fn is_generic(&self, g: &Generic, found: Option<SymbolId>, other: &SymbolKind) -> bool {
        let named = |program: &Program, s: SymbolId| {
            let symbol = &program.symbols[s];
            fold(&symbol.name)
        };
        match other {
            SymbolKind::Generic(h) => {
                let all: HashSet<SmolStr> = h.specifics.iter().map(|&p| named(self.read, p)).collect();
                let has = |&p: &SymbolId| all.contains(&named(self.program, p)) || self.is_made(p);
                g.specifics.iter().all(has)
            }
            SymbolKind::Type(_) => match (g.ty, found) {
                (Some(t), Some(r)) => named(self.program, t) == named(self.read, r),
                _ => false,
            },
            _ => false,
        }
    }

    /// True for a procedure that the printed units do not know: a copy for the differentiation.
    fn is_made(&self, proc: SymbolId) -> bool {
        let owner = self.program.symbols[proc].owner;
        owner.is_none_or(|o| !self.counterpart.contains_key(&o))
    }

    fn is_declared_alike(&self, unit: UnitId, s: SymbolId, r: SymbolId) -> bool {
        let (symbol, again) = (&self.program.symbols[s], &self.read.symbols[r]);
        if let Some(home) = self.home(unit, s) {
            return again.owner.is_some() && again.owner == self.counterpart.get(&home).copied();
        }
        let (Some(owner), Some(found)) = (self.announced_in(s), again.owner) else {
            return symbol.owner.is_none() && again.owner.is_none() && fold(&symbol.name) == fold(&again.name);
        };
        let (module, other) = (&self.program.units[owner], &self.read.units[found]);
        let is_module = matches!(other.kind, UnitKind::Module | UnitKind::Submodule);
        let name = match self.modules.get(&fold(&module.name)) {
            Some(&printed) => self.local.name(self.program, printed, s),
            None => symbol.name.clone(),
        };
        is_module && fold(&module.name) == fold(&other.name) && fold(&name) == fold(&again.name)
    }

    /// The unit that announces a symbol: for a separate module procedure, the announcing module, not the submodule that
    /// defines it.
    fn announced_in(&self, s: SymbolId) -> Option<UnitId> {
        let owner = self.program.symbols[s].owner?;
        let definition = self.program.definition(s).map(|u| &self.program.units[u]);
        if !definition.is_some_and(|d| d.prefix.module) {
            return Some(owner);
        }
        let mut hosts = std::iter::successors(Some(owner), |&u| self.program.units[u].parent);
        hosts.find(|&u| self.program.units[u].kind != UnitKind::Submodule)
    }

    /// The printed unit, the given one or one around it, that declares a symbol.
    fn home(&self, unit: UnitId, s: SymbolId) -> Option<UnitId> {
        let mut around = std::iter::successors(Some(unit), |&u| self.program.units[u].parent);
        around.find(|&u| {
            let own = self.names.refs.get(&u).is_some_and(|r| r.own.contains(&s));
            let contained = || {
                self.program.units[u]
                    .contains
                    .iter()
                    .any(|&c| self.program.units[c].symbol == Some(s))
            };
            // a dummy argument with another INTENT has two symbols
            let mut sharing = std::iter::successors(Some(u), |&x| self.program.units[x].shares);
            let is_procedure = self.program.units[u].is_procedure();
            own || contained() || is_procedure && sharing.any(|x| self.program.symbols[s].owner == Some(x))
        })
    }
}
