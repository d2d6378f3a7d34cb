//! The block builder: assembles statements into program units and constructs.
//!
//! A stack of open blocks (`Frame`) receives the statements in order. If a closing statement does not fit the
//! innermost block, the builder closes the blocks in between, each with an error that names both ends. If the statement
//! fits no open block, the statement itself is reported. So the tree is always complete, and one mistake does not hide
//! the next.

mod close;
mod frame;
mod labels;
mod members;
mod stack;
mod units;

use crate::ast::*;
use crate::codes;
use crate::diag::Diagnostic;
use crate::parsed::Parsed;
use crate::span::Span;
use crate::token::Class;
use frame::Kind;

pub use frame::Head;
pub use stack::Builder;

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
}
