//! Type-bound calls of objects whose type is not known: calls of a procedure that asks for it.
//!
//! For a binding and a declared type it is made once, with the interface of the binding, and
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
//! so that calls inside know the type, and everything else sees a procedure like others. It is part of no program: where derivative code calls it, the call is printed
//! as the user wrote it. Its derivative is a procedure of its own. Where all types have the same procedure, that is called.

use super::types::{binding, nearest, Types};
use super::Contexts;
use crate::copies::Bound;
use crate::downcasts::{by_type, possible_types, shown_as};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;

/// A procedure for a binding of a type.
pub(super) type Dispatched = (SymbolId, SmolStr);

impl Contexts<'_> {
    /// What a type-bound call of an object of unknown type calls, and how the object is passed.
    pub(super) fn dispatched(&mut self, callee: &Callee) -> Option<(SymbolId, Option<Bound>)> {
        let (object, name) = callee.object.as_ref()?;
        let Ty::Class(declared) = object.ty else { return None };
        let name = Types::specific(self.program, declared, name, callee.proc)?;
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
            return None;
        }
        let interface = found.proc.or(found.interface);
        let shows = self.program.signature(interface?)?;
        let dummies = &self.program.units[shows].args;
        let is_passed = |d: &Option<SymbolId>| match (&found.pass, d) {
            (Some(name), Some(d)) => self.program.symbols[*d].name.eq_ignore_ascii_case(name),
            (None, _) => true,
            (_, None) => false,
        };
        let place = dummies.iter().position(is_passed)?;
        let dummy = dummies.get(place).copied().flatten()?;
        let how = Bound {
            binding: callee.object.as_ref().map(|o| o.1.clone())?,
            dummy: self.program.symbols[dummy].name.clone(),
            place,
        };
        let proc = if units.iter().all(|&u| u == units[0]) {
            first
        } else {
            self.dispatcher(declared, name, shows, place, &targets)?
        };
        Some((proc, Some(how)))
    }

    fn dispatcher(
        &mut self,
        declared: SymbolId,
        name: SmolStr,
        shows: UnitId,
        place: usize,
        targets: &[SymbolId],
    ) -> Option<SymbolId> {
        let key = (declared, name);
        if let Some(&known) = self.dispatchers.get(&key) {
            return Some(known);
        }
        // all that it names has to be seen from one place
        let home = self.program.symbols[declared].owner?;
        let types = possible_types(self.program, declared);
        let seen = types
            .iter()
            .chain(targets)
            .all(|&s| self.program.symbols[s].owner == Some(home));
        if !seen || self.program.units[home].kind != UnitKind::Module {
            return None;
        }
        let unit = self.copies.signature(self.program, shows);
        let u = &mut self.program.units[unit];
        u.name = format!("{}_{}", self.program.symbols[declared].name, key.1).into();
        u.parent = Some(home);
        u.shares = None;
        u.span = self.program.symbols[declared].span;
        let args = u.args.clone();
        let result = u.result.filter(|_| u.kind == UnitKind::Function);
        let object = args.get(place).copied().flatten()?;
        if let Some(v) = self.program.symbols[object].variable_mut() {
            v.ty.ty = Ty::Class(declared);
        }
        let symbol = self.copies.name(self.program, targets[0], unit, None);
        self.program.symbols[symbol].name = self.program.units[unit].name.clone();
        self.program.units[unit].symbol = Some(symbol);
        self.dispatchers.insert(key, symbol);
        let whole = var(self.program, object);
        let mut targets = targets.iter();
        let program: &Program = self.program;
        let mut body = by_type(program, &whole, declared, &mut |t| {
            let target = *targets.next()?;
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
                    assign(value, called)
                }
                None => Stmt::new(StmtKind::Call { callee, args }),
            }])
        })?;
        self.program.renumber(&mut body);
        self.program.units[unit].body = body;
        Some(symbol)
    }
}
