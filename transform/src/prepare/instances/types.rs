//! Dynamic types: the facts that a program shows about them, and the decisions that follow.
//!
//! All types of a program are known, so an object of `class(t)` has type `t` if nothing extends `t`. For others a call
//! shows the type, if the actual argument is not polymorphic.

use crate::normalize::moving::Moving;
use crate::normalize::temps::Temps;
use crate::prepare::copies::Bound;
use crate::prepare::instances::select;
use crate::prepare::instances::select::decided;
use adc_analysis::calls::bind_call;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// The types that others extend.
pub(crate) struct Types {
    extended: BTreeSet<SymbolId>,
}

impl Types {
    /// The types of a program.
    pub fn of(program: &Program) -> Types {
        let parents = program.symbols.iter().filter_map(|(_, s)| match &s.kind {
            SymbolKind::Type(def) => def.extends,
            _ => None,
        });
        Types {
            extended: parents.collect(),
        }
    }

    /// The dynamic type of a value, if its declared type shows it.
    pub fn exact(&self, ty: Ty) -> Option<SymbolId> {
        match ty {
            Ty::Derived(t) => Some(t),
            Ty::Class(t) if !self.extended.contains(&t) => Some(t),
            _ => None,
        }
    }

    /// The target of a type-bound call, and the way the object is passed; `None` for other calls, and if the type is
    /// unknown.
    pub fn bound(&self, program: &Program, callee: &Callee, args: &[Arg]) -> Option<(SymbolId, Option<Bound>)> {
        let Some((object, name)) = callee.object.as_deref() else {
            return self.operator(program, callee, args);
        };
        let (Ty::Derived(declared) | Ty::Class(declared)) = object.ty else {
            return None;
        };
        let specific = Types::specific(program, declared, name, callee.proc)?;
        let (binding, proc) = binding(program, self.exact(object.ty)?, &specific)?;
        if binding.nopass {
            return Some((proc, None));
        }
        let unit = program.definition(proc)?;
        let place = place_of_object(program, binding, unit)?;
        let dummy = program.units[unit].args.get(place).copied().flatten()?;
        let how = Bound {
            binding: name.clone(),
            dummy: program.symbols[dummy].name.clone(),
            place,
        };
        Some((proc, Some(how)))
    }

    /// The target of an operator or assignment that a type binds: the binding of the dynamic type of the operand that
    /// binds it.
    fn operator(&self, program: &Program, callee: &Callee, args: &[Arg]) -> Option<(SymbolId, Option<Bound>)> {
        let (object, _, name) = bound_operator(program, callee, args)?;
        let (_, proc) = binding(program, self.exact(object.ty)?, &name)?;
        Some((proc, None))
    }

    /// Passes the parent to a dummy argument that is not polymorphic, if the actual argument was polymorphic and now
    /// has an extended type.
    pub fn pass_parents(&self, program: &mut Program, target: UnitId, callee: &Callee, args: &mut [Arg]) {
        let bound = bind_call(program, target, callee, args);
        let dummies = program.units[target].args.iter();
        let wanted: Vec<(Option<usize>, SymbolId)> = dummies
            .zip(bound)
            .filter_map(|(dummy, actual)| {
                let (dummy, actual) = ((*dummy)?, actual?);
                let parent = ancestor(program, actual.ty, program.symbols[dummy].ty())?;
                let is_it = |a: &Arg| a.expr().is_some_and(|e| std::ptr::eq(e, actual));
                Some((args.iter().position(is_it), parent))
            })
            .collect();
        for (k, parent) in wanted {
            if let Some(e) = k.and_then(|k| args[k].expr_mut()) {
                *e = as_parent(program, e, parent);
            }
        }
    }

    /// Propagates the types of a unit's dummy arguments through its declarations and its body: types of expressions,
    /// and decisions of SELECT TYPE.
    pub fn decide(&self, program: &mut Program, unit: UnitId) {
        for s in program.units[unit].symbols.clone() {
            retype_declaration(program, s);
        }
        let mut body = std::mem::take(&mut program.units[unit].body);
        self.select(program, &mut body);
        program.units[unit].body = body;
    }

    fn select(&self, program: &mut Program, block: &mut Block) {
        for s in block {
            visit::stmt_exprs_mut(&mut s.kind, &mut |e| {
                visit::rewrite_expr(e, &mut |x| retype(program, x))
            });
            if let StmtKind::Assign { lhs, rhs } = &mut s.kind {
                if let Some(parent) = ancestor(program, rhs.ty, lhs.ty) {
                    *rhs = as_parent(program, rhs, parent);
                }
            }
            if let StmtKind::SelectType { name, expr, guards } = &mut s.kind {
                if let Some(chosen) = decided(program, expr, guards) {
                    let (pairs, body) = match chosen.and_then(|k| guards.get_mut(k)) {
                        Some(g) => {
                            let dims = expr.base_symbol().and_then(|s| program.symbols[s].variable());
                            let dims = dims.map_or(vec![], |v| v.dims.clone());
                            let about_rank = g.test.is_about_rank();
                            if let Some(v) = program.symbols[g.local].variable_mut() {
                                v.ty.ty = expr.ty;
                                if about_rank {
                                    v.dims = dims;
                                }
                            }
                            (vec![(g.local, expr.clone())], std::mem::take(&mut g.body))
                        }
                        None => (vec![], vec![]),
                    };
                    let name = name.take();
                    s.kind = StmtKind::Associate { name, pairs, body };
                }
            }
            s.kind.for_each_block_mut(&mut |b| self.select(program, b));
        }
    }

    /// Converts SELECT TYPE of objects of unknown type to branches in which the type is known.
    pub fn branch(&self, program: &mut Program, moving: &Moving, unit: UnitId, block: &mut Block) {
        let mut is_any = false;
        visit::walk_block(block, &mut |s| is_any |= select::is_open(&s.kind));
        if !is_any {
            return;
        }
        let mut temps = Temps::new(program, unit);
        let mut opened = false;
        visit::splice(block, &mut |s| match &s.kind {
            StmtKind::SelectType { name, expr, guards } if select::is_open(&s.kind) => {
                let Ty::Class(t) = expr.ty else { return None };
                let instead = select::branches(&mut temps, moving, (name, expr, guards), t)?;
                opened = true;
                Some(if instead.is_empty() {
                    vec![Stmt::at(StmtKind::Continue, s.span)]
                } else {
                    instead
                })
            }
            _ => None,
        });
        if opened {
            self.select(program, block);
        }
    }
}

/// Updates the type of a designator, and the rank of a whole variable, to those of the variable.
fn retype(program: &Program, e: &mut Expr) {
    if let ExprKind::Var(s) = e.kind {
        e.rank = program.symbols[s].rank();
    }
    e.ty = match &e.kind {
        ExprKind::Var(s) if matches!(e.ty, Ty::Class(_) | Ty::Unlimited) => program.symbols[*s].ty(),
        ExprKind::Index(b, _) | ExprKind::Paren(b) if matches!(e.ty, Ty::Class(_) | Ty::Unlimited) => b.ty,
        _ => e.ty,
    };
}

/// The same for the bounds and the length of a variable, which may depend on objects: `w(size(o%u))`.
fn retype_declaration(program: &mut Program, s: SymbolId) {
    let Some(mut v) = program.symbols[s].variable().cloned() else {
        return;
    };
    for e in v.specification_mut() {
        visit::rewrite_expr(e, &mut |x| retype(program, x));
    }
    program.symbols[s].kind = SymbolKind::Variable(v);
}

/// The second type, if the first is an extension of it.
fn ancestor(program: &Program, from: Ty, to: Ty) -> Option<SymbolId> {
    match (from, to) {
        (Ty::Derived(f), Ty::Derived(t)) if f != t => ancestors(program, f).find(|&x| x == t),
        _ => None,
    }
}

/// The parent of an object of an extended type.
fn as_parent(program: &mut Program, e: &Expr, parent: SymbolId) -> Expr {
    if !e.is_designator() {
        return e.clone();
    }
    let variable = Variable {
        ty: DeclType::plain(Ty::Derived(parent)),
        dims: vec![],
        storage: Storage::Component,
        attrs: Attrs::default(),
        init: None,
    };
    let shown = Symbol {
        kind: SymbolKind::Variable(variable),
        ..program.symbols[parent].clone()
    };
    let shown = program.symbols.alloc(shown);
    Expr {
        span: e.span,
        ..expr(
            ExprKind::Component(Box::new(e.clone()), shown),
            Ty::Derived(parent),
            e.rank,
        )
    }
}

/// A type, its parent, and so on.
pub(crate) fn ancestors(program: &Program, ty: SymbolId) -> impl Iterator<Item = SymbolId> + '_ {
    let parent = |t: &SymbolId| match &program.symbols[*t].kind {
        SymbolKind::Type(def) => def.extends,
        _ => None,
    };
    // a type that extends itself was refused
    std::iter::successors(Some(ty), parent).take(1000)
}

fn own_bindings(program: &Program, ty: SymbolId) -> impl Iterator<Item = &Binding> {
    bindings_of(program, ty).map(|(_, b)| b)
}

/// The bindings of a type, each with the type that has it: its own, those of its parent, and so on.
pub(crate) fn bindings_of(program: &Program, ty: SymbolId) -> impl Iterator<Item = (SymbolId, &Binding)> {
    ancestors(program, ty).flat_map(|t| {
        let own = match &program.symbols[t].kind {
            SymbolKind::Type(def) => def.bindings.as_slice(),
            _ => &[],
        };
        own.iter().map(move |b| (t, b))
    })
}

/// The position of the dummy argument that receives the object, according to a binding.
pub(crate) fn place_of_object(program: &Program, binding: &Binding, unit: UnitId) -> Option<usize> {
    program.units[unit].args.iter().position(|d| match (&binding.pass, d) {
        (Some(name), Some(d)) => program.symbols[*d].name.eq_ignore_ascii_case(name),
        (None, _) => true,
        (_, None) => false,
    })
}

/// True if a type, or one that it extends, binds a procedure to a name.
fn binds(program: &Program, ty: SymbolId, name: &str, proc: SymbolId) -> bool {
    own_bindings(program, ty).any(|b| {
        let is_it = b.proc == Some(proc) || b.interface == Some(proc);
        is_it && b.generic.is_empty() && b.name.eq_ignore_ascii_case(name)
    })
}

/// For an operator or assignment that a type binds: the operand whose type selects the procedure, its type, and the
/// name of the binding.
pub(crate) fn bound_operator<'e>(
    program: &Program,
    callee: &Callee,
    args: &'e [Arg],
) -> Option<(&'e Expr, SymbolId, SmolStr)> {
    let operator = &program.symbols[callee.via.filter(|_| callee.object.is_none())?].name;
    let shows = program.signature(callee.proc)?;
    args.iter().filter_map(Arg::expr).enumerate().find_map(|(k, object)| {
        let (Ty::Derived(declared) | Ty::Class(declared)) = object.ty else {
            return None;
        };
        let generic = own_bindings(program, declared).filter(|b| b.name.eq_ignore_ascii_case(operator));
        let mut names = generic.flat_map(|b| &b.generic);
        let name = names.find(|n| binds(program, declared, n, callee.proc))?;
        let place = place_of_object(program, nearest(program, declared, name)?, shows)?;
        (k == place).then(|| (object, declared, name.clone()))
    })
}

/// The nearest binding of a name that is not generic.
pub(crate) fn nearest<'p>(program: &'p Program, ty: SymbolId, name: &str) -> Option<&'p Binding> {
    own_bindings(program, ty).find(|b| b.generic.is_empty() && b.name.eq_ignore_ascii_case(name))
}

/// The same, with its procedure.
pub(crate) fn binding<'p>(program: &'p Program, ty: SymbolId, name: &str) -> Option<(&'p Binding, SymbolId)> {
    let first = nearest(program, ty, name)?;
    Some((first, first.proc?))
}

impl Types {
    /// The name of the binding that a call refers to: for a generic one, the chosen specific.
    pub fn specific(program: &Program, ty: SymbolId, name: &str, proc: SymbolId) -> Option<SmolStr> {
        let named = own_bindings(program, ty).filter(|b| b.name.eq_ignore_ascii_case(name));
        let generic: Vec<_> = named.flat_map(|b| &b.generic).cloned().collect();
        if generic.is_empty() {
            return Some(name.into());
        }
        // an extension may have bound another procedure since
        let of_proc = |n: &&SmolStr| binds(program, ty, n, proc);
        // a deferred binding has the procedure of its interface
        let deferred = |n: &&SmolStr| binding(program, ty, n).is_none();
        let found = generic.iter().find(of_proc);
        let mut open = generic.iter().filter(deferred);
        found.or_else(|| open.next().filter(|_| open.next().is_none())).cloned()
    }
}
