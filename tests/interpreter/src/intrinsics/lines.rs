//! The lines of an array along a dimension, as reductions and shifts take them.

use crate::stop::{fault, Step};
use crate::value::{common_shape, Array, Scalar, Value};

/// The place of an element: its index in its line, from 0, and its position in the array.
pub(super) type Place = (usize, usize);

/// The dimension that an argument gives, from 0.
pub(super) fn dimension(dim: &Value, rank: usize) -> Step<usize> {
    let given = dim.one()?.int()?;
    match usize::try_from(given) {
        Ok(d) if (1..=rank).contains(&d) => Ok(d - 1),
        _ => fault(format!("dimension {given} of an array of rank {rank}")),
    }
}

/// The positions of the elements of each line along a dimension.
pub(super) fn lines(shape: &[usize], dim: usize) -> Vec<Vec<usize>> {
    let stride: usize = shape[..dim].iter().product();
    let extent = shape[dim];
    let outer: usize = shape[dim + 1..].iter().product();
    (0..outer)
        .flat_map(|o| (0..stride).map(move |s| (0..extent).map(|k| s + stride * (k + extent * o)).collect()))
        .collect()
}

/// A shape without a dimension.
pub(super) fn without(shape: &[usize], dim: usize) -> Vec<usize> {
    let mut rest = shape.to_vec();
    rest.remove(dim);
    rest
}

/// Reduces an array, or each of its lines along a dimension, to a scalar: a function of the places that a mask selects.
pub(super) fn reduce(
    array: &Array,
    dim: Option<&Value>,
    mask: Option<&Value>,
    mut f: impl FnMut(&[Place]) -> Step<Scalar>,
) -> Step<Value> {
    if let Some(mask) = mask {
        if !mask.shape().is_empty() && mask.shape() != array.shape {
            common_shape([mask, &Value::Many(array.clone())])?;
        }
    }
    let mut of_line = |line: &mut dyn Iterator<Item = usize>| {
        let mut places = vec![];
        for (k, position) in line.enumerate() {
            if mask.map_or(Ok(true), |m| m.at(position).logical())? {
                places.push((k, position));
            }
        }
        f(&places)
    };
    let Some(dim) = dim else {
        return Ok(Value::One(of_line(&mut (0..array.items.len()))?));
    };
    let dim = dimension(dim, array.shape.len())?;
    let shape = without(&array.shape, dim);
    let mut items = vec![];
    for line in lines(&array.shape, dim) {
        items.push(of_line(&mut line.into_iter())?);
    }
    match items.as_slice() {
        [one] if shape.is_empty() => Ok(Value::One(one.clone())),
        _ => Ok(Value::Many(Array { shape, items })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_the_order_of_elements() {
        assert_eq!(lines(&[2, 3], 0), [vec![0, 1], vec![2, 3], vec![4, 5]]);
        assert_eq!(lines(&[2, 3], 1), [vec![0, 2, 4], vec![1, 3, 5]]);
        assert_eq!(lines(&[2, 2, 2], 1), [vec![0, 2], vec![1, 3], vec![4, 6], vec![5, 7]]);
        assert_eq!(lines(&[0], 0), [vec![]; 1]);
        assert_eq!(without(&[2, 3, 4], 1), [2, 4]);
    }
}
