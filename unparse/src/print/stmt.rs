//! Statements.

use super::printer::{Head, Printer};
use adc_frontend::ast::{Block, Expr, ImageBlock, ImageStmt, Io, IoControl, IoKind, Name, Stmt, StmtKind};

impl Printer<'_> {
    pub(super) fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    pub(super) fn deeper(&mut self, block: &Block) {
        self.level += 1;
        self.block(block);
        self.level -= 1;
    }

    pub(super) fn stmt(&mut self, s: &Stmt) {
        let head = Head::of(s);
        match &s.kind {
            StmtKind::DerivedType(t) => self.derived_type(t, head),
            StmtKind::Interface(i) => self.interface(i, head),
            StmtKind::Enum { enumerators, end } => self.enumeration(enumerators, end, head),
            StmtKind::If { name, arms, end } => self.if_construct(name.as_ref(), arms, end, head),
            StmtKind::Do {
                name,
                label,
                control,
                body,
                end,
            } => self.do_construct(name.as_ref(), *label, control, body, end.as_ref(), head),
            StmtKind::SelectCase { name, expr, cases, end } => {
                self.select_case(name.as_ref(), expr, cases, end, head);
            }
            StmtKind::SelectType {
                name,
                rename,
                expr,
                guards,
                end,
            } => self.select_type(name.as_ref(), rename.as_ref(), expr, guards, end, head),
            StmtKind::SelectRank {
                name,
                rename,
                expr,
                ranks,
                end,
            } => self.select_rank(name.as_ref(), rename.as_ref(), expr, ranks, end, head),
            StmtKind::Where { name, arms, end } => self.where_construct(name.as_ref(), arms, end, head),
            StmtKind::Forall {
                name,
                header,
                body,
                end,
            } => {
                self.construct_name(name.as_ref());
                self.kw("forall ");
                self.forall_header(header);
                self.body("end forall", name.as_ref(), body, end, head);
            }
            StmtKind::Associate { name, pairs, body, end } => {
                self.construct_name(name.as_ref());
                self.kw("associate ");
                self.open();
                self.list(pairs, |p, (name, e)| {
                    p.name(name);
                    p.w(" => ");
                    p.expr(e);
                });
                self.close();
                self.body("end associate", name.as_ref(), body, end, head);
            }
            StmtKind::BlockConstruct { name, body, end } => {
                self.construct_name(name.as_ref());
                self.kw("block");
                self.body("end block", name.as_ref(), body, end, head);
            }
            StmtKind::Images {
                kind,
                name,
                controls,
                body,
                end,
            } => {
                self.construct_name(name.as_ref());
                let (begin, close) = match kind {
                    ImageBlock::Critical => ("critical", "end critical"),
                    ImageBlock::Team => ("change team", "end team"),
                };
                self.kw(begin);
                if !controls.is_empty() {
                    self.w(" ");
                    self.args(controls);
                }
                self.body(close, name.as_ref(), body, end, head);
            }
            StmtKind::Use(_)
            | StmtKind::Import { .. }
            | StmtKind::Implicit(_)
            | StmtKind::ImplicitNone(_)
            | StmtKind::CrayPointer(_)
            | StmtKind::TypeDecl { .. }
            | StmtKind::AttrDecl { .. }
            | StmtKind::Parameter(_)
            | StmtKind::Data(_)
            | StmtKind::Common(_)
            | StmtKind::Equivalence(_)
            | StmtKind::Namelist(_)
            | StmtKind::Format(_)
            | StmtKind::Entry { .. }
            | StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::AssignLabel { .. }
            | StmtKind::Call { .. }
            | StmtKind::IfStmt { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::WhereStmt { .. }
            | StmtKind::ForallStmt { .. }
            | StmtKind::Continue
            | StmtKind::Cycle(_)
            | StmtKind::Exit(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(..)
            | StmtKind::AssignedGoto(..)
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(_)
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Io(_)
            | StmtKind::ImageControl(..) => {
                self.simple(&s.kind);
                self.finish(Head {
                    trail: head.trail.or_else(|| inner_trail(&s.kind).map(|t| t.as_str())),
                    ..head
                });
            }
        }
    }

    /// A statement of one line, without label and comments.
    pub(super) fn simple(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Use(u) => self.use_stmt(u),
            StmtKind::Import { kind, names } => self.import(*kind, names),
            StmtKind::Implicit(rules) => self.implicit(rules),
            StmtKind::ImplicitNone(list) => {
                self.kw("implicit none");
                if !list.is_empty() {
                    self.w(" ");
                    self.open();
                    self.names(list);
                    self.close();
                }
            }
            StmtKind::CrayPointer(pairs) => self.cray_pointers(pairs),
            StmtKind::TypeDecl {
                ty,
                attrs,
                colons,
                entities,
            } => self.type_decl(ty, attrs, *colons || entities.iter().any(has_equals), entities),
            StmtKind::AttrDecl {
                attr,
                colons,
                entities,
                blocks,
            } => self.attr_decl(attr, *colons, entities, blocks),
            StmtKind::Parameter(constants) => self.parameter(constants),
            StmtKind::Data(sets) => self.data(sets),
            StmtKind::Common(blocks) => self.common(blocks),
            StmtKind::Equivalence(sets) => self.equivalence(sets),
            StmtKind::Namelist(groups) => self.namelist(groups),
            StmtKind::Format(text) => {
                self.kw("format");
                self.raw(text);
            }
            StmtKind::Entry { name, args, result } => {
                self.kw("entry ");
                self.name(name);
                self.dummies(args);
                self.result(result.as_ref());
            }
            StmtKind::Assign { lhs, rhs } => {
                self.expr(lhs);
                self.w(" =");
                self.brk(5);
                self.w(" ");
                self.expr(rhs);
            }
            StmtKind::PointerAssign { lhs, rhs } => {
                self.expr(lhs);
                self.w(" =>");
                self.brk(5);
                self.w(" ");
                self.expr(rhs);
            }
            StmtKind::AssignLabel { target, var } => {
                self.kw("assign ");
                let text = target.to_string();
                self.w(&text);
                self.kw(" to ");
                self.name(var);
            }
            StmtKind::Call { proc, args, parens } => {
                self.kw("call ");
                self.expr(proc);
                if *parens || !args.is_empty() {
                    self.args(args);
                }
            }
            StmtKind::IfStmt { cond, then } => {
                self.kw("if ");
                self.paren(cond);
                self.brk(1);
                self.w(" ");
                self.simple(&then.kind);
            }
            StmtKind::ArithmeticIf { expr, labels } => {
                self.kw("if ");
                self.paren(expr);
                let text = format!(" {}, {}, {}", labels[0], labels[1], labels[2]);
                self.w(&text);
            }
            StmtKind::WhereStmt { mask, body } => {
                self.kw("where ");
                self.paren(mask);
                self.brk(1);
                self.w(" ");
                self.simple(&body.kind);
            }
            StmtKind::ForallStmt { header, body } => {
                self.kw("forall ");
                self.forall_header(header);
                self.brk(1);
                self.w(" ");
                self.simple(&body.kind);
            }
            StmtKind::Continue => self.kw("continue"),
            StmtKind::Cycle(name) => self.jump("cycle", name.as_ref()),
            StmtKind::Exit(name) => self.jump("exit", name.as_ref()),
            StmtKind::Goto(label) => {
                self.kw("goto ");
                let text = label.to_string();
                self.w(&text);
            }
            StmtKind::ComputedGoto(labels, e) => {
                self.kw("goto ");
                self.labels(labels);
                self.comma();
                self.expr(e);
            }
            StmtKind::AssignedGoto(var, labels) => {
                self.kw("goto ");
                self.name(var);
                if !labels.is_empty() {
                    self.comma();
                    self.labels(labels);
                }
            }
            StmtKind::Return(e) => self.keyword_and("return", e.as_ref()),
            StmtKind::Stop { error, code, quiet } => {
                self.keyword_and(if *error { "error stop" } else { "stop" }, code.as_ref());
                if let Some(quiet) = quiet {
                    self.comma();
                    self.kw("quiet=");
                    self.expr(quiet);
                }
            }
            StmtKind::Pause(code) => self.keyword_and("pause", code.as_ref()),
            StmtKind::Allocate { ty, objects, options } => {
                self.kw("allocate");
                self.open();
                if let Some(ty) = ty {
                    self.bare_type(ty);
                    self.w(" :: ");
                }
                self.objects(objects, options);
            }
            StmtKind::Deallocate { objects, options } => {
                self.kw("deallocate");
                self.open();
                self.objects(objects, options);
            }
            StmtKind::Nullify(objects) => {
                self.kw("nullify");
                self.open();
                self.objects(objects, &[]);
            }
            StmtKind::Io(io) => self.io(io),
            StmtKind::ImageControl(kind, args) => {
                self.kw(match kind {
                    ImageStmt::EventPost => "event post",
                    ImageStmt::EventWait => "event wait",
                    ImageStmt::FailImage => "fail image",
                    ImageStmt::FormTeam => "form team",
                    ImageStmt::Lock => "lock",
                    ImageStmt::SyncAll => "sync all",
                    ImageStmt::SyncImages => "sync images",
                    ImageStmt::SyncMemory => "sync memory",
                    ImageStmt::SyncTeam => "sync team",
                    ImageStmt::Unlock => "unlock",
                });
                if !args.is_empty() {
                    self.w(" ");
                    self.args(args);
                }
            }
            // constructs have more than one line; a valid tree has none of them after IF (...)
            StmtKind::DerivedType(_)
            | StmtKind::Interface(_)
            | StmtKind::Enum { .. }
            | StmtKind::If { .. }
            | StmtKind::Do { .. }
            | StmtKind::SelectCase { .. }
            | StmtKind::SelectType { .. }
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Associate { .. }
            | StmtKind::BlockConstruct { .. }
            | StmtKind::SelectRank { .. }
            | StmtKind::Images { .. } => self.kw("continue"),
        }
    }

    fn jump(&mut self, word: &str, name: Option<&Name>) {
        self.kw(word);
        if let Some(name) = name {
            self.w(" ");
            self.name(name);
        }
    }

    fn keyword_and(&mut self, word: &str, e: Option<&Expr>) {
        self.kw(word);
        if let Some(e) = e {
            self.w(" ");
            self.expr(e);
        }
    }

    fn labels(&mut self, labels: &[u32]) {
        self.open();
        self.list(labels, |p, l| {
            let text = l.to_string();
            p.w(&text);
        });
        self.close();
    }

    /// Objects and options of ALLOCATE and the like, and the closing parenthesis.
    fn objects(&mut self, objects: &[Expr], options: &[(Name, Expr)]) {
        self.list(objects, |p, o| p.expr(o));
        for (i, (keyword, e)) in options.iter().enumerate() {
            if i > 0 || !objects.is_empty() {
                self.comma();
            }
            self.name(keyword);
            self.w("=");
            self.expr(e);
        }
        self.close();
    }

    fn io(&mut self, io: &Io) {
        self.kw(match io.kind {
            IoKind::Read => "read",
            IoKind::Write => "write",
            IoKind::Print => "print",
            IoKind::Open => "open",
            IoKind::Close => "close",
            IoKind::Inquire => "inquire",
            IoKind::Rewind => "rewind",
            IoKind::Backspace => "backspace",
            IoKind::Endfile => "endfile",
            IoKind::Flush => "flush",
            IoKind::Wait => "wait",
        });
        if io.parens {
            self.w(" ");
            self.open();
        } else if !io.controls.is_empty() {
            self.w(" ");
        }
        self.list(&io.controls, |p, (keyword, value)| {
            if let Some(keyword) = keyword {
                p.name(keyword);
                p.w("=");
            }
            match value {
                IoControl::Expr(e) => p.expr(e),
                IoControl::Star => p.w("*"),
            }
        });
        if io.parens {
            self.close();
        }
        if !io.items.is_empty() {
            if io.parens {
                self.brk(1);
                self.w(" ");
            } else {
                self.comma();
            }
            self.list(&io.items, |p, e| p.expr(e));
        }
    }
}

/// True if the entity's initialisation requires `::`.
fn has_equals(e: &adc_frontend::ast::Entity) -> bool {
    use adc_frontend::ast::Init;
    match &e.init {
        Some(Init::Value(_) | Init::Pointer(_)) => true,
        Some(Init::Data(_)) | None => false,
    }
}

/// The comment after the statement inside `IF (...)`.
fn inner_trail(kind: &StmtKind) -> Option<&adc_frontend::ast::SmolStr> {
    match kind {
        StmtKind::IfStmt { then: inner, .. }
        | StmtKind::WhereStmt { body: inner, .. }
        | StmtKind::ForallStmt { body: inner, .. } => inner.trail.as_ref().or_else(|| inner_trail(&inner.kind)),
        _ => None,
    }
}
