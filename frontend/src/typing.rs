//! Type and rank of references to intrinsic procedures.

use crate::ast::fold;
use crate::consteval::{extent, int_const};
use crate::intrinsics::{bound, find_specific, Access, ResultRank, ResultType, Row};
use crate::ir::{arithmetic_type, Arg, Expr, ExprKind, IntrinsicId, Program, Ty};

/// Type and rank of a reference's result; [`Ty::None`] for subroutines, `null()` and results of the types of intrinsic
/// modules. `name` is the name as written: a specific name has its own type.
///
/// # Errors
/// Says, in the user's terms, what is wrong with the reference.
pub fn of_intrinsic(program: &Program, id: IntrinsicId, name: &str, args: &[Arg]) -> Result<(Ty, u8), String> {
    let (row, bound) = bound(id, args)?;
    check_variables(program, row, &bound)?;
    let rank = result_rank(program, row, &bound)?;
    let specific = find_specific(&fold(name)).map_or(Ty::None, |s| s.result);
    let ty = if specific == Ty::None {
        result_type(program, row, &bound)?
    } else {
        program.kinds.of(specific)
    };
    Ok((ty, rank))
}

/// Checks that arguments that the intrinsic sets are variables, and that only inquiry and allocating arguments may be
/// unallocated.
fn check_variables(program: &Program, row: &Row, bound: &[Option<&Expr>]) -> Result<(), String> {
    for (place, value) in bound.iter().enumerate() {
        let (Some(spec), Some(e)) = (row.spec(place), value) else {
            continue;
        };
        let what = if spec.dynamic && !program.is_dynamic(e) {
            "allocatable or a pointer"
        } else if matches!(spec.access, Access::Write | Access::Update) && !e.is_designator() {
            "a variable"
        } else {
            continue;
        };
        if e.ty != Ty::Typeless {
            let argument = row.arg_name(place);
            return Err(format!("argument `{argument}` of `{}` must be {what}", row.name));
        }
    }
    Ok(())
}

/// The argument of a name, if it is given.
fn given<'a>(row: &Row, bound: &[Option<&'a Expr>], name: &str) -> Option<&'a Expr> {
    bound
        .get(row.args.iter().position(|a| a.name == name)?)
        .copied()
        .flatten()
}

fn result_type(program: &Program, row: &Row, bound: &[Option<&Expr>]) -> Result<Ty, String> {
    let of = |n: u8| bound.get(n as usize).copied().flatten().map_or(Ty::None, |e| e.ty);
    let promoted = || {
        let mut types = bound.iter().flatten().map(|e| e.ty);
        let first = types.next().unwrap_or(Ty::None);
        types.fold(first, arithmetic_type)
    };
    let kind = |default: u8| match given(row, bound, "kind") {
        None => Ok(default),
        Some(e) => int_const(program, e)
            .and_then(|k| u8::try_from(k).ok())
            .filter(|k| matches!(k, 1 | 2 | 4 | 8 | 10 | 16))
            .ok_or_else(|| format!("the kind in `{}` is not a constant with a valid value", row.name)),
    };
    let is_procedure = |n: u8| {
        let model = bound.get(n as usize).copied().flatten();
        model.is_some_and(|e| e.ty == Ty::None && matches!(e.kind, ExprKind::Procedure(_)))
    };
    Ok(match row.result {
        ResultType::Fixed(ty) => program.kinds.of(ty),
        ResultType::Like(n) if is_procedure(n) => {
            return Err(format!(
                "argument `{}` of `{}` is a procedure, but must be a variable or an expression",
                row.arg_name(n.into()),
                row.name
            ));
        }
        ResultType::Like(n) => of(n),
        ResultType::RealLike(n) => match of(n) {
            Ty::Complex(k) => Ty::Real(k),
            ty => ty,
        },
        ResultType::Promoted => promoted(),
        ResultType::Product => match (of(0), of(1)) {
            (Ty::Logical(a), Ty::Logical(b)) => Ty::Logical(a.max(b)),
            (a, b) => arithmetic_type(a, b),
        },
        ResultType::Integer => Ty::Integer(kind(4)?),
        ResultType::Logical => Ty::Logical(kind(4)?),
        ResultType::Real => Ty::Real(kind(match of(0) {
            Ty::Complex(k) => k,
            _ => program.kinds.real,
        })?),
        ResultType::Complex => Ty::Complex(kind(program.kinds.real)?),
        ResultType::ComplexPromoted => match promoted() {
            Ty::Real(k) | Ty::Complex(k) => Ty::Complex(k),
            _ => Ty::Complex(program.kinds.real),
        },
        ResultType::LikeKind => match of(0) {
            Ty::Real(k) => Ty::Real(kind(k)?),
            Ty::Integer(k) => Ty::Integer(kind(k)?),
            ty => ty,
        },
        ResultType::Nothing => Ty::None,
    })
}

fn result_rank(program: &Program, row: &Row, bound: &[Option<&Expr>]) -> Result<u8, String> {
    let of = |n: u8| bound.get(n as usize).copied().flatten().map_or(0, |e| e.rank);
    let has_dim = given(row, bound, "dim").is_some();
    let array = || {
        if of(0) == 0 {
            Err(format!("`{}` requires an array", row.name))
        } else {
            Ok(of(0))
        }
    };
    Ok(match row.rank {
        ResultRank::Elemental => {
            let ranks = bound.iter().flatten().map(|e| e.rank).filter(|&r| r > 0);
            let (low, high) = ranks.fold((u8::MAX, 0), |(l, h), r| (l.min(r), h.max(r)));
            if high > 0 && low != high {
                return Err(format!("the arguments of `{}` have different ranks", row.name));
            }
            high
        }
        ResultRank::Scalar => 0,
        ResultRank::Vector => 1,
        ResultRank::Matrix => 2,
        ResultRank::Like(n) => of(n),
        ResultRank::Reduction => {
            let rank = array()?;
            if has_dim {
                rank - 1
            } else {
                0
            }
        }
        ResultRank::Location => {
            let rank = array()?;
            if has_dim {
                rank - 1
            } else {
                1
            }
        }
        ResultRank::Bound => {
            u8::from(!has_dim && (row.name != "this_image" || bound.first().is_some_and(Option::is_some)))
        }
        ResultRank::Matmul => match (of(0), of(1)) {
            (2, 2) => 2,
            (2, 1) | (1, 2) => 1,
            _ => return Err("`matmul` requires two matrices, or a matrix and a vector".into()),
        },
        ResultRank::Shape => {
            let shape = given(row, bound, "shape").ok_or_else(|| format!("`{}` requires a shape", row.name))?;
            extent(program, shape)
                .and_then(|n| u8::try_from(n).ok())
                .filter(|&n| n <= 15)
                .ok_or_else(|| {
                    "the rank of the result of `reshape` is not known: the size of its shape must be a constant"
                        .to_string()
                })?
        }
        ResultRank::Spread => of(0) + 1,
        ResultRank::Transfer => u8::from(given(row, bound, "size").is_some() || of(1) > 0),
    })
}
