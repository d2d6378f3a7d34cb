//! The table of the optimisations that a user can switch off. Switches, `--help`, the header of generated files, the
//! option sets of random programs and [`Fuel`] are derived from it. A test compares it with the tables of the book.
//!
//! An optimisation is *applied* at a place of the source: a pass asks [`Options::apply`] when nothing else prevents it,
//! and leaves the statement unchanged if the answer is no. So a wrong derivative can be traced to one application: with
//! fuel for `n`, only the first `n` are made.

use super::{Method, Options};
use adc_frontend::span::Span;
use indexmap::IndexSet;
use std::sync::{Arc, Mutex};

/// A row of the table.
struct Row {
    name: &'static str,
    help: &'static str,
}

macro_rules! optimisations {
    ($($opt:ident $name:literal $help:literal;)*) => {
        /// An optimisation that can be switched off.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Opt {
            $(
                #[doc = $help]
                $opt,
            )*
        }

        impl Opt {
            /// All of them, in the order of the documentation.
            pub const ALL: &'static [Opt] = &[$(Opt::$opt),*];

            const fn row(self) -> Row {
                match self {
                    $(Opt::$opt => Row { name: $name, help: $help },)*
                }
            }
        }
    };
}

optimisations! {
    Activity "activity" "Only variables that depend on an independent and influence a dependent have derivatives";
    Liveness "liveness" "The forward sweep omits statements that only unneeded results depend on";
    Tbr "tbr" "Only values that the reverse sweep reads are recorded";
    AdjointWrite "adjoint-write" "Only variables that the adjoint of a call overwrites are restored around it";
    Snapshot "snapshot" "Snapshots contain only values that the adjoint of a call reads";
    Sections "sections" "Calls save the section of an array that they overwrite";
    Ends "ends" "Scalars that live in one iteration are recorded at its end";
    Bulk "bulk" "Elements that a loop overwrites are recorded as one section";
    Fusion "fusion" "Loops with independent iterations run their forward and reverse parts in one loop";
    Scalars "scalars" "Derivatives of scalars are assigned rather than set to zero and added to";
    Nests "nests" "Array statements of one shape share one loop nest";
    Increments "increments" "Increments of one element in an iteration are added at once";
    Totals "totals" "Increments to one element are added up in a scalar over a loop";
    Lanes "lanes" "Sums over a loop are added up in several partial sums, and iterations run side by side";
    Indexed "indexed" "Loops record in arrays rather than on the tape";
    Inline "inline" "Small procedures are inlined in the loops that call them";
    Subexpressions "subexpressions" "Expensive intrinsics are evaluated once for a statement and its derivative";
    Peel "peel" "First and last iterations that a loop tests for are peeled";
    Rows "rows" "Increments of neighbouring elements are gathered";
    Powers "powers" "Derivatives with powers of one base share them";
    Reciprocals "reciprocals" "Derivatives with one divisor are multiplied by its reciprocal";
    Recompute "recompute" "Scalars are recomputed in the reverse sweep rather than recorded";
    ByResult "by-result" "Derivatives are computed from the results of assignments";
    Order "order" "Loops record no element that they overwrite before they read it";
    Sums "sums" "Loops that add to one scalar are differentiated in the forward sweep";
    Blocks "blocks" "Loops that carry scalars are recorded block by block";
    Preaccumulate "preaccumulate" "Sequences of assignments are differentiated by their local Jacobian";
    Contract "contract" "With `--preaccumulate always`, calls with few scalars that carry derivatives return their partial derivatives";
    Direct "direct" "Rows of sparse Jacobians are stored where their dependents are computed";
}

impl Opt {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// A one-line description.
    pub const fn help(self) -> &'static str {
        self.row().help
    }

    /// The optimisation of a name.
    pub fn named(name: &str) -> Option<Opt> {
        Opt::ALL.iter().copied().find(|o| o.name() == name)
    }
}

/// A set of optimisations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptSet(u32);

impl OptSet {
    /// The empty set.
    pub const NONE: OptSet = OptSet(0);

    /// All optimisations.
    pub const ALL: OptSet = OptSet((1 << Opt::ALL.len()) - 1);

    /// True for a member.
    pub const fn has(self, opt: Opt) -> bool {
        self.0 & (1 << opt as u32) != 0
    }

    /// The set with one more.
    #[must_use]
    pub const fn with(self, opt: Opt) -> OptSet {
        OptSet(self.0 | 1 << opt as u32)
    }

    /// The set without one of them.
    #[must_use]
    pub const fn without(self, opt: Opt) -> OptSet {
        OptSet(self.0 & !(1 << opt as u32))
    }
}

/// One application of an optimisation at a place of the source: the same question has the same answer in all rounds of
/// planning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Application {
    /// The optimisation.
    pub opt: Opt,
    /// The statement, or the procedure, that it was applied to.
    pub at: Span,
    /// Number among several applications there: statements of a sweep have no source position of their own, so they are
    /// counted by procedure, each time its derivative is generated.
    pub number: usize,
}

/// A limit on applications, and their list in the order in which they were first requested. On one thread that order is
/// always the same.
#[derive(Debug)]
pub struct Fuel {
    limit: usize,
    asked: Mutex<IndexSet<Application>>,
}

impl Fuel {
    /// Fuel for a number of applications.
    pub fn new(limit: usize) -> Fuel {
        Fuel {
            limit,
            asked: Mutex::default(),
        }
    }

    /// The number of applications.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// True for the first `limit` applications.
    fn burn(&self, application: Application) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (number, _) = asked.insert_full(application);
        number < self.limit
    }

    /// All requested applications; the first `limit` of them were made.
    pub fn applications(&self) -> Vec<Application> {
        let asked = self.asked.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        asked.iter().copied().collect()
    }
}

impl Options {
    /// True if an optimisation is to be applied at a place.
    pub fn apply(&self, opt: Opt, at: Span) -> bool {
        self.apply_one(opt, at, 0)
    }

    /// The same for one of several applications at a place.
    pub fn apply_one(&self, opt: Opt, at: Span, number: usize) -> bool {
        let burns = |f: &Arc<Fuel>| f.burn(Application { opt, at, number });
        self.optimisations.has(opt) && self.fuel.as_ref().is_none_or(burns)
    }

    /// The activity analysis to run.
    pub(crate) fn method(&self) -> Method {
        match self.apply(Opt::Activity, Span::NONE) {
            true => self.activity,
            false => Method::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        assert!(Opt::ALL.iter().all(|&o| OptSet::ALL.has(o) && !OptSet::NONE.has(o)));
        let two = OptSet::NONE.with(Opt::Tbr).with(Opt::Blocks);
        assert!(two.has(Opt::Tbr) && two.has(Opt::Blocks) && !two.has(Opt::Sums));
        assert_eq!(two.without(Opt::Tbr), OptSet::NONE.with(Opt::Blocks));
    }

    #[test]
    fn names_differ() {
        assert!(Opt::ALL.iter().all(|&o| Opt::named(o.name()) == Some(o)));
    }

    #[test]
    fn an_application_has_one_answer() {
        let fuel = Fuel::new(1);
        let at = |lo| Application {
            opt: Opt::Tbr,
            at: Span { lo, hi: lo + 1 },
            number: 0,
        };
        let (a, b) = (at(3), at(9));
        assert!(fuel.burn(a) && !fuel.burn(b) && fuel.burn(a));
        assert_eq!(fuel.applications(), [a, b]);
    }
}
