//! Files with summaries: `solver.f90.toml` for `solver.f90`.
//!
//! The opening comment has the fingerprints of all files on which the summary depends, the source first. A summary is
//! old if one of these files is there with another contents; a library is shipped without them.

use crate::args::VERSION;
use crate::files;
use crate::fingerprint::Fingerprint;
use crate::read_log::ReadLog;
use adc::{Source, Sources, Summary};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The first words of a summary; the number is that of the format.
const OPENING: &str = "# Summary for adc, format 1";
/// The beginning of a line about a file.
const FILE: &str = "# from ";

/// The files of summaries, of some of the given sources.
pub fn files(folder: &Path, given: &[PathBuf], all: &[Summary], log: &ReadLog) -> Vec<(PathBuf, Vec<u8>)> {
    let places = places(folder, given);
    let file = |summary: &Summary| {
        let mut text = format!("{OPENING}, by adc {VERSION}\n").into_bytes();
        for from in &summary.from {
            // the preprocessor has read the others
            let on_disk = || files::read(Path::new(from)).ok().map(|bytes| Fingerprint::of(&bytes));
            if let Some(fingerprint) = log.file(from).or_else(on_disk) {
                text.extend(format!("{FILE}{fingerprint} {from}\n").into_bytes());
            }
        }
        text.push(b'\n');
        text.extend(&summary.text);
        Some((places.get(&summary.source)?.clone(), text))
    };
    all.iter().filter_map(file).collect()
}

/// The texts of the summaries of given sources that still hold, by the names of the sources.
pub fn earlier(folder: &Path, given: &[PathBuf]) -> BTreeMap<String, Vec<u8>> {
    let places = places(folder, given).into_iter();
    let texts = places.filter_map(|(source, place)| Some((source, files::read(&place).ok()?)));
    texts
        .filter(|(_, text)| reason(text, &origins(text)).is_none())
        .collect()
}

/// True if a summary is there, and holds.
pub fn holds(place: &Path) -> bool {
    files::read(place).is_ok_and(|text| reason(&text, &origins(&text)).is_none())
}

/// The places of the summaries of sources.
fn places(folder: &Path, given: &[PathBuf]) -> BTreeMap<String, PathBuf> {
    let sources: Vec<String> = given.iter().map(|g| g.display().to_string()).collect();
    let names = names(sources.iter().map(String::as_str));
    let places = names.into_iter().map(|n| folder.join(n));
    sources.iter().cloned().zip(places).collect()
}

/// A name for the summary of each source: that of its file, with as many folders as tell it from the others.
fn names<'s>(sources: impl Iterator<Item = &'s str>) -> Vec<String> {
    let parts: Vec<Vec<&str>> = sources
        .map(|s| {
            s.rsplit(['/', '\\'])
                .filter(|p| !matches!(*p, "" | "." | ".."))
                .collect()
        })
        .collect();
    let last = |parts: &[&str], n: usize| parts.iter().take(n).rev().copied().collect::<Vec<_>>().join("+");
    let name = |own: &Vec<&str>| {
        let is_alone = |n: &usize| parts.iter().filter(|p| last(p, *n) == last(own, *n)).count() == 1;
        let n = (1..own.len()).find(is_alone).unwrap_or(own.len());
        format!("{}.toml", last(own, n))
    };
    parts.iter().map(name).collect()
}

/// Gives summaries of a folder to a program, except those of its own sources.
pub fn supply(folder: &Path, given: &[PathBuf], sources: &mut Sources, log: &ReadLog) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml"));
    let found: BTreeMap<String, Vec<u8>> = paths
        .filter_map(|p| Some((p.display().to_string(), files::read(&p).ok()?)))
        .collect();
    for (name, text) in found {
        let from = origins(&text);
        let own = from.first().map(|(_, file)| Path::new(file));
        if own.is_some_and(|own| given.iter().any(|g| g.as_path() == own)) {
            continue;
        }
        let unusable = reason(&text, &from);
        // whether it is used is part of what the run depends on
        log.give(&Source::new(format!("{name} {unusable:?}"), text.clone()));
        sources.supply(name, text, unusable);
    }
}

/// The fingerprints and names in the opening comment.
fn origins(text: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(text);
    let lines = text.lines().take_while(|l| l.starts_with('#'));
    let named = lines.filter_map(|l| l.strip_prefix(FILE)?.split_once(' '));
    named.map(|(f, name)| (f.to_string(), name.to_string())).collect()
}

/// Why a summary must not be used.
fn reason(text: &[u8], from: &[(String, String)]) -> Option<String> {
    let follows = text.strip_prefix(OPENING.as_bytes());
    if !follows.is_some_and(|rest| rest.starts_with(b",")) {
        return Some("another version of adc wrote it".into());
    }
    let changed = from.iter().find(|(fingerprint, name)| {
        let now = files::read(Path::new(name));
        now.is_ok_and(|bytes| Fingerprint::of(&bytes) != *fingerprint)
    });
    changed.map(|(_, name)| format!("`{name}` has changed since"))
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_tell_sources_apart() {
        let of = |all: &[&str]| names(all.iter().copied());
        assert_eq!(of(&["src/a.f90", "b.f"]), ["a.f90.toml", "b.f.toml"]);
        assert_eq!(
            of(&["x/src/a.f90", "y/src/a.f90", "a.f90"]),
            ["x+src+a.f90.toml", "y+src+a.f90.toml", "a.f90.toml"]
        );
    }
}
