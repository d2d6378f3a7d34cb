//! Bodies: executable statements other than constructs, labels, comments.

use super::members::derived;
use super::messages::value_name;
use super::openmp::OpenMp;
use super::state::Resolver;
use crate::ast::{self, Name, StmtKind as S, Trivia};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::visit::walk_block;
use crate::ir::*;
use std::collections::{HashMap, HashSet};

/// Marks the place of an ENTRY while its body is built; larger than any label of a source.
pub(super) const MARK: u32 = u32::MAX;

impl<'a> Resolver<'a> {
    /// The place of an ENTRY statement, in the body of its unit.
    fn entry_mark(&mut self, name: &Name) -> Option<StmtKind> {
        let own = self.scope().entry.is_some_and(|h| h.name == name);
        own.then_some(StmtKind::Continue)
    }

    /// The body of the current unit.
    pub(super) fn body(&mut self) {
        let unit = self.unit();
        let Some(&ast) = self.asts.get(unit) else { return };
        let start = self.scope().exec_start.min(ast.body.len());
        let mut block = vec![];
        // those of the declarations go to the first executable statement
        let comments = std::mem::take(&mut self.scope().comments);
        // FORMATs among the declarations
        for stmt in &ast.body[..start] {
            if let S::Format(_) = stmt.kind {
                self.stmt(stmt, &mut block);
            }
        }
        self.scope().comments.extend(comments);
        self.block_into(&ast.body[start..], &mut block);
        let before_contains = ast.contains_at.as_ref().map(|at| &at.lead);
        let (mut block, comments) = self.gather(block, before_contains.unwrap_or(&ast.end.lead));
        (OpenMp { r: self }).orphans(&mut block);
        (OpenMp { r: self }).name_privates_left_out(&mut block, false);
        (OpenMp { r: self }).settle_privates(&mut block);
        (OpenMp { r: self }).reductions(&mut block);
        (OpenMp { r: self }).settle_locals();
        self.report_unmatched();
        self.p.units[unit].tail = std::mem::take(&mut self.scope().comments);
        if let (Some(trail), Some(first)) = (&ast.trail, block.first_mut()) {
            first.lead.insert(0, Trivia::Comment(trail.clone(), ast.span));
        }
        // `GOTO` to the END statement is a RETURN, or the end of the program
        if let Some(label) = ast.end.label {
            let mut stop = Stmt::at(StmtKind::Continue, ast.end.span);
            stop.label = Some(label);
            stop.id = self.p.fresh_stmt();
            block.push(stop);
        }
        self.refuse_entered(&mut block);
        self.drop_labels(&mut block);
        self.directives(before_contains.map_or(&[], |lead| lead));
        self.directives(&ast.end.lead);
        let u = &mut self.p.units[unit];
        u.body = block;
        u.tail.extend(comments);
        if before_contains.is_some() {
            u.tail.extend(ast.end.lead.iter().cloned());
            self.no_local_directives(&ast.end.lead);
        }
        self.settle_dummies(unit);
    }

    /// The statements of a block, under their directives. `after` contains the comments after the last one; those that
    /// are not directives are returned.
    pub(super) fn block(&mut self, stmts: &'a [ast::Stmt], after: &[Trivia]) -> (Block, Vec<Trivia>) {
        let mut block = Vec::with_capacity(stmts.len());
        self.block_into(stmts, &mut block);
        self.gather(block, after)
    }

    /// The statements of WHERE or FORALL, to which no directive can apply.
    pub(super) fn plain_block(&mut self, stmts: &'a [ast::Stmt], after: &[Trivia]) -> (Block, Vec<Trivia>) {
        let mut block = Vec::with_capacity(stmts.len());
        self.block_into(stmts, &mut block);
        stmts.iter().for_each(|s| self.no_local_directives(&s.lead));
        self.no_local_directives(after);
        (block, after.to_vec())
    }

    fn block_into(&mut self, stmts: &'a [ast::Stmt], block: &mut Block) {
        for stmt in stmts {
            self.directives(&stmt.lead);
            self.stmt(stmt, block);
        }
    }

    /// Adds a statement, and the statements that it requires, to a block.
    pub(super) fn stmt(&mut self, stmt: &'a ast::Stmt, block: &mut Block) {
        let id = self.p.fresh_stmt();
        self.guessed.clear();
        self.at = stmt.span;
        let made = self.stmt_kind(stmt);
        // unresolved and non-executable statements still carry label and comments
        let Some(kind) = made else {
            if stmt.label.is_some() {
                self.push(StmtKind::Continue, id, stmt, block);
            } else if stmt.lead.iter().any(|t| !matches!(t, Trivia::Blank)) {
                self.scope().comments.extend(stmt.lead.iter().cloned());
            }
            return;
        };
        self.push(kind, id, stmt, block);
        if let (S::Entry { .. }, Some(mark)) = (&stmt.kind, block.last_mut()) {
            mark.label = Some(MARK);
            self.labels.insert(MARK);
        }
        // a jump to the label on the END of a construct leaves the construct
        if let Some((label, span)) = end_label(&stmt.kind) {
            let mut target = Stmt::at(StmtKind::Continue, span);
            target.id = self.p.fresh_stmt();
            target.label = Some(label);
            block.push(target);
        }
    }

    fn push(&mut self, kind: StmtKind, id: StmtId, stmt: &ast::Stmt, block: &mut Block) {
        let mut lead = std::mem::take(&mut self.scope().comments);
        lead.extend(stmt.lead.iter().cloned());
        block.push(Stmt {
            id,
            kind,
            label: stmt.label,
            lead,
            trail: stmt.trail.clone(),
            span: stmt.span,
            origin: Span::NONE,
        });
    }

    /// Drops unused labels, except those of FORMATs. A CONTINUE that only carried such a label is dropped, too.
    fn drop_labels(&mut self, block: &mut Block) {
        let used = std::mem::take(&mut self.labels);
        let mut defined = HashMap::new();
        let mut twice = vec![];
        walk_block(block, &mut |s| {
            if let Some(l) = s.label {
                if let Some(first) = defined.insert(l, s.span) {
                    twice.push((l, first, s.span));
                }
            }
        });
        for (label, first, span) in twice {
            self.report(
                Diagnostic::error(
                    codes::UNKNOWN_LABEL,
                    span,
                    format!("two statements have the label {label}"),
                )
                .also(first, "the first one"),
            );
        }
        drop_unused(block, &used);
        let mut missing: Vec<_> = used.iter().filter(|l| !defined.contains_key(l)).copied().collect();
        missing.sort_unstable();
        let unit = self.unit();
        for label in missing {
            let span = self.p.units[unit].span;
            let span = self.label_use(unit, label).unwrap_or(span);
            self.report(Diagnostic::error(
                codes::UNKNOWN_LABEL,
                span,
                format!("no statement of this program unit has the label {label}"),
            ));
        }
    }

    /// The first use of a label.
    fn label_use(&self, unit: UnitId, label: u32) -> Option<Span> {
        fn find(stmts: &[ast::Stmt], label: u32) -> Option<Span> {
            for s in stmts {
                let here = match &s.kind {
                    S::Goto(l) => *l == label,
                    S::ComputedGoto(ls, _) | S::AssignedGoto(_, ls) => ls.contains(&label),
                    S::ArithmeticIf { labels, .. } => labels.contains(&label),
                    S::AssignLabel { target, .. } => *target == label,
                    S::IfStmt { then, .. } => match find(std::slice::from_ref(then), label) {
                        Some(_) => return Some(s.span),
                        None => false,
                    },
                    S::Io(io) => io.controls.iter().any(|(_, c)| {
                        matches!(c, ast::IoControl::Expr(e)
                            if matches!(&e.kind, ast::ExprKind::Int(t) if t.parse() == Ok(label)))
                    }),
                    S::Call { args, .. } => args
                        .iter()
                        .any(|a| matches!(a.value, ast::ArgValue::AltReturn(l) if l == label)),
                    _ => false,
                };
                if here {
                    return Some(s.span);
                }
                let mut inside = None;
                super::control::inner_blocks(&s.kind, &mut |b| {
                    if inside.is_none() {
                        inside = find(b, label);
                    }
                });
                if inside.is_some() {
                    return inside;
                }
            }
            None
        }
        find(&self.asts.get(unit)?.body, label)
    }

    fn stmt_kind(&mut self, stmt: &'a ast::Stmt) -> Option<StmtKind> {
        let span = stmt.span;
        Some(match &stmt.kind {
            S::Assign { lhs, rhs } => return self.assign(lhs, rhs, span),
            S::PointerAssign { lhs, rhs } => {
                let lhs = self.pointer(lhs);
                let rhs = self.target(rhs);
                if lhs.ty == Ty::Typeless {
                    return None;
                }
                StmtKind::PointerAssign { lhs, rhs }
            }
            S::AssignLabel { target, var } => {
                self.labels.insert(*target);
                StmtKind::AssignLabel(*target, self.label_variable(var))
            }
            S::Call { proc, args, .. } => return self.call_stmt(proc, args),
            S::ArithmeticIf { expr, labels } => {
                self.labels.extend(labels);
                StmtKind::ArithmeticIf(self.expr(expr), *labels)
            }
            S::Continue => StmtKind::Continue,
            S::Cycle(name) => {
                let name = self.construct_left(name.as_ref(), "CYCLE", span)?;
                StmtKind::Cycle(name)
            }
            S::Exit(name) => {
                let name = self.construct_left(name.as_ref(), "EXIT", span)?;
                StmtKind::Exit(name)
            }
            S::Goto(label) => {
                self.labels.insert(*label);
                StmtKind::Goto(*label)
            }
            S::ComputedGoto(labels, e) => {
                self.labels.extend(labels);
                let e = self.integer(e, "the selector of a computed GOTO");
                StmtKind::ComputedGoto(labels.clone(), e)
            }
            S::AssignedGoto(var, labels) => {
                self.labels.extend(labels);
                StmtKind::AssignedGoto(self.label_variable(var), labels.clone())
            }
            S::Return(e) => StmtKind::Return(e.as_ref().map(|e| self.expr(e))),
            S::Stop { error, code, quiet } => StmtKind::Stop {
                error: *error,
                code: code.as_ref().map(|e| self.expr(e)),
                quiet: quiet.as_ref().map(|e| self.expr(e)),
            },
            S::Pause(e) => StmtKind::Pause(e.as_ref().map(|e| self.expr(e))),
            S::Allocate { ty, objects, options } => self.allocate(ty.as_ref(), objects, options),
            S::Deallocate { objects, options } => self.deallocate(objects, options),
            S::Nullify(objects) => self.nullify(objects),
            S::Io(io) => self.io(io),
            S::Format(text) => StmtKind::Format(text.clone()),
            S::ImageControl(_, args) => {
                self.leave_out("a statement about images", span);
                self.image_arguments(args);
                return None;
            }
            S::IfStmt { .. }
            | S::If { .. }
            | S::Do { .. }
            | S::SelectCase { .. }
            | S::SelectType { .. }
            | S::SelectRank { .. }
            | S::WhereStmt { .. }
            | S::Where { .. }
            | S::ForallStmt { .. }
            | S::Forall { .. }
            | S::Associate { .. }
            | S::Images { .. }
            | S::BlockConstruct { .. } => {
                let name = match &stmt.kind {
                    S::If { name, .. }
                    | S::Do { name, .. }
                    | S::SelectCase { name, .. }
                    | S::SelectType { name, .. }
                    | S::SelectRank { name, .. }
                    | S::Associate { name, .. }
                    | S::Images { name, .. }
                    | S::BlockConstruct { name, .. } => name.as_ref().map(|n| ast::fold(&n.text)),
                    _ => None,
                };
                self.around.push((name, matches!(stmt.kind, S::Do { .. })));
                let made = self.construct_stmt(stmt);
                self.around.pop();
                return made;
            }
            S::Data(sets) => {
                for set in sets {
                    self.data_set(set, span);
                }
                return None;
            }
            S::Entry { name, .. } => return self.entry_mark(name),
            S::Use(_)
            | S::Import { .. }
            | S::Implicit(_)
            | S::ImplicitNone(_)
            | S::CrayPointer(_)
            | S::TypeDecl { .. }
            | S::AttrDecl { .. }
            | S::Parameter(_)
            | S::Common(_)
            | S::Equivalence(_)
            | S::Namelist(_)
            | S::DerivedType(_)
            | S::Interface(_)
            | S::Enum { .. } => {
                if self.scope().reported.insert("declaration".into()) {
                    self.report(
                        Diagnostic::error(
                            codes::UNREADABLE_STATEMENT,
                            span,
                            "a declaration follows executable statements",
                        )
                        .help("move it, and all later declarations, before the first executable statement"),
                    );
                }
                return None;
            }
        })
    }

    /// The folded name in EXIT or CYCLE, if it names a construct that can be left; an error otherwise.
    fn construct_left(&mut self, name: Option<&ast::Name>, what: &str, span: Span) -> Option<Option<ast::SmolStr>> {
        let folded = name.map(|n| ast::fold(&n.text));
        let fits = |(own, is_loop): &(Option<ast::SmolStr>, bool)| match &folded {
            Some(n) => own.as_ref() == Some(n) && (*is_loop || what == "EXIT"),
            None => *is_loop,
        };
        if self.around.iter().any(fits) {
            return Some(folded);
        }
        let text = match name {
            Some(n) => format!("{what} names `{}`, but is not inside a construct of that name", n.text),
            None => format!("{what} is not inside a loop"),
        };
        self.report(Diagnostic::error(codes::NO_CONSTRUCT, span, text));
        None
    }

    /// Arguments of image statements; `*` may be among them.
    pub(super) fn image_arguments(&mut self, args: &[ast::Arg]) {
        for arg in args {
            if let ast::ArgValue::Expr(e) = &arg.value {
                self.expr(e);
            }
        }
    }

    /// `lhs = rhs`, by intrinsic or defined assignment.
    fn assign(&mut self, lhs: &ast::Expr, rhs: &ast::Expr, span: Span) -> Option<StmtKind> {
        let lhs = self.define(lhs);
        let rhs = self.expr(rhs);
        if lhs.ty == Ty::Typeless {
            return None;
        }
        let plain = self.assignable(lhs.ty, &rhs);
        if !plain || may_be_defined(&lhs, &rhs) {
            let mut generics = self.generics("assignment(=)");
            for t in [lhs.ty, rhs.ty].into_iter().filter_map(derived) {
                generics.extend(self.bound_generic(t, "assignment(=)"));
            }
            if !generics.is_empty() {
                let args = vec![Arg::pos(lhs.clone()), Arg::pos(rhs.clone())];
                for g in generics {
                    if let Some(proc) = self.specific(g, &args) {
                        let callee = Callee {
                            proc,
                            via: Some(g),
                            object: None,
                        };
                        return Some(StmtKind::Call { callee, args });
                    }
                }
            }
        }
        if !plain {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                span,
                format!(
                    "{} cannot be assigned to {}",
                    value_name(&self.p, rhs.ty, rhs.rank),
                    value_name(&self.p, lhs.ty, lhs.rank)
                ),
            );
            self.report(d);
            return None;
        }
        if !lhs.is_designator() {
            if !matches!(lhs.kind, ExprKind::Call(..)) {
                self.report(Diagnostic::error(
                    codes::TYPE_MISMATCH,
                    lhs.span,
                    "the left side of an assignment must be a variable",
                ));
            } else {
                self.leave_out("an assignment to the target of a function result", lhs.span);
            }
            return None;
        }
        if rhs.rank > 0 && rhs.rank != lhs.rank && rhs.ty != Ty::Typeless {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                span,
                format!(
                    "an array of rank {} cannot be assigned to {}",
                    rhs.rank,
                    value_name(&self.p, lhs.ty, lhs.rank)
                ),
            );
            self.report(d);
            return None;
        }
        Some(StmtKind::Assign { lhs, rhs })
    }
}

/// The label of the END of a construct other than a loop. (A loop's label belongs to the last statement of its body.)
fn end_label(kind: &ast::StmtKind) -> Option<(u32, Span)> {
    let end = match kind {
        S::If { end, .. }
        | S::SelectCase { end, .. }
        | S::SelectType { end, .. }
        | S::SelectRank { end, .. }
        | S::Where { end, .. }
        | S::Forall { end, .. }
        | S::Associate { end, .. }
        | S::Images { end, .. }
        | S::BlockConstruct { end, .. } => end,
        _ => return None,
    };
    end.label.map(|l| (l, end.span))
}

fn drop_unused(block: &mut Block, used: &HashSet<u32>) {
    for s in block.iter_mut() {
        if !matches!(s.kind, StmtKind::Format(_)) && s.label.is_some_and(|l| !used.contains(&l)) {
            s.label = None;
            if matches!(s.kind, StmtKind::Continue) {
                drop_continue(s);
            }
        }
        s.kind.for_each_block_mut(&mut |b| drop_unused(b, used));
    }
    block.retain(|s| s.id != StmtId(0));
}

/// Turns a CONTINUE that is useless without its label into its comments; without comments it is marked by the id zero.
fn drop_continue(s: &mut Stmt) {
    if let Some(text) = s.trail.take() {
        s.kind = StmtKind::Comment(text);
        return;
    }
    while let Some(last) = s.lead.pop() {
        if let Trivia::Comment(text, span) = last {
            s.kind = StmtKind::Comment(text);
            s.span = span;
            return;
        }
    }
    s.id = StmtId(0);
}

/// True if a defined assignment may replace the intrinsic one. The language defines intrinsic assignment for numbers,
/// logicals and texts, of equal ranks or from a scalar. Further conversions by compilers, such as logicals to integers,
/// yield to a defined assignment.
fn may_be_defined(lhs: &Expr, rhs: &Expr) -> bool {
    let by_language = match (lhs.ty, rhs.ty) {
        (a, b) if a.is_numeric() && b.is_numeric() => true,
        (a, b) => matches!(
            (a, b),
            (Ty::Logical(_), Ty::Logical(_)) | (Ty::Character, Ty::Character) | (Ty::Typeless, _) | (_, Ty::Typeless)
        ),
    };
    !by_language || rhs.rank > 0 && rhs.rank != lhs.rank
}
