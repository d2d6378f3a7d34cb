//! Procedures that the interpreter has itself: those of the tape, of the drivers' module, intrinsic subroutines.

use crate::call::{Actual, Returned};
use crate::machine::{Binding, Machine};
use crate::memory::{Address, Handle, Object};
use crate::stop::{fault, unsupported, Step};
use crate::tape::KINDS;
use crate::value::{fit, Scalar, Value};
use adc_frontend::ir::{Arg, Expr, Ty, UnitId};

/// Runs a procedure of the module `driver_tools`; `None` for others.
pub fn hook(m: &mut Machine, unit: UnitId, actuals: &[Actual]) -> Step<Option<Returned>> {
    let u = &m.program.units[unit];
    let is_tool = u
        .parent
        .is_some_and(|p| m.program.units[p].name.eq_ignore_ascii_case("driver_tools"));
    if !is_tool {
        return Ok(None);
    }
    let data = |m: &Machine, i: usize| match actuals.get(i) {
        Some(Actual::Data(object)) => m.load(object),
        _ => fault("an argument of a driver's procedure"),
    };
    let result = match u.name.as_str() {
        "not_a_number" => {
            let nan = Value::One(Scalar::Real(f64::NAN));
            Some(Binding::Data(m.temporary(&nan, Ty::Real(8))?))
        }
        "show" | "show_difference" => {
            let first = data(m, 0)?;
            let name = match first.one()? {
                Scalar::Text(t) => String::from_utf8_lossy(t).trim_end().to_owned(),
                other => format!("difference{}", other.int()?),
            };
            let values = data(m, 1)?.items().iter().map(Scalar::real).collect::<Step<_>>()?;
            m.shown.push((name, values));
            None
        }
        other => return unsupported(format!("the driver's procedure `{other}`")),
    };
    Ok(Some(Returned { result, alternate: 0 }))
}

/// True for an external procedure that the interpreter has.
pub fn is_known(name: &str) -> bool {
    let kind = name.strip_prefix("push").or_else(|| name.strip_prefix("pop"));
    let kind = kind.map(|k| k.strip_suffix("array").unwrap_or(k));
    let inquiries = [
        "adc_tape_check",
        "adc_tape_empty",
        "adc_tape_bytes",
        "adc_tape_peak_bytes",
    ];
    let of_threads = ["adc_share", "adc_share_keep", "adc_share_again"];
    inquiries.contains(&name)
        || of_threads.contains(&name)
        || kind.is_some_and(|k| KINDS.iter().any(|known| known.name == k))
}

fn actual(args: &[Arg], i: usize) -> Step<&Expr> {
    match args.get(i).and_then(Arg::expr) {
        Some(e) => Ok(e),
        None => fault("an argument is missing"),
    }
}

/// Calls an external subroutine without source.
pub fn subroutine<'p>(m: &mut Machine<'p>, name: &str, args: &'p [Arg]) -> Step<()> {
    if name.starts_with("adc_share") {
        return share(m, name, args);
    }
    let (is_push, rest) = match (name.strip_prefix("push"), name.strip_prefix("pop")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ if name == "adc_tape_check" => return Ok(()),
        _ => return unsupported(format!("the external procedure `{name}`")),
    };
    let (kind, is_array) = match rest.strip_suffix("array") {
        Some(kind) => (kind, true),
        None => (rest, false),
    };
    let Some(kind) = KINDS.iter().find(|k| k.name == kind) else {
        return unsupported(format!("the external procedure `{name}`"));
    };
    let e = actual(args, 0)?;
    let count = if is_array {
        Some(m.integer(actual(args, 1)?)?.max(0) as usize)
    } else {
        None
    };
    let object = if is_push { m.object(e)? } else { m.place(e)? };
    let fits = match (object.ty, kind.ty) {
        (Ty::Logical(_), Ty::Logical(_)) => true,
        (own, expected) => own == expected,
    };
    if !fits {
        return fault(format!("{:?} for {name}", object.ty));
    }
    // characters are recorded one by one
    let width = if object.ty == Ty::Character { 1 } else { object.size };
    let places = sequence(&object, count.unwrap_or(1), width)?;
    if is_push {
        let load = |at| m.memory.load(at, object.ty, width);
        let values: Vec<Scalar> = places.into_iter().map(load).collect::<Step<_>>()?;
        return m.tape.push(kind, values);
    }
    let values = m.tape.pop(kind, places.len())?;
    for (at, v) in places.into_iter().zip(values) {
        m.memory.store(at, object.ty, width, &fit(&v, object.ty)?)?;
    }
    Ok(())
}

/// The range of the only thread in a parallel loop: see `runtime-fortran/adc_threads.f90`.
fn share<'p>(m: &mut Machine<'p>, name: &str, args: &'p [Arg]) -> Step<()> {
    let Some(kind) = KINDS.iter().find(|k| k.name == "integer4") else {
        return unsupported("integers on the tape".to_string());
    };
    let set = |m: &mut Machine<'p>, i: usize, value: &Value| {
        let to = m.place(actual(args, i)?)?;
        m.set_value(&to, value)
    };
    match name {
        "adc_share" => {
            for (from, to) in [(0, 3), (1, 4)] {
                let value = m.integer(actual(args, from)?)?;
                set(m, to, &Value::int(value))?;
            }
        }
        "adc_share_keep" => {
            for i in 0..2 {
                let value = m.integer(actual(args, i)?)?;
                m.tape.push(kind, vec![Scalar::Int(value)])?;
            }
        }
        _ => {
            for i in [1, 0] {
                let values = m.tape.pop(kind, 1)?;
                let value = values.first().map_or(Ok(0), Scalar::int)?;
                set(m, i, &Value::int(value))?;
            }
        }
    }
    Ok(())
}

/// The first elements of an array, or those that follow an element.
fn sequence(object: &Object, count: usize, width: usize) -> Step<Vec<Address>> {
    if object.dims.is_empty() || width != object.size || object.dims.iter().any(|d| d.n.is_none()) {
        let all = if width == object.size || object.dims.is_empty() {
            (0..count).map(|i| object.at.plus(i * width)).collect()
        } else {
            let each = object.size / width;
            object
                .places()?
                .into_iter()
                .flat_map(|at| (0..each).map(move |i| at.plus(i * width)))
                .collect()
        };
        return Ok(all);
    }
    let places = object.places()?;
    if places.len() < count {
        return fault(format!("{count} values of an array of {}", places.len()));
    }
    Ok(places[..count].to_vec())
}

/// The value of an external function without source.
pub fn function(m: &Machine, name: &str) -> Step<Value> {
    Ok(match name {
        "adc_tape_empty" => Value::logical(m.tape.is_empty()),
        "adc_tape_bytes" => Value::int(m.tape.bytes() as i64),
        "adc_tape_peak_bytes" => Value::int(m.tape.peak() as i64),
        _ => return unsupported(format!("the external function `{name}`")),
    })
}

/// Calls an intrinsic subroutine.
pub fn intrinsic_subroutine<'p>(m: &mut Machine<'p>, name: &str, args: &'p [Arg]) -> Step<()> {
    if args.iter().any(|a| a.keyword.is_some()) {
        return unsupported(format!("keywords for `{name}`"));
    }
    match (name, args.len()) {
        ("get_command_argument", 2) => {
            let i = m.integer(actual(args, 0)?)?;
            let text = m.arguments.get((i - 1) as usize).cloned().unwrap_or_default();
            let to = m.place(actual(args, 1)?)?;
            m.set_value(&to, &Value::One(Scalar::Text(text.into_bytes().into())))
        }
        ("move_alloc", 2) => {
            let from = m.dynamic(actual(args, 0)?)?;
            let to = m.dynamic(actual(args, 1)?)?;
            let data = m.memory.handle(from)?.clone();
            m.associate(from, Handle::Nothing)?;
            m.associate(to, data)
        }
        ("random_number", 1) => {
            let to = m.place(actual(args, 0)?)?;
            for at in to.places()? {
                m.random ^= m.random << 13;
                m.random ^= m.random >> 7;
                m.random ^= m.random << 17;
                let r = (m.random >> 11) as f64 / (1u64 << 53) as f64;
                m.memory.store(at, to.ty, to.size, &fit(&Scalar::Real(r), to.ty)?)?;
            }
            Ok(())
        }
        _ => unsupported(format!("the intrinsic subroutine `{name}`")),
    }
}
