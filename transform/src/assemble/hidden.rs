//! Effects that derivative code would lose or repeat.
//!
//! Derivative code evaluates subscripts and operands again. That is correct only if they yield the same each time and
//! have no side effects. Statements that the adjoint runs a second time are checked when they are planned
//! (`adjoint/build/repeatable.rs`). Here the normalised program is checked:
//!
//! * a function that changes variables may stand only where it is evaluated once: in a statement `t = f(x)` of its own,
//!   or in a statement without a derivative if the variables that it changes have none either;
//! * procedures called where the user wants no derivative may not change active variables that cannot be named there;
//! * input into active variables by NAMELIST would interrupt the chain of derivatives;
//! * localities of DO CONCURRENT are refused if the rules do not hold for them;
//! * assignments of records that call procedures for their components are refused ([`crate::assemble::spelled`]).

use crate::assemble::generator::Generator;
use crate::context::place::Place;
use crate::context::Context;
use crate::options::mode::Mode;
use adc_analysis::Shadow;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{stmt_exprs, subexprs, walk_block, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// A reference inside an expression to a function with side effects.
struct Impure {
    name: adc_frontend::ast::SmolStr,
    span: Span,
    /// True if it changes a variable that carries a derivative.
    writes_active: bool,
}

impl Context<'_> {
    fn impure_in(&self, u: UnitId, e: &Expr, out: &mut Vec<Impure>) {
        walk_expr(e, &mut |x| match &x.kind {
            ExprKind::Call(c, args) => {
                let Some(target) = self.primal.definition(c.proc) else {
                    return;
                };
                let Some(summary) = self.facts.summaries.get(target) else {
                    return;
                };
                let outer: Vec<_> = summary.writes.iter().filter(|&z| !summary.result.contains(z)).collect();
                if outer.is_empty() {
                    return;
                }
                let by_name = outer
                    .iter()
                    .any(|&z| !summary.is_interface(z) && self.facts.activity.zone_is_active(z));
                let passed = adc_analysis::calls::bind_args(self.primal, target, args);
                let by_argument = self.primal.units[target].args.iter().zip(passed).any(|(f, a)| {
                    let (Some(f), Some(a)) = (*f, a) else { return false };
                    let bound = self.facts.zones.bound(self.primal, f, a);
                    self.is_active_designator(u, a)
                        && bound
                            .iter()
                            .any(|(f, a)| outer.contains(f) && self.facts.activity.zone_is_active(*a))
                });
                out.push(Impure {
                    name: self.procedure_name(c.proc),
                    span: x.span,
                    writes_active: by_name || by_argument,
                });
            }
            ExprKind::Intrinsic(id, name, _) if id.row().class == Class::Impure => {
                out.push(Impure {
                    name: name.clone(),
                    span: x.span,
                    writes_active: false,
                });
            }
            _ => {}
        });
    }
}

impl Generator<'_> {
    /// Checks all active procedures.
    pub fn check_hidden_effects(&mut self) {
        let units: Vec<UnitId> = self
            .units
            .keys()
            .copied()
            .filter(|&u| self.primal.units[u].is_procedure())
            .collect();
        for &u in &units {
            let primal = self.primal;
            walk_block(&primal.units[u].body, &mut |s| {
                self.check_functions(u, s);
                self.check_constant(Place { unit: u, stmt: s.id }, s);
                self.check_namelist(u, s);
                self.check_index(u, s);
            });
            let original = self.original;
            walk_block(&original.units[u].body, &mut |s| self.check_locality(s));
            self.warn_of_assumed_size(u);
        }
        self.check_assigned_components(&units);
        self.warn_of_pointers();
        self.warn_of_unseen_pointers();
    }

    /// Warns of active pointers that nothing in the derivative associates: such a pointer has a target before the head
    /// is called, and its shadow cannot know the target's shadow.
    fn warn_of_pointers(&mut self) {
        let outlives = |v: &Variable| v.attrs.pointer && matches!(v.storage, Storage::Module | Storage::Common(_));
        let is_global = |s: SymbolId| self.primal.symbols[s].variable().is_some_and(outlives);
        let (mut used, mut set) = (BTreeSet::new(), BTreeSet::new());
        for &u in self.units.keys() {
            let body = &self.primal.units[u].body;
            set.extend(self.moved_in(body));
            visit::walk_block_exprs(body, &mut |e| {
                if let ExprKind::Var(s) = e.kind {
                    if is_global(s) {
                        used.insert((s, u));
                    }
                }
            });
        }
        for (s, u) in used {
            let symbol = &self.primal.symbols[s];
            if set.contains(&s) || !self.is_active(u, s) {
                continue;
            }
            let message = format!(
                "`{}` may be associated before the head is called; then the caller must associate its derivative with the derivative of the target",
                symbol.name
            );
            let d = Diagnostic::warning(codes::UNSUPPORTED_DATA, symbol.span, message)
                .help("associate it in the head, or in a procedure that the head calls");
            if !self.messages.contains(&d) {
                self.messages.push(d);
            }
        }
    }

    fn check_functions(&mut self, u: UnitId, s: &Stmt) {
        let mut found = vec![];
        match &s.kind {
            StmtKind::Assign { lhs, rhs } => {
                self.impure_in(u, lhs, &mut found);
                match &rhs.kind {
                    ExprKind::Call(..) => subexprs(rhs, &mut |x| self.impure_in(u, x, &mut found)),
                    _ => self.impure_in(u, rhs, &mut found),
                }
            }
            other => stmt_exprs(other, &mut |e| self.impure_in(u, e, &mut found)),
        }
        let repeated = match &s.kind {
            StmtKind::Assign { lhs, .. } => self.has_active(u, lhs),
            StmtKind::Call { callee, .. } => self
                .primal
                .definition(callee.proc)
                .is_some_and(|t| self.needs_derivative(Place { unit: u, stmt: s.id }, t)),
            StmtKind::If { .. } | StmtKind::Select { .. } | StmtKind::Do { .. } | StmtKind::Where { .. } => {
                self.mode == Mode::Reverse
            }
            _ => false,
        };
        for f in found {
            if repeated || f.writes_active {
                self.refuse(
                    codes::UNSUPPORTED_EXPRESSION,
                    f.span,
                    format!(
                        "the derivative would call `{}` more than once, but it changes variables or returns another value each time; call it in a separate statement",
                        f.name
                    ),
                );
            }
        }
    }

    /// Checks loops over reals whose index depends on an independent.
    fn check_index(&mut self, u: UnitId, s: &Stmt) {
        let StmtKind::Do {
            control: DoControl::Count { var: index, .. },
            ..
        } = &s.kind
        else {
            return;
        };
        let at = Place { unit: u, stmt: s.id };
        if self.mode == Mode::Tangent && self.shadow_at(at, &var(self.primal, *index)) != Shadow::None {
            let name = self.primal.symbols[*index].name.clone();
            let message = format!(
                "the loop index `{name}` is active, which is not supported yet; use an integer index, and compute `{name}` in the loop"
            );
            self.refuse(codes::UNSUPPORTED_CONTROL, s.span, message);
        }
    }

    fn check_namelist(&mut self, u: UnitId, s: &Stmt) {
        if !matches!(s.kind, StmtKind::Io { kind: IoKind::Read, .. }) {
            return;
        }
        let members = self.primal.unnamed_variables(&s.kind);
        if let Some(m) = members.into_iter().find(|&m| self.is_active(u, m)) {
            let member = self.primal.symbols[m].name.clone();
            let message = format!("NAMELIST input sets the active variable `{member}`");
            self.refuse(codes::ACTIVE_IO, s.span, message);
        }
    }

    fn check_locality(&mut self, s: &Stmt) {
        let StmtKind::Do {
            control: DoControl::Concurrent { locality, .. },
            ..
        } = &s.kind
        else {
            return;
        };
        let text = locality.to_ascii_lowercase();
        if text.contains("local") || text.contains("reduce") {
            self.refuse(
                codes::UNSUPPORTED_CONTROL,
                s.span,
                "DO CONCURRENT with local variables (LOCAL, REDUCE) cannot be differentiated yet",
            );
        }
    }

    /// Warns of arrays of assumed size: it is unknown how much of their shadows must be set to zero. A tangent sets
    /// those of pure dependents, an adjoint also those of pure independents.
    fn warn_of_assumed_size(&mut self, u: UnitId) {
        let Some(head) = self.heads.of(u) else { return };
        for s in head.listed() {
            let symbol = &self.primal.symbols[s];
            let assumed = symbol
                .variable()
                .is_some_and(|v| matches!(v.dims.last(), Some(Dim::AssumedSize(_))));
            let is_independent = head.independents.contains(&s);
            let both = is_independent && head.dependents.contains(&s);
            let is_direction = is_independent && self.mode == Mode::Tangent;
            if assumed && !both && !is_direction {
                let message = format!(
                    "the size of `{}` is not known, so the derivative code does not set its derivative to zero; the caller must do so",
                    symbol.name
                );
                self.messages.push(
                    Diagnostic::warning(codes::UNKNOWN_SIZE, symbol.span, message)
                        .help("declare it with its true dimensions, `(n)` instead of `(*)`"),
                );
            }
        }
    }
}
