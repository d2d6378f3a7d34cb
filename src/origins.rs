//! The lines of the sources from which the lines of a derivative program come.
//!
//! A statement of a derivative comes from the statement that it repeats, differentiates, records or restores. Ignored:
//! statements that serve a whole procedure, such as those that set shadows to zero at its beginning, and those that a
//! pass of optimisation makes of several; second derivatives know the texts of first derivatives only.

use crate::program::Read;
use adc_frontend::span::Span;
use indexmap::IndexSet;

/// A line of a text, on which a statement begins, and a line of a source from which it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Origin<'a> {
    /// The line in the text, from 1 on.
    pub line: usize,
    /// The name of the source.
    pub file: &'a str,
    /// The line in the source, from 1 on.
    pub source_line: usize,
}

/// All origins of a text, in the order of its lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    files: IndexSet<String>,
    /// Line, file, line there.
    all: Vec<(u32, u32, u32)>,
}

impl Origins {
    /// Adds what begins on a line, from 1 on, unless it comes from no source.
    pub(crate) fn add(&mut self, line: usize, read: &Read, span: Span) {
        let place = read.map.place(span.lo).filter(|_| !read.is_generated(span.lo));
        let Some((file, source_line, _)) = place else {
            return;
        };
        let file = self
            .files
            .get_index_of(file)
            .unwrap_or_else(|| self.files.insert_full(file.to_string()).0);
        self.all.push((line as u32, file as u32, source_line as u32));
    }

    /// The origins.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Origin<'_>> + '_ {
        self.all.iter().map(|&(line, file, source_line)| Origin {
            line: line as usize,
            file: &self.files[file as usize],
            source_line: source_line as usize,
        })
    }
}
