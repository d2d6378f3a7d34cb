//! The parser: files to syntax trees.
//!
//! Joins the stages: [`lines`], [`classify`], [`token`](crate::token), the generated grammar and
//! [`blocks`](crate::blocks). It always returns a tree; each unparsable statement is reported once.

use crate::ast::{Expr, File, Name, StmtKind};
use crate::blocks::{Builder, Head};
use crate::classify::{classify, glued_keyword, Classified};
use crate::codes;
use crate::diag::Diagnostic;
use crate::grammar::StatementParser;
use crate::ir::Kinds;
use crate::lines::{self, IncludeFn, Includes, LineOptions, Lines, LogicalLine, Positions};
use crate::parallel;
use crate::parsed::Parsed;
use crate::span::{FileId, Form, SourceMap, Span};
use crate::token::{Class, Cut, Fail, Tok, Tokens};
use lalrpop_util::ParseError;

/// Limit on errors: a file with more is assumed not to be Fortran of its form.
const MAX_ERRORS: usize = 200;

/// Number of lines that a thread parses at a time.
const PIECE: usize = 256;

/// Options of the parser.
#[derive(Clone, Debug, Default)]
pub struct ParseOptions {
    /// Options of the line assembler.
    pub lines: LineOptions,
    /// Default kinds of types and literals.
    pub kinds: Kinds,
    /// True if adc generated the text: derivatives are nested deeper than their primals, and may be.
    pub own: bool,
    /// True if only declarations matter: statements that declare nothing and open no block are parsed as CONTINUE.
    pub declarations_only: bool,
    /// True if directives of OpenMP count: `-fopenmp`.
    pub openmp: bool,
    /// True if placeholders replace missing modules and undeclared names of modules, with a warning for each
    /// ([`crate::ir::Program::unknown`]).
    pub placeholders: bool,
}

/// Parses a file of the map; `include` adds the files that it includes.
pub fn parse(
    map: &mut SourceMap,
    file: FileId,
    options: &ParseOptions,
    include: &mut IncludeFn<'_>,
) -> (File, Vec<Diagnostic>) {
    let includes = Includes::gather(map, &[file], include);
    parse_file(map, file, options, &includes)
}

/// Parses a file of the map whose includes have been read.
pub fn parse_file(
    map: &SourceMap,
    file: FileId,
    options: &ParseOptions,
    includes: &Includes,
) -> (File, Vec<Diagnostic>) {
    let f = map.file(file);
    let (base, eof) = (f.base, f.base + f.text.len() as u32);
    let form = f.form;
    if let Some(at) = f.text.find('\0') {
        let span = Span::new(base + at as u32, base + at as u32 + 1);
        let d = Diagnostic::error(codes::NOT_FORTRAN, span, "the file contains binary data");
        return (File::default(), vec![d]);
    }
    let (mut lines, mut diags) = lines::assemble(map, file, &options.lines, includes);
    let mut builder = Builder::default();
    builder.own = options.own;
    let list = std::mem::take(&mut lines.list);
    let pieces: Vec<&[LogicalLine]> = list.chunks(PIECE).collect();
    let read: Vec<Vec<Reading>> = parallel::map(&pieces, |piece| {
        let parser = StatementParser::new();
        piece.iter().map(|line| read(&parser, &lines, line, options)).collect()
    });
    for (mut line, reading) in list.into_iter().zip(read.into_iter().flatten()) {
        let mut head = Head {
            lead: std::mem::take(&mut line.lead),
            trail: line.trail.take(),
            label: line.label.map(|(n, _)| n),
            span: line.span,
            name: None,
        };
        if diags.len() > MAX_ERRORS {
            diags.push(too_many(line.span, form));
            builder.abandon();
            break;
        }
        let text = lines.text_of(&line);
        let name = |found: Classified| {
            let text_of = |(lo, hi): (usize, usize)| Name {
                text: text[lo..hi].into(),
                span: lines.positions(&line).span(lo, hi),
            };
            found.name.map(text_of)
        };
        match reading {
            Reading::Nothing => {
                diags.push(not_a_statement(text, &line));
                builder.accept_failed(guess(text), None, head);
            }
            Reading::Parsed(found, parsed) => {
                head.name = name(found);
                builder.accept(*parsed, head);
            }
            Reading::Failed(found, do_label, d) => {
                head.name = name(found);
                diags.push(*d);
                builder.accept_failed(found.class, do_label, head);
            }
        }
    }
    let excluded = std::mem::take(&mut lines.excluded);
    let (mut tree, more) = builder.finish(std::mem::take(&mut lines.tail), Span::new(eof, eof));
    tree.excluded = excluded;
    diags.extend(more);
    diags.sort_by_key(|d| d.span.lo);
    (tree, diags)
}

/// Result of parsing a line.
enum Reading {
    /// No statement.
    Nothing,
    /// A statement.
    Parsed(Classified, Box<Parsed>),
    /// An unparsable statement; the label of a DO statement.
    Failed(Classified, Option<u32>, Box<Diagnostic>),
}

fn read(parser: &StatementParser, lines: &Lines, line: &LogicalLine, options: &ParseOptions) -> Reading {
    let mut cuts = vec![];
    let Some(found) = classify(lines.text_of(line), line.form, &mut cuts) else {
        return Reading::Nothing;
    };
    if options.declarations_only && is_action(found.class) {
        return Reading::Parsed(found, Box::new(Parsed::Simple(Box::new(StmtKind::Continue))));
    }
    match statement(parser, lines, line, found, &cuts, options.own) {
        Ok(parsed) => Reading::Parsed(found, parsed),
        Err(d) => Reading::Failed(found, do_label(&cuts), d),
    }
}

/// True for statements that declare nothing and open no block.
fn is_action(class: Class) -> bool {
    matches!(
        class,
        Class::Allocate
            | Class::Assign
            | Class::Call
            | Class::Deallocate
            | Class::IfStmt
            | Class::Io(_)
            | Class::IoPlain(_)
            | Class::Nullify
            | Class::PointerAssign
            | Class::WhereStmt
    )
}

/// Parses an expression without source spans; `None` if the text is not an expression.
pub fn expression(text: &str) -> Option<Expr> {
    let statement = format!("value = {text}");
    let mut cuts = vec![];
    let found = classify(&statement, Form::Free, &mut cuts)?;
    let mut tokens = Tokens::new(&statement, found.end, &cuts, Positions::default());
    let parsed = StatementParser::new().parse(&mut tokens).ok()?;
    match *parsed {
        Parsed::Simple(kind) => match *kind {
            StmtKind::Assign { rhs, .. } => Some(rhs),
            _ => None,
        },
        _ => None,
    }
}

/// Label in a DO statement, which is known even if the rest of it is not.
fn do_label(cuts: &[Cut<'_>]) -> Option<u32> {
    match cuts {
        [Cut {
            tok: Tok::Class(Class::Do),
            ..
        }, Cut { tok: Tok::Int(n), .. }, ..] => n.parse().ok(),
        _ => None,
    }
}

fn too_many(span: Span, form: Form) -> Diagnostic {
    let (is, other) = match form {
        Form::Fixed => ("fixed", "free"),
        Form::Free => ("free", "fixed"),
    };
    Diagnostic::error(
        codes::NOT_FORTRAN,
        span,
        format!("too many errors: the file does not seem to be Fortran in {is} form"),
    )
    .help(format!("if the file is in {other} form, use `--form {other}`"))
}

fn statement(
    parser: &StatementParser,
    lines: &Lines,
    line: &LogicalLine,
    found: Classified,
    cuts: &[Cut<'_>],
    own: bool,
) -> Result<Box<Parsed>, Box<Diagnostic>> {
    if found.class == Class::Unsupported {
        let d = Diagnostic::error(
            codes::UNSUPPORTED_STATEMENT,
            line.span,
            "this statement is not supported yet",
        );
        return Err(Box::new(d));
    }
    let mut tokens = Tokens::new(lines.text_of(line), found.end, cuts, lines.positions(line));
    if own {
        tokens.allow_deeper();
    }
    parser
        .parse(&mut tokens)
        .map_err(|e| Box::new(diagnose(e, tokens.last, line.span)))
}

fn diagnose(e: ParseError<u32, Tok<'_>, Fail>, last: Span, line: Span) -> Diagnostic {
    let unreadable = |span, message: String| Diagnostic::error(codes::UNREADABLE_STATEMENT, span, message);
    match e {
        ParseError::User { error } => {
            let mut d = Diagnostic::error(error.code, error.span, error.message);
            d.help = error.help;
            d
        }
        ParseError::UnrecognizedToken {
            token: (lo, tok, hi),
            expected,
        } => {
            let d = unreadable(Span::new(lo, hi), format!("{} is not expected here", show(&tok)));
            wanted(d, &expected)
        }
        ParseError::ExtraToken { token: (lo, tok, hi) } => {
            unreadable(Span::new(lo, hi), format!("{} is not expected here", show(&tok)))
        }
        ParseError::UnrecognizedEof { expected, .. } => wanted(
            unreadable(
                if last.is_none() { line } else { last },
                "the statement ends too early".into(),
            ),
            &expected,
        )
        .label("something is missing after this"),
        ParseError::InvalidToken { location } => {
            unreadable(Span::new(location, location + 1), "this is not understood".into())
        }
    }
}

/// Adds the list of expected tokens to a diagnostic if it is short enough to help.
fn wanted(d: Diagnostic, expected: &[String]) -> Diagnostic {
    let words: Vec<String> = expected
        .iter()
        .map(|e| e.trim_matches('"').replace("\\\"", "\""))
        .filter(|w| w != "defined operator")
        .collect();
    if words.is_empty() || words.len() > 4 {
        return d;
    }
    let list = words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ");
    d.with_note(format!("expected here: {list}"))
}

fn show(t: &Tok<'_>) -> String {
    let text = match t {
        Tok::Name(s)
        | Tok::Generic(s)
        | Tok::Text(s)
        | Tok::Letters(s)
        | Tok::Int(s)
        | Tok::Real(s)
        | Tok::Str(s)
        | Tok::Boz(s)
        | Tok::Hollerith(s)
        | Tok::Logical(s)
        | Tok::Nature(s) => s,
        Tok::DefOp(s) => return format!("`.{s}.`"),
        Tok::Star(s) => return format!("`*{s}`"),
        Tok::Comma => ",",
        Tok::LParen => "(",
        Tok::RParen => ")",
        Tok::Equals => "=",
        Tok::Colon => ":",
        Tok::DoubleColon => "::",
        Tok::Slash => "/",
        Tok::Arrow => "=>",
        Tok::Class(_) => return "this statement".into(),
        Tok::Plus => "+",
        Tok::Minus => "-",
        Tok::Times => "*",
        Tok::Power => "**",
        Tok::Concat => "//",
        Tok::Percent => "%",
        Tok::LBracket => "[",
        Tok::RBracket => "]",
        Tok::KwAll => "all",
        Tok::KwNone => "none",
        _ => return "this".into(),
    };
    let short: String = text.chars().take(30).collect();
    format!("`{short}`")
}

fn not_a_statement(text: &str, line: &LogicalLine) -> Diagnostic {
    let d = Diagnostic::error(
        codes::UNREADABLE_STATEMENT,
        line.span,
        "this is not a Fortran statement",
    );
    match glued_keyword(text) {
        Some(w) if line.form == Form::Free && is_glued(text, w) => d.help(format!("is a blank missing after `{w}`?")),
        _ if text.get(..2).is_some_and(|s| s.eq_ignore_ascii_case("if")) => {
            d.help("write `IF (condition) THEN`, or `IF (condition) statement`, where the statement is not another IF")
        }
        _ => d,
    }
}

/// The block that an unparsable statement was probably meant to open, so that its end is not reported as well.
fn guess(text: &str) -> Class {
    let starts = |w: &str| text.get(..w.len()).is_some_and(|s| s.eq_ignore_ascii_case(w));
    let ends_with_then =
        text.len() > 4 && text.is_char_boundary(text.len() - 4) && text[text.len() - 4..].eq_ignore_ascii_case("then");
    if starts("if") && ends_with_then {
        Class::IfThen
    } else if starts("select") {
        Class::SelectCase
    } else if starts("associate") {
        Class::Associate
    } else {
        Class::Unsupported
    }
}

fn is_glued(text: &str, word: &str) -> bool {
    text.as_bytes().get(word.len()).is_some_and(u8::is_ascii_alphanumeric)
}

/// The tokens of every statement, one line each.
pub fn dump_tokens(lines: &Lines) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    let mut cuts = vec![];
    for line in &lines.list {
        let text = lines.text_of(line);
        match classify(text, line.form, &mut cuts) {
            None => out.push('?'),
            Some(found) => {
                if let Some((lo, hi)) = found.name {
                    let _ = write!(out, "{}: ", &text[lo..hi]);
                }
                for (i, t) in Tokens::new(text, found.end, &cuts, lines.positions(line)).enumerate() {
                    let gap = if i > 0 { " " } else { "" };
                    let _ = match t {
                        Ok((_, t, _)) => write!(out, "{gap}{t:?}"),
                        Err(e) => write!(out, "{gap}error: {}", e.message),
                    };
                }
            }
        }
        out.push('\n');
    }
    out
}
