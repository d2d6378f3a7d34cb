//! The partial derivatives of `x**p` as formulas over `x` and `p`; [`crate::derivatives::power_formulas`] chooses.

pub(crate) const POWER_ONE: &str = "1.0";
pub(crate) const POWER_TWO: &str = "p*x";
pub(crate) const POWER: &str = "p*x**(p - 1)";
// the guard applies to the exponent, not the product, so 0**(-1) is never evaluated
pub(crate) const POWER_INTEGER: &str = "p*x**merge(0, p - 1, p == 0)";
pub(crate) const POWER_REAL: &str = "p*x**(p - 1.0)";
// a root costs a fifth of a power
pub(crate) const POWER_3_2: &str = "p*sqrt(x)";
pub(crate) const POWER_5_2: &str = "p*x*sqrt(x)";
pub(crate) const POWER_7_2: &str = "p*x*x*sqrt(x)";
// compilers share the power with the function's own value; in this range, x**p neither overflows nor underflows
// where x**(p - 1) does not
pub(crate) const POWER_POSITIVE: &str = "p*(x**p/x)";
// same guard; where the derivative does not exist, p*x is at least zero or finite
pub(crate) const POWER_FRACTION: &str = "p*x**merge(p - 1.0, 1.0, x > 0.0)";
pub(crate) const POWER_ANY: &str = "p*x**merge(p - 1.0, 1.0, x > 0.0 .or. p /= 0.0 .and. p == aint(p))";
pub(crate) const POWER_COMPLEX: &str = "merge(0.0, p, x == 0.0)*merge(1.0, x, x == 0.0)**(p - 1.0)";
pub(crate) const EXPONENT: &str = "merge(1.0, x, x <= 0.0)**p*log(merge(1.0, x, x <= 0.0))";
// 1.0*x converts an integer to a real of the right kind
pub(crate) const EXPONENT_OF_INTEGER: &str = "merge(1, x, x <= 0)**p*log(1.0*merge(1, x, x <= 0))";
pub(crate) const EXPONENT_POSITIVE: &str = "x**p*log(1.0*x)";
pub(crate) const EXPONENT_COMPLEX: &str = "merge(1.0, x, x == 0.0)**p*log(merge(1.0, x, x == 0.0) + (0.0, 0.0))";

/// All of them.
pub const FORMULAS: &[&str] = &[
    POWER_ONE,
    POWER_TWO,
    POWER,
    POWER_INTEGER,
    POWER_REAL,
    POWER_3_2,
    POWER_5_2,
    POWER_7_2,
    POWER_POSITIVE,
    POWER_FRACTION,
    POWER_ANY,
    POWER_COMPLEX,
    EXPONENT,
    EXPONENT_OF_INTEGER,
    EXPONENT_POSITIVE,
    EXPONENT_COMPLEX,
];
