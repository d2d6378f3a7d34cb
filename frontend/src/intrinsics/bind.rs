//! References: the binding of arguments to dummies.

use super::{Access, Row};
use crate::ast::fold;
use crate::ir::{Arg, ArgValue, Expr, IntrinsicId, Ty};
use std::collections::HashSet;

/// For each actual argument its position among the dummies: by keyword, otherwise in order. A logical at the position
/// of `dim` that `mask` follows is the mask: `sum(a, m)`.
fn places(row: &Row, args: &[Arg]) -> Result<Vec<usize>, String> {
    let mut places: Vec<usize> = vec![];
    let mut taken = HashSet::new();
    let mut next = 0;
    for arg in args {
        let Some(value) = arg.expr() else {
            return Err(format!("`{}` cannot have alternate returns", row.name));
        };
        let place = match &arg.keyword {
            Some(k) => row
                .arg(&fold(k))
                .ok_or_else(|| format!("`{}` has no argument `{k}`", row.name))?,
            None => {
                let at_dim = row.args.get(next).is_some_and(|a| a.name == "dim" && a.optional);
                let mask_next = row.args.get(next + 1).is_some_and(|a| a.name == "mask");
                if at_dim && mask_next && matches!(value.ty, Ty::Logical(_)) {
                    next += 1;
                }
                next += 1;
                next - 1
            }
        };
        if row.spec(place).is_none() {
            return Err(format!(
                "`{}` has {} argument{}, not {}",
                row.name,
                row.args.len(),
                if row.args.len() == 1 { "" } else { "s" },
                args.len()
            ));
        }
        if !taken.insert(place) {
            return Err(format!(
                "argument `{}` of `{}` is passed twice",
                row.arg_name(place),
                row.name
            ));
        }
        places.push(place);
    }
    Ok(places)
}

/// The position of each actual argument among the dummies; empty if the list is wrong.
pub fn positions(row: &Row, args: &[Arg]) -> Vec<usize> {
    places(row, args).unwrap_or_default()
}

/// The actual argument of each dummy, in the order of [`Row::args`] (and beyond them for variadic procedures); `None`
/// for absent optional arguments.
///
/// # Errors
/// Says, in the user's terms, what is wrong with the argument list.
pub fn bind<'a>(row: &Row, args: &'a [Arg]) -> Result<Vec<Option<&'a Expr>>, String> {
    let places = places(row, args)?;
    let count = places.iter().map(|p| p + 1).max().unwrap_or(0).max(row.args.len());
    let mut bound = vec![None; count];
    for (arg, place) in args.iter().zip(places) {
        if let ArgValue::Expr(e) = &arg.value {
            bound[place] = Some(e);
        }
    }
    for (place, value) in bound.iter().enumerate() {
        let Some(spec) = row.spec(place) else { continue };
        match value {
            None if !spec.optional => {
                return Err(format!(
                    "`{}` requires the argument `{}`",
                    row.name,
                    row.arg_name(place)
                ));
            }
            // an argument that is only inquired about may be anything, even a procedure
            Some(e) if spec.access != Access::Inquire && !spec.accept.admits(e.ty) => {
                return Err(format!(
                    "argument `{}` of `{}` must be {}",
                    row.arg_name(place),
                    row.name,
                    spec.accept.describe()
                ));
            }
            _ => {}
        }
    }
    Ok(bound)
}

/// [`bind`] for a reference, with the row that its number of arguments selects ([`IntrinsicId::with_args`]).
///
/// # Errors
/// As [`bind`].
pub fn bound(id: IntrinsicId, args: &[Arg]) -> Result<(&'static Row, Vec<Option<&Expr>>), String> {
    let row = id.with_args(args.len()).row();
    Ok((row, bind(row, args)?))
}
