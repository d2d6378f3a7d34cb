//! Derivative rules.

/// The derivative of a procedure.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Elemental: one formula for each argument with a derivative; for the others it is zero or does not exist.
    Partials(&'static [Partial]),
    /// `max` and `min`: the derivative goes to the argument chosen, [`crate::derivatives::choice_mask`].
    Choice(Choice),
    /// Linear or not holomorphic, so no scalar factor expresses the derivative; the transformation implements these.
    Structural(Structural),
    /// Array functions; the transformation implements these.
    Array(ArrayRule),
    /// The derivative is zero: integers, logicals, shapes, step functions.
    Zero,
    /// Cannot be differentiated if its value is active; the text is the reason.
    Unsupported(&'static str),
}

/// The partial derivative with respect to one argument.
#[derive(Clone, Copy, Debug)]
pub struct Partial {
    /// Name of the argument.
    pub arg: &'static str,
    /// Fortran expression over the names of the arguments. Real literals take the kind of the reference.
    pub formula: &'static str,
}

/// Extremum that selects an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// `max`.
    Largest,
    /// `min`.
    Smallest,
}

/// Elemental procedures whose derivative is not a product with a partial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Structural {
    /// `real(x, kind)`, `dble`, `sngl`: tangent `real(xd, kind)`; adjoint `xb = xb + vb`, converted. The real part of a
    /// complex: adjoint to the real part.
    Real,
    /// `aimag(z)`: tangent `aimag(zd)`; adjoint `zb = zb + cmplx(0, vb)` in the convention of two reals.
    Imag,
    /// `conjg(z)`: tangent `conjg(zd)`; adjoint `zb = zb + conjg(vb)`.
    Conjg,
    /// `cmplx(x, y, kind)`: tangent `cmplx(xd, yd, kind)`; adjoint `xb = xb + real(vb)`, `yb = yb + aimag(vb)`.
    Cmplx,
    /// `abs(z)`: tangent `real(conjg(z)*zd)/abs(z)`, adjoint `zb = zb + vb*z/abs(z)`; both zero where `z` is zero.
    ComplexAbs,
    /// `merge(tsource, fsource, mask)`: tangent `merge(tsourced, fsourced, mask)`; adjoint `merge(vb, 0, mask)` and
    /// `merge(0, vb, mask)`.
    Merge,
}

/// Array procedures with a derivative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ArrayRule {
    Sum,
    Product,
    DotProduct,
    Matmul,
    Transpose,
    Reshape,
    Spread,
    Pack,
    Unpack,
    Cshift,
    Eoshift,
    Maxval,
    Minval,
    Norm2,
    /// `move_alloc`: the shadows move as the originals do.
    MoveAlloc,
}

impl ArrayRule {
    /// Arguments whose values the derivative with respect to `arg` needs, in the forward or the reverse sweep. Shapes
    /// are not values. The derivative with respect to one argument of a bilinear product needs the other; that of a
    /// linear function needs only its steering arguments.
    pub fn needs(self, arg: &str) -> &'static [&'static str] {
        match self {
            ArrayRule::Sum => &["dim", "mask"],
            ArrayRule::Product | ArrayRule::Maxval | ArrayRule::Minval => &["array", "dim", "mask"],
            ArrayRule::DotProduct if arg == "vector_a" => &["vector_b"],
            ArrayRule::DotProduct => &["vector_a"],
            ArrayRule::Matmul if arg == "matrix_a" => &["matrix_b"],
            ArrayRule::Matmul => &["matrix_a"],
            ArrayRule::Transpose | ArrayRule::MoveAlloc => &[],
            ArrayRule::Reshape => &["order"],
            ArrayRule::Spread => &["dim"],
            ArrayRule::Pack | ArrayRule::Unpack => &["mask"],
            ArrayRule::Cshift | ArrayRule::Eoshift => &["shift", "dim"],
            ArrayRule::Norm2 => &["x", "dim"],
        }
    }

    /// Arguments that have a derivative.
    pub fn differentiable(self) -> &'static [&'static str] {
        match self {
            ArrayRule::Sum | ArrayRule::Product | ArrayRule::Maxval | ArrayRule::Minval | ArrayRule::Cshift => {
                &["array"]
            }
            ArrayRule::DotProduct => &["vector_a", "vector_b"],
            ArrayRule::Matmul => &["matrix_a", "matrix_b"],
            ArrayRule::Transpose => &["matrix"],
            ArrayRule::Reshape => &["source", "pad"],
            ArrayRule::Spread => &["source"],
            ArrayRule::Pack => &["array", "vector"],
            ArrayRule::Unpack => &["vector", "field"],
            ArrayRule::Eoshift => &["array", "boundary"],
            ArrayRule::Norm2 => &["x"],
            ArrayRule::MoveAlloc => &["from", "to"],
        }
    }
}
