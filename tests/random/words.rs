//! Words of a program's text: finds the declared ones, and replaces words by others.

use adc_frontend::ir::{Program, Storage, SymbolKind};
use adc_frontend::lines::Includes;
use adc_frontend::parse::{parse_file, ParseOptions};
use adc_frontend::resolve::resolve;
use adc_frontend::span::{Form, SourceMap};
use adc_frontend::{ast::fold, diag::any_error, intrinsics};
use std::collections::{BTreeMap, BTreeSet};

/// Meaning of a name, as far as it restricts new names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Known in units only.
    Inside,
    /// A global name, which must not be that of an intrinsic procedure or of the tape.
    Everywhere,
}

/// Words of a program.
pub struct Declared {
    /// Names that it declares, lower case.
    pub names: BTreeMap<String, Role>,
    /// All words in it.
    pub words: BTreeSet<String>,
    /// Names in its header, which drivers use.
    pub header: BTreeSet<String>,
    /// Arguments of the head among them.
    pub arguments: BTreeSet<String>,
}

/// Words with a meaning in statements.
const KEYWORDS: &[&str] = &[
    "if",
    "then",
    "else",
    "elseif",
    "end",
    "do",
    "while",
    "call",
    "use",
    "only",
    "real",
    "integer",
    "complex",
    "logical",
    "character",
    "type",
    "class",
    "function",
    "subroutine",
    "module",
    "contains",
    "result",
    "return",
    "stop",
    "exit",
    "cycle",
    "goto",
    "go",
    "to",
    "select",
    "case",
    "default",
    "where",
    "elsewhere",
    "forall",
    "associate",
    "block",
    "data",
    "common",
    "save",
    "parameter",
    "dimension",
    "intent",
    "in",
    "out",
    "inout",
    "optional",
    "value",
    "pointer",
    "allocatable",
    "target",
    "public",
    "private",
    "interface",
    "procedure",
    "allocate",
    "deallocate",
    "nullify",
    "write",
    "read",
    "print",
    "open",
    "close",
    "format",
    "implicit",
    "none",
    "precision",
    "double",
    "recursive",
    "pure",
    "elemental",
    "external",
    "intrinsic",
    "import",
    "entry",
    "namelist",
    "equivalence",
    "continue",
    "is",
    "kind",
    "len",
    "source",
    "mold",
    "stat",
    "unit",
    "file",
    "status",
    "fmt",
    "nml",
    "pass",
    "nopass",
    "extends",
    "abstract",
    "deferred",
    "generic",
    "final",
    "sequence",
    "bind",
    "concurrent",
    "operator",
    "assignment",
    "and",
    "or",
    "not",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "true",
    "false",
    "eqv",
    "neqv",
    "program",
    "rank",
    "contiguous",
    "protected",
    "volatile",
    "c",
    "include",
    "errmsg",
    "iostat",
    "re",
    "im",
    "impure",
    "enddo",
    "endif",
    "assign",
    "pause",
    "rewind",
    "inquire",
    "backspace",
    "endfile",
    "exist",
    "iolength",
    "size",
    "action",
];

/// Words that the text declares; `None` if some names are undeclared.
pub fn declared(text: &str, fixed: bool) -> Option<Declared> {
    let mut map = SourceMap::default();
    let form = if fixed { Form::Fixed } else { Form::Free };
    let file = map.add("source", text, form);
    let (tree, mut messages) = parse_file(&map, file, &ParseOptions::default(), &Includes::default());
    let (program, more) = resolve(&[tree]);
    messages.extend(more);
    if any_error(&messages) {
        return None;
    }
    let (mut words, mut dotted) = (BTreeSet::new(), BTreeSet::new());
    each_word(text, fixed, &mut |w, before| {
        words.insert(w.to_ascii_lowercase());
        if before == Some('.') {
            dotted.insert(w.to_ascii_lowercase());
        }
        None
    });
    let is_header = |l: &&str| l.starts_with(['!', 'c', 'C', '*']);
    let (mut header, mut arguments) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines().take_while(is_header) {
        let line = line[1..].trim().to_ascii_lowercase();
        let names = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        header.extend(names.clone().map(str::to_string));
        if line.starts_with("arg ") {
            arguments.extend(names.skip(1).take(1).map(str::to_string));
        }
    }
    let mut names = names_of(&program);
    names.retain(|n, _| {
        let is_word =
            KEYWORDS.contains(&n.as_str()) || intrinsics::find(n).is_some() || intrinsics::find_specific(n).is_some();
        words.contains(n) && !is_word && !dotted.contains(n)
    });
    Some(Declared {
        names,
        words,
        header,
        arguments,
    })
}

fn names_of(program: &Program) -> BTreeMap<String, Role> {
    let mut names = BTreeMap::new();
    let (mut implicit, mut everywhere) = (BTreeSet::new(), BTreeSet::new());
    for (_, s) in program.symbols.iter() {
        let name = fold(&s.name).to_string();
        match &s.kind {
            SymbolKind::Variable(v) if v.attrs.implicit => drop(implicit.insert(name.clone())),
            SymbolKind::Procedure(p) => {
                if p.attrs.implicit || p.attrs.bind.is_some() || p.unit.is_none() && p.interface.is_none() {
                    implicit.insert(name.clone());
                }
                let is_outside = p.unit.is_none_or(|u| program.units[u].parent.is_none());
                everywhere.extend(is_outside.then(|| name.clone()));
            }
            SymbolKind::Intrinsic(_) => drop(implicit.insert(name.clone())),
            _ => {}
        }
        let is_builtin =
            s.owner.is_none() && !matches!(&s.kind, SymbolKind::Variable(v) if v.storage == Storage::Component);
        if is_builtin && !matches!(s.kind, SymbolKind::Procedure(_)) {
            implicit.insert(name.clone());
        }
        names.insert(name, Role::Inside);
    }
    for (_, u) in program.units.iter() {
        let name = fold(&u.name).to_string();
        if u.parent.is_none() {
            everywhere.insert(name.clone());
        }
        names.insert(name, Role::Inside);
        implicit.extend(
            u.uses
                .iter()
                .filter(|x| x.module.is_none())
                .map(|x| fold(&x.name).to_string()),
        );
    }
    for (_, c) in program.commons.iter() {
        everywhere.insert(fold(&c.name).to_string());
        names.insert(fold(&c.name).to_string(), Role::Inside);
    }
    names.retain(|n, _| !n.is_empty() && !n.contains('(') && !implicit.contains(n));
    for n in everywhere {
        names.entry(n).and_modify(|r| *r = Role::Everywhere);
    }
    names
}

/// The text with other words.
pub fn renamed(text: &str, fixed: bool, names: &BTreeMap<String, String>) -> String {
    each_word(text, fixed, &mut |w, _| {
        let new = names.get(&w.to_ascii_lowercase())?;
        let upper = w.chars().all(|c| !c.is_ascii_lowercase());
        Some(if upper { new.to_ascii_uppercase() } else { new.clone() })
    })
}

/// Calls `f` on each word of the text, with the character before it, and replaces the word by the result. Strings,
/// comments, FORMAT and IMPLICIT statements are skipped.
fn each_word(text: &str, fixed: bool, f: &mut dyn FnMut(&str, Option<char>) -> Option<String>) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let low = line.trim_start().to_ascii_lowercase();
        let is_comment = fixed && line.starts_with(['c', 'C', '*', '!']) || low.starts_with('!');
        let is_directive = low.starts_with("!$") || low.starts_with("c$");
        let skip = is_comment && !is_directive
            || low.starts_with("implicit")
            || low.contains("format(")
            || low.contains("format (");
        if skip {
            out.push_str(line);
        } else {
            words_of_line(line, f, &mut out);
        }
        out.push('\n');
    }
    out
}

fn words_of_line(line: &str, f: &mut dyn FnMut(&str, Option<char>) -> Option<String>, out: &mut String) {
    let chars: Vec<char> = line.chars().collect();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        let begin = i;
        if c == '\'' || c == '"' {
            i += 1;
            while i < chars.len() && chars[i] != c {
                i += 1;
            }
            i = (i + 1).min(chars.len());
        } else if c == '!' && begin > 0 {
            i = chars.len();
        } else if c.is_ascii_digit() {
            while i < chars.len() && chars[i].is_ascii_digit() {
                i += 1;
            }
            let exponent = |k: usize| {
                matches!(chars.get(k), Some('e' | 'd' | 'E' | 'D' | 'q'))
                    && chars
                        .get(k + 1)
                        .is_some_and(|c| c.is_ascii_digit() || matches!(c, '+' | '-'))
            };
            let fraction = chars.get(i) == Some(&'.')
                && !chars
                    .get(i + 1)
                    .is_some_and(|c| c.is_ascii_alphabetic() && !exponent(i + 1));
            if fraction {
                i += 1;
                while i < chars.len() && chars[i].is_ascii_digit() {
                    i += 1;
                }
            }
            if exponent(i) {
                i += 2;
                while i < chars.len() && chars[i].is_ascii_digit() {
                    i += 1;
                }
            }
            // a kind is a word
            i += usize::from(chars.get(i) == Some(&'_'));
        } else if is_word(c) {
            while i < chars.len() && is_word(chars[i]) {
                i += 1;
            }
            let word: String = chars[begin..i].iter().collect();
            let before = begin.checked_sub(1).map(|k| chars[k]);
            match f(&word, before) {
                Some(new) => out.push_str(&new),
                None => out.push_str(&word),
            }
            continue;
        } else {
            i += 1;
        }
        out.extend(&chars[begin..i]);
    }
}

/// The text of a program in free form whose modules have some additional variables.
pub fn with_unmentioned(text: &str, names: &[String]) -> String {
    if names.is_empty() {
        return text.to_string();
    }
    let mut out = String::new();
    let (mut in_module, mut in_type) = (false, false);
    let mut left: Vec<&String> = names.iter().collect();
    for line in text.lines() {
        let low = line.trim().to_ascii_lowercase();
        in_module |= low.starts_with("module ") && !low.starts_with("module procedure");
        let begins = ["type ", "type,", "type::"].iter().any(|b| low.starts_with(b)) && !low.starts_with("type (");
        in_type = begins || in_type && !low.starts_with("end type") && !low.starts_with("endtype");
        if in_module && !in_type && (low == "contains" || low.starts_with("end module")) {
            let some: Vec<&String> = left.drain(..left.len().min(6)).collect();
            if !some.is_empty() {
                let list: Vec<&str> = some.iter().map(|s| s.as_str()).collect();
                out.push_str(&format!("  real(8), public :: {}\n", list.join(", ")));
            }
            in_module = false;
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}
