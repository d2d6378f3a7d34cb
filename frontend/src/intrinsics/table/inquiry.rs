//! Inquiry functions about shapes, kinds and status. None has a derivative.

use crate::intrinsics::row::*;
use crate::ir::Ty;
use Accept as A;
use Class::Inquiry;
use ResultRank as R;
use ResultType as T;
use Standard::{Gnu, F2003, F2008, F2018};

const LOGICAL: ResultType = T::Fixed(Ty::Logical(4));
const INTEGER: ResultType = T::Fixed(Ty::Integer(4));
const X: &[ArgSpec] = &[req("x", A::ANY).inquire()];

const fn ask(name: &'static str, args: &'static [ArgSpec], result: ResultType) -> Row {
    Row::new(name, Inquiry, args, result).rank(R::Scalar)
}

const ARRAY: ArgSpec = req("array", A::ANY).inquire();

pub(super) const ROWS: &[Row] = &[
    // ---- shapes
    ask("size", &[ARRAY, DIM, KIND], T::Integer),
    ask("shape", &[req("source", A::ANY).inquire(), KIND], T::Integer).rank(R::Vector),
    ask("lbound", &[ARRAY, DIM, KIND], T::Integer).rank(R::Bound),
    ask("ubound", &[ARRAY, DIM, KIND], T::Integer).rank(R::Bound),
    ask("lcobound", &[req("coarray", A::ANY).inquire(), DIM, KIND], T::Integer)
        .rank(R::Bound)
        .since(F2008),
    ask("ucobound", &[req("coarray", A::ANY).inquire(), DIM, KIND], T::Integer)
        .rank(R::Bound)
        .since(F2008),
    ask("rank", &[req("a", A::ANY).inquire()], INTEGER).since(F2018),
    ask("is_contiguous", &[ARRAY], LOGICAL).since(F2008),
    ask("len", &[req("string", A::CHARACTER).inquire(), KIND], T::Integer).since(Standard::F77),
    // `x%n`, where `n` is a LEN parameter of the derived type of `x`: the second argument identifies the parameter and
    // has its kind
    ask(
        "object%parameter",
        &[req("object", A::DERIVED).inquire(), req("parameter", A::INTEGER)],
        T::Like(1),
    )
    .since(F2003),
    // ---- status
    ask("present", &[req("a", A::ANY).inquire()], LOGICAL),
    ask("allocated", &[ARRAY.alias("scalar").dynamic()], LOGICAL),
    ask(
        "associated",
        &[req("pointer", A::ANY).inquire(), opt("target", A::ANY).inquire()],
        LOGICAL,
    ),
    ask(
        "same_type_as",
        &[req("a", A::ANY).inquire(), req("b", A::ANY).inquire()],
        LOGICAL,
    )
    .since(F2003),
    ask(
        "extends_type_of",
        &[req("a", A::ANY).inquire(), req("mold", A::ANY).inquire()],
        LOGICAL,
    )
    .since(F2003),
    // ---- numeric models
    ask("kind", X, INTEGER),
    ask("huge", X, T::Like(0)),
    ask("tiny", X, T::Like(0)),
    ask("epsilon", X, T::Like(0)),
    ask("digits", X, INTEGER),
    ask("precision", X, INTEGER),
    ask("range", X, INTEGER),
    ask("radix", X, INTEGER),
    ask("maxexponent", X, INTEGER),
    ask("minexponent", X, INTEGER),
    ask("bit_size", &[req("i", A::INTEGER).inquire()], T::Like(0)),
    ask("storage_size", &[req("a", A::ANY).inquire(), KIND], T::Integer).since(F2008),
    ask("new_line", &[req("a", A::CHARACTER).inquire()], T::Fixed(Ty::Character)).since(F2003),
    ask("sizeof", X, T::Fixed(Ty::Integer(8))).since(Gnu),
    ask("loc", X, T::Fixed(Ty::Integer(8))).since(Gnu),
];
