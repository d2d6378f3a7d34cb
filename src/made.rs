//! One differentiation.

use crate::error::Error;
use crate::fuel::FuelReport;
use crate::program::Read;
use crate::value::Head;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::parallel;
use adc_transform::head;

/// A derivative program, before it is text.
pub(crate) struct Made {
    /// The program.
    pub(crate) program: adc_transform::Derivative,
    /// Messages about it and its sources.
    pub(crate) messages: Vec<Diagnostic>,
    /// The use of fuel.
    pub(crate) fuel: Option<FuelReport>,
}

impl Made {
    /// Differentiates once.
    pub(crate) fn new(
        read: &Read,
        heads: &[Head],
        mode: adc_transform::Mode,
        options: &adc_transform::Options,
    ) -> Result<Made, Error> {
        let (program, mut messages) = read.for_heads(heads)?;
        let failed = |messages: &[Diagnostic]| Error::of_source(messages, &read.map);
        let heads = head::resolve(&program, &Head::texts(heads), &mut messages);
        let heads = heads.ok_or_else(|| failed(&messages))?;
        let (made, more) = adc_transform::differentiate(&program, &heads, mode, options);
        messages.extend(more);
        let fuel = options.fuel.as_deref().map(|f| FuelReport::new(f, &read.map));
        match made {
            Some(program) if !any_error(&messages) => Ok(Made {
                program,
                messages,
                fuel,
            }),
            _ => Err(failed(&messages).with_fuel(fuel)),
        }
    }

    /// The names of the heads' derivatives.
    pub(crate) fn procedures(&self) -> Vec<String> {
        let names = self.program.heads.iter().map(|&h| &self.program.program.units[h].name);
        names.map(ToString::to_string).collect()
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        parallel::discard(vec![std::mem::take(&mut self.program.program)]);
    }
}
