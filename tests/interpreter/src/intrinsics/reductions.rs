//! Reductions of arrays: sums, extrema and their locations, counts.

use super::arithmetic::{add, equal, is_nan, multiply, zero};
use super::call::Call;
use super::lines::{reduce, Place};
use super::models::largest;
use crate::ops::order;
use crate::stop::{unsupported, Step};
use crate::value::{fit, round, Array, Scalar, Value};
use adc_frontend::ir::Ty;
use std::cmp::Ordering;

/// The value of a reduction.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    let ty = call.ty;
    let truth = |l: bool| Ok(Scalar::Logical(l));
    Some(match call.name {
        "sum" => fold(call, zero(ty), |a, b| add(a, b, ty)),
        "product" => one(ty).and_then(|first| fold(call, first, |a, b| multiply(a, b, ty))),
        "iall" => fold(call, Scalar::Int(-1), |a, b| Ok(Scalar::Int(a.int()? & b.int()?))),
        "iany" => fold(call, Scalar::Int(0), |a, b| Ok(Scalar::Int(a.int()? | b.int()?))),
        "iparity" => fold(call, Scalar::Int(0), |a, b| Ok(Scalar::Int(a.int()? ^ b.int()?))),
        "maxval" => extreme(call, Ordering::Greater),
        "minval" => extreme(call, Ordering::Less),
        "norm2" => norm2(call),
        "any" => counted(call, |yes, _| truth(yes > 0)),
        "all" => counted(call, |yes, all| truth(yes == all)),
        "parity" => counted(call, |yes, _| truth(yes % 2 == 1)),
        "count" => counted(call, |yes, _| fit(&Scalar::Int(yes as i64), ty)),
        "maxloc" => extreme_location(call, Ordering::Greater),
        "minloc" => extreme_location(call, Ordering::Less),
        "findloc" => findloc(call),
        _ => return None,
    })
}

/// The product of nothing.
fn one(ty: Ty) -> Step<Scalar> {
    fit(&Scalar::Int(1), ty)
}

/// Combines the elements in their order; the arguments are an array, a dimension and a mask.
fn fold(call: &Call, first: Scalar, f: impl Fn(&Scalar, &Scalar) -> Step<Scalar>) -> Step<Value> {
    let array = call.arg(0)?.many()?;
    reduce(array, call.maybe(1), call.maybe(2), |places| {
        let mut sum = first.clone();
        for (_, position) in places {
            sum = f(&sum, &array.items[*position])?;
        }
        Ok(sum)
    })
}

/// A function of the number of true elements and that of all; the arguments are a mask and a dimension.
fn counted(call: &Call, f: impl Fn(usize, usize) -> Step<Scalar>) -> Step<Value> {
    let mask = call.arg(0)?.many()?;
    reduce(mask, call.maybe(1), None, |places| {
        let mut yes = 0;
        for (_, position) in places {
            yes += usize::from(mask.items[*position].logical()?);
        }
        f(yes, places.len())
    })
}

/// The place of the first extreme element, or of the last one; the first NaN if there is no number.
fn place(array: &Array, places: &[Place], direction: Ordering, last: bool) -> Step<Option<Place>> {
    let mut found: Option<Place> = None;
    for here in places {
        let better = match found {
            None => true,
            Some((_, best)) => {
                let (x, best) = (&array.items[here.1], &array.items[best]);
                let order = order(x, best)?;
                order == Some(direction) || last && order == Some(Ordering::Equal) || is_nan(best) && !is_nan(x)
            }
        };
        if better {
            found = Some(*here);
        }
    }
    Ok(found)
}

/// The largest or smallest element; of none the number at the other end of the type.
fn extreme(call: &Call, direction: Ordering) -> Step<Value> {
    let array = call.arg(0)?.many()?;
    reduce(array, call.maybe(1), call.maybe(2), |places| {
        match place(array, places, direction, false)? {
            Some((_, position)) => Ok(array.items[position].clone()),
            None => extreme_of_none(call.ty, direction),
        }
    })
}

fn extreme_of_none(ty: Ty, direction: Ordering) -> Step<Scalar> {
    let smallest = direction == Ordering::Greater;
    Ok(match ty {
        Ty::Integer(k) if smallest => Scalar::Int(-largest(k) - 1),
        Ty::Integer(k) => Scalar::Int(largest(k)),
        Ty::Real(k) => {
            let most = if k == 4 { f64::from(f32::MAX) } else { f64::MAX };
            Scalar::Real(if smallest { -most } else { most })
        }
        _ => return unsupported("an extreme of no characters"),
    })
}

/// The Euclidean norm, scaled by the largest element so far.
fn norm2(call: &Call) -> Step<Value> {
    let array = call.arg(0)?.many()?;
    let r = |x: f64| round(x, call.kind());
    reduce(array, call.maybe(1), None, |places| {
        let (mut scale, mut sum) = (0.0, 1.0);
        for (_, position) in places {
            let x = array.items[*position].real()?.abs();
            if x == 0.0 {
                continue;
            }
            if x > scale {
                let ratio = r(scale / x);
                sum = r(1.0 + r(sum * r(ratio * ratio)));
                scale = x;
            } else {
                let ratio = r(x / scale);
                sum = r(sum + r(ratio * ratio));
            }
        }
        Ok(Scalar::Real(r(scale * r(sum.sqrt()))))
    })
}

/// The location that a search finds: indices from 1, zeros for none. With a dimension: the index in each line.
fn location(
    call: &Call,
    array: &Array,
    dim: Option<&Value>,
    mask: Option<&Value>,
    search: impl Fn(&[Place]) -> Step<Option<Place>>,
) -> Step<Value> {
    if dim.is_some() {
        return reduce(array, dim, mask, |places| {
            let index = search(places)?.map_or(0, |(k, _)| k as i64 + 1);
            fit(&Scalar::Int(index), call.ty)
        });
    }
    let mut found = None;
    reduce(array, None, mask, |places| {
        found = search(places)?;
        Ok(Scalar::Int(0))
    })?;
    let indices = array.shape.iter().scan(found.map(|(_, p)| p), |rest, extent| {
        Some(match rest {
            Some(position) => {
                let index = *position % extent + 1;
                *position /= extent;
                index as i64
            }
            None => 0,
        })
    });
    call.fit(&Value::ints(indices))
}

fn extreme_location(call: &Call, direction: Ordering) -> Step<Value> {
    let array = call.arg(0)?.many()?;
    let back = call.flag(4)?;
    location(call, array, call.maybe(1), call.maybe(2), |places| {
        place(array, places, direction, back)
    })
}

fn findloc(call: &Call) -> Step<Value> {
    let array = call.arg(0)?.many()?;
    let due = call.arg(1)?.one()?;
    let back = call.flag(5)?;
    location(call, array, call.maybe(2), call.maybe(3), |places| {
        let mut found = None;
        for here in places {
            if equal(&array.items[here.1], due)? {
                found = Some(*here);
                if !back {
                    break;
                }
            }
        }
        Ok(found)
    })
}

#[cfg(test)]
mod tests {
    use super::super::function;
    use super::super::testing::*;
    use super::*;

    const REAL: Ty = Ty::Real(8);
    const INTEGER: Ty = Ty::Integer(4);

    fn with_mask(name: &str, array: Value, mask: Value, ty: Ty) -> Option<Step<Value>> {
        function(name, &[Some(array), None, Some(mask)], &[Some(REAL)], ty)
    }

    #[test]
    fn sums() {
        let a = || reals(&[2, 2], &[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(run("sum", vec![a()], REAL, REAL), Ok(Value::One(Scalar::Real(10.0))));
        let lines = run("sum", vec![a(), Value::int(2)], REAL, REAL);
        assert_eq!(lines, Ok(reals(&[2], &[4.0, 6.0])));
        let lines = run("product", vec![a(), Value::int(1)], REAL, REAL);
        assert_eq!(lines, Ok(reals(&[2], &[2.0, 12.0])));
        let none = with_mask("sum", a(), Value::logical(false), REAL);
        assert_eq!(none, Some(Ok(Value::One(Scalar::Real(0.0)))));
        let norm = run("norm2", vec![reals(&[2], &[3.0, 4.0])], REAL, REAL);
        assert_eq!(norm, Ok(Value::One(Scalar::Real(5.0))));
    }

    #[test]
    fn extrema() {
        let a = || reals(&[2, 2], &[f64::NAN, 2.0, 4.0, 4.0]);
        assert_eq!(run("maxval", vec![a()], REAL, REAL), Ok(Value::One(Scalar::Real(4.0))));
        assert_eq!(run("maxloc", vec![a()], REAL, INTEGER), Ok(Value::ints([1, 2])));
        assert_eq!(run("minloc", vec![a()], REAL, INTEGER), Ok(Value::ints([2, 1])));
        let back = [Some(a()), None, None, None, Some(Value::logical(true))];
        assert_eq!(function("maxloc", &back, &[], INTEGER), Some(Ok(Value::ints([2, 2]))));
        let none = with_mask("maxloc", a(), Value::logical(false), INTEGER);
        assert_eq!(none, Some(Ok(Value::ints([0, 0]))));
        let empty = run("maxval", vec![reals(&[0], &[])], REAL, REAL);
        assert_eq!(empty, Ok(Value::One(Scalar::Real(-f64::MAX))));
    }

    #[test]
    fn logicals_and_places() {
        let mask = || logicals(&[3], &[true, false, true]);
        let logical = Ty::Logical(4);
        assert_eq!(run("count", vec![mask()], logical, INTEGER), Ok(Value::int(2)));
        assert_eq!(run("any", vec![mask()], logical, logical), Ok(Value::logical(true)));
        assert_eq!(run("all", vec![mask()], logical, logical), Ok(Value::logical(false)));
        let args = vec![integers(&[3], &[5, 7, 7]), Value::int(7), Value::int(1)];
        assert_eq!(run("findloc", args, INTEGER, INTEGER), Ok(Value::int(2)));
    }
}
