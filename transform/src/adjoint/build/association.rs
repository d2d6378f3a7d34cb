//! What a pointer is associated with, on the way to the tape and back.
//!
//! The tape holds numbers. A derived type that holds a pointer has a representation in numbers, and `TRANSFER` there and back is the same value again, association included:
//!
//! ```text
//! forward    kept%p => p;  bits = transfer(kept, bits);  PUSH(bits)
//! backward   POP(bits);  kept = transfer(bits, kept);  p => kept%p
//! ```

use super::super::Adjoint;
use crate::generator::generated;
use crate::normalize::leaves::component;
use crate::normalize::temps::new_variable;
use crate::rules::intrinsic;
use adc_frontend::ir::*;

/// The variables by which the association of pointers of one type and rank is recorded.
#[derive(Clone)]
pub(in crate::adjoint) struct Association {
    /// `kept%p`.
    pointer: Expr,
    /// `kept`.
    kept: Expr,
    /// `bits`.
    bits: Expr,
}

impl Adjoint<'_, '_> {
    /// Statements that push what a pointer is associated with, and that pop it.
    pub(super) fn association(&mut self, pointer: &Expr) -> (Block, Block) {
        let pointer = generated(pointer);
        let a = self.association_variables(&pointer);
        let like = |x: &Expr, mold: &Expr| intrinsic("transfer", vec![x.clone(), mold.clone()], mold.ty, mold.rank);
        let push = vec![
            associate(a.pointer.clone(), pointer.clone()),
            assign(a.bits.clone(), like(&a.kept, &a.bits)),
            Stmt::new(StmtKind::Push(a.bits.clone())),
        ];
        let pop = vec![
            Stmt::new(StmtKind::Pop(a.bits.clone())),
            assign(a.kept.clone(), like(&a.bits, &a.kept)),
            associate(pointer, a.pointer),
        ];
        (push, pop)
    }

    fn association_variables(&mut self, pointer: &Expr) -> Association {
        let key = (pointer.ty, pointer.rank);
        if let Some(a) = self.temps.associations.get(&key) {
            return a.clone();
        }
        let d = self.derivative;
        let symbol = |name, kind| Symbol {
            name,
            owner: Some(d),
            kind,
            private: false,
            comment: None,
            span: Span::NONE,
        };
        let held = Variable {
            storage: Storage::Component,
            ..pointer_variable(pointer)
        };
        let part = self.g.out.symbols.alloc(symbol("p".into(), SymbolKind::Variable(held)));
        let name = self.g.namer(d).fresh("association");
        let folded = adc_frontend::ast::fold(&name);
        let def = TypeDef {
            components: vec![part],
            params: vec![],
            extends: None,
            sequence: false,
            is_abstract: false,
            bind_c: false,
            private_components: false,
            bindings: vec![],
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
            pointer: component(&self.g.out, &kept, part),
            bits: var(&self.g.out, bits),
            kept,
        };
        self.temps.associations.insert(key, a.clone());
        a
    }
}

/// A local pointer like another one.
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
