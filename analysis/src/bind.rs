//! Binding of actual to dummy arguments, by position and keyword, including the passed object of type-bound procedures.

use adc_frontend::ir::*;

/// The actual argument of each dummy argument of a procedure: `None` if it is absent or an alternate return. The passed
/// object of a type-bound procedure is not among the arguments of a call: see [`bind_call`].
pub fn bind_args<'a>(program: &Program, callee: UnitId, args: &'a [Arg]) -> Vec<Option<&'a Expr>> {
    let dummies = &program.units[callee].args;
    let mut bound = vec![None; dummies.len()];
    for (k, arg) in args.iter().enumerate() {
        if let Some(slot) = place_of(program, dummies, k, arg).and_then(|p| bound.get_mut(p)) {
            *slot = arg.expr();
        }
    }
    bound
}

/// The dummy argument of a procedure for the `k`-th argument of a call; `None` for an alternate return.
pub fn dummy_of(program: &Program, callee: UnitId, k: usize, arg: &Arg) -> Option<SymbolId> {
    let dummies = &program.units[callee].args;
    place_of(program, dummies, k, arg).and_then(|p| dummies.get(p).copied().flatten())
}

fn place_of(program: &Program, dummies: &[Option<SymbolId>], k: usize, arg: &Arg) -> Option<usize> {
    match &arg.keyword {
        None => Some(k),
        Some(word) => position(program, dummies, word),
    }
}

/// Like [`bind_args`], with the object of a type-bound procedure or procedure pointer component in its place.
pub fn bind_call<'a>(program: &Program, unit: UnitId, callee: &'a Callee, args: &'a [Arg]) -> Vec<Option<&'a Expr>> {
    let bound = bind_args(program, unit, args);
    let Some((object, name)) = callee.object.as_deref() else {
        return bound;
    };
    let dummies = &program.units[unit].args;
    let Some(place) = passed(program, object, name, dummies) else {
        return bound;
    };
    // positional arguments after the object are shifted by one
    let mut shifted = vec![None; dummies.len()];
    let mut next = 0;
    for arg in args {
        let p = match &arg.keyword {
            None => {
                next += usize::from(next == place);
                next += 1;
                Some(next - 1)
            }
            Some(word) => position(program, dummies, word),
        };
        if let Some(slot) = p.and_then(|p| shifted.get_mut(p)) {
            *slot = arg.expr();
        }
    }
    if let Some(slot) = shifted.get_mut(place) {
        *slot = Some(object);
    }
    shifted
}

/// True if a call passes its object to the procedure, as one of the arguments.
pub fn passes_object(program: &Program, unit: UnitId, callee: &Callee) -> bool {
    let object = callee.object.as_deref();
    object.is_some_and(|(object, name)| passed(program, object, name, &program.units[unit].args).is_some())
}

fn position(program: &Program, dummies: &[Option<SymbolId>], word: &str) -> Option<usize> {
    dummies
        .iter()
        .position(|d| d.is_some_and(|d| program.symbols[d].name.eq_ignore_ascii_case(word)))
}

/// Position of the dummy argument that receives the object; `None` with NOPASS.
fn passed(program: &Program, object: &Expr, name: &str, dummies: &[Option<SymbolId>]) -> Option<usize> {
    let (Ty::Derived(t) | Ty::Class(t)) = object.ty else {
        return None;
    };
    let mut at = Some(t);
    let mut steps = 0;
    while let Some(t) = at {
        let SymbolKind::Type(def) = &program.symbols[t].kind else {
            break;
        };
        if let Some(b) = def.bindings.iter().find(|b| b.name.eq_ignore_ascii_case(name)) {
            return match &b.pass {
                _ if b.nopass => None,
                Some(word) => position(program, dummies, word),
                None => Some(0),
            };
        }
        steps += 1;
        at = def.extends.filter(|_| steps < 1000);
    }
    // a procedure pointer component: passed if the types agree, as PASS is the default
    let first = dummies.first().copied().flatten()?;
    match program.symbols[first].ty() {
        Ty::Derived(d) | Ty::Class(d) if d == t => Some(0),
        _ => None,
    }
}

/// The procedure symbol that an expression (actual argument, pointer or its target) denotes; for a function reference,
/// its result.
pub(crate) fn procedure_of(program: &Program, e: &Expr) -> Option<SymbolId> {
    let s = match &e.kind {
        ExprKind::Procedure(s) => return Some(*s),
        ExprKind::Var(s) | ExprKind::Component(_, s) => *s,
        // a function that returns a procedure pointer
        ExprKind::Call(callee, _) => program.units[program.definition(callee.proc)?].result?,
        _ => return None,
    };
    matches!(program.symbols[s].kind, SymbolKind::Procedure(_)).then_some(s)
}

/// The component for each argument of a structure constructor; `None` for a whole parent.
pub(crate) fn bind_components(program: &Program, ty: SymbolId, args: &[Arg]) -> Vec<Option<SymbolId>> {
    let components = program.components(ty);
    let place = |(k, arg): (usize, &Arg)| match &arg.keyword {
        None => components.get(k).copied(),
        Some(word) => {
            let is_named = |c: &&SymbolId| word.eq_ignore_ascii_case(&program.symbols[**c].name);
            components.iter().find(is_named).copied()
        }
    };
    args.iter().enumerate().map(place).collect()
}
