//! Statements in derived types, interface blocks and enumerations.

use super::frame::{Frame, Head, Kind};
use super::stack::Builder;
use crate::ast::*;
use crate::codes;
use crate::diag::Diagnostic;
use crate::span::Span;

impl Builder {
    /// A statement that is complete in itself.
    pub(super) fn simple(&mut self, kind: StmtKind, head: Head) {
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

    pub(super) fn open_type(&mut self, name: Name, attrs: Vec<Attr>, params: Vec<Name>, head: Head) {
        let t = DerivedType {
            name,
            attrs,
            params,
            sequence: None,
            private: None,
            components: vec![],
            contains_at: None,
            private_bindings: None,
            bindings: vec![],
            end: End::default(),
        };
        self.open_construct(Kind::Type(Box::new(t)), head);
    }

    /// A statement in a derived type.
    pub(super) fn component(&mut self, kind: StmtKind, head: Head) {
        let Some(Frame {
            kind: Kind::Type(t),
            head: open,
            ..
        }) = self.stack.last_mut()
        else {
            return;
        };
        match kind {
            StmtKind::TypeDecl { .. } if t.contains_at.is_none() => t.components.push(head.stmt(kind)),
            StmtKind::AttrDecl {
                attr: Attr::Private,
                ref entities,
                ..
            } if entities.is_empty() => {
                if t.contains_at.is_some() {
                    t.private_bindings = Some(head.end());
                } else {
                    t.private = Some(head.end());
                }
            }
            _ => {
                let d = Diagnostic::error(
                    codes::UNBALANCED_BLOCK,
                    head.span,
                    "this statement is not allowed in a derived type",
                )
                .also(open.span, format!("TYPE `{}` begins here", t.name.text))
                .help("is END TYPE missing?");
                self.report(d);
            }
        }
    }

    pub(super) fn sequence(&mut self, head: Head) {
        match self.stack.last_mut().map(|f| &mut f.kind) {
            Some(Kind::Type(t)) => t.sequence = Some(head.end()),
            _ => self.error(head.span, "SEQUENCE is only allowed in a derived type"),
        }
    }

    pub(super) fn binding(&mut self, kind: BindingKind, what: &str, head: Head) {
        match self.stack.last_mut().map(|f| &mut f.kind) {
            Some(Kind::Type(t)) if t.contains_at.is_some() => t.bindings.push(Binding { head: head.end(), kind }),
            _ => self.error(
                head.span,
                format!("{what} is only allowed after CONTAINS in a derived type"),
            ),
        }
    }

    /// `PROCEDURE` has three meanings; the enclosing block decides which applies.
    pub(super) fn procedure(
        &mut self,
        interface: Option<Box<ProcInterface>>,
        parens: Option<Span>,
        attrs: Vec<Attr>,
        colons: bool,
        items: Vec<Entity>,
        head: Head,
    ) {
        match self.stack.last_mut().map(|f| &mut f.kind) {
            Some(Kind::Interface { items: list, .. }) => {
                let names = items.into_iter().map(|e| e.name).collect();
                list.push(InterfaceItem::Procedures(names, false, head.end()));
            }
            Some(Kind::Type(t)) if t.contains_at.is_some() => {
                let interface = match interface.map(|i| *i) {
                    Some(ProcInterface::Name(n)) => Some(n),
                    _ => None,
                };
                let items = items.into_iter().map(|e| (e.name, target(e.init))).collect();
                let kind = BindingKind::Procedure {
                    interface,
                    attrs,
                    items,
                };
                t.bindings.push(Binding { head: head.end(), kind });
            }
            _ => {
                let Some(parens) = parens else {
                    return self.report(
                        Diagnostic::error(
                            codes::UNREADABLE_STATEMENT,
                            head.span,
                            "PROCEDURE needs an interface in parentheses here",
                        )
                        .help("write PROCEDURE(name), or PROCEDURE() for an unknown interface"),
                    );
                };
                let ty = TypeSpec {
                    base: BaseType::Procedure(interface),
                    kind: KindSpec::Default,
                    len: None,
                    span: Span::new(head.span.lo, parens.hi),
                };
                self.simple(
                    StmtKind::TypeDecl {
                        ty,
                        attrs,
                        colons,
                        entities: items,
                    },
                    head,
                );
            }
        }
    }

    pub(super) fn enumerator(&mut self, list: Vec<(Name, Option<Expr>)>, head: Head) {
        match self.stack.last_mut().map(|f| &mut f.kind) {
            Some(Kind::Enum { enumerators }) => enumerators.push(Enumerators { head: head.end(), list }),
            _ => self.error(head.span, "ENUMERATOR is only allowed in an ENUM"),
        }
    }
}

/// The procedure that a binding names: `a => b`.
fn target(init: Option<Init>) -> Option<Name> {
    match init {
        Some(Init::Pointer(Expr {
            kind: ExprKind::Designator(mut parts),
            ..
        })) => parts.pop().map(|p| p.name),
        _ => None,
    }
}
