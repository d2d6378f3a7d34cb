//! The arguments that take Jacobians: `y_x`, with the dimensions of `y`, then those of `x`, for each dependent `y` and
//! independent `x`.

use crate::assemble::generator::Generator;
use crate::directions::{interface, why_dynamic, why_sizeless};
use crate::normalize::temps::new_variable;
use crate::rules::size_of;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

/// The matrix of a dependent and an independent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix {
    pub dependent: SymbolId,
    pub independent: SymbolId,
    pub symbol: SymbolId,
}

impl Matrix {
    /// An element or a section; the matrix itself where both variables are scalars.
    pub fn at(&self, program: &Program, at: Vec<Subscript>) -> Expr {
        let whole = var(program, self.symbol);
        match at.is_empty() {
            true => whole,
            false => index(whole, at),
        }
    }

    /// The number of elements, if it is constant.
    pub fn size(&self, program: &Program) -> Option<usize> {
        super::count(program, self.symbol)
    }
}

/// A subroutine beside the tangent in many directions, with the arguments that the original has, and without
/// statements; the arguments of the tangent, the number of directions last.
pub(super) fn driver(g: &mut Generator, head: UnitId) -> (UnitId, Vec<SymbolId>) {
    let shadows: Vec<SymbolId> = g.shadows.values().copied().collect();
    let name = match g.options.unit_suffix.is_some() {
        // the tangent has the name for which the Jacobian is called
        true => {
            let name = g.out.units[head].name.clone();
            g.rename_procedure(head, &format!("{name}{}", g.options.suffix_vector_tangent));
            name.to_string()
        }
        false => format!(
            "{}{}",
            g.primal.units[g.heads.first().unit].name,
            g.options.suffix_jacobian
        ),
    };
    let args: Vec<SymbolId> = g.out.units[head].args.iter().flatten().copied().collect();
    let count = args.last().copied().filter(|_| g.options.directions.is_none());
    let leaves_out = |s: SymbolId| shadows.contains(&s) || Some(s) == count;
    let unit = interface(g, head, &name, &leaves_out);
    let own = args.iter().copied().filter(|&s| !leaves_out(s));
    g.out.units[unit].args = own.map(Some).collect();
    (unit, args)
}

/// Takes the shadows from the arguments of a tangent; a function becomes a subroutine.
pub(super) fn without_shadows(g: &mut Generator, unit: UnitId) {
    let shadows: Vec<SymbolId> = g.shadows.values().copied().collect();
    let is_shadow = |s: &SymbolId| shadows.contains(s);
    let made = &mut g.out.units[unit];
    made.args.retain(|a| !a.is_some_and(|s| is_shadow(&s)));
    made.symbols.retain(|s| !is_shadow(s));
    made.names.retain(|_, s| !is_shadow(s));
    if made.kind == UnitKind::Function {
        made.kind = UnitKind::Subroutine;
        made.result = None;
    }
}

/// The number of elements of a variable.
pub(super) fn count(program: &Program, s: SymbolId) -> Expr {
    let whole = var(program, s);
    match whole.rank {
        0 => int(1),
        _ => size_of(&whole, None),
    }
}

/// The number of elements of some variables.
pub(super) fn total(program: &Program, all: &[SymbolId]) -> Expr {
    let counts = all.iter().map(|&s| count(program, s));
    counts.reduce(add).unwrap_or_else(|| int(0))
}

/// Declares the matrices in a procedure, as its last arguments; `None` after an error.
pub(super) fn declare(g: &mut Generator, unit: UnitId) -> Option<Vec<Matrix>> {
    let (dependents, independents) = (g.heads.first().dependents.clone(), g.heads.first().independents.clone());
    let unfit = dependents
        .iter()
        .chain(&independents)
        .find_map(|&s| Some((s, unfit(g, s)?)));
    if let Some((s, why)) = unfit {
        let symbol = &g.primal.symbols[s];
        let message = format!("no argument can take the Jacobian: `{}` {why}", symbol.name);
        let message = Diagnostic::error(codes::UNSUPPORTED_DATA, symbol.span, message);
        g.messages
            .push(message.help("use `--tangent --vector`, or `--reverse --vector`"));
        return None;
    }
    let mut all = vec![];
    for &dependent in &dependents {
        for &independent in &independents {
            all.push(Matrix {
                dependent,
                independent,
                symbol: matrix(g, unit, dependent, independent),
            });
        }
    }
    let args = all.iter().map(|m| Some(m.symbol));
    g.out.units[unit].args.extend(args);
    Some(all)
}

/// The reason for which a variable can have no matrix.
pub(super) fn unfit(g: &Generator, s: SymbolId) -> Option<&'static str> {
    let v = g.primal.symbols[s].variable()?;
    match v.storage {
        Storage::Dummy | Storage::Result => {}
        _ => return Some("is no argument"),
    }
    match v.ty.ty {
        Ty::Real(_) => why_dynamic(v).or_else(|| why_sizeless(&v.dims)),
        _ => Some("is not real"),
    }
}

fn matrix(g: &mut Generator, unit: UnitId, dependent: SymbolId, independent: SymbolId) -> SymbolId {
    // as declared in derivatives: without hidden constants
    let of = |s: SymbolId| g.out.symbols[s].variable().cloned();
    let (y, x) = (of(dependent), of(independent));
    let name = format!(
        "{}_{}",
        g.primal.symbols[dependent].name, g.primal.symbols[independent].name
    );
    let name = g.namer(unit).fresh(&name);
    let mut dims: Vec<Dim> = [&y, &x].into_iter().flatten().flat_map(|v| v.dims.clone()).collect();
    // all dimensions of an argument are assumed, or none
    if dims.iter().any(|d| matches!(d, Dim::Assumed(_))) {
        dims = vec![Dim::Assumed(None); dims.len()];
    }
    let matrix = Variable {
        ty: DeclType::plain(y.map_or(Ty::Real(8), |v| v.ty.ty)),
        dims,
        storage: Storage::Dummy,
        attrs: Attrs {
            intent: Some(Intent::Out),
            ..Attrs::default()
        },
        init: None,
    };
    new_variable(&mut g.out, unit, name, matrix)
}
