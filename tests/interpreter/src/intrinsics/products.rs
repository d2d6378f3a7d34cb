//! Products of vectors and matrices: sums in the order of the elements.

use super::arithmetic::{add, multiply, zero};
use super::call::Call;
use crate::stop::{fault, Step};
use crate::value::{fit, Array, Scalar, Value};

/// The value of a product.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    Some(match call.name {
        "dot_product" => dot_product(call),
        "matmul" => matmul(call),
        _ => return None,
    })
}

/// The elements of an argument, converted to the type of the product.
fn converted(call: &Call, a: &Array) -> Step<Vec<Scalar>> {
    a.items.iter().map(|s| fit(s, call.ty)).collect()
}

fn dot_product(call: &Call) -> Step<Value> {
    let (a, b) = (call.arg(0)?.many()?, call.arg(1)?.many()?);
    if a.items.len() != b.items.len() {
        return fault(format!(
            "`dot_product` of {} and {} elements",
            a.items.len(),
            b.items.len()
        ));
    }
    let mut sum = zero(call.ty);
    for (a, b) in converted(call, a)?.iter().zip(&converted(call, b)?) {
        let product = match a {
            Scalar::Complex(re, im) => multiply(&Scalar::Complex(*re, -im), b, call.ty)?,
            _ => multiply(a, b, call.ty)?,
        };
        sum = add(&sum, &product, call.ty)?;
    }
    Ok(Value::One(sum))
}

fn matmul(call: &Call) -> Step<Value> {
    let (a, b) = (call.arg(0)?.many()?, call.arg(1)?.many()?);
    let (rows, inner, other, columns, shape) = match (a.shape.as_slice(), b.shape.as_slice()) {
        ([m, n], [p, q]) => (*m, *n, *p, *q, vec![*m, *q]),
        ([m, n], [p]) => (*m, *n, *p, 1, vec![*m]),
        ([n], [p, q]) => (1, *n, *p, *q, vec![*q]),
        (a, b) => return fault(format!("`matmul` of arrays of shapes {a:?} and {b:?}")),
    };
    if inner != other {
        return fault(format!("`matmul` of arrays of shapes {:?} and {:?}", a.shape, b.shape));
    }
    let (a, b) = (converted(call, a)?, converted(call, b)?);
    let mut items = vec![];
    for j in 0..columns {
        for i in 0..rows {
            let mut sum = zero(call.ty);
            for k in 0..inner {
                let product = multiply(&a[i + rows * k], &b[k + inner * j], call.ty)?;
                sum = add(&sum, &product, call.ty)?;
            }
            items.push(sum);
        }
    }
    Ok(Value::Many(Array { shape, items }))
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use adc_frontend::ir::Ty;

    #[test]
    fn matrices() {
        let matrix = || reals(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let real = Ty::Real(8);
        let vector = reals(&[3], &[1.0, 0.0, -1.0]);
        assert_eq!(
            run("matmul", vec![matrix(), vector], real, real),
            Ok(reals(&[2], &[-4.0, -4.0]))
        );
        let vector = reals(&[2], &[1.0, 1.0]);
        assert_eq!(
            run("matmul", vec![vector, matrix()], real, real),
            Ok(reals(&[3], &[3.0, 7.0, 11.0]))
        );
        assert!(run("matmul", vec![matrix(), matrix()], real, real).is_err());
    }

    #[test]
    fn the_first_vector_is_conjugated() {
        let vector = Value::Many(Array {
            shape: vec![1],
            items: vec![Scalar::Complex(1.0, 2.0)],
        });
        let found = run(
            "dot_product",
            vec![vector.clone(), vector],
            Ty::Complex(8),
            Ty::Complex(8),
        );
        assert_eq!(found, Ok(Value::One(Scalar::Complex(5.0, 0.0))));
    }
}
