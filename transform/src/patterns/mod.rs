//! Patterns of Jacobians: the tangent with sets of independents in place of derivatives.
//!
//! ```text
//! yd = cos(x)*xd + w*zd          ys = adc_union(xs, zs)
//! ```
//!
//! A set stands for a sum of multiples of tangents: the independents on which a value may depend. Sets are numbers of
//! the type of the shadow (`adc_patterns.f90`), so declarations, copies, branches and calls stay what they are, and only
//! sums become unions. Products with values keep the set, even where a value is zero: patterns depend on branches, not
//! on numbers.
//!
//! | step | |
//! |---|---|
//! | [`sets`] | statements |
//! | [`beside`] | copies of the tangent's procedures, with shadows of their own |
//!
//! Statements that need the numbers of derivatives are refused, as are derivatives that the user writes.

mod beside;
mod sets;

pub(crate) use beside::beside;
