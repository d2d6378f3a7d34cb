//! Diagnostics for people and for programs, as text. Only this module and [`excerpt`](crate::excerpt) use
//! codespan-reporting.

use crate::excerpt::{Excerpts, Part};
use crate::{json, sarif};
use adc_frontend::diag::{Diagnostic, Severity};
use adc_frontend::encoding::shown;
use adc_frontend::span::{SourceMap, Span};
use codespan_reporting::diagnostic as cs;
use codespan_reporting::term;
use codespan_reporting::term::termcolor::Buffer;
use indexmap::IndexMap;
use std::io::Write;

/// Limit on the length of quoted lines; for longer ones only the message is printed.
const WIDEST: usize = 1000;

/// The layout of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Layout {
    /// With the source line, for people.
    #[default]
    Human,
    /// One line per message, and further lines for notes and help.
    Short,
    /// One line per message, note, remedy and further place, as compilers of the GNU project print them.
    Gcc,
    /// One JSON object per line.
    Json,
    /// One log of SARIF 2.1.0 for all messages: JSON for services that annotate code.
    Sarif,
}

impl Layout {
    /// True for layouts that programs read.
    fn is_data(self) -> bool {
        matches!(self, Layout::Json | Layout::Sarif)
    }
}

/// How messages become text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RenderOptions {
    /// The layout.
    pub layout: Layout,
    /// Use the colours of terminals (ANSI escape sequences).
    pub colors: bool,
    /// Print each message in full. Otherwise warnings and notes that differ in their places alone become one, with these
    /// places, in the layouts for people.
    pub all: bool,
}

/// A message, with the sources of its places.
pub(crate) type Located<'a> = (&'a Diagnostic, &'a SourceMap);

/// Limit on the number of further places in a message.
const PLACES: usize = 3;

/// The text of messages.
pub(crate) fn text(messages: &[Located], options: &RenderOptions) -> String {
    let mut buffer = match options.colors {
        true => Buffer::ansi(),
        false => Buffer::no_color(),
    };
    let folds = !options.all && !options.layout.is_data();
    let shown = match folds {
        true => folded(messages),
        false => messages.iter().map(|&(m, map)| (m.clone(), map)).collect(),
    };
    let shown: Vec<_> = shown.into_iter().map(|(m, map)| (as_shown(m), map)).collect();
    if options.layout == Layout::Sarif {
        return sarif::log(&shown);
    }
    let mut sources: IndexMap<*const SourceMap, Excerpts> = IndexMap::new();
    for (m, map) in shown {
        let excerpts = sources.entry(map).or_insert_with(|| Excerpts::new(map));
        // writing to memory does not fail
        let _ = render(&mut buffer, &m, map, excerpts, options.layout);
    }
    String::from_utf8_lossy(&buffer.into_inner()).into_owned()
}

/// The first of the messages that differ in their places alone, with a note about the places of the others. Each error
/// stays: it is a task.
fn folded<'a>(messages: &[Located<'a>]) -> Vec<(Diagnostic, &'a SourceMap)> {
    let mut first: IndexMap<(Option<usize>, Diagnostic), Vec<Located>> = IndexMap::new();
    for (k, &(m, map)) in messages.iter().enumerate() {
        let own = m.is_error().then_some(k);
        first.entry((own, without_places(m))).or_default().push((m, map));
    }
    let one = |same: Vec<Located<'a>>| {
        let (m, map) = same[0];
        let mut m = m.clone();
        m.notes.extend(elsewhere(&same[1..]));
        (m, map)
    };
    first.into_values().map(one).collect()
}

fn without_places(m: &Diagnostic) -> Diagnostic {
    let mut m = m.clone();
    m.span = Span::NONE;
    m.secondary.iter_mut().for_each(|l| l.span = Span::NONE);
    m
}

/// `the same at 5 more places: a.f90:3:1, a.f90:9:1, b.f90:3:1, ...`.
fn elsewhere(others: &[Located]) -> Option<String> {
    let places = others.iter().filter_map(|(m, map)| map.place(m.span.lo));
    let mut places: Vec<String> = places.map(|(name, l, c)| format!("{name}:{l}:{c}")).collect();
    let count = match places.len() {
        0 => return None,
        1 => "one more place".to_string(),
        n => format!("{n} more places"),
    };
    if places.len() > PLACES {
        places.truncate(PLACES);
        places.push("...".into());
    }
    Some(format!("the same at {count}: {}", places.join(", ")))
}

/// A message for people, whose text may quote the source.
fn as_shown(mut m: Diagnostic) -> Diagnostic {
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
    sources: &Excerpts<'_>,
    layout: Layout,
) -> std::io::Result<()> {
    match layout {
        Layout::Human if is_showable(m, map) => {
            let config = term::Config::default();
            term::emit(out, &config, sources, &to_codespan(m, sources)).map_err(std::io::Error::other)
        }
        Layout::Human | Layout::Short => writeln!(out, "{}", short(m, map)),
        Layout::Gcc => writeln!(out, "{}", gcc(m, map)),
        Layout::Json => writeln!(out, "{}", json::object(m, map)),
        Layout::Sarif => Ok(()), // all messages are one text
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

/// `file:line:column: error[ADC0204]: text`.
pub(crate) fn line(m: &Diagnostic, map: &SourceMap) -> String {
    let place = map
        .place(m.span.lo)
        .map_or(String::new(), |(name, l, c)| format!("{name}:{l}:{c}: "));
    format!("{place}{}[ADC{:04}]: {}", m.severity.word(), m.code, m.message)
}

/// `file:line:column: error: text [ADC0204]`, and lines of the same form for notes, the remedy and further places. What
/// has no place begins with `adc`.
fn gcc(m: &Diagnostic, map: &SourceMap) -> String {
    let at = |span: Span| {
        let place = map.place(span.lo);
        place.map_or("adc".to_string(), |(name, l, c)| format!("{name}:{l}:{c}"))
    };
    let own = at(m.span);
    let mut text = format!("{own}: {}: {} [ADC{:04}]", m.severity.word(), m.message, m.code);
    for l in &m.secondary {
        text += &format!("\n{}: note: {}", at(l.span), l.text);
    }
    for n in m.notes.iter().chain(&m.help) {
        text += &format!("\n{own}: note: {n}");
    }
    text
}

/// This line, notes and help.
fn short(m: &Diagnostic, map: &SourceMap) -> String {
    let mut text = line(m, map);
    for n in &m.notes {
        text += &format!("\n  note: {n}");
    }
    if let Some(h) = &m.help {
        text += &format!("\n  help: {h}");
    }
    text
}

fn to_codespan(m: &Diagnostic, sources: &Excerpts<'_>) -> cs::Diagnostic<Part> {
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
