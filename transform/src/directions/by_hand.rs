//! Calls of derivatives that the user writes.
//!
//! A hand-written derivative in many directions is called as generated ones are ([`super::calls`]). One of a single
//! direction is called once per direction:
//!
//! ```text
//! call f_d(n, x, xd, y, yd)            y0 = y
//!                                      do dir = 1, nd
//!                             →           y = y0
//!                                         call f_d(n, x, xd(dir, :), y, yd(dir, :))
//!                                      end do
//! ```
//!
//! **Condition.** All calls find the same values, and what one call leaves is what the next may find:
//!
//! * An argument that the procedure may write and may read has its value before each call. An adjoint with
//!   `adjoint-needs` changes no values.
//! * The procedure has no other effects: output, variables of modules and COMMON blocks, values that it takes from the
//!   tape.
//!
//! An element that stands for the rest of its array is an element of a copy of the array for one direction. Arguments of
//! the same array share this copy, as they share the array.

use super::copies::Copies;
use super::formals::{dummy_of, may_write, model_of, must_be_restored, takes_array};
use super::writer::{take_place, Piece, Writer};
use super::{at, runs};
use crate::assemble::generator::Generator;
use crate::context::Context;
use crate::options::mode::Mode;
use crate::prepare::external::known;
use adc_frontend::ast::fold;
use adc_frontend::codes;
use adc_frontend::ir::*;

/// Why a derivative cannot be called once per direction.
fn obstacle(g: &Generator, target: UnitId) -> Option<&'static str> {
    let model = model_of(g, target)?;
    let d = g.models.description(model);
    if d.is_some_and(|d| d.acts) {
        return Some("it has side effects");
    }
    let changes_none = g.mode == Mode::Reverse && d.is_some_and(|d| d.is_frugal);
    if !changes_none && d.is_some_and(|d| !d.globals_written.is_empty()) {
        return Some("it changes COMMON blocks or module variables");
    }
    takes_from_tape(g, &g.out.units[target].name).then_some("it pops values that it has not pushed")
}

/// True if a given procedure pops from the tape and pushes nothing.
fn takes_from_tape(cx: &Context, name: &str) -> bool {
    let program = cx.primal;
    let is_it = |x: &Unit| x.is_procedure() && !x.prefix.interface_body && x.name.eq_ignore_ascii_case(name);
    let Some((unit, _)) = program.units.iter().find(|(_, x)| is_it(x)) else {
        return false;
    };
    let (mut pushes, mut pops) = (false, false);
    for u in cx.facts.calls.reachable([unit]) {
        visit::walk_calls(&program.units[u].body, &mut |r| {
            let name = fold(&program.symbols[r.callee.proc].name);
            if known::library(&name).is_some_and(|l| l.name == "tape") {
                pushes |= name.starts_with("push");
                pops |= name.starts_with("pop");
            }
        });
    }
    pops && !pushes
}

/// A call of the procedure in the user's program: statements of an adjoint have no place.
fn call_of(g: &Generator, target: UnitId) -> Span {
    let mut found = Span::NONE;
    let Some(model) = model_of(g, target) else { return found };
    for &u in g.units.keys() {
        visit::walk_calls(&g.primal.units[u].body, &mut |r| {
            if found.is_none() && g.primal.definition(r.callee.proc) == Some(model) {
                found = r.span;
            }
        });
    }
    found
}

impl Writer<'_, '_> {
    /// Calls a derivative of one direction once per direction.
    pub(super) fn once_per_direction(&mut self, mut s: Stmt, target: UnitId, args: Vec<Arg>, out: &mut Vec<Piece>) {
        if let Some(why) = obstacle(self.g, target) {
            return self.refuse_by_hand(&s, target, &format!("cannot be called once per direction, since {why}"));
        }
        let mut copies = Copies::default();
        let mut passed = args;
        if !self.arguments(target, &mut passed, &mut copies) {
            return self.refuse_by_hand(
                &s,
                target,
                "gets an array, or a part of one, whose size is unknown here",
            );
        }
        let direction = self.direction();
        if let StmtKind::Assign { lhs, rhs } = &mut s.kind {
            at::at(self.carriers(), lhs, &direction);
            if let ExprKind::Call(_, args) = &mut rhs.kind {
                *args = passed;
            }
        } else if let StmtKind::Call { args, .. } = &mut s.kind {
            *args = passed;
        }
        let call = Stmt::at(s.kind.clone(), s.span);
        let body = copies.each_around(call);
        let Some(mut around) = runs::around(self, body) else {
            return;
        };
        around.trail.clone_from(&s.trail);
        let mut made = copies.around(vec![around]);
        take_place(&mut made, 0, &s);
        out.append(&mut made);
    }

    /// The arguments for the direction of the surrounding loop; false if one cannot be passed.
    fn arguments(&mut self, target: UnitId, args: &mut [Arg], copies: &mut Copies) -> bool {
        let direction = self.direction();
        let formals: Vec<Option<SymbolId>> = args
            .iter()
            .enumerate()
            .map(|(k, a)| dummy_of(self.g, target, k, a))
            .collect();
        let stands_for_rest = |w: &Writer, formal: SymbolId, e: &Expr| {
            e.rank == 0 && matches!(e.kind, ExprKind::Index(..)) && takes_array(w.g, target, formal)
        };
        // arrays of which an element stands for the rest
        let mut whole: Vec<SymbolId> = vec![];
        for (formal, a) in formals.iter().zip(args.iter()) {
            if let (Some(f), Some(e)) = (formal, a.expr()) {
                if let ExprKind::Index(base, _) = &e.kind {
                    if let ExprKind::Var(s) = base.kind {
                        if self.carriers().contains(s) && stands_for_rest(self, *f, e) && !whole.contains(&s) {
                            whole.push(s);
                        }
                    }
                }
            }
        }
        for (formal, a) in formals.into_iter().zip(args) {
            let Some(e) = a.expr_mut() else { continue };
            let Some(formal) = formal else {
                at::inquiries(self.carriers(), e);
                continue;
            };
            if self.carriers().names(e) {
                let base = e.base_symbol().filter(|s| whole.contains(s));
                let made = match base {
                    Some(s) => copies.of_direction(self, s, e, may_write(self.g, target, formal)),
                    None if self.has_unknown_size(e) => None,
                    None => {
                        let mut one = e.clone();
                        at::at(self.carriers(), &mut one, &direction);
                        Some(one)
                    }
                };
                let Some(made) = made else { return false };
                *e = made;
                continue;
            }
            at::inquiries(self.carriers(), e);
            if must_be_restored(self.g, target, formal) && e.is_designator() {
                let all = match &e.kind {
                    ExprKind::Index(base, _) if stands_for_rest(self, formal, e) => (**base).clone(),
                    _ => e.clone(),
                };
                if !copies.restored(self, &all) {
                    return false;
                }
            }
        }
        true
    }

    /// True for a whole array whose last dimension is `*`: one direction of it cannot be written as a section.
    fn has_unknown_size(&self, e: &Expr) -> bool {
        let ExprKind::Var(s) = e.kind else { return false };
        match &self.g.out.symbols[s].kind {
            SymbolKind::Variable(v) => matches!(v.dims.last(), Some(Dim::AssumedSize(_))),
            _ => false,
        }
    }

    fn refuse_by_hand(&mut self, s: &Stmt, target: UnitId, why: &str) {
        let key = match self.g.mode {
            Mode::Tangent => "vector-tangent",
            Mode::Reverse => "vector-adjoint",
        };
        let name = &self.g.out.units[target].name;
        let text = format!("in many directions, the hand-written derivative `{name}` {why}");
        let help = format!("write a derivative for many directions, and name it in the description, key `{key}`");
        let span = match s.span.is_none() {
            true => call_of(self.g, target),
            false => s.span,
        };
        self.g.come_to(span);
        self.g
            .refuse_with_help(codes::UNSUPPORTED_STATEMENT_AD, span, text, &help);
    }
}
