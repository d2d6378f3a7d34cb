//! Operations on the bits of integers, and on logicals of the same names.

use super::call::{kind_of, Call};
use crate::stop::{fault, Step};
use crate::value::{Scalar, Value};

/// The value of an operation on bits.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    let width = u32::from(kind_of(call.type_of(0))) * 8;
    let bits = |s: &Scalar| Ok((s.int()? as u64) & ones(width));
    let one = |f: fn(u64, u32) -> u64| call.each(1, |x| Ok(Scalar::Int(f(bits(x[0])?, width) as i64)));
    let compare = |f: fn(&u64, &u64) -> bool| {
        call.each(2, |x| {
            Ok(Scalar::Logical(f(&(x[0].int()? as u64), &(x[1].int()? as u64))))
        })
    };
    Some(match call.name {
        "iand" | "and" => both(call, |a, b| a & b),
        "ior" | "or" => both(call, |a, b| a | b),
        "ieor" | "xor" => both(call, |a, b| a ^ b),
        "not" => one(|i, _| !i),
        "popcnt" => one(|i, _| u64::from(i.count_ones())),
        "poppar" => one(|i, _| u64::from(i.count_ones() % 2)),
        "leadz" => one(|i, width| u64::from((i.leading_zeros() + width).saturating_sub(64))),
        "trailz" => one(|i, width| u64::from(i.trailing_zeros().min(width))),
        "btest" => call.each(2, |x| {
            Ok(Scalar::Logical(bits(x[0])? >> position(x[1], width)? & 1 == 1))
        }),
        "ibset" => call.each(2, |x| {
            Ok(Scalar::Int((bits(x[0])? | 1 << position(x[1], width)?) as i64))
        }),
        "ibclr" => call.each(2, |x| {
            Ok(Scalar::Int((bits(x[0])? & !(1 << position(x[1], width)?)) as i64))
        }),
        "ibits" => call.each(3, |x| {
            let length = count(x.get(2).copied(), width)?;
            let from = count(Some(x[1]), width - length)?;
            Ok(Scalar::Int((right(bits(x[0])?, from) & ones(length)) as i64))
        }),
        "ishft" => call.each(2, |x| {
            let shift = x[1].int()?;
            let size = shift.unsigned_abs();
            if size > u64::from(width) {
                return fault(format!("a shift by {shift} of {width} bits"));
            }
            let i = bits(x[0])?;
            Ok(Scalar::Int(if shift < 0 {
                right(i, size as u32)
            } else {
                left(i, size as u32)
            } as i64))
        }),
        "ishftc" => call.each(3, |x| {
            let size = x.get(2).map_or(Ok(width), |s| count(Some(s), width))?;
            rotate(bits(x[0])?, x[1].int()?, size).map(|i| Scalar::Int(i as i64))
        }),
        "shifta" | "rshift" => call.each(2, |x| {
            let shift = count(Some(x[1]), width)?;
            Ok(Scalar::Int(x[0].int()? >> shift.min(63)))
        }),
        "shiftl" | "lshift" => call.each(2, |x| {
            Ok(Scalar::Int(left(bits(x[0])?, count(Some(x[1]), width)?) as i64))
        }),
        "shiftr" => call.each(2, |x| {
            Ok(Scalar::Int(right(bits(x[0])?, count(Some(x[1]), width)?) as i64))
        }),
        "dshiftl" => call.each(3, |x| {
            let shift = count(x.get(2).copied(), width)?;
            Ok(Scalar::Int(
                (left(bits(x[0])?, shift) | right(bits(x[1])?, width - shift)) as i64,
            ))
        }),
        "dshiftr" => call.each(3, |x| {
            let shift = count(x.get(2).copied(), width)?;
            Ok(Scalar::Int(
                (left(bits(x[0])?, width - shift) | right(bits(x[1])?, shift)) as i64,
            ))
        }),
        "merge_bits" => call.each(3, |x| {
            let mask = x.get(2).map_or(Ok(0), |m| m.int())?;
            Ok(Scalar::Int(x[0].int()? & mask | x[1].int()? & !mask))
        }),
        "maskl" | "maskr" => {
            let width = u32::from(call.kind()) * 8;
            call.each(1, |x| {
                let length = count(Some(x[0]), width)?;
                Ok(Scalar::Int(if call.name == "maskl" {
                    left(ones(length), width - length)
                } else {
                    ones(length)
                } as i64))
            })
        }
        "bge" => compare(u64::ge),
        "bgt" => compare(u64::gt),
        "ble" => compare(u64::le),
        "blt" => compare(u64::lt),
        "is_iostat_end" => call.each(1, |x| Ok(Scalar::Logical(x[0].int()? == -1))),
        "is_iostat_eor" => call.each(1, |x| Ok(Scalar::Logical(x[0].int()? == -2))),
        _ => return None,
    })
}

/// As many bits as told.
fn ones(count: u32) -> u64 {
    u64::MAX.checked_shr(64u32.saturating_sub(count)).unwrap_or(0)
}

/// A shift towards more value; all bits may leave.
fn left(i: u64, shift: u32) -> u64 {
    i.checked_shl(shift).unwrap_or(0)
}

/// A shift towards less value.
fn right(i: u64, shift: u32) -> u64 {
    i.checked_shr(shift).unwrap_or(0)
}

/// A number of bits, at most `most`.
fn count(s: Option<&Scalar>, most: u32) -> Step<u32> {
    let given = s.map_or(Ok(0), Scalar::int)?;
    match u32::try_from(given) {
        Ok(n) if n <= most => Ok(n),
        _ => fault(format!("{given} bits where there are {most}")),
    }
}

/// The position of a bit.
fn position(s: &Scalar, width: u32) -> Step<u32> {
    count(Some(s), width.saturating_sub(1))
}

/// Rotates the last `size` bits.
fn rotate(i: u64, shift: i64, size: u32) -> Step<u64> {
    if size == 0 || shift.unsigned_abs() > u64::from(size) {
        return fault(format!("a rotation by {shift} of {size} bits"));
    }
    let shift = shift.rem_euclid(i64::from(size)) as u32;
    let part = i & ones(size);
    Ok(i & !ones(size) | (left(part, shift) | right(part, size - shift)) & ones(size))
}

/// An operation on two integers, or on two logicals.
fn both(call: &Call, f: fn(i64, i64) -> i64) -> Step<Value> {
    call.arg(1)?;
    call.each(2, |x| {
        Ok(match (x[0], x[1]) {
            (Scalar::Logical(a), Scalar::Logical(b)) => Scalar::Logical(f(i64::from(*a), i64::from(*b)) != 0),
            (a, b) => Scalar::Int(f(a.int()?, b.int()?)),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use adc_frontend::ir::Ty;

    fn byte(name: &str, args: &[i64]) -> Step<Value> {
        let args = args.iter().map(|i| Value::int(*i)).collect();
        run(name, args, Ty::Integer(1), Ty::Integer(1))
    }

    #[test]
    fn widths_follow_the_kind() {
        assert_eq!(byte("leadz", &[1]), Ok(Value::int(7)));
        assert_eq!(byte("trailz", &[0]), Ok(Value::int(8)));
        assert_eq!(byte("popcnt", &[-1]), Ok(Value::int(8)));
        assert_eq!(byte("ibset", &[0, 7]), Ok(Value::int(-128)));
        assert_eq!(byte("shiftr", &[-128, 7]), Ok(Value::int(1)));
        assert_eq!(byte("shifta", &[-128, 7]), Ok(Value::int(-1)));
        assert_eq!(byte("maskl", &[1]), Ok(Value::int(-128)));
    }

    #[test]
    fn shifts() {
        assert_eq!(byte("ishft", &[3, 7]), Ok(Value::int(-128)));
        assert_eq!(byte("ishft", &[-1, -8]), Ok(Value::int(0)));
        assert_eq!(byte("ishftc", &[6, -2]), Ok(Value::int(-127)));
        assert_eq!(byte("ishftc", &[6, 1, 3]), Ok(Value::int(5)));
        assert_eq!(byte("ibits", &[0b0101_1010, 3, 3]), Ok(Value::int(3)));
        assert_eq!(byte("dshiftl", &[1, -128, 1]), Ok(Value::int(3)));
        assert!(byte("ishft", &[1, 9]).is_err());
    }

    #[test]
    fn logicals_have_the_same_operations() {
        let args = vec![Value::logical(true), Value::logical(true)];
        let found = run("xor", args, Ty::Logical(4), Ty::Logical(4));
        assert_eq!(found, Ok(Value::logical(false)));
    }
}
