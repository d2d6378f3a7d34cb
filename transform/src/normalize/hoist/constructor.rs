//! Array constructors whose elements are assigned one by one: those of derived type, and those with an implied DO.

use crate::normalize::arrays::{shape_of, Filled};
use crate::normalize::hoist::state::{is_user_function, reads_reals, Around, Hoist};
use crate::options::mode::Mode;
use adc_frontend::ir::visit::walk_expr;
use adc_frontend::ir::*;

impl Hoist<'_> {
    /// Checks for a constructor that the rules cannot handle: of derived type, or with an implied DO.
    pub(super) fn is_filled(&self, ty: Ty, items: &[Expr]) -> bool {
        if matches!(ty, Ty::Derived(_)) {
            return items.iter().all(is_simple_item);
        }
        let mut calls = false;
        for i in items {
            walk_expr(i, &mut |x| {
                calls |= matches!(&x.kind, ExprKind::Call(c, _) if is_user_function(self.temps.program, c));
            });
        }
        items.iter().any(|i| matches!(i.kind, ExprKind::ImpliedDo { .. }))
            && (self.mode == Mode::Reverse || calls)
            && items.iter().all(is_simple_item)
            && items.iter().any(reads_reals)
    }

    /// Replaces an array constructor by a variable whose elements are assigned before the statement.
    pub(super) fn constructor(&mut self, e: &mut Expr, around: &mut Around) {
        let ty = DeclType::plain(e.ty);
        let shape = shape_of(self.temps.program, e);
        let Around { before, after } = around;
        let t = self.temps.array("items", ty, shape, Filled::Otherwise, before, after);
        let ExprKind::Array(_, items) = std::mem::replace(e, t.clone()).kind else {
            return;
        };
        let mut fill = vec![];
        if items
            .iter()
            .all(|i| i.rank == 0 && !matches!(i.kind, ExprKind::ImpliedDo { .. }))
        {
            let element = |k: usize| index(t.clone(), vec![Subscript::At(int(k as i64 + 1))]);
            fill.extend(items.into_iter().enumerate().map(|(k, i)| assign(element(k), i)));
            let fill = self.block(fill);
            around.before.extend(fill);
            return;
        }
        let place = self.temps.local_ref("item", DeclType::plain(Ty::Integer(4)), 0);
        fill.push(assign(place.clone(), int(0)));
        for i in items {
            self.item(i, &t, &place, &mut fill);
        }
        let fill = self.block(fill);
        around.before.extend(fill);
    }

    fn item(&mut self, e: Expr, array: &Expr, place: &Expr, out: &mut Block) {
        let count = |out: &mut Block, n: Expr| out.push(assign(place.clone(), add(place.clone(), n)));
        match e.kind {
            ExprKind::ImpliedDo {
                items,
                var: index,
                lo,
                hi,
                step,
            } => {
                let name = self.temps.program.symbols[index].name.clone();
                let own = self.temps.local(&name, DeclType::plain(Ty::Integer(4)), 0);
                let own_ref = var(self.temps.program, own);
                let mut body = vec![];
                for mut i in items {
                    visit::rewrite_expr(&mut i, &mut |x| {
                        if matches!(x.kind, ExprKind::Var(s) if s == index) {
                            *x = own_ref.clone();
                        }
                    });
                    self.item(i, array, place, &mut body);
                }
                out.push(Stmt::new(StmtKind::Do {
                    name: None,
                    control: DoControl::count(own, *lo, *hi, step.map(|s| *s)),
                    body,
                }));
            }
            kind => {
                let e = Expr { kind, ..e };
                if e.rank == 0 {
                    count(out, int(1));
                    out.push(assign(index(array.clone(), vec![Subscript::At(place.clone())]), e));
                } else {
                    let n = shape_of(self.temps.program, &e).pop().unwrap_or_else(|| int(0));
                    let lo = add(place.clone(), int(1));
                    let hi = add(place.clone(), n.clone());
                    out.push(assign(
                        index(array.clone(), vec![Subscript::range(Some(lo), Some(hi), None)]),
                        e,
                    ));
                    count(out, n);
                }
            }
        }
    }
}

fn is_simple_item(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::ImpliedDo { items, .. } => items.iter().all(is_simple_item),
        _ => e.rank <= 1,
    }
}
