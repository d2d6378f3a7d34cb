//! Bits, logicals and characters: elemental, without a derivative.

use crate::intrinsics::row::*;
use crate::ir::Ty;
use Accept as A;
use Class::Elemental;
use ResultType as T;
use Standard::{Gnu, F2003, F2008, F77};

const I: &[ArgSpec] = &[req("i", A::INTEGER)];
const I_J: &[ArgSpec] = &[req("i", A::INTEGER), req("j", A::INTEGER)];
const I_POS: &[ArgSpec] = &[req("i", A::INTEGER), req("pos", A::INTEGER)];
const I_SHIFT: &[ArgSpec] = &[req("i", A::INTEGER), req("shift", A::INTEGER)];
const I_KIND: &[ArgSpec] = &[req("i", A::INTEGER), KIND];
const LOGICAL: ResultType = T::Fixed(Ty::Logical(4));
const CHARACTER: ResultType = T::Fixed(Ty::Character);
/// GNU: logical operation or, for integers, the bitwise operation.
const BOTH: &[ArgSpec] = &[req("i", A::INTEGER.or(A::LOGICAL)), req("j", A::INTEGER.or(A::LOGICAL))];
const STRINGS: &[ArgSpec] = &[req("string_a", A::CHARACTER), req("string_b", A::CHARACTER)];

const fn e(name: &'static str, args: &'static [ArgSpec], result: ResultType) -> Row {
    Row::new(name, Elemental, args, result).flops(1)
}

const fn search(name: &'static str, second: &'static [ArgSpec]) -> Row {
    e(name, second, T::Integer).flops(LIBRARY_FLOPS)
}

pub(super) const ROWS: &[Row] = &[
    // ---- bits
    e("iand", I_J, T::Promoted),
    e("ior", I_J, T::Promoted),
    e("ieor", I_J, T::Promoted),
    e("not", I, T::Like(0)),
    e("btest", I_POS, LOGICAL),
    e("ibset", I_POS, T::Like(0)),
    e("ibclr", I_POS, T::Like(0)),
    e(
        "ibits",
        &[req("i", A::INTEGER), req("pos", A::INTEGER), req("len", A::INTEGER)],
        T::Like(0),
    ),
    e("ishft", I_SHIFT, T::Like(0)),
    e(
        "ishftc",
        &[req("i", A::INTEGER), req("shift", A::INTEGER), opt("size", A::INTEGER)],
        T::Like(0),
    ),
    e("shifta", I_SHIFT, T::Like(0)).since(F2008),
    e("shiftl", I_SHIFT, T::Like(0)).since(F2008),
    e("shiftr", I_SHIFT, T::Like(0)).since(F2008),
    e(
        "dshiftl",
        &[req("i", A::INTEGER), req("j", A::INTEGER), req("shift", A::INTEGER)],
        T::Promoted,
    )
    .since(F2008),
    e(
        "dshiftr",
        &[req("i", A::INTEGER), req("j", A::INTEGER), req("shift", A::INTEGER)],
        T::Promoted,
    )
    .since(F2008),
    e(
        "merge_bits",
        &[req("i", A::INTEGER), req("j", A::INTEGER), req("mask", A::INTEGER)],
        T::Promoted,
    )
    .since(F2008),
    e("maskl", I_KIND, T::Integer).since(F2008),
    e("maskr", I_KIND, T::Integer).since(F2008),
    e("popcnt", I, T::Fixed(Ty::Integer(4))).since(F2008),
    e("poppar", I, T::Fixed(Ty::Integer(4))).since(F2008),
    e("leadz", I, T::Fixed(Ty::Integer(4))).since(F2008),
    e("trailz", I, T::Fixed(Ty::Integer(4))).since(F2008),
    e("bge", I_J, LOGICAL).since(F2008),
    e("bgt", I_J, LOGICAL).since(F2008),
    e("ble", I_J, LOGICAL).since(F2008),
    e("blt", I_J, LOGICAL).since(F2008),
    e("lshift", I_SHIFT, T::Like(0)).since(Gnu),
    e("rshift", I_SHIFT, T::Like(0)).since(Gnu),
    e("and", BOTH, T::Promoted).since(Gnu),
    e("or", BOTH, T::Promoted).since(Gnu),
    e("xor", BOTH, T::Promoted).since(Gnu),
    // ---- logicals
    e("logical", &[req("l", A::LOGICAL.or(A::INTEGER)), KIND], T::Logical),
    e("is_iostat_end", I, LOGICAL).since(F2003),
    e("is_iostat_eor", I, LOGICAL).since(F2003),
    e("isnan", &[req("x", A::REAL)], LOGICAL).since(Gnu),
    // ---- characters
    e("char", I_KIND, CHARACTER).since(F77),
    e("achar", I_KIND, CHARACTER),
    e("ichar", &[req("c", A::CHARACTER), KIND], T::Integer).since(F77),
    e("iachar", &[req("c", A::CHARACTER), KIND], T::Integer),
    e("adjustl", &[req("string", A::CHARACTER)], CHARACTER),
    e("adjustr", &[req("string", A::CHARACTER)], CHARACTER),
    e("len_trim", &[req("string", A::CHARACTER), KIND], T::Integer).also(&[specific(
        "lnblnk",
        Ty::Character,
        Ty::Integer(4),
    )]),
    search(
        "index",
        &[
            req("string", A::CHARACTER),
            req("substring", A::CHARACTER),
            opt("back", A::LOGICAL),
            KIND,
        ],
    )
    .since(F77),
    search(
        "scan",
        &[
            req("string", A::CHARACTER),
            req("set", A::CHARACTER),
            opt("back", A::LOGICAL),
            KIND,
        ],
    ),
    search(
        "verify",
        &[
            req("string", A::CHARACTER),
            req("set", A::CHARACTER),
            opt("back", A::LOGICAL),
            KIND,
        ],
    ),
    e("lge", STRINGS, LOGICAL).since(F77),
    e("lgt", STRINGS, LOGICAL).since(F77),
    e("lle", STRINGS, LOGICAL).since(F77),
    e("llt", STRINGS, LOGICAL).since(F77),
];
