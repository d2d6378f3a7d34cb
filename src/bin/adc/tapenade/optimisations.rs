//! The optimisations that `-nooptim` names.

use adc::{nearest, Optimisation, Optimisations};

/// The optimisations that are switched off.
#[derive(Default)]
pub struct Optims {
    all: bool,
    some: Vec<Optimisation>,
}

/// Tapenade's name of an optimisation, and the optimisations of adc with the same purpose.
struct Named(&'static str, &'static [Optimisation]);

const NAMES: &[Named] = &[
    Named("activity", &[Optimisation::Activity]),
    Named("tbr", &[Optimisation::Tbr]),
    Named("snapshot", &[Optimisation::Snapshot]),
    Named("diffliveness", &[Optimisation::Liveness]),
    Named("adjointliveness", &[Optimisation::Liveness]),
    Named("recomputeintermediates", &[Optimisation::Recompute]),
    Named("mergediff", &[Optimisation::Increments]),
    Named("spareinit", &[Optimisation::Scalars]),
    Named("usefulness", &[]),
    Named("diffarguments", &[]),
    Named("splitdiff", &[]),
    Named("saveonlyused", &[]),
    Named("deadcontrol", &[]),
    Named("dc", &[]),
    Named("difftypes", &[]),
    Named("stripprimalcode", &[]),
    Named("stripprimalmodules", &[]),
    Named("diffmodules", &[]),
    Named("refineadmm", &[]),
];

/// Tapenade's name of all optimisations.
const EVERY: &str = "everyoptim";

/// Switches optimisations off; the names without a counterpart in adc.
///
/// # Errors
/// If Tapenade has no optimisation of a name.
pub fn switched_off(optims: &mut Optims, value: &str) -> Result<Vec<String>, String> {
    let mut idle = vec![];
    for word in value.split([' ', ',']).filter(|w| !w.is_empty()) {
        if word == EVERY {
            optims.all = true;
            continue;
        }
        match NAMES.iter().find(|n| n.0 == word) {
            Some(Named(_, [])) => idle.push(word.to_string()),
            Some(Named(_, some)) => optims.some.extend(*some),
            None => {
                let names = NAMES.iter().map(|n| n.0).chain([EVERY]);
                let near = nearest(word, names).map_or(String::new(), |n| format!("; did you mean `{n}`?"));
                return Err(format!("Tapenade 3.16 has no optimisation `{word}`{near}"));
            }
        }
    }
    Ok(idle)
}

/// The optimisations that are left. Contracted calls would add procedures that builds for Tapenade do not expect.
pub fn left(optims: &Optims) -> Optimisations {
    match optims.all {
        true => Optimisations::NONE,
        false => {
            let all = optims.some.iter().chain(&[Optimisation::Contract]);
            all.fold(Optimisations::ALL, |set, &o| set.without(o))
        }
    }
}

/// The rows of the book's table: Tapenade's names, and those of adc.
pub fn rows() -> Vec<(&'static str, String)> {
    let some = NAMES.iter().map(|Named(name, own)| {
        let own: Vec<String> = own.iter().map(|o| format!("`{}`", o.name())).collect();
        (*name, own.join(", "))
    });
    some.chain([(EVERY, "all".to_string())]).collect()
}
