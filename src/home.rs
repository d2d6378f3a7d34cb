//! The files to which the units of derivative programs belong.

use crate::options::Mode;
use adc_frontend::span::FileId;

/// The file to which a unit belongs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Home {
    /// The source with its original.
    pub(crate) source: FileId,
    /// The mode; `None` if the file replaces the source.
    pub(crate) mode: Option<Mode>,
}
