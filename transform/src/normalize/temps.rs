//! New variables for a unit that is being rewritten.

use crate::code::names;
use crate::code::names::Namer;
use crate::normalize::gotos::has_goto;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use std::cell::Cell;

/// Makes local variables in one unit.
pub struct Temps<'a> {
    /// The program that owns them.
    pub program: &'a mut Program,
    /// The unit they are local to.
    pub unit: UnitId,
    /// Names in use there, once they are requested.
    names: Option<Namer>,
    /// Names of the constructs in its body.
    constructs: Vec<SmolStr>,
    /// Set while the rewritten statements may run more than once.
    pub repeated: bool,
}

impl<'a> Temps<'a> {
    /// Makes variables for a unit of a program.
    pub fn new(program: &'a mut Program, unit: UnitId) -> Temps<'a> {
        let mut constructs = vec![];
        names::constructs(&program.units[unit].body, &mut |n| constructs.push(n.clone()));
        Temps {
            program,
            unit,
            names: None,
            constructs,
            repeated: false,
        }
    }

    /// Names in use in the unit. Most units request none, and to collect them all names of their hosts must be visited.
    pub fn names(&mut self) -> &mut Namer {
        self.names.get_or_insert_with(|| {
            let mut names = Namer::of_unit(self.program, self.unit);
            self.constructs.iter().for_each(|n| names.reserve(n));
            names
        })
    }

    /// Replaces statements of the unit's body by those that `f` returns. [`Temps::repeated`] tells `f` which of them
    /// may run more than once.
    pub fn splice(&mut self, body: &mut Block, f: &mut dyn FnMut(&mut Temps, &mut Stmt) -> Option<Block>) {
        let everywhere = has_goto(body);
        // a statement is rewritten after its nested ones
        let loops = Cell::new(0);
        let enters = |s: &Stmt| {
            loops.set(loops.get() + usize::from(runs_again(&s.kind)));
            true
        };
        visit::splice_inside(body, &enters, &mut |s| {
            loops.set(loops.get() - usize::from(runs_again(&s.kind)));
            self.repeated = everywhere || loops.get() > 0;
            f(self, s)
        });
    }

    /// A local of a type: scalar, or allocatable for a positive rank (an assignment gives it its shape).
    pub fn local(&mut self, stem: &str, ty: DeclType, rank: u8) -> SymbolId {
        let name = self.names().fresh(stem);
        new_local(self.program, self.unit, name, ty, rank)
    }

    /// A reference to a new local.
    pub fn local_ref(&mut self, stem: &str, ty: DeclType, rank: u8) -> Expr {
        let s = self.local(stem, ty, rank);
        var(self.program, s)
    }

    /// Records the location of the expression that a new variable replaces, if no declaration can give the variable the
    /// expression's type parameters: a message points there.
    pub fn stands_for(&mut self, variable: &Expr, e: &Expr) {
        let program = &mut *self.program;
        let ExprKind::Var(s) = variable.kind else { return };
        let lacks_params = |v: &Variable| program.has_lengths(v.ty.ty) && v.ty.params.is_empty();
        if program.symbols[s].variable().is_some_and(lacks_params) {
            program.symbols[s].span = e.span;
        }
    }

    /// A reference to a new allocatable scalar.
    pub fn allocatable_ref(&mut self, stem: &str, ty: DeclType) -> Expr {
        let name = self.names().fresh(stem);
        let mut scalar = local_variable(ty, 0, false);
        scalar.attrs.allocatable = true;
        let s = new_variable(self.program, self.unit, name, scalar);
        var(self.program, s)
    }

    /// A reference to a new pointer.
    pub fn pointer_ref(&mut self, stem: &str, ty: DeclType, rank: u8) -> Expr {
        let name = self.names().fresh(stem);
        let s = new_variable(self.program, self.unit, name, local_variable(ty, rank, true));
        var(self.program, s)
    }
}

/// A local scalar, allocatable array or pointer.
fn local_variable(ty: DeclType, rank: u8, pointer: bool) -> Variable {
    Variable {
        ty,
        dims: vec![Dim::Deferred; rank as usize],
        storage: Storage::Local,
        attrs: Attrs {
            allocatable: rank > 0 && !pointer,
            pointer,
            ..Attrs::default()
        },
        init: None,
    }
}

/// Adds a local variable to a unit; arrays are allocatable.
pub fn new_local(
    program: &mut Program,
    unit: UnitId,
    name: adc_frontend::ast::SmolStr,
    ty: DeclType,
    rank: u8,
) -> SymbolId {
    new_variable(program, unit, name, local_variable(ty, rank, false))
}

/// Adds a variable of the user's to a unit that does not declare it: its assignments may allocate it, as those of other
/// variables of the user, which those of [`new_variable`] never do.
pub fn moved_variable(
    program: &mut Program,
    unit: UnitId,
    name: SmolStr,
    variable: Variable,
    from: SymbolId,
) -> SymbolId {
    let span = program.symbols[from].span;
    let moved = new_variable(program, unit, name, variable);
    program.symbols[moved].span = span;
    moved
}

/// Adds a variable of `adc`'s own to a unit and to its names.
pub fn new_variable(
    program: &mut Program,
    unit: UnitId,
    name: adc_frontend::ast::SmolStr,
    variable: Variable,
) -> SymbolId {
    let folded = adc_frontend::ast::fold(&name);
    let id = program.add_symbol(Symbol::new(name, Some(unit), SymbolKind::Variable(variable)));
    program.units[unit].names.insert(folded, id);
    id
}

/// Checks for a statement whose blocks may run more than once in one run of their procedure.
pub(super) fn runs_again(s: &StmtKind) -> bool {
    match s {
        StmtKind::Do { .. } => true,
        StmtKind::Directed { directive, .. } => directive.asks.runs_again(),
        _ => false,
    }
}
