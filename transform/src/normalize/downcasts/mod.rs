//! Objects of more than one possible type, as code that knows which one it is.
//!
//! Fortran says by `SELECT TYPE` what type an object has, and names it anew inside. Analyses, rules and plans know neither: for them there are tests and designators.
//!
//! * The test `type of o is t` is [`is_of_type`], the branches of SELECT TYPE are those of an `IF`.
//! * The object as one of type `t` is a designator ([`shown_as`]): part of `o`, with components like others, and with a shadow.
//!
//! So what is done to statements inside a branch, be it to move them into a reverse sweep, or to put those of shadows beside them, cannot lose what type the object has. In the
//! end [`written()`] puts SELECT TYPE around statements that name such designators: an `IF` by types becomes the construct that it was, others get one of their own. It ends the program
//! where the object has another type: where its caller gave a shadow of another type than the original has, or a type extends one in a file that was not given.

use crate::rules::intrinsic;
use adc_frontend::ir::*;

/// The types that an object of `class(ty)` may have, as far as the program knows: `ty`, and all that extend it, but for abstract ones.
pub(crate) fn possible_types(program: &Program, ty: SymbolId) -> Vec<SymbolId> {
    let def = |s: SymbolId| match &program.symbols[s].kind {
        SymbolKind::Type(def) => Some(def),
        _ => None,
    };
    let extends = |&s: &SymbolId| {
        // a type that extends itself was refused
        let mut line = std::iter::successors(Some(s), |&t| def(t)?.extends).take(1000);
        def(s).is_some_and(|d| !d.is_abstract) && line.any(|t| t == ty)
    };
    program.symbols.iter().map(|(s, _)| s).filter(extends).collect()
}

/// The test whether an object is of exactly a type. None before [`prepare`].
pub(crate) fn is_of_type(program: &Program, object: &Expr, ty: SymbolId) -> Option<Expr> {
    let shown = shown_as(program, object, ty)?;
    Some(intrinsic(
        "same_type_as",
        vec![object.clone(), shown],
        Ty::Logical(4),
        0,
    ))
}

/// Lets [`shown_as`] know all types that objects may have.
pub(crate) fn prepare(program: &mut Program) {
    let is_type = |s: &Symbol| matches!(s.kind, SymbolKind::Type(_));
    let types = program.symbols.iter().filter(|(_, s)| is_type(s)).map(|(t, _)| t);
    for t in types.collect::<Vec<_>>() {
        let shown = Symbol {
            owner: None,
            kind: SymbolKind::Variable(Variable {
                ty: DeclType::plain(Ty::Derived(t)),
                dims: vec![],
                storage: Storage::Component,
                attrs: Attrs::default(),
                init: None,
            }),
            ..program.symbols[t].clone()
        };
        let shown = program.symbols.alloc(shown);
        if let SymbolKind::Type(def) = &mut program.symbols[t].kind {
            def.shown = Some(shown);
        }
    }
}

/// An object, or the value of a polymorphic variable's shadow, as one of a type; itself where it is known to be one.
pub(crate) fn shown_as(program: &Program, object: &Expr, ty: SymbolId) -> Option<Expr> {
    if object.ty == Ty::Derived(ty) {
        return Some(object.clone());
    }
    let SymbolKind::Type(def) = &program.symbols[ty].kind else {
        return None;
    };
    let shown = ExprKind::Component(Box::new(object.clone()), def.shown?);
    Some(expr(shown, Ty::Derived(ty), object.rank))
}

/// What runs for each type that an object of `class(ty)` may have; nothing where nothing does. None before [`prepare`].
pub(crate) fn by_type(
    program: &Program,
    object: &Expr,
    ty: SymbolId,
    branch: &mut dyn FnMut(SymbolId) -> Option<Block>,
) -> Option<Block> {
    let types = possible_types(program, ty);
    let mut arms = vec![];
    for (k, &t) in types.iter().enumerate() {
        let test = is_of_type(program, object, t)?;
        arms.push(Arm::new((k + 1 < types.len()).then_some(test), branch(t)?));
    }
    if arms.iter().all(|a| a.body.is_empty()) {
        return Some(vec![]);
    }
    Some(match arms.as_mut_slice() {
        [only] => std::mem::take(&mut only.body),
        _ => vec![Stmt::choice(arms)],
    })
}
