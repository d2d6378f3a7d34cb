//! Source positions.
//!
//! All files of a session share one position space: file `k` occupies the bytes `base_k .. base_k + len_k`, so a
//! position is one `u32` and a [`Span`] is eight bytes. [`SourceMap`] owns the texts and converts positions to file,
//! line and column.

use crate::encoding;
use std::sync::{Arc, OnceLock};

/// A half-open range of bytes in the session's position space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// First byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}

impl Span {
    /// The span of generated code, which belongs to no file.
    pub const NONE: Span = Span { lo: 0, hi: 0 };

    /// A span from its two ends.
    pub fn new(lo: u32, hi: u32) -> Span {
        Span { lo, hi }
    }

    /// The smallest span that covers both; [`Span::NONE`] does not count.
    pub fn to(self, other: Span) -> Span {
        if self == Span::NONE {
            return other;
        }
        if other == Span::NONE {
            return self;
        }
        Span {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }

    /// True for generated code.
    pub fn is_none(self) -> bool {
        self == Span::NONE
    }
}

/// Index of a file in its [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// Source form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Columns 1-5 label, 6 continuation, 7-72 statement.
    Fixed,
    /// `&` continues, `!` comments.
    Free,
}

/// One source file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Name as the user gave it.
    pub name: String,
    /// Contents, one character for each byte: see [`encoding`].
    pub text: String,
    /// Fixed or free.
    pub form: Form,
    /// Position of the first byte in the session's space.
    pub base: u32,
    /// Byte offsets of the line starts, computed on demand.
    line_starts: OnceLock<Vec<u32>>,
    /// Position of each line before preprocessing: index into `origin_names`, one-based line. Empty if the file was not
    /// preprocessed.
    origins: Vec<(u32, u32)>,
    origin_names: Vec<String>,
    /// The reason why an existing file could not be read; its text is empty then.
    pub unreadable: Option<String>,
}

impl SourceFile {
    /// The place of a zero-based line in the user's file: the file's name and the one-based line in it.
    pub fn origin(&self, line: usize) -> (&str, usize) {
        let own = (self.name.as_str(), line + 1);
        let Some(&(name, number)) = self.origins.get(line) else {
            return own;
        };
        self.origin_names
            .get(name as usize)
            .map_or(own, |n| (n, number as usize))
    }

    /// True if the text is the output of a preprocessor.
    pub fn is_preprocessed(&self) -> bool {
        !self.origins.is_empty()
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
            std::iter::once(0).chain(ends.map(|(i, _)| i as u32 + 1)).collect()
        })
    }

    /// Zero-based line that contains the byte offset `offset` of this file.
    pub fn line_of(&self, offset: u32) -> usize {
        self.line_starts().partition_point(|&s| s <= offset) - 1
    }

    /// Offset of the first byte of a zero-based line; the text's length beyond the last.
    pub fn line_start(&self, line: usize) -> u32 {
        self.line_starts().get(line).copied().unwrap_or(self.text.len() as u32)
    }

    /// The text of a zero-based line, without its end; empty beyond the last.
    pub fn line_text(&self, line: usize) -> &str {
        let bytes = self.line_start(line) as usize..self.line_start(line + 1) as usize;
        self.text.get(bytes).unwrap_or("").trim_end_matches(['\n', '\r'])
    }
}

/// All files of a session. Clones share the texts.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    /// Adds a file; positions begin at 1 so that [`Span::NONE`] belongs to no file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>, form: Form) -> FileId {
        let text = text.into();
        let base = self.files.last().map_or(1, |f| f.base + f.text.len() as u32 + 1);
        self.files.push(Arc::new(SourceFile {
            name: name.into(),
            text,
            form,
            base,
            line_starts: OnceLock::new(),
            origins: vec![],
            origin_names: vec![],
            unreadable: None,
        }));
        FileId(self.files.len() as u32 - 1)
    }

    /// Adds an existing file that cannot be read, with the reason.
    pub fn add_unreadable(&mut self, name: impl Into<String>, why: impl Into<String>, form: Form) -> FileId {
        let id = self.add(name, "", form);
        Arc::make_mut(&mut self.files[id.0 as usize]).unreadable = Some(why.into());
        id
    }

    /// Bytes of all texts.
    pub fn size(&self) -> usize {
        self.files.last().map_or(0, |f| f.base as usize + f.text.len())
    }

    /// Sets the origins of the lines of a preprocessed file: one file and one-based line for each.
    pub fn set_origins(&mut self, id: FileId, lines: &[(String, u32)]) {
        let Some(file) = self.files.get_mut(id.0 as usize).map(Arc::make_mut) else {
            return;
        };
        let mut names: Vec<String> = vec![];
        let mut index = |name: &String| {
            let known = names.iter().position(|n| n == name);
            known.unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            }) as u32
        };
        file.origins = lines.iter().map(|(name, line)| (index(name), *line)).collect();
        file.origin_names = names;
    }

    /// The file with this id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order of addition.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), &**f))
    }

    /// The file of a position; `None` for generated code.
    pub fn file_at(&self, pos: u32) -> Option<FileId> {
        if pos == 0 {
            return None;
        }
        let i = self.files.partition_point(|f| f.base <= pos);
        (i > 0).then(|| FileId(i as u32 - 1))
    }

    /// File, one-based line and one-based column of a position; columns count bytes, as in compilers and editors.
    pub fn locate(&self, pos: u32) -> Option<(&SourceFile, usize, usize)> {
        let file = self.file(self.file_at(pos)?);
        let offset = (pos - file.base).min(file.text.len() as u32);
        let line = file.line_of(offset);
        let before = file.text.get(file.line_start(line) as usize..offset as usize);
        Some((file, line + 1, before.map_or(0, encoding::columns) + 1))
    }

    /// Name of the user's file, one-based line and column of a position, for messages.
    pub fn place(&self, pos: u32) -> Option<(&str, usize, usize)> {
        let (file, line, column) = self.locate(pos)?;
        let (name, line) = file.origin(line - 1);
        Some((name, line, column))
    }

    /// The source text of a span.
    pub fn text(&self, span: Span) -> &str {
        let Some(id) = self.file_at(span.lo) else { return "" };
        let file = self.file(id);
        file.text
            .get((span.lo - file.base) as usize..(span.hi - file.base) as usize)
            .unwrap_or("")
    }
}
