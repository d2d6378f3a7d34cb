//! Names of the tape's procedures: one for each kind of value, because the tape has no explicit interfaces.

use super::*;

/// The procedure that a tape statement calls; `None` for other statements, and for values that the tape does not
/// support.
pub fn tape_procedure(program: &Program, statement: &StmtKind) -> Option<String> {
    match statement {
        StmtKind::Push(e) => Some(format!("push{}", values(program, e)?)),
        StmtKind::Pop(e) => Some(format!("pop{}", values(program, e)?)),
        StmtKind::PushControl { bits, .. } => Some(format!("push{}", number(*bits))),
        StmtKind::PopControl { bits, .. } => Some(format!("pop{}", number(*bits))),
        _ => None,
    }
}

/// The module of the runtime that has the interface of a subroutine, by its folded name.
pub fn runtime_module(name: &str) -> Option<&'static str> {
    if let Some(of) = name.strip_prefix("push").or_else(|| name.strip_prefix("pop")) {
        let bits = of.strip_prefix("control").and_then(|rest| rest.strip_suffix('b'));
        let kind = of.strip_suffix("array").unwrap_or(of);
        let is_control = bits.is_some_and(|b| matches!(b.parse(), Ok(1..=8)));
        return (is_control || WITH_INTERFACE.contains(&kind)).then_some("adc_tape");
    }
    match name.strip_prefix("adc_")? {
        "tape_check" | "tape_limit" | "tape_release" | "tape_reset_peak" => Some("adc_tape"),
        _ if CHECKPOINTS.contains(&name) => Some("adc_steps"),
        of if of.starts_with("profile_") => Some("adc_profile"),
        "mpi_status_f08" | "mpi_statuses_f08" => Some("adc_mpi_f08"),
        of if of.starts_with("mpi_") => Some("adc_mpi"),
        _ => None,
    }
}

/// The modules for messages. Their procedures take buffers of any type, so their callers need the interfaces.
pub const OF_MESSAGES: [&str; 2] = ["adc_mpi", "adc_mpi_f08"];

/// Kinds whose procedures have interfaces: without quadruple precision, those of `real16` would be those of `real8`.
const WITH_INTERFACE: [&str; 10] = [
    "real4",
    "real8",
    "complex8",
    "complex16",
    "integer1",
    "integer2",
    "integer4",
    "integer8",
    "boolean",
    "character",
];

/// The subroutines for loops that run in parts.
const CHECKPOINTS: [&str; 14] = [
    "adc_steps_begin",
    "adc_steps_next",
    "adc_steps_end",
    "adc_steps_begin_online",
    "adc_steps_arrive",
    "adc_steps_last",
    "adc_snapshot_begin",
    "adc_snapshot_end",
    "adc_snapshot_load",
    "adc_repeat_begin",
    "adc_repeat_end",
    "adc_repeat_load",
    "adc_repeat_drop",
    "adc_repeat_unfinished",
];

/// The tape has separate procedures for numbers of up to eight bits.
fn number(bits: u8) -> String {
    match bits {
        1..=8 => format!("control{bits}b"),
        _ => "integer4".to_string(),
    }
}

fn values(program: &Program, e: &Expr) -> Option<String> {
    let kind = match e.ty {
        Ty::Real(k @ (4 | 8 | 16)) => format!("real{k}"),
        // named by the bytes of the whole number
        Ty::Complex(k @ (4 | 8 | 16)) => format!("complex{}", 2 * u32::from(k)),
        Ty::Integer(k @ (1 | 2 | 4 | 8)) => format!("integer{k}"),
        Ty::Logical(4) => "boolean".to_string(),
        Ty::Character => "character".to_string(),
        Ty::Real(_)
        | Ty::Complex(_)
        | Ty::Integer(_)
        | Ty::Logical(_)
        | Ty::Derived(_)
        | Ty::Class(_)
        | Ty::Unlimited
        | Ty::Typeless
        | Ty::None => return None,
    };
    let is_one = e.rank == 0 && (e.ty != Ty::Character || is_one_character(program, e));
    Some(if is_one { kind } else { kind + "array" })
}

/// True for a scalar declared with length one.
pub fn is_one_character(program: &Program, e: &Expr) -> bool {
    let symbol = match &e.kind {
        ExprKind::Index(base, _) => return is_one_character(program, base),
        ExprKind::Var(s) | ExprKind::Component(_, s) => *s,
        _ => return false,
    };
    let Some(v) = program.symbols[symbol].variable() else {
        return false;
    };
    match &v.ty.len {
        None => true,
        Some(CharLen::Expr(len)) => int_value(len) == Some(1),
        Some(CharLen::Assumed | CharLen::Deferred) => false,
    }
}
