//! Programs and units.

use super::*;
use crate::ast::{fold, SmolStr, Trivia};
use crate::span::Span;
use indexmap::IndexMap;
use la_arena::Idx;
use std::collections::BTreeSet;

/// Index of a [`Unit`].
pub type UnitId = Idx<Unit>;
/// Index of a [`Symbol`].
pub type SymbolId = Idx<Symbol>;
/// Index of a [`Common`].
pub type CommonId = Idx<Common>;

/// A whole program: all units of all files.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Program units and the procedures inside them.
    pub units: Table<Unit, 1>,
    /// Everything that has a name.
    pub symbols: Table<Symbol, 512>,
    /// COMMON blocks; one entry per block, shared by all units that see it.
    pub commons: Table<Common, 64>,
    /// Top-level units in source order. Interface bodies and contained procedures are reached from their unit.
    pub roots: Vec<UnitId>,
    /// Regions of the files that a directive of the user excludes.
    pub excluded: Vec<Span>,
    /// Number of roots in each of the given files, in order.
    pub units_per_file: Vec<usize>,
    /// Printed procedures have the interfaces of the runtime's procedures by USE.
    pub interfaces: bool,
    /// True if directives of OpenMP count.
    pub openmp: bool,
    /// Default kinds of types and literals.
    pub kinds: Kinds,
    /// Placeholders for entities that no file declares, all that is declared with one, and the types with such
    /// components.
    pub unknown: BTreeSet<SymbolId>,
    next_stmt: u32,
}

/// A COMMON block.
#[derive(Clone, Debug)]
pub struct Common {
    /// Name as first written; empty for blank common.
    pub name: SmolStr,
    /// Each thread has one (`threadprivate` of OpenMP).
    pub threadprivate: bool,
}

/// A program unit, a module or internal procedure, or an interface body.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Name as written; empty for an unnamed main program or block data.
    pub name: SmolStr,
    /// Kind of unit.
    pub kind: UnitKind,
    /// The unit that contains it (host), also for interface bodies.
    pub parent: Option<UnitId>,
    /// The procedure's symbol in the scope that contains it; `None` for programs, modules and block data.
    pub symbol: Option<SymbolId>,
    /// Dummy arguments in order; `None` is an alternate return.
    pub args: Vec<Option<SymbolId>>,
    /// Result variable of a function.
    pub result: Option<SymbolId>,
    /// Prefixes.
    pub prefix: Prefixes,
    /// `USE` statements in order.
    pub uses: Vec<Use>,
    /// True for a module whose names are private by default.
    pub default_private: bool,
    /// Folded names that come by `USE` and whose access differs from the module's default; for the module's own
    /// entities see [`Symbol::private`].
    pub access_of_used: Vec<SmolStr>,
    /// True if the unit itself has an `IMPLICIT NONE`.
    pub implicit_none: bool,
    /// Folded local name to symbol: declarations of the unit and names that `USE` brings in. Host association is looked
    /// up through `parent`.
    pub names: IndexMap<SmolStr, SymbolId>,
    /// Symbols declared here, in order of declaration (dummy arguments, locals, constants, types, procedures, ...).
    pub symbols: Vec<SymbolId>,
    /// Comments before declarations, in order, each with the symbol whose declaration follows it.
    pub decl_lead: Vec<(SymbolId, Vec<Trivia>)>,
    /// COMMON blocks used here with their members in order.
    pub commons: Vec<CommonUse>,
    /// COMMON blocks named in a SAVE statement, folded.
    pub saved_commons: Vec<SmolStr>,
    /// EQUIVALENCE sets: designators.
    pub equivalences: Vec<Vec<Expr>>,
    /// DATA groups.
    pub data: Vec<DataSet>,
    /// NAMELIST groups.
    pub namelists: Vec<(SmolStr, Vec<SymbolId>)>,
    /// Interface blocks.
    pub interfaces: Vec<InterfaceBlock>,
    /// Executable statements (and FORMATs).
    pub body: Block,
    /// Internal or module procedures in order.
    pub contains: Vec<UnitId>,
    /// `$openad`, `$adc` and `$AD` directives about the whole unit.
    pub directives: Vec<Directive>,
    /// For the unit of an ENTRY statement: the entry's origin.
    pub entry: Option<Box<Entry>>,
    /// Parts of the unit that this representation lacks. A unit with such parts cannot be differentiated or analysed
    /// correctly.
    pub omissions: Vec<Omission>,
    /// Comments before the opening statement.
    pub lead: Vec<Trivia>,
    /// Comments before the END statement.
    pub tail: Vec<Trivia>,
    /// The opening statement.
    pub span: Span,
    /// Variables of the user, each with the local that replaces it in the normal form of this unit and of all that it
    /// contains. Code that is taken from the user's program has to name the local, too.
    pub replaced: Vec<(SymbolId, SymbolId)>,
    /// For a generated unit, the unit whose symbols it declares again: a derivative shares them with its primal.
    pub shares: Option<UnitId>,
}

impl Unit {
    /// The directive before the procedure that asks for all of its calls to be split.
    pub fn asked_to_split(&self) -> Option<Span> {
        let found = self.directives.iter().find(|d| d.kind == DirectiveKind::Split);
        found.map(|d| d.span)
    }

    /// True if the unit depends on an entity that no file declares.
    pub fn lacks_declarations(&self) -> bool {
        self.omissions.iter().any(|o| o.missing)
    }
}

/// The kinds of units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitKind {
    /// Main program.
    Program,
    /// Module.
    Module,
    /// Submodule.
    Submodule,
    /// Subroutine.
    Subroutine,
    /// Function.
    Function,
    /// Block data.
    BlockData,
}

/// Prefixes of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prefixes {
    /// `RECURSIVE`.
    pub recursive: bool,
    /// `PURE`.
    pub pure_: bool,
    /// `ELEMENTAL`.
    pub elemental: bool,
    /// `IMPURE`.
    pub impure: bool,
    /// `MODULE`.
    pub module: bool,
    /// True for an interface body, which has no statements and defines nothing.
    pub interface_body: bool,
}

/// A `USE` statement.
#[derive(Clone, Debug)]
pub struct Use {
    /// Module as written.
    pub name: SmolStr,
    /// Its unit; `None` for intrinsic modules (`iso_c_binding`), whose entities are built in.
    pub module: Option<UnitId>,
    /// `ONLY`.
    pub only: bool,
    /// Local name and symbol of the listed items (renames included).
    pub items: Vec<UseItem>,
    /// Its source span.
    pub span: Span,
}

/// One item of a `USE` list.
#[derive(Clone, Debug)]
pub struct UseItem {
    /// Name in this unit, as written (`operator(+)` included).
    pub local: SmolStr,
    /// Name in the module, when renamed.
    pub original: Option<SmolStr>,
    /// The symbol.
    pub symbol: SymbolId,
}

/// A unit's view of a COMMON block.
#[derive(Clone, Debug)]
pub struct CommonUse {
    /// The block.
    pub common: CommonId,
    /// Its members here, in order.
    pub members: Vec<SymbolId>,
    /// Its source span.
    pub span: Span,
}

/// One group of `DATA`.
#[derive(Clone, Debug)]
pub struct DataSet {
    /// Designators and implied DO.
    pub objects: Vec<Expr>,
    /// Repeat count and constant.
    pub values: Vec<(Option<Expr>, Expr)>,
    /// Its source span.
    pub span: Span,
}

/// An interface block.
#[derive(Clone, Debug)]
pub struct InterfaceBlock {
    /// Generic symbol it extends or defines.
    pub generic: Option<SymbolId>,
    /// `ABSTRACT`.
    pub is_abstract: bool,
    /// Interface bodies.
    pub bodies: Vec<UnitId>,
    /// Procedures named by `MODULE PROCEDURE` or `PROCEDURE`.
    pub procedures: Vec<SymbolId>,
    /// Its source span.
    pub span: Span,
}

/// A legal part of the program that was parsed and checked, but that the representation cannot express.
#[derive(Clone, Debug)]
pub struct Omission {
    /// Its description with an article: `a coarray`.
    pub what: SmolStr,
    /// Its source span.
    pub span: Span,
    /// True if derivatives of the unit stay correct without it; only the unit itself cannot be printed again.
    pub harmless: bool,
    /// True if the unit depends on an entity that no file declares; `what` is then the whole message.
    pub missing: bool,
}

/// An additional entry of a procedure.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The procedure.
    pub of: UnitId,
    /// Statements that run when the unit is entered here, as if the entry were a procedure of its own.
    pub body: Block,
}

/// A directive that concerns a whole unit.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The request.
    pub kind: DirectiveKind,
    /// Designators named in it, as written: `x`, `mod%var`, `state%t`.
    pub names: Vec<SmolStr>,
    /// The comment.
    pub span: Span,
}

/// The directives that the front end knows. Other directives stay comments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DirectiveKind {
    /// `INDEPENDENT(names)`.
    Independent,
    /// `DEPENDENT(names)`.
    Dependent,
    /// `INPUT-REPEATABLE`: the input that the procedure reads does not change during the run.
    InputRepeatable,
    /// `NOCHECKPOINT` before the procedure: all calls of it are split.
    Split,
}

impl Unit {
    /// An empty unit.
    pub fn new(name: impl Into<SmolStr>, kind: UnitKind) -> Unit {
        Unit {
            name: name.into(),
            kind,
            parent: None,
            symbol: None,
            args: vec![],
            result: None,
            prefix: Prefixes::default(),
            uses: vec![],
            default_private: false,
            access_of_used: vec![],
            implicit_none: false,
            names: IndexMap::new(),
            symbols: vec![],
            decl_lead: vec![],
            commons: vec![],
            saved_commons: vec![],
            equivalences: vec![],
            data: vec![],
            namelists: vec![],
            interfaces: vec![],
            body: vec![],
            contains: vec![],
            directives: vec![],
            entry: None,
            omissions: vec![],
            lead: vec![],
            tail: vec![],
            span: Span::NONE,
            replaced: vec![],
            shares: None,
        }
    }

    /// True for subroutines and functions.
    pub fn is_procedure(&self) -> bool {
        matches!(self.kind, UnitKind::Subroutine | UnitKind::Function)
    }

    /// The model of a procedure whose source is not given, for its stand-in unit.
    pub fn model(&self) -> Option<&Model> {
        match self.body.as_slice() {
            [Stmt {
                kind: StmtKind::Model(m),
                ..
            }] => Some(m),
            _ => None,
        }
    }

    /// True for a procedure with a body.
    pub fn is_definition(&self) -> bool {
        self.is_procedure() && !self.prefix.interface_body
    }
}

impl Program {
    /// True if a symbol is declared in a unit or a host of it, or used there from a module.
    pub fn sees(&self, unit: UnitId, symbol: SymbolId) -> bool {
        let owner = self.symbols[symbol].owner;
        // USE imports no other symbols
        let can_be_used = owner.is_none_or(|o| !self.units[o].is_procedure());
        let mut at = Some(unit);
        while let Some(u) = at {
            let scope = &self.units[u];
            if owner == Some(u) || can_be_used && scope.names.values().any(|&s| s == symbol) {
                return true;
            }
            at = scope.parent;
        }
        false
    }

    /// Adds `USE module, ONLY: local => symbol` to a unit; extends the list of that module if there is one.
    pub fn use_only(&mut self, unit: UnitId, module: UnitId, symbol: SymbolId, local: SmolStr) {
        let name = self.units[module].name.clone();
        let original = Some(self.symbols[symbol].name.clone()).filter(|n| *n != local);
        let target = &mut self.units[unit];
        target.names.insert(fold(&local), symbol);
        let item = UseItem {
            local,
            original,
            symbol,
        };
        match target.uses.iter_mut().find(|u| u.module == Some(module) && u.only) {
            Some(u) => u.items.push(item),
            None => target.uses.push(Use {
                name,
                module: Some(module),
                only: true,
                items: vec![item],
                span: Span::NONE,
            }),
        }
    }

    /// A copy that is not analysed. Its new units and symbols are numbered apart from those it shares: see
    /// [`Table::beside`].
    #[must_use]
    pub fn beside(&self) -> Program {
        Program {
            units: self.units.beside(),
            symbols: self.symbols.beside(),
            ..self.clone()
        }
    }

    /// The same program for independent work, numbered apart from `k` others: see [`Table::apart`].
    #[must_use]
    pub fn apart(&self, k: usize) -> Program {
        Program {
            units: self.units.apart(k),
            symbols: self.symbols.apart(k),
            commons: self.commons.apart(k),
            ..self.clone()
        }
    }

    /// Merges the results of independent work, in the order of [`Program::apart`].
    pub fn put_together(&mut self, all: Vec<Program>) {
        let (mut units, mut symbols, mut commons) = (vec![], vec![], vec![]);
        for part in all {
            units.push(part.units);
            symbols.push(part.symbols);
            commons.push(part.commons);
        }
        self.units.put_together(units);
        self.symbols.put_together(symbols);
        self.commons.put_together(commons);
    }

    /// A new statement id.
    pub fn fresh_stmt(&mut self) -> StmtId {
        self.next_stmt += 1;
        StmtId(self.next_stmt)
    }

    /// One more than the largest statement id in use.
    pub fn stmt_count(&self) -> usize {
        self.next_stmt as usize + 1
    }

    /// Gives every statement of a block, nested ones included, a new id.
    pub fn renumber(&mut self, block: &mut Block) {
        for stmt in block {
            stmt.id = self.fresh_stmt();
            stmt.kind.for_each_block_mut(&mut |b| self.renumber(b));
        }
    }

    /// Adds a symbol to a unit: to its list of declarations, not to its names.
    pub fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        let owner = symbol.owner;
        let id = self.symbols.alloc(symbol);
        if let Some(unit) = owner {
            self.units[unit].symbols.push(id);
        }
        id
    }

    /// The symbol that a folded name denotes in a unit: its own names are searched first, then those of its hosts.
    pub fn lookup(&self, unit: UnitId, folded: &str) -> Option<SymbolId> {
        let mut at = Some(unit);
        while let Some(u) = at {
            if let Some(&s) = self.units[u].names.get(folded) {
                return Some(s);
            }
            at = self.units[u].parent;
        }
        None
    }

    /// True if a name that denotes `named` also denotes `symbol`: a type may share its name with procedures that
    /// construct it.
    pub fn is_meant(&self, named: SymbolId, symbol: SymbolId) -> bool {
        let constructs = || matches!(&self.symbols[named].kind, SymbolKind::Generic(g) if g.ty == Some(symbol));
        named == symbol || constructs()
    }

    /// The definition of a procedure symbol, if it is among the files.
    pub fn definition(&self, proc: SymbolId) -> Option<UnitId> {
        match &self.symbols[proc].kind {
            SymbolKind::Procedure(p) => p.unit,
            _ => None,
        }
    }

    /// The variables of a NAMELIST group.
    pub fn namelist_members(&self, group: SymbolId) -> impl Iterator<Item = SymbolId> + '_ {
        let symbol = &self.symbols[group];
        let groups = symbol.owner.into_iter().flat_map(|u| &self.units[u].namelists);
        let named = groups.filter(|(name, _)| name.eq_ignore_ascii_case(&symbol.name));
        named.flat_map(|(_, members)| members.iter().copied())
    }

    /// The variables that a statement uses without naming them in an expression: those of NAMELIST groups.
    pub fn unnamed_variables(&self, s: &StmtKind) -> Vec<SymbolId> {
        let StmtKind::Io { controls, .. } = s else {
            return vec![];
        };
        let group = |c: &IoControl| match c {
            IoControl::Namelist(group) => Some(*group),
            IoControl::Expr(_) | IoControl::Label(_) | IoControl::Star => None,
        };
        let groups = controls.iter().filter_map(|(_, c)| group(c));
        groups.flat_map(|g| self.namelist_members(g)).collect()
    }

    /// The components of a derived type, inherited ones first.
    pub fn components(&self, ty: SymbolId) -> Vec<SymbolId> {
        let SymbolKind::Type(def) = &self.symbols[ty].kind else {
            return vec![];
        };
        // a type that extends itself was refused
        let mut all = def.extends.map_or(vec![], |parent| self.components(parent));
        all.extend(&def.components);
        all
    }

    /// The derived type named in declarations, given the type of an expression; the two differ for a type with
    /// parameters.
    pub fn declared_type(&self, ty: SymbolId) -> SymbolId {
        match &self.symbols[ty].kind {
            SymbolKind::Type(def) => def.instance_of.unwrap_or(ty),
            _ => ty,
        }
    }

    /// The parameters of a derived type.
    pub fn type_params(&self, ty: SymbolId) -> &[TypeParam] {
        match &self.symbols[ty].kind {
            SymbolKind::Type(def) => &def.params,
            _ => &[],
        }
    }

    /// True for a type with LEN parameters: its name alone does not determine the contents of its records.
    pub fn has_lengths(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Derived(t) | Ty::Class(t) if self.type_params(t).iter().any(|p| !p.is_kind))
    }

    /// True for a parameter of a derived type.
    pub fn is_type_param(&self, s: SymbolId) -> bool {
        self.symbols[s]
            .variable()
            .is_some_and(|v| v.storage == Storage::Parameter)
    }

    /// True for a component that accesses a polymorphic object as an object of the component's type. No type declares
    /// it, since Fortran has no such designator; the printer uses SELECT TYPE instead.
    pub fn is_downcast(&self, component: SymbolId) -> bool {
        let symbol = &self.symbols[component];
        let shows = symbol.variable().map(|v| (v.storage, v.ty.ty));
        symbol.owner.is_none() && matches!(shows, Some((Storage::Component, Ty::Derived(_))))
    }

    /// The unit that declares the dummy arguments of a procedure: its definition or else its interface body.
    pub fn signature(&self, proc: SymbolId) -> Option<UnitId> {
        match &self.symbols[proc].kind {
            SymbolKind::Procedure(p) => p.unit.or(p.interface),
            _ => None,
        }
    }

    /// True for a whole variable or component that is allocatable or a pointer.
    pub fn is_dynamic(&self, e: &Expr) -> bool {
        let (ExprKind::Var(s) | ExprKind::Component(_, s)) = e.kind else {
            return false;
        };
        let v = self.symbols[s].variable();
        v.is_some_and(|v| v.attrs.allocatable || v.attrs.pointer)
    }

    /// True if Fortran requires an explicit interface where a procedure is called.
    pub fn needs_interface(&self, unit: UnitId) -> bool {
        let u = &self.units[unit];
        let variable = |s: SymbolId| self.symbols[s].variable();
        let result = u.result.and_then(variable);
        u.prefix.elemental
            || u.args
                .iter()
                .flatten()
                .filter_map(|&a| variable(a))
                .any(Variable::needs_interface)
            || result.is_some_and(|v| !v.dims.is_empty() || v.needs_interface())
    }

    /// The top-level units of the file of `root`.
    pub fn same_file(&self, root: UnitId) -> &[UnitId] {
        let mut rest = self.roots.as_slice();
        for &n in &self.units_per_file {
            let (file, others) = rest.split_at(n.min(rest.len()));
            if file.contains(&root) {
                return file;
            }
            rest = others;
        }
        &[]
    }

    /// The module, program or external procedure that contains a unit (or is the unit).
    pub fn outermost(&self, unit: UnitId) -> UnitId {
        let mut u = unit;
        while let Some(p) = self.units[u].parent {
            u = p;
        }
        u
    }
}
