//! Messages as diagnostics of documents.

use super::documents::{uri_of, Documents};
use super::places::range;
use super::subjects::Checked;
use crate::files::identity;
use crate::project;
use adc::{Message, Place, Problem, Severity};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, PublishDiagnosticsParams,
    Range,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The files that have diagnostics at the client.
#[derive(Default)]
pub struct Published(BTreeSet<PathBuf>);

impl Published {
    /// The diagnostics of all files, with empty ones for files that have none any more.
    pub fn renew(
        &mut self,
        checked: &[Checked],
        problem: Option<&Problem>,
        documents: &Documents,
    ) -> Vec<PublishDiagnosticsParams> {
        let earlier = std::mem::take(&mut self.0).into_iter().map(|path| (path, vec![]));
        let open = documents.paths().map(|path| (path.to_path_buf(), vec![]));
        let mut all: BTreeMap<PathBuf, Vec<Diagnostic>> = earlier.chain(open).collect();
        let mut add = |path: PathBuf, d: Diagnostic| {
            let here = all.entry(path).or_default();
            // derivatives of one source have some messages in common
            if !here.contains(&d) {
                here.push(d);
            }
        };
        let mut texts = Texts {
            documents,
            known: BTreeMap::new(),
        };
        for c in checked {
            c.messages.iter().for_each(|m| {
                let (path, d) = diagnostic(&m, &home(c), &mut texts);
                add(path, d);
            });
        }
        if let Some(problem) = problem {
            let mut messages = adc::Messages::default();
            messages.push(problem);
            for m in messages.iter() {
                let (path, d) = diagnostic(&m, Path::new("adc.toml"), &mut texts);
                add(path, d);
            }
        }
        self.0 = all
            .iter()
            .filter(|(_, d)| !d.is_empty())
            .map(|(path, _)| path.clone())
            .collect();
        let params =
            |(path, d): (PathBuf, Vec<Diagnostic>)| Some(PublishDiagnosticsParams::new(uri_of(&path)?, d, None));
        all.into_iter().filter_map(params).collect()
    }
}

/// The file that shows messages without a place: the project file, if it names the heads, or the first source.
fn home(c: &Checked) -> PathBuf {
    let input = &c.options.input;
    let project = project::file_of(input).filter(|_| !input.heads.is_empty());
    let first = || input.files.first().cloned();
    project.or_else(first).unwrap_or_default()
}

/// The texts of files, each read once.
struct Texts<'d> {
    documents: &'d Documents,
    known: BTreeMap<PathBuf, String>,
}

impl Texts<'_> {
    /// The file and the range of a place.
    fn location(&mut self, place: &Place) -> (PathBuf, Range) {
        let path = identity(Path::new(&place.file));
        let read = || self.documents.text(&path).unwrap_or_default();
        let text = self.known.entry(path.clone()).or_insert_with(read);
        let range = range(place, text);
        (path, range)
    }
}

/// A message as a diagnostic, and its file.
fn diagnostic(m: &Message, home: &Path, texts: &mut Texts) -> (PathBuf, Diagnostic) {
    let (path, range) = match m.place() {
        Some(place) => texts.location(&place),
        None => (identity(home), Range::default()),
    };
    let related = m.related().filter_map(|(place, text)| {
        let (path, range) = texts.location(&place);
        let location = Location::new(uri_of(&path)?, range);
        Some(DiagnosticRelatedInformation {
            location,
            message: text.into_owned(),
        })
    });
    let related: Vec<_> = related.collect();
    let mut text = m.text().into_owned();
    m.notes().for_each(|n| text += &format!("\nnote: {n}"));
    m.help().into_iter().for_each(|h| text += &format!("\nhelp: {h}"));
    let severity = match m.severity() {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    };
    let d = Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(m.code().to_string())),
        source: Some("adc".into()),
        message: text,
        related_information: (!related.is_empty()).then_some(related),
        ..Default::default()
    };
    (path, d)
}
