//! Headings of procedures and of ENTRY statements.

use super::names::bound_as;
use super::state::Resolver;
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

impl Resolver<'_> {
    /// `BIND(C, ...)` of a procedure or an interface body.
    pub(super) fn bind_of(&self, unit: UnitId) -> Option<SmolStr> {
        match self.asts.get(unit).map(|u| &u.kind)? {
            ast::UnitKind::Subroutine { bind, .. } | ast::UnitKind::Function { bind, .. } => {
                bind.as_deref().map(bound_as)
            }
            _ => None,
        }
    }
}
