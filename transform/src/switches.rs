//! The optimisations that a user can switch off: the one list of them. The command line takes its names from here, tests their sets of options.

use crate::{Method, Options};

/// An optimisation that can be switched off.
pub struct Switch {
    /// Its name behind `--no-opt`.
    pub name: &'static str,
    off: fn(&mut Options),
}

const fn switch(name: &'static str, off: fn(&mut Options)) -> Switch {
    Switch { name, off }
}

/// All of them, in the order of the documentation.
pub const SWITCHES: &[Switch] = &[
    switch("activity", |o| o.activity = Method::All),
    switch("liveness", |o| o.liveness = false),
    switch("tbr", |o| o.tbr = false),
    switch("adjoint-write", |o| o.adjoint_write = false),
    switch("snapshot", |o| o.snapshot = false),
    switch("sections", |o| o.sections = false),
    switch("bulk", |o| o.bulk = false),
    switch("fusion", |o| o.fusion = false),
    switch("scalars", |o| o.scalars = false),
    switch("nests", |o| o.nests = false),
    switch("increments", |o| o.increments = false),
    switch("indexed", |o| o.indexed = false),
    switch("inline", |o| o.inline = false),
    switch("subexpressions", |o| o.subexpressions = false),
    switch("peel", |o| o.peel = false),
    switch("rows", |o| o.rows = false),
    switch("reciprocals", |o| o.reciprocals = false),
    switch("recompute", |o| o.recompute = false),
    switch("order", |o| o.order = false),
    switch("sums", |o| o.sums = false),
    switch("blocks", |o| o.blocks = false),
    // accepted, and to come
    switch("preaccumulate", |_| {}),
];

impl Options {
    /// Without an optimisation; names that are no switch change nothing, as the command line refuses them.
    #[must_use]
    pub fn without(mut self, name: &str) -> Options {
        for s in SWITCHES.iter().filter(|s| s.name == name) {
            (s.off)(&mut self);
        }
        self
    }
}
