//! Transformational functions of arrays.

use crate::intrinsics::row::*;
use crate::ir::Ty;
use Accept as A;
use Class::Transformational as Tf;
use ResultRank as R;
use ResultType as T;
use Standard::{F2008, F2018};

const fn array(name: &'static str, args: &'static [ArgSpec], result: ResultType, rank: ResultRank) -> Row {
    Row::new(name, Tf, args, result).rank(rank)
}

const BACK: ArgSpec = opt("back", A::LOGICAL);

const EXTREMA_NOTE: &str = "The derivative of the element chosen; equal ones share it.";

pub(super) const ROWS: &[Row] = &[
    // ---- reductions
    array("sum", &[req("array", A::NUMERIC), DIM, MASK], T::Like(0), R::Reduction).rule(Rule::Array(ArrayRule::Sum)),
    array(
        "product",
        &[req("array", A::NUMERIC), DIM, MASK],
        T::Like(0),
        R::Reduction,
    )
    .rule(Rule::Array(ArrayRule::Product))
    .note("Correct where elements are zero: the partial is the product of the others, not a quotient."),
    array(
        "maxval",
        &[req("array", A::ORDERED), DIM, MASK],
        T::Like(0),
        R::Reduction,
    )
    .rule(Rule::Array(ArrayRule::Maxval))
    .note(EXTREMA_NOTE),
    array(
        "minval",
        &[req("array", A::ORDERED), DIM, MASK],
        T::Like(0),
        R::Reduction,
    )
    .rule(Rule::Array(ArrayRule::Minval))
    .note(EXTREMA_NOTE),
    array("norm2", &[req("x", A::REAL), DIM], T::Like(0), R::Reduction)
        .rule(Rule::Array(ArrayRule::Norm2))
        .since(F2008)
        .note("Zero at the origin."),
    array("all", &[req("mask", A::LOGICAL), DIM], T::Like(0), R::Reduction),
    array("any", &[req("mask", A::LOGICAL), DIM], T::Like(0), R::Reduction),
    array("parity", &[req("mask", A::LOGICAL), DIM], T::Like(0), R::Reduction).since(F2008),
    array("count", &[req("mask", A::LOGICAL), DIM, KIND], T::Integer, R::Reduction),
    array("iall", &[req("array", A::INTEGER), DIM, MASK], T::Like(0), R::Reduction).since(F2008),
    array("iany", &[req("array", A::INTEGER), DIM, MASK], T::Like(0), R::Reduction).since(F2008),
    array(
        "iparity",
        &[req("array", A::INTEGER), DIM, MASK],
        T::Like(0),
        R::Reduction,
    )
    .since(F2008),
    array(
        "maxloc",
        &[req("array", A::ORDERED), DIM, MASK, KIND, BACK],
        T::Integer,
        R::Location,
    ),
    array(
        "minloc",
        &[req("array", A::ORDERED), DIM, MASK, KIND, BACK],
        T::Integer,
        R::Location,
    ),
    array(
        "findloc",
        &[req("array", A::ANY), req("value", A::ANY), DIM, MASK, KIND, BACK],
        T::Integer,
        R::Location,
    )
    .since(F2008),
    array(
        "reduce",
        &[
            req("array", A::ANY),
            req("operation", A::ANY),
            DIM,
            MASK,
            opt("identity", A::ANY),
            opt("ordered", A::LOGICAL),
        ],
        T::Like(0),
        R::Reduction,
    )
    .rule(Rule::Unsupported(
        "it calls a procedure for each element; write a loop",
    ))
    .since(F2018),
    // ---- products
    array(
        "dot_product",
        &[
            req("vector_a", A::NUMERIC.or(A::LOGICAL)),
            req("vector_b", A::NUMERIC.or(A::LOGICAL)),
        ],
        T::Product,
        R::Scalar,
    )
    .rule(Rule::Array(ArrayRule::DotProduct))
    .note("Of complex vectors: the first is conjugated."),
    array(
        "matmul",
        &[
            req("matrix_a", A::NUMERIC.or(A::LOGICAL)),
            req("matrix_b", A::NUMERIC.or(A::LOGICAL)),
        ],
        T::Product,
        R::Matmul,
    )
    .rule(Rule::Array(ArrayRule::Matmul)),
    // ---- rearrangement
    array("transpose", &[req("matrix", A::ANY)], T::Like(0), R::Matrix).rule(Rule::Array(ArrayRule::Transpose)),
    array(
        "reshape",
        &[
            req("source", A::ANY),
            req("shape", A::INTEGER),
            opt("pad", A::ANY),
            opt("order", A::INTEGER),
        ],
        T::Like(0),
        R::Shape,
    )
    .rule(Rule::Array(ArrayRule::Reshape))
    .note("`order` must be an array of constants."),
    array(
        "spread",
        &[
            req("source", A::ANY),
            req("dim", A::INTEGER),
            req("ncopies", A::INTEGER),
        ],
        T::Like(0),
        R::Spread,
    )
    .rule(Rule::Array(ArrayRule::Spread)),
    array(
        "pack",
        &[req("array", A::ANY), req("mask", A::LOGICAL), opt("vector", A::ANY)],
        T::Like(0),
        R::Vector,
    )
    .rule(Rule::Array(ArrayRule::Pack)),
    array(
        "unpack",
        &[req("vector", A::ANY), req("mask", A::LOGICAL), req("field", A::ANY)],
        T::Like(0),
        R::Like(1),
    )
    .rule(Rule::Array(ArrayRule::Unpack)),
    array(
        "cshift",
        &[req("array", A::ANY), req("shift", A::INTEGER), DIM],
        T::Like(0),
        R::Like(0),
    )
    .rule(Rule::Array(ArrayRule::Cshift)),
    array(
        "eoshift",
        &[
            req("array", A::ANY),
            req("shift", A::INTEGER),
            opt("boundary", A::ANY),
            DIM,
        ],
        T::Like(0),
        R::Like(0),
    )
    .rule(Rule::Array(ArrayRule::Eoshift)),
    array(
        "transfer",
        &[
            req("source", A::ANY),
            req("mold", A::ANY).inquire(),
            opt("size", A::INTEGER),
        ],
        T::Like(1),
        R::Transfer,
    )
    .rule(Rule::Unsupported("it reinterprets the bits of its argument"))
    .note("Between values of one type, and between variables of complex and of real type of one kind, it has the derivative of the rearrangement that it is; from integers, logicals and characters it is a constant."),
    array("null", &[opt("mold", A::ANY).inquire()], T::Nothing, R::Scalar)
        .note("The type is that of its context.")
        .since(Standard::F95),
    // ---- scalars from characters and kinds
    array(
        "repeat",
        &[req("string", A::CHARACTER), req("ncopies", A::INTEGER)],
        T::Fixed(Ty::Character),
        R::Scalar,
    ),
    array(
        "trim",
        &[req("string", A::CHARACTER)],
        T::Fixed(Ty::Character),
        R::Scalar,
    ),
    array(
        "selected_char_kind",
        &[req("name", A::CHARACTER)],
        T::Fixed(Ty::Integer(4)),
        R::Scalar,
    )
    .since(Standard::F2003),
    array(
        "selected_int_kind",
        &[req("r", A::INTEGER)],
        T::Fixed(Ty::Integer(4)),
        R::Scalar,
    ),
    array(
        "selected_real_kind",
        &[opt("p", A::INTEGER), opt("r", A::INTEGER), opt("radix", A::INTEGER)],
        T::Fixed(Ty::Integer(4)),
        R::Scalar,
    ),
    // ---- coarrays: one image
    array(
        "num_images",
        &[opt("distance", A::INTEGER), opt("failed", A::LOGICAL)],
        T::Fixed(Ty::Integer(4)),
        R::Scalar,
    )
    .since(F2008),
    array(
        "this_image",
        &[opt("coarray", A::ANY).inquire(), DIM],
        T::Fixed(Ty::Integer(4)),
        R::Bound,
    )
    .since(F2008),
    array(
        "image_index",
        &[req("coarray", A::ANY).inquire(), req("sub", A::INTEGER)],
        T::Fixed(Ty::Integer(4)),
        R::Scalar,
    )
    .since(F2008),
    array("team_number", &[TEAM], T::Fixed(Ty::Integer(4)), R::Scalar).since(F2018),
    array("failed_images", &[TEAM, KIND], T::Integer, R::Vector).since(F2018),
    array("stopped_images", &[TEAM, KIND], T::Integer, R::Vector).since(F2018),
    Row::new(
        "image_status",
        Class::Elemental,
        &[req("image", A::INTEGER), TEAM],
        T::Fixed(Ty::Integer(4)),
    )
    .since(F2018),
    array("command_argument_count", &[], T::Fixed(Ty::Integer(4)), R::Scalar).since(Standard::F2003),
];
