//! The order of declarations: a bound, kind, length or initialisation follows the declarations of all names in it.

use super::Scope;
use adc_frontend::ast::fold;
use adc_frontend::intrinsics::mpi;
use adc_frontend::ir::visit::walk_expr;
use adc_frontend::ir::*;
use adc_frontend::refs::{declaration_refs, kind_suffix, wants_block, wants_body, Ref};
use std::collections::{HashMap, HashSet};

/// The entity or entities declared by one statement or block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Item {
    /// An entity or a derived type.
    Symbol(SymbolId),
    /// An interface block, by its index in the unit.
    Interface(usize),
}

impl Scope<'_> {
    /// The declarations of the unit, in a valid order.
    pub(super) fn items(&self) -> Vec<Item> {
        let unit = &self.program.units[self.unit];
        let refs = self.refs();
        let mut wanted = vec![];
        let of_unit = unit.args.iter().flatten().chain(&unit.result).chain(&unit.symbols);
        for &s in of_unit.chain(&refs.indices).chain(&refs.global) {
            if (refs.symbols.contains(&s) || self.unhides_intrinsic(s) || self.unhides_external(s))
                && !refs.scoped.contains(&s)
                && self.needs_declaration(s)
                && !self.is_of_mpi(s)
            {
                wanted.push(Item::Symbol(s));
            }
        }
        for (i, block) in unit.interfaces.iter().enumerate() {
            if wants_block(self.program, self.unit, refs, block) {
                wanted.push(Item::Interface(i));
            }
        }
        self.sorted(&wanted)
    }

    /// True for a function that a module of MPI provides here, by USE.
    fn is_of_mpi(&self, s: SymbolId) -> bool {
        let symbol = &self.program.symbols[s];
        if symbol.owner.is_some() || mpi::procedure(&fold(&symbol.name)).is_none() {
            return false;
        }
        let provides = |u: &Use| {
            let is_module = u.module.is_none() && mpi::is_module(&fold(&u.name));
            is_module && (!u.only || u.items.iter().any(|i| i.symbol == s))
        };
        let mut around = std::iter::successors(Some(self.unit), |&u| self.program.units[u].parent);
        around.any(|u| self.program.units[u].uses.iter().any(provides))
    }

    /// True for an `INTRINSIC` declaration without which a call would refer to an entity of the host.
    fn unhides_intrinsic(&self, s: SymbolId) -> bool {
        let symbol = &self.program.symbols[s];
        let SymbolKind::Intrinsic(id) = symbol.kind else {
            return false;
        };
        let host = self.program.units[self.unit].parent;
        let hidden = host.is_some_and(|h| self.program.lookup(h, &fold(&symbol.name)).is_some());
        hidden && self.refs().intrinsics.contains(&id)
    }

    /// True for an `EXTERNAL` declaration without which a call would refer to an entity of the host.
    fn unhides_external(&self, s: SymbolId) -> bool {
        let symbol = &self.program.symbols[s];
        let is_external = matches!(&symbol.kind, SymbolKind::Procedure(p) if p.class == ProcClass::External);
        let unit = &self.program.units[self.unit];
        let folded = fold(&symbol.name);
        let is_called = || self.refs().symbols.contains(&s) || self.refs().fixed.contains_key(&folded);
        let host = unit
            .parent
            .filter(|_| is_external && !unit.prefix.interface_body && is_called());
        host.and_then(|h| self.program.lookup(h, &folded))
            .is_some_and(|m| m != s)
    }

    pub(super) fn sorted(&self, wanted: &[Item]) -> Vec<Item> {
        let unit = &self.program.units[self.unit];
        let mut bodies = HashMap::new();
        for (i, block) in unit.interfaces.iter().enumerate() {
            bodies.extend(block.bodies.iter().map(|&b| (b, i)));
        }
        let mut order = Order {
            scope: self,
            wanted: wanted.iter().copied().collect(),
            bodies,
            seen: HashSet::new(),
            out: vec![],
        };
        for &item in wanted {
            order.visit(item);
        }
        order.out
    }

    /// True for a symbol that needs a declaration of its own (interface blocks are separate).
    fn needs_declaration(&self, s: SymbolId) -> bool {
        let symbol = &self.program.symbols[s];
        match &symbol.kind {
            SymbolKind::Variable(v) => match v.storage {
                Storage::Component | Storage::Parameter => false,
                // in no list of declarations
                Storage::Index => true,
                Storage::Local | Storage::Dummy | Storage::Result | Storage::Module | Storage::Common(_) => {
                    self.refs().own.contains(&s)
                }
            },
            SymbolKind::Constant(_)
            | SymbolKind::Type(_)
            | SymbolKind::StatementFunction(_)
            | SymbolKind::Intrinsic(_) => self.refs().own.contains(&s),
            SymbolKind::Generic(_) | SymbolKind::Namelist => false,
            SymbolKind::Procedure(p) => match p.class {
                ProcClass::Module | ProcClass::Internal => false,
                ProcClass::Definition if self.is_own_or_host(s) => false,
                ProcClass::External | ProcClass::Definition | ProcClass::Dummy | ProcClass::Pointer => {
                    if symbol.owner.is_some() && !self.refs().own.contains(&s) || self.has_body(s) {
                        return false;
                    }
                    // a printed host has declared it
                    if symbol.owner.is_none() && self.host_refers_to(s) {
                        return false;
                    }
                    let is_data = matches!(p.class, ProcClass::Dummy | ProcClass::Pointer);
                    is_data
                        || self.unhides_external(s)
                        || p.result.is_some()
                        || p.interface.is_some()
                        || self.refs().passed.contains(&s)
                }
            },
        }
    }

    fn is_own_or_host(&self, s: SymbolId) -> bool {
        let mut at = Some(self.unit);
        while let Some(u) = at {
            if self.program.units[u].symbol == Some(s) {
                return true;
            }
            at = self.program.units[u].parent;
        }
        false
    }

    /// True if an interface body in this unit declares the procedure.
    fn has_body(&self, s: SymbolId) -> bool {
        let own = fold(&self.program.symbols[s].name);
        self.program.units[self.unit].interfaces.iter().any(|block| {
            block.bodies.iter().any(|&b| {
                let body = &self.program.units[b];
                body.symbol == Some(s) || (!block.is_abstract && fold(&body.name) == own)
            })
        })
    }

    fn host_refers_to(&self, s: SymbolId) -> bool {
        let unit = &self.program.units[self.unit];
        // an interface body does not see its host
        let host = unit.parent.filter(|_| !unit.prefix.interface_body);
        host.and_then(|h| self.raise.refs.get(&h))
            .is_some_and(|r| r.symbols.contains(&s))
    }
}

struct Order<'a, 'b> {
    scope: &'a Scope<'b>,
    wanted: HashSet<Item>,
    /// The interface block of each body.
    bodies: HashMap<UnitId, usize>,
    seen: HashSet<Item>,
    out: Vec<Item>,
}

impl Order<'_, '_> {
    fn visit(&mut self, item: Item) {
        if !self.wanted.contains(&item) || !self.seen.insert(item) {
            return;
        }
        match item {
            Item::Symbol(s) => self.symbol(s),
            Item::Interface(i) => self.interface(i),
        }
        self.out.push(item);
    }

    fn symbol(&mut self, s: SymbolId) {
        let program = self.scope.program;
        declaration_refs(program, &program.symbols[s], &mut |r| match r {
            Ref::Symbol(s) => self.visit(Item::Symbol(s)),
            Ref::Expr(e) => walk_expr(e, &mut |e| self.node(e)),
        });
        if let SymbolKind::Procedure(p) = &program.symbols[s].kind {
            if let Some(&block) = p.interface.and_then(|body| self.bodies.get(&body)) {
                self.visit(Item::Interface(block));
            }
        }
    }

    fn node(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(s) | ExprKind::Procedure(s) => self.visit(Item::Symbol(*s)),
            ExprKind::Structure(s, _) => self.visit(Item::Symbol(self.scope.program.declared_type(*s))),
            ExprKind::Call(callee, _) => self.visit(Item::Symbol(callee.proc)),
            ExprKind::ImpliedDo { var, .. } => self.visit(Item::Symbol(*var)),
            ExprKind::Array(Some(ty), _) => {
                if let KindSpelling::Expr(k) = &ty.spelling {
                    walk_expr(k, &mut |e| self.node(e));
                }
                if let Ty::Derived(s) = ty.ty {
                    self.visit(Item::Symbol(self.scope.program.declared_type(s)));
                }
            }
            ExprKind::Int(t) | ExprKind::Real(t) | ExprKind::Logical(t) => {
                let constant = kind_suffix(t).and_then(|k| self.scope.program.lookup(self.scope.unit, &fold(k)));
                if let Some(s) = constant {
                    self.visit(Item::Symbol(s));
                }
            }
            ExprKind::Str(_)
            | ExprKind::Boz(_)
            | ExprKind::Hollerith(_)
            | ExprKind::Complex(..)
            | ExprKind::Index(..)
            | ExprKind::Component(..)
            | ExprKind::Substring(..)
            | ExprKind::ComplexPart(..)
            | ExprKind::Intrinsic(..)
            | ExprKind::Paren(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Array(None, _) => {}
        }
    }

    fn interface(&mut self, i: usize) {
        let scope = self.scope;
        let block = &scope.program.units[scope.unit].interfaces[i];
        for &body in &block.bodies {
            if !wants_body(scope.program, scope.refs(), block, body) {
                continue;
            }
            if let Some(refs) = scope.raise.refs.get(&body) {
                let mut used: Vec<SymbolId> = refs.symbols.iter().copied().collect();
                used.sort_by_key(|s| s.into_raw());
                used.into_iter().for_each(|s| self.visit(Item::Symbol(s)));
            }
        }
    }
}
