//! The table of intrinsic procedures: one row for each generic name.
//!
//! A row defines the type of a reference ([`crate::typing`]), the binding of its arguments ([`bind()`]) and its
//! derivative ([`crate::derivatives`]). Tangent, adjoint, linearity analysis and to-be-recorded analysis all derive their
//! knowledge of an intrinsic from its row. To add an intrinsic, add a row in [`table`], with a probe point if it has
//! formulas, and regenerate `docs/reference/intrinsics.md` ([`doc`]).
//!
//! A name found here denotes the intrinsic only if no other declaration of that name is visible; the caller must check.
//! Only [`find_in_module`] finds rows with a [`Row::module`].

mod bind;
pub mod doc;
pub mod modules;
pub mod mpi;
pub mod openmp;
pub mod power;
pub mod row;
mod rule;
pub mod table;

pub use bind::{bind, bound, positions};
pub use modules::builtin_module;
pub use row::{
    Accept, Access, ArgSpec, ArrayRule, Choice, Class, Partial, ResultRank, ResultType, Row, Rule, Specific, Standard,
    Structural,
};

use crate::ir::IntrinsicId;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The rows in order of their ids.
fn rows() -> &'static [&'static Row] {
    static ROWS: OnceLock<Vec<&'static Row>> = OnceLock::new();
    let tables = || table::TABLES.iter().map(|t| t.1).chain(table::INTERNAL);
    ROWS.get_or_init(|| tables().flatten().collect())
}

/// Every id.
pub fn all() -> impl Iterator<Item = IntrinsicId> {
    (0..rows().len() as u16).map(IntrinsicId)
}

/// Maps a name to its row and, for a specific name, to its place in [`Row::specifics`]. Only looked up, never iterated:
/// its order does not affect any output.
type Names = HashMap<&'static str, (IntrinsicId, Option<&'static Specific>)>;

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names = Names::new();
        for id in all() {
            let row = id.row();
            names.insert(row.name, (id, None));
            for s in row.specifics {
                names.insert(s.name, (id, Some(s)));
            }
        }
        names
    })
}

/// The intrinsic procedure of a folded name, generic or specific, that needs no module.
pub fn find(folded: &str) -> Option<IntrinsicId> {
    names()
        .get(folded)
        .map(|&(id, _)| id)
        .filter(|id| id.row().module.is_none())
}

/// The procedure of a folded name in an intrinsic module. `ieee_arithmetic` also provides those of `ieee_exceptions`.
pub fn find_in_module(module: &str, folded: &str) -> Option<IntrinsicId> {
    let id = names().get(folded)?.0;
    let home = id.row().module?;
    (home == module || (home == "ieee_exceptions" && module == "ieee_arithmetic")).then_some(id)
}

/// The procedures of an intrinsic module, in the order of the table.
pub fn in_module(module: &str) -> impl Iterator<Item = IntrinsicId> + '_ {
    all().filter(move |id| find_in_module(module, id.row().name).is_some())
}

/// The specific intrinsic of a name; `None` for generic names.
pub fn find_specific(folded: &str) -> Option<&'static Specific> {
    names().get(folded)?.1
}

/// The row of `x%n` where `n` is a LEN parameter of the derived type of `x`. The reference has the name `%n`, which no
/// procedure has; the second argument is the position of the parameter.
pub const PARAMETER_INQUIRY: &str = "object%parameter";

/// Row of a name that is known to be in the table, such as the names in formulas.
pub(crate) fn known(name: &str) -> Option<IntrinsicId> {
    names().get(name).map(|&(id, _)| id)
}

impl IntrinsicId {
    /// True for `x%n`, [`PARAMETER_INQUIRY`].
    pub fn is_parameter_inquiry(self) -> bool {
        self.name() == PARAMETER_INQUIRY
    }

    /// The row.
    pub fn row(self) -> &'static Row {
        rows()[self.0 as usize]
    }

    /// The generic name, folded.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The row for a reference with `count` arguments: `atan` of two is `atan2`; Bessel functions of three give several
    /// orders.
    pub fn with_args(self, count: usize) -> IntrinsicId {
        match (self.name(), count) {
            ("atan", 2) => known("atan2").unwrap_or(self),
            ("atand", 2) => known("atan2d").unwrap_or(self),
            ("bessel_jn", 3) => known("bessel_jn(n1:n2)").unwrap_or(self),
            ("bessel_yn", 3) => known("bessel_yn(n1:n2)").unwrap_or(self),
            _ => self,
        }
    }
}

impl Row {
    /// May stand in an expression.
    pub fn is_function(&self) -> bool {
        !matches!(self.class, Class::Subroutine | Class::PureSubroutine)
    }

    /// May stand in a `CALL`.
    pub fn is_subroutine(&self) -> bool {
        matches!(self.class, Class::Subroutine | Class::PureSubroutine | Class::Both)
    }

    /// True if its only effect is its result, which depends on nothing but its arguments.
    pub fn is_pure(&self) -> bool {
        !matches!(self.class, Class::Impure | Class::Subroutine | Class::Both)
    }

    /// Position of an argument by its folded keyword.
    pub fn arg(&self, keyword: &str) -> Option<usize> {
        let is_it = |a: &ArgSpec| a.name == keyword || a.alias == Some(keyword);
        match self.args.iter().position(is_it) {
            None if self.variadic => keyword.strip_prefix('a')?.parse::<usize>().ok()?.checked_sub(1),
            found => found,
        }
    }

    /// The description of the argument at a position; arguments beyond the last of a variadic procedure are described
    /// like the last.
    pub fn spec(&self, position: usize) -> Option<&'static ArgSpec> {
        let args: &'static [ArgSpec] = self.args;
        match args.get(position) {
            None if self.variadic => args.last(),
            found => found,
        }
    }

    /// The name of the argument at a position.
    pub fn arg_name(&self, position: usize) -> String {
        match self.args.get(position) {
            None if self.variadic => format!("a{}", position + 1),
            found => found.map_or(String::new(), |a| a.name.to_string()),
        }
    }
}
