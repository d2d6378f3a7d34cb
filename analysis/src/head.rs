//! What is to be differentiated.

use adc_frontend::ir::{SymbolId, UnitId};

/// The head: the procedure that is differentiated, with respect to what, and what of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadSpec {
    /// The procedure.
    pub unit: UnitId,
    /// Independents: dummy arguments, COMMON members or module variables.
    pub independents: Vec<SymbolId>,
    /// Dependents: the same, and the result variable of a function.
    pub dependents: Vec<SymbolId>,
}
