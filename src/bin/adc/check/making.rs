//! The programs of a check: what they are made of, and what their runs say.

use super::build::Build;
use super::driver::Driver;
use super::origin::{self, Suffixes};
use super::place::{self, Place};
use super::report::Report;
use super::run::{Results, Runner, Task};
use crate::args::Input;
use crate::check_args::CheckArgs;
use crate::files;
use crate::pieces::{pieces, Original, Piece};
use adc::{Derivative, Program, Source, Traced};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder, made unless it is there.
pub fn absolute(folder: &Path) -> Result<PathBuf, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    folder.canonicalize().map_err(failed)
}

/// What programs are made of.
pub struct Making<'a> {
    /// The user's program.
    pub program: &'a Program,
    /// The driver.
    pub driver: &'a Driver,
    /// The sources, and how they are read.
    pub input: &'a Input,
    /// The options.
    pub args: &'a CheckArgs,
    /// The files of the user with the derivatives; none where adc makes them.
    pub given: &'a [PathBuf],
    /// The folder of the build.
    pub folder: PathBuf,
    /// Suffixes of derivatives.
    pub suffixes: Suffixes,
}

impl Making<'_> {
    /// Builds with the derivatives, those that the user gives or those that adc made.
    pub fn runner(&self, derivative: &Derivative) -> Result<Runner, String> {
        self.built(&derivative_texts(derivative, self.given)?)
    }

    /// Builds the user's sources alone.
    pub fn original(&self) -> Result<Runner, String> {
        self.built(&[])
    }

    /// The first difference of the given derivatives and of those that adc makes, in a task whose results are wrong, or one
    /// that it is compared with; those that the driver has.
    pub fn place(
        &self,
        derivative: &Derivative,
        report: &Report,
        has: impl Fn(&str) -> bool,
    ) -> Result<Option<Place>, String> {
        let Some(wrong) = report.findings.iter().find(|f| f.class.is_wrong()) else {
            return Ok(None);
        };
        let of = |name, independent| Task {
            name,
            independent,
            ..wrong.task
        };
        // products also fail if the tangent is wrong; and a module that is written again contains the primal
        let mut tasks = vec![wrong.task, of("tangent", 0), of("twice", 0)];
        tasks.retain(|task| has(task.name));
        let (given, given_runs) = self.traced(derivative, self.given, &tasks)?;
        let (new, new_runs) = self.traced(derivative, &[], &tasks)?;
        let mut runs = given_runs.iter().zip(&new_runs);
        let Some(mut place) = runs.find_map(|(a, b)| place::first_difference((&given, a), (&new, b))) else {
            return Ok(None);
        };
        let all = adc::assignments(self.program);
        let found = origin::originals(&place, &all, &self.suffixes);
        place.originals = found.into_iter().cloned().collect();
        Ok(Some(place))
    }

    /// A derivative with reports, and what its tasks report.
    fn traced(
        &self,
        derivative: &Derivative,
        given: &[PathBuf],
        tasks: &[Task],
    ) -> Result<(Traced, Vec<Results>), String> {
        let mut texts = derivative_texts(derivative, given)?;
        let sources: Vec<Source> = texts.iter().map(|t| Source::new(&t.shown, t.bytes.clone())).collect();
        let traced = adc::traced(self.program, &sources).map_err(|e| e.to_string())?;
        for (text, with_reports) in texts.iter_mut().zip(&traced.texts) {
            text.bytes = with_reports.clone().into_bytes();
        }
        let runner = self.built(&texts)?;
        let results: Result<Vec<Results>, String> = tasks.iter().map(|&t| Ok(runner.run_to_fault(t)?.0)).collect();
        Ok((traced, results?))
    }

    /// Compiles and links: the runtime, the sources that no derivative replaces, the derivatives, the driver.
    fn built(&self, texts: &[Text]) -> Result<Runner, String> {
        let args = self.args;
        let mut build = Build::new(
            args.fc.as_deref(),
            args.fflags.as_deref(),
            self.input,
            self.folder.clone(),
        );
        let all = texts.iter().map(|t| String::from_utf8_lossy(&t.bytes));
        let all: Vec<_> = all.collect();
        let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
        let pieces = pieces(self.program, &all, &self.driver.text);
        build.runtime(&pieces.runtime)?;
        let first_made = pieces.order.iter().position(|p| matches!(p, Piece::Derivative(_)));
        let first_made = first_made.unwrap_or(pieces.order.len());
        let (before, after) = pieces.order.split_at(first_made);
        let add = |build: &mut Build, piece: &Piece| match piece {
            Piece::Original(Original::File(path)) => build.source(path),
            Piece::Original(Original::Text { name, bytes }) => build.source_text(name, bytes),
            Piece::Derivative(k) => build.text(&texts[*k].name, &texts[*k].bytes, true),
        };
        for piece in before {
            add(&mut build, piece)?;
        }
        // hand-written derivatives, and what else the derivatives use
        for source in args.link.iter().filter(|word| adc::form_of_name(word).is_some()) {
            build.source(Path::new(source))?;
        }
        for piece in after {
            add(&mut build, piece)?;
        }
        build.text("adc_check_driver.f90", self.driver.text.as_bytes(), false)?;
        for (name, numbers) in &self.driver.data {
            let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_ne_bytes()).collect();
            build.write(name, &bytes)?;
        }
        Ok(Runner {
            program: build.link(args.link.iter().filter(|word| adc::form_of_name(word).is_none()))?,
            folder: self.folder.clone(),
            limit: Duration::from_secs(args.time_limit),
        })
    }
}

/// A text of a derivative program.
struct Text {
    /// The name of its file in the build.
    name: String,
    /// Its name in messages.
    shown: String,
    bytes: Vec<u8>,
}

/// The derivatives: those that adc made, or those that the user gives.
fn derivative_texts(derivative: &Derivative, given: &[PathBuf]) -> Result<Vec<Text>, String> {
    let text = |(k, shown, bytes): (usize, String, Vec<u8>)| {
        let file = shown.rsplit('/').next().unwrap_or_default();
        Text {
            name: format!("{k}_{file}"),
            shown,
            bytes,
        }
    };
    if given.is_empty() {
        let made = derivative.outputs().iter().enumerate();
        let named = made.map(|(k, o)| {
            (
                k,
                o.name().unwrap_or("derivative.f90").to_string(),
                o.as_bytes().to_vec(),
            )
        });
        return Ok(named.map(text).collect());
    }
    let read = given.iter().enumerate().map(|(k, path)| {
        let bytes = files::read(path).map_err(|e| format!("cannot read `{}`: {}", path.display(), e.why))?;
        Ok(text((k, path.display().to_string(), bytes)))
    });
    read.collect()
}
