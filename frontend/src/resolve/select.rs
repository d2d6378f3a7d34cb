//! SELECT TYPE and SELECT RANK: in the block of each guard the selector has the type or rank of the guard.

use super::control::construct_name;
use super::messages::value_name;
use super::scope::BlockScope;
use super::state::Resolver;
use crate::ast::{self, fold, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

/// Condition of a guard, as written.
pub(super) enum Test<'a> {
    /// Type; true for `CLASS IS`. `None` for `CLASS DEFAULT`.
    Type(Option<&'a (bool, ast::TypeSpec)>),
    /// Rank.
    Rank(&'a ast::RankGuard),
}

impl<'a> Resolver<'a> {
    pub(super) fn select_type(
        &mut self,
        name: &Option<Name>,
        rename: Option<&Name>,
        selector: &'a ast::Expr,
        tests: impl Iterator<Item = (Test<'a>, &'a ast::End, &'a [ast::Stmt])>,
        end: &'a ast::End,
    ) -> StmtKind {
        let expr = self.expr(selector);
        let local = match (rename, &selector.kind) {
            (Some(name), _) => name.clone(),
            (None, ast::ExprKind::Designator(parts)) if parts.len() == 1 => parts[0].name.clone(),
            (None, _) => {
                self.report(
                    Diagnostic::error(
                        codes::UNREADABLE_STATEMENT,
                        selector.span,
                        "a selector that is an expression requires a name",
                    )
                    .help("write `name => selector`"),
                );
                Name {
                    text: "selector".into(),
                    span: selector.span,
                }
            }
        };
        let mut guards: Vec<Guard> = vec![];
        // comments after a guard's block stand before the next one
        let mut tests = tests.peekable();
        let mut lead = tests.peek().map_or(vec![], |t| t.1.lead.clone());
        self.no_local_directives(&lead);
        while let Some((test, head, body)) = tests.next() {
            self.directives(&head.lead);
            let test = self.guard_test(test, &expr);
            let s = self.guarded(&local, &expr, &test);
            let mut scope = BlockScope::default();
            scope.names.insert(fold(&local.text), s);
            self.blocks.push(scope);
            let after = tests.peek().map_or(&end.lead, |next| &next.1.lead);
            let (body, comments) = self.block(body, after);
            self.blocks.pop();
            let lead = std::mem::replace(&mut lead, comments);
            guards.push(Guard {
                test,
                local: s,
                body,
                lead,
            });
        }
        if let Some(last) = guards.last_mut() {
            self.end_comments(&lead, &mut last.body);
        }
        StmtKind::SelectType {
            name: construct_name(name),
            expr,
            guards,
        }
    }

    fn guard_test(&mut self, test: Test<'a>, selector: &Expr) -> GuardTest {
        match test {
            Test::Type(guard) => {
                if !matches!(selector.ty, Ty::Class(_) | Ty::Unlimited | Ty::Typeless) {
                    let d = Diagnostic::error(
                        codes::TYPE_MISMATCH,
                        selector.span,
                        format!(
                            "the selector of SELECT TYPE must be polymorphic, not {}",
                            value_name(&self.p, selector.ty, selector.rank)
                        ),
                    );
                    self.report(d);
                }
                match guard {
                    Some((false, ty)) => GuardTest::TypeIs(self.type_of_statement(ty)),
                    Some((true, ty)) => GuardTest::ClassIs(self.type_of_statement(ty)),
                    None => GuardTest::ClassDefault,
                }
            }
            Test::Rank(ast::RankGuard::Rank(e)) => GuardTest::Rank(self.integer(e, "a rank")),
            Test::Rank(ast::RankGuard::Star) => GuardTest::AssumedSize,
            Test::Rank(ast::RankGuard::Default) => GuardTest::RankDefault,
        }
    }

    /// The selector in the block of a guard.
    fn guarded(&mut self, name: &Name, selector: &Expr, test: &GuardTest) -> SymbolId {
        let s = self.associate_name(name, selector);
        let rank = match test {
            GuardTest::Rank(e) => crate::consteval::int_const(&self.p, e).and_then(|n| usize::try_from(n).ok()),
            GuardTest::TypeIs(_)
            | GuardTest::ClassIs(_)
            | GuardTest::ClassDefault
            | GuardTest::AssumedSize
            | GuardTest::RankDefault => None,
        };
        let outer = selector.base_symbol().filter(|_| test.is_about_rank());
        let attrs = outer
            .and_then(|o| self.p.symbols[o].variable())
            .map(|v| v.attrs.clone());
        if let Some(v) = self.p.symbols[s].variable_mut() {
            match test {
                GuardTest::TypeIs(ty) => v.ty = ty.clone(),
                GuardTest::ClassIs(ty) => {
                    v.ty = DeclType {
                        ty: match ty.ty {
                            Ty::Derived(t) => Ty::Class(t),
                            other => other,
                        },
                        ..ty.clone()
                    }
                }
                GuardTest::Rank(_) => v.dims = vec![Dim::Assumed(None); rank.unwrap_or(0)],
                GuardTest::AssumedSize => v.dims = vec![Dim::AssumedSize(None)],
                GuardTest::RankDefault => v.dims = vec![Dim::AssumedRank],
                GuardTest::ClassDefault => {}
            }
            // under SELECT RANK the selector keeps its attributes
            if let Some(attrs) = attrs {
                if attrs.allocatable || attrs.pointer {
                    v.dims.iter_mut().for_each(|d| *d = Dim::Deferred);
                }
                v.attrs = attrs;
            }
        }
        s
    }
}
