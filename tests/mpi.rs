//! Derivatives of programs with MPI, on 1, 2, 3, 4 and 7 ranks.
//!
//! The programs are in `tests/mpi`. Those that compare with differences print `right` or `WRONG` for each head
//! (`check.f90`); the models print numbers that have to be the same on any number of ranks. Where no MPI is installed,
//! the programs are differentiated, but do not run; a note says so.

use crate::support::cli::Sandbox;
use crate::support::numeric::build;
use std::process::Command;

const RANKS: [usize; 5] = [1, 2, 3, 4, 7];

const CALLS: [&str; 12] = [
    "pipeline",
    "master",
    "halos",
    "columns",
    "modes",
    "sums",
    "extrema",
    "broadcasts",
    "parts",
    "exchanges",
    "in_place",
    "types",
];

const MORE: [&str; 6] = ["scans", "scattered", "uneven_blocks", "begun", "places", "some"];

const PASSED: [&str; 6] = ["handed", "shared", "persistent", "repeated", "polled", "others"];

/// Loops with checkpoints that stop, with the beginning of the message.
const ASTRAY: [(&str, &str); 3] = [
    ("unlike", "ranks that exchange messages run a loop with checkpoints"),
    (
        "pipelined",
        "a request begins in one iteration of a loop with checkpoints",
    ),
    ("any_order", "a receive from MPI_ANY_SOURCE may have another result"),
];

/// The files of the runtime that programs with messages need.
const RUNTIME: [&str; 11] = [
    "adc_disk",
    "adc_tape",
    "adc_tapeparts",
    "adc_tapeschedules",
    "adc_tapesnapshots",
    "adc_tapesteps",
    "mpi/adc_messages",
    "mpi/adc_exchanges",
    "mpi/adc_requests",
    "mpi/adc_mpi",
    "mpi/adc_mpi_f08",
];

const MODELS: [&str; 3] = ["heat(cost)/(u,k)", "heat_nonblocking(cost)/(u,k)", "cg(cost)/(d,b)"];

fn root(path: &str) -> String {
    format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
}

fn source(name: &str) -> String {
    std::fs::read_to_string(root(&format!("tests/mpi/{name}.f90"))).unwrap()
}

/// The compiler or the starter of an MPI: `ADC_MPIF90` and `ADC_MPIRUN` choose others.
fn tool(name: &str) -> String {
    std::env::var(format!("ADC_{}", name.to_uppercase())).unwrap_or_else(|_| name.to_string())
}

/// True if programs with MPI can be compiled and run.
#[allow(clippy::print_stderr)] // the note is for people
fn is_installed() -> bool {
    let works = |word: &str| {
        Command::new(tool(word))
            .arg("--version")
            .output()
            .is_ok_and(|o| o.status.success())
    };
    let both = works("mpif90") && works("mpirun");
    if !both {
        eprintln!("note: mpif90 or mpirun is not installed: programs with MPI are not run");
    }
    both
}

/// A folder with the derivatives of a program, and its executable if an MPI is installed.
fn built(name: &str, heads: &[String], options: &str) -> Option<Sandbox> {
    let s = Sandbox::with(&[("model.f90", &source(name))]);
    let heads: String = heads.iter().map(|h| format!("--head '{h}' ")).collect();
    s.works(&format!("adc --tangent model.f90 {heads} {options} -o d.f90"));
    s.works(&format!("adc --reverse model.f90 {heads} {options} -o b.f90"));
    if !is_installed() {
        return None;
    }
    let mut sources: Vec<String> = RUNTIME
        .iter()
        .map(|r| root(&format!("runtime-fortran/{r}.f90")))
        .collect();
    sources.extend(["model.f90", "d.f90", "b.f90"].map(String::from));
    sources.extend(["check", &format!("{name}_check")].map(|f| root(&format!("tests/mpi/{f}.f90"))));
    let mut command = Command::new(tool("mpif90"));
    command
        .args(["-O1", "-fcheck=all,no-array-temps"])
        .args(sources)
        .args(["-o", "run.exe"]);
    build::run(&mut command, &s.path("")).unwrap();
    Some(s)
}

/// Starts the program on a number of ranks.
fn started(ranks: usize) -> Command {
    let mut command = Command::new(tool("mpirun"));
    // an implementation without these options needs none
    command
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command.env("OMPI_MCA_rmaps_base_oversubscribe", "1");
    command.args(["-n", &ranks.to_string(), "./run.exe"]);
    command
}

/// The output on a number of ranks.
fn output(s: &Sandbox, ranks: usize, arguments: &[&str]) -> String {
    let mut command = started(ranks);
    command.args(arguments);
    let output = build::run(&mut command, &s.path("")).unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Differences, tangents and adjoints of all heads agree.
fn agree(name: &str, heads: &[&str], options: &str) {
    let given: Vec<String> = heads.iter().map(|h| format!("{h}(y)/(x)")).collect();
    let Some(s) = built(name, &given, options) else { return };
    for ranks in RANKS {
        let found = output(&s, ranks, &[]);
        let right: Vec<&str> = found.lines().filter(|l| l.starts_with("right")).collect();
        assert_eq!(right.len(), heads.len(), "{name} {options} on {ranks} ranks:\n{found}");
    }
}

#[test]
fn messages_of_all_kinds_have_derivatives() {
    agree("calls", &CALLS, "");
}

#[test]
fn more_messages_have_derivatives() {
    agree("more", &MORE, "");
}

#[test]
fn non_blocking_messages_have_derivatives() {
    agree("requests", &["ring", "any_of", "tested"], "");
}

#[test]
fn requests_passed_on_and_persistent_ones_have_derivatives() {
    agree("passed", &PASSED, "");
}

#[test]
fn messages_of_neighbours_have_derivatives() {
    agree("grid", &["near", "mixed"], "");
}

#[test]
fn messages_of_the_modern_module_have_derivatives() {
    agree("modern", &["blocking", "halo", "statuses"], "");
}

/// Derivatives in many directions are those in one direction.
#[test]
fn messages_have_derivatives_in_many_directions() {
    agree_in_many_directions("calls", &CALLS);
    agree_in_many_directions("more", &MORE);
    agree_in_many_directions("requests", &["ring", "any_of", "tested"]);
    agree_in_many_directions("passed", &PASSED);
    agree_in_many_directions("grid", &["near", "mixed"]);
}

fn agree_in_many_directions(name: &str, heads: &[&str]) {
    let s = Sandbox::with(&[("model.f90", &source(name))]);
    let given: String = heads.iter().map(|h| format!("--head '{h}(y)/(x)' ")).collect();
    let modes = ["tangent", "reverse"];
    let kinds = ["d", "b", "dv", "bv"];
    for (mode, [one, many]) in modes.iter().zip([["d", "dv"], ["b", "bv"]]) {
        s.works(&format!("adc --{mode} model.f90 {given} -o {one}.f90"));
        s.works(&format!("adc --{mode} --vector model.f90 {given} -o {many}.f90"));
    }
    let uses: String = kinds.iter().map(|k| format!("use {name}_{k}\n")).collect();
    let call = |h: &&str| format!("call compared('{h}', {h}_d, {h}_b, {h}_dv, {h}_bv)\n");
    let calls: String = heads.iter().map(call).collect();
    let main = format!(
        "program main\nuse mpi\nuse adc_mpi, only: adc_mpi_check\nuse many, only: compared\n{uses}implicit none\n\
         integer :: error\ncall mpi_init(error)\n{calls}call adc_mpi_check(MPI_COMM_WORLD)\ncall mpi_finalize(error)\nend program\n"
    );
    s.file("main.f90", main.as_bytes());
    if !is_installed() {
        return;
    }
    let mut command = Command::new(tool("mpif90"));
    command
        .args(["-O1", "-fcheck=all,no-array-temps"])
        .args(RUNTIME.map(|r| root(&format!("runtime-fortran/{r}.f90"))))
        .args(["model.f90", "d.f90", "b.f90", "dv.f90", "bv.f90"])
        .arg(root("tests/mpi/many.f90"))
        .args(["main.f90", "-o", "run.exe"]);
    build::run(&mut command, &s.path("")).unwrap();
    for ranks in RANKS {
        let found = output(&s, ranks, &[]);
        let right = found.lines().filter(|l| l.starts_with("right")).count();
        assert_eq!(right, heads.len(), "{name} on {ranks} ranks:\n{found}");
    }
}

#[test]
fn they_have_them_without_optimisations() {
    let options = "--no-opt activity --no-opt tbr --no-opt liveness --no-opt adjoint-write --no-opt fusion";
    agree("calls", &CALLS, options);
    agree("more", &MORE, options);
    agree("requests", &["ring", "any_of", "tested"], options);
    agree("passed", &PASSED, options);
}

/// Costs and gradients of models do not depend on the number of ranks.
#[test]
fn gradients_are_those_of_one_rank() {
    equal_on_numbers_of_ranks("models", &MODELS, &RANKS, &[]);
}

/// The adjoint of many time steps with messages, with few snapshots in memory, and on disk: 10,000 steps where each
/// rank has a core.
#[test]
fn loops_with_messages_have_checkpoints() {
    let heads = ["flow(cost)/(h,u,friction)"];
    equal_on_numbers_of_ranks("channel", &heads, &RANKS, &[]);
    equal_on_numbers_of_ranks("channel", &heads, &[1, 2], &["long"]);
}

/// Loops whose iterations cannot run again in the same way on all ranks end with a message.
#[test]
fn loops_that_ranks_cannot_repeat_stop() {
    let heads: Vec<String> = ASTRAY.iter().map(|(h, _)| format!("{h}(y)/(x)")).collect();
    let Some(s) = built("astray", &heads, "") else { return };
    for (head, text) in ASTRAY {
        let mut command = started(3);
        let output = command.arg(head).current_dir(s.path("")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(text), "{head}: {said}");
    }
}

/// The example computes the gradient of an ocean model on four ranks.
#[test]
fn the_ocean_has_an_adjoint() {
    if !is_installed() {
        return;
    }
    let s = Sandbox::with(&[]);
    for file in ["basin.f90", "ocean.f90", "driver.f90", "Makefile"] {
        std::fs::copy(root(&format!("examples/ocean/{file}")), s.path(file)).unwrap();
    }
    let mut command = Command::new("make");
    command.arg("run").arg(format!("ADC={}", env!("CARGO_BIN_EXE_adc")));
    command.arg(format!("RUNTIME={}", root("runtime-fortran")));
    command.args([
        format!("MPIFC={}", tool("mpif90")),
        format!("MPIRUN={}", tool("mpirun")),
    ]);
    command.args(["STEPS=60", "SNAPSHOTS=4", "FFLAGS=-O1"]);
    command
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    let output = build::run(&mut command, &s.path("")).unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.matches("right").count() == 2 && !text.contains("WRONG"), "{text}");
}

/// The numbers that a program prints are the same on some numbers of ranks.
fn equal_on_numbers_of_ranks(name: &str, heads: &[&str], of_ranks: &[usize], arguments: &[&str]) {
    let heads: Vec<String> = heads.iter().map(|h| (*h).to_string()).collect();
    let Some(s) = built(name, &heads, "") else { return };
    let numbers = |ranks: usize| -> Vec<f64> {
        let text = output(&s, ranks, arguments);
        assert!(!text.contains("WRONG") && !text.contains("too large"), "{text}");
        text.split_whitespace().filter_map(|w| w.parse().ok()).collect()
    };
    let alone = numbers(1);
    assert!(alone.len() > 20);
    for &ranks in of_ranks {
        let together = numbers(ranks);
        assert_eq!(together.len(), alone.len());
        for (a, b) in alone.iter().zip(&together) {
            assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{ranks} ranks: {a} {b}");
        }
    }
}

/// A routine that is not supported is an error only where messages carry derivatives.
#[test]
fn other_messages_are_refused() {
    let program = |statement: &str| {
        format!(
            "subroutine f(x, y)\nuse mpi\nimplicit none\nreal(8) :: x(3), y(3), t(3)\ninteger :: error, r\n\
             type :: cell\nreal(8) :: v\nend type\ntype(cell) :: c\nr = 0\nt = 1\n{statement}\ny = x*t(1)\nend subroutine\n"
        )
    };
    let outcome = |statement: &str, mode: &str| {
        let s = Sandbox::with(&[("f.f90", &program(statement))]);
        s.line(&format!("adc --{mode} f.f90 --head 'f(y)/(x)' -o out.f90"))
    };
    let world = "MPI_COMM_WORLD";
    for mode in ["tangent", "reverse"] {
        for statement in [
            format!("call mpi_scan(x, t, 3, MPI_DOUBLE_PRECISION, MPI_PROD, {world}, error)"),
            format!("call mpi_allreduce(x, t, 3, MPI_DOUBLE_PRECISION, MPI_MINLOC, {world}, error)"),
            format!("call mpi_bcast(x, 24, MPI_BYTE, 0, {world}, error)\nt = x"),
            format!("call mpi_bcast(c, 1, r, 0, {world}, error)"),
            format!("call mpi_bcast(MPI_BOTTOM, 1, r, 0, {world}, error)"),
            // what is received may depend on what is sent after it
            format!("call mpi_recv(t, 3, MPI_REAL8, 0, 1, {world}, MPI_STATUS_IGNORE, error)\ncall mpi_send_init(x, 3, MPI_REAL8, 0, 1, {world}, r, error)"),
            format!("call mpi_irecv(t, 3, MPI_REAL8, 0, 1, {world}, r, error)\ncall mpi_send(x, 3, MPI_REAL8, 0, 1, {world}, error)"),
        ] {
            let o = outcome(&statement, mode);
            assert!(o.status == 1 && o.err.contains("ADC0321"), "{statement}\n{}", o.err);
        }
        for statement in [
            format!("call mpi_scan(t, y, 3, MPI_DOUBLE_PRECISION, MPI_PROD, {world}, error)"),
            format!("call mpi_bcast(t, 24, MPI_BYTE, 0, {world}, error)"),
            format!("call mpi_bcast(r, 1, MPI_INTEGER, 0, {world}, error)"),
        ] {
            let o = outcome(&statement, mode);
            assert_eq!(o.status, 0, "{statement}\n{}", o.err);
        }
    }
}

/// The runtime knows the persistent requests of procedures with derivatives alone.
#[test]
fn requests_of_procedures_without_derivatives_are_refused() {
    let text = "module m
use mpi
implicit none
contains
subroutine make(t, r)
real(8), intent(inout), target :: t(3)
integer, intent(out) :: r
integer :: error
call mpi_recv_init(t, 3, MPI_REAL8, 0, 1, MPI_COMM_WORLD, r, error)
end subroutine
subroutine f(x, y)
real(8), intent(in) :: x(3)
real(8), intent(out) :: y(3)
real(8), target :: t(3)
integer :: r, error
t = 0
call make(t, r)
call mpi_start(r, error)
call mpi_send(x, 3, MPI_REAL8, 0, 1, MPI_COMM_WORLD, error)
call mpi_wait(r, MPI_STATUS_IGNORE, error)
y = t*x
end subroutine
end module
";
    let s = Sandbox::with(&[("f.f90", text)]);
    for mode in ["tangent", "reverse"] {
        let o = s.fails(
            &format!("adc --{mode} f.f90 --head 'f(y)/(x)' -o out.f90"),
            1,
            &["ADC0321"],
        );
        assert!(
            o.err.contains("`make` makes a persistent request with `mpi_recv_init`"),
            "{}",
            o.err
        );
    }
}

/// `mpif.h` and names from ONLY are known without a file.
#[test]
fn names_of_mpi_are_known() {
    let old = "      subroutine f(x, y)\n      implicit none\n      include 'mpif.h'\n      real*8 x, y, t\n      integer e\n      \
               t = mpi_wtime()\n      call mpi_allreduce(x, y, 1, mpi_double_precision, mpi_sum,\n     &   mpi_comm_world, e)\n      \
               y = y*x\n      end\n";
    let new = "subroutine f(x, y)\nuse mpi, only: mpi_allreduce, MPI_SUM, MPI_REAL8, MPI_COMM_WORLD\nreal(8) :: x, y\n\
               integer :: e\ncall mpi_allreduce(x, y, 1, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, e)\ny = y*x\nend subroutine\n";
    for (name, text) in [("f.f", old), ("f.f90", new)] {
        let s = Sandbox::with(&[(name, text)]);
        for mode in ["tangent", "reverse"] {
            s.works(&format!("adc --{mode} {name} --head 'f(y)/(x)' -o out.f90"));
            let text = s.text("out.f90");
            assert!(text.contains("call adc_mpi_allreduce_sum"), "{text}");
            if is_installed() {
                let runtime = RUNTIME.map(|r| root(&format!("runtime-fortran/{r}.f90")));
                let mut command = Command::new(tool("mpif90"));
                command.arg("-c").args(runtime).arg("out.f90");
                build::run(&mut command, &s.path("")).unwrap();
            }
        }
    }
}

/// Derivatives of other kinds are refused, not wrong.
#[test]
fn other_derivatives_are_refused() {
    let s = Sandbox::with(&[("model.f90", &source("calls"))]);
    for options in ["--hessian", "--jacobian", "--jacobian=sparse"] {
        for head in ["pipeline", "halos", "sums"] {
            let o = s.line(&format!("adc {options} model.f90 --head '{head}(y)/(x)' -o out.f90"));
            assert_eq!(o.status, 1, "{options} {head}");
        }
    }
}
