//! The references of each unit: in its statements, in the declarations that these need, and in its contained
//! procedures.
//!
//! The printer declares exactly the referenced symbols, so this table also gives the names in the printed text of a
//! unit.

use crate::ast::{fold, SmolStr};
use crate::intrinsics;
use crate::ir::visit::{stmt_exprs, walk_block, walk_expr};
use crate::ir::*;
use crate::parallel;
use std::collections::{BTreeMap, HashMap, HashSet};

/// References by unit; used only for membership tests.
pub type Table = HashMap<UnitId, Refs>;

/// The references of one unit.
#[derive(Clone, Default)]
pub struct Refs {
    /// Symbols named in the unit, its declarations and its contained procedures, its own and those of others.
    pub symbols: HashSet<SymbolId>,
    /// Procedures that are passed as arguments or pointed at.
    pub passed: HashSet<SymbolId>,
    /// Variables that a construct declares: associate names, locals of `BLOCK`.
    pub scoped: HashSet<SymbolId>,
    /// Referenced symbols without an owner (external procedures), in order of their first appearance.
    pub global: Vec<SymbolId>,
    /// Interface bodies that procedure symbols refer to.
    pub interfaces: HashSet<UnitId>,
    /// Intrinsic procedures; some must be imported from a module.
    pub intrinsics: HashSet<IntrinsicId>,
    /// Indices of constructs and of implied DO, which are in no list of declarations, in order of their first
    /// appearance.
    pub indices: Vec<SymbolId>,
    /// Symbols that the unit declares: its own, and those that it shares with the unit from which it was derived.
    pub own: HashSet<SymbolId>,
    /// Folded names in the unit's own text that nothing in the program declares.
    pub fixed: BTreeMap<SmolStr, Fixed>,
    /// The same, including contained procedures.
    pub fixed_inside: BTreeMap<SmolStr, Fixed>,
}

/// Meaning of a name that nothing in the program declares, so that it cannot be renamed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fixed {
    /// An intrinsic procedure.
    Intrinsic(IntrinsicId),
    /// A procedure of an intrinsic module, imported by USE.
    Module(IntrinsicId),
    /// An external procedure, such as those of the tape.
    External,
}

/// References of units and of all their contained procedures.
pub fn collect(program: &Program, units: &[UnitId]) -> Table {
    let tables = parallel::map(units, |&unit| collect_unit(program, unit));
    tables.into_iter().flatten().collect()
}

/// Of the symbols that a construct declares for a block, those that hide another symbol which the block mentions.
/// `name` gives the names of symbols that are in a scope of the unit.
pub fn hiding(
    program: &Program,
    unit: UnitId,
    (declared, block): (&[SymbolId], &Block),
    name: &dyn Fn(SymbolId) -> Option<SmolStr>,
) -> Vec<SymbolId> {
    let mut c = Collector::new(program, unit);
    walk_block(block, &mut |s| c.stmt(&s.kind));
    c.globals();
    let refs = c.refs;
    let outside = refs.symbols.iter().copied();
    let outside = outside.filter(|s| !declared.contains(s) && !refs.scoped.contains(s));
    let mentioned: HashSet<SmolStr> = outside.filter_map(name).map(|n| fold(&n)).collect();
    let hides = |n: SmolStr| refs.fixed.contains_key(&n) || mentioned.contains(&n);
    let declared = declared.iter().copied();
    declared.filter(|&s| name(s).is_some_and(|n| hides(fold(&n)))).collect()
}

fn collect_unit(program: &Program, unit: UnitId) -> Table {
    let u = &program.units[unit];
    let bodies = u.interfaces.iter().flat_map(|b| &b.bodies);
    let inner: Vec<UnitId> = u.contains.iter().chain(bodies).copied().collect();
    let mut table = collect(program, &inner);
    let mut c = Collector::new(program, unit);
    let known = u.args.iter().flatten().chain(&u.result);
    c.refs.own = u.symbols.iter().chain(known.clone()).copied().collect();
    for s in known {
        c.add(*s);
    }
    match u.kind {
        // others may use any of it
        UnitKind::Module | UnitKind::Submodule | UnitKind::BlockData => {
            for &s in &u.symbols {
                c.add(s);
            }
        }
        UnitKind::Program | UnitKind::Subroutine | UnitKind::Function => {}
    }
    walk_block(&u.body, &mut |s| c.stmt(&s.kind));
    for inner in &u.contains {
        if let Some(refs) = table.get(inner) {
            c.merge(refs);
        }
    }
    c.close();
    // bodies of interface blocks that will be printed
    let mut again = true;
    let mut merged = HashSet::new();
    while again {
        again = false;
        for block in &u.interfaces {
            for &body in &block.bodies {
                if !merged.contains(&body) && c.wants_body(block, body) {
                    merged.insert(body);
                    if let Some(refs) = table.get(&body) {
                        c.merge(refs);
                        c.close();
                    }
                    again = true;
                }
            }
        }
    }
    c.globals();
    table.insert(unit, c.refs);
    table
}

struct Collector<'a> {
    program: &'a Program,
    unit: UnitId,
    refs: Refs,
    pending: Vec<SymbolId>,
}

/// True for an index, which belongs to its statement: the unit that prints the statement declares it.
fn is_index(symbol: &Symbol) -> bool {
    symbol.variable().is_some_and(|v| v.storage == Storage::Index)
}

impl<'a> Collector<'a> {
    fn new(program: &'a Program, unit: UnitId) -> Self {
        Collector {
            program,
            unit,
            refs: Refs::default(),
            pending: vec![],
        }
    }
}

impl Collector<'_> {
    fn add(&mut self, symbol: SymbolId) {
        // only its definition names it
        if self.program.is_type_param(symbol) {
            return;
        }
        if self.refs.symbols.insert(symbol) {
            self.pending.push(symbol);
            let found = &self.program.symbols[symbol];
            if found.owner.is_none() {
                self.refs.global.push(symbol);
            }
            if is_index(found) {
                self.refs.indices.push(symbol);
            }
        }
    }

    /// Adds the references of an inner unit to symbols that it does not declare itself.
    fn merge(&mut self, inner: &Refs) {
        let outside = |s: &&SymbolId| {
            let symbol = &self.program.symbols[**s];
            match (symbol.owner, &symbol.kind) {
                (Some(_), _) => !inner.own.contains(*s) && !is_index(symbol),
                // an external procedure is declared where it is used, an entity of an intrinsic module comes by USE
                (None, SymbolKind::Procedure(_)) => false,
                (None, _) => true,
            }
        };
        let mut symbols: Vec<SymbolId> = inner.symbols.iter().filter(outside).copied().collect();
        symbols.sort_by_key(|s| s.into_raw());
        for s in symbols {
            self.add(s);
        }
        self.refs.passed.extend(inner.passed.iter().filter(outside).copied());
        self.refs.intrinsics.extend(&inner.intrinsics);
        self.refs
            .fixed_inside
            .extend(inner.fixed_inside.iter().map(|(n, &f)| (n.clone(), f)));
    }

    /// Collects external procedures that no unit declares.
    fn globals(&mut self) {
        for &s in &self.refs.global {
            let symbol = &self.program.symbols[s];
            if let SymbolKind::Procedure(p) = &symbol.kind {
                if matches!(p.class, ProcClass::External | ProcClass::Definition) {
                    self.refs.fixed.entry(fold(&symbol.name)).or_insert(Fixed::External);
                }
            }
        }
        let own = self.refs.fixed.clone();
        self.refs.fixed_inside.extend(own);
    }

    fn intrinsic(&mut self, id: IntrinsicId, name: &str) {
        if id.is_parameter_inquiry() {
            return;
        }
        self.refs.intrinsics.insert(id);
        let meaning = match id.row().module {
            None => Fixed::Intrinsic(id),
            Some(_) => Fixed::Module(id),
        };
        self.refs.fixed.insert(fold(name), meaning);
    }

    /// Adds the names that the printer writes for a tape statement.
    fn tape(&mut self, s: &StmtKind) {
        let Some(procedure) = tape_procedure(self.program, s) else {
            return;
        };
        self.refs.fixed.insert(procedure.into(), Fixed::External);
        if let StmtKind::Push(e) | StmtKind::Pop(e) = s {
            let asked = [("size", e.rank > 0), ("len", e.ty == Ty::Character)];
            for (name, _) in asked.into_iter().filter(|a| a.1) {
                if let Some(id) = intrinsics::find(name) {
                    self.intrinsic(id, name);
                }
            }
        }
    }

    fn wants_body(&self, block: &InterfaceBlock, body: UnitId) -> bool {
        wants_block(self.program, self.unit, &self.refs, block) && wants_body(self.program, &self.refs, block, body)
    }

    fn stmt(&mut self, s: &StmtKind) {
        stmt_exprs(s, &mut |e| self.expr(e));
        self.refs.scoped.extend(s.declares().into_iter().flat_map(|d| d.0));
        match s {
            StmtKind::Call { callee, .. } => self.callee(callee),
            StmtKind::CallIntrinsic { id, name, .. } => self.intrinsic(*id, name),
            StmtKind::Do { control, .. } => match control {
                DoControl::Count { var, .. } => self.add(*var),
                DoControl::Concurrent { ranges, .. } => ranges.iter().for_each(|r| self.add(r.0)),
                DoControl::Forever | DoControl::While(_) => {}
            },
            StmtKind::Forall { ranges, .. } => ranges.iter().for_each(|r| self.add(r.0)),
            StmtKind::AssignLabel(_, s) | StmtKind::AssignedGoto(s, _) => self.add(*s),
            StmtKind::Allocate { ty: Some(ty), .. } => self.decl_type(ty),
            StmtKind::Io { controls, .. } => {
                for (_, c) in controls {
                    if let IoControl::Namelist(s) = c {
                        self.add(*s);
                    }
                }
            }
            StmtKind::Push(_) | StmtKind::Pop(_) | StmtKind::PushControl { .. } | StmtKind::PopControl { .. } => {
                self.tape(s)
            }
            StmtKind::SelectType { guards, .. } => {
                for g in guards {
                    if let GuardTest::TypeIs(ty) | GuardTest::ClassIs(ty) = &g.test {
                        self.decl_type(ty);
                    }
                }
            }
            StmtKind::Scope { locals, .. } => locals.iter().for_each(|&s| self.add(s)),
            StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::If { .. }
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(..)
            | StmtKind::ArithmeticIf(..)
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(_)
            | StmtKind::Continue
            | StmtKind::Allocate { ty: None, .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Associate { .. }
            | StmtKind::Format(_)
            | StmtKind::Directed { .. }
            | StmtKind::Model(_)
            | StmtKind::Comment(_) => {}
        }
    }

    fn callee(&mut self, callee: &Callee) {
        // a call through an object does not name the procedure
        if callee.object.is_none() {
            self.add(callee.proc);
            if let Some(via) = callee.via {
                self.add(via);
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        walk_expr(e, &mut |e| self.node(e));
    }

    fn node(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(s) => self.add(*s),
            ExprKind::Procedure(s) => {
                self.add(*s);
                self.refs.passed.insert(*s);
            }
            ExprKind::Call(callee, _) => self.callee(callee),
            ExprKind::ImpliedDo { var, .. } => self.add(*var),
            ExprKind::Intrinsic(id, name, _) => self.intrinsic(*id, name),
            ExprKind::Structure(s, _) => self.add(self.program.declared_type(*s)),
            ExprKind::Array(Some(ty), _) => self.decl_type(ty),
            ExprKind::Int(t) | ExprKind::Real(t) | ExprKind::Logical(t) => self.suffix(t),
            ExprKind::Str(_)
            | ExprKind::Boz(_)
            | ExprKind::Hollerith(_)
            | ExprKind::Complex(..)
            | ExprKind::Index(..)
            | ExprKind::Component(..)
            | ExprKind::Substring(..)
            | ExprKind::ComplexPart(..)
            | ExprKind::Paren(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Array(None, _) => {}
        }
    }

    /// The constant in the kind of a literal: `1.0_wp`.
    fn suffix(&mut self, literal: &SmolStr) {
        if let Some(s) = kind_suffix(literal).and_then(|k| self.program.lookup(self.unit, &fold(k))) {
            self.add(s);
        }
    }

    fn decl_type(&mut self, ty: &DeclType) {
        decl_type_refs(self.program, ty, &mut |r| match r {
            Ref::Symbol(s) => self.add(s),
            Ref::Expr(e) => self.expr(e),
        });
    }

    /// Adds the references of the declarations of the symbols so far.
    fn close(&mut self) {
        let u = &self.program.units[self.unit];
        loop {
            while let Some(s) = self.pending.pop() {
                if self.refs.own.contains(&s) {
                    self.declaration(s);
                }
            }
            for set in &u.equivalences {
                if set
                    .iter()
                    .filter_map(Expr::base_symbol)
                    .any(|s| self.refs.symbols.contains(&s))
                {
                    set.iter().for_each(|e| self.expr(e));
                }
            }
            for set in &u.data {
                if wants_data(&self.refs, set) {
                    set.objects.iter().for_each(|e| self.expr(e));
                    for (repeat, value) in &set.values {
                        repeat.iter().for_each(|e| self.expr(e));
                        self.expr(value);
                    }
                }
            }
            if self.pending.is_empty() {
                return;
            }
        }
    }

    fn declaration(&mut self, s: SymbolId) {
        let program = self.program;
        let symbol = &program.symbols[s];
        declaration_refs(program, symbol, &mut |r| match r {
            Ref::Symbol(s) => self.add(s),
            Ref::Expr(e) => self.expr(e),
        });
        match &symbol.kind {
            SymbolKind::Variable(v) => {
                if let Storage::Common(block) = v.storage {
                    let uses = program.units[self.unit].commons.iter().filter(|c| c.common == block);
                    uses.flat_map(|c| &c.members).for_each(|&m| self.add(m));
                }
            }
            SymbolKind::Procedure(p) => self.interface(p),
            SymbolKind::Type(t) => {
                for &c in &t.components {
                    if let SymbolKind::Procedure(p) = &program.symbols[c].kind {
                        self.interface(p);
                    }
                }
                t.bindings.iter().filter_map(|b| b.proc).for_each(|s| self.add(s));
            }
            SymbolKind::Namelist => {
                let groups = program.units[self.unit].namelists.iter();
                let group = groups.filter(|g| fold(&g.0) == fold(&symbol.name));
                group.flat_map(|g| &g.1).for_each(|&m| self.add(m));
            }
            SymbolKind::Constant(_)
            | SymbolKind::Generic(_)
            | SymbolKind::StatementFunction(_)
            | SymbolKind::Intrinsic(_) => {}
        }
    }

    /// Adds the interface that `PROCEDURE(name)` names.
    fn interface(&mut self, p: &Procedure) {
        if let Some(body) = p.interface {
            self.refs.interfaces.insert(body);
            if let Some(s) = self.program.units[body].symbol {
                self.add(s);
            }
        }
    }
}

/// The name after the underscore of a literal, if it is a name.
pub fn kind_suffix(literal: &str) -> Option<&str> {
    let (_, kind) = literal.split_once('_')?;
    kind.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(kind)
}

/// A reference of a declaration.
pub enum Ref<'a> {
    /// A type or procedure that is named.
    Symbol(SymbolId),
    /// A bound, kind, length or initialisation.
    Expr(&'a Expr),
}

/// References of a type.
fn decl_type_refs<'a>(program: &Program, ty: &'a DeclType, f: &mut dyn FnMut(Ref<'a>)) {
    match ty.ty {
        Ty::Derived(s) | Ty::Class(s) => f(Ref::Symbol(program.declared_type(s))),
        Ty::Integer(_)
        | Ty::Real(_)
        | Ty::Complex(_)
        | Ty::Logical(_)
        | Ty::Character
        | Ty::Unlimited
        | Ty::Typeless
        | Ty::None => {}
    }
    if let KindSpelling::Expr(e) = &ty.spelling {
        f(Ref::Expr(e));
    }
    ty.lengths().for_each(|e| f(Ref::Expr(e)));
}

fn dim_refs<'a>(dims: &'a [Dim], f: &mut dyn FnMut(Ref<'a>)) {
    for e in dims.iter().flat_map(Dim::bounds) {
        f(Ref::Expr(e));
    }
}

/// References of a symbol's declaration: symbols that must be declared before it.
pub fn declaration_refs<'a>(program: &'a Program, symbol: &'a Symbol, f: &mut dyn FnMut(Ref<'a>)) {
    match &symbol.kind {
        SymbolKind::Variable(v) => {
            decl_type_refs(program, &v.ty, f);
            dim_refs(&v.dims, f);
            match &v.init {
                Some(Init::Value(e) | Init::Pointer(e)) => f(Ref::Expr(e)),
                None => {}
            }
        }
        SymbolKind::Constant(c) => {
            decl_type_refs(program, &c.ty, f);
            dim_refs(&c.dims, f);
            f(Ref::Expr(&c.value));
        }
        SymbolKind::Procedure(p) => {
            if let Some(ty) = &p.result {
                decl_type_refs(program, ty, f);
            }
            p.init.iter().for_each(|e| f(Ref::Expr(e)));
        }
        SymbolKind::Type(t) => {
            t.extends.iter().for_each(|&s| f(Ref::Symbol(s)));
            let params = t.params.iter().map(|p| &p.symbol);
            for &c in params.chain(&t.components) {
                declaration_refs(program, &program.symbols[c], f);
            }
        }
        SymbolKind::StatementFunction(s) => {
            decl_type_refs(program, &s.ty, f);
            s.args.iter().for_each(|&a| f(Ref::Symbol(a)));
            f(Ref::Expr(&s.body));
        }
        SymbolKind::Generic(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => {}
    }
}

/// True if a DATA group initialises a declared symbol.
pub fn wants_data(refs: &Refs, set: &DataSet) -> bool {
    let mut found = false;
    for object in &set.objects {
        match &object.kind {
            ExprKind::ImpliedDo { .. } => walk_expr(object, &mut |e| {
                found |= e.is_designator() && e.base_symbol().is_some_and(|s| refs.symbols.contains(&s));
            }),
            _ => found |= object.base_symbol().is_some_and(|s| refs.symbols.contains(&s)),
        }
    }
    found
}

/// True if an interface block has to be printed.
pub fn wants_block(program: &Program, unit: UnitId, refs: &Refs, block: &InterfaceBlock) -> bool {
    match program.units[unit].kind {
        UnitKind::Module | UnitKind::Submodule => true,
        UnitKind::Program | UnitKind::Subroutine | UnitKind::Function | UnitKind::BlockData => match block.generic {
            Some(generic) => {
                refs.symbols.contains(&generic) || block.procedures.iter().any(|s| refs.symbols.contains(s))
                // the generic block's body declares the specific procedure
                || block.bodies.iter().any(|&b| body_is_named(program, refs, b))
            }
            None => block.bodies.iter().any(|&b| wants_body(program, refs, block, b)),
        },
    }
}

/// True if a body of a printed interface block has to be printed.
pub fn wants_body(program: &Program, refs: &Refs, block: &InterfaceBlock, body: UnitId) -> bool {
    let host = program.units[body].parent.map(|p| program.units[p].kind);
    block.generic.is_some()
        || matches!(host, Some(UnitKind::Module | UnitKind::Submodule))
        || body_is_named(program, refs, body)
}

/// True if the procedure that a body describes is referred to.
fn body_is_named(program: &Program, refs: &Refs, body: UnitId) -> bool {
    refs.interfaces.contains(&body)
        || program.units[body].symbol.is_some_and(|s| refs.symbols.contains(&s))
        || refs.symbols.iter().any(|&s| match &program.symbols[s].kind {
            SymbolKind::Procedure(p) => p.interface == Some(body),
            _ => false,
        })
}
