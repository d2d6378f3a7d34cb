//! The arguments of directives about statements.

use super::directives::without_effect;
use super::state::Resolver;
use crate::ast::{self, fold};
use crate::codes;
use crate::directive::local::{arguments, list, Argument, Word};
use crate::ir::visit::rewrite_expr;
use crate::ir::*;
use crate::parse::expression;

impl Resolver<'_> {
    /// The request of a directive; `None`, with a message, if its arguments are malformed.
    pub(super) fn asked(&mut self, word: Word, text: &str, span: Span) -> Option<Asks> {
        let (found, usage) = match word {
            Word::IndependentIterations => (without(text, Asks::IndependentIterations), "`!$adc ii-loop`"),
            Word::Split => (without(text, Asks::Split), "`!$adc nocheckpoint`"),
            Word::Joint => (without(text, Asks::Joint), "`!$adc checkpoint`"),
            Word::Binomial => (
                self.binomial(text),
                "`!$adc binomial-ckp snapshots=50`, with an integer or a declared integer variable",
            ),
            Word::FixedPoint => (
                self.fixed_point(text),
                "`!$adc fixed-point (z1, z2) tol=1e-12 max=1000`, with variables and numbers",
            ),
        };
        if found.is_none() {
            let message = "the arguments of this directive are not understood".to_string();
            let d = without_effect(codes::BAD_DIRECTIVE, span, message, false);
            self.report(d.help(format!("write {usage}")));
        }
        let mut asks = found?;
        asks.exprs_mut().for_each(|e| rewrite_expr(e, &mut |x| x.span = span));
        Some(asks)
    }

    /// Arguments of `BINOMIAL-CKP`: `50`, `snapshots=50 disk=100`, or number of steps, number of snapshots, and first
    /// step.
    fn binomial(&mut self, text: &str) -> Option<Asks> {
        let all = arguments(text)?;
        let (named, plain): (Vec<Argument>, Vec<Argument>) = all.into_iter().partition(|a| a.keyword.is_some());
        let (mut snapshots, mut disk) = (None, None);
        match plain.as_slice() {
            [] => {}
            [one] => snapshots = Some(one.text),
            [steps, number, first] => {
                expression(steps.text)?;
                expression(first.text)?;
                snapshots = Some(number.text);
            }
            _ => return None,
        }
        for a in named {
            let place = match fold(a.keyword?).as_str() {
                "snapshots" => &mut snapshots,
                "disk" => &mut disk,
                _ => return None,
            };
            if place.replace(a.text).is_some() {
                return None;
            }
        }
        let snapshots = Some(self.number(snapshots?, false)?);
        let disk = match disk {
            Some(text) => Some(self.number(text, false)?),
            None => None,
        };
        Some(Asks::Binomial { snapshots, disk })
    }

    /// Arguments of `FP-LOOP`: `"z"`, `z1 z2`, `(z1, z2) tol=1e-12 max=1000`, `"z" %Accuracy 1.e-5`, or nothing.
    fn fixed_point(&mut self, text: &str) -> Option<Asks> {
        let mut state = vec![];
        let (mut tolerance, mut limit) = (None, None);
        let mut all = arguments(text)?.into_iter();
        while let Some(mut a) = all.next() {
            if a.keyword.is_none() && a.text.eq_ignore_ascii_case("%accuracy") {
                a = Argument {
                    keyword: Some("tol"),
                    text: all.next().filter(|n| n.keyword.is_none())?.text,
                };
            }
            let Some(keyword) = a.keyword else {
                for name in list(a.text)? {
                    state.push(self.state_variable(name)?);
                }
                continue;
            };
            let (place, real) = match fold(keyword).as_str() {
                "tol" | "adj_reduction" => (&mut tolerance, true),
                "max" => (&mut limit, false),
                _ => return None,
            };
            if place.replace(self.number(a.text, real)?).is_some() {
                return None;
            }
        }
        Some(Asks::FixedPoint {
            state,
            tolerance,
            limit,
        })
    }

    /// An integer expression of literals, constants and variables, or a real one if `real` allows it.
    fn number(&mut self, text: &str, real: bool) -> Option<Expr> {
        let written = expression(text)?;
        if !self.is_plain(&written) {
            return None;
        }
        let e = self.expr(&written);
        let fits = matches!(e.ty, Ty::Integer(_)) || real && matches!(e.ty, Ty::Real(_));
        (fits && e.rank == 0).then_some(e)
    }

    /// A variable or component.
    fn state_variable(&mut self, text: &str) -> Option<Expr> {
        let written = expression(text)?;
        if !matches!(written.kind, ast::ExprKind::Designator(_)) || !self.is_plain(&written) {
            return None;
        }
        let e = self.expr(&written);
        let base = e.base_symbol()?;
        self.p.symbols[base].variable()?;
        Some(e)
    }

    /// True for arithmetic on literals and on known constants and variables: a directive cannot declare a name.
    pub(super) fn is_plain(&self, e: &ast::Expr) -> bool {
        match &e.kind {
            ast::ExprKind::Int(_) | ast::ExprKind::Real(_) => true,
            ast::ExprKind::Paren(a) | ast::ExprKind::Unary(_, a) => self.is_plain(a),
            ast::ExprKind::Binary(_, a, b) => self.is_plain(a) && self.is_plain(b),
            ast::ExprKind::Designator(parts) => {
                let known = parts.first().and_then(|p| self.lookup(&fold(&p.name.text)));
                known.is_some_and(|s| {
                    matches!(
                        self.p.symbols[s].kind,
                        SymbolKind::Variable(_) | SymbolKind::Constant(_)
                    )
                }) && parts.iter().all(|p| p.args.is_empty() && p.image.is_none())
            }
            ast::ExprKind::Str(_)
            | ast::ExprKind::Logical(_)
            | ast::ExprKind::Boz(_)
            | ast::ExprKind::Hollerith(_)
            | ast::ExprKind::Complex(..)
            | ast::ExprKind::Substring(..)
            | ast::ExprKind::Percent(..)
            | ast::ExprKind::Array(..)
            | ast::ExprKind::ImpliedDo(_) => false,
        }
    }
}

/// A directive that has no arguments.
fn without(text: &str, asks: Asks) -> Option<Asks> {
    text.is_empty().then_some(asks)
}
