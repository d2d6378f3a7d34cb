//! Types of expressions, as declarations of other variables can write them.

use crate::consteval::int_const;
use crate::intrinsics::Class;
use crate::ir::*;

impl Program {
    /// The type of an expression of a procedure, as another variable there can be declared with. LEN parameters are
    /// evaluated at the entry of the procedure. They are omitted if the record may have got other values by then, or if
    /// only the record itself can be asked for them (a dummy argument of assumed length, say). Fortran allows
    /// `type(t(x%n)) :: y`, but gfortran 12 gives such a `y` no length.
    pub fn declarable_type(&self, e: &Expr, unit: UnitId) -> DeclType {
        let mut ty = DeclType::plain(e.ty);
        if !self.has_lengths(e.ty) {
            return ty;
        }
        match &e.kind {
            ExprKind::Index(base, _) | ExprKind::Paren(base) => return self.declarable_type(base, unit),
            ExprKind::Var(s) | ExprKind::Component(_, s) => {
                let symbol = &self.symbols[*s];
                let params = symbol.variable().map_or(&[][..], |v| &v.ty.params);
                let params = params
                    .iter()
                    .map(|p| self.declarable_param(p.expr()?, symbol.owner == Some(unit), unit));
                ty.params = params.collect::<Option<_>>().unwrap_or_default();
            }
            _ => {}
        }
        ty
    }

    /// A type parameter of a variable, as another declaration in `unit` can write it.
    fn declarable_param(&self, e: &Expr, is_own: bool, unit: UnitId) -> Option<CharLen> {
        let constant = int_const(self, e);
        if !is_own {
            // the constants in the declaration of another unit may be unknown here
            return Some(CharLen::Expr(Box::new(int(constant?))));
        }
        (constant.is_some() || self.keeps_value(e, unit)).then(|| CharLen::Expr(Box::new(e.clone())))
    }

    /// True if the declarations of a procedure show that an expression keeps one value from its beginning to its end.
    fn keeps_value(&self, e: &Expr, unit: UnitId) -> bool {
        match &e.kind {
            ExprKind::Var(s) => match &self.symbols[*s].kind {
                SymbolKind::Variable(v) => {
                    self.symbols[*s].owner == Some(unit) && v.attrs.intent == Some(Intent::In) && !v.attrs.pointer
                }
                SymbolKind::Constant(_) => true,
                _ => false,
            },
            ExprKind::Component(..) | ExprKind::Call(..) | ExprKind::Procedure(_) => false,
            // bounds and parameters stay the same when the values change
            ExprKind::Intrinsic(id, _, args) if id.row().class == Class::Inquiry => args
                .iter()
                .filter_map(Arg::expr)
                .enumerate()
                .all(|(i, a)| match a.kind {
                    ExprKind::Var(s) if i == 0 && self.symbols[s].variable().is_some() => !self.is_dynamic(a),
                    _ => self.keeps_value(a, unit),
                }),
            _ => {
                let mut keeps = true;
                visit::subexprs(e, &mut |x| keeps &= self.keeps_value(x, unit));
                keeps
            }
        }
    }
}
