//! The two derivatives.

/// Which derivative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Directional derivative.
    Tangent,
    /// Gradient.
    Reverse,
}
