//! The entry of a head that heads call.
//!
//! For its callers an adjoint procedure increments the adjoints of its arguments. For the user the head *sets* those of
//! independents, and takes all other derivatives as zero. One procedure cannot do both if the head is recursive, or another head calls it. Then
//! the derivative of the head is an inner procedure like all others, and this module generates the entry around it: the
//! interface that the head's specification requires, the zeros, and a call.

use crate::assemble::generator::{is_made, Generator};
use crate::code::collect_symbols;
use crate::normalize::temps::new_variable;
use crate::options::mode::Mode;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Generator<'_> {
    /// Adds the entries of heads that need one.
    pub fn make_entries(&mut self) {
        for u in self.called_heads.clone() {
            self.make_entry(u);
        }
    }

    fn make_entry(&mut self, u: UnitId) {
        let inner = self.derivative_unit(u);
        let stem = self.derivative_name(&self.name_of(u));
        let name = self.name_for_users(self.out.units[inner].parent, &stem);
        let entry = self.unit_beside(inner, &name, self.out.units[inner].kind);
        let id = self.out.units.alloc(entry);
        self.entries.insert(u, id);
        self.put_procedure(id, name);
        let mut args = vec![];
        let mut actual = vec![];
        let mut zeros = vec![];
        for a in self.primal.units[u].args.clone() {
            args.push(a);
            let Some(a) = a else { continue };
            actual.push(Arg::pos(self.passed_on(a)));
            if let Some(given) = self.given_procedure(a) {
                let derivative = self.derivative_of_dummy(id, a, given);
                args.push(Some(derivative));
                actual.push(Arg::pos(self.passed_on(derivative)));
            }
            if !self.heads.lists(u, a) && self.has_idle_shadow(a) {
                args.extend(self.idle_shadow(id, a).map(Some));
            }
            if !self.has_shadow_argument(Some(u), a) {
                continue;
            }
            let shadow = self.shadow(a);
            if self.heads.lists(u, a) {
                args.push(Some(shadow));
                actual.push(Arg::pos(var(&self.out, shadow)));
            } else {
                let local = self.local_shadow(id, a, shadow);
                let symbol = &self.primal.symbols[a];
                if self.mode == Mode::Reverse && symbol.variable().is_some_and(|v| v.attrs.allocatable) {
                    // only the inner procedure knows if it exists when the reverse sweep begins
                    let message = format!(
                        "a head calls this one, whose allocatable argument `{}` is active but neither independent nor dependent",
                        symbol.name
                    );
                    let help = "name it as an independent or a dependent";
                    self.messages
                        .push(Diagnostic::error(codes::UNSUPPORTED_DATA, symbol.span, message).help(help));
                }
                zeros.extend(self.begin_own_shadow(u, a, &local));
                actual.push(Arg::pos(local));
            }
        }
        if self.mode == Mode::Reverse {
            zeros.extend(self.entry_pointers(u));
        }
        zeros.extend(self.entry_zeros(u));
        let call = self.entry_call(u, id, inner, &mut args, actual);
        let mut body = zeros;
        body.push(call);
        body.extend(self.exit_zeros(u));
        self.out.units[id].args = args;
        let unit = &self.out.units[id];
        let value = unit.result.and_then(|r| self.out.symbols[r].variable()).cloned();
        if let (Some(symbol), Some(value)) = (unit.symbol, value) {
            self.declare_result(symbol, &value);
        }
        // indices of loops over elements were declared for the inner procedure
        let mut named = IndexSet::new();
        collect_symbols(&body, &mut named);
        for s in named {
            let is_index = self.out.symbols[s].owner == Some(inner)
                && self.out.symbols[s]
                    .variable()
                    .is_some_and(|v| v.storage == Storage::Local);
            if is_index && !self.out.units[id].symbols.contains(&s) {
                self.out.units[id].symbols.push(s);
            }
        }
        self.out.units[id].body = body;
        self.import_all(id);
    }

    /// An argument of the entry as one of the call.
    fn passed_on(&self, a: SymbolId) -> Expr {
        match &self.out.symbols[a].kind {
            SymbolKind::Procedure(_) => expr(ExprKind::Procedure(a), self.out.symbols[a].ty(), 0),
            _ => var(&self.out, a),
        }
    }

    /// A local of the entry for the shadow of an argument that is neither independent nor dependent.
    fn local_shadow(&mut self, entry: UnitId, a: SymbolId, shadow: SymbolId) -> Expr {
        let Some(v) = self.primal.symbols[a].variable().cloned() else {
            return var(&self.out, shadow);
        };
        let dims = self.local_dims(a, &v);
        let attrs = Attrs {
            allocatable: v.attrs.allocatable || is_made(&v),
            pointer: v.attrs.pointer,
            ..Attrs::default()
        };
        let name = self.out.symbols[shadow].name.clone();
        self.out.units[entry].symbols.retain(|&s| s != shadow);
        let local = Variable {
            ty: v.ty,
            dims,
            storage: Storage::Local,
            attrs,
            init: None,
        };
        let s = new_variable(&mut self.out, entry, name, local);
        var(&self.out, s)
    }

    fn entry_call(
        &mut self,
        u: UnitId,
        entry: UnitId,
        inner: UnitId,
        args: &mut Vec<Option<SymbolId>>,
        mut actual: Vec<Arg>,
    ) -> Stmt {
        let callee = Callee::direct(self.procedure_in(entry, inner, self.procs[&u]));
        let value = self.values.get(&u).copied();
        let result = self.primal.units[u].result.filter(|&r| self.result_is_active(u, r));
        match (self.mode, result, value) {
            (Mode::Reverse, Some(r), _) => {
                let shadow = self.shadow(r);
                args.push(Some(shadow));
                actual.push(Arg::pos(var(&self.out, shadow)));
            }
            (Mode::Tangent, _, Some(value)) => {
                args.push(Some(value));
                actual.push(Arg::pos(var(&self.out, value)));
                if let Some(r) = self.out.units[inner].result {
                    self.out.units[entry].result = Some(r);
                    let lhs = var(&self.out, r);
                    let value = expr(ExprKind::Call(callee, actual), lhs.ty, lhs.rank);
                    return assign(lhs, value);
                }
            }
            _ => {}
        }
        Stmt::new(StmtKind::Call { callee, args: actual })
    }
}
