//! Reports on the applications of optimisations.

use crate::place::Place;
use adc_frontend::span::SourceMap;
use adc_transform::{Application, Fuel, Opt};

/// How often optimisations were applied under [`Options::fuel`](crate::Options::fuel).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FuelReport {
    /// Number of applications.
    pub applied: usize,
    /// Number of applications with enough fuel.
    pub possible: usize,
    /// Number of applications of each optimisation that was applied.
    pub counts: Vec<(Opt, usize)>,
    /// The last application.
    pub last: Option<Applied>,
}

/// An application of an optimisation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Applied {
    /// The optimisation.
    pub optimisation: Opt,
    /// The place; `None` for the program as a whole.
    pub place: Option<Place>,
    /// Its number among the applications at this place, from 0.
    pub number: usize,
}

impl FuelReport {
    pub(crate) fn new(fuel: &Fuel, map: &SourceMap) -> FuelReport {
        let all = fuel.applications();
        let made = &all[..all.len().min(fuel.limit())];
        let count = |opt: Opt| made.iter().filter(|a| a.opt == opt).count();
        let counts = Opt::ALL.iter().map(|&o| (o, count(o)));
        let applied = |&Application { opt, at, number }: &Application| Applied {
            optimisation: opt,
            place: Place::of(at, map),
            number,
        };
        FuelReport {
            applied: made.len(),
            possible: all.len(),
            counts: counts.filter(|c| c.1 > 0).collect(),
            last: made.last().map(applied),
        }
    }
}
