//! The texts of open documents, and the conversion of their names.

use crate::input::Open;
use lsp_types::{DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, Uri};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// The open documents.
#[derive(Default)]
pub struct Documents(Arc<Open>);

impl Documents {
    /// A document was opened.
    pub fn open(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        self.set(&document.uri, document.text);
    }

    /// A document has another text: the last of the changes, since each contains the whole text.
    pub fn change(&mut self, params: DidChangeTextDocumentParams) {
        if let Some(last) = params.content_changes.into_iter().next_back() {
            self.set(&params.text_document.uri, last.text);
        }
    }

    /// A document was closed: its file counts again.
    pub fn close(&mut self, params: &DidCloseTextDocumentParams) {
        if let Some(path) = path_of(&params.text_document.uri) {
            Arc::make_mut(&mut self.0).remove(&path);
        }
    }

    fn set(&mut self, uri: &Uri, text: String) {
        // documents that are no files have no name to read them by
        if let Some(path) = path_of(uri) {
            Arc::make_mut(&mut self.0).set(&path, text.into_bytes());
        }
    }

    /// The texts that replace those of files.
    pub fn texts(&self) -> Arc<Open> {
        Arc::clone(&self.0)
    }

    /// The paths of the open documents.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.paths()
    }

    /// The text of a document, or of a file.
    pub fn text(&self, path: &Path) -> Option<String> {
        let bytes = match self.0.get(path) {
            Some(text) => text.to_vec(),
            None => crate::files::read(path).ok()?,
        };
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The path of a file.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let encoded = uri.as_str().strip_prefix("file://")?;
    let mut bytes = vec![];
    let mut rest = encoded.bytes();
    while let Some(b) = rest.next() {
        let decoded = (b == b'%').then(|| {
            let digits = [rest.next()?, rest.next()?];
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()
        });
        bytes.push(decoded.map_or(Some(b), |d| d)?);
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/model.f90`
    let is_drive = cfg!(windows) && path.get(2..3) == Some(":");
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// The name of a file; `None` for one that cannot be a URI.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let absolute = std::path::absolute(path).ok()?;
    let text = absolute.to_str()?.replace('\\', "/");
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/:".contains(&b);
    let each = text.bytes().map(|b| match plain(b) {
        true => char::from(b).to_string(),
        false => format!("%{b:02X}"),
    });
    let slash = if text.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", each.collect::<String>())).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_both_ways() {
        for path in ["/x/a b/m\u{f6}del#1.f90", "/x/100%.f90", "/x/(y).f90"] {
            let uri = uri_of(Path::new(path)).unwrap();
            assert!(!uri.as_str().contains([' ', '#']), "{}", uri.as_str());
            assert_eq!(path_of(&uri).unwrap(), Path::new(path));
        }
        assert_eq!(path_of(&Uri::from_str("untitled:1").unwrap()), None);
    }
}
