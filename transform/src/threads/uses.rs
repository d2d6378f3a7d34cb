//! The uses of variables in the body of a loop.

use super::callees::Callees;
use adc_frontend::ir::visit::{stmt_exprs, subexprs, walk_block};
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// A use of a variable: an element, a section, or the whole.
#[derive(Clone, Copy)]
pub(super) struct Use<'b> {
    pub designator: &'b Expr,
    pub kind: Kind,
}

/// The kind of a use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Read,
    Write,
    /// `x = x + e` or `x = x - e`: the target.
    Increment,
    /// A value moved to or from the tape.
    Tape,
    /// An argument of a call that may change it.
    Argument,
}

impl Kind {
    pub(super) fn writes(self) -> bool {
        self != Kind::Read
    }
}

/// The uses of all variables, in the order of the text.
pub(super) type Uses<'b> = IndexMap<SymbolId, Vec<Use<'b>>>;

/// Collects them.
pub(super) fn of<'b>(body: &'b Block, callees: &Callees) -> Uses<'b> {
    let mut out = Uses::new();
    walk_block(body, &mut |s| statement(s, callees, &mut out));
    out
}

fn statement<'b>(s: &'b Stmt, callees: &Callees, out: &mut Uses<'b>) {
    let mut written: Vec<(&'b Expr, Kind)> = vec![];
    let mut read: Vec<&'b Expr> = vec![];
    match &s.kind {
        StmtKind::Assign { lhs, rhs } => match amounts_added(lhs, rhs) {
            Some(amounts) => {
                written.push((lhs, Kind::Increment));
                read.extend(amounts.into_iter().map(|a| a.1));
            }
            None => {
                written.push((lhs, Kind::Write));
                read.push(rhs);
            }
        },
        StmtKind::Push(e) | StmtKind::Pop(e) => written.push((e, Kind::Tape)),
        StmtKind::PopControl { var, .. } => written.push((var, Kind::Write)),
        StmtKind::Call { callee, args } => arguments(callee, args, callees, &mut written, &mut read),
        StmtKind::Do {
            control: DoControl::Count { var: _, lo, hi, step },
            ..
        } => read.extend([&**lo, &**hi].into_iter().chain(step.as_deref())),
        StmtKind::CallIntrinsic { args, .. } => {
            written.extend(args.iter().filter_map(Arg::expr).map(|e| (e, Kind::Argument)));
        }
        StmtKind::Allocate { objects, .. } => written.extend(objects.iter().map(|o| (&o.0, Kind::Write))),
        StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => {
            written.extend(objects.iter().map(|o| (o, Kind::Write)));
        }
        StmtKind::PointerAssign { lhs, rhs } => {
            written.push((lhs, Kind::Write));
            read.push(rhs);
        }
        StmtKind::Io { items, .. } => written.extend(items.iter().map(|e| (e, Kind::Argument))),
        other => stmt_exprs(other, &mut |e| read.push(e)),
    }
    for (e, kind) in written {
        write(e, kind, callees, out);
    }
    read.into_iter().for_each(|e| reads(e, callees, out));
}

/// The arguments of a call that may change, and those that it only reads.
fn arguments<'b>(
    callee: &'b Callee,
    args: &'b [Arg],
    callees: &Callees,
    written: &mut Vec<(&'b Expr, Kind)>,
    read: &mut Vec<&'b Expr>,
) {
    for (k, a) in args.iter().enumerate() {
        let Some(e) = a.expr() else { continue };
        let changes = e.is_designator() && callees.may_write(callee.proc, k, a.keyword.as_deref());
        // an array that begins with an element
        let more = e.rank == 0 && !e.is_name() && callees.takes_array(callee.proc, k, a.keyword.as_deref());
        match changes {
            true if more => written.push((variable(e), Kind::Argument)),
            true => written.push((e, Kind::Argument)),
            false => read.push(e),
        }
    }
    read.extend(callee.object.as_deref().map(|o| &o.0));
}

fn write<'b>(e: &'b Expr, kind: Kind, callees: &Callees, out: &mut Uses<'b>) {
    match e.base_symbol() {
        Some(v) if e.is_designator() => {
            out.entry(v).or_default().push(Use { designator: e, kind });
            visit::subscripts(e, &mut |sub| reads(sub, callees, out));
        }
        _ => reads(e, callees, out),
    }
}

/// The variable of a designator as a whole.
fn variable(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Index(base, _)
        | ExprKind::Component(base, _)
        | ExprKind::ComplexPart(base, _)
        | ExprKind::Substring(base, ..)
        | ExprKind::Paren(base) => variable(base),
        _ => e,
    }
}

/// Adds the designators that an expression reads, and those that its functions may change.
fn reads<'b>(e: &'b Expr, callees: &Callees, out: &mut Uses<'b>) {
    match (&e.kind, e.base_symbol()) {
        (_, Some(v)) if e.is_designator() => {
            out.entry(v).or_default().push(Use {
                designator: e,
                kind: Kind::Read,
            });
            visit::subscripts(e, &mut |sub| reads(sub, callees, out));
        }
        (ExprKind::Call(callee, args), _) => {
            let (mut written, mut read) = (vec![], vec![]);
            arguments(callee, args, callees, &mut written, &mut read);
            written.into_iter().for_each(|(e, kind)| write(e, kind, callees, out));
            read.into_iter().for_each(|e| reads(e, callees, out));
        }
        _ => subexprs(e, &mut |x| reads(x, callees, out)),
    }
}

/// The loops over an index, with their statements; `None` if others name it, too.
pub(super) fn loops_over(body: &Block, k: SymbolId) -> Option<Vec<(&DoControl, &Block)>> {
    let (mut loops, mut inside) = (vec![], 0);
    walk_block(body, &mut |s| {
        if let StmtKind::Do { control, body, .. } = &s.kind {
            if DoControl::index_of(&s.kind) == Some(k) {
                loops.push((control, body));
                inside += mentions_of(std::slice::from_ref(s), k);
            }
        }
    });
    (inside == mentions_of(body, k)).then_some(loops)
}

/// How often statements name a variable.
pub(super) fn mentions_of(block: &[Stmt], v: SymbolId) -> usize {
    let mut n = 0;
    visit::walk_block_exprs(block, &mut |e| {
        n += usize::from(matches!(e.kind, ExprKind::Var(x) if x == v))
    });
    n
}

/// The indices of the loops in a block.
pub(super) fn indices(body: &Block) -> Vec<SymbolId> {
    let mut out = vec![];
    walk_block(body, &mut |s| {
        if let StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } = &s.kind
        {
            if !out.contains(var) {
                out.push(*var);
            }
        }
    });
    out
}
