//! The state of a run, and messages about it.

use super::implicit::Implicit;
use super::scope::{BlockScope, Definition, End, Flags, PrivateName, Scope};
use crate::ast::{self, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::directive::local::Region;
use crate::ir::visit::walk_expr;
use crate::ir::*;
use la_arena::ArenaMap;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Errors that a missing declaration may explain.
const TYPE_ERRORS: [u16; 4] = [
    codes::TYPE_MISMATCH,
    codes::ARGUMENT_MISMATCH,
    codes::NO_SPECIFIC,
    codes::UNKNOWN_COMPONENT,
];

/// The state of a run. `'a` is the lifetime of the syntax trees.
#[derive(Default)]
pub(super) struct Resolver<'a> {
    /// The program under construction.
    pub(super) p: Program,
    pub(super) diags: Vec<Diagnostic>,
    /// The tree of each unit.
    pub(super) asts: ArenaMap<UnitId, &'a ast::Unit>,
    /// Data of resolution about a unit, besides its [`Unit`].
    pub(super) scopes: ArenaMap<UnitId, Scope<'a>>,
    /// Data of resolution about symbols, by their index.
    pub(super) flags: Vec<Flags>,
    /// Modules by folded name.
    pub(super) modules: HashMap<SmolStr, UnitId>,
    /// Definitions of external procedures by folded name.
    pub(super) externals: HashMap<SmolStr, UnitId>,
    /// Units created for `ENTRY` statements.
    pub(super) entries: Vec<UnitId>,
    /// Module procedures whose interface is separate from them.
    pub(super) separate: Vec<UnitId>,
    /// COMMON blocks by folded name.
    pub(super) commons: HashMap<SmolStr, CommonId>,
    /// Entities of intrinsic modules, created at first use.
    pub(super) builtins: HashMap<(SmolStr, SmolStr), SymbolId>,
    /// Operators and assignments bound to types, as generic symbols.
    pub(super) bound: HashMap<(SymbolId, SmolStr), SymbolId>,
    /// Components that access a parent type, by folded name, in the types that extend it.
    pub(super) parents: HashMap<(SymbolId, SmolStr), SymbolId>,
    /// The name of an extended type's parent in the extending unit.
    pub(super) parent_names: HashMap<SymbolId, SmolStr>,
    /// The definitions of derived types with parameters.
    pub(super) generic_types: HashMap<SymbolId, Definition<'a>>,
    /// Instances of them, by the values of their KIND parameters.
    pub(super) instances: HashMap<(SymbolId, Vec<Option<i64>>), SymbolId>,
    /// Types that extend one of them.
    pub(super) extends_params: HashSet<SymbolId>,
    /// Values of the KIND parameters of the types whose components are being read.
    pub(super) kind_params: HashMap<SymbolId, i64>,
    /// Positions of their names in the definition that is being read.
    pub(super) kind_names: Vec<Span>,
    /// True while the components of an instance are read that names no KIND parameter.
    pub(super) in_instance: bool,
    /// Missing modules named by `USE`, reported once each.
    pub(super) unknown_modules: HashSet<SmolStr>,
    /// The current unit; `None` only before the first.
    pub(super) current: Option<UnitId>,
    /// Names of constructs that are open: `BLOCK`, `ASSOCIATE`, `FORALL`, implied DO.
    pub(super) blocks: Vec<BlockScope>,
    /// Constructs around the current statement: folded name, true for a loop.
    pub(super) around: Vec<(Option<SmolStr>, bool)>,
    /// Uses of implicitly typed names in the current statement.
    pub(super) guessed: Vec<(Span, SymbolId)>,
    /// The first place that could not be resolved.
    pub(super) unresolved: Option<Span>,
    /// Labels that the current body refers to.
    pub(super) labels: HashSet<u32>,
    /// Ends of directive regions in the current body whose other end is not in their block.
    pub(super) unmatched: Vec<(Region, End, SmolStr, Span)>,
    /// Variables that turned out to be procedures after they had been used as an argument.
    pub(super) converted: HashSet<SymbolId>,
    /// True if directives of OpenMP count.
    pub(super) openmp: bool,
    /// New variables that have no name yet.
    pub(super) locals: Vec<SymbolId>,
    /// New symbols of private variables.
    pub(super) privates: Vec<PrivateName>,
    /// True if placeholders replace missing entities.
    pub(super) placeholders: bool,
    /// Uses of placeholders: the unit, the placeholder, the statement.
    pub(super) touched: RefCell<Vec<(UnitId, SymbolId, Span)>>,
    /// Expressions that are unresolved because of placeholders, with their units.
    pub(super) lost: Vec<(UnitId, Span)>,
    /// The current statement.
    pub(super) at: Span,
}

impl<'a> Resolver<'a> {
    /// The current unit.
    pub(super) fn unit(&self) -> UnitId {
        match self.current {
            Some(u) => u,
            None => unreachable!("no unit is open"),
        }
    }

    /// Runs `f` with `unit` as the current one.
    pub(super) fn within<T>(&mut self, unit: UnitId, f: impl FnOnce(&mut Self) -> T) -> T {
        let current = self.current.replace(unit);
        let blocks = std::mem::take(&mut self.blocks);
        let labels = std::mem::take(&mut self.labels);
        let value = f(self);
        self.current = current;
        self.blocks = blocks;
        self.labels = labels;
        value
    }

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

    /// True if a module that the unit or a host uses is missing, or one of their statements could not be parsed.
    pub(super) fn is_incomplete(&mut self) -> bool {
        let mut at = Some(self.unit());
        while let Some(u) = at {
            if self.scope_of(u).incomplete {
                return true;
            }
            at = self.p.units[u].parent;
        }
        false
    }

    pub(super) fn report(&mut self, mut d: Diagnostic) {
        if d.is_error() && TYPE_ERRORS.contains(&d.code) {
            self.doubt(d.span, &mut d);
        }
        self.diags.push(d);
    }

    /// Adds a note to an error: names with guessed types are the likely cause. No further errors about them are
    /// reported.
    pub(super) fn doubt(&mut self, span: Span, d: &mut Diagnostic) {
        let inside = |at: Span| span.lo <= at.lo && at.hi <= span.hi;
        let doubtful: BTreeSet<_> = self
            .guessed
            .iter()
            .filter(|(at, _)| inside(*at))
            .map(|(_, s)| *s)
            .collect();
        for s in doubtful {
            if std::mem::replace(&mut self.flags(s).poison, true) {
                continue;
            }
            let name = &self.p.symbols[s].name;
            d.notes.push(format!(
                "`{name}` is not declared; its type follows from its first letter"
            ));
            let unknown = DeclType::plain(Ty::Typeless);
            match &mut self.p.symbols[s].kind {
                SymbolKind::Variable(v) => v.ty = unknown,
                SymbolKind::Procedure(p) => p.result = Some(unknown),
                _ => {}
            }
        }
    }

    /// Records the use of a name if it is typed by its first letter.
    pub(super) fn guess(&mut self, s: SymbolId, at: Span) {
        let is_guess = match &self.p.symbols[s].kind {
            SymbolKind::Variable(v) => v.attrs.implicit,
            SymbolKind::Procedure(p) => p.attrs.implicit,
            _ => false,
        };
        if is_guess {
            self.guessed.push((at, s));
        }
    }

    /// Records a legal construct that the representation cannot express; differentiating the unit will report it.
    pub(super) fn leave_out(&mut self, what: &str, span: Span) {
        if self.in_instance {
            // reported for the definition
            return;
        }
        let unit = self.unit();
        self.p.units[unit].omissions.push(Omission {
            what: what.into(),
            span,
            harmless: false,
            missing: false,
        });
    }

    /// Placeholder for an unresolved expression; it fits everywhere.
    pub(super) fn bad(&mut self, span: Span) -> Expr {
        match self.placeholders {
            true => self.lost.push((self.unit(), span)),
            false => {
                self.unresolved.get_or_insert(span);
            }
        }
        node(ExprKind::Int("0".into()), Ty::Typeless, 0, span)
    }

    /// True for an expression with an unresolved part. Typeless constants do not count.
    pub(super) fn is_unresolved(&self, e: &Expr) -> bool {
        let mut constant = false;
        walk_expr(e, &mut |e| {
            constant |= matches!(e.kind, ExprKind::Boz(_) | ExprKind::Hollerith(_));
        });
        e.ty == Ty::Typeless && !constant
    }
}

/// An expression node.
pub(super) fn node(kind: ExprKind, ty: Ty, rank: u8, span: Span) -> Expr {
    Expr { kind, ty, rank, span }
}
