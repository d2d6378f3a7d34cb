//! Intrinsic functions of values: those that need neither memory nor pointers.
//!
//! Results are those of gfortran, but for the last digits of special functions.

mod arithmetic;
mod bessel;
mod bits;
mod call;
mod complex;
mod conversions;
mod error_function;
mod gamma;
mod ieee;
mod lines;
mod math;
mod models;
mod numeric;
mod products;
mod reductions;
mod shaping;
mod text;

use crate::stop::Step;
use crate::value::Value;
use adc_frontend::ir::Ty;
use call::Call;

/// A part: it answers `None` to names that it does not know.
type Part = fn(&Call) -> Option<Step<Value>>;

/// The parts, each of which knows some of the functions.
const PARTS: &[Part] = &[
    conversions::value,
    numeric::value,
    math::value,
    models::value,
    bits::value,
    text::value,
    reductions::value,
    products::value,
    shaping::value,
    ieee::value,
];

/// The value of a reference to an intrinsic function; `None` if it is not a function of values known here.
///
/// `args`: the values of the dummy arguments in the order of the row (`None`: absent); further ones for variadic rows.
/// `types`: their types, also where a function that only inquires about its argument has no value of it. `ty`: the type
/// of the result.
pub fn function(name: &str, args: &[Option<Value>], types: &[Option<Ty>], ty: Ty) -> Option<Step<Value>> {
    let call = Call { name, args, types, ty };
    PARTS.iter().find_map(|part| part(&call))
}

#[cfg(test)]
mod testing {
    //! What the tests of the parts share.

    use super::*;
    use crate::stop::fault;
    use crate::value::{Array, Scalar};

    /// Calls a function whose arguments are all present and of one type.
    pub fn run(name: &str, args: Vec<Value>, of: Ty, ty: Ty) -> Step<Value> {
        let types = vec![Some(of); args.len()];
        let args: Vec<Option<Value>> = args.into_iter().map(Some).collect();
        function(name, &args, &types, ty).unwrap_or_else(|| fault("not known"))
    }

    /// A function of reals of kind 8.
    pub fn real(name: &str, args: &[f64]) -> f64 {
        let args = args.iter().map(|x| Value::One(Scalar::Real(*x))).collect();
        let value = run(name, args, Ty::Real(8), Ty::Real(8));
        value.and_then(|v| v.one()?.real()).unwrap_or(f64::NAN)
    }

    /// An array of reals.
    pub fn reals(shape: &[usize], items: &[f64]) -> Value {
        Value::Many(Array {
            shape: shape.to_vec(),
            items: items.iter().map(|x| Scalar::Real(*x)).collect(),
        })
    }

    /// An array of logicals.
    pub fn logicals(shape: &[usize], items: &[bool]) -> Value {
        Value::Many(Array {
            shape: shape.to_vec(),
            items: items.iter().map(|x| Scalar::Logical(*x)).collect(),
        })
    }

    /// An array of integers.
    pub fn integers(shape: &[usize], items: &[i64]) -> Value {
        Value::Many(Array {
            shape: shape.to_vec(),
            items: items.iter().map(|x| Scalar::Int(*x)).collect(),
        })
    }

    /// A text.
    pub fn text(t: &str) -> Value {
        Value::One(Scalar::Text(t.as_bytes().into()))
    }

    /// Asserts that two reals agree to 14 digits.
    pub fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() <= 1e-14 * expected.abs(),
            "{found:e} where {expected:e} is due"
        );
    }
}
