//! Notes on lines of the sources.

use adc_analysis::show::Notes;
use adc_frontend::encoding::shown;
use adc_frontend::span::{FileId, SourceMap};

/// Notes on a line of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Note {
    /// The name of the source.
    pub file: String,
    /// The line, from 1 on. In a preprocessed source, it is that before preprocessing.
    pub line: usize,
    /// What is said about the line.
    pub texts: Vec<String>,
}

impl Note {
    /// Notes on a line, which is counted from zero.
    pub(crate) fn of((file, line): (FileId, usize), texts: &[String], map: &SourceMap) -> Note {
        let (file, line) = map.file(file).origin(line);
        Note {
            file: file.to_string(),
            line,
            texts: texts.iter().map(|t| shown(t).into_owned()).collect(),
        }
    }

    /// The notes of all lines.
    pub(crate) fn all(notes: &Notes, map: &SourceMap) -> Vec<Note> {
        let all = notes.iter();
        all.map(|(file, line, texts)| Note::of((file, line), texts, map))
            .collect()
    }
}
