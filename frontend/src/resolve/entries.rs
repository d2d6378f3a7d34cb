//! ENTRY statements: additional headings of a procedure.
//!
//! Each entry gets a unit of its own that declares its arguments and result, as an interface body does, and has the
//! statements that run when the procedure is entered there. All entries share the specification part, so it is read for
//! each of them; in each, the dummies and results of all headings are declared.

use super::Resolver;
use crate::ast::{self, fold, Name, StmtKind as S};
use crate::ir::visit::{labels_asked, walk_block};
use crate::ir::*;
use std::collections::HashSet;

/// Marks the place of an ENTRY while its body is built; larger than any label of a source.
pub(super) const MARK: u32 = u32::MAX;

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
    fn entries(ast: &'a ast::Unit) -> impl Iterator<Item = (Heading<'a>, Span)> {
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

impl<'a> Resolver<'a> {
    /// Creates a unit for each ENTRY statement of a procedure.
    pub(super) fn add_entries(&mut self, ast: &'a ast::Unit, procedure: UnitId) {
        for (heading, span) in Heading::entries(ast) {
            let omission = Omission {
                what: "a procedure with an ENTRY".into(),
                span,
                harmless: false,
            };
            let model = &mut self.p.units[procedure];
            model.omissions.push(omission.clone());
            let mut unit = Unit::new(heading.name.text.clone(), model.kind);
            unit.parent = model.parent;
            unit.span = span;
            unit.prefix = Prefixes {
                interface_body: true,
                ..model.prefix
            };
            unit.omissions.push(omission);
            unit.entry = Some(Box::new(Entry {
                of: procedure,
                body: vec![],
            }));
            let parent = unit.parent;
            let id = self.p.units.alloc(unit);
            self.asts.insert(id, ast);
            self.scope_of(id).entry = Some(heading);
            self.name_unit(id, heading.name, parent);
            if let Some(s) = self.p.units[id].symbol {
                if let SymbolKind::Procedure(p) = &mut self.p.symbols[s].kind {
                    p.unit = None;
                    p.interface = Some(id);
                }
            }
            self.entries.push(id);
        }
    }

    /// Builds the body of an ENTRY: the statements after it or, if these jump to a statement before it, all statements
    /// with a jump to the ENTRY in front.
    pub(super) fn entry_body(&mut self) {
        let unit = self.unit();
        let holds_procedures = self.asts.get(unit).is_none_or(|ast| !ast.contains.is_empty());
        if holds_procedures {
            // contained procedures would have to be duplicated for each entry
            return;
        }
        self.body();
        let mut body = std::mem::take(&mut self.p.units[unit].body);
        let is_mark = |s: &Stmt| s.label == Some(MARK);
        // all statements follow an entry among the declarations
        let place = body.iter().position(is_mark);
        let after = body.split_off(place.map_or(0, |k| k + 1));
        body.pop();
        let mut asked = HashSet::new();
        walk_block(&after, &mut |s| asked.extend(labels_asked(&s.kind)));
        let mut most = 0;
        let mut back = false;
        walk_block(&body, &mut |s| {
            most = most.max(s.label.unwrap_or(0));
            back |= s.label.is_some_and(|l| asked.contains(&l));
        });
        walk_block(&after, &mut |s| most = most.max(s.label.unwrap_or(0)));
        if back {
            let mut jump = Stmt::new(StmtKind::Goto(most + 1));
            jump.id = self.p.fresh_stmt();
            body.insert(0, jump);
            let mut here = Stmt::new(StmtKind::Continue);
            here.id = self.p.fresh_stmt();
            here.label = Some(most + 1);
            body.push(here);
        } else {
            body.retain(|s| matches!(s.kind, StmtKind::Format(_)));
        }
        body.extend(after);
        if let Some(entry) = &mut self.p.units[unit].entry {
            entry.body = body;
        }
    }

    /// The place of an ENTRY statement, in the body of its unit.
    pub(super) fn entry_mark(&mut self, name: &Name) -> Option<StmtKind> {
        let own = self.scope().entry.is_some_and(|h| h.name == name);
        own.then_some(StmtKind::Continue)
    }

    /// Declares the dummies and results of the other headings.
    pub(super) fn other_headings(&mut self, ast: &'a ast::Unit, heading: Heading<'a>, own: Heading<'a>) {
        let all = std::iter::once(heading).chain(Heading::entries(ast).map(|(h, _)| h));
        for other in all.filter(|&h| h != own) {
            let names = other.args.iter().flatten().map(|n| (n, Storage::Dummy));
            for (name, storage) in names.chain(other.result.map(|n| (n, Storage::Result))) {
                let unit = self.unit();
                let folded = fold(&name.text);
                let known = self.p.units[unit].names.get(&folded);
                if known.is_some_and(|&s| self.p.symbols[s].variable().is_some()) {
                    continue;
                }
                let s = self.new_variable(name);
                if let Some(v) = self.p.symbols[s].variable_mut() {
                    v.storage = storage;
                }
                self.p.units[unit].names.insert(folded, s);
            }
        }
    }
}
