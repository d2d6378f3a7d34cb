//! Functions of characters.

use super::call::Call;
use crate::ops::order_texts;
use crate::stop::{fault, unsupported, Step};
use crate::value::{Scalar, Value};
use std::cmp::Ordering;

/// The value of a function of characters.
pub(super) fn value(call: &Call) -> Option<Step<Value>> {
    Some(match call.name {
        "len" => call.arg(0).and_then(|v| match v.items().first() {
            Some(s) => Ok(Value::int(s.text()?.len() as i64)),
            None => unsupported("the length of the elements of an empty array"),
        }),
        "len_trim" => call.each(1, |x| Ok(Scalar::Int(trimmed(x[0].text()?).len() as i64))),
        "trim" => call.each(1, |x| Ok(Scalar::Text(trimmed(x[0].text()?).into()))),
        "adjustl" => call.each(1, |x| {
            let t = x[0].text()?;
            let blanks = t.iter().take_while(|c| **c == b' ').count();
            let mut moved = t.to_vec();
            moved.rotate_left(blanks);
            Ok(Scalar::Text(moved.into()))
        }),
        "adjustr" => call.each(1, |x| {
            let t = x[0].text()?;
            let mut moved = t.to_vec();
            moved.rotate_right(t.len() - trimmed(t).len());
            Ok(Scalar::Text(moved.into()))
        }),
        "repeat" => call.each(2, |x| match x {
            [t, copies] => match usize::try_from(copies.int()?) {
                Ok(copies) => Ok(Scalar::Text(t.text()?.repeat(copies).into())),
                Err(_) => fault("a negative number of copies in `repeat`"),
            },
            _ => fault("`repeat` has two arguments"),
        }),
        "char" | "achar" => call.each(1, |x| match u8::try_from(x[0].int()?) {
            Ok(c) => Ok(Scalar::Text([c].into())),
            Err(_) => fault(format!("{:?} is no character", x[0])),
        }),
        "ichar" | "iachar" => call.each(1, |x| match x[0].text()?.first() {
            Some(c) => Ok(Scalar::Int(i64::from(*c))),
            None => fault(format!("`{}` of no characters", call.name)),
        }),
        "new_line" => Ok(Value::One(Scalar::Text([b'\n'].into()))),
        "index" => search(call, index),
        "scan" => search(call, |t, set, back| one_of(t, back, |c| set.contains(&c))),
        "verify" => search(call, |t, set, back| one_of(t, back, |c| !set.contains(&c))),
        "lge" => compare(call, Ordering::is_ge),
        "lgt" => compare(call, Ordering::is_gt),
        "lle" => compare(call, Ordering::is_le),
        "llt" => compare(call, Ordering::is_lt),
        _ => return None,
    })
}

/// A text without the blanks at its end.
fn trimmed(t: &[u8]) -> &[u8] {
    let blanks = t.iter().rev().take_while(|c| **c == b' ').count();
    &t[..t.len() - blanks]
}

fn compare(call: &Call, f: fn(Ordering) -> bool) -> Step<Value> {
    call.arg(1)?;
    call.each(2, |x| Ok(Scalar::Logical(f(order_texts(x[0].text()?, x[1].text()?)))))
}

/// A search for the second argument in the first; from the end if the third is true.
fn search(call: &Call, f: impl Fn(&[u8], &[u8], bool) -> usize) -> Step<Value> {
    call.arg(1)?;
    call.each(3, |x| {
        let back = x.get(2).map_or(Ok(false), |b| b.logical())?;
        Ok(Scalar::Int(f(x[0].text()?, x[1].text()?, back) as i64))
    })
}

/// The position at which a text has a part, from 1; 0 if nowhere.
fn index(t: &[u8], part: &[u8], back: bool) -> usize {
    if part.len() > t.len() {
        return 0;
    }
    let mut places = 0..=t.len() - part.len();
    let found = |i: &usize| t[*i..].starts_with(part);
    if back { places.rfind(found) } else { places.find(found) }.map_or(0, |i| i + 1)
}

/// The position of a character that passes a test, from 1; 0 if there is none.
fn one_of(t: &[u8], back: bool, test: impl Fn(u8) -> bool) -> usize {
    let found = |c: &u8| test(*c);
    if back {
        t.iter().rposition(found)
    } else {
        t.iter().position(found)
    }
    .map_or(0, |i| i + 1)
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use adc_frontend::ir::Ty;

    fn of(name: &str, args: Vec<Value>) -> Step<Value> {
        run(name, args, Ty::Character, Ty::Character)
    }

    fn place(name: &str, t: &str, part: &str, back: bool) -> Step<Value> {
        let args = vec![text(t), text(part), Value::logical(back)];
        run(name, args, Ty::Character, Ty::Integer(4))
    }

    #[test]
    fn blanks() {
        assert_eq!(of("trim", vec![text(" ab  ")]), Ok(text(" ab")));
        assert_eq!(of("adjustl", vec![text("  ab ")]), Ok(text("ab   ")));
        assert_eq!(of("adjustr", vec![text(" ab  ")]), Ok(text("   ab")));
        assert_eq!(of("repeat", vec![text("ab"), Value::int(2)]), Ok(text("abab")));
        assert_eq!(of("char", vec![Value::int(65)]), Ok(text("A")));
    }

    #[test]
    fn searches() {
        assert_eq!(place("index", "banana", "an", false), Ok(Value::int(2)));
        assert_eq!(place("index", "banana", "an", true), Ok(Value::int(4)));
        assert_eq!(place("index", "abc", "", true), Ok(Value::int(4)));
        assert_eq!(place("scan", "banana", "nb", true), Ok(Value::int(5)));
        assert_eq!(place("verify", "banana", "ab", false), Ok(Value::int(3)));
        assert_eq!(place("index", "ab", "abc", false), Ok(Value::int(0)));
    }
}
