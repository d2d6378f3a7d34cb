//! Calling contexts: the activity of arguments at each call. All calls of a procedure share one answer as long as they
//! share one derivative procedure.

use super::graph::At;
use super::Activity;
use crate::ZoneSet;
use adc_frontend::ir::*;

/// A call and the activity of its arguments.
#[derive(Clone, Debug)]
pub struct Context {
    /// The calling unit.
    pub caller: UnitId,
    /// The statement.
    pub stmt: StmtId,
    /// The procedure.
    pub callee: UnitId,
    /// Dummy arguments that receive a varied value.
    pub varied: ZoneSet,
    /// Dummy arguments, or the result, that return an active value.
    pub useful: ZoneSet,
}

impl Activity {
    /// The calls of units of the program, in the text order of the callers; empty with the analysis off.
    pub fn contexts(&self) -> Vec<Context> {
        let Some(trail) = self.trail() else { return vec![] };
        let context = |site: &super::graph::Site| {
            let at = &trail.graph.nodes[site.args.first()?.into];
            let (At::Argument(item, _), Some(caller)) = (at.at, at.unit) else {
                return None;
            };
            let formals = |test: &dyn Fn(&super::graph::SiteArg) -> bool| -> ZoneSet {
                let list = site.args.iter().filter(|a| test(a));
                list.map(|a| a.formal).collect()
            };
            Some(Context {
                caller,
                stmt: item.stmt,
                callee: site.callee,
                varied: formals(&|a| trail.red.has(a.into)),
                useful: formals(&|a| a.back.iter().any(|&b| trail.blue.has(b))),
            })
        };
        trail.graph.sites.iter().filter_map(context).collect()
    }
}
