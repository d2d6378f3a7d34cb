//! Rewrites calls that begin messages without waiting, and calls that complete, start or free them
//! ([`super::requests`]).

use super::calls::{no_error, Call};
use super::requests::Named;
use super::rewrite::Rewrite;
use super::routines::{self, Supported};
use crate::code::names::Namer;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use indexmap::IndexMap;

type Arguments<'c> = IndexMap<&'static str, &'c Expr>;

impl Rewrite<'_> {
    /// A call that exchanges no messages itself, but starts, completes or frees what others need.
    pub(super) fn silent(&mut self, call: &Call, names: &mut Option<Namer>) -> Option<Block> {
        let waits = self.requests.begins_any();
        if waits && routines::escapes(&call.name) {
            let text = format!(
                "`{}` may complete a message of real values, and is not supported",
                call.name
            );
            let help = "wait for the message, or leave it out where it is not needed";
            self.refuse(call.span, text, help.to_string());
            return None;
        }
        let follows = waits && (routines::completes(&call.name) || routines::starts(&call.name));
        let frees = self.keeps_handles && routines::frees(&call.name) || waits && call.name == "mpi_request_free";
        if !follows && !frees {
            return None;
        }
        let (routine, arguments) = self.supported(call)?;
        if frees {
            return Some(self.replaced(call, &routine, &arguments, names));
        }
        Some(self.wait(call, &routine, &arguments, names))
    }

    /// A message that begins, with its number.
    pub(super) fn begin(&mut self, call: &Call, routine: &Supported, arguments: &Arguments) -> Block {
        let Some(number) = self.requests.number(call.stmt) else {
            return vec![self.described(call)];
        };
        if let Some(request) = self.requests.lost(call.stmt) {
            let name = &self.program.symbols[request].name;
            let text = format!("no call that adc can follow completes the message of the request `{name}`");
            let help = format!(
                "call `mpi_wait` or `mpi_waitall` for `{name}` in this procedure, or in one that gets it and whose caller knows the buffer"
            );
            self.refuse(call.span, text, help);
        }
        let given = arguments.iter().filter(|(n, _)| **n != "ierror");
        let mut args: Vec<Arg> = given.map(|(_, e)| Arg::pos(self.plain(e))).collect();
        args.push(Arg::pos(int(number)));
        let name = routines::runtime_name(routine.name, false, false);
        let mut block = vec![self.called(&name, args, call.span)];
        block.extend(no_error(arguments, call.span));
        block
    }

    /// A call that begins a message without reals: where iterations run again, the runtime has to know its request.
    pub(super) fn other_request(&mut self, call: &Call) -> Option<Block> {
        let place = routines::request_of(&call.name).filter(|_| self.repeats && self.requests.begins_any())?;
        let named = |a: &&Arg| a.keyword.as_ref().is_some_and(|w| w.eq_ignore_ascii_case("request"));
        let plain = call.args.get(place).filter(|a| a.keyword.is_none());
        let request = plain.or(call.args.iter().find(named)).and_then(Arg::expr)?;
        let original = StmtKind::Call {
            callee: Callee::direct(call.proc),
            args: call.args.to_vec(),
        };
        let args = vec![Arg::pos(self.plain(request))];
        Some(vec![
            Stmt::at(original, call.span),
            self.called(&"adc_mpi_begun".into(), args, call.span),
        ])
    }

    /// A call of a procedure of the program after which buffers are named.
    pub(super) fn naming(&mut self, s: &Stmt) -> Option<Block> {
        let (before, after) = self.requests.around(s.id);
        if before.is_empty() && after.is_empty() {
            return None;
        }
        let mut block = self.named(before, s.span);
        // labels and comments go to the first and the last statement
        block.push(Stmt {
            label: None,
            lead: vec![],
            trail: None,
            ..s.clone()
        });
        block.extend(self.named(after, s.span));
        Some(block)
    }

    fn named(&mut self, all: Vec<Named>, span: Span) -> Block {
        let call = |n: Named| {
            let args = vec![Arg::pos(n.buffer), Arg::pos(int(n.number))];
            self.called(&n.procedure.into(), args, span)
        };
        all.into_iter().map(call).collect()
    }

    /// A call that starts or completes requests: the buffers of their messages are named after it.
    fn wait(&mut self, call: &Call, routine: &Supported, arguments: &Arguments, names: &mut Option<Namer>) -> Block {
        let mut name = routines::runtime_name(routine.name, false, false);
        let (mut args, mut after) = (vec![], vec![]);
        for (&argument, &e) in arguments {
            match argument {
                "ierror" => {}
                "status" => args.push(self.status(call, e, names, &mut after)),
                "statuses" if self.is(Some(&e), "mpi_statuses_ignore") => {}
                "statuses" if matches!(e.ty, Ty::Derived(_)) => {
                    let count = arguments.get("count").or(arguments.get("incount"));
                    let args = count.map(|c| Arg::pos((*c).clone())).into_iter();
                    let args = args.chain([Arg::pos(e.clone())]).collect();
                    after.push(self.called(&"adc_mpi_statuses_f08".into(), args, call.span));
                }
                "statuses" => {
                    name = format!("{name}_status").into();
                    args.push(Arg::pos(e.clone()));
                }
                _ => args.push(Arg::pos(self.plain(e))),
            }
        }
        let (first, then) = self.requests.around(call.stmt);
        let mut block = self.named(first, call.span);
        block.push(self.called(&name, args, call.span));
        block.extend(self.named(then, call.span));
        block.extend(after);
        block.extend(no_error(arguments, call.span));
        block
    }

    /// The argument in place of a status; `after` gets the call that sets the status.
    pub(super) fn status(&mut self, call: &Call, status: &Expr, names: &mut Option<Namer>, after: &mut Block) -> Arg {
        let message = self.message(call.unit, names);
        if !self.is(Some(&status), "mpi_status_ignore") {
            let name: SmolStr = match status.ty {
                Ty::Derived(_) => "adc_mpi_status_f08".into(),
                _ => "adc_mpi_status".into(),
            };
            let args = vec![Arg::pos(message.clone()), Arg::pos(status.clone())];
            after.push(self.called(&name, args, call.span));
        }
        Arg::pos(message)
    }
}
