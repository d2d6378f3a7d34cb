//! Replaces `bessel_jn(n1, n2, x)` by `[(bessel_jn(k, x), k = n1, n2)]`: only functions of a single order have
//! derivatives.

use crate::normalize::hoist::state::Hoist;
use adc_frontend::intrinsics;
use adc_frontend::ir::*;

/// The function of a single order that corresponds to one of several orders.
pub(super) fn one_at_a_time(id: IntrinsicId) -> Option<&'static str> {
    id.row().name.strip_suffix("(n1:n2)")
}

impl Hoist<'_> {
    /// Replaces such a reference by an array constructor.
    pub(super) fn orders(&mut self, e: &mut Expr) {
        let ExprKind::Intrinsic(id, _, args) = &e.kind else {
            return;
        };
        let (Some(name), [n1, n2, x]) = (one_at_a_time(*id), args.as_slice()) else {
            return;
        };
        let Some(one) = intrinsics::find(name) else { return };
        let (Some(n1), Some(n2), Some(x)) = (n1.expr(), n2.expr(), x.expr()) else {
            return;
        };
        let order = self.temps.local("order", DeclType::plain(Ty::Integer(4)), 0);
        let args = vec![Arg::pos(var(self.temps.program, order)), Arg::pos(x.clone())];
        let item = expr(ExprKind::Intrinsic(one, name.into(), args), e.ty, 0);
        let all = ExprKind::ImpliedDo {
            items: vec![item],
            var: order,
            lo: Box::new(n1.clone()),
            hi: Box::new(n2.clone()),
            step: None,
        };
        e.kind = ExprKind::Array(None, vec![expr(all, e.ty, 1)]);
    }
}
