//! What derived types contain, extensions of polymorphic ones included.

use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Facts about derived types.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    /// Types with a real or complex component, at any depth.
    differentiable: BTreeSet<SymbolId>,
    /// Types with a pointer component, at any depth.
    pointers: BTreeSet<SymbolId>,
    /// Direct extensions.
    extensions: BTreeMap<SymbolId, Vec<SymbolId>>,
}

impl Types {
    pub(crate) fn build(program: &Program) -> Types {
        let mut t = Types::default();
        let defs: Vec<_> = program
            .symbols
            .iter()
            .filter_map(|(s, x)| match &x.kind {
                SymbolKind::Type(def) => Some((s, def)),
                SymbolKind::Variable(_)
                | SymbolKind::Constant(_)
                | SymbolKind::Procedure(_)
                | SymbolKind::Generic(_)
                | SymbolKind::StatementFunction(_)
                | SymbolKind::Intrinsic(_)
                | SymbolKind::Namelist => None,
            })
            .collect();
        for (s, def) in &defs {
            if let Some(parent) = def.extends {
                t.extensions.entry(parent).or_default().push(*s);
            }
        }
        // least fixpoint over components that are of derived types themselves
        let mut grew = true;
        while grew {
            grew = false;
            for (s, def) in &defs {
                let parent = def.extends.map(Ty::Derived);
                let parts = def.components.iter().filter_map(|&c| program.symbols[c].variable());
                let (mut d, mut p) = (false, false);
                for (ty, pointer) in parts
                    .map(|v| (v.ty.ty, v.attrs.pointer))
                    .chain(parent.map(|ty| (ty, false)))
                {
                    d |= t.is_differentiable(ty);
                    p |= pointer || t.has_pointers(ty);
                }
                grew |= d && t.differentiable.insert(*s);
                grew |= p && t.pointers.insert(*s);
            }
        }
        t
    }

    /// The type itself and, for a polymorphic one, its extensions.
    fn any(&self, ty: Ty, test: &dyn Fn(SymbolId) -> bool) -> bool {
        match ty {
            Ty::Derived(s) => test(s),
            Ty::Class(s) => {
                let mut work = vec![s];
                let mut seen = BTreeSet::new();
                while let Some(s) = work.pop() {
                    if seen.insert(s) {
                        work.extend(self.extensions.get(&s).into_iter().flatten());
                    }
                }
                seen.into_iter().any(test)
            }
            Ty::Unlimited => true,
            Ty::Integer(_)
            | Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Logical(_)
            | Ty::Character
            | Ty::Typeless
            | Ty::None => false,
        }
    }

    pub(crate) fn is_differentiable(&self, ty: Ty) -> bool {
        ty.is_differentiable() || self.any(ty, &|s| self.differentiable.contains(&s))
    }

    pub(crate) fn has_pointers(&self, ty: Ty) -> bool {
        self.any(ty, &|s| self.pointers.contains(&s))
    }
}
