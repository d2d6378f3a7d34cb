//! Statements whose keyword alone does not determine the class: further keywords and look-alikes.

use super::keywords::{ATTRIBUTES, PREFIXES, TYPES};
use super::Classifier;
use crate::ast::{Intent, IoKind};
use crate::token::{AttrKw, Class, EndKind, Tok, TypeKw};

type C<'c, 't> = Classifier<'c, 't>;

pub(super) fn assign_label(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    let d = c.scan.blanks(hi);
    let e = c.scan.digits(d);
    if e == d {
        return None;
    }
    let to = c.scan.blanks(e);
    let after = c.scan.words(to, &["to"])?;
    c.cut(lo, hi, Tok::Class(Class::AssignLabel));
    let label = c.str(d, e);
    c.cut(d, e, Tok::Int(label));
    c.cut(to, after, Tok::KwTo);
    Some(Class::AssignLabel)
}

pub(super) fn case_default(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    c.cut(lo, hi, Tok::Class(Class::Case));
    c.cut(hi, hi, Tok::KwDefault);
    Some(Class::Case)
}

pub(super) fn rank_default(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    c.cut(lo, hi, Tok::Class(Class::Rank));
    c.cut(hi, hi, Tok::KwDefault);
    Some(Class::Rank)
}

pub(super) fn do_stmt(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    c.cut(lo, hi, Tok::Class(Class::Do));
    let mut i = c.scan.blanks(hi);
    let e = c.scan.digits(i);
    if e > i {
        let label = c.str(i, e);
        c.cut(i, e, Tok::Int(label));
        i = c.scan.blanks(e);
    }
    if c.scan.at(i) == b',' {
        i = c.scan.blanks(i + 1);
    }
    if c.scan.ends(i) {
        return Some(Class::Do);
    }
    if let Some(w) = c.scan.words(i, &["while"]).filter(|&w| c.scan.next(w) == b'(') {
        c.cut(i, w, Tok::KwWhile);
        return Some(Class::Do);
    }
    if let Some(w) = c.scan.words(i, &["concurrent"]).filter(|&w| c.scan.next(w) == b'(') {
        c.cut(i, w, Tok::KwConcurrent);
        let close = c.scan.balanced(c.scan.blanks(w))?;
        let rest = c.scan.blanks(close);
        if rest < c.end {
            let text = c.str(rest, c.end);
            c.cut(rest, c.end, Tok::Text(text));
        }
        return Some(Class::Do);
    }
    // Without `=` it is not a `DO` but a word that begins with these letters.
    c.scan.find(i, |s, k| s.at(k) == b'=').map(|_| Class::Do)
}

pub(super) fn else_if(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    let open = c.scan.blanks(hi);
    if c.scan.at(open) != b'(' {
        return None;
    }
    c.cut(lo, hi, Tok::Class(Class::ElseIf));
    if let Some(close) = c.scan.balanced(open) {
        let then = c.scan.blanks(close);
        if let Some(e) = c.scan.words(then, &["then"]) {
            c.cut(then, e, Tok::KwThen);
        }
    }
    Some(Class::ElseIf)
}

const ENDS: &[(&[&str], EndKind)] = &[
    (&["program"], EndKind::Program),
    (&["procedure"], EndKind::Procedure),
    (&["submodule"], EndKind::Submodule),
    (&["subroutine"], EndKind::Subroutine),
    (&["module"], EndKind::Module),
    (&["function"], EndKind::Function),
    (&["forall"], EndKind::Forall),
    (&["interface"], EndKind::Interface),
    (&["associate"], EndKind::Associate),
    (&["block", "data"], EndKind::BlockData),
    (&["block"], EndKind::Block),
    (&["critical"], EndKind::Critical),
    (&["select"], EndKind::Select),
    (&["team"], EndKind::Team),
    (&["where"], EndKind::Where),
    (&["enum"], EndKind::Enum),
    (&["type"], EndKind::Type),
    (&["do"], EndKind::Do),
    (&["if"], EndKind::If),
];

pub(super) fn end_stmt(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    if c.scan.ends(hi) {
        return c.class(lo, hi, Class::End(EndKind::Bare));
    }
    for &(words, kind) in ENDS {
        if let Some(e) = c.scan.words(hi, words) {
            c.cut(lo, e, Tok::Class(Class::End(kind)));
            if kind == EndKind::Interface {
                generic_specs(c, e);
            }
            return Some(Class::End(kind));
        }
    }
    if let Some(e) = c.scan.words(hi, &["file"]) {
        return io(c, lo, e, IoKind::Endfile);
    }
    for w in ["structure", "union", "map"] {
        if let Some(e) = c.scan.words(hi, &[w]) {
            return c.class(lo, e, Class::Unsupported);
        }
    }
    None
}

/// `RESULT` and `BIND` after a procedure's arguments.
fn suffixes(c: &mut C<'_, '_>, mut i: usize) {
    loop {
        i = c.scan.blanks(i);
        let (e, tok) = if let Some(e) = c.scan.words(i, &["result"]) {
            (e, Tok::KwResult)
        } else if let Some(e) = c.scan.words(i, &["bind"]) {
            (e, Tok::AttrBind)
        } else {
            return;
        };
        if c.scan.next(e) != b'(' {
            return;
        }
        c.cut(i, e, tok);
        let Some(close) = c.scan.balanced(c.scan.blanks(e)) else {
            return;
        };
        i = close;
    }
}

pub(super) fn entry(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    let name = c.scan.name(c.scan.blanks(hi))?;
    c.cut(lo, hi, Tok::Class(Class::Entry));
    let open = c.scan.blanks(name);
    if c.scan.at(open) == b'(' {
        if let Some(close) = c.scan.balanced(open) {
            suffixes(c, close);
        }
    }
    Some(Class::Entry)
}

pub(super) fn enum_stmt(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    let i = c.scan.blanks(hi);
    if !(c.scan.ends(i) || c.scan.at(i) == b',') {
        return None;
    }
    // `, BIND(C)` is the only form, and the tree assumes it.
    c.end = hi;
    c.class(lo, hi, Class::Enum)
}

pub(super) fn slashed(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    if c.scan.next(hi) != b'/' {
        return None;
    }
    c.class(lo, hi, Class::Unsupported)
}

pub(super) fn format(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    let i = c.scan.blanks(hi);
    if c.scan.at(i) != b'(' {
        return None;
    }
    c.cut(lo, hi, Tok::Class(Class::Format));
    let text = c.str(i, c.end);
    c.cut(i, c.end, Tok::Text(text));
    Some(Class::Format)
}

/// Classifies the statement after a test or mask; with no statement there, the other of the two classes applies.
fn with_tail(c: &mut C<'_, '_>, lo: usize, hi: usize, stmt: Class, construct: Class) -> Option<Class> {
    let open = c.scan.blanks(hi);
    if c.scan.at(open) != b'(' {
        return None;
    }
    let tail = c.scan.blanks(c.scan.balanced(open)?);
    if tail >= c.scan.b.len() {
        return c.class(lo, hi, construct);
    }
    tail_of(c, lo, hi, tail, stmt)
}

fn tail_of(c: &mut C<'_, '_>, lo: usize, hi: usize, tail: usize, stmt: Class) -> Option<Class> {
    // a `WHERE` or `FORALL` may follow an `IF`; no other combination is allowed
    let fits = match c.head {
        None => true,
        Some(head) => head == Class::IfStmt && stmt != Class::IfStmt,
    };
    if !fits {
        return None;
    }
    c.cut(lo, hi, Tok::Class(stmt));
    c.head = Some(stmt);
    c.scan.start = tail;
    c.statement(tail)?;
    Some(stmt)
}

pub(super) fn where_stmt(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    with_tail(c, lo, hi, Class::WhereStmt, Class::WhereConstruct)
}

pub(super) fn forall_stmt(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    with_tail(c, lo, hi, Class::ForallStmt, Class::ForallConstruct)
}

pub(super) fn if_stmt(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    let open = c.scan.blanks(hi);
    if c.scan.at(open) != b'(' {
        return None;
    }
    let close = c.scan.balanced(open)?;
    let tail = c.scan.blanks(close);
    if c.scan.words(tail, &["then"]).is_some_and(|e| c.scan.ends(e)) {
        c.end = close;
        return c.class(lo, hi, Class::IfThen);
    }
    let digits = c.scan.digits(tail);
    if digits > tail {
        return c.class(lo, hi, Class::ArithmeticIf);
    }
    tail_of(c, lo, hi, tail, Class::IfStmt)
}

pub(super) fn implicit_none(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    let i = c.scan.blanks(hi);
    let e = if c.scan.at(i) == b'(' { c.scan.balanced(i)? } else { i };
    if !c.scan.ends(e) {
        return None;
    }
    c.class(lo, hi, Class::ImplicitNone)
}

pub(super) fn implicit(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    if let Some(e) = c.scan.words(hi, &["undefined"]).filter(|&e| c.scan.next(e) == b'(') {
        c.end = e;
        return c.class(lo, e, Class::ImplicitNone);
    }
    c.cut(lo, hi, Tok::Class(Class::Implicit));
    let mut i = hi;
    loop {
        let at = c.scan.blanks(i);
        let Some((e, kw)) = type_keyword(c, at) else {
            return Some(Class::Implicit);
        };
        c.cut(at, e, Tok::Type(kw));
        let mut j = star(c, e);
        if c.scan.at(j) == b'*' {
            j = c.scan.blanks(j + 1);
            if c.scan.at(j) == b'(' {
                j = c.scan.balanced(j)?;
            }
        }
        let first = c.scan.blanks(j);
        if c.scan.at(first) != b'(' {
            return Some(Class::Implicit);
        }
        let close = c.scan.balanced(first)?;
        let second = c.scan.blanks(close);
        // Two lists: the first one is the kind.
        let (from, to) = if c.scan.at(second) == b'(' {
            (second, c.scan.balanced(second)?)
        } else {
            (first, close)
        };
        let text = c.str(from, to);
        c.cut(from, to, Tok::Letters(text));
        i = c.scan.blanks(to);
        if c.scan.at(i) != b',' {
            return Some(Class::Implicit);
        }
        i += 1;
    }
}

pub(super) fn import(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    c.cut(lo, hi, Tok::Class(Class::Import));
    let comma = c.scan.blanks(hi);
    if c.scan.at(comma) == b',' {
        let at = c.scan.blanks(comma + 1);
        for (word, tok) in [("only", Tok::KwOnly), ("all", Tok::KwAll), ("none", Tok::KwNone)] {
            if let Some(e) = c.scan.words(at, &[word]) {
                let colon = c.scan.blanks(e);
                let end = if c.scan.at(colon) == b':' { colon + 1 } else { e };
                c.cut(at, end, tok);
                break;
            }
        }
    }
    Some(Class::Import)
}

fn intent_at(c: &C<'_, '_>, i: usize) -> Option<(usize, Intent)> {
    let e = c.scan.words(i, &["intent"])?;
    let open = c.scan.blanks(e);
    if c.scan.at(open) != b'(' {
        return None;
    }
    let kinds: [(&[&str], Intent); 3] = [
        (&["in", "out"], Intent::InOut),
        (&["in"], Intent::In),
        (&["out"], Intent::Out),
    ];
    for (words, intent) in kinds {
        if let Some(e) = c.scan.words(open + 1, words) {
            let close = c.scan.blanks(e);
            if c.scan.at(close) == b')' {
                return Some((close + 1, intent));
            }
        }
    }
    None
}

pub(super) fn intent(c: &mut C<'_, '_>, lo: usize, _hi: usize) -> Option<Class> {
    let (e, intent) = intent_at(c, lo)?;
    c.class(lo, e, Class::Attr(AttrKw::Intent(intent)))
}

pub(super) fn interface(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    c.cut(lo, hi, Tok::Class(Class::Interface));
    generic_specs(c, hi);
    Some(Class::Interface)
}

pub(super) fn module_procedure(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    let i = c.scan.blanks(hi);
    if c.scan.name(i).is_none() && c.scan.at(i) != b':' {
        return None;
    }
    c.class(lo, hi, Class::ModuleProcedure)
}

/// `, attribute, attribute ::`. Words are attributes only if the colons are present.
fn attributes(c: &mut C<'_, '_>, mut i: usize) -> usize {
    let before = c.cuts.len();
    let from = i;
    loop {
        i = c.scan.blanks(i);
        if c.scan.at(i) == b':' && c.scan.at(i + 1) == b':' {
            return i;
        }
        if c.scan.at(i) != b',' {
            // Words cut so far are names after all.
            c.cuts.truncate(before);
            return from;
        }
        i = c.scan.blanks(i + 1);
        if let Some((e, intent)) = intent_at(c, i) {
            c.cut(i, e, Tok::Attr(AttrKw::Intent(intent)));
            i = e;
            continue;
        }
        let found = ATTRIBUTES
            .iter()
            .map(|&(w, kw)| (w, Tok::Attr(kw)))
            .chain([("bind", Tok::AttrBind), ("extends", Tok::AttrExtends)])
            .filter_map(|(w, tok)| Some((c.scan.words(i, &[w])?, tok)))
            .find(|&(e, _)| matches!(c.scan.next(e), b',' | b':' | b'(' | b'['));
        // This word is not an attribute: the grammar reports an error there.
        let Some((e, tok)) = found else { return i };
        c.cut(i, e, tok);
        i = c.scan.blanks(e);
        if matches!(c.scan.at(i), b'(' | b'[') {
            let Some(close) = c.scan.balanced(i) else { return i };
            i = close;
        }
    }
}

/// Turns each generic specification in the list at `i` into one token.
fn generic_specs(c: &mut C<'_, '_>, i: usize) {
    let mut i = i;
    loop {
        i = c.scan.blanks(i);
        for w in ["operator", "assignment", "read", "write"] {
            let Some(open) = c.scan.words(i, &[w]).map(|e| c.scan.blanks(e)) else {
                continue;
            };
            if c.scan.at(open) != b'(' {
                continue;
            }
            // `operator(/)`, `operator(//)`: the parentheses belong together, whatever is between them.
            let Some(n) = c.scan.b[open..].iter().position(|&b| b == b')') else {
                return;
            };
            let end = open + n + 1;
            let text = c.str(i, end);
            c.cut(i, end, Tok::Generic(text));
            i = end;
            break;
        }
        let Some(next) = c.scan.find(i, |s, k| matches!(s.at(k), b',' | b'>' | b':')) else {
            return;
        };
        i = next + 1;
    }
}

pub(super) fn generic(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    c.cut(lo, hi, Tok::Class(Class::Generic));
    let i = attributes(c, hi);
    generic_specs(c, i);
    Some(Class::Generic)
}

pub(super) fn procedure(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    c.cut(lo, hi, Tok::Class(Class::Procedure));
    let mut i = c.scan.blanks(hi);
    if c.scan.at(i) == b'(' {
        i = c.scan.balanced(i)?;
    }
    attributes(c, i);
    Some(Class::Procedure)
}

pub(super) fn use_stmt(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    c.cut(lo, hi, Tok::Class(Class::Use));
    let mut i = c.scan.blanks(hi);
    if c.scan.at(i) == b',' {
        let n = c.scan.blanks(i + 1);
        for w in ["intrinsic", "non_intrinsic"] {
            if let Some(e) = c.scan.words(n, &[w]) {
                let text = c.str(n, e);
                c.cut(n, e, Tok::Nature(text));
                i = c.scan.blanks(e);
                break;
            }
        }
    }
    if c.scan.at(i) == b':' && c.scan.at(i + 1) == b':' {
        i = c.scan.blanks(i + 2);
    }
    let name = c.scan.name(i)?;
    let comma = c.scan.blanks(name);
    if c.scan.at(comma) == b',' {
        let o = c.scan.blanks(comma + 1);
        let colon = c.scan.words(o, &["only"]).map(|e| c.scan.blanks(e));
        if let Some(colon) = colon.filter(|&k| c.scan.at(k) == b':') {
            c.cut(o, colon + 1, Tok::KwOnly);
            generic_specs(c, colon + 1);
        } else {
            generic_specs(c, o);
        }
    }
    Some(Class::Use)
}

pub(super) fn attribute_stmt(c: &mut C<'_, '_>, lo: usize, hi: usize, kw: AttrKw) -> Option<Class> {
    c.cut(lo, hi, Tok::Class(Class::Attr(kw)));
    if matches!(kw, AttrKw::Public | AttrKw::Private) {
        let i = c.scan.blanks(hi);
        let colons = c.scan.at(i) == b':' && c.scan.at(i + 1) == b':';
        generic_specs(c, if colons { i + 2 } else { i });
    }
    Some(Class::Attr(kw))
}

pub(super) fn io(c: &mut C<'_, '_>, lo: usize, hi: usize, kind: IoKind) -> Option<Class> {
    let paren = c.scan.next(hi) == b'(';
    let class = match kind {
        IoKind::Print => Class::IoPlain(kind),
        _ if paren => Class::Io(kind),
        IoKind::Open | IoKind::Close | IoKind::Inquire | IoKind::Wait | IoKind::Write => return None,
        IoKind::Read | IoKind::Rewind | IoKind::Backspace | IoKind::Endfile | IoKind::Flush => Class::IoPlain(kind),
    };
    c.class(lo, hi, class)
}

fn type_keyword(c: &C<'_, '_>, i: usize) -> Option<(usize, TypeKw)> {
    TYPES.iter().find_map(|&(w, kw)| Some((c.scan.words(i, w)?, kw)))
}

/// Skips `*8` after a type keyword; returns the offset after it and its blanks.
fn star(c: &mut C<'_, '_>, i: usize) -> usize {
    let s = c.scan.blanks(i);
    if c.scan.at(s) != b'*' {
        return s;
    }
    let d = c.scan.blanks(s + 1);
    let e = c.scan.digits(d);
    if e == d {
        return s;
    }
    let text = c.str(d, e);
    c.cut(s, e, Tok::Star(text));
    c.scan.blanks(e)
}

/// Skips the selector after a type keyword, `*8`, `(8)`, `*(*)`; returns the offset after it and its blanks.
fn selector(c: &mut C<'_, '_>, i: usize) -> Option<usize> {
    let mut j = star(c, i);
    if c.scan.at(j) == b'*' {
        j = c.scan.blanks(j + 1);
    }
    if c.scan.at(j) == b'(' {
        j = c.scan.blanks(c.scan.balanced(j)?);
    }
    Some(j)
}

/// A declaration, or the heading of a function with this type.
pub(super) fn type_decl(c: &mut C<'_, '_>, lo: usize, hi: usize, kw: TypeKw) -> Option<Class> {
    if matches!(kw, TypeKw::Type | TypeKw::Class) && c.scan.next(hi) != b'(' {
        return None;
    }
    let before = c.cuts.len();
    c.cut(lo, lo, Tok::Class(Class::TypeDecl));
    c.cut(lo, hi, Tok::Type(kw));
    let i = selector(c, hi)?;
    if c.scan.at(i) == b',' {
        attributes(c, i);
    } else if c.scan.at(i).is_ascii_alphabetic() {
        let cuts = c.cuts.len();
        if let Some(class) = heading(c, lo) {
            c.cuts.drain(before..cuts);
            return Some(class);
        }
        c.cuts.truncate(cuts);
    }
    Some(Class::TypeDecl)
}

pub(super) fn type_stmt(c: &mut C<'_, '_>, lo: usize, hi: usize) -> Option<Class> {
    match c.scan.next(hi) {
        b'(' => type_decl(c, lo, hi, TypeKw::Type),
        b'*' => c.class(lo, hi, Class::Unsupported),
        _ => {
            c.cut(lo, hi, Tok::Class(Class::DerivedType));
            attributes(c, hi);
            Some(Class::DerivedType)
        }
    }
}

/// `[prefixes] FUNCTION name (` or `[prefixes] SUBROUTINE name`.
pub(super) fn heading(c: &mut C<'_, '_>, lo: usize) -> Option<Class> {
    let class_at = c.cuts.len();
    c.cut(lo, lo, Tok::Class(Class::Function));
    let mut i = lo;
    loop {
        i = c.scan.blanks(i);
        if let Some(e) = c.scan.words(i, &["function"]).filter(|&e| function_follows(c, e)) {
            c.cut(i, e, Tok::KwFunction);
            return finish_heading(c, e, Class::Function);
        }
        if let Some(e) = c
            .scan
            .words(i, &["subroutine"])
            .filter(|&e| c.scan.name(c.scan.blanks(e)).is_some())
        {
            c.cut(i, e, Tok::KwSubroutine);
            c.cuts[class_at].tok = Tok::Class(Class::Subroutine);
            return finish_heading(c, e, Class::Subroutine);
        }
        let prefix = PREFIXES.iter().find_map(|&(w, kw)| Some((c.scan.words(i, &[w])?, kw)));
        if let Some((e, kw)) = prefix {
            c.cut(i, e, Tok::Prefix(kw));
            i = e;
            continue;
        }
        let (e, kw) = type_keyword(c, i)?;
        c.cut(i, e, Tok::Type(kw));
        i = selector(c, e)?;
    }
}

/// True if a function's name and dummy arguments begin at `i`. In fixed form `REAL FUNCTIONA(10)` declares an array.
fn function_follows(c: &C<'_, '_>, i: usize) -> bool {
    let Some(name) = c.scan.name(c.scan.blanks(i)) else {
        return false;
    };
    if !c.scan.fixed {
        return true;
    }
    let open = c.scan.blanks(name);
    if c.scan.at(open) != b'(' {
        return false;
    }
    let Some(close) = c.scan.balanced(open) else {
        return false;
    };
    let inside = c.scan.next(open + 1);
    let dummies = inside.is_ascii_alphabetic() || inside == b')';
    let rest = c.scan.blanks(close);
    dummies && (c.scan.ends(rest) || c.scan.at(rest).is_ascii_alphabetic())
}

fn finish_heading(c: &mut C<'_, '_>, i: usize, class: Class) -> Option<Class> {
    let name = c.scan.name(c.scan.blanks(i))?;
    let open = c.scan.blanks(name);
    let mut close = open;
    if c.scan.at(open) == b'(' {
        close = c.scan.balanced(open).unwrap_or(open);
    }
    suffixes(c, close);
    Some(class)
}
