//! `--interface-dir`: the folder in which runs leave what later runs use again.
//!
//! ```text
//! command, adc itself, texts ─fingerprint→ key ─┬─ equal to that of the record, outputs as recorded: nothing to do
//!                                               └─ otherwise: differentiate, write, record
//! ```
//!
//! A derivative depends on the whole program that its head reaches: activity comes from callers, effects and values that
//! are overwritten from callees, names from all files. So a record holds for all texts of a run together, and every
//! doubt (an unreadable record, an output that was touched, a search for an included file that ends elsewhere) leads to
//! a complete run.
//!
//! Runs at the same time do not disturb each other: each file is written as a whole, and a record says what the outputs
//! contain, not which run wrote them.
//!
//! Beside records, the folder contains summaries of sources ([`summaries`]), which programs use that lack these sources.

mod record;
mod summaries;

use crate::args::{Differentiate, VERSION};
use crate::files;
use crate::fingerprint::Fingerprint;
use crate::input::searched;
use crate::output::has_colors;
use crate::read_log::ReadLog;
use adc::{Code, Derivative, Error, Messages, Problem, Program, Request};
use record::{Record, Written};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use record::Run;
pub use summaries::supply;

/// The folder with the records, in that of summaries.
const RECORDS: &str = "records";

/// A file to write.
pub type File = (PathBuf, Vec<u8>);

/// What a run knows of earlier ones.
pub struct Kept<'d> {
    d: &'d Differentiate,
    /// The file with the record of this command.
    place: PathBuf,
    /// What the command, and adc itself, contribute to the key.
    command: Fingerprint,
    log: Arc<ReadLog>,
    /// Notes about files that are not used.
    pub notes: Messages,
}

impl<'d> Kept<'d> {
    /// `None` if nothing is to be kept: without a folder for it, for standard output, for a part of a run.
    pub fn new(d: &'d Differentiate, request: &Request, log: &Arc<ReadLog>) -> Option<Kept<'d>> {
        let folder = d.interface_dir.as_deref()?;
        let is_stream = d
            .output
            .as_deref()
            .is_some_and(|o| o == Path::new("-") || o.starts_with("/dev"));
        if is_stream || d.list_outputs || d.fuel.is_some() {
            return None;
        }
        let here = std::env::current_dir().ok()?;
        // all options are in it, also those of later versions
        let options = format!("{d:?}\n{here:?}\n{}\n{}", request.per_source, has_colors(&d.input));
        let name = Fingerprint::of(options.as_bytes());
        Some(Kept {
            d,
            place: folder.join(RECORDS).join(format!("{name}.json")),
            command: Fingerprint::default()
                .with(itself().as_bytes())
                .with(options.as_bytes()),
            log: Arc::clone(log),
            notes: Messages::default(),
        })
    }

    /// The earlier run, if this one would write and say the same.
    pub fn unchanged(&mut self) -> Option<Run> {
        let record = self.read()?;
        let is_same = record.key == self.key()
            && record
                .included
                .iter()
                .all(|i| searched(&self.d.input, &i.name, &i.from) == *i)
            && record.outputs.iter().all(Written::is_there)
            && record.summaries.iter().all(|s| summaries::holds(s));
        is_same.then_some(record.run)
    }

    /// The summaries of the sources, with their places.
    ///
    /// # Errors
    /// If they cannot be made.
    pub fn summaries(&self, program: &Program, request: &Request, made: &Derivative) -> Result<Vec<File>, Error> {
        let Some(folder) = self.d.interface_dir.as_deref() else {
            return Ok(vec![]);
        };
        let earlier = summaries::earlier(folder, &self.d.input.files);
        let all = adc::summaries(program, &request.options, made, &earlier)?;
        Ok(summaries::files(folder, &self.d.input.files, &all, &self.log))
    }

    /// The record of a run that has gone to its end, and its place.
    ///
    /// # Errors
    /// If the folder for it cannot be made.
    pub fn record(
        &self,
        run: Run,
        outputs: &[(PathBuf, &[u8])],
        summaries: Vec<PathBuf>,
    ) -> Result<Option<File>, Problem> {
        let folder = self.place.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(|e| {
            let text = format!("cannot write `{}`: {}", folder.display(), files::reason(&e));
            Problem::new(Code::CANNOT_WRITE, text).help("give another folder: `--interface-dir DIR`")
        })?;
        let record = Record {
            format: record::FORMAT,
            key: self.key(),
            included: self.log.included(),
            outputs: outputs.iter().map(|(path, bytes)| Written::new(path, bytes)).collect(),
            summaries,
            run,
        };
        Ok(record.bytes().map(|bytes| (self.place.clone(), bytes)))
    }

    fn read(&mut self) -> Option<Record> {
        match files::read(&self.place) {
            Ok(bytes) => match Record::of(&bytes) {
                Ok(record) => return Some(record),
                Err(why) => self.reject(&why),
            },
            Err(e) if e.is_missing => {}
            Err(e) => self.reject(&e.why),
        }
        None
    }

    fn reject(&mut self, why: &str) {
        let text = format!("the record `{}` is not used: {why}", self.place.display());
        self.notes.push(&Problem::new(Code::UNUSED_RECORD, text).as_note());
    }

    fn key(&self) -> String {
        self.command.clone().with(self.log.given().as_bytes()).finish()
    }
}

/// This build of adc: the version alone does not tell builds of one commit apart.
fn itself() -> String {
    let about = std::env::current_exe().and_then(std::fs::metadata);
    let build = about.and_then(|m| Ok((m.len(), m.modified()?)));
    format!("{VERSION} {build:?}")
}
