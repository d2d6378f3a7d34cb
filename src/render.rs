//! Diagnostics for people and for programs. Only this module and [`excerpt`](crate::excerpt) use codespan-reporting.

use crate::args::{Color, MessageFormat};
use crate::excerpt::{Part, Sources};
use adc_frontend::diag::{Diagnostic, Severity};
use adc_frontend::encoding::shown;
use adc_frontend::span::SourceMap;
use codespan_reporting::diagnostic as cs;
use codespan_reporting::term;
use codespan_reporting::term::termcolor::{Buffer, BufferWriter, ColorChoice};
use std::io::{IsTerminal, Write};

/// Limit on the length of quoted lines; for longer ones only the message is printed.
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
    let sources = Sources::new(map);
    for m in messages.iter().map(as_shown) {
        // errors on a closed standard error cannot be reported
        let _ = render(&mut buffer, &m, map, &sources, format);
    }
    let _ = writer.print(&buffer);
}

/// A message for people, whose text may quote the source.
fn as_shown(m: &Diagnostic) -> Diagnostic {
    let mut m = m.clone();
    let labels = m.secondary.iter_mut().map(|l| &mut l.text);
    let texts = [&mut m.message, &mut m.label].into_iter();
    for text in texts.chain(labels).chain(&mut m.notes).chain(&mut m.help) {
        *text = shown(text).into_owned();
    }
    m
}

fn render(
    out: &mut Buffer,
    m: &Diagnostic,
    map: &SourceMap,
    sources: &Sources<'_>,
    format: MessageFormat,
) -> std::io::Result<()> {
    match format {
        MessageFormat::Human if is_showable(m, map) => {
            let config = term::Config::default();
            term::emit(out, &config, sources, &to_codespan(m, sources)).map_err(std::io::Error::other)
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

fn to_codespan(m: &Diagnostic, sources: &Sources<'_>) -> cs::Diagnostic<Part> {
    let mut labels = vec![];
    if let Some((file, range)) = sources.range(m.span) {
        labels.push(cs::Label::primary(file, range).with_message(&m.label));
    }
    for l in &m.secondary {
        if let Some((file, range)) = sources.range(l.span) {
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
