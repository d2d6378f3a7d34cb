//! Many directions at once: the derivative program of one direction becomes one of `nd` directions.
//!
//! Tangents and adjoints are linear in derivatives, and nothing that the original computes depends on a derivative. So
//! code for one direction consists of statements about values, which stay as they are, and of statements about
//! derivatives, which run once per direction:
//!
//! ```text
//! subroutine f_d(x, xd, y, yd)        subroutine f_dv(x, xd, y, yd, nd)
//!                                        do dir = 1, nd
//! yd = cos(x)*xd                            yd(dir) = cos(x)*xd(dir)
//!                                        end do
//! y = sin(x)                             y = sin(x)
//! ```
//!
//! | step | |
//! |---|---|
//! | [`carriers`] | finds the variables that carry derivatives: shadows, and what is computed from them |
//! | [`storage`] | moves derivatives of COMMON blocks to modules, and allocates those of modules |
//! | [`declare`] | gives them a first dimension of extent `nd`, and procedures the argument `nd` |
//! | [`statements`], [`memory`] | finds the statements that run once per direction |
//! | [`runs`] | puts them into loops over directions, many into one loop |
//! | [`elements`] | turns array assignments into loops over elements, whose directions are neighbours in memory |
//! | [`calls`] | passes all directions to derivatives of procedures |
//! | [`by_hand`] | calls derivatives that the user writes: once, or once per direction |
//! | [`formals`] | finds the dummy argument that receives an actual one |
//! | [`copies`] | makes copies of what cannot be passed where it is |
//! | [`tape`] | pushes and pops all directions of a value |
//! | [`alone`] | makes temporaries that live in one iteration of such a loop scalars again |
//! | [`single`] | writes such loops out if there is one direction |
//! | [`place`] | finds the statement of the original for messages |
//! | [`driver`] | calls the procedure of constant width, block by block |
//!
//! With `--directions 8`, `nd` is the constant 8, and no argument: compilers unroll and vectorise the loops, and keep
//! what lives in them in registers.
//!
//! The direction is the first index, so that the loops run through contiguous memory. Values, branches, records and
//! snapshots are shared by all directions.
//!
//! **Condition.** A statement that reads derivatives writes derivatives only. [`statements`] refuses others. Statements
//! in one loop over directions touch derivatives of one direction per iteration, so iterations are independent, and
//! neighbouring loops may be joined.

mod alone;
mod at;
mod by_hand;
mod calls;
mod carriers;
mod copies;
mod declare;
mod driver;
mod elements;
mod formals;
mod memory;
mod place;
mod runs;
mod single;
mod statements;
mod storage;
mod tape;
mod writer;

use crate::assemble::generator::Generator;
use adc_frontend::diag::any_error;
use adc_frontend::ir::*;
pub(crate) use at::asks_for_nonzero;
pub(crate) use carriers::Carriers;
use carriers::Directions;
pub(crate) use driver::{entity, interface, not_copied, section, why_dynamic, why_once, why_sizeless, written};
pub(crate) use elements::{element_of, extents};
use indexmap::{IndexMap, IndexSet};
pub(crate) use place::of as place_of;
pub(crate) use storage::modules_for_commons;

/// Makes the finished derivative program of one direction one of many; procedures of another kind stay as they are.
pub(crate) fn multiply(g: &mut Generator, others: &IndexSet<UnitId>) {
    storage::modules_for_commons(g);
    let mut units = made_procedures(g);
    let of_others = |u: &UnitId| others.contains(u) || g.out.units[*u].parent.is_some_and(|p| others.contains(&p));
    units.retain(|u| !of_others(u));
    let carriers = Carriers::of(g, &units);
    let width = g.options.directions;
    let count = declare::counts(g, &units, &carriers, width);
    let all = Directions { carriers, count };
    let mut indices = IndexMap::new();
    for &u in all.count.keys() {
        let body = std::mem::take(&mut g.out.units[u].body);
        let (body, index) = statements::of_unit(g, &all, u, body);
        g.out.units[u].body = body;
        indices.extend(index.map(|index| (u, index)));
    }
    if any_error(&g.messages) {
        return;
    }
    let allocated = declare::variables(g, &all, width);
    declare::signatures(g, &all);
    for (&u, &index) in &indices {
        alone::scalars(g, &all, (u, index));
        single::written_out(g, &all, (u, index));
    }
    let heads: Vec<(UnitId, UnitId)> = g.heads.units().map(|u| (u, g.derivative_of_head(u))).collect();
    storage::allocate(g, &all, &heads, allocated);
    // a Jacobian calls the procedure of constant width
    let with_driver = g.options.jacobian.is_none();
    for of in g.heads.iter() {
        if let Some(width) = width.filter(|_| with_driver && !any_error(&g.messages)) {
            let driver = driver::beside(g, &all, of, width);
            g.entries.insert(of.unit, driver);
        }
    }
}

/// The generated procedures with a body, and interfaces of such.
pub(crate) fn made_procedures(g: &Generator) -> Vec<UnitId> {
    let by_hand = carriers::by_hand(g);
    let is_made = |u: &UnitId| !g.primal.units.contains(*u) && !by_hand.contains(u);
    let units = g.out.units.iter().filter(|(u, x)| is_made(u) && x.is_procedure());
    units.map(|(u, _)| u).collect()
}
