//! The routines of MPI that may carry derivatives, and the procedures of the runtime in their place.
//!
//! A procedure of the runtime takes the arguments of the routine with two differences: there is no error code, since the
//! runtime stops at an error; and a status is replaced by the array `message`: source, tag and bytes of what came.

use crate::options::description::{Argument, ByHand, Description};
use adc_frontend::ast::SmolStr;
use adc_frontend::span::Span;
use std::sync::LazyLock;

/// A routine: its name without `mpi_`, and its arguments without the error code at the end.
struct Routine(&'static str, &'static str);

const ROUTINES: &[Routine] = &[
    Routine("send", "buf count datatype dest tag comm"),
    Routine("ssend", "buf count datatype dest tag comm"),
    Routine("bsend", "buf count datatype dest tag comm"),
    Routine("rsend", "buf count datatype dest tag comm"),
    Routine("isend", "buf count datatype dest tag comm request"),
    Routine("issend", "buf count datatype dest tag comm request"),
    Routine("ibsend", "buf count datatype dest tag comm request"),
    Routine("irsend", "buf count datatype dest tag comm request"),
    Routine("irecv", "buf count datatype source tag comm request"),
    Routine("send_init", "buf count datatype dest tag comm request"),
    Routine("ssend_init", "buf count datatype dest tag comm request"),
    Routine("bsend_init", "buf count datatype dest tag comm request"),
    Routine("rsend_init", "buf count datatype dest tag comm request"),
    Routine("recv_init", "buf count datatype source tag comm request"),
    Routine("start", "request"),
    Routine("startall", "count requests"),
    Routine("wait", "request status"),
    Routine("waitall", "count requests statuses"),
    Routine("waitany", "count requests index status"),
    Routine("waitsome", "incount requests outcount indices statuses"),
    Routine("test", "request flag status"),
    Routine("testall", "count requests flag statuses"),
    Routine("testany", "count requests index flag status"),
    Routine("testsome", "incount requests outcount indices statuses"),
    Routine("request_free", "request"),
    Routine("comm_free", "comm"),
    Routine("type_free", "datatype"),
    Routine("op_free", "op"),
    Routine("recv", "buf count datatype source tag comm status"),
    Routine(
        "sendrecv",
        "sendbuf sendcount sendtype dest sendtag recvbuf recvcount recvtype source recvtag comm status",
    ),
    Routine(
        "sendrecv_replace",
        "buf count datatype dest sendtag source recvtag comm status",
    ),
    Routine("bcast", "buf count datatype root comm"),
    Routine("reduce", "sendbuf recvbuf count datatype op root comm"),
    Routine("allreduce", "sendbuf recvbuf count datatype op comm"),
    Routine("scan", "sendbuf recvbuf count datatype op comm"),
    Routine("exscan", "sendbuf recvbuf count datatype op comm"),
    Routine("reduce_scatter", "sendbuf recvbuf recvcounts datatype op comm"),
    Routine("reduce_scatter_block", "sendbuf recvbuf recvcount datatype op comm"),
    Routine(
        "gather",
        "sendbuf sendcount sendtype recvbuf recvcount recvtype root comm",
    ),
    Routine(
        "gatherv",
        "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype root comm",
    ),
    Routine(
        "scatter",
        "sendbuf sendcount sendtype recvbuf recvcount recvtype root comm",
    ),
    Routine(
        "scatterv",
        "sendbuf sendcounts displs sendtype recvbuf recvcount recvtype root comm",
    ),
    Routine(
        "allgather",
        "sendbuf sendcount sendtype recvbuf recvcount recvtype comm",
    ),
    Routine(
        "allgatherv",
        "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype comm",
    ),
    Routine("alltoall", "sendbuf sendcount sendtype recvbuf recvcount recvtype comm"),
    Routine(
        "alltoallv",
        "sendbuf sendcounts sdispls sendtype recvbuf recvcounts rdispls recvtype comm",
    ),
    Routine(
        "alltoallw",
        "sendbuf sendcounts sdispls sendtypes recvbuf recvcounts rdispls recvtypes comm",
    ),
    Routine(
        "neighbor_allgather",
        "sendbuf sendcount sendtype recvbuf recvcount recvtype comm",
    ),
    Routine(
        "neighbor_allgatherv",
        "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype comm",
    ),
    Routine(
        "neighbor_alltoall",
        "sendbuf sendcount sendtype recvbuf recvcount recvtype comm",
    ),
    Routine(
        "neighbor_alltoallv",
        "sendbuf sendcounts sdispls sendtype recvbuf recvcounts rdispls recvtype comm",
    ),
    Routine(
        "neighbor_alltoallw",
        "sendbuf sendcounts sdispls sendtypes recvbuf recvcounts rdispls recvtypes comm",
    ),
];

/// Routines that take a buffer and exchange no messages, by the beginnings of their names.
const SILENT: [&str; 8] = [
    "mpi_get_address",
    "mpi_address",
    "mpi_sizeof",
    "mpi_f_sync_reg",
    "mpi_buffer_",
    "mpi_file_write",
    "mpi_file_iwrite",
    "mpi_free_mem",
];

/// Routines that complete a request, with the place and the name of the argument.
const COMPLETING: [(&str, usize, &str); 8] = [
    ("mpi_wait", 0, "request"),
    ("mpi_waitall", 1, "requests"),
    ("mpi_waitany", 1, "requests"),
    ("mpi_waitsome", 1, "requests"),
    ("mpi_test", 0, "request"),
    ("mpi_testall", 1, "requests"),
    ("mpi_testany", 1, "requests"),
    ("mpi_testsome", 1, "requests"),
];

/// Routines that start persistent requests, likewise.
const STARTING: [(&str, usize, &str); 2] = [("mpi_start", 0, "request"), ("mpi_startall", 1, "requests")];

/// The beginning of a message whose buffer later statements have to name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Begins {
    /// A non-blocking receive.
    Receive,
    /// A persistent request of a receive.
    KeptReceive,
    /// A persistent request of a send.
    KeptSend,
}

/// Routines that complete a request in ways that the runtime does not follow.
const ESCAPES: [&str; 1] = ["mpi_cancel"];

/// Routines that free what messages are described by.
const FREES: [&str; 3] = ["mpi_comm_free", "mpi_type_free", "mpi_op_free"];

/// The datatypes whose values have derivatives that the runtime knows.
const DATATYPES: [&str; 8] = [
    "mpi_real",
    "mpi_double_precision",
    "mpi_real4",
    "mpi_real8",
    "mpi_complex",
    "mpi_double_complex",
    "mpi_complex8",
    "mpi_complex16",
];

/// The datatypes of pairs, for operations that find places.
const PAIRS: [&str; 2] = ["mpi_2real", "mpi_2double_precision"];

/// The operations of reductions that have derivatives, and those of pairs.
const OPERATIONS: [&str; 6] = ["mpi_sum", "mpi_prod", "mpi_max", "mpi_min", "mpi_maxloc", "mpi_minloc"];

/// Routines that have derivatives for `MPI_SUM` only.
const SUMS: [&str; 4] = ["scan", "exscan", "reduce_scatter", "reduce_scatter_block"];

/// A routine as the runtime treats it.
pub(super) struct Supported {
    /// Its name without `mpi_`.
    pub name: &'static str,
    /// Its arguments, without the error code.
    pub arguments: Vec<&'static str>,
    /// True for a non-blocking form: the routine is carried out by the call that begins it, and the request is
    /// `MPI_REQUEST_NULL`.
    pub is_begun: bool,
}

/// A routine that the runtime supports, by its folded name.
pub(super) fn supported(name: &str) -> Option<Supported> {
    let name = name.strip_prefix("mpi_")?;
    let find = |name: &str| ROUTINES.iter().find(|r| r.0 == name);
    let arguments = |r: &Routine| r.1.split_whitespace().collect();
    if let Some(r) = find(name) {
        return Some(Supported {
            name: r.0,
            arguments: arguments(r),
            is_begun: false,
        });
    }
    let r = find(name.strip_prefix('i')?).filter(|r| r.1.ends_with(" comm") && !r.1.contains(" dest "))?;
    let mut arguments: Vec<&str> = arguments(r);
    arguments.push("request");
    Some(Supported {
        name: r.0,
        arguments,
        is_begun: true,
    })
}

/// True for a routine that may exchange messages with real values, if it gets such an argument; in derivatives that adc
/// has written, those of the runtime.
pub(super) fn may_exchange(name: &str) -> bool {
    (name.starts_with("mpi_") || name.starts_with("adc_mpi_")) && !SILENT.iter().any(|s| name.starts_with(s))
}

/// True for a routine that sends and receives nothing itself.
pub(super) fn is_silent(name: &str) -> bool {
    completes(name) || starts(name) || escapes(name) || frees(name) || name == "mpi_request_free"
}

/// True for a routine that completes requests.
pub(super) fn completes(name: &str) -> bool {
    COMPLETING.iter().any(|c| c.0 == name)
}

/// True for a routine that starts persistent requests.
pub(super) fn starts(name: &str) -> bool {
    STARTING.iter().any(|c| c.0 == name)
}

/// The kind of message that a routine begins, if later statements have to name its buffer.
pub(super) fn begins(name: &str) -> Option<Begins> {
    match name {
        "mpi_irecv" => Some(Begins::Receive),
        "mpi_recv_init" => Some(Begins::KeptReceive),
        "mpi_send_init" | "mpi_ssend_init" | "mpi_bsend_init" | "mpi_rsend_init" => Some(Begins::KeptSend),
        _ => None,
    }
}

/// The place of the request of a routine that begins something without waiting for it.
pub(super) fn request_of(name: &str) -> Option<usize> {
    if name == "mpi_ibarrier" {
        return Some(1);
    }
    let begun = supported(name)?;
    let is_first = begun.is_begun || begins(name) == Some(Begins::Receive) || begins_send(name);
    let place = begun.arguments.iter().position(|a| *a == "request");
    place.filter(|_| is_first)
}

/// True for a routine that may complete requests in ways that the runtime does not follow.
pub(super) fn escapes(name: &str) -> bool {
    ESCAPES.contains(&name)
}

/// True for a routine that frees a communicator, a datatype or an operation.
pub(super) fn frees(name: &str) -> bool {
    FREES.contains(&name)
}

/// True for a routine that begins a send.
pub(super) fn begins_send(name: &str) -> bool {
    matches!(name, "mpi_isend" | "mpi_issend" | "mpi_ibsend" | "mpi_irsend")
}

/// The place and the name of the argument with a request.
pub(super) fn place_of_request(name: &str) -> Option<(usize, &'static str)> {
    if begins(name).is_some() {
        return Some((6, "request"));
    }
    let found = COMPLETING.iter().chain(&STARTING).find(|c| c.0 == name)?;
    Some((found.1, found.2))
}

/// True for a datatype that the runtime knows: for pairs, if the operation is one of pairs.
pub(super) fn has_datatype(name: &str, op: Option<&str>) -> bool {
    match PAIRS.contains(&name) {
        true => op.is_none_or(|o| o.ends_with("loc")),
        false => DATATYPES.contains(&name) && op.is_none_or(|o| !o.ends_with("loc")),
    }
}

/// True for an operation that a routine, named without `mpi_`, has derivatives for.
pub(super) fn has_operation(routine: &str, name: &str) -> bool {
    match SUMS.contains(&routine) {
        true => name == "mpi_sum",
        false => OPERATIONS.contains(&name),
    }
}

/// The descriptions of the procedures of the runtime.
static DESCRIPTIONS: LazyLock<Vec<Description>> = LazyLock::new(|| {
    let lines = include_str!("mpi.txt").lines();
    let rows = lines.filter_map(|l| l.split_once(':').filter(|_| !l.starts_with('#')));
    rows.flat_map(|(names, arguments)| described(names, arguments))
        .collect()
});

/// The descriptions of a row.
fn described<'r>(names: &'r str, arguments: &'r str) -> impl Iterator<Item = Description> + 'r {
    let needs_values = names.starts_with('*');
    let exchanges = !names.starts_with(['-', '+']);
    let acts = !names.starts_with('+');
    let mut all: Vec<Argument> = arguments.split_whitespace().map(argument).collect();
    let is_buffer = |a: &Argument| a.name.ends_with("buf");
    let of = |all: &[Argument], is: &dyn Fn(&Argument) -> bool| -> Vec<usize> {
        (0..all.len()).filter(|&k| all.get(k).is_some_and(is)).collect()
    };
    let read = of(&all, &|a| is_buffer(a) && a.reads);
    for a in all.iter_mut().filter(|a| is_buffer(a)) {
        if a.writes {
            a.from.clone_from(&read);
        }
        if needs_values {
            a.needs.clone_from(&read);
        }
    }
    names
        .split_whitespace()
        .filter(|n| !matches!(*n, "*" | "-" | "+"))
        .map(move |name| {
            let name: SmolStr = format!("adc_mpi_{name}").into();
            let derivatives = ByHand {
                tangent: Some(format!("{name}_d").into()),
                adjoint: Some(format!("{name}_b").into()),
                module: Some("adc_mpi".into()),
                ..ByHand::default()
            };
            Description {
                acts,
                exchanges,
                repeats_with_messages: acts && !exchanges,
                passive: !exchanges,
                is_frugal: exchanges,
                by_results: exchanges && !needs_values,
                globals_read: Some(vec![]),
                // the number of directions is optional
                vector: if exchanges {
                    derivatives.clone()
                } else {
                    ByHand::default()
                },
                single: if exchanges { derivatives } else { ByHand::default() },
                ..Description::new(name, Span::NONE, all.clone())
            }
        })
}

/// An argument of a row.
fn argument(word: &str) -> Argument {
    let name = word.trim_start_matches(['>', '=', '.']).trim_end_matches('~');
    Argument {
        name: name.into(),
        reads: !word.starts_with(['>', '.']),
        writes: word.starts_with(['>', '=']),
        unread: word.ends_with('~'),
        ..Argument::default()
    }
}

/// The description of a procedure of the runtime.
pub(super) fn description(name: &str) -> Option<Description> {
    DESCRIPTIONS.iter().find(|d| d.name == name).cloned()
}

/// The name of a procedure of the runtime: of a routine, for a sum, and where a buffer is `MPI_IN_PLACE`.
pub(super) fn runtime_name(routine: &str, is_sum: bool, in_place: bool) -> SmolStr {
    let sum = if is_sum { "_sum" } else { "" };
    let place = if in_place { "_in_place" } else { "" };
    format!("adc_mpi_{routine}{sum}{place}").into()
}

/// True if the runtime has a procedure for the sums of a routine.
pub(super) fn has_sum(routine: &str) -> bool {
    matches!(routine, "reduce" | "allreduce")
}

/// The routine of MPI that a procedure of the runtime stands for.
pub(super) fn original(name: &str) -> &str {
    let Some(routine) = name.strip_prefix("adc_").filter(|n| n.starts_with("mpi_")) else {
        return name;
    };
    ["_in_place", "_sum", "_status"]
        .iter()
        .fold(routine, |n, end| n.strip_suffix(end).unwrap_or(n))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_have_derivatives() {
        for d in DESCRIPTIONS.iter() {
            assert!(
                d.passive || d.exchanges && d.has_optional_shadows() && d.is_frugal,
                "{}",
                d.name
            );
        }
    }

    #[test]
    fn every_routine_has_a_procedure() {
        for Routine(name, _) in ROUTINES {
            for is_sum in [false, has_sum(name)] {
                let name = runtime_name(name, is_sum, false);
                assert!(description(&name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn procedures_stand_for_routines() {
        assert_eq!(original("adc_mpi_allreduce_sum_in_place"), "mpi_allreduce");
        assert_eq!(original("adc_mpi_wait"), "mpi_wait");
        assert_eq!(original("solve"), "solve");
    }

    #[test]
    fn collective_routines_have_a_non_blocking_form() {
        let found = supported("mpi_ireduce").unwrap();
        assert!(found.is_begun && found.name == "reduce" && found.arguments.len() == 8);
        assert!(supported("mpi_isendrecv").is_none() && !supported("mpi_isend").unwrap().is_begun);
    }
}
