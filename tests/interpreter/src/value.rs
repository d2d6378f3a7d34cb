//! Values of intrinsic types, and arrays of them.
//!
//! Integers and logicals of all kinds are held in the widest one. A real of kind 4 is held in kind 8 and rounded after
//! each operation ([`fit`]): for the four operations and the square root that is the correctly rounded result. Values
//! of derived types stay in memory: see [`crate::memory::Object`].

use crate::stop::{fault, unsupported, Step};
use adc_frontend::ir::Ty;

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// Integer of any kind.
    Int(i64),
    /// Real of kind 4 or 8.
    Real(f64),
    /// Complex of kind 4 or 8.
    Complex(f64, f64),
    /// Logical of any kind.
    Logical(bool),
    /// Character of kind 1.
    Text(Box<[u8]>),
}

/// An array in the order of its elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Extents; the rank is their number, never 0.
    pub shape: Vec<usize>,
    /// Elements, the first index running fastest.
    pub items: Vec<Scalar>,
}

/// A value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Scalar.
    One(Scalar),
    /// Array.
    Many(Array),
}

impl Scalar {
    /// The integer; a fault for other types.
    pub fn int(&self) -> Step<i64> {
        match self {
            Scalar::Int(i) => Ok(*i),
            _ => fault(format!("{self:?} where an integer is due")),
        }
    }

    /// The logical.
    pub fn logical(&self) -> Step<bool> {
        match self {
            Scalar::Logical(l) => Ok(*l),
            _ => fault(format!("{self:?} where a logical is due")),
        }
    }

    /// An integer, a real or the real part, as a real.
    pub fn real(&self) -> Step<f64> {
        match self {
            Scalar::Int(i) => Ok(*i as f64),
            Scalar::Real(r) | Scalar::Complex(r, _) => Ok(*r),
            _ => fault(format!("{self:?} where a number is due")),
        }
    }

    /// Any number as a complex.
    pub fn complex(&self) -> Step<(f64, f64)> {
        match self {
            Scalar::Complex(re, im) => Ok((*re, *im)),
            _ => Ok((self.real()?, 0.0)),
        }
    }

    /// The characters.
    pub fn text(&self) -> Step<&[u8]> {
        match self {
            Scalar::Text(t) => Ok(t),
            _ => fault(format!("{self:?} where a character is due")),
        }
    }
}

impl Value {
    /// An integer.
    pub fn int(i: i64) -> Value {
        Value::One(Scalar::Int(i))
    }

    /// A logical.
    pub fn logical(l: bool) -> Value {
        Value::One(Scalar::Logical(l))
    }

    /// A vector of integers.
    pub fn ints(all: impl IntoIterator<Item = i64>) -> Value {
        let items: Vec<Scalar> = all.into_iter().map(Scalar::Int).collect();
        Value::Many(Array {
            shape: vec![items.len()],
            items,
        })
    }

    /// The scalar; a fault for an array.
    pub fn one(&self) -> Step<&Scalar> {
        match self {
            Value::One(s) => Ok(s),
            Value::Many(_) => fault("an array where a scalar is due"),
        }
    }

    /// The array; a fault for a scalar.
    pub fn many(&self) -> Step<&Array> {
        match self {
            Value::Many(a) => Ok(a),
            Value::One(_) => fault("a scalar where an array is due"),
        }
    }

    /// The shape: empty for a scalar.
    pub fn shape(&self) -> &[usize] {
        match self {
            Value::One(_) => &[],
            Value::Many(a) => &a.shape,
        }
    }

    /// All elements.
    pub fn items(&self) -> &[Scalar] {
        match self {
            Value::One(s) => std::slice::from_ref(s),
            Value::Many(a) => &a.items,
        }
    }

    /// The element at a position, or the scalar, which conforms with all shapes.
    pub fn at(&self, position: usize) -> &Scalar {
        match self {
            Value::One(s) => s,
            Value::Many(a) => &a.items[position],
        }
    }

    /// Applies a function to each element.
    pub fn map(&self, mut f: impl FnMut(&Scalar) -> Step<Scalar>) -> Step<Value> {
        Ok(match self {
            Value::One(s) => Value::One(f(s)?),
            Value::Many(a) => Value::Many(Array {
                shape: a.shape.clone(),
                items: a.items.iter().map(f).collect::<Step<_>>()?,
            }),
        })
    }
}

/// The common shape of values, scalars conforming with all; a fault if arrays differ in theirs.
pub fn common_shape<'v>(values: impl IntoIterator<Item = &'v Value>) -> Step<Vec<usize>> {
    let mut found: &[usize] = &[];
    for v in values {
        match (found, v.shape()) {
            (_, []) => {}
            ([], shape) => found = shape,
            (one, other) if one == other => {}
            (one, other) => return fault(format!("arrays of shapes {one:?} and {other:?} do not conform")),
        }
    }
    Ok(found.to_vec())
}

/// Applies a function to the elements of conforming values.
pub fn elementwise(values: &[&Value], mut f: impl FnMut(&[&Scalar]) -> Step<Scalar>) -> Step<Value> {
    let shape = common_shape(values.iter().copied())?;
    if shape.is_empty() {
        let all: Vec<&Scalar> = values.iter().map(|v| v.at(0)).collect();
        return Ok(Value::One(f(&all)?));
    }
    let mut items = vec![];
    for i in 0..shape.iter().product() {
        let all: Vec<&Scalar> = values.iter().map(|v| v.at(i)).collect();
        items.push(f(&all)?);
    }
    Ok(Value::Many(Array { shape, items }))
}

/// Rounds a real to a kind.
pub fn round(r: f64, kind: u8) -> f64 {
    if kind == 4 {
        f64::from(r as f32)
    } else {
        r
    }
}

/// Wraps an integer to a kind.
pub fn wrap(i: i64, kind: u8) -> i64 {
    match kind {
        1 => i64::from(i as i8),
        2 => i64::from(i as i16),
        4 => i64::from(i as i32),
        _ => i,
    }
}

/// A value as one of a numeric or logical type, converted as an assignment converts it.
pub fn fit(s: &Scalar, ty: Ty) -> Step<Scalar> {
    Ok(match ty {
        Ty::Integer(k) => Scalar::Int(match s {
            Scalar::Int(i) => wrap(*i, k),
            Scalar::Logical(l) => i64::from(*l),
            other => wrap(other.real()? as i64, k),
        }),
        Ty::Real(k @ (4 | 8)) => Scalar::Real(round(s.real()?, k)),
        Ty::Complex(k @ (4 | 8)) => {
            let (re, im) = s.complex()?;
            Scalar::Complex(round(re, k), round(im, k))
        }
        Ty::Logical(_) => match s {
            Scalar::Int(i) => Scalar::Logical(*i != 0),
            other => Scalar::Logical(other.logical()?),
        },
        Ty::Character => s.clone(),
        other => return unsupported(format!("values of type {other:?}")),
    })
}
