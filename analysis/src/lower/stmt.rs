//! The part of [`crate::lower`] about statements.

use super::{Lower, Lowered, Step, Write};
use crate::cfg::{Item, Role};
use crate::sources::{Flow, Value};
use crate::ZoneId;
use adc_frontend::ir::*;

/// Lowers the statements of a block and of nested blocks; `S` selects what to record about values.
pub(crate) fn lower_block<'a, S: Flow>(
    block: &Block,
    new: &mut dyn FnMut() -> Lower<'a, S>,
    add: &mut dyn FnMut(Item, Lowered<S>),
) {
    lower_around(block, Around::default(), new, add);
}

fn lower_around<'a, S: Flow>(
    block: &Block,
    around: Around,
    new: &mut dyn FnMut() -> Lower<'a, S>,
    add: &mut dyn FnMut(Item, Lowered<S>),
) {
    for s in block {
        let mut lower = new();
        let constant = around.constant && !binds_names(&s.kind) && !stores(lower.program, &s.kind);
        let mut done = |role: Role, lower: Lower<S>| {
            let lowered = Lowered {
                reads: lower.reads,
                steps: lower.steps,
                constant,
            };
            add(Item { stmt: s.id, role }, lowered);
        };
        lower.statement(&s.kind, around.masked);
        done(Role::Whole, lower);
        let mut lower = new();
        lower.next_iteration(&s.kind);
        if !lower.steps.is_empty() || !lower.reads.is_empty() {
            done(Role::Next, lower);
        }
        let around = Around {
            masked: around.masked || matches!(s.kind, StmtKind::Where { .. }),
            constant: around.constant || asks_for_constants(&s.kind),
        };
        s.kind.for_each_block(&mut |b| lower_around(b, around, new, add));
    }
}

/// Context of a statement.
#[derive(Clone, Copy, Default)]
struct Around {
    /// A WHERE.
    masked: bool,
    /// Under a directive that makes its values constants.
    constant: bool,
}

fn asks_for_constants(s: &StmtKind) -> bool {
    matches!(s, StmtKind::Directed { directive, .. } if matches!(directive.asks, Asks::Constant))
}

/// True for statements that bind another name to memory without accessing its contents.
fn binds_names(s: &StmtKind) -> bool {
    matches!(
        s,
        StmtKind::PointerAssign { .. } | StmtKind::Associate { .. } | StmtKind::SelectType { .. }
    )
}

/// True for a call of a procedure that stores or returns values as they are.
fn stores(program: &Program, s: &StmtKind) -> bool {
    let StmtKind::Call { callee, .. } = s else { return false };
    let model = program.definition(callee.proc).and_then(|u| program.units[u].model());
    model.is_some_and(|m| m.stores)
}

impl<S: Flow> Lower<'_, S> {
    /// Lowers a statement without its nested blocks, under a mask or not.
    pub(crate) fn statement(&mut self, s: &StmtKind, masked: bool) {
        let certain = !masked;
        match s {
            StmtKind::Assign { lhs, rhs } => {
                let mut from = self.right_side(rhs, certain);
                self.join_targets(lhs, rhs, &mut from);
                self.assign_value(lhs, &from, certain);
                self.shape_by_assignment(lhs, rhs);
            }
            StmtKind::PointerAssign { lhs, rhs } => {
                let from = self.selected(rhs);
                if self.may_outlive(rhs, lhs) {
                    self.read(rhs);
                }
                let first = self.steps.len();
                self.assign_value(lhs, &from, false);
                moves_only(pointer_of(self.program, lhs), &mut self.steps[first..]);
                self.read_descriptors_of_value(rhs);
                self.write_descriptor(pointer_of(self.program, lhs), certain);
            }
            StmtKind::Call { callee, args } => {
                self.call(callee, args, certain, None);
            }
            StmtKind::CallIntrinsic { id, name, args } => {
                self.intrinsic_subroutine(*id, args, certain);
                if name.eq_ignore_ascii_case("move_alloc") {
                    let moved = || args.iter().filter_map(Arg::expr);
                    moved().for_each(|e| self.read_descriptors_of_value(e));
                    moved().for_each(|e| self.write_descriptor(e, certain));
                }
            }
            StmtKind::If { .. }
            | StmtKind::Where { .. }
            | StmtKind::Select { .. }
            | StmtKind::ComputedGoto(..)
            | StmtKind::ArithmeticIf(..)
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(_)
            | StmtKind::Directed { .. }
            | StmtKind::Push(_) => self.all_values(s),
            StmtKind::Do { control, .. } => match control {
                DoControl::Forever => {}
                DoControl::While(c) => {
                    self.value(c);
                }
                DoControl::Count { var, lo, hi, step } => {
                    let from = self.value(lo);
                    self.value(hi);
                    step.iter().for_each(|e| {
                        self.value(e);
                    });
                    self.write_symbol(*var, from, true);
                }
                DoControl::Concurrent { ranges, .. } => {
                    self.all_values(s);
                    ranges.iter().for_each(|r| self.write_symbol(r.0, S::default(), true));
                }
            },
            StmtKind::Forall { ranges, .. } => {
                self.all_values(s);
                ranges.iter().for_each(|r| self.write_symbol(r.0, S::default(), true));
            }
            StmtKind::AssignLabel(_, var) => self.write_symbol(*var, S::default(), certain),
            StmtKind::AssignedGoto(var, _) => self.read_symbol(*var),
            StmtKind::Allocate { ty, objects, options } => {
                let mut from = Value::default();
                ty.iter().flat_map(DeclType::lengths).for_each(|e| {
                    self.value(e);
                });
                for (word, e) in options {
                    match word.as_str() {
                        "source" => from = self.parts(e),
                        "mold" => {
                            self.place(e);
                        }
                        _ => self.assign(e, S::default(), false),
                    }
                }
                for (object, bounds) in objects {
                    for (lo, hi) in bounds {
                        lo.iter().chain([hi]).for_each(|e| {
                            self.value(e);
                        });
                    }
                    self.assign_value(object, &from, true);
                    self.write_descriptor(object, true);
                }
            }
            StmtKind::Deallocate { objects, options } => {
                options.iter().for_each(|(_, e)| self.assign(e, S::default(), false));
                for o in objects {
                    self.assign(o, S::default(), true);
                    self.write_descriptor(o, true);
                }
            }
            StmtKind::Nullify(objects) => {
                for o in objects {
                    let first = self.steps.len();
                    self.assign(o, S::default(), true);
                    moves_only(o, &mut self.steps[first..]);
                    self.write_descriptor(o, true);
                }
            }
            StmtKind::Io { .. } => self.io(s),
            StmtKind::Associate { pairs, .. } => {
                for (name, selector) in pairs {
                    self.read_descriptors_of_value(selector);
                    let from = self.selected(selector);
                    self.write_symbol_value(*name, &from, certain);
                }
            }
            StmtKind::SelectType { expr, guards, .. } => {
                for g in guards {
                    let from = self.selected(expr);
                    self.write_symbol_value(g.local, &from, false);
                }
            }
            StmtKind::Model(m) => self.model(m),
            StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } => self.assign(e, S::default(), true),
            StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::Continue
            | StmtKind::Format(_)
            | StmtKind::Scope { .. }
            | StmtKind::PushControl { .. }
            | StmtKind::Comment(_) => {}
        }
    }

    /// An assignment may allocate components of a record. Other allocations by assignment are statements of their own
    /// after normalisation for an adjoint.
    fn shape_by_assignment(&mut self, lhs: &Expr, rhs: &Expr) {
        let shaped: Vec<ZoneId> = self.zones.descriptors_below(self.program, lhs).collect();
        if shaped.is_empty() {
            return;
        }
        self.read_descriptors_of_value(rhs);
        let write = |to| Write {
            to,
            from: S::default(),
            kill: false,
            moves: false,
        };
        self.steps.push(Step::Write(shaped.into_iter().map(write).collect()));
    }

    /// Reads the descriptors of a value and of its contents.
    fn read_descriptors_of_value(&mut self, e: &Expr) {
        if e.is_designator() {
            self.reads.extend(self.zones.descriptors_of(self.program, e));
            self.reads.extend(self.zones.descriptors_below(self.program, e));
        }
    }

    /// The header of a counted loop: index = index + step.
    pub(crate) fn next_iteration(&mut self, s: &StmtKind) {
        match s {
            StmtKind::Do {
                control: DoControl::Count { var, step, .. },
                ..
            } => {
                self.read_symbol(*var);
                let mut from = step.as_ref().map(|e| self.value(e)).unwrap_or_default();
                from.join(&S::of(self.carried_by(*var)));
                self.write_symbol(*var, from, true);
            }
            StmtKind::Do {
                control: DoControl::Concurrent { ranges, mask, .. },
                ..
            }
            | StmtKind::Forall { ranges, mask, .. } => {
                mask.iter().for_each(|e| {
                    self.value(e);
                });
                ranges.iter().for_each(|r| self.write_symbol(r.0, S::default(), false));
            }
            _ => {}
        }
    }

    /// The model of a procedure: its computation is unknown, so no dependence is linear, and its outputs depend on its
    /// values at entry.
    fn model(&mut self, m: &Model) {
        for e in &m.reads {
            self.value(e);
        }
        let first = self.steps.len();
        for f in &m.flows {
            let from = f.from.iter().fold(S::default(), |all, e| all.and(&self.value(e)));
            self.assign(&f.to, from.bent(), f.kills);
        }
        let writes = self.steps.split_off(first).into_iter().flat_map(|s| match s {
            Step::Write(writes) => writes,
            Step::Call(_) => vec![],
        });
        let writes: Vec<Write<S>> = writes.collect();
        self.steps.push(Step::Write(writes));
    }

    fn all_values(&mut self, s: &StmtKind) {
        visit::stmt_exprs(s, &mut |e| {
            self.value(e);
        });
    }

    /// The right side of an assignment: a function reference that is the whole right side is certainly evaluated.
    fn right_side(&mut self, e: &Expr, certain: bool) -> Value<S> {
        match &e.kind {
            ExprKind::Call(callee, args) if !self.is_statement_function(callee) => {
                self.reference(callee, args, e.ty, certain)
            }
            _ => self.parts(e),
        }
    }

    /// The target of a pointer or an associate name: a variable is not read.
    fn selected(&mut self, e: &Expr) -> Value<S> {
        if e.is_designator() {
            self.subscripts(e);
            self.named(e)
        } else {
            self.parts(e)
        }
    }

    /// True for a target that callers may know: the value that it has at the entry may be read through the pointer, or
    /// through another pointer if its derivative matters.
    fn may_outlive(&self, target: &Expr, pointer: &Expr) -> bool {
        let of = |e: &Expr| e.base_symbol().map(|s| &self.program.symbols[s]);
        let is_local = |s: &Symbol| {
            s.variable()
                .is_some_and(|v| v.storage == Storage::Local && !v.attrs.save)
        };
        match (of(target), of(pointer)) {
            (Some(t), Some(p)) => {
                let is_read = is_local(p) || self.zones.is_differentiable(target.ty);
                is_read && !(is_local(t) && t.owner == p.owner)
            }
            _ => false,
        }
    }

    fn io(&mut self, statement: &StmtKind) {
        let StmtKind::Io {
            kind, controls, items, ..
        } = statement
        else {
            return;
        };
        let kind = *kind;
        let unit = statement.io_unit().map(|(place, _)| place);
        let word = |k: &Option<adc_frontend::ast::SmolStr>| k.as_ref().map(|k| k.to_ascii_lowercase());
        let stays = ["iostat", "end", "err", "eor"];
        let certain = !controls
            .iter()
            .any(|(k, _)| word(k).is_some_and(|k| stays.contains(&k.as_str())));
        for (place, (keyword, control)) in controls.iter().enumerate() {
            let keyword = word(keyword);
            let is_unit = unit == Some(place);
            match control {
                IoControl::Expr(e) => {
                    let is_internal_file = is_unit && kind == IoKind::Write && e.ty == Ty::Character;
                    let written = is_internal_file || !is_unit && writes_control(kind, keyword.as_deref());
                    if !written || is_internal_file {
                        self.value(e);
                    }
                    if written && e.is_designator() {
                        self.assign(e, S::default(), false);
                    }
                }
                IoControl::Namelist(_) | IoControl::Label(_) | IoControl::Star => {}
            }
        }
        for s in self.program.unnamed_variables(statement) {
            match kind {
                IoKind::Read => self.write_symbol(s, S::default(), false),
                _ => self.read_symbol(s),
            }
        }
        for item in items {
            match kind {
                IoKind::Read => self.input_item(item, certain),
                IoKind::Write
                | IoKind::Print
                | IoKind::Open
                | IoKind::Close
                | IoKind::Inquire
                | IoKind::Rewind
                | IoKind::Backspace
                | IoKind::Endfile
                | IoKind::Flush
                | IoKind::Wait => {
                    self.output_item(item);
                }
            }
        }
    }

    fn output_item(&mut self, item: &Expr) {
        self.value(item);
        visit::walk_expr(item, &mut |e| {
            if let ExprKind::ImpliedDo { var, .. } = &e.kind {
                self.write_symbol(*var, S::default(), false);
            }
        });
    }

    fn input_item(&mut self, item: &Expr, certain: bool) {
        if let ExprKind::ImpliedDo {
            items,
            var,
            lo,
            hi,
            step,
        } = &item.kind
        {
            [lo, hi].into_iter().chain(step).for_each(|e| {
                self.value(e);
            });
            self.write_symbol(*var, S::default(), false);
            items.iter().for_each(|i| self.input_item(i, false));
        } else {
            self.assign(item, S::default(), certain);
        }
    }
}

/// Marks writes as the association of a pointer, unless it is a component: the object may have other names, by which the
/// component changes, too.
fn moves_only<S>(pointer: &Expr, steps: &mut [Step<S>]) {
    for step in steps {
        if let Step::Write(writes) = step {
            writes
                .iter_mut()
                .for_each(|w| w.moves = matches!(pointer.kind, ExprKind::Var(_)));
        }
    }
}

/// The pointer of `p(0:) => t`.
fn pointer_of<'e>(program: &Program, lhs: &'e Expr) -> &'e Expr {
    let is_pointer = |s: SymbolId| program.symbols[s].variable().is_some_and(|v| v.attrs.pointer);
    match &lhs.kind {
        ExprKind::Index(base, _) => match base.kind {
            ExprKind::Var(s) | ExprKind::Component(_, s) if is_pointer(s) => base,
            _ => lhs,
        },
        _ => lhs,
    }
}

/// True if a control of an I/O statement, other than the unit, receives a value.
fn writes_control(kind: IoKind, keyword: Option<&str>) -> bool {
    match kind {
        IoKind::Inquire => !matches!(keyword, Some("file" | "id")),
        IoKind::Write => matches!(keyword, Some("iostat" | "iomsg" | "id")),
        IoKind::Read => matches!(keyword, Some("iostat" | "iomsg" | "size" | "id")),
        IoKind::Open => matches!(keyword, Some("iostat" | "iomsg" | "newunit")),
        IoKind::Print
        | IoKind::Close
        | IoKind::Rewind
        | IoKind::Backspace
        | IoKind::Endfile
        | IoKind::Flush
        | IoKind::Wait => matches!(keyword, Some("iostat" | "iomsg")),
    }
}
