//! Input and output statements.

use super::state::Resolver;
use crate::ast::{self, fold, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl Resolver<'_> {
    pub(super) fn io(&mut self, io: &ast::Io) -> StmtKind {
        let controls = self.controls(io);
        let reads = io.kind == IoKind::Read;
        let items = io.items.iter().map(|e| self.io_item(e, reads)).collect();
        StmtKind::Io {
            kind: io.kind,
            controls,
            parens: io.parens,
            items,
        }
    }

    fn controls(&mut self, io: &ast::Io) -> Vec<(Option<SmolStr>, IoControl)> {
        let transfer = matches!(io.kind, IoKind::Read | IoKind::Write | IoKind::Print);
        io.controls
            .iter()
            .enumerate()
            .map(|(i, (keyword, value))| {
                let keyword = keyword.as_ref().map(|k| fold(&k.text));
                // the format is the second item without a keyword, or the only item of PRINT and READ without
                // parentheses
                let is_format = match &keyword {
                    Some(k) => k == "fmt",
                    None => transfer && i == usize::from(io.parens),
                };
                if let (None, true, ast::IoControl::Expr(e)) = (&keyword, i > usize::from(transfer), value) {
                    self.keyword_missing(e.span);
                    return (None, IoControl::Expr(self.bad(e.span)));
                }
                let may_be_namelist = is_format || keyword.as_deref() == Some("nml");
                let is_branch = matches!(keyword.as_deref(), Some("end" | "err" | "eor"));
                let value = match value {
                    ast::IoControl::Star => IoControl::Star,
                    ast::IoControl::Expr(e) => {
                        self.control(io, keyword.as_deref(), e, is_format || is_branch, may_be_namelist)
                    }
                };
                (keyword, value)
            })
            .collect()
    }

    /// Old compilers accept single words about the connection of a file, such as `READONLY`.
    fn keyword_missing(&mut self, span: Span) {
        self.report(
            Diagnostic::error(codes::UNREADABLE_STATEMENT, span, "this specifier requires a keyword")
                .help("write, for instance, `action='read'`; only the unit and the format can omit the keyword"),
        );
    }

    fn control(
        &mut self,
        io: &ast::Io,
        keyword: Option<&str>,
        e: &ast::Expr,
        may_be_label: bool,
        may_be_namelist: bool,
    ) -> IoControl {
        match &e.kind {
            ast::ExprKind::Int(text) if may_be_label => {
                if let Ok(label) = text.parse() {
                    self.labels.insert(label);
                    return IoControl::Label(label);
                }
            }
            ast::ExprKind::Designator(parts) if may_be_namelist => {
                if let [ast::Part { name, args, .. }] = parts.as_slice() {
                    let group = self.lookup(&fold(&name.text));
                    if let (true, Some(s)) = (args.is_empty(), group) {
                        if matches!(self.p.symbols[s].kind, SymbolKind::Namelist) {
                            return IoControl::Namelist(s);
                        }
                    }
                }
            }
            _ => {}
        }
        let defines = match keyword {
            Some("iostat" | "iomsg" | "size" | "newunit" | "id") => true,
            Some("unit" | "file" | "iolength") | None => false,
            Some(_) => io.kind == IoKind::Inquire,
        };
        IoControl::Expr(if defines { self.define(e) } else { self.expr(e) })
    }

    /// An item of the list. The index of an implied DO in it is a variable of the unit.
    fn io_item(&mut self, e: &ast::Expr, reads: bool) -> Expr {
        let ast::ExprKind::ImpliedDo(l) = &e.kind else {
            return if reads { self.define(e) } else { self.expr(e) };
        };
        if let Some(ty) = &l.ty {
            self.report(Diagnostic::error(
                codes::UNREADABLE_STATEMENT,
                ty.span,
                "the index of an implied DO in an input or output list cannot have a type here; declare the variable",
            ));
        }
        let var = self.loop_variable(&l.var);
        let lo = Box::new(self.loop_limit(&l.lo));
        let hi = Box::new(self.loop_limit(&l.hi));
        let step = l.step.as_ref().map(|s| Box::new(self.loop_limit(s)));
        let items: Vec<_> = l.items.iter().map(|i| self.io_item(i, reads)).collect();
        let ty = items.first().map_or(Ty::Typeless, |i| i.ty);
        Expr {
            kind: ExprKind::ImpliedDo {
                items,
                var,
                lo,
                hi,
                step,
            },
            ty,
            rank: 1,
            span: e.span,
        }
    }
}
