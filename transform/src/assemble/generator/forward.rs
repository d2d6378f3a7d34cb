//! The forward sweep of a split procedure.

use adc_frontend::ir::*;

/// The two procedures of a split one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForwardUnit {
    /// `foo_fwd`.
    pub unit: UnitId,
    /// Its symbol.
    pub symbol: SymbolId,
    /// The dummy argument for a function's value.
    pub value: Option<SymbolId>,
}
