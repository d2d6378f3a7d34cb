//! Emits loops that are recorded block by block: see [`crate::adjoint::decide::blocks`].

use super::super::loops::{reverse_loop, with_body};
use super::*;
use crate::adjoint::plan::region::Blocks;
use crate::rules::convert;

impl Adjoint<'_, '_> {
    pub(super) fn in_blocks_both_ways(&mut self, r: &Region, b: &Blocks) -> Sweeps {
        let [Node::Loop(l)] = r.body.as_slice() else {
            return Sweeps::default();
        };
        let StmtKind::Do {
            control: DoControl::Count { var: i, lo, hi, .. },
            ..
        } = &l.stmt.kind
        else {
            return Sweeps::default();
        };
        let (lo, hi) = (generated(lo), generated(hi));
        let index = var(self.g.primal, *i);
        let first = self.g.local(self.derivative, "first", DeclType::plain(index.ty), 0);
        let length = self.g.local(self.derivative, "block", DeclType::plain(index.ty), 0);
        let (Some(border), upstream, stored) = (first.base_symbol(), self.recorded(r), self.stored(r)) else {
            return Sweeps::default();
        };
        prove(&stored.forward, &stored.reverse);
        // about the square root of the number of iterations
        let span = sub(hi.clone(), lo.clone());
        let ty = span.ty;
        let count = intrinsic("abs", vec![span], ty, 0);
        let root = intrinsic("sqrt", vec![convert(count, Ty::Real(4))], Ty::Real(4), 0);
        let measured = assign(length.clone(), add(whole_number(root, index.ty), int(1)));
        // avoids overflow if the last index is close to the largest integer
        let rest = sub(whole_number(hi.clone(), index.ty), first.clone());
        let within = vec![sub(length.clone(), int(1)), rest];
        let last = add(first.clone(), intrinsic("min", within, index.ty, 0));
        let inner = DoControl::count(*i, first.clone(), last, None);
        let outer = DoControl::count(border, lo.clone(), hi, Some(length));

        let ahead = profile::without(self, |a| a.sequence(&b.ahead)).forward;
        let mut run = stored.forward;
        let mut within = with_body(&l.stmt, inner.clone(), ahead);
        let lead = std::mem::take(&mut within.lead);
        run.push(within);
        let mut measure = measured.clone();
        measure.lead = lead;
        let mut forward = upstream.forward;
        if b.index_live {
            forward.push(assign(index, lo));
        }
        let all = StmtKind::Do {
            name: None,
            control: outer.clone(),
            body: run,
        };
        forward.extend([measure, Stmt::new(all)]);

        let parts = self.with_index(l, |a| a.sequence(&l.body));
        prove(&parts.forward, &parts.reverse);
        let both = self.both_ways(l, &inner, parts.forward, parts.reverse);
        let emitted = Sweeps {
            forward: vec![],
            reverse: both.back.iter().cloned().collect(),
            inside: parts.inside,
        };
        let inside = vec![self.lemma(&r.body, std::slice::from_ref(&emitted))];
        let mut again = stored.reverse;
        again.extend(copy(both.forward));
        again.extend(both.back);
        let mut reverse = vec![measured, reverse_loop(&outer, again)];
        reverse.extend(upstream.reverse);
        Sweeps {
            forward,
            reverse,
            inside,
        }
    }
}

/// Converts a value to an integer of a kind.
fn whole_number(e: Expr, ty: Ty) -> Expr {
    match ty {
        _ if e.ty == ty => e,
        Ty::Integer(4) => intrinsic("int", vec![e], ty, 0),
        _ => intrinsic("int", vec![e, int(ty.kind().unwrap_or(4).into())], ty, 0),
    }
}
