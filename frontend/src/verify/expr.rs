//! Expressions: checks that each node's type and rank follow from its parts.

use super::Verifier;
use crate::dump::type_name;
use crate::ir::*;

/// True if intrinsic assignment converts between two types.
pub fn assignable(to: Ty, from: Ty) -> bool {
    match (to, from) {
        (Ty::Typeless, _) | (_, Ty::Typeless) => true,
        (a, b) if a.is_numeric() && b.is_numeric() => true,
        (Ty::Logical(_) | Ty::Integer(_), Ty::Logical(_) | Ty::Integer(_)) => true,
        (Ty::Derived(_) | Ty::Class(_), Ty::Derived(_) | Ty::Class(_)) | (Ty::Unlimited, _) => true,
        (a, b) => a == b,
    }
}

impl<'a> Verifier<'a> {
    /// Checks one node; the walk visits its children.
    pub(super) fn node(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Int(_) => self.typed(e, matches!(e.ty, Ty::Integer(_)), 0),
            ExprKind::Real(_) => self.typed(e, matches!(e.ty, Ty::Real(_)), 0),
            ExprKind::Str(_) => self.typed(e, e.ty == Ty::Character, 0),
            ExprKind::Logical(_) => self.typed(e, matches!(e.ty, Ty::Logical(_)), 0),
            ExprKind::Boz(_) | ExprKind::Hollerith(_) => self.typed(e, true, 0),
            ExprKind::Complex(..) => self.typed(e, matches!(e.ty, Ty::Complex(_)), 0),
            ExprKind::Var(s) => {
                if !self.has(*s) {
                    return;
                }
                let symbol = &self.p.symbols[*s];
                let is_value = matches!(symbol.kind, SymbolKind::Variable(_) | SymbolKind::Constant(_));
                if !is_value {
                    return self.complain(e, "the symbol is no variable");
                }
                self.typed(e, e.ty == symbol.ty(), symbol.rank());
                self.visible(*s);
            }
            ExprKind::Index(base, subs) => self.index(e, base, subs),
            ExprKind::Component(base, c) => {
                if !matches!(base.ty, Ty::Derived(_) | Ty::Class(_)) {
                    return self.complain(e, "the base is of no derived type");
                }
                if self.has(*c) {
                    let symbol = &self.p.symbols[*c];
                    let rank = match symbol.kind {
                        SymbolKind::Procedure(_) => 0,
                        _ if base.rank > 0 => base.rank,
                        _ => symbol.rank(),
                    };
                    self.typed(e, e.ty == symbol.ty(), rank);
                }
            }
            ExprKind::Substring(base, ..) => self.typed(e, base.ty == Ty::Character && e.ty == base.ty, base.rank),
            ExprKind::ComplexPart(base, _) => {
                let ok = matches!((base.ty, e.ty), (Ty::Complex(a), Ty::Real(b)) if a == b);
                self.typed(e, ok, base.rank);
            }
            ExprKind::Call(callee, _) => self.callee(callee),
            ExprKind::Intrinsic(id, name, args) => self.intrinsic(e, *id, name, args),
            ExprKind::Procedure(s) => {
                let ok = self.has(*s)
                    && matches!(
                        self.p.symbols[*s].kind,
                        SymbolKind::Procedure(_) | SymbolKind::Intrinsic(_)
                    );
                if !ok {
                    self.complain(e, "the symbol is no procedure");
                }
            }
            ExprKind::Paren(a) => self.typed(e, a.ty == e.ty, a.rank),
            ExprKind::Unary(_, a) => self.typed(e, a.ty == e.ty, a.rank),
            ExprKind::Binary(op, a, b) => self.binary(e, *op, a, b),
            ExprKind::Array(..) | ExprKind::ImpliedDo { .. } => {
                if e.rank != 1 {
                    self.complain(e, "its rank is not one");
                }
            }
            ExprKind::Structure(t, _) => {
                let ok = self.has(*t) && matches!(self.p.symbols[*t].kind, SymbolKind::Type(_));
                self.typed(e, ok && e.ty == Ty::Derived(*t), 0);
            }
        }
    }

    /// True for an expression whose type depends on parameters of a derived type; the head never reaches one.
    fn depends_on_parameters(&mut self, e: &Expr) -> bool {
        let mut components = vec![];
        visit::walk_expr(e, &mut |x| {
            if let ExprKind::Component(_, c) = x.kind {
                components.push(c);
            }
        });
        let of_parameters = |&c: &SymbolId| self.has(c) && self.p.symbols[c].ty() == Ty::Typeless;
        e.ty == Ty::Typeless && components.iter().any(of_parameters)
    }

    fn typed(&mut self, e: &Expr, fits: bool, rank: u8) {
        if !fits && !self.depends_on_parameters(e) {
            let text = format!("its type is {}", type_name(self.p, e.ty));
            self.complain(e, &text);
        }
        if e.rank != rank {
            let text = format!("its rank is {}, not {rank}", e.rank);
            self.complain(e, &text);
        }
    }

    fn index(&mut self, e: &'a Expr, base: &'a Expr, subs: &'a [Subscript]) {
        let (own, outer) = match &base.kind {
            ExprKind::Component(b, c) => (self.p.symbols[*c].rank(), b.rank),
            _ => (base.rank, 0),
        };
        if usize::from(own) != subs.len() {
            let text = format!("{} subscripts for rank {own}", subs.len());
            self.complain(e, &text);
        }
        let mut rank = outer;
        for s in subs {
            match s {
                Subscript::At(i) => {
                    rank += i.rank;
                    self.subscript(e, i);
                }
                Subscript::Range(a, b, c) => {
                    rank += 1;
                    [a, b, c].into_iter().flatten().for_each(|i| self.subscript(e, i));
                }
            }
        }
        self.typed(e, e.ty == base.ty, rank);
    }

    fn subscript(&mut self, e: &Expr, i: &Expr) {
        if !matches!(i.ty, Ty::Integer(_) | Ty::Typeless) {
            self.complain(e, "a subscript is no integer");
        }
    }

    fn binary(&mut self, e: &'a Expr, op: BinaryOp, a: &Expr, b: &Expr) {
        let ty = if op == BinaryOp::Pow && matches!(b.ty, Ty::Integer(_)) && !matches!(a.ty, Ty::Integer(_)) {
            a.ty
        } else if op.is_arithmetic() {
            if ![a.ty, b.ty].iter().all(|t| t.is_numeric() || *t == Ty::Typeless) {
                self.complain(e, "an operand is no number");
            }
            arithmetic_type(a.ty, b.ty)
        } else if op == BinaryOp::Concat {
            Ty::Character
        } else if op.is_relational() {
            Ty::Logical(4)
        } else {
            e.ty
        };
        if a.rank > 0 && b.rank > 0 && a.rank != b.rank {
            self.complain(e, "the operands' ranks do not conform");
        }
        self.typed(e, e.ty == ty, a.rank.max(b.rank));
    }

    fn intrinsic(&mut self, e: &'a Expr, id: IntrinsicId, name: &str, args: &[Arg]) {
        if crate::intrinsics::all().count() <= usize::from(id.0) {
            return self.complain(e, "no such intrinsic");
        }
        match crate::typing::of_intrinsic(self.p, id, name, args) {
            Err(message) => self.complain(e, &message),
            // the table does not know the type of this result
            Ok((Ty::None, _)) => {}
            Ok((ty, rank)) => self.typed(e, e.ty == ty, rank),
        }
    }

    pub(super) fn callee(&mut self, c: &Callee) {
        if self.has(c.proc) {
            let kind = &self.p.symbols[c.proc].kind;
            let ok = matches!(kind, SymbolKind::Procedure(_) | SymbolKind::StatementFunction(_));
            self.check(ok, "what is called is no procedure");
        }
        if let Some(via) = c.via {
            let ok = self.has(via) && matches!(self.p.symbols[via].kind, SymbolKind::Generic(_));
            self.check(ok, "what a call goes through is no generic name");
        }
    }
}
