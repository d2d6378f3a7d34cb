//! Records the association of pointers on the tape, and restores it.
//!
//! The tape stores numbers. A derived type with a pointer component has a representation in numbers, and `TRANSFER`
//! there and back yields the same value, association included:
//!
//! ```text
//! forward    kept%original => p;  kept%adjoint => pb;  bits = transfer(kept, bits);  PUSH(bits)
//! reverse    POP(bits);  kept = transfer(bits, kept);  p => kept%original;  pb => kept%adjoint
//! ```

use super::super::Adjoint;
use crate::code::generated;
use crate::normalize::leaves::component;
use crate::normalize::temps::new_variable;
use crate::rules::intrinsic;
use adc_frontend::ir::*;

/// Type and rank of a pointer; true if it has a shadow.
pub(in crate::adjoint) type Kind = (Ty, u8, bool);

/// The variables through which the association of pointers of one kind is recorded.
#[derive(Clone)]
pub(in crate::adjoint) struct Association {
    /// `kept%original`, `kept%adjoint`.
    held: Vec<Expr>,
    /// `kept`.
    kept: Expr,
    /// `bits`.
    bits: Expr,
}

impl Adjoint<'_, '_> {
    /// Two blocks: one pushes the association of pointers and of their shadows, the other pops it.
    pub(super) fn association(&mut self, pointers: &[Expr]) -> (Block, Block) {
        let pointers: Vec<Expr> = pointers.iter().map(generated).collect();
        let Some(a) = pointers
            .first()
            .map(|p| self.association_variables(p, pointers.len() > 1))
        else {
            return (vec![], vec![]);
        };
        let like = |x: &Expr, mold: &Expr| intrinsic("transfer", vec![x.clone(), mold.clone()], mold.ty, mold.rank);
        let pairs = || a.held.iter().cloned().zip(pointers.iter().cloned());
        let mut push: Block = pairs().map(|(held, p)| associate(held, p)).collect();
        push.push(assign(a.bits.clone(), like(&a.kept, &a.bits)));
        push.push(Stmt::new(StmtKind::Push(a.bits.clone())));
        let mut pop = vec![
            Stmt::new(StmtKind::Pop(a.bits.clone())),
            assign(a.kept.clone(), like(&a.bits, &a.kept)),
        ];
        pop.extend(pairs().map(|(held, p)| associate(p, held)));
        (push, pop)
    }

    fn association_variables(&mut self, pointer: &Expr, with_shadow: bool) -> Association {
        let key = (pointer.ty, pointer.rank, with_shadow);
        if let Some(a) = self.temps.associations.get(&key) {
            return a.clone();
        }
        let d = self.derivative;
        let symbol = |name, kind| Symbol::new(name, Some(d), kind);
        let held = Variable {
            storage: Storage::Component,
            ..pointer_variable(pointer)
        };
        let names: &[&str] = match with_shadow {
            true => &["original", "adjoint"],
            false => &["original"],
        };
        let held = |n: &&str| symbol((*n).into(), SymbolKind::Variable(held.clone()));
        let parts: Vec<Symbol> = names.iter().map(held).collect();
        let parts: Vec<SymbolId> = parts.into_iter().map(|p| self.g.out.symbols.alloc(p)).collect();
        let name = self.g.namer(d).fresh("association");
        let folded = adc_frontend::ast::fold(&name);
        let def = TypeDef {
            components: parts.clone(),
            ..TypeDef::default()
        };
        let ty = self.g.out.add_symbol(symbol(name, SymbolKind::Type(def)));
        self.g.out.units[d].names.insert(folded, ty);
        let kept = self.g.local(d, "kept", DeclType::plain(Ty::Derived(ty)), 0);
        let size = intrinsic("storage_size", vec![kept.clone()], Ty::Integer(4), 0);
        let name = self.g.namer(d).fresh("bits");
        let bits = Variable {
            ty: DeclType::plain(Ty::Integer(4)),
            dims: vec![Dim::Explicit(None, div(size, int(32)))],
            storage: Storage::Local,
            attrs: Attrs::default(),
            init: None,
        };
        let bits = new_variable(&mut self.g.out, d, name, bits);
        let a = Association {
            held: parts.iter().map(|&c| component(&self.g.out, &kept, c)).collect(),
            bits: var(&self.g.out, bits),
            kept,
        };
        self.temps.associations.insert(key, a.clone());
        a
    }
}

/// Declares a local pointer with the type and rank of another one.
pub(super) fn pointer_variable(like: &Expr) -> Variable {
    Variable {
        ty: DeclType::plain(like.ty),
        dims: vec![Dim::Deferred; like.rank as usize],
        storage: Storage::Local,
        attrs: Attrs {
            pointer: true,
            ..Attrs::default()
        },
        init: None,
    }
}

/// `lhs => rhs`.
pub(super) fn associate(lhs: Expr, rhs: Expr) -> Stmt {
    Stmt::new(StmtKind::PointerAssign { lhs, rhs })
}
