//! Names: their lookup, and the creation of local ones.

use super::placeholders;
use super::scope::{Flags, Import};
use super::state::Resolver;
use crate::ast::{self, fold, Name, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::near::did_you_mean;

impl Resolver<'_> {
    /// The meaning of a folded name: names of open constructs, of the unit, of its hosts.
    pub(super) fn lookup(&self, folded: &str) -> Option<SymbolId> {
        let in_blocks = self.blocks.iter().rev().find_map(|b| b.names.get(folded).copied());
        let found = in_blocks.or_else(|| self.lookup_in(self.unit(), folded))?;
        placeholders::touch(self, found);
        Some(found)
    }

    /// The meaning of a folded name in a unit and its hosts.
    fn lookup_in(&self, unit: UnitId, folded: &str) -> Option<SymbolId> {
        let mut at = unit;
        loop {
            if let Some(&s) = self.p.units[at].names.get(folded) {
                return Some(s);
            }
            at = self.host(at, folded)?;
        }
    }

    /// The unit from which `unit` gets a name by host association.
    pub(super) fn host(&self, unit: UnitId, folded: &str) -> Option<UnitId> {
        let u = &self.p.units[unit];
        if u.prefix.interface_body {
            if let Some(Import::Some(names)) = self.scopes.get(unit).map(|s| &s.import) {
                if !names.contains(folded) {
                    return None;
                }
            }
        }
        u.parent
    }

    /// Reports an error if two modules give a name different meanings.
    pub(super) fn is_ambiguous(&mut self, name: &Name, folded: &str) -> bool {
        let scope = self.scope();
        if scope.ambiguous.is_empty() || !scope.ambiguous.contains(folded) {
            return false;
        }
        if scope.reported.insert(format!("ambiguous {folded}").into()) {
            self.report(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    name.span,
                    format!("`{}` comes from several modules with different meanings", name.text),
                )
                .help("list the names that you need in the USE statements: `use m, only: ...`"),
            );
        }
        true
    }

    /// The symbol that a specification statement of the current unit declares: found or created. A new one is a
    /// variable without a type.
    pub(super) fn declare(&mut self, name: &Name) -> SymbolId {
        let folded = fold(&name.text);
        let unit = self.unit();
        if let Some(block) = self.blocks.last().filter(|b| b.declares) {
            if let Some(&s) = block.names.get(&folded) {
                return s;
            }
            let s = self.new_variable(name);
            if let Some(block) = self.blocks.last_mut() {
                block.names.insert(folded, s);
                block.locals.push(s);
            }
            self.list(s);
            return s;
        }
        if let Some(&s) = self.p.units[unit].names.get(&folded) {
            let symbol = &self.p.symbols[s];
            if symbol.owner == Some(unit) {
                self.list(s);
                return s;
            }
            // a poisoned name came from a missing module: the declaration here silently wins
            let own = self.p.units[unit].symbol == Some(s);
            if !self.is_poison(s) && !own {
                let d = Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    name.span,
                    format!("`{}` is already declared in a used module", name.text),
                )
                .help("rename it (`use m, new_name => name`), or import only other names (`use m, only: ...`)");
                self.report(d);
            }
        }
        let s = self.new_variable(name);
        self.p.units[unit].names.insert(folded, s);
        self.list(s);
        s
    }

    /// Gives the waiting comments to a symbol.
    pub(super) fn comments_to(&mut self, s: SymbolId) {
        let comments = std::mem::take(&mut self.scope().comments);
        if !comments.is_empty() {
            let unit = self.unit();
            self.p.units[unit].decl_lead.push((s, comments));
        }
    }

    /// Reports that a name is declared already.
    pub(super) fn duplicate(&mut self, name: &ast::Name, old: SymbolId) {
        if self.is_poison(old) {
            return;
        }
        let before = &self.p.symbols[old];
        let d = Diagnostic::error(
            codes::DUPLICATE_NAME,
            name.span,
            format!("`{}` is declared twice", name.text),
        )
        .also(
            before.span,
            format!("first declared here, as {}", super::messages::kind_name(before)),
        );
        self.report(d);
    }

    /// Creates a symbol that is not in its unit's list of declarations yet.
    pub(super) fn alloc(&mut self, name: &SmolStr, owner: Option<UnitId>, kind: SymbolKind, span: Span) -> SymbolId {
        self.p.symbols.alloc(Symbol {
            name: name.clone(),
            owner,
            kind,
            private: false,
            comment: None,
            span,
        })
    }

    /// Puts a symbol into its unit's list of declarations, once.
    pub(super) fn list(&mut self, s: SymbolId) {
        if !std::mem::replace(&mut self.flags(s).listed, true) {
            if let Some(owner) = self.p.symbols[s].owner {
                self.p.units[owner].symbols.push(s);
            }
        }
    }

    /// A variable of the current unit without a type.
    pub(super) fn new_variable(&mut self, name: &Name) -> SymbolId {
        let unit = self.unit();
        let storage = match self.p.units[unit].kind {
            UnitKind::Module | UnitKind::Submodule if self.blocks.is_empty() => Storage::Module,
            _ => Storage::Local,
        };
        self.alloc(
            &name.text,
            Some(unit),
            SymbolKind::Variable(Variable {
                ty: DeclType::plain(Ty::Typeless),
                dims: vec![],
                storage,
                attrs: Attrs::default(),
                init: None,
            }),
            name.span,
        )
    }

    /// Creates a placeholder for an unresolved name: it fits everywhere, and no further messages concern it.
    pub(super) fn poison(&mut self, name: &SmolStr, span: Span) -> SymbolId {
        let unit = self.unit();
        let s = self.alloc(
            name,
            Some(unit),
            SymbolKind::Variable(Variable {
                ty: DeclType::plain(Ty::Typeless),
                dims: vec![],
                storage: Storage::Local,
                attrs: Attrs::default(),
                init: None,
            }),
            span,
        );
        *self.flags(s) = Flags {
            typed: true,
            poison: true,
            ..Flags::default()
        };
        s
    }

    /// The symbol of an undeclared name in an executable statement or specification expression: typed by the implicit
    /// rules.
    pub(super) fn implicit_variable(&mut self, name: &Name) -> SymbolId {
        let s = self.new_variable(name);
        let unit = self.unit();
        self.p.units[unit].names.insert(fold(&name.text), s);
        self.type_implicitly(s, name.span);
        if !(placeholders::may_hold_places(self) && self.is_poison(s)) {
            self.list(s);
        }
        if self.scope().save_all {
            if let Some(v) = self.p.symbols[s].variable_mut() {
                v.attrs.save = true;
            }
        }
        s
    }

    /// Gives a variable or function its type by the implicit rules of its unit; an error if there is no rule for it.
    pub(super) fn type_implicitly(&mut self, s: SymbolId, at: Span) {
        let name = self.p.symbols[s].name.clone();
        let unit = match self.p.symbols[s].owner {
            Some(u) => u,
            None => self.unit(),
        };
        // a name of an incomplete unit may get its type from the missing module
        let ty = self
            .scope_of(unit)
            .implicit
            .rule(&name)
            .filter(|_| !self.is_incomplete());
        self.flags(s).typed = true;
        let Some(ty) = ty else {
            self.flags(s).poison = true;
            let is_function = matches!(self.p.symbols[s].kind, SymbolKind::Procedure(_));
            if let SymbolKind::Procedure(p) = &mut self.p.symbols[s].kind {
                p.result = Some(DeclType::plain(Ty::Typeless));
            }
            return self.undeclared(&name, at, is_function);
        };
        match &mut self.p.symbols[s].kind {
            SymbolKind::Variable(v) => {
                v.ty = ty;
                v.attrs.implicit = true;
            }
            SymbolKind::Procedure(p) => {
                p.result = Some(ty);
                p.attrs.implicit = true;
            }
            _ => {}
        }
    }

    /// Reports, once per name and unit, that a name has no type.
    fn undeclared(&mut self, name: &SmolStr, at: Span, is_function: bool) {
        let folded = fold(name);
        // an open unit may get the name from a missing module
        let mut u = Some(self.unit());
        while let Some(unit) = u {
            if self.scope_of(unit).incomplete {
                return;
            }
            u = self.p.units[unit].parent;
        }
        if !self.scope().reported.insert(folded) {
            return;
        }
        if placeholders::may_hold_places(self) && !is_function {
            return placeholders::warn_undeclared(self, name, at);
        }
        let what = if is_function { "function " } else { "" };
        let near = near_visible(self, name, |kind| match kind {
            SymbolKind::Variable(_) | SymbolKind::Constant(_) => !is_function,
            SymbolKind::Procedure(_) => is_function,
            _ => false,
        });
        let d = Diagnostic::error(
            codes::UNDECLARED_NAME,
            at,
            format!("{what}`{name}` is not declared, and IMPLICIT NONE is in force"),
        )
        .help(near.unwrap_or_else(|| format!("declare it in the specification part, for instance `real :: {name}`")));
        self.report(d);
    }

    /// The index of a construct that has its own index, in the construct's scope, with the type that the name has
    /// outside.
    pub(super) fn index_symbol(&mut self, name: &Name) -> SymbolId {
        self.scoped_symbol(name, true)
    }

    /// A variable of the innermost construct, with the type that the name has outside.
    pub(super) fn scoped_symbol(&mut self, name: &Name, integer: bool) -> SymbolId {
        let folded = fold(&name.text);
        let ty = match self.lookup(&folded).map(|s| &self.p.symbols[s].kind) {
            Some(SymbolKind::Variable(v)) => Some(v.ty.clone()),
            _ => self.scopes[self.unit()].implicit.rule(&name.text),
        };
        let ty = ty.unwrap_or_else(|| {
            self.undeclared(&name.text, name.span, false);
            DeclType::plain(Ty::Typeless)
        });
        let ty = match ty.ty {
            Ty::Integer(_) | Ty::Typeless => ty,
            other if integer => {
                let d = Diagnostic::error(
                    codes::TYPE_MISMATCH,
                    name.span,
                    format!(
                        "the index `{}` must be an integer, not {}",
                        name.text,
                        super::messages::type_name(&self.p, other)
                    ),
                );
                self.report(d);
                DeclType::plain(Ty::Typeless)
            }
            _ => ty,
        };
        let s = self.own_symbol(name, ty);
        if let Some(block) = self.blocks.last_mut() {
            block.names.insert(folded, s);
        }
        s
    }

    /// An undeclared symbol that exists in one construct of the current unit.
    fn own_symbol(&mut self, name: &Name, ty: DeclType) -> SymbolId {
        let s = self.new_variable(name);
        if let Some(v) = self.p.symbols[s].variable_mut() {
            v.storage = Storage::Index;
            v.ty = ty;
        }
        let f = self.flags(s);
        f.typed = true;
        f.listed = true;
        f.variable = true;
        s
    }

    /// An index of the innermost construct that has a type of its own.
    pub(super) fn typed_index(&mut self, name: &Name, ty: DeclType) -> SymbolId {
        let s = self.own_symbol(name, ty);
        if let Some(block) = self.blocks.last_mut() {
            block.names.insert(fold(&name.text), s);
        }
        s
    }
}

/// The question whether a visible name was meant, of the symbols that `fits` accepts.
pub(super) fn near_visible(r: &Resolver, name: &str, fits: impl Fn(&SymbolKind) -> bool) -> Option<String> {
    let hosts = std::iter::successors(Some(r.unit()), |&u| r.p.units[u].parent);
    let in_units = hosts.flat_map(|u| r.p.units[u].names.values());
    let all = r.blocks.iter().flat_map(|b| b.names.values()).chain(in_units);
    let meant = all.filter(|&&s| !r.is_poison(s) && fits(&r.p.symbols[s].kind));
    did_you_mean(name, meant.map(|&s| r.p.symbols[s].name.as_str()))
}
