//! Dummy arguments of derivatives, generated or hand-written: which receives an actual argument, and what the procedure
//! does with it.

use crate::assemble::generator::Generator;
use crate::options::mode::Mode;
use adc_analysis::calls::dummy_of as dummy_by_name;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;

/// The name of the argument with the number of directions.
pub(super) const COUNT: &str = "nd";

/// The procedure without source whose derivative a unit is.
pub(super) fn model_of(g: &Generator, derivative: UnitId) -> Option<UnitId> {
    let mut models = g.units.iter().filter(|(u, _)| g.models.contains(**u));
    models.find(|(_, &d)| d == derivative).map(|(&u, _)| u)
}

/// The dummy argument that receives an actual one. Keywords of hand-written derivatives come from descriptions.
pub(super) fn dummy_of(g: &Generator, target: UnitId, k: usize, a: &Arg) -> Option<SymbolId> {
    let (Some(word), Some(model)) = (&a.keyword, model_of(g, target)) else {
        return dummy_by_name(&g.out, target, k, a);
    };
    if !g.has_optional_shadows(model) {
        return dummy_by_name(&g.out, target, k, a);
    }
    let is_it = |name: &SmolStr| name.eq_ignore_ascii_case(word);
    let places = g.primal.units[model].args.iter().enumerate();
    let of_argument = places.filter_map(|(k, s)| Some((Some(k), (*s)?)));
    let value = g.primal.units[model].result.map(|r| (None, r));
    of_argument.chain(value).find_map(|(place, s)| {
        let (plain, of_shadow) = g.keywords(model, place, s);
        match (is_it(&plain), of_shadow.is_some_and(|n| is_it(&n))) {
            (true, _) => Some(s),
            (_, true) => g.shadows.get(&s).copied(),
            _ => None,
        }
    })
}

/// The keyword of the derivative of a function's value.
pub(super) fn value_name(g: &Generator, target: UnitId) -> Option<SmolStr> {
    let model = model_of(g, target)?;
    g.keywords(model, None, g.primal.units[model].result?).1
}

/// The procedure without source, and its argument, of a dummy argument of a hand-written derivative.
fn argument(g: &Generator, target: UnitId, formal: SymbolId) -> Option<(UnitId, SymbolId)> {
    let model = model_of(g, target)?;
    Some((model, g.primals.get(&formal).copied().unwrap_or(formal)))
}

/// True if an element that is passed stands for the rest of its array.
pub(super) fn takes_array(g: &Generator, target: UnitId, formal: SymbolId) -> bool {
    let is_scalar = argument(g, target, formal).is_some_and(|(model, s)| {
        let place = g.primal.units[model].args.iter().position(|a| *a == Some(s));
        let described = place.and_then(|k| g.models.description(model)?.arguments.get(k));
        described.is_some_and(|a| a.is_scalar)
    });
    g.out.symbols[formal].rank() > 0 && !is_scalar
}

/// True if a derivative may change a dummy argument for derivatives.
pub(super) fn may_write(g: &Generator, target: UnitId, formal: SymbolId) -> bool {
    match argument(g, target, formal) {
        Some((model, s)) if g.mode == Mode::Tangent => flow(g, model, s).is_some(),
        Some(_) => true,
        None => g.out.symbols[formal]
            .variable()
            .is_none_or(|v| v.attrs.intent != Some(Intent::In)),
    }
}

/// What a procedure without source writes to an argument.
fn flow<'g>(g: &'g Generator, model: UnitId, argument: SymbolId) -> Option<&'g Flow> {
    let flows = &g.primal.units[model].model()?.flows;
    flows.iter().find(|f| f.to.base_symbol() == Some(argument))
}

/// True if the next call must find the value that an argument had before this one.
pub(super) fn must_be_restored(g: &Generator, target: UnitId, formal: SymbolId) -> bool {
    let Some(model) = model_of(g, target) else { return false };
    // an adjoint has variables of its own for outputs
    let name = &g.out.symbols[formal].name;
    let mut own = g.primal.units[model].args.iter().flatten();
    let Some(&s) = own.find(|&&s| s == formal || g.primal.symbols[s].name.eq_ignore_ascii_case(name)) else {
        return false;
    };
    let changes_none = g.mode == Mode::Reverse && g.models.description(model).is_some_and(|d| d.is_frugal);
    !changes_none && flow(g, model, s).is_some_and(|f| !f.kills)
}
