//! The shapes of function results and of dummy arguments, in terms of the caller.
//!
//! A result's declaration may depend on the values and the shapes of dummy arguments.
//!
//! ```fortran
//! function smooth(a, k) result(r)                  smooth(q(2:5), n + 1)
//!   real(8) :: a(0:), r(k, size(a))          →     has the shape (n + 1, 4)
//! ```
//!
//! Values are those of the actual arguments and of public variables of modules. Shapes and bounds are those that the
//! dummy arguments declare, which may differ from those of the actual ones. A shape that depends on elements of
//! arguments, or on their length, is unknown here: it takes a call of the function.

use super::arrays::shape_of as shape_of_array;
use adc_analysis::calls::bind_args;
use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::{mentions, rewrite_expr, walk_expr};
use adc_frontend::ir::*;

/// The shape of a function's result in terms of the actual arguments.
pub(super) fn shape_of(program: &Program, callee: &Callee, args: &[Arg]) -> Option<Vec<Expr>> {
    if callee.object.is_some() {
        return None;
    }
    let target = program.definition(callee.proc).or(program.signature(callee.proc))?;
    let unit = &program.units[target];
    if unit.prefix.elemental {
        let array = args.iter().filter_map(Arg::expr).find(|a| a.rank > 0)?;
        return Some(shape_of_array(program, array));
    }
    let call = Call {
        program,
        dummies: &unit.args,
        actuals: bind_args(program, target, args),
    };
    call.shape(target, unit.result?)
}

/// The shape that a procedure declares for one of its dummy arguments, in terms of the actual ones.
pub(crate) fn shape_of_dummy(
    program: &Program,
    target: UnitId,
    actuals: &[Option<Expr>],
    dummy: SymbolId,
) -> Option<Vec<Expr>> {
    let call = Call {
        program,
        dummies: &program.units[target].args,
        actuals: actuals.iter().map(Option::as_ref).collect(),
    };
    call.shape(target, dummy)
}

struct Call<'c> {
    program: &'c Program,
    dummies: &'c [Option<SymbolId>],
    actuals: Vec<Option<&'c Expr>>,
}

impl Call<'_> {
    fn actual(&self, dummy: SymbolId) -> Option<&Expr> {
        let k = self.dummies.iter().position(|d| *d == Some(dummy))?;
        self.actuals.get(k).copied().flatten()
    }

    fn is_dummy(&self, s: SymbolId) -> bool {
        self.dummies.contains(&Some(s))
    }

    /// The shape of a variable of the procedure.
    fn shape(&self, target: UnitId, variable: SymbolId) -> Option<Vec<Expr>> {
        let one = |d: &Dim| {
            let extent = self.extent(d)?;
            // the caller cannot name a constant of the function
            let is_local = |s: SymbolId| self.program.symbols[s].owner == Some(target);
            match int_const(self.program, &extent) {
                Some(n) => Some(int(n)),
                None => (!mentions(&extent, &is_local)).then_some(extent),
            }
        };
        self.program.symbols[variable]
            .variable()?
            .dims
            .iter()
            .map(one)
            .collect()
    }

    /// The extent of a dimension that is declared in terms of the dummy arguments.
    fn extent(&self, d: &Dim) -> Option<Expr> {
        let Dim::Explicit(lo, hi) = d else { return None };
        let hi = self.value(hi)?;
        match lo {
            None => Some(hi),
            Some(lo) => Some(add(sub(hi, self.value(lo)?), int(1))),
        }
    }

    /// An expression in terms of the dummy arguments, rewritten in terms of the actual ones.
    fn value(&self, e: &Expr) -> Option<Expr> {
        let mut out = e.clone();
        // from the outside in, so that an inquiry is found before the variable it asks about
        if let ExprKind::Intrinsic(id, name, args) = &e.kind {
            if id.is_parameter_inquiry() {
                return self.parameter(out);
            }
            if let Some(dummy) = asked(args).filter(|&s| self.is_dummy(s)) {
                return self.inquiry(e, name, dummy, args);
            }
        }
        match &mut out.kind {
            ExprKind::Var(s) if self.is_dummy(*s) => {
                let is_value = e.rank == 0 && matches!(e.ty, Ty::Integer(_));
                let actual = self.actual(*s).filter(|a| is_value && a.rank == 0)?;
                return Some(grouped(actual.clone()));
            }
            ExprKind::Var(s) => {
                let symbol = &self.program.symbols[*s];
                let is_constant = matches!(symbol.kind, SymbolKind::Constant(_));
                return (is_constant || self.is_global(*s) && is_count(e)).then_some(out);
            }
            ExprKind::Component(..) | ExprKind::Index(..) if is_count(e) && !is_constant(self.program, e) => {
                return self.component(e)
            }
            ExprKind::Paren(x) | ExprKind::Unary(_, x) => **x = self.value(x)?,
            ExprKind::Binary(_, a, b) => {
                **a = self.value(a)?;
                **b = self.value(b)?;
            }
            ExprKind::Intrinsic(_, name, args) => {
                let asks = ["size", "lbound", "ubound"]
                    .iter()
                    .any(|n| name.eq_ignore_ascii_case(n));
                for (k, x) in args.iter_mut().filter_map(Arg::expr_mut).enumerate() {
                    *x = match x.kind {
                        ExprKind::Component(..) if asks && k == 0 => self.component(x)?,
                        _ => self.value(x)?,
                    };
                }
            }
            // elements and components of constants, and literals
            _ => {
                let mut fixed = true;
                walk_expr(e, &mut |x| match x.kind {
                    ExprKind::Var(s) => fixed &= matches!(self.program.symbols[s].kind, SymbolKind::Constant(_)),
                    ExprKind::Call(..) => fixed = false,
                    _ => {}
                });
                return fixed.then_some(out);
            }
        }
        Some(out)
    }

    /// A parameter of the type of a dummy argument, or of a variable of a module.
    fn parameter(&self, mut e: Expr) -> Option<Expr> {
        if let ExprKind::Intrinsic(_, _, args) = &mut e.kind {
            let object = args.first_mut().and_then(Arg::expr_mut)?;
            *object = self.component(object)?;
        }
        Some(e)
    }

    /// Checks for a variable of a module that callers can name.
    fn is_global(&self, s: SymbolId) -> bool {
        let symbol = &self.program.symbols[s];
        let is_module = symbol.variable().is_some_and(|v| v.storage == Storage::Module);
        is_module && !symbol.private
    }

    /// A component of a scalar dummy argument, or of a variable of a module.
    fn component(&self, e: &Expr) -> Option<Expr> {
        match &e.kind {
            ExprKind::Var(s) if self.is_dummy(*s) => {
                let actual = self.actual(*s)?;
                (actual.rank == 0 && actual.is_designator()).then(|| actual.clone())
            }
            ExprKind::Var(s) => (e.rank == 0 && self.is_global(*s)).then(|| e.clone()),
            ExprKind::Component(record, c) => {
                let record = self.component(record)?;
                let public = !self.program.symbols[*c].private;
                public.then(|| expr(ExprKind::Component(Box::new(record), *c), e.ty, e.rank))
            }
            ExprKind::Index(array, subs) if matches!(array.kind, ExprKind::Component(..)) => {
                let is_fixed = |s: &Subscript| matches!(s, Subscript::At(k) if int_const(self.program, k).is_some());
                let array = self.component(array)?;
                subs.iter().all(is_fixed).then(|| index(array, subs.clone()))
            }
            _ => None,
        }
    }

    /// `size`, `lbound` or `ubound` of a dummy argument.
    fn inquiry(&self, e: &Expr, name: &str, dummy: SymbolId, args: &[Arg]) -> Option<Expr> {
        let v = self.program.symbols[dummy].variable()?;
        let actual = self.actual(dummy)?;
        if v.attrs.allocatable || v.attrs.pointer {
            // it has the descriptor of the actual argument
            let mut asked = e.clone();
            rewrite_expr(&mut asked, &mut |x| {
                if matches!(x.kind, ExprKind::Var(s) if s == dummy) {
                    *x = actual.clone();
                }
            });
            return matches!(actual.kind, ExprKind::Var(_)).then_some(asked);
        }
        let dim = match args {
            [_] if v.dims.len() == 1 => Some(0),
            [_] => None,
            [_, d] => Some(usize::try_from(int_const(self.program, d.expr()?)? - 1).ok()?),
            _ => return None,
        };
        let extent = |k: usize| match v.dims.get(k)? {
            d @ Dim::Explicit(..) => self.extent(d),
            Dim::Assumed(_) if usize::from(actual.rank) == v.dims.len() => {
                shape_of_array(self.program, actual).into_iter().nth(k)
            }
            _ => None,
        };
        // a dimension without elements has other bounds than it declares
        let from_one = |k: usize| match v.dims.get(k) {
            Some(Dim::Explicit(Some(lo), _) | Dim::Assumed(Some(lo))) => int_const(self.program, lo) == Some(1),
            Some(Dim::Explicit(None, _) | Dim::Assumed(None)) => true,
            _ => false,
        };
        match (name.to_ascii_lowercase().as_str(), dim) {
            ("size", Some(k)) => extent(k),
            ("size", None) => (0..v.dims.len()).map(extent).reduce(|a, b| Some(mul(a?, b?)))?,
            ("ubound", Some(k)) if from_one(k) => extent(k),
            _ => None,
        }
    }
}

/// Checks for a part of a constant.
fn is_constant(program: &Program, e: &Expr) -> bool {
    let base = e.base_symbol();
    base.is_some_and(|s| matches!(program.symbols[s].kind, SymbolKind::Constant(_)))
}

fn is_count(e: &Expr) -> bool {
    e.rank == 0 && matches!(e.ty, Ty::Integer(_))
}

/// The variable that an inquiry is about.
fn asked(args: &[Arg]) -> Option<SymbolId> {
    match args.first()?.expr()?.kind {
        ExprKind::Var(s) => Some(s),
        _ => None,
    }
}

fn grouped(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Binary(..) | ExprKind::Unary(..) => {
            let (ty, rank) = (e.ty, e.rank);
            expr(ExprKind::Paren(Box::new(e)), ty, rank)
        }
        _ => e,
    }
}
