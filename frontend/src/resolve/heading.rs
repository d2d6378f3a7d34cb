//! Headings of procedures and of ENTRY statements.

use crate::ast::{self, Name, SmolStr, StmtKind as S};
use crate::ir::*;

/// Name, dummy arguments and result of a procedure or entry.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Heading<'a> {
    pub name: &'a Name,
    pub args: &'a [Option<Name>],
    /// Name of the result of a function.
    pub result: Option<&'a Name>,
}

impl<'a> Heading<'a> {
    /// The heading of a procedure, with its prefixes.
    pub fn of_unit(ast: &'a ast::Unit) -> Option<(Heading<'a>, &'a [ast::Prefix])> {
        match &ast.kind {
            ast::UnitKind::Subroutine { name, args, prefix, .. } => Some((
                Heading {
                    name,
                    args,
                    result: None,
                },
                prefix,
            )),
            ast::UnitKind::Function {
                name,
                args,
                prefix,
                result,
                ..
            } => Some((
                Heading {
                    name,
                    args,
                    result: Some(result.as_ref().unwrap_or(name)),
                },
                prefix,
            )),
            _ => None,
        }
    }

    /// The headings of the ENTRY statements of a procedure.
    pub fn entries(ast: &'a ast::Unit) -> impl Iterator<Item = (Heading<'a>, Span)> {
        let is_function = matches!(ast.kind, ast::UnitKind::Function { .. });
        ast.body.iter().filter_map(move |stmt| match &stmt.kind {
            S::Entry { name, args, result } => {
                let result = is_function.then(|| result.as_ref().unwrap_or(name));
                Some((Heading { name, args, result }, stmt.span))
            }
            _ => None,
        })
    }
}

/// `BIND(C, ...)`, from the tree.
pub(super) fn bound_as(args: &[ast::Arg]) -> SmolStr {
    let words: Vec<String> = args.iter().map(bind_text).collect();
    format!("bind({})", words.join(", ")).into()
}

/// One argument of `BIND`, from the tree.
fn bind_text(arg: &ast::Arg) -> String {
    let value = match &arg.value {
        ast::ArgValue::Expr(e) => match &e.kind {
            ast::ExprKind::Designator(parts) => parts.first().map_or(String::new(), |p| p.name.text.to_string()),
            ast::ExprKind::Str(text) => text.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    match &arg.keyword {
        Some(k) => format!("{}={value}", k.text),
        None => value,
    }
}
