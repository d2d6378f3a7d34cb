//! Zones that expressions of a plan read.

use crate::generator::Generator;
use adc_analysis::{has_deferred_length, ZoneSet};
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::subexprs;
use adc_frontend::ir::*;

/// Zones that the subscripts of a designator read.
pub(super) fn subscript_zones(g: &Generator, e: &Expr, out: &mut ZoneSet) {
    match &e.kind {
        ExprKind::Index(b, subs) => {
            for s in subs {
                match s {
                    Subscript::At(x) => value_zones(g, x, out),
                    Subscript::Range(a, b, c) => {
                        a.iter().chain(b).chain(c).for_each(|x| value_zones(g, x, out));
                    }
                }
            }
            subscript_zones(g, b, out);
        }
        ExprKind::Substring(b, lo, hi) => {
            lo.iter().chain(hi).for_each(|x| value_zones(g, x, out));
            subscript_zones(g, b, out);
        }
        ExprKind::Component(b, _) | ExprKind::ComplexPart(b, _) => subscript_zones(g, b, out),
        _ => {}
    }
}

/// Zones whose values an expression reads; inquiries read descriptors.
pub(super) fn value_zones(g: &Generator, e: &Expr, out: &mut ZoneSet) {
    match &e.kind {
        _ if e.is_designator() => {
            out.extend(g.facts.zones.of_designator(e).iter().copied());
            subscript_zones(g, e, out);
        }
        ExprKind::Intrinsic(id, _, args) if id.row().class == Class::Inquiry => {
            for a in args.iter().filter_map(Arg::expr) {
                asked_zones(g, a, out);
            }
        }
        ExprKind::Call(c, _) => {
            if let Some(summary) = g.primal.definition(c.proc).and_then(|t| g.facts.summaries.get(t)) {
                out.extend(summary.reads.iter().filter(|&z| !summary.is_interface(z)));
            }
            subexprs(e, &mut |x| value_zones(g, x, out));
        }
        _ => subexprs(e, &mut |x| value_zones(g, x, out)),
    }
}

/// Zones that an inquiry about a designator reads; another expression is asked for the shape of its operands.
pub(super) fn asked_zones(g: &Generator, e: &Expr, out: &mut ZoneSet) {
    if !e.is_designator() {
        return subexprs(e, &mut |x| asked_zones(g, x, out));
    }
    let zones = &g.facts.zones;
    subscript_zones(g, e, out);
    out.extend(zones.descriptors_of(g.primal, e));
    let own = zones.of_designator(e);
    if !own.is_empty() && has_deferred_length(g.primal, e) {
        out.extend(own.iter().copied());
    }
}
