//! The two modes of differentiation.

/// The mode of differentiation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Directional derivative.
    Tangent,
    /// Gradient.
    Reverse,
}
