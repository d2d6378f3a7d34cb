//! Hover: the active variables of a line, and what the adjoint records there.

use super::documents::path_of;
use super::subjects::{is_same, Checked};
use adc::{CallingProcedure, Error, Place, TapeRow};
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

/// What is known of a line.
pub struct LineNote {
    place: (String, usize),
    text: String,
}

impl LineNote {
    fn at(place: &Place, text: String) -> LineNote {
        LineNote {
            place: (place.file.clone(), place.line),
            text,
        }
    }
}

/// The notes of all lines, found once.
fn notes_of(c: &mut Checked) -> &[LineNote] {
    if c.notes.is_none() {
        // errors were reported when the derivative was made
        c.notes = Some(found(c).unwrap_or_default());
    }
    c.notes.as_deref().unwrap_or_default()
}

fn found(c: &Checked) -> Result<Vec<LineNote>, Error> {
    let Some(program) = &c.program else { return Ok(vec![]) };
    let (heads, options) = (&c.request.heads, &c.request.options);
    let analysis = program.analyse(heads, options)?;
    let procedures = analysis.procedures()?;
    let openings = procedures.iter().map(|p| LineNote::at(&p.place, opening(p)));
    let lines = analysis.active_names()?.into_iter().map(|n| LineNote {
        text: format!("active: {}", n.texts.join(", ")),
        place: (n.file, n.line),
    });
    let mut all: Vec<LineNote> = openings.chain(lines).collect();
    if c.has_tape() {
        for tape in program.plan(heads, options)?.tapes()? {
            all.extend(tape.place.map(|p| LineNote::at(&p, format!("tape: {}", tape.total))));
            let rows = tape.rows.iter();
            all.extend(rows.filter_map(|r| Some(LineNote::at(r.place.as_ref()?, row(r)))));
        }
    }
    Ok(all)
}

fn opening(p: &CallingProcedure) -> String {
    match p.active.as_slice() {
        _ if !p.is_active => "passive".into(),
        [] => "active".into(),
        names => format!("active: {}", names.join(", ")),
    }
}

fn row(r: &TapeRow) -> String {
    if let (true, Some(count)) = (r.is_loop, r.size.strip_prefix("x ")) {
        return format!("iterations: {count}");
    }
    let words = [&r.what, &r.size, &r.why];
    let words = words.into_iter().filter(|w| !w.is_empty());
    words.map(String::as_str).collect::<Vec<_>>().join(", ")
}
