//! COMMON, EQUIVALENCE, DATA and NAMELIST.

use super::state::Resolver;
use crate::ast::{self, fold, Name, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl<'a> Resolver<'a> {
    /// The COMMON block of a name; one for the whole program.
    fn common(&mut self, name: Option<&Name>) -> CommonId {
        let text = name.map_or(SmolStr::default(), |n| n.text.clone());
        let folded = fold(&text);
        if let Some(&c) = self.commons.get(&folded) {
            return c;
        }
        let c = self.p.commons.alloc(Common {
            name: text,
            threadprivate: false,
        });
        self.commons.insert(folded, c);
        c
    }

    /// `COMMON /blk/ a, b(3)`.
    pub(super) fn common_stmt(&mut self, blocks: &'a [(Option<Name>, Vec<ast::Entity>)], span: Span) {
        let unit = self.unit();
        for (name, entities) in blocks {
            let common = self.common(name.as_ref());
            let uses = &mut self.p.units[unit].commons;
            let at = match uses.iter().position(|u| u.common == common) {
                Some(i) => i,
                None => {
                    uses.push(CommonUse {
                        common,
                        members: vec![],
                        span,
                    });
                    uses.len() - 1
                }
            };
            for e in entities {
                let s = self.declare(&e.name);
                self.comments_to(s);
                if let Some(dims) = &e.dims {
                    self.set_dims(s, dims, &e.name);
                }
                if let SymbolKind::Variable(v) = &mut self.p.symbols[s].kind {
                    if matches!(v.storage, Storage::Local | Storage::Module) {
                        v.storage = Storage::Common(common);
                        self.flags(s).variable = true;
                        self.p.units[unit].commons[at].members.push(s);
                        continue;
                    }
                }
                // of Fortran 2003 only
                if self.p.symbols[s].is_procedure_pointer() {
                    self.leave_out("a procedure pointer in a COMMON block", e.name.span);
                    continue;
                }
                let d = Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    e.name.span,
                    format!("`{}` cannot be a member of a COMMON block", e.name.text),
                );
                let what = super::messages::kind_name(&self.p.symbols[s]);
                let d = match self.p.symbols[s].variable().map(|v| v.storage) {
                    Some(Storage::Dummy) => d.with_note("it is a dummy argument"),
                    Some(Storage::Result) => d.with_note("it is the result of the function"),
                    Some(Storage::Common(_)) => d.with_note("it is already in a COMMON block"),
                    _ => d.with_note(format!("it is {what}")),
                };
                self.report(d);
            }
        }
    }

    pub(super) fn namelist(&mut self, name: &'a Name, members: &'a [Name]) {
        let s = self.declare(name);
        self.comments_to(s);
        self.p.symbols[s].kind = SymbolKind::Namelist;
        self.flags(s).typed = true;
        self.scope().deferred.namelists.push((name, members));
    }

    /// Resolves the members of NAMELIST groups, when all names are known.
    pub(super) fn finish_namelist(&mut self, name: &Name, members: &[Name]) {
        let unit = self.unit();
        let members: Vec<_> = members.iter().map(|m| self.variable_name(m)).collect();
        let lists = &mut self.p.units[unit].namelists;
        let folded = fold(&name.text);
        match lists.iter_mut().find(|(n, _)| fold(n) == folded) {
            Some((_, all)) => all.extend(members),
            None => lists.push((name.text.clone(), members)),
        }
    }

    /// One EQUIVALENCE set.
    pub(super) fn equivalence(&mut self, set: &[ast::Expr]) {
        let unit = self.unit();
        let designators: Vec<_> = set.iter().map(|e| self.define(e)).collect();
        for e in &designators {
            if !e.is_designator() && e.ty != Ty::Typeless {
                self.report(Diagnostic::error(
                    codes::TYPE_MISMATCH,
                    e.span,
                    "only variables and their elements are allowed in EQUIVALENCE",
                ));
            }
        }
        self.p.units[unit].equivalences.push(designators);
    }

    /// One group of DATA.
    pub(super) fn data_set(&mut self, set: &ast::DataSet, span: Span) {
        let objects: Vec<_> = set.objects.iter().map(|e| self.data_object(e)).collect();
        let values = set.values.iter().map(|v| self.data_value(v)).collect();
        for o in &objects {
            self.save_initialised(o);
        }
        let unit = self.unit();
        self.p.units[unit].data.push(DataSet { objects, values, span });
    }

    fn data_object(&mut self, e: &ast::Expr) -> Expr {
        let ast::ExprKind::ImpliedDo(l) = &e.kind else {
            return self.define(e);
        };
        self.own_implied_do(l, e.span, |r| l.items.iter().map(|i| r.data_object(i)).collect())
    }
}
