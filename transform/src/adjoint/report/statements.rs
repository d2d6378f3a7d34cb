//! Statements with the decisions about them.

use super::super::plan::*;
use crate::assemble::generator::Generator;
use crate::code::io::{connects, is_output};
use crate::context::place::may_allocate;
use crate::context::Context;
use adc_analysis::show::words;
use adc_frontend::ir::*;
use adc_frontend::span::Span;

/// A statement of the user's program.
#[derive(Debug)]
pub struct Statement {
    /// Its position in the source.
    pub span: Span,
    /// True if the forward sweep of the adjoint contains it.
    pub is_live: bool,
    /// The reason why it stays there even if its writes are not needed.
    pub stays: Option<Reason>,
    /// Variables that are pushed before it.
    pub pushed: Vec<String>,
    /// True if bits are pushed for the arm that it took.
    pub control: bool,
    /// The variable, or the word `test`, if the reverse sweep evaluates it again.
    pub again: Option<String>,
    /// Values pushed before its adjoint and popped after it.
    pub kept: Vec<String>,
    /// Pushed values that are popped after its adjoint instead of before.
    pub popped_after: Vec<String>,
    /// Set for a call of a differentiated procedure, or a region that runs a second time.
    pub call: Option<Call>,
    /// True for such a region.
    pub is_region: bool,
}

/// The way a call is differentiated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// Its adjoint runs it a second time.
    Joint,
    /// Its forward and its reverse sweep are called separately.
    Split,
}

/// An effect of a statement other than writes of variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It writes to a file, or to standard output.
    Prints,
    /// It reads from a file, or performs other operations on one.
    UsesFiles,
    /// It ends the program.
    Stops,
    /// It allocates, deallocates, or sets pointers.
    Allocates,
    /// It calls a procedure with such effects, or an unknown one.
    Calls,
}

/// The statements of a plan in order.
pub(super) fn of(g: &Generator, nodes: &[Node]) -> Vec<Statement> {
    let mut out = vec![];
    gather(g, nodes, &mut out);
    out
}

fn gather(g: &Generator, nodes: &[Node], out: &mut Vec<Statement>) {
    for n in nodes {
        match n {
            Node::Simple(s) => out.extend(simple(g, s)),
            Node::Region(r) => {
                // the note of the region is at the directive; the notes of its statements are about the second run
                let span = match &r.face.forward.kind {
                    StmtKind::Directed { directive, .. } => directive.span,
                    _ => r.face.forward.span,
                };
                out.extend(simple(g, &r.face).map(|s| Statement {
                    span,
                    call: Some(Call::Joint),
                    is_region: true,
                    ..s
                }));
            }
            Node::Branch(b) => {
                let has_reverse = b.arms.iter().flatten().any(has_reverse);
                out.push(Statement {
                    is_live: b.live,
                    stays: b.is_observable.then_some(Reason::Calls),
                    control: has_reverse && !b.again && !b.turns,
                    again: (has_reverse && b.again).then(|| "test".into()),
                    ..nothing(b.stmt.span)
                });
            }
            Node::Loop(l) => {
                let mut pushed = vec![];
                if let (true, Some((_, index))) = (l.index_recorded, l.index) {
                    pushed.push(g.primal.symbols[index].name.to_string());
                }
                if l.body.iter().any(has_reverse) {
                    match &l.bounds {
                        Iterations::Again => {}
                        Iterations::Kept(..) => pushed.push("bounds".into()),
                        Iterations::Counted(_, None) => pushed.push("number of iterations".into()),
                        Iterations::Counted(_, Some(_)) => pushed.push("bounds and number of iterations".into()),
                    }
                }
                out.push(Statement {
                    is_live: l.live,
                    stays: l.is_observable.then_some(Reason::Calls),
                    pushed,
                    ..nothing(l.stmt.span)
                });
            }
            Node::Again(_) => {}
        }
        n.blocks().into_iter().for_each(|b| gather(g, b, out));
    }
}

fn nothing(span: Span) -> Statement {
    Statement {
        span,
        is_live: false,
        stays: None,
        pushed: vec![],
        control: false,
        again: None,
        kept: vec![],
        popped_after: vec![],
        call: None,
        is_region: false,
    }
}

fn simple(g: &Generator, s: &Simple) -> Option<Statement> {
    let is_inert = matches!(
        s.forward.kind,
        StmtKind::Continue | StmtKind::Comment(_) | StmtKind::Format(_)
    );
    if is_inert && !s.is_beside() {
        return None;
    }
    let names = |wanted: &dyn Fn(&Write) -> bool| {
        let targets = s.writes.iter().filter(|w| wanted(w)).filter_map(|w| w.target.as_ref());
        let mut names: Vec<String> = targets.map(|t| words::expression(&g.out, t)).collect();
        names.dedup();
        names
    };
    let mut pushed = names(&|w| s.live && w.is_stored());
    if s.live && s.needed_revive().is_some() {
        pushed.push("bounds".into());
    }
    let again = match &s.forward.kind {
        StmtKind::Assign { lhs, .. } if s.repeated => Some(words::expression(&g.out, lhs)),
        _ => None,
    };
    Some(Statement {
        is_live: s.live,
        stays: s.is_observable.then(|| reason(g, s)),
        pushed,
        again,
        kept: names(&|w| w.kept == Keep::Around),
        popped_after: names(&|w| s.live && w.recorded && w.kept == Keep::After),
        call: s.call.as_ref().map(|c| if c.split { Call::Split } else { Call::Joint }),
        ..nothing(s.forward.span)
    })
}

fn reason(cx: &Context, s: &Simple) -> Reason {
    match &s.forward.kind {
        k if is_output(k) && !connects(k) => Reason::Prints,
        StmtKind::Io { .. } => Reason::UsesFiles,
        StmtKind::Stop { .. } | StmtKind::Pause(_) => Reason::Stops,
        StmtKind::Assign { lhs, .. } if may_allocate(cx.primal, lhs) => Reason::Allocates,
        StmtKind::Allocate { .. }
        | StmtKind::Deallocate { .. }
        | StmtKind::PointerAssign { .. }
        | StmtKind::Nullify(_) => Reason::Allocates,
        _ => Reason::Calls,
    }
}

/// True if the reverse sweep contains something for a node.
fn has_reverse(n: &Node) -> bool {
    let restores = |s: &Simple| s.live && (s.needed_revive().is_some() || s.writes.iter().any(|w| w.recorded));
    match n {
        Node::Simple(s) => !s.adjoint.is_empty() || restores(s),
        Node::Branch(b) => b.arms.iter().flatten().any(has_reverse),
        Node::Loop(l) => l.index_recorded && l.live || l.body.iter().any(has_reverse),
        Node::Again(_) => true,
        Node::Region(r) => restores(&r.face) || r.body.iter().any(has_reverse),
    }
}
