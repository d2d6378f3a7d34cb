//! `adc analyze`: prints results of the analyses.

use crate::args::{Input, Show};
use crate::session::Session;
use crate::{finish, say, usage_in};
use adc_analysis::activity::why::{why, Answer};
use adc_analysis::{show, Analyses, HeadSpec};
use adc_frontend::ir::{Program, StmtId, SymbolId, UnitId};
use adc_frontend::span::{SourceMap, Span};
use adc_transform::adjoint::report::{self, Report};
use adc_transform::external;
use adc_transform::head::{self, HeadText};
use adc_transform::opaque;
use adc_transform::Options;
use std::collections::BTreeSet;

/// A variable on a line: `t@12`, `t@model.f90:12`.
struct Question<'a> {
    name: &'a str,
    file: Option<&'a str>,
    line: usize,
}

impl<'a> Question<'a> {
    fn parse(text: &'a str) -> Option<Question<'a>> {
        let (name, at) = text.split_once('@')?;
        let (file, line) = match at.rsplit_once(':') {
            Some((file, line)) => (Some(file), line),
            None => (None, at),
        };
        let line = line.parse().ok()?;
        Some(Question { name, file, line })
    }
}

/// Runs the command.
pub fn run(input: &Input, show: Option<Show>, question: Option<&str>, options: &Options) -> u8 {
    let head = match input.head.as_deref().map(HeadText::parse).transpose() {
        Ok(h) => h,
        Err(e) => return usage_in(input, &e),
    };
    let parsed = question.map(Question::parse);
    if let Some(None) = parsed {
        return usage_in(
            input,
            "the value of `--why` must be a variable and a line: `t@12` or `t@model.f90:12`",
        );
    }
    let mut s = Session::open(input);
    let options = &Options {
        external: s.external(input),
        assume_passive: input.assume_external_passive.clone(),
        ..options.clone()
    };
    if s.failed() {
        return finish(&s, input);
    }
    let mut loaded = s.load();
    s.pass_over(&mut loaded, head.as_ref(), &options.external);
    if s.failed() {
        return finish(&s, input);
    }
    let program = &*adc_transform::entries::opened(&loaded.program);
    // these need no head: they show the whole program
    let needs_none = matches!(
        show,
        Some(Show::Psg | Show::Linearity | Show::Degree | Show::Separability)
    );
    let without_head = (needs_none && head.is_none() && question.is_none())
        .then(|| without_head(program))
        .flatten();
    let given = without_head.is_none();
    let Some(head) = without_head.or_else(|| head::resolve(program, head.as_ref(), &mut s.messages)) else {
        return finish(&s, input);
    };
    let refused = adc_transform::admit::refusals(program, &head);
    if let Some(text) = show.and_then(text_of_plan) {
        say_plan(&mut s, program, &head, options, text);
        if parsed.is_none() || s.failed() {
            return finish(&s, input);
        }
    }
    let (program, _) = external::modelled(
        program,
        &head,
        &options.external,
        &options.assume_passive,
        &mut s.messages,
    );
    if s.failed() {
        return finish(&s, input);
    }
    let mut program = program;
    if !refused.is_empty() {
        opaque::assume_worst(program.to_mut(), &head);
    }
    let program = &*program;
    let facts = adc_transform::facts_of(program, &head, options);
    if !refused.is_empty() && !opaque::are_passive(program, &facts, &head) {
        s.messages.extend(refused);
        return finish(&s, input);
    }
    // with a plan these have been reported
    for m in adc_transform::notes(program, &facts) {
        if !s.messages.contains(&m) {
            s.messages.push(m);
        }
    }
    let asked = Some(&head).filter(|_| given);
    match show {
        Some(Show::Activity) => say(&show::activity(program, &facts, &s.map)),
        Some(Show::Psg) => say(&show::psg(program, &facts, &s.map)),
        Some(Show::Linearity) => say(&show::linearity(program, &facts, asked, &s.map)),
        Some(Show::Degree) => say(&show::degree(program, &facts, asked)),
        Some(Show::Separability) => say(&show::separability(program, &facts, asked, &s.map)),
        Some(Show::Liveness | Show::Tbr | Show::AdjointWrite | Show::Tape) | None => 0,
    };
    if let Some(q) = parsed.flatten() {
        match answer(&s, program, &facts, &q) {
            Ok(text) => say(&text),
            Err(e) => return usage_in(input, &e),
        };
    }
    finish(&s, input)
}

/// A function that turns a plan into text.
type TextOfPlan = fn(&Report, &SourceMap) -> String;

fn text_of_plan(show: Show) -> Option<TextOfPlan> {
    match show {
        Show::Activity | Show::Psg | Show::Linearity | Show::Degree | Show::Separability => None,
        Show::Liveness => Some(report::show::liveness),
        Show::Tbr => Some(report::show::tbr),
        Show::AdjointWrite => Some(report::show::adjoint_write),
        Show::Tape => Some(report::show::tape),
    }
}

/// Prints the decisions about the adjoint.
fn say_plan(s: &mut Session, program: &Program, head: &HeadSpec, options: &Options, text: TextOfPlan) {
    let line = |span: Span| s.map.place(span.lo).map(|(_, line, _)| line);
    let (report, messages) = adc_transform::plan(program, head, options, &line);
    s.messages.extend(messages);
    if let Some(report) = report {
        say(&text(&report, &s.map));
    }
}

/// A head without independents and dependents.
fn without_head(program: &Program) -> Option<HeadSpec> {
    let (unit, _) = program.units.iter().find(|(_, u)| u.is_definition())?;
    Some(HeadSpec::new(unit, vec![], vec![]))
}

fn answer(s: &Session, program: &Program, facts: &Analyses, q: &Question) -> Result<String, String> {
    let (unit, stmts) =
        statements_on(s, program, q).ok_or_else(|| format!("no statement begins on line {}", q.line))?;
    let (symbol, path) = variable(program, unit, q.name)
        .ok_or_else(|| format!("`{}` is not a variable of `{}`", q.name, program.units[unit].name))?;
    let (name, line) = (q.name, q.line);
    Ok(match why(facts, unit, symbol, &path, &stmts) {
        Answer::Chain(links) => show::chain(program, facts, &s.map, &links),
        Answer::OnlyVaried(links) => {
            let chain = show::chain(program, facts, &s.map, &links);
            format!("{chain}`{name}` depends on an independent on line {line}, but does not influence any dependent\n")
        }
        Answer::NotVaried => format!("`{name}` does not depend on any independent on line {line}\n"),
        Answer::NotThere => format!("`{name}` is not used on line {line}\n"),
        Answer::NothingKnown => format!("`{name}` cannot have a derivative\n"),
    })
}

/// The statements that begin on a line, and their unit.
fn statements_on(s: &Session, program: &Program, q: &Question) -> Option<(UnitId, BTreeSet<StmtId>)> {
    let is_there = |span: adc_frontend::span::Span| {
        !span.is_none()
            && s.map.place(span.lo).is_some_and(|(file, line, _)| {
                line == q.line && q.file.is_none_or(|f| file == f || file.ends_with(&format!("/{f}")))
            })
    };
    for (unit, u) in program.units.iter() {
        let mut found = BTreeSet::new();
        adc_frontend::ir::visit::walk_block(&u.body, &mut |stmt| {
            if is_there(stmt.span) {
                found.insert(stmt.id);
            }
        });
        if !found.is_empty() {
            return Some((unit, found));
        }
    }
    None
}

/// The variable of `t` or `s%a%b`, and the components.
fn variable(program: &Program, unit: UnitId, name: &str) -> Option<(SymbolId, Vec<SymbolId>)> {
    let folded = name.to_ascii_lowercase();
    let mut words = folded.split('%').map(str::trim);
    let symbol = program.lookup(unit, words.next()?)?;
    let mut ty = program.symbols[symbol].variable()?.ty.ty;
    let mut path = vec![];
    for word in words {
        let component = head::find_component(program, ty, word)?;
        ty = program.symbols[component].ty();
        path.push(component);
    }
    Some((symbol, path))
}
