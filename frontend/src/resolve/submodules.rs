//! Submodules, and module procedures with a separate interface.
//!
//! A submodule has its parent for a host. A procedure with the prefix `MODULE` defines a procedure that an interface
//! body of a module announces; a `MODULE PROCEDURE` takes its heading and the declarations of its dummies from that
//! body.

use super::state::Resolver;
use crate::ast::{self, fold, Name, SmolStr, StmtKind as S};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;
use std::collections::HashMap;

/// A submodule's tree with its place: number of its file, and position in that file.
type Submodule<'a> = (usize, usize, &'a ast::Unit);

impl<'a> Resolver<'a> {
    /// Creates the units of submodules, each after its parent.
    pub(super) fn add_submodules(&mut self, mut waiting: Vec<Submodule<'a>>) -> Vec<(usize, usize, UnitId)> {
        // by ancestor and name
        let mut known: HashMap<(SmolStr, SmolStr), UnitId> = HashMap::new();
        let mut made = vec![];
        loop {
            let before = waiting.len();
            waiting.retain(|&(file, place, ast)| {
                let ast::UnitKind::Submodule { parent, name } = &ast.kind else {
                    return false;
                };
                let Some(ancestor) = parent.first() else { return false };
                let ancestor = fold(&ancestor.text);
                let host = match parent.get(1) {
                    Some(p) => known.get(&(ancestor.clone(), fold(&p.text))),
                    None => self.modules.get(&ancestor),
                };
                let Some(&host) = host else { return true };
                if let Some(u) = self.add_unit(ast, Some(host)) {
                    known.insert((ancestor, fold(&name.text)), u);
                    made.push((file, place, u));
                }
                false
            });
            if waiting.len() == before {
                break;
            }
        }
        for (_, _, ast) in waiting {
            let ast::UnitKind::Submodule { parent, .. } = &ast.kind else {
                continue;
            };
            let Some(missing) = parent.last() else { continue };
            let what = if parent.len() > 1 { "submodule" } else { "module" };
            self.report(
                Diagnostic::error(
                    codes::UNKNOWN_MODULE,
                    missing.span,
                    format!("the {what} `{}` is not among the given files", missing.text),
                )
                .help("also give adc the file that defines it"),
            );
        }
        made
    }

    /// The interface body that announces a `MODULE PROCEDURE`.
    pub(super) fn separate_heading(&mut self, name: &Name, parent: Option<UnitId>) -> Option<&'a ast::Unit> {
        let folded = fold(&name.text);
        let mut at = parent;
        while let Some(u) = at {
            let found = self.asts.get(u).and_then(|ast| announced(ast, &folded));
            if found.is_some() {
                return found;
            }
            at = self.p.units[u].parent;
        }
        self.report(
            Diagnostic::error(
                codes::UNDECLARED_NAME,
                name.span,
                format!("no interface declares the module procedure `{}`", name.text),
            )
            .help("in the module, write an interface body that begins with MODULE SUBROUTINE or MODULE FUNCTION"),
        );
        None
    }

    /// Connects announcing interface bodies with the procedures that define them.
    pub(super) fn join_separate(&mut self) {
        for unit in self.separate.clone() {
            let u = &self.p.units[unit];
            let (folded, own) = (fold(&u.name), u.symbol);
            let mut at = u.parent;
            while let Some(host) = at {
                let announced = self.p.units[host]
                    .names
                    .get(&folded)
                    .copied()
                    .filter(|&s| Some(s) != own);
                if let Some(SymbolKind::Procedure(p)) = announced.map(|s| &mut self.p.symbols[s].kind) {
                    if p.class == ProcClass::Module && p.interface.is_some() {
                        p.unit = Some(unit);
                    }
                    break;
                }
                at = self.p.units[host].parent;
            }
        }
    }
}

/// The interface body of a name with the prefix `MODULE`.
fn announced<'a>(ast: &'a ast::Unit, folded: &str) -> Option<&'a ast::Unit> {
    let blocks = ast.body.iter().filter_map(|stmt| match &stmt.kind {
        S::Interface(i) => Some(i),
        _ => None,
    });
    let bodies = blocks.flat_map(|i| &i.items).filter_map(|item| match item {
        ast::InterfaceItem::Body(unit) => Some(&**unit),
        ast::InterfaceItem::Procedures(..) => None,
    });
    bodies.into_iter().find(|unit| {
        let (ast::UnitKind::Subroutine { name, prefix, .. } | ast::UnitKind::Function { name, prefix, .. }) =
            &unit.kind
        else {
            return false;
        };
        fold(&name.text) == folded && prefix.contains(&ast::Prefix::Module)
    })
}
