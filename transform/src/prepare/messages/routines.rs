//! The routines of MPI that may carry derivatives, and the procedures of the runtime in their place.
//!
//! A procedure of the runtime takes the arguments of the routine with two differences: there is no error code, since the
//! runtime stops at an error; and a status is replaced by the array `message`: source, tag and length of what came.

use crate::options::description::Description;
use crate::prepare::external::table;
use adc_frontend::ast::SmolStr;
use adc_frontend::diag::Diagnostic;
use adc_frontend::span::Span;
use std::sync::LazyLock;

/// A routine: its name and its arguments, without the error code at the end.
struct Routine(&'static str, &'static str);

const ROUTINES: &[Routine] = &[
    Routine("mpi_send", "buf count datatype dest tag comm"),
    Routine("mpi_ssend", "buf count datatype dest tag comm"),
    Routine("mpi_bsend", "buf count datatype dest tag comm"),
    Routine("mpi_rsend", "buf count datatype dest tag comm"),
    Routine("mpi_isend", "buf count datatype dest tag comm request"),
    Routine("mpi_issend", "buf count datatype dest tag comm request"),
    Routine("mpi_irecv", "buf count datatype source tag comm request"),
    Routine("mpi_wait", "request status"),
    Routine("mpi_waitall", "count requests statuses"),
    Routine("mpi_waitany", "count requests index status"),
    Routine("mpi_test", "request flag status"),
    Routine("mpi_comm_free", "comm"),
    Routine("mpi_type_free", "datatype"),
    Routine("mpi_op_free", "op"),
    Routine("mpi_recv", "buf count datatype source tag comm status"),
    Routine(
        "mpi_sendrecv",
        "sendbuf sendcount sendtype dest sendtag recvbuf recvcount recvtype source recvtag comm status",
    ),
    Routine(
        "mpi_sendrecv_replace",
        "buf count datatype dest sendtag source recvtag comm status",
    ),
    Routine("mpi_bcast", "buf count datatype root comm"),
    Routine("mpi_reduce", "sendbuf recvbuf count datatype op root comm"),
    Routine("mpi_allreduce", "sendbuf recvbuf count datatype op comm"),
    Routine(
        "mpi_gather",
        "sendbuf sendcount sendtype recvbuf recvcount recvtype root comm",
    ),
    Routine(
        "mpi_gatherv",
        "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype root comm",
    ),
    Routine(
        "mpi_scatter",
        "sendbuf sendcount sendtype recvbuf recvcount recvtype root comm",
    ),
    Routine(
        "mpi_scatterv",
        "sendbuf sendcounts displs sendtype recvbuf recvcount recvtype root comm",
    ),
    Routine(
        "mpi_allgather",
        "sendbuf sendcount sendtype recvbuf recvcount recvtype comm",
    ),
    Routine(
        "mpi_allgatherv",
        "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype comm",
    ),
    Routine(
        "mpi_alltoall",
        "sendbuf sendcount sendtype recvbuf recvcount recvtype comm",
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
const COMPLETING: [(&str, usize, &str); 4] = [
    ("mpi_wait", 0, "request"),
    ("mpi_waitall", 1, "requests"),
    ("mpi_waitany", 1, "requests"),
    ("mpi_test", 0, "request"),
];

/// Routines that complete a request in ways that the runtime does not follow.
const ESCAPES: [&str; 6] = [
    "mpi_waitsome",
    "mpi_testall",
    "mpi_testany",
    "mpi_testsome",
    "mpi_cancel",
    "mpi_request_free",
];

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

/// The operations of reductions that have derivatives.
const OPERATIONS: [&str; 4] = ["mpi_sum", "mpi_prod", "mpi_max", "mpi_min"];

/// The arguments of a routine, by its folded name.
pub(super) fn arguments(name: &str) -> Option<Vec<&'static str>> {
    let found = ROUTINES.iter().find(|r| r.0 == name)?;
    Some(found.1.split_whitespace().collect())
}

/// True for a routine that may exchange messages with real values, if it gets such an argument; in derivatives that adc
/// has written, those of the runtime.
pub(super) fn may_exchange(name: &str) -> bool {
    (name.starts_with("mpi_") || name.starts_with("adc_mpi_")) && !SILENT.iter().any(|s| name.starts_with(s))
}

/// True for a routine that sends and receives nothing itself.
pub(super) fn is_silent(name: &str) -> bool {
    completes(name) || escapes(name) || frees(name)
}

/// True for a routine that completes requests.
pub(super) fn completes(name: &str) -> bool {
    COMPLETING.iter().any(|c| c.0 == name)
}

/// True for a routine that may complete requests in ways that the runtime does not follow.
pub(super) fn escapes(name: &str) -> bool {
    ESCAPES.contains(&name)
}

/// True for a routine that frees a communicator, a datatype or an operation.
pub(super) fn frees(name: &str) -> bool {
    FREES.contains(&name)
}

/// The place and the name of the argument with a request.
pub(super) fn place_of_request(name: &str) -> Option<(usize, &'static str)> {
    if name == "mpi_irecv" {
        return Some((6, "request"));
    }
    let found = COMPLETING.iter().find(|c| c.0 == name)?;
    Some((found.1, found.2))
}

pub(super) fn has_datatype(name: &str) -> bool {
    DATATYPES.contains(&name)
}

pub(super) fn has_operation(name: &str) -> bool {
    OPERATIONS.contains(&name)
}

/// The descriptions of the procedures of the runtime, and what is wrong with them: nothing, as a test tells.
static DESCRIPTIONS: LazyLock<(Vec<Description>, Vec<Diagnostic>)> = LazyLock::new(|| {
    let mut messages = vec![];
    let mut all = table::read(include_str!("mpi.toml"), 0, &mut messages);
    for d in &mut all {
        d.span = Span::NONE;
        d.acts = true;
        d.globals_read = Some(vec![]);
    }
    (all, messages)
});

/// The description of a procedure of the runtime.
pub(super) fn description(name: &str) -> Option<Description> {
    DESCRIPTIONS.0.iter().find(|d| d.name == name).cloned()
}

/// The name of a procedure of the runtime: of a routine, for a sum, and where a buffer is `MPI_IN_PLACE`.
pub(super) fn runtime_name(routine: &str, is_sum: bool, in_place: bool) -> SmolStr {
    let sum = if is_sum { "_sum" } else { "" };
    let place = if in_place { "_in_place" } else { "" };
    format!("adc_{routine}{sum}{place}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_understood() {
        let (all, messages) = &*DESCRIPTIONS;
        assert!(messages.is_empty(), "{messages:?}");
        for d in all {
            assert!(
                d.passive || d.exchanges && d.has_optional_shadows() && d.is_frugal,
                "{}",
                d.name
            );
        }
    }

    #[test]
    fn every_routine_has_a_procedure() {
        for Routine(name, arguments) in ROUTINES {
            let is_reduction = arguments.contains(" op ");
            for is_sum in [false, is_reduction] {
                let name = runtime_name(name, is_sum, false);
                assert!(description(&name).is_some(), "{name}");
            }
        }
    }
}
