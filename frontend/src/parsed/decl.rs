//! Grammar actions for declarations.

use super::*;

/// An item of a flat list such as that of COMMON, where commas may be missing.
pub enum Flat {
    /// `,`
    Comma(u32),
    /// `/name/`, `//`
    Block(Option<Name>, Span),
    /// A member.
    Entity(Entity),
}

/// Groups of COMMON and NAMELIST.
#[allow(clippy::type_complexity)]
pub fn groups<'t>(items: Vec<Flat>) -> Result<Vec<(Option<Name>, Vec<Entity>)>, ActionError<'t>> {
    let mut out: Vec<(Option<Name>, Vec<Entity>)> = vec![];
    // True if a member may follow here, rather than a comma.
    let mut open = true;
    for item in items {
        match item {
            Flat::Block(n, _) => {
                out.push((n, vec![]));
                open = true;
            }
            Flat::Entity(e) => {
                if !open {
                    return fail(e.name.span, "a comma is missing before this name");
                }
                if out.is_empty() {
                    out.push((None, vec![]));
                }
                if let Some((_, members)) = out.last_mut() {
                    members.push(e);
                }
                open = false;
            }
            Flat::Comma(at) => {
                if open {
                    return fail(Span::new(at, at + 1), "expected a name before this comma");
                }
                open = true;
            }
        }
    }
    Ok(out)
}

/// Groups of NAMELIST.
#[allow(clippy::type_complexity)]
pub fn namelists<'t>(items: Vec<Flat>) -> Result<Vec<(Name, Vec<Name>)>, ActionError<'t>> {
    groups(items)?
        .into_iter()
        .map(|(n, members)| match n {
            Some(n) => Ok((n, members.into_iter().map(|e| e.name).collect())),
            None => fail(
                members.first().map_or(Span::NONE, |e| e.name.span),
                "a NAMELIST group must have a name: write `/name/`",
            ),
        })
        .collect()
}

/// Entities and blocks of SAVE and the other attribute statements.
pub fn attribute<'t>(attr: Attr, colons: bool, items: Vec<Flat>) -> Result<StmtKind, ActionError<'t>> {
    let (mut entities, mut blocks) = (vec![], vec![]);
    for item in items {
        match item {
            Flat::Entity(e) => entities.push(e),
            Flat::Block(Some(n), _) => blocks.push(n),
            Flat::Block(None, span) => return fail(span, "expected the name of a COMMON block between the slashes"),
            Flat::Comma(_) => {}
        }
    }
    Ok(StmtKind::AttrDecl {
        attr,
        colons,
        entities,
        blocks,
    })
}

/// Entity of a name alone.
pub fn entity(name: Name) -> Entity {
    Entity {
        name,
        dims: None,
        codims: None,
        len: None,
        init: None,
    }
}

/// Letters of IMPLICIT: `(A-H, O-Z)`.
pub fn letters<'t>(text: &str, at: Span) -> Result<Vec<(char, char)>, ActionError<'t>> {
    let inside = text.trim_start_matches('(').trim_end_matches(')');
    inside
        .split(',')
        .map(|r| {
            let (a, b) = r.split_once('-').unwrap_or((r, r));
            let letter = |s: &str| {
                let mut c = s.trim_ascii().chars();
                c.next()
                    .filter(|l| l.is_ascii_alphabetic() && c.next().is_none())
                    .map(|l| l.to_ascii_lowercase())
            };
            match (letter(a), letter(b)) {
                (Some(a), Some(b)) if a <= b => Ok((a, b)),
                _ => fail(at, "expected letters or ranges of letters, as in `(a-h, o-z)`"),
            }
        })
        .collect()
}

/// Prefix of a procedure.
pub fn prefix(kw: PrefixKw) -> Prefix {
    match kw {
        PrefixKw::Recursive => Prefix::Recursive,
        PrefixKw::Pure => Prefix::Pure,
        PrefixKw::Elemental => Prefix::Elemental,
        PrefixKw::Impure => Prefix::Impure,
        PrefixKw::Module => Prefix::Module,
        PrefixKw::NonRecursive => Prefix::NonRecursive,
    }
}

/// The attribute of a keyword, `PASS` with its name.
pub fn attr(kw: AttrKw) -> Attr {
    kw.attr()
}

/// RESULT and BIND after a procedure's arguments.
pub enum Suffix {
    /// `RESULT(name)`.
    Result(Name),
    /// `BIND(C)`.
    Bind(Vec<Arg>),
}

/// Sorts the suffixes of a procedure.
pub fn suffixes(list: Vec<Suffix>) -> (Option<Name>, Option<Vec<Arg>>) {
    let (mut result, mut bind) = (None, None);
    for s in list {
        match s {
            Suffix::Result(n) => result = Some(n),
            Suffix::Bind(a) => bind = Some(a),
        }
    }
    (result, bind)
}
