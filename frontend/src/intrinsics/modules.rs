//! Constants and types of the intrinsic modules, with the values of gfortran on x86-64. Their procedures are rows of
//! the table ([`super::in_module`]).

use crate::ast::SmolStr;
use crate::ir::{expr, int, Expr, ExprKind, Ty};

/// Value of a constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Integer.
    Int(i64),
    /// A vector of default integers.
    Ints(&'static [i64]),
    /// One character, by its code.
    Char(u8),
    /// A constant of one of the module's own types; its value is unknown.
    Opaque,
    /// A constant of intrinsic type, of this rank, whose value depends on the implementation.
    Unknown(u8),
}

/// A constant: name, type ([`Ty::None`] for a derived type of the module), value.
pub type Constant = (&'static str, Ty, Value);

const I4: Ty = Ty::Integer(4);

const fn int4(name: &'static str, value: i64) -> Constant {
    (name, I4, Value::Int(value))
}

const fn chr(name: &'static str, code: u8) -> Constant {
    (name, Ty::Character, Value::Char(code))
}

const fn opaque(name: &'static str) -> Constant {
    (name, Ty::None, Value::Opaque)
}

const ISO_FORTRAN_ENV: &[Constant] = &[
    int4("atomic_int_kind", 4),
    int4("atomic_logical_kind", 4),
    ("character_kinds", I4, Value::Ints(&[1, 4])),
    int4("character_storage_size", 8),
    int4("error_unit", 0),
    int4("file_storage_size", 8),
    int4("input_unit", 5),
    int4("int8", 1),
    int4("int16", 2),
    int4("int32", 4),
    int4("int64", 8),
    ("integer_kinds", I4, Value::Ints(&[1, 2, 4, 8, 16])),
    int4("iostat_end", -1),
    int4("iostat_eor", -2),
    int4("iostat_inquire_internal_unit", 5018),
    ("logical_kinds", I4, Value::Ints(&[1, 2, 4, 8, 16])),
    int4("numeric_storage_size", 32),
    int4("output_unit", 6),
    int4("real32", 4),
    int4("real64", 8),
    int4("real128", 16),
    ("real_kinds", I4, Value::Ints(&[4, 8, 10, 16])),
    int4("stat_failed_image", 6001),
    int4("stat_locked", 1),
    int4("stat_locked_other_image", 2),
    int4("stat_stopped_image", 6000),
    int4("stat_unlocked", 0),
];

const ISO_C_BINDING: &[Constant] = &[
    int4("c_int", 4),
    int4("c_short", 2),
    int4("c_long", 8),
    int4("c_long_long", 8),
    int4("c_signed_char", 1),
    int4("c_size_t", 8),
    int4("c_int8_t", 1),
    int4("c_int16_t", 2),
    int4("c_int32_t", 4),
    int4("c_int64_t", 8),
    int4("c_int128_t", 16),
    int4("c_int_least8_t", 1),
    int4("c_int_least16_t", 2),
    int4("c_int_least32_t", 4),
    int4("c_int_least64_t", 8),
    int4("c_int_least128_t", 16),
    int4("c_int_fast8_t", 1),
    int4("c_int_fast16_t", 8),
    int4("c_int_fast32_t", 8),
    int4("c_int_fast64_t", 8),
    int4("c_int_fast128_t", 16),
    int4("c_intmax_t", 8),
    int4("c_intptr_t", 8),
    int4("c_ptrdiff_t", 8),
    int4("c_float", 4),
    int4("c_double", 8),
    int4("c_long_double", 10),
    int4("c_float128", 16),
    int4("c_float_complex", 4),
    int4("c_double_complex", 8),
    int4("c_long_double_complex", 10),
    int4("c_float128_complex", 16),
    int4("c_bool", 1),
    int4("c_char", 1),
    chr("c_null_char", 0),
    chr("c_alert", 7),
    chr("c_backspace", 8),
    chr("c_form_feed", 12),
    chr("c_new_line", 10),
    chr("c_carriage_return", 13),
    chr("c_horizontal_tab", 9),
    chr("c_vertical_tab", 11),
    opaque("c_null_ptr"),
    opaque("c_null_funptr"),
];

const IEEE_EXCEPTIONS: &[Constant] = &[
    opaque("ieee_invalid"),
    opaque("ieee_overflow"),
    opaque("ieee_divide_by_zero"),
    opaque("ieee_underflow"),
    opaque("ieee_inexact"),
    opaque("ieee_usual"),
    opaque("ieee_all"),
];

const IEEE_ARITHMETIC: &[Constant] = &[
    opaque("ieee_invalid"),
    opaque("ieee_overflow"),
    opaque("ieee_divide_by_zero"),
    opaque("ieee_underflow"),
    opaque("ieee_inexact"),
    opaque("ieee_usual"),
    opaque("ieee_all"),
    opaque("ieee_signaling_nan"),
    opaque("ieee_quiet_nan"),
    opaque("ieee_negative_inf"),
    opaque("ieee_negative_normal"),
    opaque("ieee_negative_denormal"),
    opaque("ieee_negative_subnormal"),
    opaque("ieee_negative_zero"),
    opaque("ieee_positive_zero"),
    opaque("ieee_positive_denormal"),
    opaque("ieee_positive_subnormal"),
    opaque("ieee_positive_normal"),
    opaque("ieee_positive_inf"),
    opaque("ieee_other_value"),
    opaque("ieee_nearest"),
    opaque("ieee_to_zero"),
    opaque("ieee_up"),
    opaque("ieee_down"),
    opaque("ieee_other"),
];

const IEEE_FEATURES: &[Constant] = &[
    opaque("ieee_datatype"),
    opaque("ieee_denormal"),
    opaque("ieee_divide"),
    opaque("ieee_halting"),
    opaque("ieee_inexact_flag"),
    opaque("ieee_inf"),
    opaque("ieee_invalid_flag"),
    opaque("ieee_nan"),
    opaque("ieee_rounding"),
    opaque("ieee_sqrt"),
    opaque("ieee_subnormal"),
    opaque("ieee_underflow_flag"),
];

/// The constants of an intrinsic module by its folded name; `None` if there is no such module.
pub fn builtin_module(name: &str) -> Option<&'static [Constant]> {
    Some(match name {
        "iso_fortran_env" => ISO_FORTRAN_ENV,
        "iso_c_binding" => ISO_C_BINDING,
        "ieee_arithmetic" => IEEE_ARITHMETIC,
        "ieee_exceptions" => IEEE_EXCEPTIONS,
        "ieee_features" => IEEE_FEATURES,
        "mpi" => &super::mpi::CONSTANTS,
        "mpi_f08" => &super::mpi::CONSTANTS_F08,
        "omp_lib" | "omp_lib_kinds" => super::openmp::CONSTANTS,
        // of the runtime: they have no constants
        "adc_special"
        | "adc_patterns"
        | "adc_sparsejacobians"
        | "adc_tape"
        | "adc_steps"
        | "adc_mpi"
        | "adc_mpi_f08" => &[],
        _ => return None,
    })
}

/// The derived types of an intrinsic module. Programs cannot name their components.
pub fn builtin_types(module: &str) -> &'static [&'static str] {
    match module {
        "iso_fortran_env" => &["event_type", "lock_type", "team_type"],
        "iso_c_binding" => &["c_ptr", "c_funptr"],
        "ieee_arithmetic" => &[
            "ieee_class_type",
            "ieee_round_type",
            "ieee_flag_type",
            "ieee_status_type",
        ],
        "ieee_exceptions" => &["ieee_flag_type", "ieee_status_type"],
        "ieee_features" => &["ieee_features_type"],
        "adc_sparsejacobians" => &["adc_sparse_matrix"],
        "mpi_f08" => super::mpi::TYPES,
        _ => &[],
    }
}

/// The derived type of an opaque constant or of a procedure's result for which the table gives [`Ty::None`].
pub fn builtin_type_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "c_null_ptr" | "c_loc" => "c_ptr",
        "c_null_funptr" | "c_funloc" => "c_funptr",
        "ieee_invalid"
        | "ieee_overflow"
        | "ieee_divide_by_zero"
        | "ieee_underflow"
        | "ieee_inexact"
        | "ieee_usual"
        | "ieee_all" => "ieee_flag_type",
        "ieee_nearest" | "ieee_to_zero" | "ieee_up" | "ieee_down" | "ieee_other" => "ieee_round_type",
        "ieee_class" => "ieee_class_type",
        _ if IEEE_FEATURES.iter().any(|c| c.0 == name) => "ieee_features_type",
        _ if IEEE_ARITHMETIC.iter().any(|c| c.0 == name) => "ieee_class_type",
        _ => return super::mpi::type_of(name),
    })
}

impl Value {
    /// The value as an expression; `None` for an opaque constant. A character is `achar(code)`.
    pub fn expr(self) -> Option<Expr> {
        Some(match self {
            Value::Int(v) => int(v),
            Value::Ints(values) => {
                let items = values.iter().map(|&v| int(v)).collect();
                expr(ExprKind::Array(None, items), I4, 1)
            }
            Value::Char(code) => {
                let id = super::known("achar")?;
                let arg = crate::ir::Arg::pos(int(code.into()));
                expr(
                    ExprKind::Intrinsic(id, SmolStr::new_static("achar"), vec![arg]),
                    Ty::Character,
                    0,
                )
            }
            Value::Opaque | Value::Unknown(_) => return None,
        })
    }

    /// Number of elements of an array constant.
    pub fn extent(self) -> Option<usize> {
        match self {
            Value::Ints(v) => Some(v.len()),
            Value::Int(_) | Value::Char(_) | Value::Opaque | Value::Unknown(_) => None,
        }
    }
}
