//! The tangent: each statement is preceded by the statement for its derivative.
//!
//! An assignment `lhs = rhs` with an active left side is preceded by `lhsd = d(rhs)`, whose operands still have the
//! values that `rhs` reads. A call of an active procedure becomes the call of its tangent, which also computes values.
//! Control flow, I/O and passive statements are unchanged.

mod bits;
mod calls;
mod expr;
pub mod slice;
mod tape;

use crate::assemble::calls::Shadows;
use crate::assemble::generator::Generator;
use crate::code::generated;
use crate::context::place::{may_allocate, Place};
use crate::normalize::leaves::names_procedure;
use crate::rules::{self, terms, Map, Term};
use adc_analysis::Shadow;
use adc_frontend::codes;
use adc_frontend::ir::*;
use slice::Sketch;
use std::collections::BTreeSet;

/// Generates the body of the tangent of one procedure.
pub struct Tangent<'g, 'a> {
    g: &'g mut Generator<'a>,
    unit: UnitId,
    /// The current statement.
    stmt: StmtId,
    /// True inside a WHERE, which contains only assignments.
    masked: bool,
    /// The data for slicing.
    sketch: Sketch,
    /// The statements that move a record to or from the tape.
    records: BTreeSet<StmtId>,
    /// True if a record that passes through bits has a shadow, once that is known.
    records_are_active: Option<bool>,
}

impl<'g, 'a> Tangent<'g, 'a> {
    /// For an active procedure whose signature has been generated.
    pub fn new(g: &'g mut Generator<'a>, unit: UnitId) -> Self {
        Tangent {
            g,
            unit,
            stmt: StmtId(0),
            masked: false,
            sketch: Sketch::default(),
            records: BTreeSet::new(),
            records_are_active: None,
        }
    }

    /// The whole body. The copy of a primal statement has the id of that statement.
    pub fn body(mut self) -> (Block, Sketch) {
        let body = self.g.primal.units[self.unit].body.clone();
        bits::recorded(self.g, &body, &mut self.records);
        let mut out = self.g.initial_zeros(self.unit);
        self.sketch.begin(self.g, &out);
        out.extend(self.block(&body));
        (out, self.sketch)
    }

    fn block(&mut self, stmts: &Block) -> Block {
        let mut out = Vec::with_capacity(2 * stmts.len());
        for s in stmts {
            let first = out.len();
            self.stmt(s, &mut out);
            Stmt::comes_from(&mut out[first..], s.source());
            let is_call = self.sketch.is_call(s.id);
            if self.g.options.derivative_only && !is_call {
                self.sketch.add(self.g, s.id, &out[first..]);
            }
            // comments and label move to the first statement generated for this one
            if let Some(f) = out.get_mut(first) {
                f.lead = s.lead.clone();
                f.label = s.label;
            }
            if let Some(l) = out.last_mut().filter(|_| first < usize::MAX) {
                if l.trail.is_none() {
                    l.trail = s.trail.clone();
                }
            }
        }
        out
    }

    fn stmt(&mut self, s: &Stmt, out: &mut Block) {
        self.stmt = s.id;
        self.g.come_to(s.span);
        let keep = |kind: StmtKind| Stmt {
            id: s.id,
            ..Stmt::at(kind, s.span)
        };
        match &s.kind {
            StmtKind::Assign { lhs, rhs } => {
                if let ExprKind::Call(callee, args) = &rhs.kind {
                    if self.function(lhs, callee, args, s, out) {
                        return;
                    }
                }
                if self.moves_record(s, out) {
                    return;
                }
                self.assignment(lhs, rhs, s.span, out);
                out.push(keep(s.kind.clone()));
                if let ExprKind::Call(callee, args) = &rhs.kind {
                    let zeros = self.g.zeros_after_passive_call(self.place(), callee, args);
                    out.extend(zeros);
                }
            }
            StmtKind::Call { callee, args } => self.call(callee, args, s, out),
            StmtKind::If { .. }
            | StmtKind::Do { .. }
            | StmtKind::Select { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Directed { .. } => out.push(keep(s.kind.with_blocks(&mut |b| self.block(b)))),
            StmtKind::Scope { locals, .. } => {
                // shadows are declared in the procedure, where they would not begin anew
                let active = locals.iter().find(|&&l| self.g.is_active(self.unit, l));
                if let Some(&l) = active {
                    let text = format!(
                        "`{}` is active, but cannot be moved from this BLOCK to the procedure",
                        self.g.primal.symbols[l].name
                    );
                    self.g.refuse(codes::UNSUPPORTED_STATEMENT_AD, s.span, &text);
                }
                out.push(keep(s.kind.with_blocks(&mut |b| self.block(b))));
            }
            StmtKind::Where { .. } => {
                let outside = std::mem::replace(&mut self.masked, true);
                out.push(keep(s.kind.with_blocks(&mut |b| self.block(b))));
                self.masked = outside;
            }
            // those that could not be resolved
            StmtKind::Associate { .. } => self.passive_construct("this ASSOCIATE", s, out),
            StmtKind::SelectType { .. } => self.passive_construct("SELECT TYPE or SELECT RANK", s, out),
            StmtKind::Allocate { ty, objects, options } => self.allocate(ty, objects, options, s, out),
            StmtKind::Deallocate { objects, .. } => {
                let shadows: Vec<Expr> = self.shadows_of(objects);
                out.push(keep(s.kind.clone()));
                if !shadows.is_empty() {
                    out.push(keep(StmtKind::Deallocate {
                        objects: shadows,
                        options: vec![],
                    }));
                }
            }
            StmtKind::Nullify(objects) => {
                let data = objects.iter().filter(|o| !names_procedure(self.g.primal, o));
                let data: Vec<Expr> = data.cloned().collect();
                let shadows: Vec<Expr> = self.shadows_of(&data);
                out.push(keep(StmtKind::Nullify(
                    objects.iter().cloned().chain(shadows).collect(),
                )));
            }
            StmtKind::PointerAssign { lhs, rhs } => {
                if self.active_designator(lhs) && !names_procedure(self.g.primal, lhs) {
                    let null = matches!(&rhs.kind, ExprKind::Intrinsic(id, ..) if id.row().name == "null");
                    if null {
                        let lhs = self.g.shadow_ref(lhs);
                        out.push(keep(StmtKind::PointerAssign { lhs, rhs: rhs.clone() }));
                    } else if !rhs.is_designator() {
                        self.g.refuse(
                            codes::UNSUPPORTED_STATEMENT_AD,
                            s.span,
                            "this pointer assignment cannot be differentiated yet",
                        );
                    } else {
                        let kind = StmtKind::PointerAssign {
                            lhs: self.g.shadow_ref(lhs),
                            rhs: self.g.shadow_ref(rhs),
                        };
                        out.push(keep(kind));
                    }
                }
                out.push(keep(s.kind.clone()));
            }
            StmtKind::Io {
                kind: IoKind::Read,
                items,
                ..
            } => {
                let zeros = self.g.zeros_after_input(self.unit, s, items);
                out.push(keep(s.kind.clone()));
                out.extend(zeros);
            }
            StmtKind::CallIntrinsic { .. } => {
                let zeros = self.g.zeros_after_intrinsic_call(self.place(), s);
                out.push(keep(s.kind.clone()));
                out.extend(zeros);
            }
            StmtKind::Io { .. }
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(..)
            | StmtKind::AssignLabel(..)
            | StmtKind::AssignedGoto(..)
            | StmtKind::ArithmeticIf(..)
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(_)
            | StmtKind::Continue
            | StmtKind::Format(_)
            | StmtKind::Push(_)
            | StmtKind::Pop(_)
            | StmtKind::PushControl { .. }
            | StmtKind::PopControl { .. }
            | StmtKind::Model(_)
            | StmtKind::Comment(_) => out.push(keep(s.kind.clone())),
        }
    }

    /// A construct that is kept unchanged, which is correct only if nothing in it is active.
    fn passive_construct(&mut self, what: &str, s: &Stmt, out: &mut Block) {
        if self.g.touches_active(self.unit, s) {
            self.g.refuse(
                codes::UNSUPPORTED_STATEMENT_AD,
                s.span,
                format!("{what} with active variables cannot be differentiated yet"),
            );
        }
        out.push(s.clone());
    }

    fn place(&self) -> Place {
        Place {
            unit: self.unit,
            stmt: self.stmt,
        }
    }

    fn active_designator(&self, e: &Expr) -> bool {
        self.g.is_active_designator(self.unit, e)
    }

    fn shadows_of(&mut self, objects: &[Expr]) -> Vec<Expr> {
        let mut out = vec![];
        for o in objects {
            if self.active_designator(o) {
                out.push(self.g.shadow_ref(o));
            }
        }
        out
    }

    /// `lhsd = d(rhs)`.
    fn assignment(&mut self, lhs: &Expr, rhs: &Expr, span: Span, out: &mut Block) {
        let shadow = self.g.shadow_at(self.place(), lhs);
        // the shadow exists if its variable does
        let exists = self.active_designator(lhs) && may_allocate(self.g.primal, lhs);
        if shadow == Shadow::None && !exists {
            return;
        }
        match lhs.ty {
            Ty::Real(_) | Ty::Complex(_) => {}
            Ty::Derived(_) | Ty::Class(_) => {
                if !rhs.is_designator() && shadow == Shadow::Zero {
                    let lhsd = self.g.shadow_ref(lhs);
                    out.extend(self.g.zero_shadow(self.unit, lhs, lhsd));
                } else if !rhs.is_designator() {
                    let text = "a value of derived type that is not a variable cannot be differentiated yet";
                    self.g.refuse(codes::UNSUPPORTED_EXPRESSION, rhs.span, text);
                } else if self.g.is_varied(self.place(), rhs) {
                    let kind = StmtKind::Assign {
                        lhs: self.g.shadow_ref(lhs),
                        rhs: self.g.shadow_ref(rhs),
                    };
                    out.push(Stmt::at(kind, span));
                    let (at, facts) = (self.place(), self.g.facts);
                    let feeds = |z| facts.activity.is_varied(at.stmt, z);
                    out.extend(self.g.zero_unfed(at, lhs, rhs, &feeds));
                } else {
                    let lhsd = self.g.shadow_ref(lhs);
                    out.extend(self.g.zero_shadow(self.unit, lhs, lhsd));
                }
                return;
            }
            _ => return,
        }
        let d = match shadow {
            Shadow::Derivative => self.d(rhs),
            Shadow::Zero | Shadow::None => None,
        };
        let lhsd = self.g.shadow_ref(lhs);
        let value = match d {
            Some(d) => self.g.narrowed(generated(&d), lhsd.ty),
            // an allocatable takes its shape from the assigned value
            None if rhs.rank > 0 && may_allocate(&self.g.out, &lhsd) => rules::broadcast(zero(lhsd.ty), rhs),
            None => zero(lhsd.ty),
        };
        // an assignment to itself
        if value.same(&lhsd) {
            return;
        }
        out.push(Stmt::at(StmtKind::Assign { lhs: lhsd, rhs: value }, span));
    }
}
