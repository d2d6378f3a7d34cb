//! Zones that expressions of a plan read.

use crate::context::Context;
use adc_analysis::{has_deferred_length, ZoneSet};
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::subexprs;
use adc_frontend::ir::*;

/// Zones that the subscripts of a designator read.
pub(crate) fn subscript_zones(cx: &Context, e: &Expr, out: &mut ZoneSet) {
    match &e.kind {
        ExprKind::Index(b, subs) => {
            for s in subs {
                match s {
                    Subscript::At(x) => value_zones(cx, x, out),
                    Subscript::Range(a, b, c) => {
                        a.iter().chain(b).chain(c).for_each(|x| value_zones(cx, x, out));
                    }
                }
            }
            subscript_zones(cx, b, out);
        }
        ExprKind::Substring(b, lo, hi) => {
            lo.iter().chain(hi).for_each(|x| value_zones(cx, x, out));
            subscript_zones(cx, b, out);
        }
        ExprKind::Component(b, _) | ExprKind::ComplexPart(b, _) => subscript_zones(cx, b, out),
        _ => {}
    }
}

/// Zones whose values an expression reads. Inquiries read descriptors.
pub(crate) fn value_zones(cx: &Context, e: &Expr, out: &mut ZoneSet) {
    match &e.kind {
        _ if e.is_designator() => {
            out.extend(cx.facts.zones.of_designator(e).iter().copied());
            subscript_zones(cx, e, out);
        }
        ExprKind::Intrinsic(id, _, args) if id.row().class == Class::Inquiry => {
            for a in args.iter().filter_map(Arg::expr) {
                asked_zones(cx, a, out);
            }
        }
        ExprKind::Call(c, _) => {
            if let Some(summary) = cx.primal.definition(c.proc).and_then(|t| cx.facts.summaries.get(t)) {
                out.extend(summary.reads.iter().filter(|&z| !summary.is_interface(z)));
            }
            subexprs(e, &mut |x| value_zones(cx, x, out));
        }
        _ => subexprs(e, &mut |x| value_zones(cx, x, out)),
    }
}

/// Zones that an inquiry about an expression reads: the descriptor of a designator; otherwise the shapes of the
/// operands.
pub(crate) fn asked_zones(cx: &Context, e: &Expr, out: &mut ZoneSet) {
    if !e.is_designator() {
        return subexprs(e, &mut |x| asked_zones(cx, x, out));
    }
    let zones = &cx.facts.zones;
    subscript_zones(cx, e, out);
    out.extend(zones.descriptors_of(cx.primal, e));
    let own = zones.of_designator(e);
    if !own.is_empty() && has_deferred_length(cx.primal, e) {
        out.extend(own.iter().copied());
    }
}
