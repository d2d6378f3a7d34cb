//! A reference to an intrinsic function: access to its arguments.

use crate::stop::{fault, Step};
use crate::value::{elementwise, fit, Scalar, Value};
use adc_frontend::ir::Ty;

/// The reference.
pub(super) struct Call<'a> {
    /// Name of the function.
    pub name: &'a str,
    /// Values of the arguments, `None` where absent.
    pub args: &'a [Option<Value>],
    /// Types of the arguments.
    pub types: &'a [Option<Ty>],
    /// Type of the result.
    pub ty: Ty,
}

/// The kind of an intrinsic type; 1 for characters.
pub(super) fn kind_of(ty: Ty) -> u8 {
    match ty {
        Ty::Integer(k) | Ty::Real(k) | Ty::Complex(k) | Ty::Logical(k) => k,
        _ => 1,
    }
}

impl<'a> Call<'a> {
    /// An argument that may be absent.
    pub fn maybe(&self, position: usize) -> Option<&'a Value> {
        self.args.get(position).and_then(Option::as_ref)
    }

    /// An argument that must be present.
    pub fn arg(&self, position: usize) -> Step<&'a Value> {
        match self.maybe(position) {
            Some(v) => Ok(v),
            None => fault(format!("`{}` lacks its argument {}", self.name, position + 1)),
        }
    }

    /// The type of an argument; that of the result if it is not known.
    pub fn type_of(&self, position: usize) -> Ty {
        self.types.get(position).copied().flatten().unwrap_or(self.ty)
    }

    /// The kind of the result.
    pub fn kind(&self) -> u8 {
        kind_of(self.ty)
    }

    /// A scalar logical; false if it is absent.
    pub fn flag(&self, position: usize) -> Step<bool> {
        self.maybe(position).map_or(Ok(false), |v| v.one()?.logical())
    }

    /// Converts a result to its type.
    pub fn fit(&self, value: &Value) -> Step<Value> {
        value.map(|s| fit(s, self.ty))
    }

    /// Applies a function to the elements of the first `count` arguments, of which the last ones may be absent, and
    /// converts the results to the type of the reference.
    pub fn each(&self, count: usize, mut f: impl FnMut(&[&Scalar]) -> Step<Scalar>) -> Step<Value> {
        self.arg(0)?;
        let values: Vec<&Value> = (0..count).map_while(|i| self.maybe(i)).collect();
        elementwise(&values, |all| fit(&f(all)?, self.ty))
    }

    /// Applies a function of a real.
    pub fn of_real(&self, f: impl Fn(f64) -> f64) -> Step<Value> {
        self.each(1, |x| Ok(Scalar::Real(f(x[0].real()?))))
    }

    /// Applies a function of two reals.
    pub fn of_reals(&self, f: impl Fn(f64, f64) -> f64) -> Step<Value> {
        self.arg(1)?;
        self.each(2, |x| Ok(Scalar::Real(f(x[0].real()?, x[1].real()?))))
    }

    /// Applies a function of a complex.
    pub fn of_complex(&self, f: impl Fn((f64, f64)) -> (f64, f64)) -> Step<Value> {
        self.each(1, |x| {
            let (re, im) = f(x[0].complex()?);
            Ok(Scalar::Complex(re, im))
        })
    }
}
