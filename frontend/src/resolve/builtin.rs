//! Intrinsic modules: symbols for their constants, types and procedures, created when a program names them.

use super::state::Resolver;
use crate::ast::SmolStr;
use crate::intrinsics::modules::{builtin_module, builtin_type_of, builtin_types, Value};
use crate::intrinsics::{find_in_module, in_module, mpi};
use crate::ir::*;

impl Resolver<'_> {
    pub(super) fn is_builtin_module(&self, module: &str) -> bool {
        builtin_module(module).is_some()
    }

    fn is_in_builtin_module(&self, module: &str, name: &str) -> bool {
        builtin_module(module).is_some_and(|constants| constants.iter().any(|c| c.0 == name))
            || builtin_types(module).contains(&name)
            || find_in_module(module, name).is_some()
            || mpi::is_module(module) && mpi::procedure(name).is_some()
    }

    /// Everything in an intrinsic module.
    pub(super) fn builtin_names(&self, module: &str) -> Vec<SmolStr> {
        let constants = builtin_module(module).unwrap_or(&[]).iter().map(|c| c.0);
        let types = builtin_types(module).iter().copied();
        let procedures = in_module(module).map(IntrinsicId::name);
        let of_mpi = mpi::is_module(module).then(mpi::procedures).into_iter().flatten();
        let all = constants.chain(types).chain(procedures).chain(of_mpi);
        all.map(SmolStr::from).collect()
    }

    /// The symbol of an entity of an intrinsic module.
    pub(super) fn builtin(&mut self, module: &str, name: &str) -> Option<SymbolId> {
        // the same entity wherever it comes from
        let shared = module == "ieee_arithmetic" && self.is_in_builtin_module("ieee_exceptions", name);
        let module = if shared { "ieee_exceptions" } else { module };
        let key = (SmolStr::from(module), SmolStr::from(name));
        if let Some(&s) = self.builtins.get(&key) {
            return Some(s);
        }
        let kind = self.builtin_kind(module, name)?;
        let is_constant = matches!(kind, SymbolKind::Constant(_));
        // as MPI spells them
        let written = match mpi::is_module(module) && is_constant {
            true => name.to_ascii_uppercase().into(),
            false => key.1.clone(),
        };
        let s = self.alloc(&written, None, kind, Span::NONE);
        let f = self.flags(s);
        f.typed = true;
        f.listed = true;
        if let SymbolKind::Constant(c) = &mut self.p.symbols[s].kind {
            // a constant without a known value is defined by itself
            if c.value.ty == Ty::None {
                c.value = expr(ExprKind::Var(s), c.ty.ty, c.dims.len() as u8);
            }
        }
        self.builtins.insert(key, s);
        Some(s)
    }

    fn builtin_kind(&mut self, module: &str, name: &str) -> Option<SymbolKind> {
        let constants = builtin_module(module)?;
        if let Some(&(_, ty, value)) = constants.iter().find(|c| c.0 == name) {
            return self.builtin_constant(module, name, ty, value);
        }
        if builtin_types(module).contains(&name) {
            let is_of_mpi = mpi::is_module(module);
            let names = if is_of_mpi { mpi::components(name) } else { &[] };
            let components = names.iter().map(|n| integer_component(self, n)).collect();
            return Some(SymbolKind::Type(TypeDef {
                components,
                private_components: !is_of_mpi,
                bind_c: is_of_mpi || module == "iso_c_binding",
                ..TypeDef::default()
            }));
        }
        if runtime_module(name) == Some(module) {
            return Some(SymbolKind::Procedure(Procedure::external()));
        }
        if let (true, Some(ty)) = (mpi::is_module(module), mpi::procedure(name)) {
            return Some(SymbolKind::Procedure(Procedure {
                result: (ty != Ty::None).then(|| DeclType::plain(ty)),
                ..Procedure::external()
            }));
        }
        // the comparison of its types is no procedure with a name
        if module == "ieee_arithmetic" && matches!(name, "operator(==)" | "operator(/=)") {
            return Some(SymbolKind::Generic(Generic::default()));
        }
        find_in_module(module, name).map(SymbolKind::Intrinsic)
    }

    fn builtin_constant(&mut self, module: &str, name: &str, ty: Ty, value: Value) -> Option<SymbolKind> {
        let one_dim = |n: usize| Dim::Explicit(None, int(n as i64));
        let dims: Vec<Dim> = match value {
            Value::Unknown(rank) => vec![one_dim(1); rank.into()],
            _ => value.extent().into_iter().map(one_dim).collect(),
        };
        let (ty, value) = match value.expr() {
            Some(v) => (ty, v),
            None if matches!(value, Value::Unknown(_)) => (ty, expr(ExprKind::Array(None, vec![]), Ty::None, 0)),
            None => {
                let t = self.builtin_type(module, name)?;
                let ty = Ty::Derived(t);
                (ty, expr(ExprKind::Structure(t, vec![]), ty, 0))
            }
        };
        let mut ty = DeclType::plain(ty);
        if ty.ty == Ty::Character {
            ty.len = Some(CharLen::Expr(Box::new(int(1))));
        }
        Some(SymbolKind::Constant(Constant { ty, dims, value }))
    }

    /// The derived type of an opaque constant, or of the result of a procedure of an intrinsic module.
    pub(super) fn builtin_type(&mut self, module: &str, name: &str) -> Option<SymbolId> {
        let ty = builtin_type_of(name)?;
        let home = if builtin_types("ieee_exceptions").contains(&ty) {
            "ieee_exceptions"
        } else {
            module
        };
        self.builtin(home, ty)
    }
}

/// An integer component of a type of a module.
fn integer_component(r: &mut Resolver, name: &str) -> SymbolId {
    let variable = Variable {
        ty: DeclType::plain(Ty::Integer(4)),
        dims: vec![],
        storage: Storage::Component,
        attrs: Attrs::default(),
        init: None,
    };
    let s = r.alloc(&name.into(), None, SymbolKind::Variable(variable), Span::NONE);
    r.flags(s).typed = true;
    s
}
