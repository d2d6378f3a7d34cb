//! Rearrangements of the elements of arrays.

use super::call::Call;
use super::lines::{dimension, lines, without};
use crate::stop::{fault, Step};
use crate::value::{Array, Scalar, Value};

/// The value of a rearrangement.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    let found = match call.name {
        "reshape" => reshape(call),
        "spread" => spread(call),
        "pack" => pack(call),
        "unpack" => unpack(call),
        "transpose" => transpose(call),
        "cshift" => cshift(call),
        "eoshift" => eoshift(call),
        _ => return None,
    };
    Some(found.map(Value::Many))
}

/// A vector of extents; negative ones are a fault.
fn extents(v: &Value) -> Step<Vec<usize>> {
    let one = |s: &Scalar| {
        let i = s.int()?;
        usize::try_from(i).or_else(|_| fault(format!("{i} where an extent or a dimension is due")))
    };
    v.many()?.items.iter().map(one).collect()
}

fn reshape(call: &Call) -> Step<Array> {
    let source = call.arg(0)?.many()?;
    let shape = extents(call.arg(1)?)?;
    let pad = call.maybe(2).map_or(&[][..], Value::items);
    let order = call.maybe(3).map_or_else(|| Ok((1..=shape.len()).collect()), extents)?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(1..=shape.len()) {
        return fault(format!("`order` {order:?} in `reshape` to rank {}", shape.len()));
    }
    let size: usize = shape.iter().product();
    let fill: &mut dyn Iterator<Item = &Scalar> = if pad.is_empty() {
        &mut std::iter::empty()
    } else {
        &mut pad.iter().cycle()
    };
    let given: Vec<Scalar> = source.items.iter().chain(fill).take(size).cloned().collect();
    if given.len() < size {
        return fault(format!("`reshape` of {} elements to shape {shape:?}", given.len()));
    }
    // in the permuted order the elements come one after the other
    let strides: Vec<usize> = (0..shape.len()).map(|d| shape[..d].iter().product()).collect();
    let mut items = given.clone();
    for (i, item) in given.into_iter().enumerate() {
        let (mut rest, mut place) = (i, 0);
        for d in order.iter().map(|d| d - 1) {
            place += rest % shape[d] * strides[d];
            rest /= shape[d];
        }
        items[place] = item;
    }
    Ok(Array { shape, items })
}

fn spread(call: &Call) -> Step<Array> {
    let source = call.arg(0)?;
    let dim = dimension(call.arg(1)?, source.shape().len() + 1)?;
    let copies = usize::try_from(call.arg(2)?.one()?.int()?).unwrap_or(0);
    let stride: usize = source.shape()[..dim].iter().product();
    let mut shape = source.shape().to_vec();
    shape.insert(dim, copies);
    let items = if stride == 0 {
        vec![]
    } else {
        let chunks = source.items().chunks(stride);
        chunks
            .flat_map(|c| std::iter::repeat_n(c, copies))
            .flatten()
            .cloned()
            .collect()
    };
    Ok(Array { shape, items })
}

fn pack(call: &Call) -> Step<Array> {
    let array = call.arg(0)?.many()?;
    let mask = conforming(call.arg(1)?, array)?;
    let mut items = vec![];
    for (i, item) in array.items.iter().enumerate() {
        if mask.at(i).logical()? {
            items.push(item.clone());
        }
    }
    if let Some(vector) = call.maybe(2) {
        let vector = &vector.many()?.items;
        if vector.len() < items.len() {
            return fault(format!(
                "`pack` of {} elements with {} for the rest",
                items.len(),
                vector.len()
            ));
        }
        items.extend_from_slice(&vector[items.len()..]);
    }
    Ok(vector_of(items))
}

fn unpack(call: &Call) -> Step<Array> {
    let mut vector = call.arg(0)?.many()?.items.iter();
    let mask = call.arg(1)?.many()?;
    let field = conforming(call.arg(2)?, mask)?;
    let mut items = vec![];
    for (i, chosen) in mask.items.iter().enumerate() {
        items.push(match (chosen.logical()?, vector.as_slice()) {
            (false, _) => field.at(i).clone(),
            (true, []) => return fault("`unpack` of too few elements"),
            (true, [first, ..]) => {
                vector.next();
                first.clone()
            }
        });
    }
    Ok(Array {
        shape: mask.shape.clone(),
        items,
    })
}

fn transpose(call: &Call) -> Step<Array> {
    let matrix = call.arg(0)?.many()?;
    let [rows, columns] = matrix.shape[..] else {
        return fault(format!("`transpose` of an array of shape {:?}", matrix.shape));
    };
    let places = (0..rows).flat_map(|i| (0..columns).map(move |j| i + rows * j));
    Ok(Array {
        shape: vec![columns, rows],
        items: places.map(|p| matrix.items[p].clone()).collect(),
    })
}

fn cshift(call: &Call) -> Step<Array> {
    shifted(call, 2, |array, line, k, _| {
        let from = k.rem_euclid(line.len() as i64) as usize;
        Ok(array.items[line[from]].clone())
    })
}

fn eoshift(call: &Call) -> Step<Array> {
    let boundary = call.maybe(2);
    shifted(call, 3, |array, line, k, number| {
        let from = usize::try_from(k).ok().and_then(|k| line.get(k));
        Ok(match (from, boundary) {
            (Some(position), _) => array.items[*position].clone(),
            (None, Some(Value::One(outside))) => outside.clone(),
            (None, Some(Value::Many(outside))) => match outside.items.get(number) {
                Some(item) => item.clone(),
                None => return fault("`boundary` of `eoshift` is too small"),
            },
            (None, None) => blank(&array.items[line[0]]),
        })
    })
}

/// What comes in at the end of a line where no value is told.
fn blank(like: &Scalar) -> Scalar {
    match like {
        Scalar::Int(_) => Scalar::Int(0),
        Scalar::Real(_) => Scalar::Real(0.0),
        Scalar::Complex(..) => Scalar::Complex(0.0, 0.0),
        Scalar::Logical(_) => Scalar::Logical(false),
        Scalar::Text(t) => Scalar::Text(vec![b' '; t.len()].into()),
    }
}

/// Shifts each line along a dimension: the argument at `dim_place`. The element that comes to a place is a function of
/// the array, of the positions of its line, of the index, from 0, from which it comes, and of the number of the line.
fn shifted(call: &Call, dim_place: usize, f: impl Fn(&Array, &[usize], i64, usize) -> Step<Scalar>) -> Step<Array> {
    let array = call.arg(0)?.many()?;
    let shift = call.arg(1)?;
    let dim = call
        .maybe(dim_place)
        .map_or(Ok(0), |d| dimension(d, array.shape.len()))?;
    if !shift.shape().is_empty() && shift.shape() != without(&array.shape, dim) {
        return fault(format!(
            "shifts of shape {:?} of an array of shape {:?}",
            shift.shape(),
            array.shape
        ));
    }
    let mut items = array.items.clone();
    for (number, line) in lines(&array.shape, dim).iter().enumerate() {
        let by = shift.at(number).int()?;
        for (k, to) in line.iter().enumerate() {
            items[*to] = f(array, line, by.saturating_add(k as i64), number)?;
        }
    }
    Ok(Array {
        shape: array.shape.clone(),
        items,
    })
}

/// A value that is scalar or has the shape of an array.
fn conforming<'v>(v: &'v Value, array: &Array) -> Step<&'v Value> {
    if v.shape().is_empty() || v.shape() == array.shape {
        return Ok(v);
    }
    fault(format!(
        "arrays of shapes {:?} and {:?} do not conform",
        v.shape(),
        array.shape
    ))
}

fn vector_of(items: Vec<Scalar>) -> Array {
    Array {
        shape: vec![items.len()],
        items,
    }
}

#[cfg(test)]
mod tests {
    use super::super::function;
    use super::super::testing::*;
    use super::*;
    use adc_frontend::ir::Ty;

    const INTEGER: Ty = Ty::Integer(4);

    fn of(name: &str, args: Vec<Value>) -> Step<Value> {
        run(name, args, INTEGER, INTEGER)
    }

    #[test]
    fn reshape_fills_and_permutes() {
        let args = vec![
            integers(&[4], &[1, 2, 3, 4]),
            Value::ints([2, 3]),
            integers(&[2], &[8, 9]),
            Value::ints([2, 1]),
        ];
        assert_eq!(of("reshape", args), Ok(integers(&[2, 3], &[1, 4, 2, 8, 3, 9])));
        assert!(of("reshape", vec![Value::ints([1]), Value::ints([2])]).is_err());
    }

    #[test]
    fn spread_and_transpose() {
        let v = || Value::ints([1, 2]);
        assert_eq!(
            of("spread", vec![v(), Value::int(1), Value::int(2)]),
            Ok(integers(&[2, 2], &[1, 1, 2, 2]))
        );
        assert_eq!(
            of("spread", vec![v(), Value::int(2), Value::int(2)]),
            Ok(integers(&[2, 2], &[1, 2, 1, 2]))
        );
        let matrix = integers(&[2, 3], &[1, 2, 3, 4, 5, 6]);
        assert_eq!(
            of("transpose", vec![matrix]),
            Ok(integers(&[3, 2], &[1, 3, 5, 2, 4, 6]))
        );
    }

    #[test]
    fn masks_choose() {
        let mask = || logicals(&[3], &[true, false, true]);
        assert_eq!(
            of("pack", vec![Value::ints([1, 2, 3]), mask()]),
            Ok(Value::ints([1, 3]))
        );
        let args = vec![Value::ints([1, 2, 3]), mask(), Value::ints([7, 8, 9])];
        assert_eq!(of("pack", args), Ok(Value::ints([1, 3, 9])));
        assert_eq!(
            of("unpack", vec![Value::ints([1, 2]), mask(), Value::int(0)]),
            Ok(Value::ints([1, 0, 2]))
        );
    }

    #[test]
    fn shifts() {
        let v = || Value::ints([1, 2, 3, 4]);
        assert_eq!(of("cshift", vec![v(), Value::int(-1)]), Ok(Value::ints([4, 1, 2, 3])));
        assert_eq!(of("eoshift", vec![v(), Value::int(2)]), Ok(Value::ints([3, 4, 0, 0])));
        let rows = [
            Some(integers(&[2, 2], &[1, 2, 3, 4])),
            Some(Value::ints([0, 1])),
            Some(Value::int(2)),
        ];
        assert_eq!(
            function("cshift", &rows, &[], INTEGER),
            Some(Ok(integers(&[2, 2], &[1, 4, 3, 2])))
        );
    }
}
