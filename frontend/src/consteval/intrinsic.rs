//! Intrinsic functions of constants.

use super::extent::bounds;
use super::{binary, convert, eval, to_int, At, Const};
use crate::encoding::columns;
use crate::ir::{BinaryOp, CharLen, Expr, ExprKind, IntrinsicId, SymbolKind, Ty};

/// Evaluates an intrinsic reference. Each argument comes with its position among the dummies.
pub(super) fn intrinsic(at: At, id: IntrinsicId, args: &[(Option<usize>, &Expr)]) -> Option<Const> {
    let row = id.row();
    let arg = |name: &str| {
        let place = row.args.iter().position(|a| a.name == name);
        args.iter()
            .find(|(p, _)| *p == place && place.is_some())
            .map(|(_, e)| *e)
    };
    let first = args.first().map(|(_, e)| *e);
    let value = |name: &str| eval(at, arg(name)?);
    let integer = |name: &str| match value(name)? {
        Const::Int(v) => Some(v),
        Const::Real(_) | Const::Logical(_) => None,
    };
    let int_or = |name: &str, default: i64| {
        if arg(name).is_some() {
            integer(name)
        } else {
            Some(default)
        }
    };
    if let Some(v) = first.and_then(|e| model(id.name(), e.ty)) {
        return Some(v);
    }
    match id.name() {
        "selected_int_kind" => Some(Const::Int(selected_int_kind(integer("r")?))),
        "selected_real_kind" | "ieee_selected_real_kind" => Some(Const::Int(selected_real_kind(
            int_or("p", 0)?,
            int_or("r", 0)?,
            int_or("radix", 2)?,
        ))),
        "selected_char_kind" => match &arg("name")?.peel().kind {
            ExprKind::Str(text) => Some(Const::Int(
                match text
                    .trim_matches(['\'', '"'])
                    .trim_ascii_end()
                    .to_ascii_lowercase()
                    .as_str()
                {
                    "ascii" | "default" => 1,
                    "iso_10646" => 4,
                    _ => -1,
                },
            )),
            _ => None,
        },
        "size" | "ubound" | "lbound" => bounds(at, id.name(), arg("array")?, int_or("dim", 0)?),
        "rank" => Some(Const::Int(arg("a")?.rank.into())),
        "max" | "min" => {
            let all: Option<Vec<Const>> = args.iter().map(|(_, e)| eval(at, e)).collect();
            let wanted = if id.name() == "max" { BinaryOp::Gt } else { BinaryOp::Lt };
            all?.into_iter()
                .map(Some)
                .reduce(|a, b| match binary(wanted, b?, a?)? {
                    Const::Logical(true) => b,
                    _ => a,
                })
                .flatten()
        }
        "merge" => match value("mask")? {
            Const::Logical(true) => value("tsource"),
            Const::Logical(false) => value("fsource"),
            _ => None,
        },
        "int" | "nint" | "floor" | "ceiling" => match value("a")? {
            Const::Int(v) => Some(Const::Int(v)),
            Const::Real(v) => to_int(match id.name() {
                "int" => v.trunc(),
                "nint" => v.round(),
                "floor" => v.floor(),
                _ => v.ceil(),
            }),
            Const::Logical(_) => None,
        },
        "real" | "dble" => convert(value("a")?, Ty::Real(8)),
        "abs" => match value("a")? {
            Const::Int(v) => v.checked_abs().map(Const::Int),
            Const::Real(v) => Some(Const::Real(v.abs())),
            Const::Logical(_) => None,
        },
        "mod" | "modulo" => match (value("a")?, value("p")?) {
            (Const::Int(a), Const::Int(p)) if id.name() == "mod" => a.checked_rem(p).map(Const::Int),
            // the sign of p, unlike a Euclidean remainder
            (Const::Int(a), Const::Int(p)) => {
                let r = a.checked_rem(p)?;
                Some(Const::Int(if r != 0 && (r < 0) != (p < 0) { r + p } else { r }))
            }
            _ => None,
        },
        "sign" => match (value("a")?, value("b")?) {
            (Const::Int(a), Const::Int(b)) => {
                let m = a.checked_abs()?;
                Some(Const::Int(if b < 0 { -m } else { m }))
            }
            (Const::Real(a), Const::Real(b)) => Some(Const::Real(a.abs().copysign(b))),
            _ => None,
        },
        "dim" => match (integer("x"), integer("y")) {
            (Some(x), Some(y)) => x.checked_sub(y).map(|v| Const::Int(v.max(0))),
            _ => None,
        },
        "iand" => Some(Const::Int(integer("i")? & integer("j")?)),
        "ior" => Some(Const::Int(integer("i")? | integer("j")?)),
        "ieor" => Some(Const::Int(integer("i")? ^ integer("j")?)),
        "not" => Some(Const::Int(!integer("i")?)),
        "shiftl" | "lshift" => Some(Const::Int(
            integer("i")?.checked_shl(u32::try_from(integer("shift")?).ok()?)?,
        )),
        "ishft" if integer("shift")? >= 0 => Some(Const::Int(
            integer("i")?.checked_shl(u32::try_from(integer("shift")?).ok()?)?,
        )),
        "ichar" | "iachar" => match &arg("c")?.peel().kind {
            ExprKind::Str(text) => match text.as_bytes() {
                [b'\'' | b'"', c, b'\'' | b'"'] if c.is_ascii() => Some(Const::Int((*c).into())),
                _ => None,
            },
            _ => None,
        },
        "len" => length(at, arg("string")?).map(Const::Int),
        name => real_function(name, value(row.args.first()?.name)?),
    }
}

/// Length of a character expression.
pub(super) fn length(at: At, e: &Expr) -> Option<i64> {
    let at = at.deeper()?;
    match &e.peel().kind {
        // the compiler evaluates doubled quotes and kind prefixes
        ExprKind::Str(text) => {
            let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
            let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
            (!inner.contains(quote)).then(|| columns(inner) as i64)
        }
        ExprKind::Binary(BinaryOp::Concat, a, b) => length(at, a)?.checked_add(length(at, b)?),
        ExprKind::Var(s) => {
            let (ty, value) = match &at.program.symbols[*s].kind {
                SymbolKind::Variable(v) => (&v.ty, None),
                SymbolKind::Constant(c) => (&c.ty, Some(&c.value)),
                _ => return None,
            };
            match &ty.len {
                Some(CharLen::Expr(len)) => match eval(at, len)? {
                    Const::Int(n) => Some(n.max(0)),
                    Const::Real(_) | Const::Logical(_) => None,
                },
                Some(CharLen::Assumed) => length(at, value?),
                Some(CharLen::Deferred) | None => None,
            }
        }
        _ => None,
    }
}

/// Elementary functions, for constants such as `4*atan(1.0)`.
fn real_function(name: &str, x: Const) -> Option<Const> {
    let Const::Real(x) = x else { return None };
    Some(Const::Real(match name {
        "sqrt" => x.sqrt(),
        "exp" => x.exp(),
        "log" => x.ln(),
        "log10" => x.log10(),
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "aint" => x.trunc(),
        "anint" => x.round(),
        _ => return None,
    }))
}

/// Inquiries about numeric models, with the values of gfortran on x86-64, where kind 10 is the 80-bit format.
fn model(name: &str, ty: Ty) -> Option<Const> {
    let kind = ty.kind();
    let real = matches!(ty, Ty::Real(_) | Ty::Complex(_));
    // per kind: decimal precision, decimal range, binary digits, exponents
    let (precision, range, digits, max, min) = match kind? {
        4 => (6, 37, 24, 128, -125),
        8 => (15, 307, 53, 1024, -1021),
        10 => (18, 4931, 64, 16384, -16381),
        16 => (33, 4931, 113, 16384, -16381),
        _ => (0, 0, 0, 0, 0),
    };
    let int_range = match kind? {
        1 => 2,
        2 => 4,
        4 => 9,
        8 => 18,
        _ => 38,
    };
    let bits = i64::from(kind?) * 8;
    Some(Const::Int(match name {
        "kind" => i64::from(kind?),
        "bit_size" => bits,
        "radix" => 2,
        "storage_size" if matches!(ty, Ty::Complex(_)) => 2 * bits,
        // the 80-bit format is stored in 16 bytes
        "storage_size" if ty == Ty::Real(10) => 128,
        "storage_size" => bits,
        "precision" if real => precision,
        "range" if real => range,
        "range" => int_range,
        "digits" if real => digits,
        "digits" => bits - 1,
        "maxexponent" if real => max,
        "minexponent" if real => min,
        "huge" if matches!(ty, Ty::Integer(_)) && bits <= 64 => i64::MAX >> (64 - bits),
        "huge" if ty == Ty::Real(4) => return Some(Const::Real(f32::MAX.into())),
        "huge" if ty == Ty::Real(8) => return Some(Const::Real(f64::MAX)),
        "tiny" if ty == Ty::Real(4) => return Some(Const::Real(f32::MIN_POSITIVE.into())),
        "tiny" if ty == Ty::Real(8) => return Some(Const::Real(f64::MIN_POSITIVE)),
        "epsilon" if real && digits > 0 => return Some(Const::Real(2f64.powi(1 - digits as i32))),
        _ => return None,
    }))
}

/// The smallest integer kind with `r` decimal digits.
pub fn selected_int_kind(r: i64) -> i64 {
    match r {
        ..=2 => 1,
        3..=4 => 2,
        5..=9 => 4,
        10..=18 => 8,
        19..=38 => 16,
        _ => -1,
    }
}

/// The smallest real kind with `p` digits and a decimal range of `r`; if there is none, the negative number that the
/// standard prescribes.
pub fn selected_real_kind(p: i64, r: i64, radix: i64) -> i64 {
    if radix != 2 {
        return -5;
    }
    let kinds = [(4, 6, 37), (8, 15, 307), (10, 18, 4931), (16, 33, 4931)];
    match kinds.iter().find(|k| k.1 >= p && k.2 >= r) {
        Some(k) => k.0,
        None => match (p > 33, r > 4931) {
            (true, true) => -3,
            (true, false) => -1,
            _ => -2,
        },
    }
}
