//! Walks over expressions and statements, in evaluation order. Only this module knows the positions of expressions in
//! statements.

mod calls;
mod symbols;

use super::*;
use crate::ast::Trivia;
pub use calls::*;
pub use symbols::*;

/// Calls `f` on the direct subexpressions of an expression.
pub fn subexprs<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Str(_)
        | ExprKind::Logical(_)
        | ExprKind::Boz(_)
        | ExprKind::Hollerith(_)
        | ExprKind::Var(_)
        | ExprKind::Procedure(_) => {}
        ExprKind::Complex(a, b) | ExprKind::Binary(_, a, b) => {
            f(a);
            f(b);
        }
        ExprKind::Index(b, subs) => {
            f(b);
            subs.iter().for_each(|s| subscript(s, f));
        }
        ExprKind::Component(b, _) | ExprKind::ComplexPart(b, _) | ExprKind::Paren(b) | ExprKind::Unary(_, b) => f(b),
        ExprKind::Substring(b, lo, hi) => {
            f(b);
            lo.iter().chain(hi).for_each(|x| f(x));
        }
        ExprKind::Call(callee, args) => {
            if let Some((object, _)) = callee.object.as_deref() {
                f(object);
            }
            args.iter().filter_map(Arg::expr).for_each(f);
        }
        ExprKind::Intrinsic(_, _, args) | ExprKind::Structure(_, args) => args.iter().filter_map(Arg::expr).for_each(f),
        ExprKind::Array(ty, items) => {
            ty.iter().flat_map(|t| t.lengths()).for_each(&mut *f);
            items.iter().for_each(f);
        }
        ExprKind::ImpliedDo {
            items, lo, hi, step, ..
        } => {
            f(lo);
            f(hi);
            step.iter().for_each(|s| f(s));
            items.iter().for_each(f);
        }
    }
}

fn subscript<'a>(s: &'a Subscript, f: &mut dyn FnMut(&'a Expr)) {
    match s {
        Subscript::At(e) => f(e),
        Subscript::Range(a, b, c) => a.iter().chain(b).chain(c).for_each(|e| f(e)),
    }
}

fn subscript_mut(s: &mut Subscript, f: &mut dyn FnMut(&mut Expr)) {
    match s {
        Subscript::At(e) => f(e),
        Subscript::Range(a, b, c) => a.iter_mut().chain(b).chain(c).for_each(|e| f(e)),
    }
}

/// Calls `f` on the direct subexpressions of an expression, mutably.
pub fn subexprs_mut(e: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    match &mut e.kind {
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Str(_)
        | ExprKind::Logical(_)
        | ExprKind::Boz(_)
        | ExprKind::Hollerith(_)
        | ExprKind::Var(_)
        | ExprKind::Procedure(_) => {}
        ExprKind::Complex(a, b) | ExprKind::Binary(_, a, b) => {
            f(a);
            f(b);
        }
        ExprKind::Index(b, subs) => {
            f(b);
            subs.iter_mut().for_each(|s| subscript_mut(s, f));
        }
        ExprKind::Component(b, _) | ExprKind::ComplexPart(b, _) | ExprKind::Paren(b) | ExprKind::Unary(_, b) => f(b),
        ExprKind::Substring(b, lo, hi) => {
            f(b);
            lo.iter_mut().chain(hi).for_each(|x| f(x));
        }
        ExprKind::Call(callee, args) => {
            if let Some((object, _)) = callee.object.as_deref_mut() {
                f(object);
            }
            args.iter_mut().filter_map(Arg::expr_mut).for_each(f);
        }
        ExprKind::Intrinsic(_, _, args) | ExprKind::Structure(_, args) => {
            args.iter_mut().filter_map(Arg::expr_mut).for_each(f);
        }
        ExprKind::Array(ty, items) => {
            ty.iter_mut().flat_map(|t| t.lengths_mut()).for_each(&mut *f);
            items.iter_mut().for_each(f);
        }
        ExprKind::ImpliedDo {
            items, lo, hi, step, ..
        } => {
            f(lo);
            f(hi);
            step.iter_mut().for_each(|s| f(s));
            items.iter_mut().for_each(f);
        }
    }
}

/// Calls `f` on an expression and all its subexpressions, outer before inner.
pub fn walk_expr<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    f(e);
    subexprs(e, &mut |s| walk_expr(s, f));
}

/// True if an expression refers to a `wanted` variable.
pub fn mentions(e: &Expr, wanted: &dyn Fn(SymbolId) -> bool) -> bool {
    if matches!(e.kind, ExprKind::Var(s) if wanted(s)) {
        return true;
    }
    let mut found = false;
    subexprs(e, &mut |s| found = found || mentions(s, wanted));
    found
}

/// True if an expression refers to a variable.
pub fn reads(e: &Expr, symbol: SymbolId) -> bool {
    mentions(e, &|s| s == symbol)
}

/// True if an expression refers to a function other than an intrinsic one.
pub fn has_call(e: &Expr) -> bool {
    let mut found = false;
    walk_expr(e, &mut |x| found = found || matches!(x.kind, ExprKind::Call(..)));
    found
}

/// Calls `f` on the designators in an expression, each as a whole, not on their parts.
pub fn walk_designators<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    if !e.is_designator() {
        return subexprs(e, &mut |s| walk_designators(s, f));
    }
    f(e);
    let mut at = e;
    while let ExprKind::Index(b, _)
    | ExprKind::Component(b, _)
    | ExprKind::ComplexPart(b, _)
    | ExprKind::Substring(b, _, _) = &at.kind
    {
        let base: &Expr = b;
        subexprs(at, &mut |s| {
            if !std::ptr::eq(s, base) {
                walk_designators(s, f);
            }
        });
        at = base;
    }
}

/// True if `f` is true of one of the designators of [`walk_designators`]. The search starts at the last one: in a long
/// sum, the first operand contains all other terms.
pub fn any_designator(e: &Expr, f: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    match &e.kind {
        _ if e.is_designator() => walk_designators(e, &mut |d| found = found || f(d)),
        ExprKind::Binary(_, a, b) => found = any_designator(b, f) || any_designator(a, f),
        _ => subexprs(e, &mut |s| found = found || any_designator(s, f)),
    }
    found
}

/// Calls `f` on the subscripts in a designator.
pub fn subscripts<'a>(designator: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    match &designator.kind {
        ExprKind::Index(b, subs) => {
            subscripts(b, f);
            subs.iter().for_each(|s| subscript(s, f));
        }
        ExprKind::Component(b, _) | ExprKind::ComplexPart(b, _) | ExprKind::Substring(b, _, _) => subscripts(b, f),
        _ => {}
    }
}

/// Like [`subscripts`], mutably.
pub fn subscripts_mut(designator: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    match &mut designator.kind {
        ExprKind::Index(b, subs) => {
            subscripts_mut(b, f);
            subs.iter_mut().for_each(|s| subscript_mut(s, f));
        }
        ExprKind::Component(b, _) | ExprKind::ComplexPart(b, _) | ExprKind::Substring(b, _, _) => subscripts_mut(b, f),
        _ => {}
    }
}

/// True if a subscript of a designator refers to a variable.
pub fn reads_in_subscripts(designator: &Expr, symbol: SymbolId) -> bool {
    let mut found = false;
    subscripts(designator, &mut |s| found = found || reads(s, symbol));
    found
}

/// Rebuilds an expression bottom-up: `f` may replace each node after its children.
pub fn rewrite_expr(e: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    subexprs_mut(e, &mut |s| rewrite_expr(s, f));
    f(e);
}

/// Calls `f` on the top-level expressions of one statement, not on those of nested blocks.
pub fn stmt_exprs<'a>(s: &'a StmtKind, f: &mut dyn FnMut(&'a Expr)) {
    type Ranges = [(SymbolId, Expr, Expr, Option<Expr>)];
    fn ranges<'a>(r: &'a Ranges, mask: &'a Bound, f: &mut dyn FnMut(&'a Expr)) {
        for (_, lo, hi, step) in r {
            f(lo);
            f(hi);
            step.iter().for_each(&mut *f);
        }
        mask.iter().for_each(|m| f(m));
    }
    match s {
        StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs } => {
            f(lhs);
            f(rhs);
        }
        StmtKind::Call { callee, args } => {
            if let Some((object, _)) = callee.object.as_deref() {
                f(object);
            }
            args.iter().filter_map(Arg::expr).for_each(f);
        }
        StmtKind::CallIntrinsic { args, .. } => args.iter().filter_map(Arg::expr).for_each(f),
        StmtKind::If { arms, .. } | StmtKind::Where { arms } => arms.iter().filter_map(|a| a.cond.as_ref()).for_each(f),
        StmtKind::Do { control, .. } => match control {
            DoControl::Forever => {}
            DoControl::Count { lo, hi, step, .. } => {
                f(lo);
                f(hi);
                step.iter().for_each(|s| f(s));
            }
            DoControl::While(c) => f(c),
            DoControl::Concurrent { ranges: r, mask, .. } => ranges(r, mask, f),
        },
        StmtKind::Select { expr, cases, .. } => {
            f(expr);
            for v in cases.iter().filter_map(|c| c.values.as_ref()).flatten() {
                match v {
                    CaseValue::Value(e) => f(e),
                    CaseValue::Range(a, b) => a.iter().chain(b).for_each(&mut *f),
                }
            }
        }
        StmtKind::Forall { ranges: r, mask, .. } => ranges(r, mask, f),
        StmtKind::ComputedGoto(_, e) | StmtKind::ArithmeticIf(e, _) => f(e),
        StmtKind::Stop { code, quiet, .. } => code.iter().chain(quiet).for_each(f),
        StmtKind::Return(e) | StmtKind::Pause(e) => e.iter().for_each(f),
        StmtKind::Allocate { ty, objects, options } => {
            ty.iter().flat_map(DeclType::lengths).for_each(&mut *f);
            for (o, bounds) in objects {
                f(o);
                for (lo, hi) in bounds {
                    lo.iter().for_each(&mut *f);
                    f(hi);
                }
            }
            options.iter().for_each(|(_, e)| f(e));
        }
        StmtKind::Deallocate { objects, options } => {
            objects.iter().for_each(&mut *f);
            options.iter().for_each(|(_, e)| f(e));
        }
        StmtKind::Nullify(objects) => objects.iter().for_each(f),
        StmtKind::Io { controls, items, .. } => {
            for (_, c) in controls {
                if let IoControl::Expr(e) = c {
                    f(e);
                }
            }
            items.iter().for_each(f);
        }
        StmtKind::SelectType { expr, guards, .. } => {
            f(expr);
            for g in guards {
                if let GuardTest::Rank(e) = &g.test {
                    f(e);
                }
            }
        }
        StmtKind::Associate { pairs, .. } => pairs.iter().for_each(|(_, e)| f(e)),
        StmtKind::Directed { directive, .. } => directive.asks.exprs().for_each(f),
        StmtKind::Model(m) => m.exprs().for_each(f),
        StmtKind::Push(e) | StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } => f(e),
        StmtKind::Scope { .. }
        | StmtKind::Exit(_)
        | StmtKind::Cycle(_)
        | StmtKind::Goto(_)
        | StmtKind::AssignLabel(..)
        | StmtKind::AssignedGoto(..)
        | StmtKind::Continue
        | StmtKind::Format(_)
        | StmtKind::PushControl { .. }
        | StmtKind::Comment(_) => {}
    }
}

/// Like [`stmt_exprs`], mutably.
pub fn stmt_exprs_mut(s: &mut StmtKind, f: &mut dyn FnMut(&mut Expr)) {
    fn ranges(r: &mut [(SymbolId, Expr, Expr, Option<Expr>)], mask: &mut Bound, f: &mut dyn FnMut(&mut Expr)) {
        for (_, lo, hi, step) in r {
            f(lo);
            f(hi);
            step.iter_mut().for_each(&mut *f);
        }
        mask.iter_mut().for_each(|m| f(m));
    }
    match s {
        StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs } => {
            f(lhs);
            f(rhs);
        }
        StmtKind::Call { callee, args } => {
            if let Some((object, _)) = callee.object.as_deref_mut() {
                f(object);
            }
            args.iter_mut().filter_map(Arg::expr_mut).for_each(f);
        }
        StmtKind::CallIntrinsic { args, .. } => args.iter_mut().filter_map(Arg::expr_mut).for_each(f),
        StmtKind::If { arms, .. } | StmtKind::Where { arms } => {
            arms.iter_mut().filter_map(|a| a.cond.as_mut()).for_each(f);
        }
        StmtKind::Do { control, .. } => match control {
            DoControl::Forever => {}
            DoControl::Count { lo, hi, step, .. } => {
                f(lo);
                f(hi);
                step.iter_mut().for_each(|s| f(s));
            }
            DoControl::While(c) => f(c),
            DoControl::Concurrent { ranges: r, mask, .. } => ranges(r, mask, f),
        },
        StmtKind::Select { expr, cases, .. } => {
            f(expr);
            for v in cases.iter_mut().filter_map(|c| c.values.as_mut()).flatten() {
                match v {
                    CaseValue::Value(e) => f(e),
                    CaseValue::Range(a, b) => a.iter_mut().chain(b).for_each(&mut *f),
                }
            }
        }
        StmtKind::Forall { ranges: r, mask, .. } => ranges(r, mask, f),
        StmtKind::ComputedGoto(_, e) | StmtKind::ArithmeticIf(e, _) => f(e),
        StmtKind::Stop { code, quiet, .. } => code.iter_mut().chain(quiet).for_each(f),
        StmtKind::Return(e) | StmtKind::Pause(e) => e.iter_mut().for_each(f),
        StmtKind::Allocate { ty, objects, options } => {
            ty.iter_mut().flat_map(DeclType::lengths_mut).for_each(&mut *f);
            for (o, bounds) in objects {
                f(o);
                for (lo, hi) in bounds {
                    lo.iter_mut().for_each(&mut *f);
                    f(hi);
                }
            }
            options.iter_mut().for_each(|(_, e)| f(e));
        }
        StmtKind::Deallocate { objects, options } => {
            objects.iter_mut().for_each(&mut *f);
            options.iter_mut().for_each(|(_, e)| f(e));
        }
        StmtKind::Nullify(objects) => objects.iter_mut().for_each(f),
        StmtKind::Io { controls, items, .. } => {
            for (_, c) in controls {
                if let IoControl::Expr(e) = c {
                    f(e);
                }
            }
            items.iter_mut().for_each(f);
        }
        StmtKind::SelectType { expr, guards, .. } => {
            f(expr);
            for g in guards {
                if let GuardTest::Rank(e) = &mut g.test {
                    f(e);
                }
            }
        }
        StmtKind::Associate { pairs, .. } => pairs.iter_mut().for_each(|(_, e)| f(e)),
        StmtKind::Directed { directive, .. } => directive.asks.exprs_mut().for_each(f),
        StmtKind::Model(m) => m.exprs_mut().for_each(f),
        StmtKind::Push(e) | StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } => f(e),
        StmtKind::Scope { .. }
        | StmtKind::Exit(_)
        | StmtKind::Cycle(_)
        | StmtKind::Goto(_)
        | StmtKind::AssignLabel(..)
        | StmtKind::AssignedGoto(..)
        | StmtKind::Continue
        | StmtKind::Format(_)
        | StmtKind::PushControl { .. }
        | StmtKind::Comment(_) => {}
    }
}

/// Calls `f` on every statement of a block, nested ones included, in source order.
pub fn walk_block<'a>(block: &'a [Stmt], f: &mut dyn FnMut(&'a Stmt)) {
    for s in block {
        f(s);
        s.kind.for_each_block(&mut |b| walk_block(b, f));
    }
}

/// Calls `f` on every expression of a block, nested statements and subexpressions included.
pub fn walk_block_exprs<'a>(block: &'a [Stmt], f: &mut dyn FnMut(&'a Expr)) {
    walk_block(block, &mut |s| stmt_exprs(&s.kind, &mut |e| walk_expr(e, f)));
}

/// Calls `f` on the comments before the statements of a block, and on those at its end.
pub fn each_comment(block: &[Stmt], f: &mut dyn FnMut(&str, Span)) {
    walk_block(block, &mut |s| comments(s).for_each(|(text, span)| f(text, span)));
}

/// The comments before a statement, or the comment that it is.
pub fn comments(s: &Stmt) -> impl Iterator<Item = (&str, Span)> {
    let before = s.lead.iter().filter_map(|t| match t {
        Trivia::Comment(text, span) => Some((text.as_str(), *span)),
        _ => None,
    });
    let mut own = None;
    if let StmtKind::Comment(text) = &s.kind {
        own = Some((text.as_str(), s.span));
    }
    before.chain(own)
}

/// Keeps the statements of a block, and of the blocks in them, for which `f` returns true.
pub fn retain_statements(block: &mut Block, f: &dyn Fn(&Stmt) -> bool) {
    block.retain(|s| f(s));
    for s in block {
        s.kind.for_each_block_mut(&mut |b| retain_statements(b, f));
    }
}

/// Rewrites every expression of a block bottom-up.
pub fn rewrite_block_exprs(block: &mut Block, f: &mut dyn FnMut(&mut Expr)) {
    for s in block {
        stmt_exprs_mut(&mut s.kind, &mut |e| rewrite_expr(e, f));
        s.kind.for_each_block_mut(&mut |b| rewrite_block_exprs(b, f));
    }
}

/// Rewrites all expressions of a unit like [`rewrite_expr`]: in its statements, in DATA and EQUIVALENCE, and in the
/// declarations of its symbols.
pub fn rewrite_unit_exprs(program: &mut Program, unit: UnitId, f: &mut dyn FnMut(&mut Expr)) {
    let u = &mut program.units[unit];
    rewrite_block_exprs(&mut u.body, f);
    if let Some(entry) = &mut u.entry {
        rewrite_block_exprs(&mut entry.body, f);
    }
    for d in &mut u.data {
        let values = d.values.iter_mut().flat_map(|(n, v)| n.iter_mut().chain([v]));
        values.chain(&mut d.objects).for_each(|e| rewrite_expr(e, f));
    }
    u.equivalences.iter_mut().flatten().for_each(|e| rewrite_expr(e, f));
    for (_, symbol) in program.symbols.iter_mut().filter(|(_, s)| s.owner == Some(unit)) {
        declared_exprs_mut(&mut symbol.kind, &mut |e| rewrite_expr(e, f));
    }
}

/// Calls `f` on the expressions in the declaration of a symbol: bounds, lengths, kinds, type parameters, initial values
/// and values of constants.
pub fn declared_exprs_mut(kind: &mut SymbolKind, f: &mut dyn FnMut(&mut Expr)) {
    fn of_type(ty: &mut DeclType, f: &mut dyn FnMut(&mut Expr)) {
        if let KindSpelling::Expr(e) = &mut ty.spelling {
            f(e);
        }
        ty.lengths_mut().for_each(f);
    }
    match kind {
        SymbolKind::Variable(v) => {
            of_type(&mut v.ty, f);
            v.dims.iter_mut().flat_map(Dim::bounds_mut).for_each(&mut *f);
            if let Some(Init::Value(e) | Init::Pointer(e)) = &mut v.init {
                f(e);
            }
        }
        SymbolKind::Constant(c) => {
            of_type(&mut c.ty, f);
            c.dims.iter_mut().flat_map(Dim::bounds_mut).for_each(&mut *f);
            f(&mut c.value);
        }
        SymbolKind::Procedure(p) => {
            p.result.iter_mut().for_each(|ty| of_type(ty, f));
            p.init.iter_mut().for_each(f);
        }
        SymbolKind::StatementFunction(s) => {
            of_type(&mut s.ty, f);
            f(&mut s.body);
        }
        SymbolKind::Generic(_) | SymbolKind::Type(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => {}
    }
}

/// Calls `f` on the comments before every statement of a block, and before the parts of constructs.
pub fn rewrite_leads(block: &mut Block, f: &mut dyn FnMut(&mut Vec<Trivia>)) {
    for s in block {
        f(&mut s.lead);
        match &mut s.kind {
            StmtKind::If { arms, .. } | StmtKind::Where { arms } => arms.iter_mut().for_each(|a| f(&mut a.lead)),
            StmtKind::Select { cases, .. } => cases.iter_mut().for_each(|c| f(&mut c.lead)),
            StmtKind::SelectType { guards, .. } => guards.iter_mut().for_each(|g| f(&mut g.lead)),
            _ => {}
        }
        s.kind.for_each_block_mut(&mut |b| rewrite_leads(b, f));
    }
}

/// True for a statement that may jump other than by EXIT or CYCLE.
pub fn jumps(s: &StmtKind) -> bool {
    match s {
        StmtKind::Goto(_)
        | StmtKind::ComputedGoto(..)
        | StmtKind::AssignedGoto(..)
        | StmtKind::ArithmeticIf(..)
        | StmtKind::Return(_) => true,
        StmtKind::Call { .. } | StmtKind::Io { .. } => !labels_asked(s).is_empty(),
        _ => false,
    }
}

/// True for the end of a loop or of an iteration before its last statement.
pub fn ends_loop(s: &StmtKind) -> bool {
    matches!(s, StmtKind::Exit(_) | StmtKind::Cycle(_))
}

/// True if statements may run in another order than that of the text.
pub fn has_jumps(block: &[Stmt]) -> bool {
    let mut found = false;
    walk_block(block, &mut |s| {
        found |= s.label.is_some() || jumps(&s.kind) || ends_loop(&s.kind)
    });
    found
}

/// True if control may leave a statement, or enter it, by a jump.
pub fn is_left(s: &Stmt) -> bool {
    leaves(s, false)
}

/// `in_loop`: a loop that is not to be left contains the statement.
fn leaves(s: &Stmt, in_loop: bool) -> bool {
    let mut found = s.label.is_some() || jumps(&s.kind);
    if let StmtKind::Exit(name) | StmtKind::Cycle(name) = &s.kind {
        found |= !in_loop || name.is_some();
    }
    let inside = in_loop || matches!(s.kind, StmtKind::Do { .. });
    s.kind
        .for_each_block(&mut |b| found |= b.iter().any(|s| leaves(s, inside)));
    found
}

/// Labels to which a statement itself may jump.
pub fn labels_asked(s: &StmtKind) -> Vec<u32> {
    match s {
        StmtKind::Goto(l) | StmtKind::AssignLabel(l, _) => vec![*l],
        StmtKind::ComputedGoto(list, _) | StmtKind::AssignedGoto(_, list) => list.clone(),
        StmtKind::ArithmeticIf(_, list) => list.to_vec(),
        StmtKind::Call { args, .. } => args
            .iter()
            .filter_map(|a| match a.value {
                ArgValue::AltReturn(l) => Some(l),
                ArgValue::Expr(_) => None,
            })
            .collect(),
        StmtKind::Io { controls, .. } => controls
            .iter()
            .filter_map(|(word, c)| match (word, c) {
                (Some(w), IoControl::Label(l)) if !w.eq_ignore_ascii_case("fmt") => Some(*l),
                _ => None,
            })
            .collect(),
        _ => vec![],
    }
}

/// Replaces statements of a block by the results of `f`; true if it replaced any.
pub fn splice(block: &mut Block, f: &mut dyn FnMut(&mut Stmt) -> Option<Block>) -> bool {
    splice_inside(block, &|_| true, f)
}

/// The same, with a predicate for statements that are not entered.
pub fn splice_inside(
    block: &mut Block,
    enters: &dyn Fn(&Stmt) -> bool,
    f: &mut dyn FnMut(&mut Stmt) -> Option<Block>,
) -> bool {
    let mut changed = false;
    for mut s in std::mem::take(block) {
        if enters(&s) {
            s.kind
                .for_each_block_mut(&mut |b| changed |= splice_inside(b, enters, f));
        }
        if let StmtKind::If { short, arms, .. } = &mut s.kind {
            *short &= arms.iter().all(|a| a.body.len() == 1);
        }
        let Some(mut instead) = f(&mut s) else {
            block.push(s);
            continue;
        };
        changed = true;
        if let Some(first) = instead.first_mut() {
            first.label = s.label;
            first.lead = s.lead;
        }
        if let Some(last) = instead.last_mut() {
            last.trail = s.trail;
        }
        block.append(&mut instead);
    }
    changed
}
