//! Replaces type-bound calls of objects of unknown type by calls of a procedure that selects by type.
//!
//! This procedure, the dispatcher, is generated once for a binding and a declared type, with the interface of the
//! binding:
//!
//! ```fortran
//! subroutine shape_grow(this, by)
//!   class(shape) :: this
//!   select type (this)
//!   type is (circle)
//!     call circle_grow(this, by)
//!   ...
//! ```
//!
//! Calls inside know the type, and to the other modules the dispatcher is a procedure like any other. It is part of no
//! program: if derivative code calls it, the call is printed as the user wrote it. Its derivative is a procedure of its
//! own. If all types have the same procedure, that one is called.

use crate::code::names::Namer;
use crate::normalize::downcasts::{by_type, possible_types, shown_as};
use crate::prepare::copies::Bound;
use crate::prepare::instances::state::Instances;
use crate::prepare::instances::types::{ancestors, binding, bound_operator, nearest, place_of_object, Types};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// The procedure of a NOPASS binding, if it is the same for all types that an object may have.
pub(crate) fn settled_without_object(program: &Program, declared: SymbolId, name: &str) -> Option<SymbolId> {
    let types = possible_types(program, declared);
    let mut bound = types.iter().map(|&t| binding(program, t, name));
    let (first, proc) = bound.next()??;
    let same = |b: Option<(&Binding, SymbolId)>| b.is_some_and(|b| b.1 == proc);
    (first.nopass && bound.all(same)).then_some(proc)
}

impl Instances<'_> {
    /// The target of a type-bound call of an object of unknown type, or of an operator that the type binds; and the way
    /// the object is passed, unless it is among the arguments.
    pub(crate) fn dispatched(&mut self, callee: &Callee, args: &[Arg]) -> Option<(SymbolId, Option<Bound>)> {
        let (declared, name) = match callee.object.as_deref() {
            Some((object, name)) => {
                let Ty::Class(declared) = object.ty else { return None };
                let name = Types::specific(self.program, declared, name, callee.proc)?;
                (declared, name)
            }
            None => {
                let (object, declared, name) = bound_operator(self.program, callee, args)?;
                matches!(object.ty, Ty::Class(_)).then_some((declared, name))?
            }
        };
        let types = possible_types(self.program, declared);
        let targets: Vec<SymbolId> = types
            .iter()
            .map(|&t| binding(self.program, t, &name).map(|b| b.1))
            .collect::<Option<_>>()?;
        let &first = targets.first()?;
        let unit = |p: SymbolId| {
            self.program
                .definition(p)
                .filter(|&u| self.program.units[u].is_definition())
        };
        let units: Vec<UnitId> = targets.iter().map(|&p| unit(p)).collect::<Option<_>>()?;
        let found = nearest(self.program, declared, &name)?;
        if found.nopass {
            // without the object, no other inquiry is possible
            return settled_without_object(self.program, declared, &name).map(|p| (p, None));
        }
        let interface = found.proc.or(found.interface);
        let shows = self.program.signature(interface?)?;
        let place = place_of_object(self.program, found, shows)?;
        let dummy = self.program.units[shows].args.get(place).copied().flatten()?;
        let how = Bound {
            binding: callee.object.as_deref().map_or(name.clone(), |o| o.1.clone()),
            dummy: self.program.symbols[dummy].name.clone(),
            place,
        };
        // a procedure bound by an extension does not accept the object by its declared type
        let taken = self.program.units[units[0]].args.get(place).copied().flatten();
        let takes_all = taken.is_some_and(|d| match self.program.symbols[d].ty() {
            Ty::Class(t) | Ty::Derived(t) => ancestors(self.program, declared).any(|a| a == t),
            _ => false,
        });
        let proc = if takes_all && units.iter().all(|&u| u == units[0]) {
            first
        } else {
            self.dispatcher(declared, name, shows, &how, &targets)?
        };
        Some((proc, callee.object.is_some().then_some(how)))
    }

    fn dispatcher(
        &mut self,
        declared: SymbolId,
        name: SmolStr,
        shows: UnitId,
        how: &Bound,
        targets: &[SymbolId],
    ) -> Option<SymbolId> {
        let key = (declared, name);
        if let Some(&known) = self.dispatchers.get(&key) {
            return Some(known);
        }
        let types = possible_types(self.program, declared);
        let homes: BTreeSet<Option<UnitId>> = types
            .iter()
            .chain(targets)
            .map(|&s| self.program.symbols[s].owner)
            .collect();
        let are_modules = homes
            .iter()
            .all(|h| h.is_some_and(|h| self.program.units[h].kind == UnitKind::Module));
        if !are_modules {
            return None;
        }
        // in the module of all types; otherwise beside the modules, as each may use the others
        let home = homes.first().copied().flatten().filter(|_| homes.len() == 1);
        // procedures of the module that declares the binding may call it, and the module of an extension uses that one
        let declares = self.program.symbols[declared].owner;
        let home = home.filter(|&h| declares.is_none_or(|d| d == h));
        let unit = self.copies.signature(self.program, shows);
        let u = &mut self.program.units[unit];
        u.name = format!("{}_{}", self.program.symbols[declared].name, key.1).into();
        u.parent = home;
        u.shares = None;
        u.span = self.program.symbols[declared].span;
        let args = u.args.clone();
        let result = u.result.filter(|_| u.kind == UnitKind::Function);
        let object = args.get(how.place).copied().flatten()?;
        if let Some(v) = self.program.symbols[object].variable_mut() {
            v.ty.ty = Ty::Class(declared);
        }
        if home.is_none() {
            self.use_all(unit, &types);
        }
        let symbol = self.copies.name(self.program, targets[0], unit, None);
        self.program.symbols[symbol].name = self.program.units[unit].name.clone();
        self.program.units[unit].symbol = Some(symbol);
        self.dispatchers.insert(key.clone(), symbol);
        let whole = var(self.program, object);
        // called as the user would
        let bound = Bound {
            binding: key.1.clone(),
            ..how.clone()
        };
        let mut called = vec![];
        for &t in targets {
            let target = self.program.definition(t)?;
            called.push(self.copies.name(self.program, t, target, Some(bound.clone())));
        }
        let mut called = called.into_iter();
        let program: &Program = self.program;
        let mut body = by_type(program, &whole, declared, &mut |t| {
            let target = called.next()?;
            let shown = shown_as(program, &whole, t)?;
            let passed = |s: SymbolId| match &program.symbols[s].kind {
                SymbolKind::Procedure(_) => expr(ExprKind::Procedure(s), program.symbols[s].ty(), 0),
                _ if s == object => shown.clone(),
                _ => var(program, s),
            };
            let args = args.iter().flatten().map(|&s| Arg::pos(passed(s))).collect();
            let callee = Callee::direct(target);
            Some(vec![match result {
                Some(r) => {
                    let value = var(program, r);
                    let called = expr(ExprKind::Call(callee, args), value.ty, value.rank);
                    match program.symbols[r].variable().is_some_and(|v| v.attrs.pointer) {
                        true => Stmt::new(StmtKind::PointerAssign {
                            lhs: value,
                            rhs: called,
                        }),
                        false => assign(value, called),
                    }
                }
                None => Stmt::new(StmtKind::Call { callee, args }),
            }])
        })?;
        self.program.renumber(&mut body);
        self.program.units[unit].body = body;
        Some(symbol)
    }

    /// Lets a procedure outside all modules see some types, and the names in their declarations.
    fn use_all(&mut self, unit: UnitId, types: &[SymbolId]) {
        let mut wanted: IndexSet<SymbolId> = types.iter().copied().collect();
        let u = &self.program.units[unit];
        for v in u
            .args
            .iter()
            .flatten()
            .chain(&u.result)
            .filter_map(|&s| self.program.symbols[s].variable())
        {
            if let Ty::Derived(t) | Ty::Class(t) = v.ty.ty {
                wanted.insert(t);
            }
            let kind = match &v.ty.spelling {
                KindSpelling::Expr(e) => Some(&**e),
                _ => None,
            };
            for e in v.specification().chain(kind) {
                visit::walk_expr(e, &mut |x| match &x.kind {
                    ExprKind::Var(s) | ExprKind::Procedure(s) => drop(wanted.insert(*s)),
                    ExprKind::Call(callee, _) => drop(wanted.insert(callee.proc)),
                    _ => {}
                });
            }
        }
        let mut names = Namer::of_unit(self.program, unit);
        for s in wanted {
            let symbol = &self.program.symbols[s];
            let module = symbol.owner.filter(|&o| self.program.units[o].kind == UnitKind::Module);
            let Some(module) = module.filter(|_| !self.program.units[unit].names.values().any(|&n| n == s)) else {
                continue;
            };
            let name = symbol.name.clone();
            let local = names.fresh(&name);
            self.program.use_only(unit, module, s, local);
        }
    }
}
