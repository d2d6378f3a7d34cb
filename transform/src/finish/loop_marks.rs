//! Moves compiler directives for loops to their loop: `!GCC$ ivdep`, `!DIR$ vector`, the user's and our own
//! (`adjoint/polish`).
//!
//! Such a line must stand directly before its loop, and makes a claim about the original loop. Derivatives put
//! statements before loops, and others into them. So a line moves to the next loop, past nothing but statements
//! generated for that loop, and is omitted
//!
//! * if no loop follows: it was split, or does not run;
//! * if the loop uses the tape, whose order is that of the iterations;
//! * in adjoints, if the line is the user's and the loop contains more than the user's statements: iterations that are
//!   independent in the primal may increment the same adjoint.

use crate::code::is_of_tape;
use crate::options::mode::Mode;
use adc_frontend::ast::Trivia;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;

/// Moves such lines to their loops in a block, and in its inner blocks.
pub(crate) fn settle(block: &mut Block, mode: Mode) {
    let mut marks: Vec<Trivia> = vec![];
    for s in block {
        s.kind.for_each_block_mut(&mut |b| settle(b, mode));
        let (own, rest) = std::mem::take(&mut s.lead).into_iter().partition(is_mark);
        s.lead = rest;
        add(&mut marks, own);
        match &s.kind {
            StmtKind::Do { body, .. } => {
                let fits = |m: &Trivia| fits(m, body, mode);
                s.lead.extend(std::mem::take(&mut marks).into_iter().filter(fits));
            }
            // statements generated for the loop stand before it
            _ if s.span.is_none() || is_of_tape(&s.kind) => {}
            _ => marks.clear(),
        }
    }
}

/// Adds lines that are missing.
fn add(marks: &mut Vec<Trivia>, more: Vec<Trivia>) {
    for m in more {
        if !marks.iter().any(|x| words(x) == words(&m)) {
            marks.push(m);
        }
    }
}

fn fits(mark: &Trivia, body: &Block, mode: Mode) -> bool {
    let is_users = matches!(mark, Trivia::Comment(_, span) if !span.is_none());
    let (mut tape, mut made) = (false, false);
    walk_block(body, &mut |s| {
        tape |= is_of_tape(&s.kind);
        made |= s.span.is_none();
    });
    !(tape || is_users && made && mode == Mode::Reverse)
}

/// The words of a line, in lower case.
fn words(t: &Trivia) -> Vec<String> {
    match t {
        Trivia::Comment(text, _) => text.split_whitespace().map(str::to_ascii_lowercase).collect(),
        Trivia::Blank | Trivia::Preprocessor(..) | Trivia::Excluded(..) => vec![],
    }
}

/// True for a compiler directive about loops: `GCC$`, `DIR$`, `DEC$` and the like after the comment character, and a
/// keyword for loops.
fn is_mark(t: &Trivia) -> bool {
    let words = words(t);
    let is_sentinel = |w: &String| {
        w.strip_suffix('$')
            .is_some_and(|w| (2..=4).contains(&w.len()) && w.chars().all(|c| c.is_ascii_alphabetic()))
            || w == "ocl"
            || w == "ibm*"
    };
    let about_others = ["attributes", "inline", "noinline", "forceinline"];
    words.first().is_some_and(is_sentinel) && !words.get(1).is_some_and(|w| about_others.contains(&w.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(text: &str) -> Trivia {
        Trivia::Comment(text.into(), Span::NONE)
    }

    #[test]
    fn directives_about_loops_are_told_from_comments() {
        for text in [
            "GCC$ ivdep",
            "DIR$ IVDEP",
            " GCC$ unroll 4",
            "NEC$ nolstval",
            "PGI$ novector",
            "OCL NORECURRENCE",
        ] {
            assert!(is_mark(&comment(text)), "{text}");
        }
        for text in [
            "GCC$ ATTRIBUTES stdcall :: f",
            "costs 3$ a year",
            "$openad INDEPENDENT(x)",
            "price$ of it",
            "",
        ] {
            assert!(!is_mark(&comment(text)), "{text}");
        }
    }
}
