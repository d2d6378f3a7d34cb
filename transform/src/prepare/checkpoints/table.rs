//! Reads a file of checkpoints: one table for each call or loop.
//!
//! ```toml
//! [[call]]
//! caller = "ocean%step"
//! callee = "flux"
//! number = 2            # the second call of `flux` in `step`; without: all of them
//! count = 3             # the number of calls of `flux` there, to notice edits
//! kind = "split"        # or "joint"
//!
//! [[loop]]
//! procedure = "run"
//! variable = "t"        # without: loops of all kinds
//! number = 1
//! snapshots = 50        # binomial checkpoints; or kind = "joint", kind = "split"
//! disk = 100
//! ```
//!
//! `docs/reference/checkpoints.md` lists all keys. An unknown key, or a value of another type, is an error at its place.

use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::near::did_you_mean;
use adc_frontend::span::Span;
use std::ops::Range;
use toml::de::{DeTable, DeValue};
use toml::Spanned;

/// The entries of a file.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    /// About calls.
    pub(super) calls: Vec<Entry>,
    /// About loops.
    pub(super) loops: Vec<Entry>,
}

/// An entry.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The procedure that contains it: `step`, `ocean%step`.
    pub caller: Word,
    /// The called procedure, or the variable of the loop.
    pub name: Option<Word>,
    /// Its number among those of this name, from 1, or its line.
    pub which: Which,
    /// The number of those of this name.
    pub count: Option<(i64, Span)>,
    pub kind: Kind,
    pub span: Span,
}

/// A name, folded, with its place.
pub(super) type Word = (SmolStr, Span);

/// The calls, or loops, of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    All,
    Number(i64),
    Line(i64),
}

/// What an entry chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Split,
    Joint,
    Binomial { snapshots: i64, disk: Option<i64> },
}

const OF_CALLS: [&str; 6] = ["caller", "callee", "number", "line", "count", "kind"];
const OF_LOOPS: [&str; 8] = [
    "procedure",
    "variable",
    "number",
    "line",
    "count",
    "kind",
    "snapshots",
    "disk",
];

/// Reads a file that begins at `base`.
pub fn read(text: &str, base: u32, messages: &mut Vec<Diagnostic>) -> Entries {
    let mut reader = Reader { base, messages };
    let mut all = Entries::default();
    let file = match DeTable::parse(text) {
        Ok(t) => t.into_inner(),
        Err(e) => {
            let span = e.span().map_or(reader.span(0..0), |r| reader.span(r));
            reader.say(span, e.message().to_string(), None);
            return all;
        }
    };
    for (key, value) in &file {
        let tables = value.get_ref().as_array();
        let known = matches!(key.get_ref().as_ref(), "call" | "loop");
        let Some(tables) = tables.filter(|_| known) else {
            let near = did_you_mean(key.get_ref(), ["call", "loop"].into_iter());
            let text = format!("`{}` is no list of calls or loops", key.get_ref());
            let help = near.unwrap_or_else(|| "begin each entry with `[[call]]` or `[[loop]]`".into());
            reader.say(reader.span(key.span()), text, Some(help));
            continue;
        };
        for t in tables.iter() {
            let span = reader.span(t.span());
            let Some(table) = t.get_ref().as_table() else {
                reader.say(span, "expected a table: `[[call]]` or `[[loop]]`".into(), None);
                continue;
            };
            match key.get_ref().as_ref() {
                "call" => all.calls.extend(reader.call(table, span)),
                _ => all.loops.extend(reader.repeated(table, span)),
            }
        }
    }
    all
}

type Value<'t> = Spanned<DeValue<'t>>;

struct Reader<'m> {
    base: u32,
    messages: &'m mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn span(&self, r: Range<usize>) -> Span {
        Span::new(self.base + r.start as u32, self.base + r.end as u32)
    }

    fn say(&mut self, span: Span, text: String, help: Option<String>) {
        let d = Diagnostic::error(codes::BAD_CHECKPOINTS, span, text);
        self.messages.push(help.into_iter().fold(d, Diagnostic::help));
    }

    /// An entry of `[[call]]`.
    fn call(&mut self, table: &DeTable, span: Span) -> Option<Entry> {
        self.check_keys(table, &OF_CALLS);
        let caller = self.needed(table, "caller", span, "caller = \"step\"")?;
        let callee = self.needed(table, "callee", span, "callee = \"flux\"")?;
        let kind = self.kind(table)?;
        let Some(kind) = kind else {
            self.say(
                span,
                "the entry lacks its kind".into(),
                Some("write `kind = \"split\"` or `kind = \"joint\"`".into()),
            );
            return None;
        };
        Some(Entry {
            caller,
            name: Some(callee),
            which: self.which(table)?,
            count: self.number(table, "count", 1)?,
            kind,
            span,
        })
    }

    /// An entry of `[[loop]]`.
    fn repeated(&mut self, table: &DeTable, span: Span) -> Option<Entry> {
        self.check_keys(table, &OF_LOOPS);
        let caller = self.needed(table, "procedure", span, "procedure = \"run\"")?;
        let name = self.word(table, "variable")?;
        let kind = self.kind(table)?;
        let snapshots = self.number(table, "snapshots", 1)?;
        let disk = self.number(table, "disk", 0)?;
        let kind = match (kind, snapshots) {
            (Some(kind), None) if disk.is_none() => kind,
            (None, Some((snapshots, _))) => Kind::Binomial {
                snapshots,
                disk: disk.map(|d| d.0),
            },
            (Some(_), _) => {
                let text = "`snapshots` and `disk` choose binomial checkpoints, and `kind` another way";
                self.say(span, text.into(), Some("keep one of them".into()));
                return None;
            }
            (None, None) => {
                let help = "write `snapshots = 50`, `kind = \"joint\"` or `kind = \"split\"`";
                self.say(span, "the entry chooses nothing".into(), Some(help.into()));
                return None;
            }
        };
        Some(Entry {
            caller,
            name,
            which: self.which(table)?,
            count: self.number(table, "count", 1)?,
            kind,
            span,
        })
    }

    fn check_keys(&mut self, table: &DeTable, known: &[&str]) {
        for (key, _) in table.iter().filter(|(k, _)| !known.contains(&k.get_ref().as_ref())) {
            let near = did_you_mean(key.get_ref(), known.iter().copied());
            let help = near.unwrap_or_else(|| format!("known keys: {}", known.join(", ")));
            let at = self.span(key.span());
            self.say(at, format!("unknown key `{}`", key.get_ref()), Some(help));
        }
    }

    fn which(&mut self, table: &DeTable) -> Option<Which> {
        let number = self.number(table, "number", 1)?;
        let line = self.number(table, "line", 1)?;
        match (number, line) {
            (None, None) => Some(Which::All),
            (Some((n, _)), None) => Some(Which::Number(n)),
            (None, Some((l, _))) => Some(Which::Line(l)),
            (Some(_), Some((_, at))) => {
                self.say(
                    at,
                    "`number` and `line` are given both".into(),
                    Some("keep one of them".into()),
                );
                None
            }
        }
    }

    /// The value of `kind`; the outer `None` after an error.
    fn kind(&mut self, table: &DeTable) -> Option<Option<Kind>> {
        let Some((word, at)) = self.word(table, "kind")? else {
            return Some(None);
        };
        match word.as_str() {
            "split" => Some(Some(Kind::Split)),
            "joint" => Some(Some(Kind::Joint)),
            other => {
                let near = did_you_mean(other, ["split", "joint"].into_iter());
                let help = near.unwrap_or_else(|| "the kinds are `split` and `joint`".into());
                self.say(at, format!("`{other}` is no kind of checkpoint"), Some(help));
                None
            }
        }
    }

    fn needed(&mut self, table: &DeTable, key: &str, span: Span, example: &str) -> Option<Word> {
        let found = self.word(table, key)?;
        if found.is_none() {
            let help = Some(format!("write `{example}`"));
            self.say(span, format!("the entry lacks the key `{key}`"), help);
        }
        found
    }

    fn word(&mut self, table: &DeTable, key: &str) -> Option<Option<Word>> {
        let Some(value) = table.get(key) else { return Some(None) };
        let at = self.span(value.span());
        match value.get_ref().as_str() {
            Some(w) if !w.trim().is_empty() => Some(Some((fold(w.trim()), at))),
            _ => {
                self.say(at, format!("the value of `{key}` must be a name in quotes"), None);
                None
            }
        }
    }

    fn number(&mut self, table: &DeTable, key: &str, least: i64) -> Option<Option<(i64, Span)>> {
        let Some(value) = table.get(key) else { return Some(None) };
        let at = self.span(value.span());
        match integer(value).filter(|n| (least..=i64::from(i32::MAX)).contains(n)) {
            Some(n) => Some(Some((n, at))),
            None => {
                self.say(
                    at,
                    format!("the value of `{key}` must be an integer from {least}"),
                    None,
                );
                None
            }
        }
    }
}

fn integer(value: &Value) -> Option<i64> {
    let number = value.get_ref().as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}
