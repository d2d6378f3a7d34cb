//! Imports of the types that SELECT TYPE names ([`crate::normalize::downcasts`]).

use crate::assemble::generator::Generator;
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Generator<'_> {
    /// Lets derivatives see the types that they name. Returns types that are private in their module; in a regenerated
    /// module such types are made public.
    pub(crate) fn import_types(&mut self) -> IndexSet<SymbolId> {
        let mut hidden = IndexSet::new();
        for (u, d) in self.generated_units() {
            let home = self.primal.outermost(u);
            let mut named = IndexSet::new();
            visit::walk_block(&self.out.units[d].body, &mut |s| match &s.kind {
                StmtKind::SelectType { guards, .. } => {
                    named.extend(guards.iter().filter_map(|g| match &g.test {
                        GuardTest::TypeIs(t) | GuardTest::ClassIs(t) => Some(t.ty),
                        _ => None,
                    }));
                }
                StmtKind::Allocate { ty: Some(t), .. } => drop(named.insert(t.ty)),
                _ => {}
            });
            // a copy for a type of another module may declare variables of types that its original does not see
            let declared = self.primal.units[u].symbols.iter().filter_map(|&s| {
                let ty = self.primal.symbols[s].variable()?.ty.ty;
                matches!(ty, Ty::Derived(t) if !self.primal.sees(u, self.primal.declared_type(t))).then_some(ty)
            });
            named.extend(declared);
            // nor members of COMMON blocks that are declared here because of their shadows
            let views = self.out.units[d].commons.iter().flat_map(|c| &c.members);
            named.extend(views.filter_map(|&s| {
                let ty = self.out.symbols[s].ty();
                matches!(ty, Ty::Derived(t) if !self.out.sees(d, self.out.declared_type(t))).then_some(ty)
            }));
            for ty in named {
                let Ty::Derived(t) = ty else { continue };
                let t = self.out.declared_type(t);
                let symbol = &mut self.out.symbols[t];
                let inside = symbol.owner == Some(home) && self.enlarged.contains(&home);
                if symbol.private && !inside {
                    hidden.insert(t);
                    symbol.private = symbol.owner.is_none_or(|m| !self.enlarged.contains(&m));
                }
                self.import(d, t);
            }
        }
        hidden
    }
}
