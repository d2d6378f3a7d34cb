//! The block builder: assembles statements into program units and constructs.
//!
//! A stack of open blocks ([`Frame`]) receives the statements in order. If a closing statement does not fit the
//! innermost block, the builder closes the blocks in between, each with an error that names both ends. If the statement
//! fits no open block, the statement itself is reported. So the tree is always complete, and one mistake does not hide
//! the next.

mod close;
mod frame;
mod labels;
mod members;
mod units;

use crate::ast::*;
use crate::codes;
use crate::diag::Diagnostic;
use crate::parsed::Parsed;
use crate::span::Span;
use crate::token::{Class, EndKind};
use frame::{Frame, Kind};

/// Limit on the nesting of blocks: the compiler walks trees by recursion, so deeper nesting is refused.
const MAX_NESTING: usize = 250;

/// Comments, label, span and construct name of a statement.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// Comments before it.
    pub lead: Vec<Trivia>,
    /// Comment after it on the same line.
    pub trail: Option<SmolStr>,
    /// Its label.
    pub label: Option<u32>,
    /// Its source span.
    pub span: Span,
    /// Construct name before it.
    pub name: Option<Name>,
}

impl Head {
    fn end(self) -> End {
        End {
            lead: self.lead,
            trail: self.trail,
            label: self.label,
            span: self.span,
            name: None,
        }
    }

    /// The [`End`] of a part of a construct, which may repeat the construct's name.
    fn part(self, name: Option<Name>) -> End {
        End { name, ..self.end() }
    }

    fn stmt(self, kind: StmtKind) -> Stmt {
        Stmt {
            kind,
            label: self.label,
            lead: self.lead,
            trail: self.trail,
            span: self.span,
        }
    }
}

/// Assembles statements into blocks.
#[derive(Default)]
pub struct Builder {
    units: Vec<Unit>,
    stack: Vec<Frame>,
    /// Labels of the open labelled DO loops, innermost last.
    do_labels: Vec<u32>,
    diags: Vec<Diagnostic>,
    /// True if a statement outside of all units could not be parsed, or if a unit was ended too early.
    doubtful: bool,
    /// True if no more statements are accepted: nesting is too deep, or the rest of the file is not parsed.
    full: bool,
    /// True if adc generated the text.
    pub own: bool,
}

impl Builder {
    /// Adds the next statement.
    pub fn accept(&mut self, parsed: Parsed, head: Head) {
        if self.full {
            return;
        }
        match parsed {
            Parsed::Simple(kind) => self.simple(*kind, head),
            Parsed::Unit(kind) => self.open_unit(kind, head),
            Parsed::Contains => self.contains(head),
            Parsed::End(kind, name) => self.end(kind, name, head),
            Parsed::IfThen(cond) => self.open_construct(
                Kind::If {
                    arms: vec![],
                    cond: Some(cond),
                    head: End::default(),
                },
                head,
            ),
            Parsed::ElseIf(cond, name) => self.else_arm(Some(cond), name, head),
            Parsed::Else(name) => self.else_arm(None, name, head),
            Parsed::Do { label, control } => {
                self.do_labels.extend(label);
                self.open_construct(Kind::Do { label, control }, head);
            }
            Parsed::SelectCase(expr) => self.open_construct(Kind::SelectCase { expr, cases: vec![] }, head),
            Parsed::Case(values, name) => self.case(values, name, head),
            Parsed::SelectType { rename, expr } => self.open_construct(
                Kind::SelectType {
                    rename,
                    expr,
                    guards: vec![],
                },
                head,
            ),
            Parsed::TypeGuard(guard, name) => self.type_guard(guard, name, head),
            Parsed::Where(mask) => self.open_construct(
                Kind::Where {
                    arms: vec![],
                    cond: Some(mask),
                    head: End::default(),
                },
                head,
            ),
            Parsed::ElseWhere(mask, name) => self.else_where(mask, name, head),
            Parsed::Forall(header) => self.open_construct(Kind::Forall { header }, head),
            Parsed::Associate(pairs) => self.open_construct(Kind::Associate { pairs }, head),
            Parsed::Block => self.open_construct(Kind::Block, head),
            Parsed::Images(kind, controls) => self.open_construct(Kind::Images { kind, controls }, head),
            Parsed::SelectRank { rename, expr } => self.open_construct(
                Kind::SelectRank {
                    rename,
                    expr,
                    ranks: vec![],
                },
                head,
            ),
            Parsed::Rank(rank, name) => self.rank(rank, name, head),
            Parsed::DerivedType { name, attrs, params } => self.open_type(name, attrs, params, head),
            Parsed::Sequence => self.sequence(head),
            Parsed::Interface { is_abstract, generic } => self.open_construct(
                Kind::Interface {
                    is_abstract,
                    generic,
                    items: vec![],
                },
                head,
            ),
            Parsed::ModuleProcedure(names) => self.module_procedure(names, head),
            Parsed::Procedure {
                interface,
                parens,
                attrs,
                colons,
                items,
            } => {
                self.procedure(interface, parens, attrs, colons, items, head);
            }
            Parsed::Generic { attrs, spec, names } => {
                self.binding(BindingKind::Generic { attrs, spec, names }, "GENERIC", head)
            }
            Parsed::Final(names) => self.binding(BindingKind::Final(names), "FINAL", head),
            Parsed::Enum => self.open_construct(Kind::Enum { enumerators: vec![] }, head),
            Parsed::Enumerator(list) => self.enumerator(list, head),
            Parsed::Unsupported => {}
        }
    }

    /// Adds a statement that was already reported as unparsable. If it opens, divides or closes a block, it still does
    /// so; otherwise the other end of the block would be reported too. `do_label` is the label on which a `DO` ends.
    pub fn accept_failed(&mut self, class: Class, do_label: Option<u32>, head: Head) {
        self.doubt();
        let at = head.span;
        let unknown = || Name {
            text: "?".into(),
            span: at,
        };
        let expr = || Expr {
            kind: ExprKind::Designator(vec![]),
            span: at,
        };
        let parsed = match class {
            Class::IfThen => Parsed::IfThen(expr()),
            Class::ElseIf => Parsed::ElseIf(expr(), None),
            Class::Else => Parsed::Else(None),
            Class::Do => Parsed::Do {
                label: do_label,
                control: Box::new(DoControl::Forever),
            },
            Class::SelectCase => Parsed::SelectCase(expr()),
            Class::SelectRank => Parsed::SelectRank {
                rename: None,
                expr: expr(),
            },
            Class::Rank => Parsed::Rank(RankGuard::Default, None),
            Class::Critical => Parsed::Images(ImageBlock::Critical, vec![]),
            Class::ChangeTeam => Parsed::Images(ImageBlock::Team, vec![]),
            Class::Case => Parsed::Case(Some(vec![]), None),
            Class::SelectType => Parsed::SelectType {
                rename: None,
                expr: expr(),
            },
            Class::TypeIs | Class::ClassIs | Class::ClassDefault => Parsed::TypeGuard(None, None),
            Class::WhereConstruct => Parsed::Where(expr()),
            Class::ElseWhere => Parsed::ElseWhere(Some(expr()), None),
            Class::ForallConstruct => Parsed::Forall(ForallHeader {
                ty: None,
                ranges: vec![],
                mask: None,
            }),
            Class::Associate => Parsed::Associate(vec![]),
            Class::DerivedType => Parsed::DerivedType {
                name: unknown(),
                attrs: vec![],
                params: vec![],
            },
            Class::Interface => Parsed::Interface {
                is_abstract: false,
                generic: None,
            },
            Class::Program => Parsed::Unit(UnitKind::Program { name: None }),
            Class::Module => Parsed::Unit(UnitKind::Module { name: unknown() }),
            Class::Submodule => Parsed::Unit(UnitKind::Submodule {
                parent: vec![],
                name: unknown(),
            }),
            Class::BlockData => Parsed::Unit(UnitKind::BlockData { name: None }),
            Class::Subroutine => Parsed::Unit(UnitKind::Subroutine {
                prefix: vec![],
                name: unknown(),
                args: vec![],
                bind: None,
            }),
            Class::Function => Parsed::Unit(UnitKind::Function {
                prefix: vec![],
                name: unknown(),
                args: vec![],
                result: None,
                bind: None,
            }),
            Class::End(kind) => Parsed::End(kind, None),
            // Only the label of the statement is kept: a loop may end on it and a jump may target it.
            _ if head.label.is_some() => Parsed::Simple(Box::new(StmtKind::Continue)),
            _ => return,
        };
        self.accept(parsed, head);
    }

    /// Stops before the end of the file: open blocks are not reported.
    pub fn abandon(&mut self) {
        self.full = true;
    }

    /// Ends the file: closes and reports all open blocks.
    pub fn finish(mut self, tail: Vec<Trivia>, eof: Span) -> (File, Vec<Diagnostic>) {
        let innermost = self.stack.len();
        while let Some(f) = self.stack.last() {
            let (what, open) = (f.describe(), f.head.span);
            if !self.full && self.stack.len() == innermost {
                let end = f.wanted_end();
                self.report(
                    Diagnostic::error(codes::UNBALANCED_BLOCK, open, format!("{what} has no end"))
                        .label("begins here")
                        .also(eof, "the file ends here")
                        .help(format!("add {end}")),
                );
            }
            self.close_top(End {
                span: eof,
                ..End::default()
            });
        }
        (
            File {
                units: self.units,
                tail,
                excluded: vec![],
            },
            self.diags,
        )
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(codes::UNBALANCED_BLOCK, span, message));
    }

    /// Reports an error. In a unit with an unparsable statement, errors about unclosed or badly closed blocks are
    /// suppressed: the unparsable statement may have been the other end of the block.
    fn report(&mut self, d: Diagnostic) {
        if d.code != codes::UNBALANCED_BLOCK || !self.is_doubtful() {
            self.diags.push(d);
        }
    }

    fn unit(&mut self) -> Option<&mut Frame> {
        self.stack.iter_mut().rev().find(|f| f.is_unit())
    }

    fn is_doubtful(&self) -> bool {
        let unit = self.stack.iter().rev().find(|f| f.is_unit());
        unit.map_or(self.doubtful, |f| f.doubtful)
    }

    /// From here on, the open blocks of this unit, or between units, are not known for certain.
    fn doubt(&mut self) {
        match self.unit() {
            Some(f) => f.doubtful = true,
            None => self.doubtful = true,
        }
    }

    /// A statement that is complete in itself.
    fn simple(&mut self, kind: StmtKind, head: Head) {
        let label = head.label;
        if let Some(name) = &head.name {
            self.report(Diagnostic::error(
                codes::UNREADABLE_STATEMENT,
                name.span,
                "only a construct can have a name and a colon before it",
            ));
        }
        if let Some(Kind::Type(_)) = self.stack.last().map(|f| &f.kind) {
            return self.component(kind, head);
        }
        self.add(head.stmt(kind));
        if let Some(label) = label {
            self.close_labelled(label);
        }
    }

    /// Adds a statement or construct to the innermost block.
    fn add(&mut self, stmt: Stmt) {
        if self.stack.is_empty() {
            self.open_main(stmt.span);
        }
        let Some(f) = self.stack.last_mut() else { return };
        if let Some(why) = f.refuses() {
            let (what, open) = (f.describe(), f.head.span);
            self.report(
                Diagnostic::error(codes::UNBALANCED_BLOCK, stmt.span, why).also(open, format!("{what} begins here")),
            );
            return;
        }
        f.body().push(stmt);
    }

    fn push(&mut self, frame: Frame) {
        // generated derivatives nest their statements in additional tests
        let most = if self.own { 4 * MAX_NESTING } else { MAX_NESTING };
        if self.stack.len() >= most {
            self.full = true;
            self.error(
                frame.head.span,
                format!("blocks are nested more than {MAX_NESTING} levels deep"),
            );
            return;
        }
        self.stack.push(frame);
    }

    fn open_construct(&mut self, kind: Kind, head: Head) {
        if self.stack.is_empty() {
            self.open_main(head.span);
        }
        self.push(Frame::new(kind, head));
    }

    /// Makes the innermost block that `fits` the top of the stack and closes the blocks above it. Returns false, with
    /// an error, if this unit has no such open block.
    fn unwind(&mut self, at: Span, what: &str, fits: impl Fn(&Kind) -> bool) -> bool {
        let mut found = None;
        for (i, f) in self.stack.iter().enumerate().rev() {
            if fits(&f.kind) {
                found = Some(i);
                break;
            }
            if f.is_unit() {
                break;
            }
        }
        let Some(i) = found else {
            let mut d = Diagnostic::error(
                codes::UNBALANCED_BLOCK,
                at,
                format!("{what} does not belong to any open block"),
            );
            if let Some(f) = self.stack.last() {
                d = d.also(f.head.span, format!("{} is the innermost open block", f.describe()));
            }
            self.report(d.help("remove it, or add the statement that opens its block"));
            self.doubt();
            return false;
        };
        self.close_down_to(i + 1, at, what);
        true
    }

    /// Closes all blocks above the `depth` outermost, with a single error for the innermost: one missing `END` leaves
    /// all of them open.
    fn close_down_to(&mut self, depth: usize, at: Span, what: &str) {
        let innermost = self.stack.len();
        if innermost <= depth {
            return;
        }
        while self.stack.len() > depth {
            if let Some(f) = self.stack.last().filter(|_| self.stack.len() == innermost) {
                let d = Diagnostic::error(
                    codes::UNBALANCED_BLOCK,
                    f.head.span,
                    format!("{} has no end before {what}", f.describe()),
                )
                .label("begins here")
                .also(at, format!("{what} is here"))
                .help(format!("add {}", f.wanted_end()));
                self.report(d);
            }
            self.close_top(End {
                span: at,
                ..End::default()
            });
        }
        self.doubt();
    }

    /// Compares the name on a closing or dividing statement with the construct's name.
    fn check_name(&mut self, name: Option<&Name>, what: &str) {
        let Some(f) = self.stack.last() else { return };
        let Some(n) = name else { return };
        match f.name() {
            Some(own) if fold(&own.text) == fold(&n.text) => {}
            Some(own) => {
                let d = Diagnostic::error(
                    codes::UNBALANCED_BLOCK,
                    n.span,
                    format!("{what} names `{}`, but the name of the block is `{}`", n.text, own.text),
                )
                .also(own.span, "the name of the block");
                self.report(d);
            }
            None => {
                let d = Diagnostic::error(
                    codes::UNBALANCED_BLOCK,
                    n.span,
                    format!("{what} names `{}`, but the block has no name", n.text),
                )
                .also(f.head.span, "the block begins here");
                self.report(d);
            }
        }
    }
}

/// The words of an END statement.
pub(crate) fn end_words(kind: EndKind) -> &'static str {
    match kind {
        EndKind::Bare => "END",
        EndKind::Program => "END PROGRAM",
        EndKind::Module => "END MODULE",
        EndKind::Submodule => "END SUBMODULE",
        EndKind::Subroutine => "END SUBROUTINE",
        EndKind::Function => "END FUNCTION",
        EndKind::Procedure => "END PROCEDURE",
        EndKind::BlockData => "END BLOCK DATA",
        EndKind::Do => "END DO",
        EndKind::If => "END IF",
        EndKind::Select => "END SELECT",
        EndKind::Team => "END TEAM",
        EndKind::Where => "END WHERE",
        EndKind::Forall => "END FORALL",
        EndKind::Associate => "END ASSOCIATE",
        EndKind::Block => "END BLOCK",
        EndKind::Critical => "END CRITICAL",
        EndKind::Type => "END TYPE",
        EndKind::Interface => "END INTERFACE",
        EndKind::Enum => "END ENUM",
    }
}
