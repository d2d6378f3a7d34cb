//! Names of the modules `mpi` and `mpi_f08`, as of MPI 3.1. The modules come with a library, not with a compiler, and
//! adc has no source of them.
//!
//! Values of most constants differ between implementations: they are unknown ([`Value::Unknown`]). `mpif.h` is this
//! module, too (`crate::lines`).

use super::modules::{Constant, Value};
use crate::ir::Ty;
use std::sync::LazyLock;

/// Integer constants whose value is unknown.
const UNKNOWN: &str = include_str!("constants.txt");
/// Subroutines, and functions that are passed as arguments.
const ROUTINES: &str = include_str!("routines.txt");

/// Constants with a known value, and those that are no integer scalars.
const OTHERS: &[Constant] = &[
    ("mpi_success", I4, Value::Int(0)),
    ("mpi_address_kind", I4, Value::Int(8)),
    ("mpi_count_kind", I4, Value::Int(8)),
    ("mpi_offset_kind", I4, Value::Int(8)),
    ("mpi_integer_kind", I4, Value::Int(4)),
    ("mpi_bottom", I4, Value::Unknown(0)),
    ("mpi_in_place", I4, Value::Unknown(0)),
    ("mpi_status_ignore", I4, Value::Unknown(1)),
    ("mpi_statuses_ignore", I4, Value::Unknown(2)),
    ("mpi_errcodes_ignore", I4, Value::Unknown(1)),
    ("mpi_unweighted", I4, Value::Unknown(1)),
    ("mpi_weights_empty", I4, Value::Unknown(1)),
    ("mpi_argv_null", Ty::Character, Value::Unknown(1)),
    ("mpi_argvs_null", Ty::Character, Value::Unknown(2)),
    ("mpi_subarrays_supported", Ty::Logical(4), Value::Unknown(0)),
    ("mpi_async_protects_nonblocking", Ty::Logical(4), Value::Unknown(0)),
];

const I4: Ty = Ty::Integer(4);

/// The constants.
pub(super) static CONSTANTS: LazyLock<Vec<Constant>> = LazyLock::new(|| {
    let unknown = UNKNOWN.split_whitespace().map(|name| (name, I4, Value::Unknown(0)));
    unknown.chain(OTHERS.iter().copied()).collect()
});

/// The constants of `mpi_f08`: handles have types of their own.
pub(super) static CONSTANTS_F08: LazyLock<Vec<Constant>> = LazyLock::new(|| {
    let with_type = |&(name, ty, value): &Constant| match type_of(name) {
        Some(_) => (name, Ty::None, Value::Opaque),
        None => (name, ty, value),
    };
    CONSTANTS.iter().map(with_type).collect()
});

/// The types of `mpi_f08`.
pub(super) const TYPES: &[&str] = &[
    "mpi_comm",
    "mpi_datatype",
    "mpi_errhandler",
    "mpi_file",
    "mpi_group",
    "mpi_info",
    "mpi_message",
    "mpi_op",
    "mpi_request",
    "mpi_status",
    "mpi_win",
];

/// The integer components of a type of `mpi_f08`.
pub(crate) fn components(ty: &str) -> &'static [&'static str] {
    match ty {
        "mpi_status" => &["MPI_SOURCE", "MPI_TAG", "MPI_ERROR"],
        _ => &["MPI_VAL"],
    }
}

const OPERATIONS: &str =
    "mpi_max mpi_min mpi_sum mpi_prod mpi_maxloc mpi_minloc mpi_band mpi_bor mpi_bxor mpi_land mpi_lor \
    mpi_lxor mpi_replace mpi_no_op mpi_op_null";

const DATATYPES: &str =
    "mpi_2complex mpi_2double_complex mpi_2double_precision mpi_2int mpi_2integer mpi_2real mpi_aint \
    mpi_byte mpi_c_bool mpi_c_complex mpi_c_double_complex mpi_c_float_complex mpi_c_long_double_complex \
    mpi_char mpi_character mpi_complex mpi_complex16 mpi_complex32 mpi_complex8 mpi_count mpi_cxx_bool \
    mpi_cxx_complex mpi_cxx_double_complex mpi_cxx_float_complex mpi_cxx_long_double_complex \
    mpi_datatype_null mpi_double mpi_double_complex mpi_double_int mpi_double_precision mpi_float \
    mpi_float_int mpi_int mpi_int16_t mpi_int32_t mpi_int64_t mpi_int8_t mpi_integer mpi_integer1 \
    mpi_integer16 mpi_integer2 mpi_integer4 mpi_integer8 mpi_lb mpi_logical mpi_logical1 mpi_logical2 \
    mpi_logical4 mpi_logical8 mpi_long mpi_long_double mpi_long_double_int mpi_long_int mpi_long_long \
    mpi_long_long_int mpi_offset mpi_packed mpi_real mpi_real16 mpi_real2 mpi_real4 mpi_real8 mpi_short \
    mpi_short_int mpi_signed_char mpi_ub mpi_uint16_t mpi_uint32_t mpi_uint64_t mpi_uint8_t mpi_unsigned \
    mpi_unsigned_char mpi_unsigned_long mpi_unsigned_long_long mpi_unsigned_short mpi_wchar";

/// The type of a constant of `mpi_f08`; `None` if it has an intrinsic type.
pub(super) fn type_of(constant: &str) -> Option<&'static str> {
    let is_in = |list: &str| list.split_whitespace().any(|w| w == constant);
    Some(match constant {
        "mpi_comm_world" | "mpi_comm_self" | "mpi_comm_null" => "mpi_comm",
        "mpi_status_ignore" | "mpi_statuses_ignore" => "mpi_status",
        "mpi_request_null" => "mpi_request",
        "mpi_group_null" | "mpi_group_empty" => "mpi_group",
        "mpi_info_null" | "mpi_info_env" => "mpi_info",
        "mpi_errhandler_null" | "mpi_errors_are_fatal" | "mpi_errors_return" => "mpi_errhandler",
        "mpi_win_null" => "mpi_win",
        "mpi_file_null" => "mpi_file",
        "mpi_message_null" | "mpi_message_no_proc" => "mpi_message",
        _ if is_in(OPERATIONS) => "mpi_op",
        _ if is_in(DATATYPES) => "mpi_datatype",
        _ => return None,
    })
}

/// True for the modules.
pub fn is_module(name: &str) -> bool {
    matches!(name, "mpi" | "mpi_f08")
}

/// The functions with the types of their values.
const FUNCTIONS: [(&str, Ty); 4] = [
    ("mpi_wtime", Ty::Real(8)),
    ("mpi_wtick", Ty::Real(8)),
    ("mpi_aint_add", Ty::Integer(8)),
    ("mpi_aint_diff", Ty::Integer(8)),
];

/// The procedures.
pub fn procedures() -> impl Iterator<Item = &'static str> {
    ROUTINES.split_whitespace().chain(FUNCTIONS.iter().map(|f| f.0))
}

/// The type of a function's value, [`Ty::None`] for a subroutine; `None` if there is no such procedure.
pub fn procedure(name: &str) -> Option<Ty> {
    let function = FUNCTIONS.iter().find(|f| f.0 == name).map(|f| f.1);
    function.or_else(|| ROUTINES.split_whitespace().any(|r| r == name).then_some(Ty::None))
}

/// The text that stands for a header, by the name in an INCLUDE line.
pub fn header(name: &str) -> Option<&'static str> {
    // columns of fixed form suit free form, too
    name.eq_ignore_ascii_case("mpif.h").then_some("      use mpi\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut all: Vec<&str> = CONSTANTS.iter().map(|c| c.0).chain(procedures()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|n| n.starts_with("mpi_")));
    }

    #[test]
    fn procedures_have_types() {
        assert_eq!(procedure("mpi_wtime"), Some(Ty::Real(8)));
        assert_eq!(procedure("mpi_send"), Some(Ty::None));
        assert_eq!(procedure("mpi_sent"), None);
    }
}
