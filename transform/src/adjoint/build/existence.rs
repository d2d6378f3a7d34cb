//! Restores the existence of variables that calls allocate and deallocate.
//!
//! An adjoint leaves all variables that outlive it as they were at its entry: its reverse sweep deallocates what its
//! forward sweep allocated, and allocates what that deallocated, with the shadows. So the shadow of an allocatable
//! variable exists at the entry of the adjoint call if the variable existed after the call, and at its exit if the
//! variable existed before the call. Only the variable itself must be restored, since the call in the forward sweep has
//! changed it. Before the call, its existence and bounds are recorded:
//!
//! ```text
//! forward    PUSH(bounds(a)) if allocated(a);  PUSH(allocated(a));  call foo(a)
//! reverse    POP(allocated(a));  POP(bounds(a)) and allocate a with them, if it was;  call foo_b(a, ab)
//! ```
//!
//! Its values, where it exists, are recorded like those of other variables.
//!
//! After a call of a procedure without a derivative, this is needed only if values are recorded.

use super::super::plan::*;
use super::super::Adjoint;
use super::freed::stranded_by_call;
use crate::code::generated;
use crate::normalize::arrays::deallocate_if_allocated;
use crate::normalize::downcasts::{is_of_type, possible_types};
use crate::normalize::leaves::{is_allocatable, is_splittable, is_text, parts_of, where_allocated, Part};
use crate::rules::{bound_of, intrinsic, is_allocated};
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// Adds to the node of a call the statements that restore the existence of variables that the call allocates and
    /// deallocates.
    pub(super) fn add_existence(&mut self, node: &mut Simple, s: &Stmt) {
        let runs_again = node.call.as_ref().is_some_and(|c| !c.split);
        let calls = self.g.calls_in(s);
        let changed: Vec<(ZoneId, Option<Expr>)> = calls
            .into_iter()
            .flat_map(|(target, args)| self.g.allocated_by_call(target, args))
            .map(|(z, actual)| (z, actual.cloned()))
            .collect();
        node.strands = stranded_by_call(self.g, changed.iter().map(|c| c.0));
        let taken = match &s.kind {
            StmtKind::Assign { lhs, rhs } if matches!(rhs.kind, ExprKind::Call(..)) => self.begun_by_call(node, lhs),
            _ => vec![],
        };
        if changed.is_empty() && taken.is_empty() {
            return;
        }
        let mut revive = Revive {
            for_values: !runs_again && taken.is_empty(),
            ..Revive::default()
        };
        let mut wholes: Vec<(Option<Expr>, ZoneSet)> = vec![];
        for (zone, actual) in changed {
            let whole = match actual {
                Some(a) => Some(a),
                None => self.g.reach(self.unit, zone).first().map(|&s| var(&self.g.out, s)),
            };
            let is_same = |w: &Option<Expr>| matches!((w, &whole), (Some(a), Some(b)) if a.same(b));
            match wholes.iter_mut().find(|(w, _)| is_same(w)) {
                Some((_, zones)) => {
                    zones.insert(zone);
                }
                None => wholes.push((whole, ZoneSet::from_iter([zone]))),
            }
        }
        let mut afters: Vec<Block> = vec![taken];
        for (whole, zones) in wholes {
            match whole.and_then(|w| self.existence_in(&w, &zones, false)) {
                Some((before, after)) => {
                    revive.before.extend(before);
                    afters.push(after);
                    revive.perhaps.union_with(&zones);
                }
                None if runs_again => zones.iter().for_each(|z| self.refuse_existence(z, s.span)),
                // its records are refused where they are named
                None => {}
            }
        }
        revive.after = afters.into_iter().rev().flatten().collect();
        node.revive = Some(Box::new(revive));
    }

    /// The result of a function allocates components of the variable that receives it; they do not exist before
    /// ([`crate::normalize::records`]). Adds to the adjoint the deallocation of those of the shadow, and returns
    /// statements that deallocate those of the variable.
    fn begun_by_call(&mut self, node: &mut Simple, lhs: &Expr) -> Block {
        let Ty::Derived(t) = lhs.ty else { return vec![] };
        if is_splittable(self.g.primal, t) {
            return vec![];
        }
        let own = self.ended(&generated(lhs));
        if !own.is_empty() && self.active_designator(lhs) {
            let shadow = self.g.shadow_ref(lhs);
            node.adjoint.extend(self.ended(&shadow));
        }
        own
    }

    /// Statements that deallocate the allocatable components of a variable.
    fn ended(&mut self, whole: &Expr) -> Block {
        let indices = self.g.element_indices_of(self.unit, whole);
        let out = &self.g.out;
        let gone = parts_of(
            out,
            std::slice::from_ref(whole),
            &indices,
            false,
            &mut |part| match part {
                Part::Leaf([e]) | Part::Held([e], _) if is_allocatable(out, e) && !e.same(whole) => {
                    vec![deallocate_if_allocated(e)]
                }
                Part::Leaf(_) | Part::Held(..) | Part::Procedure(_) => vec![],
            },
        );
        gone.unwrap_or_default()
    }

    /// Statements that record, and that restore, the existence of all allocatable parts of a variable in some zones:
    /// components of array elements, and of allocated objects. `is_new`: none of them exists where they are restored.
    fn existence_in(&mut self, whole: &Expr, changed: &ZoneSet, is_new: bool) -> Option<(Block, Block)> {
        let whole = generated(whole);
        let base = whole.base_symbol()?;
        let indices = self.g.element_indices_of(self.unit, &whole);
        let zones = &self.g.facts.zones;
        let is_changed = |p: &Program, e: &Expr| {
            let own = zones.of_path(base, &zones.path_of(e));
            is_allocatable(p, e) && !is_text(p, e) && own.iter().all(|&z| changed.contains(z))
        };
        let whole = std::slice::from_ref(&whole);
        // the records are made first, since they may need new variables
        let mut objects = vec![];
        leaves_and_holders(&self.g.out, whole, &indices, false, &mut |e, inside| {
            if is_changed(&self.g.out, e) {
                objects.push(e.clone());
            }
            inside
        })?;
        if objects.is_empty() {
            return None;
        }
        let found: Vec<(Expr, Existence)> = objects.into_iter().map(|o| (o.clone(), self.existence(&o))).collect();
        let out = &self.g.out;
        let of = |e: &Expr| found.iter().find(|(o, _)| o.same(e)).map(|(_, x)| x);
        let around = |e: &Expr, inside: Block, how: &dyn Fn(&Existence, Block) -> Block| match of(e) {
            Some(x) => how(x, inside),
            None => where_allocated(std::slice::from_ref(e), inside),
        };
        let before = leaves_and_holders(out, whole, &indices, false, &mut |e, inside| {
            around(e, inside, &Existence::recorded)
        })?;
        let after = leaves_and_holders(out, whole, &indices, true, &mut |e, inside| {
            around(e, inside, &|x, inside| x.restored(inside, is_new))
        })?;
        Some((before, after))
    }

    /// Statements between the sweeps of a split procedure: they record the existence of its own variables, and restore
    /// it.
    pub(in crate::adjoint) fn existence_at_turn(&mut self) -> (Block, Block) {
        let (mut before, mut after) = (vec![], vec![]);
        for s in self.g.primal.units[self.unit].symbols.clone() {
            let is_local = |v: &Variable| v.storage == Storage::Local && !v.attrs.save && !v.attrs.pointer;
            if !self.g.primal.symbols[s].variable().is_some_and(is_local) {
                continue;
            }
            let zones: ZoneSet = self.g.facts.zones.of(s).iter().copied().collect();
            if let Some((record, restore)) = self.existence_in(&var(self.g.primal, s), &zones, true) {
                before.extend(record);
                after.splice(0..0, restore);
            }
        }
        (before, after)
    }

    pub(in crate::adjoint) fn existence(&mut self, object: &Expr) -> Existence {
        let object = generated(object);
        let exists = self.exists();
        let (push, pop, again) = self.record_memory(&object, &[]);
        Existence {
            exists,
            object,
            push,
            pop,
            again,
        }
    }

    /// Three blocks: one pushes all that is needed to allocate an object again (its bounds, the length of a text, and
    /// its dynamic type if there may be several), one pops it, and one allocates the object and others like it.
    pub(super) fn record_memory(&mut self, object: &Expr, others: &[Expr]) -> (Block, Block, Block) {
        let (mut push, mut pop, bounds) = self.bounds(object);
        let all = || [object].into_iter().chain(others);
        let allocate = |ty: Option<DeclType>| {
            Stmt::new(StmtKind::Allocate {
                ty,
                objects: all().map(|o| (o.clone(), bounds.clone())).collect(),
                options: vec![],
            })
        };
        let of_type = |t: SymbolId| allocate(Some(DeclType::plain(Ty::Derived(t))));
        if is_text(&self.g.out, object) {
            let n = self.bound(2 * bounds.len());
            let length = intrinsic("len", vec![object.clone()], Ty::Integer(4), 0);
            push.extend([assign(n.clone(), length), Stmt::new(StmtKind::Push(n.clone()))]);
            pop.insert(0, Stmt::new(StmtKind::Pop(n.clone())));
            let ty = DeclType {
                len: Some(CharLen::Expr(Box::new(n))),
                ..DeclType::plain(Ty::Character)
            };
            return (push, pop, vec![allocate(Some(ty))]);
        }
        let Ty::Class(declared) = object.ty else {
            return (push, pop, vec![allocate(None)]);
        };
        let types = possible_types(self.g.primal, declared);
        if let [only] = types.as_slice() {
            return (push, pop, vec![of_type(*only)]);
        }
        let Some(bits) = (1..=30).find(|b| types.len() <= 1 << b) else {
            self.unsupported(object.span, "a polymorphic object with too many possible types");
            return (push, pop, vec![]);
        };
        let number = self.type_number();
        let numbered = types.iter().zip(0..).map(|(&t, value)| {
            let test = is_of_type(self.g.primal, object, t);
            Arm::new(test, vec![Stmt::new(StmtKind::PushControl { value, bits })])
        });
        let mut arms: Vec<Arm> = numbered.collect();
        arms.push(Arm::new(None, vec![Stmt::error_stop()]));
        push.push(Stmt::choice(arms));
        let var = number.clone();
        pop.insert(0, Stmt::new(StmtKind::PopControl { var, bits }));
        let last = types.len() - 1;
        let arm = |(k, &t): (usize, &SymbolId)| {
            let test = binary(BinaryOp::Eq, number.clone(), int(k as i64));
            Arm::new((k < last).then_some(test), vec![of_type(t)])
        };
        pop.push(Stmt::choice(types.iter().enumerate().map(arm).collect()));
        (push, pop, vec![])
    }

    /// Statements that push the bounds of an array, and that pop them, with the bounds.
    fn bounds(&mut self, object: &Expr) -> (Block, Block, AllocShape) {
        let (mut push, mut pop, mut bounds) = (vec![], vec![], vec![]);
        for d in 1..=i64::from(object.rank) {
            let mut end = |name: &str| {
                let v = self.bound(push.len() / 2);
                push.push(assign(v.clone(), bound_of(name, object, d)));
                push.push(Stmt::new(StmtKind::Push(v.clone())));
                pop.insert(0, Stmt::new(StmtKind::Pop(v.clone())));
                v
            };
            bounds.push((Some(end("lbound")), end("ubound")));
        }
        (push, pop, bounds)
    }

    /// The logical variable for the existence of an object; it is used only between adjacent statements.
    fn exists(&mut self) -> Expr {
        let (g, derivative) = (&mut self.g, self.derivative);
        let new = || g.local(derivative, "exists", DeclType::plain(Ty::Logical(4)), 0);
        self.temps.exists.get_or_insert_with(new).clone()
    }

    /// The variable for the dynamic type of an object, used likewise.
    fn type_number(&mut self) -> Expr {
        let (g, derivative) = (&mut self.g, self.derivative);
        let new = || g.local(derivative, "type_number", DeclType::plain(Ty::Integer(4)), 0);
        self.temps.type_number.get_or_insert_with(new).clone()
    }

    /// The variable for one bound of an array, used likewise.
    fn bound(&mut self, k: usize) -> Expr {
        if let Some(b) = self.temps.bounds.get(k) {
            return b.clone();
        }
        let b = self
            .g
            .local(self.derivative, "bound", DeclType::plain(Ty::Integer(4)), 0);
        self.temps.bounds.push(b.clone());
        b
    }

    fn refuse_existence(&mut self, zone: ZoneId, span: Span) {
        let Some(&symbol) = self.g.facts.zones.members(zone).first() else {
            return;
        };
        let name = self.g.facts.zones.name(self.g.primal, symbol, zone);
        let message = format!("this call allocates or deallocates `{name}`, which the adjoint cannot undo here");
        let place = self.g.primal.symbols[symbol].span;
        self.g
            .messages
            .push(Diagnostic::error(codes::UNSUPPORTED_STATEMENT_AD, span, message).also(place, "declared here"));
    }
}

/// Statements that record the existence and the bounds of a variable, and that restore them.
pub(in crate::adjoint) struct Existence {
    object: Expr,
    exists: Expr,
    push: Block,
    pop: Block,
    again: Block,
}

impl Existence {
    /// Statements that record the existence; `inside` records the contents.
    pub(in crate::adjoint) fn recorded(&self, inside: Block) -> Block {
        let test = assign(self.exists.clone(), is_allocated(&self.object));
        let is_used_inside = !inside.is_empty();
        let where_it_is = [inside, self.push.clone()].concat();
        let mut out = vec![test.clone()];
        if !where_it_is.is_empty() {
            out.push(Stmt::guarded(self.exists.clone(), where_it_is));
        }
        if is_used_inside {
            out.push(test);
        }
        out.push(Stmt::new(StmtKind::Push(self.exists.clone())));
        out
    }

    /// Statements that restore the existence; `inside` restores the contents. `is_new`: the variable is known not to
    /// exist.
    pub(in crate::adjoint) fn restored(&self, inside: Block, is_new: bool) -> Block {
        let mut out = vec![Stmt::new(StmtKind::Pop(self.exists.clone()))];
        if !is_new {
            out.push(deallocate_if_allocated(&self.object));
        }
        let all = [self.pop.clone(), self.again.clone(), inside].concat();
        out.push(Stmt::guarded(self.exists.clone(), all));
        out
    }
}

/// Maps the parts of a variable by `visit`. For an allocatable component of derived type, `visit` also receives the
/// result for the parts inside it.
fn leaves_and_holders(
    program: &Program,
    whole: &[Expr],
    indices: &[Expr],
    reversed: bool,
    visit: &mut dyn FnMut(&Expr, Block) -> Block,
) -> Option<Block> {
    let top = whole.first()?;
    let mut inside = parts_of(program, whole, indices, reversed, &mut |part| match part {
        Part::Leaf([e]) if !e.same(top) => visit(e, vec![]),
        Part::Held([e], inside) => visit(e, inside),
        Part::Leaf(_) | Part::Held(..) | Part::Procedure(_) => vec![],
    })?;
    // the variable itself may be allocatable
    if is_allocatable(program, top) {
        inside = visit(top, inside);
    }
    Some(inside)
}
