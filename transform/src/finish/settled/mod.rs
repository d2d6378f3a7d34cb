//! Settles names, as the last step, when the whole derivative program is complete.
//!
//! Until then references are symbols, not names. Statements move to other units, USE statements and contained
//! derivatives are added, COMMON blocks are declared again, and each may introduce a name with another meaning there.
//! Here all scopes are visited, hosts before their contents. In each scope names are claimed in this order:
//!
//! 1. used modules and those that they use, the unit itself, its constructs: they cannot be renamed;
//! 2. intrinsic procedures, those of the tape and other external ones that the scope, or an inner scope, refers to:
//!    neither can they;
//! 3. entities of hosts that are referred to here or inside: their names were settled in the host;
//! 4. declarations of the scope: dummy arguments, procedures, variables in their order;
//! 5. entities that come by USE, mentioned or not; a procedure that is passed as an argument or is a pointer target
//!    conflicts with any intrinsic procedure;
//! 6. declarations of a construct for its block (SELECT TYPE, ASSOCIATE, BLOCK): they may hide entities that the block
//!    does not mention.
//!
//! An entity whose name is taken gets the first free one, in its declaration (`real(8) :: td0`) or in the USE statement
//! (`use m, cos0 => cos`). So nothing is renamed without a conflict, and entities that users know by name (derivative
//! procedures, shadows of modules and COMMON blocks) come before hidden ones.
//!
//! Entities of a module of the user keep their names, also if the module is regenerated, and so do external procedures.
//! If one hides a procedure of class 2 from an inner procedure, that gets an INTRINSIC or EXTERNAL statement; if it
//! refers to both, this is an error.

mod constructs;
mod exports;
mod rename;

use crate::finish::settled::exports::Exports;
use crate::finish::settled::rename::Free;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use adc_frontend::local_names::name_in;
use adc_frontend::refs::{self, Fixed, Refs};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The meaning of a name in a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Claim {
    /// Not a symbol: a module, a construct.
    Word,
    /// An entity without a declaration.
    Fixed(Fixed),
    /// A symbol.
    Symbol(SymbolId),
}

/// Settles the names of generated units; `is_of_user` is true for entities of modules that the user declared. Conflicts
/// that cannot be resolved are errors.
pub fn settle(program: &mut Program, roots: &[UnitId], is_of_user: &dyn Fn(SymbolId) -> bool) -> Vec<Diagnostic> {
    let mut s = Settle {
        refs: refs::collect(program, roots),
        exports: Exports::new(program, roots),
        roots,
        is_of_user,
        messages: vec![],
        program,
    };
    for &root in roots {
        s.visit(root);
    }
    s.messages
}

struct Settle<'a> {
    program: &'a mut Program,
    refs: refs::Table,
    exports: Exports,
    roots: &'a [UnitId],
    is_of_user: &'a dyn Fn(SymbolId) -> bool,
    messages: Vec<Diagnostic>,
}

impl Settle<'_> {
    fn visit(&mut self, unit: UnitId) {
        let used = self.used(unit);
        let declared = self.declared(unit);
        let claims = self.fixed_claims(unit);
        let mut scope = Scope {
            unit,
            claims,
            free: None,
        };
        self.claim_hosts(&mut scope, &declared, &used);
        for s in declared {
            self.claim_declared(&mut scope, s);
        }
        self.claim_used(&mut scope, &used);
        self.claim_indices(&mut scope);
        self.claim_in_constructs(&mut scope);
        for inner in self.program.units[unit].contains.clone() {
            self.visit(inner);
        }
    }

    fn refs(&self, unit: UnitId) -> Option<&Refs> {
        self.refs.get(&unit)
    }

    /// Names that cannot change: classes 1 and 2.
    fn fixed_claims(&mut self, unit: UnitId) -> HashMap<SmolStr, Claim> {
        let mut claims: HashMap<SmolStr, Claim> = HashMap::new();
        let modules: Vec<UnitId> = self.program.units[unit].uses.iter().filter_map(|x| x.module).collect();
        for m in modules {
            // gfortran knows indirectly used modules by their names
            let names = self.exports.modules(self.program, m);
            claims.extend(names.iter().map(|n| (n.clone(), Claim::Word)));
        }
        let u = &self.program.units[unit];
        claims.extend(u.uses.iter().map(|x| (fold(&x.name), Claim::Word)));
        if !u.name.is_empty() {
            let own = u.symbol.map_or(Claim::Word, Claim::Symbol);
            claims.insert(fold(&u.name), own);
        }
        walk_block(&u.body, &mut |s| {
            claims.extend(s.kind.construct_name().map(|n| (fold(n), Claim::Word)));
        });
        for (name, &meaning) in self.refs(unit).iter().flat_map(|r| &r.fixed_inside) {
            claims.entry(name.clone()).or_insert(Claim::Fixed(meaning));
        }
        claims
    }

    /// Names of hosts' entities that are referred to.
    fn claim_hosts(&self, scope: &mut Scope, declared: &[SymbolId], used: &[Used]) {
        let (Some(refs), Some(host)) = (self.refs(scope.unit), self.program.units[scope.unit].parent) else {
            return;
        };
        let mut here: HashSet<SymbolId> = declared.iter().copied().collect();
        here.extend(used.iter().map(|u| u.symbol));
        here.extend(declared.iter().filter_map(|&s| self.twin(scope.unit, s)));
        let is_outside = |s: &SymbolId| {
            let symbol = &self.program.symbols[*s];
            let owner = symbol.owner.filter(|&o| o != scope.unit);
            owner.is_some()
                && !here.contains(s)
                && !refs.own.contains(s)
                && !refs.scoped.contains(s)
                && has_scope(symbol)
        };
        let mut outside: Vec<SymbolId> = refs.symbols.iter().copied().filter(is_outside).collect();
        outside.sort();
        for s in outside {
            let name = fold(&name_in(self.program, host, s));
            scope.claims.entry(name).or_insert(Claim::Symbol(s));
        }
    }

    /// The declarations in a unit's text, first those that others know by name.
    fn declared(&self, unit: UnitId) -> Vec<SymbolId> {
        let u = &self.program.units[unit];
        let Some(refs) = self.refs(unit) else { return vec![] };
        let is_module = matches!(u.kind, UnitKind::Module | UnitKind::Submodule);
        let symbol = |s: &SymbolId| &self.program.symbols[*s];
        let inner = u.contains.iter().filter_map(|&c| self.program.units[c].symbol);
        let bodies = u.interfaces.iter().filter(|b| !b.is_abstract).flat_map(|b| &b.bodies);
        let bodies = bodies.filter_map(|&b| self.program.units[b].symbol);
        let listed = u.symbols.iter().copied();
        let known = u.args.iter().flatten().chain(&u.result).copied();
        let (of_user, made): (Vec<_>, Vec<_>) = listed.partition(|&s| is_module && (self.is_of_user)(s));
        let all = known.chain(of_user).chain(inner).chain(made).chain(bodies);
        let contained: HashSet<SymbolId> = u
            .contains
            .iter()
            .filter_map(|&c| self.program.units[c].symbol)
            .collect();
        let mut seen = HashSet::new();
        let is_there = |s: &SymbolId| {
            let printed = refs.symbols.contains(s) || contained.contains(s) || is_module;
            let elsewhere = matches!(&symbol(s).kind, SymbolKind::Procedure(p)
                if matches!(p.class, ProcClass::Internal | ProcClass::Module) && !contained.contains(s));
            printed && !elsewhere && !refs.scoped.contains(s) && has_scope(symbol(s))
        };
        all.filter(|s| is_there(s) && seen.insert(*s)).collect()
    }

    fn claim_declared(&mut self, scope: &mut Scope, s: SymbolId) {
        let name = fold(&name_in(self.program, scope.unit, s));
        let Some(&claim) = scope.claims.get(&name) else {
            scope.claims.insert(name, Claim::Symbol(s));
            return;
        };
        if self.agrees(claim, s) || self.is_named_alike(scope.unit, claim, s) {
            return;
        }
        if self.is_bound(scope.unit, s) {
            self.unhide(scope.unit, &name, claim, s);
            return;
        }
        let new = scope.fresh(self.program, &self.refs, self.roots, &name);
        self.rename_declared(scope.unit, s, &name, &new);
        scope.claims.insert(new, Claim::Symbol(s));
    }

    /// Names of indices that the unit declares for its statements: one may be that of another, or of a variable of its
    /// type. No list of names contains an index, so its symbol itself is renamed.
    fn claim_indices(&mut self, scope: &mut Scope) {
        let Some(refs) = self.refs(scope.unit) else { return };
        let indices: Vec<SymbolId> = refs
            .indices
            .iter()
            .copied()
            .filter(|s| !refs.scoped.contains(s))
            .collect();
        let mut moved: HashMap<SmolStr, SmolStr> = HashMap::new();
        for s in indices {
            let name = fold(&self.program.symbols[s].name);
            let claim = *scope.claims.entry(name.clone()).or_insert(Claim::Symbol(s));
            let is_alike = |t: SymbolId| {
                let types = [s, t].map(|s| self.program.symbols[s].variable().map(|v| v.ty.ty));
                types[0] == types[1]
            };
            if matches!(claim, Claim::Symbol(t) if is_alike(t)) {
                continue;
            }
            let new = moved
                .entry(name.clone())
                .or_insert_with(|| scope.fresh(self.program, &self.refs, self.roots, &name));
            self.program.symbols[s].name = new.clone();
            scope.claims.insert(new.clone(), Claim::Symbol(s));
        }
    }

    /// True if a claimed name denotes a symbol.
    fn agrees(&self, claim: Claim, s: SymbolId) -> bool {
        let symbol = &self.program.symbols[s];
        match (claim, &symbol.kind) {
            (Claim::Word, _) => false,
            (Claim::Symbol(t), kind) => {
                let both = |k: &SymbolKind| matches!(k, SymbolKind::Generic(_) | SymbolKind::Type(_));
                // generic names of several modules, and a type of that name, are one
                s == t || self.program.is_meant(t, s) || self.program.is_meant(s, t) || both(kind) && both(&self.program.symbols[t].kind)
                    || is_external(symbol) && is_external(&self.program.symbols[t])
                    // a procedure and its generic name
                    || self.is_specific(s, t) || self.is_specific(t, s)
            }
            (Claim::Fixed(Fixed::Intrinsic(id) | Fixed::Module(id)), SymbolKind::Intrinsic(other)) => {
                id.row().name == other.row().name
            }
            (Claim::Fixed(Fixed::Intrinsic(_)), SymbolKind::Generic(g)) => {
                g.intrinsic.is_some() && g.specifics.iter().all(|&p| takes_records(self.program, p))
            }
            (Claim::Fixed(Fixed::External), _) => is_external(symbol),
            (Claim::Fixed(_), _) => false,
        }
    }

    /// The primal's symbol of a dummy argument that the unit declares with another INTENT: statements and declarations
    /// refer to either, by one name.
    fn twin(&self, unit: UnitId, s: SymbolId) -> Option<SymbolId> {
        let u = &self.program.units[unit];
        let symbol = &self.program.symbols[s];
        let named = u.names.get(&fold(&symbol.name)).copied().filter(|&t| t != s)?;
        let declares = |s: SymbolId| {
            let mut sharing = std::iter::successors(Some(unit), |&x| self.program.units[x].shares);
            sharing.any(|x| self.program.symbols[s].owner == Some(x))
        };
        (u.args.contains(&Some(s)) && declares(s) && declares(named)).then_some(named)
    }

    fn is_specific(&self, generic: SymbolId, s: SymbolId) -> bool {
        matches!(&self.program.symbols[generic].kind, SymbolKind::Generic(g) if g.specifics.contains(&s))
    }

    /// True for the result of a function that has the function's name.
    fn is_named_alike(&self, unit: UnitId, claim: Claim, s: SymbolId) -> bool {
        let u = &self.program.units[unit];
        u.result == Some(s)
            && u.kind == UnitKind::Function
            && (u.symbol.map(Claim::Symbol) == Some(claim) || claim == Claim::Word)
    }

    /// True for an entity that always keeps its name.
    fn is_bound(&self, unit: UnitId, s: SymbolId) -> bool {
        let symbol = &self.program.symbols[s];
        let is_module = matches!(self.program.units[unit].kind, UnitKind::Module | UnitKind::Submodule);
        is_module && (self.is_of_user)(s) && !symbol.private
            || is_external(symbol)
            || matches!(symbol.kind, SymbolKind::Intrinsic(_) | SymbolKind::Namelist)
            || self.is_listed(unit, s)
    }

    /// True for a member of a NAMELIST group: files hold its name.
    fn is_listed(&self, unit: UnitId, s: SymbolId) -> bool {
        let mut hosts = std::iter::successors(Some(unit), |&u| self.program.units[u].parent);
        hosts.any(|u| {
            self.program.units[u]
                .namelists
                .iter()
                .any(|(_, list)| list.contains(&s))
        })
    }

    /// Claims the names that come by USE.
    fn claim_used(&mut self, scope: &mut Scope, used: &[Used]) {
        let mut moved: HashMap<SmolStr, (SymbolId, SmolStr)> = HashMap::new();
        let brought: HashSet<SymbolId> = used.iter().map(|u| u.symbol).collect();
        for u in used {
            let Some(&claim) = scope.claims.get(&u.name) else {
                scope.claims.insert(u.name.clone(), Claim::Symbol(u.symbol));
                continue;
            };
            let is_silent = |s: SymbolId| !self.is_referred_to(scope.unit, s);
            let harmless = match claim {
                // two meanings matter only if the name is used
                Claim::Symbol(t) => brought.contains(&t) && is_silent(t) && is_silent(u.symbol),
                Claim::Word | Claim::Fixed(_) => false,
            };
            if harmless || self.agrees(claim, u.symbol) {
                continue;
            }
            if self.program.units[scope.unit].uses[u.at].module.is_none() {
                // entities that adc imports from intrinsic modules have free names, and the user's own are consistent
                continue;
            }
            let known = moved
                .get(&u.name)
                .filter(|(t, _)| self.agrees(Claim::Symbol(*t), u.symbol));
            let new = match known {
                Some((_, new)) => new.clone(),
                None => scope.fresh(self.program, &self.refs, self.roots, &u.name),
            };
            moved.insert(u.name.clone(), (u.symbol, new.clone()));
            self.rename_used(scope.unit, u, &new);
            scope.claims.insert(new, Claim::Symbol(u.symbol));
        }
    }

    fn is_referred_to(&self, unit: UnitId, s: SymbolId) -> bool {
        self.refs(unit).is_some_and(|r| {
            r.symbols.contains(&s)
                || r.symbols
                    .iter()
                    .any(|&g| self.is_specific(g, s) || self.program.is_meant(s, g))
        })
    }

    /// Lets procedures call a procedure that is hidden by an entity that keeps its name.
    fn unhide(&mut self, unit: UnitId, name: &SmolStr, claim: Claim, s: SymbolId) {
        let Claim::Fixed(meaning) = claim else {
            return self.refuse(name, s);
        };
        let means_both = |r: &Refs| r.fixed.get(name) == Some(&meaning) && r.symbols.contains(&s);
        if self.refs(unit).is_some_and(means_both) {
            return self.refuse(name, s);
        }
        let mut open = self.program.units[unit].contains.clone();
        while let Some(u) = open.pop() {
            open.extend(&self.program.units[u].contains);
            let Some(refs) = self.refs(u) else { continue };
            if refs.fixed.get(name) != Some(&meaning) {
                continue;
            }
            if refs.symbols.contains(&s) {
                self.refuse(name, s);
                continue;
            }
            let own = self.program.units[u].names.get(name).copied();
            if own.is_some_and(|s| self.agrees(claim, s)) {
                continue;
            }
            let kind = match meaning {
                Fixed::Intrinsic(id) => SymbolKind::Intrinsic(id),
                Fixed::Module(_) => continue,
                Fixed::External => SymbolKind::Procedure(Procedure::external()),
            };
            let declared = self.program.add_symbol(Symbol::new(name.clone(), Some(u), kind));
            self.program.units[u].names.insert(name.clone(), declared);
        }
    }

    fn refuse(&mut self, name: &SmolStr, s: SymbolId) {
        let symbol = &self.program.symbols[s];
        let message = format!(
            "the generated code needs the name `{name}` twice: for this entity, and for a procedure or module of that name"
        );
        let d = Diagnostic::error(codes::HIDDEN_NAME, symbol.span, message)
            .help(format!("rename `{}` in your program", symbol.name));
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }
}

/// An entity that comes by USE.
struct Used {
    /// Its local name, folded.
    name: SmolStr,
    symbol: SymbolId,
    /// The index of the USE statement.
    at: usize,
}

/// A scope whose names are being settled.
struct Scope {
    unit: UnitId,
    claims: HashMap<SmolStr, Claim>,
    /// Names that may not be chosen here, computed on demand.
    free: Option<Free>,
}

impl Scope {
    fn fresh(&mut self, program: &Program, refs: &refs::Table, roots: &[UnitId], name: &str) -> SmolStr {
        let unit = self.unit;
        let free = self.free.get_or_insert_with(|| Free::new(program, refs, roots, unit));
        free.take(name, &|n| !self.claims.contains_key(n))
    }
}

/// True for a symbol whose name is in a scope: component names follow a `%`, indices belong to a statement.
fn has_scope(symbol: &Symbol) -> bool {
    let is_special = symbol.name.contains('(');
    let storage = symbol.variable().map(|v| v.storage);
    !is_special && !matches!(storage, Some(Storage::Component | Storage::Parameter | Storage::Index))
}

/// True for a procedure whose name is known everywhere.
fn is_external(symbol: &Symbol) -> bool {
    matches!(&symbol.kind, SymbolKind::Procedure(p) if matches!(p.class, ProcClass::External | ProcClass::Definition))
}

/// True for a procedure that no call with arguments of intrinsic types refers to.
fn takes_records(program: &Program, proc: SymbolId) -> bool {
    let Some(signature) = program.signature(proc) else {
        return false;
    };
    let mut args = program.units[signature].args.iter().flatten();
    args.any(|&a| matches!(program.symbols[a].ty(), Ty::Derived(_) | Ty::Class(_)))
}

/// Names of modules that are used anywhere in a unit.
fn module_names(program: &Program, unit: UnitId, out: &mut BTreeSet<SmolStr>) {
    let u = &program.units[unit];
    out.extend(u.uses.iter().map(|x| fold(&x.name)));
    u.contains.iter().for_each(|&c| module_names(program, c, out));
}
