//! Diagnostics as a log of SARIF 2.1.0 (OASIS), which services that review code and some editors read.
//!
//! One run of one tool; a rule for each code that occurs; notes of `adc` have the level `note`. Columns count characters
//! from 1 (`unicodeCodePoints`), unlike those of the other layouts.

use crate::code::Code;
use crate::json::quoted;
use crate::place::Place;
use adc_frontend::diag::Diagnostic;
use adc_frontend::encoding::shown;
use adc_frontend::span::{SourceMap, Span};
use std::collections::BTreeSet;

/// The log of all messages, in one line.
pub(crate) fn log(messages: &[(Diagnostic, &SourceMap)]) -> String {
    let codes: BTreeSet<u16> = messages.iter().map(|(m, _)| m.code).collect();
    let rules: Vec<String> = codes.into_iter().map(|c| rule(Code::new(c))).collect();
    let results: Vec<String> = messages.iter().map(|(m, map)| result(m, map)).collect();
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\
         \"driver\":{{\"name\":\"adc\",\"version\":{},\"rules\":[{}]}}}},\"columnKind\":\"unicodeCodePoints\",\
         \"results\":[{}]}}]}}\n",
        quoted(env!("CARGO_PKG_VERSION")),
        rules.join(","),
        results.join(",")
    )
}

fn rule(code: Code) -> String {
    format!(
        "{{\"id\":\"{code}\",\"shortDescription\":{},\"help\":{{\"text\":{page},\"markdown\":{page}}}}}",
        text(code.title()),
        page = quoted(code.page())
    )
}

/// A message object.
fn text(s: &str) -> String {
    format!("{{\"text\":{}}}", quoted(s))
}

fn result(m: &Diagnostic, map: &SourceMap) -> String {
    let facts = m.notes.iter().map(|n| format!("\nnote: {n}"));
    let facts: String = facts.chain(m.help.iter().map(|h| format!("\nhelp: {h}"))).collect();
    let mut fields = vec![
        format!("\"ruleId\":\"ADC{:04}\"", m.code),
        format!("\"level\":\"{}\"", m.severity.word()),
        format!("\"message\":{}", text(&format!("{}{facts}", m.message))),
    ];
    fields.extend(location(m.span, map).map(|l| format!("\"locations\":[{{{l}}}]")));
    let labels = m
        .secondary
        .iter()
        .filter_map(|l| Some((location(l.span, map)?, &l.text)));
    let related: Vec<String> = labels
        .map(|(at, said)| format!("{{{at},\"message\":{}}}", text(said)))
        .collect();
    if !related.is_empty() {
        fields.push(format!("\"relatedLocations\":[{}]", related.join(",")));
    }
    format!("{{{}}}", fields.join(","))
}

fn location(span: Span, map: &SourceMap) -> Option<String> {
    let p = Place::of(span, map)?;
    let mut region = format!(
        "\"startLine\":{},\"startColumn\":{},\"endLine\":{},\"endColumn\":{}",
        p.line,
        character(span.lo, map),
        p.end_line,
        match (p.line, p.column) == (p.end_line, p.end_column) {
            true => character(span.lo, map),
            false => character(span.hi, map),
        }
    );
    if let Some((start, end)) = p.bytes {
        region += &format!(",\"byteOffset\":{start},\"byteLength\":{}", end - start);
    }
    Some(format!(
        "\"physicalLocation\":{{\"artifactLocation\":{{\"uri\":{}}},\"region\":{{{region}}}}}",
        quoted(&uri(&p.file))
    ))
}

/// The column in characters, from 1.
fn character(at: u32, map: &SourceMap) -> usize {
    let Some((file, line, _)) = map.locate(at) else {
        return 1;
    };
    let before = file
        .text
        .get(file.line_start(line - 1) as usize..(at - file.base) as usize);
    shown(before.unwrap_or("")).chars().count() + 1
}

/// A file name as a relative reference (RFC 3986): separators stay, other special characters become `%20` and the like.
fn uri(name: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    let each = name.bytes().map(|b| match b {
        b'\\' if cfg!(windows) => "/".to_string(),
        b if plain(b) => char::from(b).to_string(),
        b => format!("%{b:02X}"),
    });
    let absolute = if name.starts_with('/') { "file://" } else { "" };
    absolute.to_string() + &each.collect::<String>()
}
