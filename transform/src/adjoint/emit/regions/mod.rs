//! Emits regions in both sweeps.

mod binomial;
mod blocks;
mod fixed_point;
mod sum;

use super::*;
use crate::adjoint::plan::{Kind, Region};

impl Adjoint<'_, '_> {
    pub(super) fn region(&mut self, r: &Region) -> Sweeps {
        match &r.kind {
            Kind::Plain => self.second_run(r),
            Kind::Blocks(b) => self.in_blocks_both_ways(r, b),
            Kind::Sum(s) => self.summed(r, s),
            Kind::Binomial(b) => self.binomial(r, b),
            Kind::FixedPoint(f) => self.fixed_point(r, f),
        }
    }

    /// A region that runs once in the forward sweep, if its writes are needed, and once more in the reverse sweep.
    fn second_run(&mut self, r: &Region) -> Sweeps {
        let mut out = Sweeps::default();
        if r.face.live {
            self.run(&r.face, &mut out);
        }
        let Sweeps {
            forward,
            reverse,
            inside,
        } = self.sequence(&r.body);
        out.inside = inside;
        let mut again = vec![];
        if !reverse.is_empty() {
            prove(&forward, &reverse);
            let both = [forward, reverse].concat();
            let both = if r.face.live { copy(both) } else { both };
            again = match r.face.forward.kind {
                StmtKind::Directed { .. } => vec![in_region(&r.face.forward, both)],
                _ => both,
            };
        }
        let again = self.kept_around(&r.face, again);
        out.reverse.extend(again);
        out
    }

    /// Pushes and pops of the contents of a region's snapshots or recording.
    fn stored(&mut self, r: &Region) -> Sweeps {
        let kept: Vec<&Write> = r.face.writes.iter().filter(|w| w.kept == Keep::Stored).collect();
        Sweeps {
            forward: kept.iter().flat_map(|w| self.transfer(w, true)).collect(),
            reverse: kept.iter().rev().flat_map(|w| self.transfer(w, false)).collect(),
            inside: vec![],
        }
    }

    /// Pushes and pops of the values that a region overwrites and upstream needs.
    fn recorded(&mut self, r: &Region) -> Sweeps {
        let recorded: Vec<&Write> = r.face.writes.iter().filter(|w| w.recorded).collect();
        Sweeps {
            forward: recorded.iter().flat_map(|w| self.transfer(w, true)).collect(),
            reverse: recorded.iter().rev().flat_map(|w| self.transfer(w, false)).collect(),
            inside: vec![],
        }
    }

    fn integer_variable(&mut self, stem: &str) -> Expr {
        self.g.local(self.derivative, stem, DeclType::plain(Ty::Integer(4)), 0)
    }
}

/// The directive of a region around other statements.
fn in_region(s: &Stmt, body: Block) -> Stmt {
    let mut s = s.clone();
    s.lead = vec![];
    if let StmtKind::Directed { body: old, .. } = &mut s.kind {
        *old = body;
    }
    s
}

/// A copy of statements that also stand elsewhere in the same procedure: without comments, and without names and
/// labels, which must be unique.
fn copy(mut block: Block) -> Block {
    block.retain(|s| !matches!(s.kind, StmtKind::Format(_) | StmtKind::Comment(_)));
    for s in &mut block {
        s.kind.take_construct_name();
        s.label = None;
        s.lead = vec![];
        s.trail = None;
        s.kind = s.kind.with_blocks(&mut |b| copy(b.clone()));
    }
    block
}

/// Converts an expression to a default integer.
fn integer(e: &Expr) -> Expr {
    match e.ty {
        Ty::Integer(4) => e.clone(),
        _ => intrinsic("int", vec![e.clone()], Ty::Integer(4), 0),
    }
}
