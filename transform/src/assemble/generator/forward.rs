//! The forward sweep of a split procedure: its unit and symbols, used by the generator, calls and the emitted sweeps.

use adc_frontend::ir::*;

/// The forward sweep of a split procedure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForwardUnit {
    /// `foo_fwd`.
    pub unit: UnitId,
    /// Its symbol.
    pub symbol: SymbolId,
    /// The dummy argument for a function's value.
    pub value: Option<SymbolId>,
}
