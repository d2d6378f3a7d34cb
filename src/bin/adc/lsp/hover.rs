//! Hover: what is known of a line.

use super::documents::path_of;
use super::notes::{notes, LineNote};
use super::subjects::{is_same, Checked};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};
use std::path::Path;

/// The text for a position; `None` if nothing is known about its line.
pub fn hover(checked: &mut [Checked], params: &HoverParams) -> Option<Hover> {
    let at = &params.text_document_position_params;
    let path = path_of(&at.text_document.uri)?;
    let line = at.position.line as usize + 1;
    let mut parts: Vec<String> = vec![];
    for c in checked.iter_mut().filter(|c| c.derivative.is_some() && c.reads(&path)) {
        let notes = notes_of(c)
            .iter()
            .filter(|n| n.place.1 == line && is_same(Path::new(&n.place.0), &path));
        for n in notes {
            let text = n.text.clone();
            if !parts.contains(&text) {
                parts.push(text);
            }
        }
    }
    let value = parts.join("\n\n");
    let contents = MarkupContent {
        kind: MarkupKind::PlainText,
        value,
    };
    (!parts.is_empty()).then_some(Hover {
        contents: HoverContents::Markup(contents),
        range: None,
    })
}

/// The notes of all lines, found once.
fn notes_of(c: &mut Checked) -> &[LineNote] {
    if c.notes.is_none() {
        // errors were reported when the derivative was made
        let found = c.program.as_ref().map(|p| notes(p, &c.request, c.has_tape()));
        c.notes = Some(found.and_then(Result::ok).unwrap_or_default());
    }
    c.notes.as_deref().unwrap_or_default()
}
