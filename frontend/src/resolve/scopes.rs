//! Names: their lookup, and the creation of local ones.

use super::entries::Heading;
use super::implicit::Implicit;
use super::Resolver;
use crate::ast::{self, fold, Name, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Progress of the specification part of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    #[default]
    Waiting,
    Running,
    Done,
}

/// Host association of an interface body.
#[derive(Clone, Debug, Default)]
pub enum Import {
    /// Everything: for units other than interface bodies, or `IMPORT` without a list.
    #[default]
    All,
    /// Only these.
    Some(HashSet<SmolStr>),
}

/// Data of resolution about a unit, besides its [`Unit`].
#[derive(Default)]
pub struct Scope<'a> {
    pub stage: Stage,
    /// The interface body that provides the heading and declarations of a `MODULE PROCEDURE`.
    pub separate: Option<&'a ast::Unit>,
    /// The `ENTRY` statement for which the unit was created.
    pub entry: Option<Heading<'a>>,
    /// Typing of undeclared names.
    pub implicit: Rc<Implicit>,
    /// Index of the first executable statement of the body.
    pub exec_start: usize,
    /// Bare `PRIVATE`.
    pub default_private: bool,
    /// Names with explicit access; true for private.
    pub access: HashMap<SmolStr, bool>,
    /// Bare `SAVE`.
    pub save_all: bool,
    pub import: Import,
    /// Names to which different modules give different meanings.
    pub ambiguous: HashSet<SmolStr>,
    /// Names that BLOCK constructs import from modules.
    pub of_blocks: HashMap<SmolStr, SymbolId>,
    /// Names reported as undeclared.
    pub reported: HashSet<SmolStr>,
    /// True if a module that it uses is missing: undeclared names may belong to that module.
    pub incomplete: bool,
    /// Procedures after `CONTAINS`; generic names of the same spelling may hide them in [`Unit::names`].
    pub contained: HashMap<SmolStr, SymbolId>,
    /// Parts deferred to the end of the specification part.
    pub deferred: Deferred<'a>,
    /// Comments of the specification part that wait for the next statement.
    pub comments: Vec<ast::Trivia>,
}

/// Parts of specifications that may refer to later declarations.
#[derive(Default)]
pub struct Deferred<'a> {
    pub result: Option<&'a ast::TypeSpec>,
    /// Variables declared by `CLASS`.
    pub classes: Vec<(SymbolId, &'a Name)>,
    pub dims: Vec<(SymbolId, &'a [ast::Dim])>,
    pub lens: Vec<(SymbolId, &'a ast::Expr)>,
    /// Variable, place among the parameters of its type.
    pub params: Vec<(SymbolId, usize, &'a ast::Expr)>,
    pub inits: Vec<(SymbolId, &'a ast::Init)>,
    pub data: Vec<(&'a ast::DataSet, Span)>,
    pub equivalences: Vec<&'a [ast::Expr]>,
    pub namelists: Vec<(&'a Name, &'a [Name])>,
    pub functions: Vec<(&'a ast::Stmt, &'a ast::Expr, &'a ast::Expr)>,
    /// Generic symbol, names of specific procedures, index of the interface block.
    pub specifics: Vec<(Option<SymbolId>, &'a [Name], usize)>,
    /// Type, index of the binding, procedure or interface, true for a deferred binding.
    pub bindings: Vec<(SymbolId, usize, Name, bool)>,
    /// Final procedures.
    pub finals: Vec<&'a Name>,
    /// Procedure declared by `PROCEDURE(name)`.
    pub interfaces: Vec<(SymbolId, &'a Name)>,
}

/// Names of an open construct.
#[derive(Default)]
pub struct BlockScope {
    pub names: HashMap<SmolStr, SymbolId>,
    /// True if declarations go here (`BLOCK`), not to the unit.
    pub declares: bool,
    pub locals: Vec<SymbolId>,
}

/// Data of resolution about a symbol.
#[derive(Clone, Copy, Default, Debug)]
pub struct Flags {
    /// Has an explicitly written type.
    pub typed: bool,
    /// Is in its unit's list of declarations.
    pub listed: bool,
    /// Was used in a way reserved for variables.
    pub variable: bool,
    /// Was used as an actual argument: a variable or a procedure.
    pub argument: bool,
    /// Is a component of a derived type.
    pub component: bool,
    /// Is a derived type whose definition has not ended yet.
    pub open: bool,
    /// Replaces an unresolved name; no further messages about it.
    pub poison: bool,
}

impl<'a> Resolver<'a> {
    pub(super) fn scope(&mut self) -> &mut Scope<'a> {
        let unit = self.unit();
        self.scope_of(unit)
    }

    pub(super) fn scope_of(&mut self, unit: UnitId) -> &mut Scope<'a> {
        if !self.scopes.contains_idx(unit) {
            let scope = Scope {
                implicit: Rc::new(Implicit::usual(self.p.kinds)),
                ..Scope::default()
            };
            self.scopes.insert(unit, scope);
        }
        &mut self.scopes[unit]
    }

    pub(super) fn flags(&mut self, s: SymbolId) -> &mut Flags {
        let i = s.into_raw().into_u32() as usize;
        if self.flags.len() <= i {
            self.flags.resize(i + 1, Flags::default());
        }
        &mut self.flags[i]
    }

    /// The flags of a symbol, for reading.
    pub(super) fn known(&self, s: SymbolId) -> Flags {
        let i = s.into_raw().into_u32() as usize;
        self.flags.get(i).copied().unwrap_or_default()
    }

    /// True if a symbol replaces an unresolved name.
    pub(super) fn is_poison(&self, s: SymbolId) -> bool {
        self.known(s).poison
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

    /// The meaning of a folded name: names of open constructs, of the unit, of its hosts.
    pub(super) fn lookup(&self, folded: &str) -> Option<SymbolId> {
        for b in self.blocks.iter().rev() {
            if let Some(&s) = b.names.get(folded) {
                return Some(s);
            }
        }
        self.lookup_in(self.unit(), folded)
    }

    /// The meaning of a folded name in a unit and its hosts.
    pub(super) fn lookup_in(&self, unit: UnitId, folded: &str) -> Option<SymbolId> {
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
        self.list(s);
        self.type_implicitly(s, name.span);
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
    pub(super) fn undeclared(&mut self, name: &SmolStr, at: Span, is_function: bool) {
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
        let what = if is_function { "function " } else { "" };
        let d = Diagnostic::error(
            codes::UNDECLARED_NAME,
            at,
            format!("{what}`{name}` is not declared, and IMPLICIT NONE is in force"),
        )
        .help(format!(
            "declare it in the specification part, for instance `real :: {name}`"
        ));
        self.report(d);
    }
}
