//! The shape of a procedure without source, as calls and interface bodies show it.

use adc_analysis::calls::bind_args;
use adc_frontend::ir::*;

/// A call of a procedure without a definition.
pub(crate) struct Site<'p> {
    pub proc: SymbolId,
    pub args: &'p [Arg],
    pub span: Span,
}

impl Site<'_> {
    /// The interface body that the caller sees.
    pub fn interface(&self, program: &Program) -> Option<UnitId> {
        match &program.symbols[self.proc].kind {
            SymbolKind::Procedure(p) => p.interface,
            _ => None,
        }
    }
}

/// Arguments and result.
pub(crate) struct Shape {
    pub dummies: Vec<Dummy>,
    /// Type of a function's value.
    pub result: Option<DeclType>,
    /// The interface body.
    pub interface: Option<UnitId>,
}

/// A dummy argument.
#[derive(Clone, Copy)]
pub(crate) struct Dummy {
    pub ty: Ty,
    /// True if an array, or an element that may stand for one, is passed.
    pub is_array: bool,
    /// True if a variable is passed that may be changed.
    pub is_variable: bool,
    /// The variable that the first call passes.
    pub name: Option<SymbolId>,
}

impl Shape {
    /// `None` if calls and interface bodies do not show a shape that can be differentiated. A procedure without
    /// arguments that may carry derivatives needs a model only if more is known of it than its calls.
    pub fn of(program: &Program, sites: &[Site], is_described: bool) -> Option<Shape> {
        let mut shape: Option<Shape> = None;
        for site in sites {
            let SymbolKind::Procedure(p) = &program.symbols[site.proc].kind else {
                return None;
            };
            let dummies = dummies(program, site)?;
            let shape = shape.get_or_insert_with(|| Shape {
                dummies: dummies.clone(),
                result: p.result.clone(),
                interface: p.interface,
            });
            let ty = |r: &Option<DeclType>| r.as_ref().map(|d| d.ty);
            let alike =
                shape.dummies.len() == dummies.len() && shape.dummies.iter().zip(&dummies).all(|(a, b)| a.ty == b.ty);
            if !alike || ty(&shape.result) != ty(&p.result) || p.result_rank > 0 {
                return None;
            }
            shape.interface = shape.interface.or(p.interface);
            for (a, b) in shape.dummies.iter_mut().zip(dummies) {
                a.is_array |= b.is_array;
                a.is_variable |= b.is_variable;
            }
        }
        shape.filter(|s| {
            let carries = is_described || s.dummies.iter().any(|d| d.ty.is_differentiable());
            carries && s.result.as_ref().is_none_or(|r| is_number(r.ty))
        })
    }
}

/// The arguments of a call in the order of the dummy arguments: as in the call, or as in an interface body.
fn dummies(program: &Program, site: &Site) -> Option<Vec<Dummy>> {
    let Some(interface) = site.interface(program) else {
        let positional = site.args.iter().all(|a| a.keyword.is_none());
        let dummies = site.args.iter().map(|a| Dummy::passed(program, a.expr()?));
        return positional.then(|| dummies.collect()).flatten();
    };
    let bound = bind_args(program, interface, site.args);
    let formals = program.units[interface].args.iter().zip(bound);
    formals.map(|(f, a)| Dummy::shown(program, (*f)?, a)).collect()
}

fn is_number(ty: Ty) -> bool {
    matches!(ty, Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_) | Ty::Logical(_))
}

fn is_plain(ty: Ty) -> bool {
    is_number(ty) || ty == Ty::Character
}

impl Dummy {
    fn passed(program: &Program, e: &Expr) -> Option<Dummy> {
        let variable = e.base_symbol().and_then(|s| program.symbols[s].variable());
        let fits = is_plain(e.ty) && !matches!(e.kind, ExprKind::Procedure(_));
        fits.then(|| Dummy {
            ty: e.ty,
            is_array: e.rank > 0 || matches!(e.kind, ExprKind::Index(..)),
            is_variable: variable.is_some_and(|v| v.attrs.intent != Some(Intent::In)),
            name: variable.and_then(|_| e.base_symbol()),
        })
    }

    fn shown(program: &Program, formal: SymbolId, actual: Option<&Expr>) -> Option<Dummy> {
        let v = program.symbols[formal].variable()?;
        let fits = is_plain(v.ty.ty) && !v.attrs.allocatable && !v.attrs.pointer;
        let passed = actual.and_then(|a| Dummy::passed(program, a));
        fits.then(|| Dummy {
            ty: v.ty.ty,
            is_array: !v.dims.is_empty(),
            is_variable: passed.is_some_and(|d| d.is_variable),
            name: None,
        })
    }
}
