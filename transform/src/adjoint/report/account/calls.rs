//! The tape of callees, in terms of their callers.

use super::super::amount::Amount;
use super::super::formula::Atom;
use super::Clerk;
use crate::adjoint::plan::Simple;
use adc_analysis::calls::bind_args;
use adc_frontend::ir::*;

impl Clerk<'_, '_, '_, '_> {
    /// The amount of a callee in terms of the caller: actual arguments replace dummy arguments.
    pub(super) fn translated(&self, amount: &Amount, callee: UnitId, s: &Simple) -> Amount {
        let args = match &s.forward.kind {
            StmtKind::Call { args, .. } => args,
            StmtKind::Assign { rhs, .. } => match &rhs.kind {
                ExprKind::Call(_, args) => args,
                _ => return amount.clone(),
            },
            _ => return amount.clone(),
        };
        let unit = &self.g.primal.units[callee];
        let bound = bind_args(self.g.primal, callee, args);
        let actual = |symbol: SymbolId| {
            let k = unit.args.iter().position(|a| *a == Some(symbol))?;
            bound.get(k).copied().flatten()
        };
        let is_local = |symbol: SymbolId| {
            let v = self.g.primal.symbols[symbol].variable();
            v.is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Dummy))
                && self.g.primal.symbols[symbol].owner == Some(callee)
        };
        let foreign = |name: &str| Some(Atom::Unknown(format!("{name} of {}", unit.name)).into());
        amount.map(&mut |f| {
            f.with(&mut |a| match a {
                Atom::Value(name, symbol) if is_local(*symbol) => {
                    let whole = *name == self.g.primal.symbols[*symbol].name;
                    let value = actual(*symbol).filter(|_| whole);
                    value
                        .and_then(|e| self.sizes.value(self.g, e, &self.around))
                        .or_else(|| foreign(name))
                }
                Atom::Extent(name, symbol, dim) if is_local(*symbol) => {
                    let whole = *name == self.g.primal.symbols[*symbol].name;
                    let array = actual(*symbol).filter(|_| whole);
                    let extents = array.map(|e| self.sizes.extents(self.g, e, &self.around));
                    let extent = extents.and_then(|x| x.into_iter().nth(usize::from(*dim) - 1).flatten());
                    extent.or_else(|| foreign(&a.to_string()))
                }
                Atom::Value(..)
                | Atom::Extent(..)
                | Atom::Quotient(..)
                | Atom::Root(_)
                | Atom::Largest(_)
                | Atom::Unknown(_) => None,
            })
        })
    }
}
