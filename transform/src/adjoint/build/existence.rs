//! What calls allocate and deallocate.
//!
//! An adjoint leaves all that outlives it as it was when the procedure was entered: its backward sweep deallocates what the forward sweep has allocated, and allocates what that has
//! deallocated, shadows with it. So the shadow of an allocatable variable exists where the adjoint of a call begins if the variable existed behind the call, and where it ends if
//! it existed before. Only the variable itself has to be brought back to what it was, since the call in the forward sweep has changed it: whether it existed, and with which bounds, is recorded
//! before the call,
//!
//! ```text
//! forward    PUSH(bounds(a)) if allocated(a);  PUSH(allocated(a));  call foo(a)
//! backward   POP(allocated(a));  POP(bounds(a)) and allocate a with them, if it was;  call foo_b(a, ab)
//! ```
//!
//! and its values are recorded as those of other variables are, where it exists.
//!
//! Behind a procedure without a derivative only values that are recorded ask for this.

use super::super::plan::*;
use super::super::Adjoint;
use crate::downcasts::{is_of_type, no_other_type, possible_types};
use crate::generator::generated;
use crate::normalize::arrays::deallocate_if_allocated;
use crate::normalize::leaves::{is_allocatable, leaves};
use crate::rules::{bound_of, is_allocated};
use adc_analysis::ZoneId;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// Adds to the node of a call what restores the existence of what the call allocates and deallocates.
    pub(super) fn add_existence(&mut self, node: &mut Simple, s: &Stmt) {
        let runs_again = node.call.as_ref().is_some_and(|c| !c.split);
        let calls = self.g.calls_in(s);
        let changed: Vec<(ZoneId, Option<Expr>)> = calls
            .into_iter()
            .flat_map(|(target, args)| self.g.allocated_by_call(target, args))
            .map(|(z, actual)| (z, actual.cloned()))
            .collect();
        if changed.is_empty() {
            return;
        }
        let mut revive = Revive {
            for_values: !runs_again,
            ..Revive::default()
        };
        let mut afters: Vec<Block> = vec![];
        for (zone, actual) in changed {
            let whole = match actual {
                Some(a) => Some(a),
                None => self.g.reach(self.unit, zone).first().map(|&s| var(&self.g.out, s)),
            };
            match whole.and_then(|w| self.existence_in(&w, zone)) {
                Some((before, after)) => {
                    revive.before.extend(before);
                    afters.push(after);
                    revive.perhaps.insert(zone);
                }
                None if runs_again => self.refuse_existence(zone, s.span),
                // what is recorded of it is refused where it is named
                None => {}
            }
        }
        revive.after = afters.into_iter().rev().flatten().collect();
        node.revive = Some(revive);
    }

    /// The same for all that a zone is of a variable, which may be a component of each element of an array.
    fn existence_in(&mut self, whole: &Expr, zone: ZoneId) -> Option<(Block, Block)> {
        let whole = generated(whole);
        // an object is one zone
        if matches!(whole.ty, Ty::Class(_)) && is_allocatable(&self.g.out, &whole) {
            return Some(self.existence(&whole));
        }
        let zones = &self.g.facts.zones;
        let path = zones[zone].path.clone();
        let indices = self.g.element_indices_of(self.unit, &whole);
        let wanted = |p: &Program, e: &Expr| is_allocatable(p, e) && zones.path_of(e) == path;
        let whole = std::slice::from_ref(&whole);
        let mut objects = vec![];
        leaves(&self.g.out, whole, &indices, false, &mut |parts| {
            objects.extend(parts.iter().filter(|e| wanted(&self.g.out, e)).cloned());
            vec![]
        })?;
        let mut found: Vec<(Block, Block)> = objects.iter().map(|o| self.existence(o)).collect();
        if found.is_empty() {
            return None;
        }
        let out = &self.g.out;
        let each = |reversed: bool, visit: &mut dyn FnMut() -> Block| {
            leaves(out, whole, &indices, reversed, &mut |parts| match parts {
                [e] if wanted(out, e) => visit(),
                _ => vec![],
            })
        };
        let mut k = 0;
        let before = each(false, &mut || {
            k += 1;
            found
                .get_mut(k - 1)
                .map(|f| std::mem::take(&mut f.0))
                .unwrap_or_default()
        })?;
        let after = each(true, &mut || found.pop().map(|f| f.1).unwrap_or_default())?;
        Some((before, after))
    }

    /// Statements that record whether a variable exists, with its bounds, and those that bring it back to that.
    fn existence(&mut self, object: &Expr) -> (Block, Block) {
        let object = generated(object);
        let exists = self.exists();
        let (push, pop, again) = self.record_memory(&object, &[]);
        let mut before = vec![assign(exists.clone(), is_allocated(&object))];
        let mut after = vec![
            Stmt::new(StmtKind::Pop(exists.clone())),
            deallocate_if_allocated(&object),
        ];
        if !push.is_empty() {
            before.push(Stmt::guarded(exists.clone(), push));
        }
        before.push(Stmt::new(StmtKind::Push(exists.clone())));
        after.push(Stmt::guarded(exists, [pop, again].concat()));
        (before, after)
    }

    /// Statements that push what has to be known of an object to allocate it again: its bounds, and its type where it may have several; that pop it; and that allocate the
    /// object, and others like it.
    pub(super) fn record_memory(&mut self, object: &Expr, others: &[Expr]) -> (Block, Block, Block) {
        let (mut push, mut pop, bounds) = self.bounds(object);
        let allocate = |ty: Option<SymbolId>| {
            Stmt::new(StmtKind::Allocate {
                ty: ty.map(|t| DeclType::plain(Ty::Derived(t))),
                objects: [object]
                    .into_iter()
                    .chain(others)
                    .map(|o| (o.clone(), bounds.clone()))
                    .collect(),
                options: vec![],
            })
        };
        let Ty::Class(declared) = object.ty else {
            return (push, pop, vec![allocate(None)]);
        };
        let types = possible_types(self.g.primal, declared);
        if let [only] = types.as_slice() {
            return (push, pop, vec![allocate(Some(*only))]);
        }
        let Some(bits) = (1..=8).find(|b| types.len() <= 1 << b) else {
            self.unsupported(object.span, "an object of so many types");
            return (push, pop, vec![]);
        };
        let number = self.type_number();
        let numbered = types.iter().zip(0..).map(|(&t, value)| {
            let test = is_of_type(self.g.primal, object, t);
            Arm::new(test, vec![Stmt::new(StmtKind::PushControl { value, bits })])
        });
        let mut arms: Vec<Arm> = numbered.collect();
        arms.push(Arm::new(None, vec![no_other_type()]));
        push.push(Stmt::choice(arms));
        let var = number.clone();
        pop.insert(0, Stmt::new(StmtKind::PopControl { var, bits }));
        let last = types.len() - 1;
        let arm = |(k, &t): (usize, &SymbolId)| {
            let test = binary(BinaryOp::Eq, number.clone(), int(k as i64));
            Arm::new((k < last).then_some(test), vec![allocate(Some(t))])
        };
        pop.push(Stmt::choice(types.iter().enumerate().map(arm).collect()));
        (push, pop, vec![])
    }

    /// Statements that push the bounds of an array, and pop them, with the bounds.
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

    /// The variable that tells whether something exists; it is recorded, and used, at once.
    fn exists(&mut self) -> Expr {
        let (g, derivative) = (&mut self.g, self.derivative);
        let new = || g.local(derivative, "exists", DeclType::plain(Ty::Logical(4)), 0);
        self.temps.exists.get_or_insert_with(new).clone()
    }

    /// The variable for the type of an object, likewise.
    fn type_number(&mut self) -> Expr {
        let (g, derivative) = (&mut self.g, self.derivative);
        let new = || g.local(derivative, "type_number", DeclType::plain(Ty::Integer(4)), 0);
        self.temps.type_number.get_or_insert_with(new).clone()
    }

    /// The variable for one of the bounds of an array, likewise.
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
        let message =
            format!("this call allocates or deallocates `{name}`, whose existence the adjoint cannot restore here");
        let place = self.g.primal.symbols[symbol].span;
        self.g
            .messages
            .push(Diagnostic::error(codes::UNSUPPORTED_STATEMENT_AD, span, message).also(place, "declared here"));
    }
}
