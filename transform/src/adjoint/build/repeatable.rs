//! Refuses statements that the adjoint would run twice with different effects. Procedures below the head run twice; so
//! do, in the head, the statements of regions. They must not read input, ask for the time, or draw random numbers.
//!
//! Active procedures are checked statement by statement, when they are planned. For passive ones, the analysis
//! [`Repeatable`] knows the effects. Output belongs to the first run; the second omits it ([`crate::context::silent`]).

use super::super::Adjoint;
use crate::code::repeatable::changing;
use crate::code::reread::{repeatable_in, repeats, Connection};
use crate::prepare::messages::name_in_program;
use adc_frontend::codes;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

fn is_about_input(s: &StmtKind) -> bool {
    matches!(s, StmtKind::Io { .. } | StmtKind::Call { .. })
}

impl Adjoint<'_, '_> {
    /// True for input, and for statements that open, position and close a file for it, if a second run does the same.
    pub(super) fn repeats_input(&self, s: &Stmt) -> bool {
        let in_region = |known: &BTreeSet<Connection>| repeats(self.g.primal, known, &s.kind);
        self.g.behaviour.reread.repeats(self.g.primal, self.unit, &s.kind)
            && self.reread_here.as_ref().is_none_or(in_region)
    }

    /// Plans a region that runs again. The files that it may read again are those that it opens or rewinds itself.
    pub(super) fn rereading<T>(&mut self, asks: &Asks, body: &Block, nodes: impl FnOnce(&mut Self) -> T) -> T {
        // if iterations run again one by one, the check is for an iteration
        let inside = body.iter().find_map(|s| match &s.kind {
            StmtKind::Do { body, .. } if !matches!(asks, Asks::Checkpoint) => Some(body),
            _ => None,
        });
        let known = repeatable_in(self.g.primal, self.g.facts, inside.unwrap_or(body));
        let before = self.reread_here.replace(known);
        let out = nodes(self);
        self.reread_here = before;
        out
    }

    /// Refuses a statement that would do something else in a second run, if there is a second run.
    pub(super) fn check_repeatable(&mut self, s: &Stmt) {
        if self.is_first_run() {
            return;
        }
        let by_call = || -> Option<UnitId> {
            let mut called = self.g.called_by(s).into_iter();
            // active procedures are refused at the statement inside them, unless they run once
            let inside = |t: &UnitId| self.g.needs_derivative(self.place(), *t) && !self.g.choices.once.contains(t);
            // a schedule of iterations is the same on all ranks: they exchange the same messages again
            let is_scheduled = self.scheduled == self.second_runs && self.g.has_first_run(self.unit);
            let again = |t: &UnitId| is_scheduled && self.g.exchanges_in_silence(*t);
            called.find(|t| self.g.behaviour.repeatable.not.contains(t) && !inside(t) && !again(t))
        };
        let other = by_call();
        if let Some(messages) = other.filter(|t| self.g.behaviour.repeatable.only_exchange.contains(t)) {
            let name = name_in_program(&self.g.primal.units[messages].name);
            let message = format!("`{name}` exchanges messages, which the adjoint cannot do a second time here");
            let help = match self.g.behaviour.printing.contains(&messages) {
                true => format!("print outside of `{name}`"),
                false => "move the loop with checkpoints to the head, and use `!$adc binomial-ckp`".to_string(),
            };
            self.g
                .refuse_with_help(codes::UNSUPPORTED_STATEMENT_AD, s.span, message, &help);
            return;
        }
        let by_call = || {
            let name = name_in_program(&self.g.primal.units[other?].name);
            Some((format!("`{name}` reads input or has other side effects, and"), s.span))
        };
        if let Some((what, span)) = changing(self.g.primal, self.unit, s, self.repeats_input(s)).or_else(by_call) {
            let message = format!("{what} would give another result when the adjoint runs this code a second time");
            let help = match is_about_input(&s.kind) {
                true => "move it before the call of the head; or use `--input-repeatable` if the file does not change and is opened, read and closed here, or `--stop-on-input` if this statement is never reached",
                false => "move it before the call of the head",
            };
            self.g
                .refuse_with_help(codes::UNSUPPORTED_STATEMENT_AD, span, message, help);
        }
    }
}
