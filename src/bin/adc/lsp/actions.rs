//! Code actions: directives before loops and calls, and the nearest name in place of an unknown one.

use super::documents::{path_of, Documents};
use super::places::marked;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic, Position, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use std::collections::HashMap;

/// The directives for loops, each with its title.
const LOOPS: [(&str, &str); 3] = [
    ("ii-loop", "The iterations of this loop are independent"),
    ("binomial-ckp snapshots=50", "Store at most 50 snapshots of this loop"),
    ("fixed-point", "This loop iterates to a fixed point"),
];
/// Likewise for calls.
const CALLS: [(&str, &str); 2] = [
    ("nocheckpoint", "Run this call once and record values"),
    ("checkpoint", "Run this call again instead of recording"),
];

/// The actions for a range.
pub fn actions(documents: &Documents, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let uri = &params.text_document.uri;
    let Some(text) = path_of(uri).and_then(|path| documents.text(&path)) else {
        return vec![];
    };
    let near = params.context.diagnostics.iter().filter_map(|d| nearest(uri, &text, d));
    let line = params.range.start.line as usize;
    let directives = directives(&text, line).iter();
    let path = path_of(uri).unwrap_or_default();
    let is_fixed = adc::form_of_name(&path.to_string_lossy()) == Some(adc::Form::Fixed);
    let inserted = directives.map(|(directive, title)| {
        let content = text.lines().nth(line).unwrap_or("");
        let indent = match is_fixed {
            true => "",
            false => &content[..content.len() - content.trim_start().len()],
        };
        let at = Position::new(line as u32, 0);
        let edit = TextEdit::new(Range::new(at, at), format!("{indent}!$adc {directive}\n"));
        let title = format!("{title}: !$adc {directive}");
        action(uri, title, CodeActionKind::REFACTOR, edit, None)
    });
    near.chain(inserted).collect()
}

/// The directives that fit a line which has none.
fn directives(text: &str, line: usize) -> &'static [(&'static str, &'static str)] {
    let lines: Vec<&str> = text.lines().collect();
    let before = line.checked_sub(1).and_then(|k| lines.get(k)).map_or("", |l| l.trim());
    let has_one = before.get(1..).is_some_and(|b| b.trim_start().starts_with('$'));
    let code = lines.get(line).map_or(String::new(), |l| l.trim().to_ascii_lowercase());
    // a label or the name of a construct
    let code = code.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let named = code.split_once(':').map(|(_, rest)| rest.trim_start());
    let begins = |word: &str| {
        let is_it = |c: &str| {
            c.strip_prefix(word)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        is_it(code) || named.is_some_and(is_it)
    };
    let calls = begins("call") || code.starts_with("if") && code.contains(") call ");
    match (has_one, begins("do"), calls) {
        (false, true, _) => &LOOPS,
        (false, false, true) => &CALLS,
        _ => &[],
    }
}

/// The change of a marked word to the nearest name, which the help of the message proposes.
fn nearest(uri: &Uri, text: &str, d: &Diagnostic) -> Option<CodeActionOrCommand> {
    let (_, rest) = d.message.split_once("help: did you mean `")?;
    let (name, _) = rest.split_once('`')?;
    let word = marked(text, d.range)?;
    // messages about directives mark the whole comment
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let edit = TextEdit::new(d.range, name.to_string());
    let title = format!("Change `{word}` to `{name}`");
    is_word.then(|| action(uri, title, CodeActionKind::QUICKFIX, edit, Some(d)))
}

fn action(
    uri: &Uri,
    title: String,
    kind: CodeActionKind,
    edit: TextEdit,
    of: Option<&Diagnostic>,
) -> CodeActionOrCommand {
    #[allow(clippy::mutable_key_type)] // the protocol's own type
    let changes = HashMap::from([(uri.clone(), vec![edit])]);
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(kind),
        diagnostics: of.map(|d| vec![d.clone()]),
        edit: Some(WorkspaceEdit::new(changes)),
        ..Default::default()
    })
}
