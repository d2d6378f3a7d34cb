//! `adc analyze --show loops`: the loops of an adjoint that threads share, and how.

use crate::args::Input;
use crate::output::{fail, finish, say};
use adc::{parallel_loops, Head, Mode, Options, ParallelLoop, Place, Program, Request, SharedLoop};
use std::fmt::Write;

/// The code of the warning about constructs that run on one thread.
const SERIAL: u16 = 320;

/// Prints the loops of the adjoint, and the constructs that are left out of it.
pub fn show(input: &Input, program: &Program, heads: &[Head], options: &Options) -> u8 {
    let mut request = Request::by_directives(Mode::Reverse);
    request.heads = heads.to_vec();
    request.options = options.clone();
    match program.differentiate(&request) {
        Ok(made) => {
            let all = parallel_loops(&made);
            let mut out = listing(all);
            let known = |p: &Place| all.iter().any(|l| l.place.as_ref() == Some(p));
            for m in made.messages().iter().filter(|m| m.code().number() == SERIAL) {
                if let Some(p) = m.place().filter(|p| !known(p)) {
                    let _ = writeln!(out, "{}:{}: {}", p.file, p.line, m.text());
                }
            }
            if out.is_empty() {
                out = "no loop of the adjoint stems from a parallel loop; are directives read, by `-fopenmp`?\n".into();
            }
            say(out);
            finish(made.messages(), input)
        }
        Err(e) => fail(&e, input),
    }
}

fn listing(all: &[ParallelLoop]) -> String {
    let mut out = String::new();
    for l in all {
        let place = l.place.as_ref().map(|p| format!("{}:{}: ", p.file, p.line));
        let _ = write!(
            out,
            "{}parallel loop in `{}`: ",
            place.unwrap_or_default(),
            l.derivative
        );
        match &l.outcome {
            Err(why) => {
                let _ = writeln!(out, "runs on one thread: {why}");
            }
            Ok(loops) => {
                let _ = writeln!(out, "shared by threads");
                loops.iter().for_each(|l| shared(&mut out, l));
            }
        }
    }
    out
}

fn shared(out: &mut String, l: &SharedLoop) {
    let sweep = if l.is_reverse { "reverse sweep" } else { "forward sweep" };
    let how = match l.has_ranges {
        true => "each thread runs a range of iterations",
        false => "the compiler shares the iterations",
    };
    let _ = writeln!(out, "  {sweep}: {how}");
    let width = l.variables.iter().map(|v| v.0.len()).max().unwrap_or(0);
    for (name, way) in &l.variables {
        let _ = writeln!(out, "    {name:width$}  {way}");
    }
}
