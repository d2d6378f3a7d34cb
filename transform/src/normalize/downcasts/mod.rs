//! Represents polymorphic objects whose type a branch has determined.
//!
//! In Fortran, `SELECT TYPE` determines the type of an object, and renames the object inside. Analyses, rules and plans
//! handle neither; they see tests and designators instead.
//!
//! * The test `type of o is t` is [`is_of_type`]; the branches of SELECT TYPE are those of an `IF`.
//! * The object as one of type `t` is a designator ([`shown_as`]): a part of `o`, with components like others, and with
//!   a shadow.
//!
//! So statements inside a branch keep the type of the object even if they move to a reverse sweep, or if statements of
//! shadows are added.
//!
//! In the end [`written`](crate::finish::downcasts::written) puts SELECT TYPE around statements that contain such
//! designators: an `IF` by types becomes a construct again, others get a separate one. Otherwise the program stops.
//! That happens if the caller passes a shadow of another type than the original has, or if a type of a file that adc
//! was not given extends the type.

use crate::rules::intrinsic;
use adc_frontend::ir::*;

/// The types that an object of `class(ty)` may have, as far as the program is known: `ty`, and all types that extend
/// it, except abstract ones.
pub(crate) fn possible_types(program: &Program, ty: SymbolId) -> Vec<SymbolId> {
    let def = |s: SymbolId| match &program.symbols[s].kind {
        SymbolKind::Type(def) => Some(def),
        _ => None,
    };
    let extends = |&s: &SymbolId| {
        // a type that extends itself is refused earlier
        let mut line = std::iter::successors(Some(s), |&t| def(t)?.extends).take(1000);
        def(s).is_some_and(|d| !d.is_abstract) && line.any(|t| t == ty)
    };
    program.symbols.iter().map(|(s, _)| s).filter(extends).collect()
}

/// The test whether an object is of exactly a type. `None` before [`prepare`].
pub(crate) fn is_of_type(program: &Program, object: &Expr, ty: SymbolId) -> Option<Expr> {
    let shown = shown_as(program, object, ty)?;
    Some(intrinsic(
        "same_type_as",
        vec![object.clone(), shown],
        Ty::Logical(4),
        0,
    ))
}

/// Prepares all types of the program for [`shown_as`].
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

/// An object, or the value of a polymorphic variable's shadow, as one of a type; unchanged if it is declared with that
/// type.
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

/// A branch for each type that an object of `class(ty)` may have; no statements if all branches are empty. `None`
/// before [`prepare`].
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
