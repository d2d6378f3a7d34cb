//! A head with its programs, and its check.

use super::compare::{self, Comparing};
use super::driver::{self, Driver};
use super::forms::Form;
use super::given;
use super::jacobian;
use super::kinds::{of_mode, Kind};
use super::making::{absolute, Making};
use super::many::{self, Pair};
use super::origin::Suffixes;
use super::report::Report;
use super::run::Runner;
use super::second;
use super::settings::Settings;
use super::subject::Subject;
use super::verdict::Class;
use crate::args::Input;
use crate::check_args::CheckArgs;
use crate::files;
use crate::fortran::key;
use adc::{Code, Derivative, Mode, Problem, Program, Variable};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Names in a note.
const MOST_NAMES: usize = 8;

/// A head with its programs, first derivatives in one direction first.
pub struct Prepared<'a> {
    /// The head.
    pub subject: Subject,
    /// See above.
    programs: Vec<Part<'a>>,
    /// The variables of modules and COMMON blocks that heads may use.
    used: &'a [Variable],
}

/// A program of a head.
struct Part<'a> {
    kind: Kind,
    derivative: &'a Derivative,
    forms: Vec<Form>,
    driver: Driver,
}

/// A message about a head, at its first line.
fn at_head(program: &Program, head: &str, message: String) -> Problem {
    let problem = Problem::new(Code::CANNOT_CHECK, message);
    let found = program
        .procedures()
        .into_iter()
        .find(|p| p.name.eq_ignore_ascii_case(head));
    let quote = found.and_then(|place| {
        let bytes = files::read(Path::new(&place.file)).ok()?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut lines = text.split_inclusive('\n');
        let begin: usize = lines.by_ref().take(place.line.checked_sub(1)?).map(str::len).sum();
        let line = lines.next()?;
        let inner = begin + (line.len() - line.trim_start().len())..begin + line.trim_end().len();
        Some((place.file, text.clone(), inner))
    });
    match quote {
        Some((file, text, bytes)) => problem.at(file, text, bytes),
        None => problem,
    }
}

/// Completes the names of inputs by the variables of all heads.
pub fn complete(settings: &mut Settings, first: &Derivative) {
    let all = first.signatures();
    let locals = all.iter().flat_map(|s| s.head.arguments.iter().chain(&s.head.result));
    let blocks = all
        .iter()
        .flat_map(|s| s.commons.iter().flat_map(|(_, members)| members));
    let others = all.iter().flat_map(|s| &s.globals).chain(blocks);
    settings.complete(&locals.collect::<Vec<_>>(), &others.collect::<Vec<_>>());
}

/// All heads with their drivers. Each input that the user gives has to be one of some head.
pub fn prepared<'a>(
    program: &Program,
    made: &[(Kind, &'a Derivative)],
    used: &'a [Variable],
    settings: &Settings,
) -> Result<Vec<Prepared<'a>>, Problem> {
    let refuse = |text: String| Problem::new(Code::CANNOT_CHECK, text);
    let mut all: Vec<Prepared> = vec![];
    let first = made.first().map_or(&[][..], |(_, d)| d.signatures());
    for (k, tangent) in of_mode(first, Mode::Tangent).enumerate() {
        let refuse = |text: String| at_head(program, &tangent.head.name, text);
        let subject = Subject::new(tangent, settings).map_err(refuse)?;
        let mut programs = vec![];
        // derivatives in modules that are written again use the head there
        let is_again = |d: &Derivative| d.outputs().iter().any(adc::Output::replaces_source);
        let original = made
            .first()
            .filter(|(_, d)| is_again(d))
            .map(|(_, d)| (Kind::Original, *d));
        for (kind, derivative) in made.iter().copied().chain(original) {
            let forms = kind.forms(&subject, (first, derivative.signatures()), k);
            let driver = driver::write(&subject, &forms, settings).map_err(refuse)?;
            programs.push(Part {
                kind,
                derivative,
                forms,
                driver,
            });
        }
        all.push(Prepared {
            subject,
            programs,
            used,
        });
    }
    let Some(name) = settings.unused() else {
        return Ok(all);
    };
    let leaves = all.iter().flat_map(|p| p.subject.leaves());
    let known: Vec<&str> = leaves.map(|(_, l)| l.key.as_str()).collect();
    let near = adc::nearest(name, known.iter().copied()).map(|n| format!("did you mean `{n}`?"));
    let help = near.unwrap_or_else(|| format!("the variables are {}", known.join(", ")));
    Err(refuse(format!("`{name}` is no variable that a driver sets")).help(help))
}

impl Prepared<'_> {
    /// Checks the head: what was found, and what was assumed.
    pub fn checked(&self, program: &Program, input: &Input, args: &CheckArgs) -> Result<(Report, Vec<String>), String> {
        let temporary = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
        let folder = args.build.as_deref().unwrap_or_else(|| temporary.path());
        let mut all = vec![];
        let kinds: Vec<_> = self.programs.iter().map(Part::names).collect();
        let given = given::files_of(&kinds, &args.derivative)?;
        for (part, given) in self.programs.iter().zip(&given) {
            let making = part.making(folder, program, input, args, given)?;
            let runner = match part.kind {
                Kind::Original => making.original(),
                _ => making.runner(part.derivative),
            };
            all.push((part, runner?));
        }
        let Some((first, runner)) = all.first() else {
            return Err("there is no derivative".into());
        };
        let mut comparing = Comparing::new(&self.subject, runner);
        let runs = comparing.first(first.form(Mode::Reverse).is_some());
        for (part, own) in &all[1..] {
            if runs || part.kind == Kind::Original {
                part.compare(&mut comparing, own, &all);
            }
        }
        let mut report = comparing.report;
        let mut notes = vec![];
        if !first.driver.notes.is_empty() {
            notes.push(format!("assumed: {}", first.driver.notes.join(", ")));
        }
        if report.class() == Class::NotCompared {
            notes.extend(self.unset());
        }
        notes.extend(self.made_by_adc(&given));
        if report.class().is_wrong() {
            for (part, given) in self.programs.iter().zip(&given).filter(|(_, given)| !given.is_empty()) {
                let making = part.making(folder, program, input, args, given)?;
                match making.place(part.derivative, &report, |task| part.has(task)) {
                    Ok(None) => continue,
                    Ok(place) => report.place = place,
                    Err(why) => notes.push(format!("the place of the fault was not found: {why}")),
                }
                break;
            }
        }
        Ok((report, notes))
    }
}

impl Prepared<'_> {
    /// The kinds that the user's files do not define, if there are files.
    fn made_by_adc(&self, given: &[Vec<PathBuf>]) -> Option<String> {
        let all = self.programs.iter().zip(given);
        let made = all.filter(|(part, given)| given.is_empty() && part.kind != Kind::Original);
        let made: Vec<&str> = made.map(|(part, _)| part.kind.words()).collect();
        let is_mixed = !made.is_empty() && given.iter().any(|g| !g.is_empty());
        is_mixed.then(|| format!("made by adc, and in none of your files: {}", made.join(", ")))
    }

    /// Variables that the head may use, and nobody sets: where nothing is compared, that may be the reason.
    fn unset(&self) -> Vec<String> {
        let is_set = |v: &&Variable| {
            let own = self.subject.vars.iter().find(|own| own.key == key(v));
            own.is_some_and(|own| own.is_given || own.independent.is_some() || own.dependent.is_some())
        };
        let unset = self.used.iter().filter(|v| !is_set(v));
        let (hidden, unset): (Vec<_>, Vec<_>) = unset.partition(|v| v.private || v.protected);
        let names = |all: Vec<&Variable>| {
            let names: Vec<String> = all.into_iter().take(MOST_NAMES).map(key).collect();
            (!names.is_empty()).then(|| names.join(", "))
        };
        let (dynamic, others): (Vec<_>, Vec<_>) = unset.into_iter().partition(|v| v.allocatable || v.pointer);
        let first = dynamic.first().map_or(String::new(), |v| key(v));
        let without_memory = names(dynamic).map(|names| {
            format!(
                "not allocated, but used by the head or what it calls: {names}; give extents (--shape {first}=10), or \
                 capture inputs of your program (--capture)"
            )
        });
        let initial = names(others).map(|names| {
            format!("with the values that they have at the start of the program: {names}; --set gives others")
        });
        let head = &self.subject.head.name;
        let hidden = names(hidden).map(|names| {
            format!(
                "private or protected, as at the start of the program: {names}; check a procedure that sets them and then \
                 calls `{head}`"
            )
        });
        without_memory.into_iter().chain(initial).chain(hidden).collect()
    }
}

impl Part<'_> {
    /// The folded names of its derivatives; none for the head alone.
    fn names(&self) -> Option<BTreeSet<String>> {
        let names = self.forms.iter().map(|f| f.procedure.name.to_ascii_lowercase());
        (self.kind != Kind::Original).then(|| names.collect())
    }

    /// True if its driver has a task: first derivatives have those that others are compared with, too.
    fn has(&self, task: &str) -> bool {
        self.kind == Kind::First || self.forms.iter().any(|f| f.task == task)
    }

    fn form(&self, mode: Mode) -> Option<&Form> {
        self.forms.iter().find(|f| f.mode == mode)
    }

    fn making<'a>(
        &'a self,
        folder: &Path,
        program: &'a Program,
        input: &'a Input,
        args: &'a CheckArgs,
        given: &'a [PathBuf],
    ) -> Result<Making<'a>, String> {
        Ok(Making {
            program,
            driver: &self.driver,
            input,
            args,
            given,
            folder: absolute(&folder.join(self.kind.folder()))?,
            suffixes: Suffixes::usual(),
        })
    }

    /// Compares the derivatives of a program with those of the others.
    fn compare(&self, comparing: &mut Comparing, own: &Runner, all: &[(&Part, Runner)]) {
        let of = |kind: Kind| all.iter().find(|(part, _)| part.kind == kind).map(|(_, runner)| runner);
        let mut pairs = vec![];
        match self.kind {
            Kind::First => {}
            Kind::Original => compare::original(comparing, own),
            Kind::Many => pairs.extend(self.forms.iter().map(|form| match form.mode {
                Mode::Tangent => (Kind::First, "tangent", "tangent", &["yd"][..]),
                _ => (Kind::First, "adjoint", "adjoint", &["xb"][..]),
            })),
            Kind::Second => second::second(comparing, own),
            Kind::ManySecond => pairs.push((Kind::Second, "hessian", "Hessian", &["xbd"][..])),
            Kind::Jacobian => self
                .forms
                .iter()
                .for_each(|form| jacobian::jacobian(comparing, own, form)),
        }
        for (kind, task, what, results) in pairs {
            if let Some(one) = of(kind) {
                let pair = Pair {
                    task,
                    what,
                    results,
                    many: own,
                    one,
                };
                many::columns(comparing, &pair);
            }
        }
    }
}
