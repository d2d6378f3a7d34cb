//! INCLUDE: included files are read before the lines of the including file are assembled. So this step needs only
//! texts, and files can be read in parallel.
//!
//! For `mpif.h` and `omp_lib.h`, there are texts of adc's own, because those of a library define the constants of one
//! implementation.

use crate::encoding::MARK;
use crate::intrinsics::{mpi, openmp};
use crate::span::{FileId, SourceMap};
use std::collections::BTreeMap;

/// Finds the file of an INCLUDE line, given the name as written and the including file. Adds it to the map.
pub type IncludeFn<'a> = dyn FnMut(&mut SourceMap, &str, FileId) -> Option<FileId> + 'a;

/// Limit on the nesting of INCLUDE files; deeper nesting is taken for endless.
pub(super) const MAX_DEPTH: usize = 64;
/// Limit on INCLUDE lines in one run; more are taken for endless.
const MAX_INCLUDES: usize = 100_000;

/// The file of each INCLUDE line, by the position of the line's first character.
#[derive(Clone, Debug, Default)]
pub struct Includes(BTreeMap<u32, FileId>);

impl Includes {
    /// Reads all included files, directly or indirectly. Each INCLUDE line gets a file of its own in the map, so that a
    /// position identifies the chain of includes.
    pub fn gather(map: &mut SourceMap, files: &[FileId], read: &mut IncludeFn<'_>) -> Includes {
        let mut includes = Includes::default();
        for &file in files {
            includes.add(map, &mut vec![file], read);
        }
        includes
    }

    fn add(&mut self, map: &mut SourceMap, stack: &mut Vec<FileId>, read: &mut IncludeFn<'_>) {
        let Some(&file) = stack.last() else { return };
        let f = map.file(file);
        for (at, name) in include_lines(&f.text, f.base) {
            if self.0.len() >= MAX_INCLUDES {
                return;
            }
            let found = match mpi::header(&name).or_else(|| openmp::header(&name)) {
                Some(text) => {
                    let form = map.file(file).form;
                    Some(map.add(name.as_str(), text, form))
                }
                None => read(map, &name, file),
            };
            let Some(found) = found else { continue };
            self.0.insert(at, found);
            let endless = stack.iter().any(|&f| map.file(f).name == map.file(found).name);
            if !endless && stack.len() < MAX_DEPTH {
                stack.push(found);
                self.add(map, stack, read);
                stack.pop();
            }
        }
    }

    /// The file that the INCLUDE line at this position names, if it could be read.
    pub(super) fn at(&self, pos: u32) -> Option<FileId> {
        self.0.get(&pos).copied()
    }
}

/// Positions and names of possible INCLUDE lines; the assembler decides.
fn include_lines(text: &str, base: u32) -> Vec<(u32, String)> {
    let mut found = vec![];
    let mut at = base;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start_matches([' ', '\t', '\x0c', MARK]);
        if body.starts_with(['i', 'I']) {
            let statement = body.split(['!', ';']).next().unwrap_or(body);
            if let Some(name) = include_name(statement.trim_ascii_end()) {
                found.push((at + (line.len() - body.len()) as u32, name.to_string()));
            }
        }
        at += line.len() as u32;
    }
    found
}

/// File name of an INCLUDE line.
pub fn include_name(text: &str) -> Option<&str> {
    let (word, rest) = text.split_at_checked(7)?;
    if !word.eq_ignore_ascii_case("include") {
        return None;
    }
    let rest = rest.trim_ascii_start();
    let quote = rest.chars().next().filter(|&c| c == '\'' || c == '"')?;
    let name = rest[1..].strip_suffix(quote)?;
    (!name.contains(quote) && !name.is_empty()).then_some(name)
}
