//! Diagnostics as JSON: one object each.

use crate::place::Place;
use adc_frontend::diag::Diagnostic;
use adc_frontend::span::{SourceMap, Span};

/// One object: severity, code, message, label, place, related places, notes, help.
pub(crate) fn object(m: &Diagnostic, map: &SourceMap) -> String {
    let mut fields = vec![
        format!("\"severity\":{}", quoted(m.severity.word())),
        format!("\"code\":\"ADC{:04}\"", m.code),
        format!("\"message\":{}", quoted(&m.message)),
    ];
    fields.extend(place(m.span, map));
    if !m.label.is_empty() {
        fields.push(format!("\"label\":{}", quoted(&m.label)));
    }
    let related: Vec<String> = m
        .secondary
        .iter()
        .filter_map(|l| Some(format!("{{{},\"message\":{}}}", place(l.span, map)?, quoted(&l.text))))
        .collect();
    if !related.is_empty() {
        fields.push(format!("\"related\":[{}]", related.join(",")));
    }
    if !m.notes.is_empty() {
        let notes: Vec<String> = m.notes.iter().map(|n| quoted(n)).collect();
        fields.push(format!("\"notes\":[{}]", notes.join(",")));
    }
    if let Some(h) = &m.help {
        fields.push(format!("\"help\":{}", quoted(h)));
    }
    format!("{{{}}}", fields.join(","))
}

/// The fields of a place: the file, lines and columns from 1, and, unless a preprocessor moved the text, offsets from 0.
fn place(span: Span, map: &SourceMap) -> Option<String> {
    let p = Place::of(span, map)?;
    let mut fields = format!(
        "\"file\":{},\"line\":{},\"column\":{},\"end_line\":{},\"end_column\":{}",
        quoted(&p.file),
        p.line,
        p.column,
        p.end_line,
        p.end_column
    );
    if let Some((start, end)) = p.bytes {
        fields += &format!(",\"offset\":{start},\"end_offset\":{end}");
    }
    Some(fields)
}

/// A text as JSON has it.
pub fn quoted(s: &str) -> String {
    let mut out = String::from("\"");
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
