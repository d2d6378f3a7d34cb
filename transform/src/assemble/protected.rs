//! Protected variables: only their own module may change them.
//!
//! Everyone may read a `protected` variable. Derivatives of the module's procedures change it as these do, and adjoints
//! restore it, but they stand elsewhere. So its module is regenerated ([`crate::assemble::enlarged`]), and the variable
//! loses the attribute if derivatives outside change it.

use crate::assemble::generator::Generator;
use crate::context::place::moved_by;
use adc_analysis::calls::bind_call;
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Generator<'_> {
    /// Protected variables that derivatives change outside their module. In an enlarged module they are no longer
    /// protected.
    pub(crate) fn protected_elsewhere(&mut self) -> IndexSet<SymbolId> {
        let mut found = IndexSet::new();
        let silent = self.silent.iter().map(|(&u, s)| (u, s.0));
        for (u, d) in self.generated_units().into_iter().chain(silent) {
            let home = self.primal.outermost(u);
            let inside = self.enlarged.contains(&home).then_some(home);
            visit::walk_block(&self.out.units[d].body, &mut |s| {
                let changed = changed_by(&self.out, s).into_iter();
                found.extend(changed.filter(|&v| {
                    let owner = self.out.symbols[v].owner;
                    is_protected(&self.out, v) && (inside.is_none() || owner != inside)
                }));
            });
        }
        for &v in &found {
            let symbol = &mut self.out.symbols[v];
            let is_enlarged = symbol.owner.is_some_and(|m| self.enlarged.contains(&m));
            if let Some(variable) = symbol.variable_mut().filter(|_| is_enlarged) {
                variable.attrs.protected = false;
            }
        }
        found.sort();
        found
    }
}

pub(crate) fn is_protected(program: &Program, s: SymbolId) -> bool {
    program.symbols[s].variable().is_some_and(|v| v.attrs.protected)
}

/// The variables that a statement itself changes, in the view of compilers.
fn changed_by(program: &Program, s: &Stmt) -> Vec<SymbolId> {
    let mut out = moved_by(program, s);
    // a change of its target does not change a pointer
    let mut add = |e: &Expr| {
        let is_pointer = |s: &SymbolId| program.symbols[*s].variable().is_some_and(|v| v.attrs.pointer);
        out.extend(e.base_symbol().filter(|s| !is_pointer(s)));
    };
    match &s.kind {
        StmtKind::Assign { lhs: e, .. } | StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } => add(e),
        StmtKind::CallIntrinsic { args, .. } => args.iter().filter_map(Arg::expr).for_each(&mut add),
        StmtKind::Io {
            kind: IoKind::Read,
            items,
            ..
        } => items.iter().for_each(&mut add),
        StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } => out.push(*var),
        _ => visit::each_call(s, &mut |r| {
            let Some(target) = program.definition(r.callee.proc) else {
                return;
            };
            let dummies = program.units[target].args.iter();
            for (dummy, actual) in dummies.zip(bind_call(program, target, r.callee, r.args)) {
                let intent = dummy.and_then(|d| program.symbols[d].variable()?.attrs.intent);
                if matches!(intent, Some(Intent::Out | Intent::InOut)) {
                    actual.into_iter().for_each(&mut add);
                }
            }
        }),
    }
    out
}
