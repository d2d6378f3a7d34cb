//! How each call uses what it calls: the contexts of a procedure, which share one answer as long as they share one procedure.

use super::graph::At;
use super::Activity;
use crate::ZoneSet;
use adc_frontend::ir::*;

/// A call, and what is active of what it hands over.
#[derive(Clone, Debug)]
pub struct Context {
    /// Where the call stands.
    pub caller: UnitId,
    /// The statement.
    pub stmt: StmtId,
    /// The procedure.
    pub callee: UnitId,
    /// Dummy arguments that are given a varied value.
    pub varied: ZoneSet,
    /// Dummy arguments, or the result, that come back with an active value.
    pub useful: ZoneSet,
}

impl Activity {
    /// The calls of units of the program, in the order of the text of the callers; none with the analysis off.
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
