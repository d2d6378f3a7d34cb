//! `adc analyze`: prints results of the analyses.

use crate::args::{Input, Show};
use crate::input::sources_and_descriptions;
use crate::loops;
use crate::output::{fail, finish, finish_both, say, usage_in};
use adc::{Decisions, Error, ErrorKind, Facts, Head, Messages, Options, Program, Question};

/// Runs the command.
pub fn run(input: &Input, show: Option<Show>, question: Option<&str>, options: &Options) -> u8 {
    let heads = match input.heads() {
        Ok(heads) => heads,
        Err(e) => return usage_in(input, &e.to_string()),
    };
    let Ok(question) = question.map(str::parse).transpose() else {
        return usage_in(
            input,
            "the value of `--why` must be a variable and a line: `t@12` or `t@model.f90:12`",
        );
    };
    let program = match adc::read(sources_and_descriptions(input), &input.read_options()) {
        Ok(program) => program,
        Err(e) => return fail(&e, input),
    };
    let status = match decisions(show) {
        None if show == Some(Show::Loops) && question.is_none() => loops::show(input, &program, &heads, options),
        Some(decisions) => plan(input, &program, &heads, options, decisions, question.as_ref()),
        None => {
            let known = Messages::default();
            analyse(input, &program, &heads, options, facts(show), question.as_ref(), &known)
        }
    };
    // the process ends
    std::mem::forget(program);
    status
}

fn decisions(show: Option<Show>) -> Option<Decisions> {
    match show? {
        Show::Liveness => Some(Decisions::Liveness),
        Show::Tbr => Some(Decisions::Tbr),
        Show::AdjointWrite => Some(Decisions::AdjointWrite),
        Show::Tape => Some(Decisions::Tape),
        Show::Activity
        | Show::Psg
        | Show::Linearity
        | Show::Degree
        | Show::Separability
        | Show::Elimination
        | Show::Parallel
        | Show::Loops => None,
    }
}

fn facts(show: Option<Show>) -> Option<Facts> {
    match show? {
        Show::Activity => Some(Facts::Activity),
        Show::Psg => Some(Facts::Psg),
        Show::Linearity => Some(Facts::Linearity),
        Show::Degree => Some(Facts::Degree),
        Show::Separability => Some(Facts::Separability),
        Show::Elimination => Some(Facts::Elimination),
        Show::Parallel => Some(Facts::Parallel),
        Show::Liveness | Show::Tbr | Show::AdjointWrite | Show::Tape | Show::Loops => None,
    }
}

/// Prints decisions about the adjoint, and the answer to a question.
fn plan(
    input: &Input,
    program: &Program,
    heads: &[Head],
    options: &Options,
    decisions: Decisions,
    question: Option<&Question>,
) -> u8 {
    let shown = program.plan(heads, options).and_then(|plan| {
        say(plan.show(decisions)?);
        Ok(plan.messages().clone())
    });
    match shown {
        Ok(known) if question.is_some() => analyse(input, program, heads, options, None, question, &known),
        Ok(messages) => finish(&messages, input),
        Err(e) => fail(&e, input),
    }
}

/// Prints facts, and the answer to a question. Messages that are `known` are not new.
fn analyse(
    input: &Input,
    program: &Program,
    heads: &[Head],
    options: &Options,
    facts: Option<Facts>,
    question: Option<&Question>,
    known: &Messages,
) -> u8 {
    // these need no head: they show the whole program
    let needs_none = !matches!(facts, Some(Facts::Activity) | None);
    let analysis = match needs_none && heads.is_empty() && question.is_none() {
        true => program.analyse_all(options),
        false => program.analyse(heads, options),
    };
    let shown = analysis.and_then(|analysis| {
        facts.map(|f| analysis.show(f)).transpose()?.into_iter().for_each(say);
        question.map(|q| analysis.why(q)).transpose()?.into_iter().for_each(say);
        let messages = analysis.messages().clone();
        std::mem::forget(analysis);
        Ok(messages)
    });
    match shown {
        Ok(messages) => finish_both(known, &messages, input),
        Err(e) if e.kind() == ErrorKind::Source => finish_both(known, Error::messages(&e), input),
        Err(e) => fail(&e, input),
    }
}
