//! Diagnostics for people and for programs. The only file that knows codespan-reporting.

use crate::args::{Color, MessageFormat};
use adc_frontend::diag::{Diagnostic, Severity};
use adc_frontend::span::{FileId, SourceMap, Span};
use codespan_reporting::diagnostic as cs;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term;
use codespan_reporting::term::termcolor::{Buffer, BufferWriter, ColorChoice};
use std::io::{IsTerminal, Write};
use std::ops::Range;

/// A view of the source map for codespan. A file is known by its id and by the first line that a message is about: what was
/// preprocessed holds lines of several files.
struct Sources<'a>(&'a SourceMap);

/// A file of the map, and a line whose origin names it.
type Part = (FileId, usize);

impl<'a> Files<'a> for Sources<'a> {
    type FileId = Part;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (id, line): Part) -> Result<&'a str, Error> {
        Ok(self.0.file(id).origin(line).0)
    }

    fn source(&'a self, (id, _): Part) -> Result<&'a str, Error> {
        Ok(&self.0.file(id).text)
    }

    fn line_index(&'a self, (id, _): Part, byte: usize) -> Result<usize, Error> {
        Ok(self.0.file(id).line_of(byte as u32))
    }

    fn line_number(&'a self, (id, _): Part, line: usize) -> Result<usize, Error> {
        Ok(self.0.file(id).origin(line).1)
    }

    fn line_range(&'a self, (id, _): Part, line: usize) -> Result<Range<usize>, Error> {
        let f = self.0.file(id);
        Ok(f.line_start(line) as usize..f.line_start(line + 1) as usize)
    }
}

/// The longest line that is worth showing; of longer ones only the message is printed.
const WIDEST: usize = 1000;

/// Renders messages in the chosen format to standard error.
pub fn print(messages: &[Diagnostic], map: &SourceMap, format: MessageFormat, color: Color) {
    let choice = match color {
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
        Color::Auto if std::io::stderr().is_terminal() => ColorChoice::Auto,
        Color::Auto => ColorChoice::Never,
    };
    let writer = BufferWriter::stderr(choice);
    let mut buffer = writer.buffer();
    for m in messages {
        // a closed standard error leaves nobody to tell
        let _ = render(&mut buffer, m, map, format);
    }
    let _ = writer.print(&buffer);
}

fn render(out: &mut Buffer, m: &Diagnostic, map: &SourceMap, format: MessageFormat) -> std::io::Result<()> {
    match format {
        MessageFormat::Human if is_showable(m, map) => {
            let config = term::Config::default();
            term::emit(out, &config, &Sources(map), &to_codespan(m, map)).map_err(std::io::Error::other)
        }
        MessageFormat::Human | MessageFormat::Short => writeln!(out, "{}", short(m, map)),
        MessageFormat::Json => writeln!(out, "{}", json(m, map)),
    }
}

fn is_showable(m: &Diagnostic, map: &SourceMap) -> bool {
    std::iter::once(m.span)
        .chain(m.secondary.iter().map(|l| l.span))
        .all(|s| {
            map.locate(s.lo)
                .is_none_or(|(f, line, _)| (f.line_start(line) - f.line_start(line - 1)) as usize <= WIDEST)
        })
}

fn word(s: Severity) -> &'static str {
    match s {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// `file:line:column: error[ADC0204]: text`.
fn short(m: &Diagnostic, map: &SourceMap) -> String {
    let place = map
        .place(m.span.lo)
        .map_or(String::new(), |(name, l, c)| format!("{name}:{l}:{c}: "));
    let mut text = format!("{place}{}[ADC{:04}]: {}", word(m.severity), m.code, m.message);
    for n in &m.notes {
        text += &format!("\n  note: {n}");
    }
    if let Some(h) = &m.help {
        text += &format!("\n  help: {h}");
    }
    text
}

fn to_codespan(m: &Diagnostic, map: &SourceMap) -> cs::Diagnostic<Part> {
    let mut labels = vec![];
    if let Some((file, range)) = range_in_file(m.span, map) {
        labels.push(cs::Label::primary(file, range).with_message(&m.label));
    }
    for l in &m.secondary {
        if let Some((file, range)) = range_in_file(l.span, map) {
            labels.push(cs::Label::secondary(file, range).with_message(&l.text));
        }
    }
    let mut notes = m.notes.clone();
    notes.extend(m.help.iter().map(|h| format!("help: {h}")));
    let severity = match m.severity {
        Severity::Error => cs::Severity::Error,
        Severity::Warning => cs::Severity::Warning,
        Severity::Note => cs::Severity::Note,
    };
    cs::Diagnostic::new(severity)
        .with_code(format!("ADC{:04}", m.code))
        .with_message(&m.message)
        .with_labels(labels)
        .with_notes(notes)
}

fn range_in_file(span: Span, map: &SourceMap) -> Option<(Part, Range<usize>)> {
    let id = map.file_at(span.lo)?;
    let f = map.file(id);
    let length = f.text.len();
    let mut lo = ((span.lo - f.base) as usize).min(length);
    let mut hi = (span.hi.saturating_sub(f.base) as usize).clamp(lo, length);
    // codespan slices the text: stay on characters
    while !f.text.is_char_boundary(lo) {
        lo -= 1;
    }
    while !f.text.is_char_boundary(hi) {
        hi += 1;
    }
    // lines of one file share a part, so that they are shown together
    let name = f.origin(f.line_of(lo as u32)).0;
    let lines = f.line_of(length as u32) + 1;
    let first = (0..lines).find(|&l| f.origin(l).0 == name).unwrap_or(0);
    Some(((id, first), lo..hi))
}

/// One object: severity, code, message, place, notes, help.
fn json(m: &Diagnostic, map: &SourceMap) -> String {
    let mut fields = vec![
        format!("\"severity\":{}", quoted(word(m.severity))),
        format!("\"code\":\"ADC{:04}\"", m.code),
        format!("\"message\":{}", quoted(&m.message)),
    ];
    if let Some((name, line, column)) = map.place(m.span.lo) {
        fields.push(format!("\"file\":{},\"line\":{line},\"column\":{column}", quoted(name)));
    }
    let related: Vec<String> = m
        .secondary
        .iter()
        .filter_map(|l| {
            let (name, line, column) = map.place(l.span.lo)?;
            let (file, text) = (quoted(name), quoted(&l.text));
            Some(format!(
                "{{\"file\":{file},\"line\":{line},\"column\":{column},\"message\":{text}}}"
            ))
        })
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

fn quoted(s: &str) -> String {
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
