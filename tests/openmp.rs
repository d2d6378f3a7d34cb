//! Derivatives of programs with OpenMP: with `-fopenmp`, on 1, 2 and 8 threads, they have the values of the derivatives
//! of the same programs on one thread, up to the order of sums.
//!
//! The programs are in `tests/openmp`, each with a driver for its adjoints, which runs them with all numbers of threads
//! and prints sums of their results.

use crate::support::cli::Sandbox;
use crate::support::numeric::build;
use std::process::Command;

/// A program and its heads.
const PROGRAMS: [(&str, &[&str]); 6] = [
    (
        "loops",
        &[
            "saxpy(y)/(a,x,y)",
            "dot(s)/(x,y)",
            "rec(y)/(x)",
            "stencil(v)/(u)",
            "spmv(y)/(a,x)",
        ],
    ),
    (
        "bodies",
        &[
            "deposit(rho)/(q,w)",
            "nbody(e)/(x)",
            "roots(y)/(x)",
            "steps(u)/(u)",
            "first(y)/(x,s)",
            "heat3(u)/(u,k)",
            "lastp(y)/(x)",
            "biggest(y)/(x)",
        ],
    ),
    (
        "scatters",
        &[
            "pairs(rho,s,c)/(x)",
            "green(res)/(q,s,vol)",
            "elements(f)/(x,f)",
            "partly(f)/(x,f)",
            "rarely(f,x2)/(x,f)",
            "rows(y)/(a,x)",
            "table(y)/(x)",
            "blocks(y)/(x)",
            "columns(y)/(x)",
        ],
    ),
    (
        "teams",
        &[
            "bare(y)/(x)",
            "waves(u)/(u)",
            "orphan(y)/(x)",
            "sums(s)/(x)",
            "locked(s)/(x)",
        ],
    ),
    ("lasts", &["after(y)/(x)", "both(y,z)/(x)", "hard(y,z)/(x)"]),
    (
        "regions",
        &["region(y,s)/(x)", "bare(y)/(x)", "crit(s)/(x)", "cols(y)/(a,x)"],
    ),
];

const RUNTIME: [&str; 3] = ["adc_tape", "adc_special", "adc_threads"];

/// A folder with the runtime, compiled with OpenMP.
fn runtime() -> Sandbox {
    let s = Sandbox::new();
    for name in RUNTIME {
        let source = format!("{}/runtime-fortran/{name}.f90", env!("CARGO_MANIFEST_DIR"));
        let mut command = build::gfortran();
        command.args(["-O1", "-fopenmp", "-c", &source]);
        build::run(&mut command, &s.path("")).unwrap();
    }
    s
}

fn source(name: &str) -> String {
    let path = format!("{}/tests/openmp/{name}.f90", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// The derivative of a program, and the output of its driver.
fn run(
    runtime: &Sandbox,
    (name, heads): (&str, &[&str]),
    (mode, letter): (&str, char),
    options: &str,
) -> (String, String) {
    let driver = source(&format!("{name}_{letter}"));
    let s = Sandbox::with(&[("model.f90", &source(name)), ("driver.f90", &driver)]);
    let derivative = format!("{name}_{letter}.f90");
    let heads: String = heads.iter().map(|h| format!("--head '{h}' ")).collect();
    s.works(&format!("adc --{mode} model.f90 {heads} {options} -o {derivative}"));
    let mut command = build::gfortran();
    command
        .args(["-O1", "-fopenmp", "-fcheck=bounds", "-I"])
        .arg(runtime.path(""));
    command.args(["model.f90", &derivative, "driver.f90", "-o", "run.exe"]);
    command.args(RUNTIME.iter().map(|n| runtime.path(&format!("{n}.o"))));
    build::run(&mut command, &s.path("")).unwrap();
    let output = build::run(&mut Command::new(s.path("run.exe")), &s.path("")).unwrap();
    (
        s.text(&derivative),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

/// Numbers in both outputs must be equal, up to the order of sums.
#[track_caller]
fn same(serial: &str, parallel: &str, what: &str) {
    let words = |text: &str| text.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (a, b) = (words(serial), words(parallel));
    assert_eq!(a.len(), b.len(), "{what}");
    for (x, y) in a.iter().zip(&b) {
        match (x.parse::<f64>(), y.parse::<f64>()) {
            (Ok(p), Ok(q)) => assert!((p - q).abs() <= 1e-11 * p.abs().max(1.0), "{what}: {p} and {q}"),
            _ => assert_eq!(x, y, "{what}"),
        }
    }
}

#[test]
fn adjoints_on_threads_agree_with_one_thread() {
    let runtime = runtime();
    for program in PROGRAMS {
        let (plain, serial) = run(&runtime, program, ("reverse", 'b'), "");
        assert!(!plain.contains("!$omp"));
        for options in [
            "",
            "--no-opt fusion",
            "--no-opt tbr",
            "--no-opt indexed --no-opt fusion",
            "--no-opt rows",
            "--no-opt contract",
        ] {
            let (text, parallel) = run(&runtime, program, ("reverse", 'b'), &format!("-fopenmp {options}"));
            assert!(text.contains("!$omp parallel do"), "{text}");
            same(&serial, &parallel, &format!("{} {options}", program.0));
        }
    }
}

#[test]
fn tangents_on_threads_agree_with_one_thread() {
    let runtime = runtime();
    for program in &PROGRAMS[..5] {
        let (_, serial) = run(&runtime, *program, ("tangent", 'd'), "");
        let (text, parallel) = run(&runtime, *program, ("tangent", 'd'), "-fopenmp");
        assert!(text.contains("!$omp parallel do"), "{text}");
        same(&serial, &parallel, program.0);
    }
}

/// The adjoint of one head of a program.
/// The text of the adjoint that keeps calls: the records of procedures are what threads have to share.
fn adjoint(name: &str, head: &str) -> String {
    let s = Sandbox::with(&[("model.f90", &source(name))]);
    s.works(&format!(
        "adc --reverse model.f90 --head '{head}' -fopenmp --no-opt contract -o out.f90"
    ));
    s.text("out.f90")
}

#[test]
fn threads_add_to_shadows_in_the_cheapest_way() {
    let has = |text: &str, wanted: &[&str], others: &[&str]| {
        wanted
            .iter()
            .for_each(|w| assert!(text.contains(w), "no `{w}` in:\n{text}"));
        others
            .iter()
            .for_each(|w| assert!(!text.contains(w), "`{w}` in:\n{text}"));
    };
    // exclusive, and a sum
    let text = adjoint("loops", "saxpy(y)/(a,x,y)");
    has(&text, &["private(t, sinv, tb) reduction(+:ab)"], &["atomic"]);
    // borders of ranges
    let text = adjoint("loops", "stencil(v)/(u)");
    has(
        &text,
        &["call adc_share(2, m-1, 4, first, last)", "!$omp barrier"],
        &["atomic"],
    );
    let text = adjoint("bodies", "heat3(u)/(u,k)");
    has(&text, &["!$omp barrier"], &["atomic"]);
    // compressed rows, and subscripts that only the program knows
    has(
        &adjoint("loops", "spmv(y)/(a,x)"),
        &[
            "if (all(rp(1:n) <= rp(2:n+1)) .and. size(xb)/4 <= n) then",
            "partb(col(k))",
        ],
        &["atomic"],
    );
    let rows = adjoint("scatters", "rows(y)/(a,x)");
    has(&rows, &["if (all(rp(1:n) <= rp(2:n+1))) then"], &["atomic", "partb"]);
    // elements that the primal writes in each iteration, and elements that it may not write
    let plain = ["atomic", "partb", "adc_share"];
    has(
        &adjoint("scatters", "green(res)/(q,s,vol)"),
        &["qb(l) = qb(l) + "],
        &plain,
    );
    has(&adjoint("scatters", "elements(f)/(x,f)"), &["parallel do"], &plain);
    for head in ["partly(f)/(x,f)", "rarely(f,x2)/(x,f)", "marks(f)/(x)", "roots(f)/(x)"] {
        has(&adjoint("scatters", head), &["partb"], &["atomic"]);
    }
    // sums under `atomic` and `critical`
    has(&adjoint("scatters", "pairs(rho,s,c)/(x)"), &["partb"], &["atomic"]);
    has(&adjoint("regions", "crit(s)/(x)"), &["parallel do"], &plain);
    // procedures that add to the shadow, and all iterations to the same elements
    has(
        &adjoint("bodies", "nbody(e)/(x)"),
        &["partb", "!$omp critical"],
        &["atomic"],
    );
    has(
        &adjoint("regions", "cols(y)/(a,x)"),
        &["partb", "!$omp critical"],
        &["atomic"],
    );
    // records on the tapes of threads
    let text = adjoint("bodies", "roots(y)/(x)");
    has(&text, &["call adc_share_keep(", "call adc_share_again("], &["atomic"]);
}

#[test]
fn loops_are_listed_with_the_ways_to_add() {
    let s = Sandbox::with(&[
        ("model.f90", &source("loops")),
        ("regions.f90", &source("regions")),
        ("lasts.f90", &source("lasts")),
    ]);
    let listed = |file: &str, head: &str| {
        s.works(&format!("adc analyze {file} --head '{head}' -fopenmp --show loops"))
            .out
    };
    let spmv = listed("model.f90", "spmv(y)/(a,x)");
    assert!(
        spmv.starts_with("model.f90:69: parallel loop in `spmv_b`: shared by threads\n  reverse sweep: "),
        "{spmv}"
    );
    for line in [
        "    ab  added to plainly, if rows share no elements; otherwise, one thread runs the loop\n",
        "    xb  an array for each thread, if the loop adds often enough; otherwise, one thread runs it\n",
        "    yb  added to plainly: no two iterations name the same element\n",
        "    tb  private\n",
    ] {
        assert!(spmv.contains(line), "no `{line}` in:\n{spmv}");
    }
    let lastprivate = listed("lasts.f90", "hard(y,z)/(x)");
    assert!(lastprivate.contains("`hard_b`: shared by threads"), "{lastprivate}");
    assert!(
        lastprivate.contains("    t  private; the last value counts\n"),
        "{lastprivate}"
    );
    let none = s.works("adc analyze model.f90 --head 'spmv(y)/(a,x)' --show loops").out;
    assert!(none.contains("-fopenmp"), "{none}");
    // constructs that are left out, and loops that are recomputed in blocks
    let left_out = listed("regions.f90", "largest(s)/(x)");
    assert!(
        left_out.contains("regions.f90:84: the derivative of this `parallel do`"),
        "{left_out}"
    );
    let handed = listed("regions.f90", "handed(y)/(x)");
    assert!(handed.contains("in blocks"), "{handed}");
}

#[test]
fn other_constructs_run_on_one_thread_with_a_warning() {
    let s = Sandbox::with(&[("model.f90", &source("regions"))]);
    for head in ["largest(s)/(x)", "counted(y)/(x)"] {
        let outcome = s.works(&format!("adc --reverse model.f90 --head '{head}' -fopenmp -o out.f90"));
        assert!(outcome.err.contains("ADC0320"), "{}", outcome.err);
        assert!(!s.text("out.f90").contains("!$omp"));
    }
    // derivatives of other kinds
    for options in ["--tangent --vector", "--reverse --vector", "--hessian", "--jacobian"] {
        let outcome = s.works(&format!(
            "adc {options} model.f90 --head 'cols(y)/(x)' -fopenmp -o out.f90"
        ));
        assert!(outcome.err.contains("ADC0320"), "{options}: {}", outcome.err);
        assert!(!s.text("out.f90").contains("!$omp"));
    }
}

#[test]
fn regions_are_shared_by_their_loops() {
    for (head, loops, others) in [
        ("bare(y)/(x)", 1, false),
        ("waves(u)/(u)", 4, false),
        ("orphan(y)/(x)", 1, false),
        ("sums(s)/(x)", 1, false),
        ("locked(s)/(x)", 0, true),
    ] {
        let s = Sandbox::with(&[("model.f90", &source("teams"))]);
        let outcome = s.works(&format!("adc --reverse model.f90 --head '{head}' -fopenmp -o out.f90"));
        let text = s.text("out.f90");
        assert!(text.matches("!$omp parallel").count() >= loops, "{text}");
        assert_eq!(outcome.err.contains("ADC0320"), others, "{head}: {}", outcome.err);
    }
}

/// A private variable leaves another one of the same name alone.
#[test]
fn private_variables_hide_others() {
    let heads: &[&str] = &[
        "inside(y)/(x)",
        "around(y)/(x)",
        "argument(y)/(x, c)",
        "by_default(y)/(x)",
    ];
    let (text, out) = run(&runtime(), ("hidden", heads), ("reverse", 'b'), "-fopenmp");
    assert_eq!(out.split_ascii_whitespace().collect::<Vec<_>>(), ["T"; 4], "{text}");
}

/// Procedures `name(n, x, y)`, whose derivatives are compared with differences of the program on threads. True if threads
/// share loops in both derivatives, or sections.
const COMPARED: [(&str, &[&str], bool); 7] = [
    ("plain", &["several", "chained"], true),
    (
        "privates",
        &[
            "indices",
            "allocated_one",
            "first",
            "sects",
            "ordered_loop",
            "module_one",
            "simd_index",
            "counted",
        ],
        true,
    ),
    ("sections", &["sect", "teams", "last"], true),
    (
        "reductions",
        &["product", "largest", "steps", "classes", "region", "parts"],
        true,
    ),
    ("nests", &["both", "outer", "nested_bounds", "arrays"], true),
    ("concurrent", &["neighbours", "masked", "scratch"], true),
    ("threads_own", &["scratch", "copied", "in_common", "apart"], true),
];

/// A program that compares, for all numbers of threads, tangents with differences, and adjoints with tangents.
fn comparison(module: &str, procedures: &[&str]) -> String {
    let mut out = format!(
        "program drive
  use {module}
  use {module}_d
  use {module}_b
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: n = 40, threads(3) = [1, 2, 8]
  real(8), parameter :: h = 1d-6
  real(8) :: x(n), d(n), w(n), xb(n), y(n), yd(n), yb(n), up(n), difference, tangent, adjoint
  integer :: i, k, again
  do i = 1, n
    x(i) = 0.6d0 + 0.3d0*sin(7d0*i); d(i) = cos(3d0*i); w(i) = 1 + 0.2d0*sin(1d0*i)
  end do
  do k = 1, 3
    call omp_set_num_threads(threads(k))
"
    );
    for p in procedures {
        out.push_str(&format!(
            "    y = 0.3d0
    call {p}(n, x + h*d, y)
    up = y
    y = 0.3d0
    call {p}(n, x - h*d, y)
    difference = sum(w*(up - y))/(2*h)
    do again = 1, 2
      y = 0.3d0; yd = 0
      call {p}_d(n, x, d, y, yd)
      tangent = sum(w*yd)
      y = 0.3d0; yb = w; xb = 9
      call {p}_b(n, x, xb, y, yb)
      adjoint = sum(xb*d)
      if (abs(tangent - difference) > 1d-7*max(1d0, abs(tangent))) &
        print *, '{p}: tangent', threads(k), tangent, difference
      if (.not. abs(tangent - adjoint) <= 1d-11*max(1d0, abs(tangent))) &
        print *, '{p}: adjoint', threads(k), adjoint, tangent
    end do
"
        ));
    }
    out + "  end do\n  print *, 'compared'\nend program\n"
}

#[test]
fn derivatives_agree_with_differences_of_the_program_on_threads() {
    let runtime = runtime();
    for (name, procedures, are_shared) in COMPARED {
        let heads: String = procedures.iter().map(|p| format!("--head '{p}(y)/(x)' ")).collect();
        let driver = comparison(name, procedures);
        let added = if name == "plain" { "--add-openmp" } else { "-fopenmp" };
        for options in [
            "",
            "--no-opt fusion",
            "--no-opt tbr",
            "--no-opt indexed --no-opt recompute",
        ] {
            let s = Sandbox::with(&[("model.f90", &source(name)), ("driver.f90", &driver)]);
            for (mode, letter) in [("tangent", 'd'), ("reverse", 'b')] {
                s.works(&format!(
                    "adc --{mode} model.f90 {heads} {added} {options} -o {name}_{letter}.f90"
                ));
                let text = s.text(&format!("{name}_{letter}.f90"));
                assert_eq!(text.contains("!$omp parallel"), are_shared, "{text}");
            }
            let mut command = build::gfortran();
            command
                .args(["-O1", "-fopenmp", "-fcheck=bounds", "-I"])
                .arg(runtime.path(""));
            let sources = [
                "model.f90".to_string(),
                format!("{name}_d.f90"),
                format!("{name}_b.f90"),
            ];
            command.args(sources).args(["driver.f90", "-o", "run.exe"]);
            command.args(RUNTIME.iter().map(|n| runtime.path(&format!("{n}.o"))));
            build::run(&mut command, &s.path("")).unwrap();
            let output = build::run(&mut Command::new(s.path("run.exe")), &s.path("")).unwrap();
            let output = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(output.trim(), "compared", "{name} {options}");
        }
    }
}

/// Threads of the user's call a derivative at the same time, each with threadprivate variables of its own.
#[test]
fn shadows_of_threadprivate_variables_are_threadprivate() {
    let driver = "program drive
  use threads_own_b
  implicit none
  integer, parameter :: n = 50, samples = 64
  real(8) :: x(n, samples), xb(n, samples), y(n, samples), yb(n, samples), alone(n, samples)
  integer :: k, i
  do k = 1, samples
    x(:, k) = [(0.3d0 + 0.01d0*k + 0.1d0*sin(1d0*i*k), i = 1, n)]
  end do
  yb = 1
  do k = 1, samples
    call NAME_b(n, x(:, k), alone(:, k), y(:, k), yb(:, k))
  end do
  yb = 1
!$omp parallel do num_threads(8) schedule(dynamic)
  do k = 1, samples
    call NAME_b(n, x(:, k), xb(:, k), y(:, k), yb(:, k))
  end do
  print *, maxval(abs(xb - alone)) <= 1d-13*maxval(abs(alone))
end program
";
    let runtime = runtime();
    for name in ["scratch", "in_common", "saved"] {
        let driver = driver.replace("NAME", name);
        let s = Sandbox::with(&[("model.f90", &source("threads_own")), ("driver.f90", &driver)]);
        s.works(&format!(
            "adc --reverse model.f90 --head '{name}(y)/(x)' -fopenmp --no-opt indexed --no-opt inline -o out_b.f90"
        ));
        let text = s.text("out_b.f90");
        assert!(text.contains("!$omp threadprivate("), "{text}");
        let mut command = build::gfortran();
        command.args(["-O1", "-fopenmp", "-I"]).arg(runtime.path(""));
        command.args(["model.f90", "out_b.f90", "driver.f90", "-o", "run.exe"]);
        command.args(RUNTIME.iter().map(|n| runtime.path(&format!("{n}.o"))));
        build::run(&mut command, &s.path("")).unwrap();
        let output = build::run(&mut Command::new(s.path("run.exe")), &s.path("")).unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "T", "{name}: {text}");
    }
}

#[test]
fn clauses_that_the_derivative_ignores_are_warned_about() {
    let s = Sandbox::with(&[("model.f90", &source("nests"))]);
    let outcome = s.works("adc --reverse model.f90 --head 'outer(y)/(x)' -fopenmp -o out.f90");
    assert!(
        outcome
            .err
            .contains("warning[ADC0322]: the adjoint of this loop ignores `collapse`"),
        "{}",
        outcome.err
    );
    let outcome = s.works("adc --reverse model.f90 --head 'both(y)/(x)' -fopenmp -o out.f90");
    assert!(!outcome.err.contains("ADC0322"), "{}", outcome.err);
    let text = "subroutine f(n, x, y)
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: y(n)
integer :: i, most
most = n/2
!$omp parallel do num_threads(most) if(n > 3)
do i = 1, n
y(i) = x(i)**2
end do
end subroutine
";
    let s = Sandbox::with(&[("f.f90", text)]);
    let outcome = s.works("adc --reverse f.f90 --head 'f(y)/(x)' -fopenmp -o out.f90");
    assert!(outcome.err.contains("ignores `num_threads`"), "{}", outcome.err);
    assert!(s.text("out.f90").contains("if(n > 3)"));
    let outcome = s.works("adc --tangent f.f90 --head 'f(y)/(x)' -fopenmp -o out.f90");
    assert!(!outcome.err.contains("ADC0322"), "{}", outcome.err);
    assert!(s.text("out.f90").contains("num_threads(most) if(n > 3)"));
}

#[test]
fn nests_are_shared_as_a_whole_where_all_iterations_are_apart() {
    let text = adjoint("nests", "both(y)/(x)");
    assert!(text.contains("collapse(2)"), "{text}");
    // all iterations of the inner loop add to one element
    let text = adjoint("nests", "outer(y)/(x)");
    let reverse = text.split_once("! reverse sweep").unwrap().1;
    assert!(reverse.contains("!$omp parallel do private(i, sumb)"), "{text}");
    let s = Sandbox::with(&[("model.f90", &source("nests"))]);
    s.works("adc --tangent model.f90 --head 'outer(y)/(x)' -fopenmp -o out.f90");
    assert!(s.text("out.f90").contains("collapse(2)"));
}

/// Variables of iterations are others than those outside. The compiler of the tests does not know localities.
#[test]
fn localities_hide_variables() {
    let model = "subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t, c(2)
  integer :: i
  t = x(1)
  c = x(2)
  do concurrent (i = 3:n) local(t) local_init(c)
    t = x(i)
    c(2) = c(1)*t
    y(i) = c(2)*t
  end do
  y(1) = t*t
  y(2) = c(1)*c(2)
end subroutine
";
    let driver = "program drive
  integer, parameter :: n = 9
  real(8) :: x(n), xb(n), y(n), yb(n), expected(n)
  integer :: i
  x = [(0.3d0 + 0.1d0*i, i = 1, n)]
  yb = cos(x)
  expected = 2*x*yb*x(2)
  expected(1:2) = 2*x(1:2)*yb(1:2)
  expected(2) = expected(2) + sum(x(3:)**2*yb(3:))
  xb = 7
  call f_b(n, x, xb, y, yb)
  print *, maxval(abs(xb - expected)) < 1d-13
end program
";
    for options in ["", "-fopenmp"] {
        let s = Sandbox::with(&[("model.f90", model), ("driver.f90", driver)]);
        s.works(&format!(
            "adc --reverse model.f90 --head 'f(y)/(x)' {options} -o f_b.f90"
        ));
        let mut command = build::gfortran();
        for name in RUNTIME {
            command.arg(format!("{}/runtime-fortran/{name}.f90", env!("CARGO_MANIFEST_DIR")));
        }
        command.args(["-fopenmp", "f_b.f90", "driver.f90", "-o", "run.exe"]);
        build::run(&mut command, &s.path("")).unwrap();
        let output = build::run(&mut Command::new(s.path("run.exe")), &s.path("")).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout).trim(),
            "T",
            "{}",
            s.text("f_b.f90")
        );
    }
}

#[test]
fn variables_that_cannot_be_declared_again_are_refused() {
    let text = "module m
type t
real(8), allocatable :: w(:)
end type
contains
subroutine f(n, x, y)
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: y(n)
type(t) :: a
integer :: i
allocate(a%w(1))
a%w(1) = x(1)
!$omp parallel do private(a)
do i = 1, n
a%w(1) = x(i)
y(i) = a%w(1)**2
end do
y(1) = a%w(1)
end subroutine
end module
";
    let s = Sandbox::with(&[("f.f90", text)]);
    let outcome = s.fails(
        "adc --tangent f.f90 --head 'f(y)/(x)' -fopenmp -o out.f90",
        1,
        &["ADC0320"],
    );
    assert!(
        outcome.err.contains("give the private variable a name of its own"),
        "{}",
        outcome.err
    );
}

#[test]
fn numbers_of_threads_are_refused_where_one_thread_has_others() {
    let text = source("numbers");
    let s = Sandbox::with(&[
        ("plain.f90", &text),
        (
            "clause.f90",
            &text.replace("parallel private", "parallel num_threads(4) private"),
        ),
        ("count.f90", &text.replace("omp_get_num_threads", "omp_get_max_threads")),
        ("constant.f90", &text.replace("omp_get_num_threads()", "4")),
    ]);
    for mode in ["tangent", "reverse"] {
        let command = |file: &str| format!("adc --{mode} {file} --head 'hand(y)/(x)' -fopenmp -o out.f90");
        let outcome = s.works(&command("plain.f90"));
        assert!(
            outcome.err.contains("`omp_get_thread_num` returns 0"),
            "{}",
            outcome.err
        );
        for file in ["clause.f90", "count.f90", "constant.f90"] {
            s.fails(&command(file), 1, &["ADC0320"]);
        }
    }
}

/// Clauses may name components, as `num_threads(options%comm%ncpu)` does in SMASH.
#[test]
fn clauses_name_components() {
    let s = Sandbox::with(&[(
        "m.f90",
        "module m
  type :: comm
    integer :: ncpu = 2
  end type comm
  type :: options
    type(comm) :: c
  end type options
contains
  subroutine f(o, n, x, y)
    type(options), intent(in) :: o
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i
    !$omp parallel do num_threads(2*o%c%ncpu) if(n > o%c%ncpu)
    do i = 1, n
      y(i) = sin(x(i))*x(i)
    end do
  end subroutine f
end module m
",
    )]);
    for mode in ["tangent", "reverse"] {
        s.works(&format!("adc --{mode} m.f90 --head 'f(y)/(x)' -fopenmp -o out.f90"));
        let text = s.text("out.f90");
        assert!(text.contains("num_threads(2*o%c%ncpu) if(n > o%c%ncpu)"), "{text}");
        s.compiles("-fopenmp m.f90 out.f90");
    }
}

#[test]
fn the_module_of_openmp_is_known() {
    let s = Sandbox::with(&[(
        "f.f",
        "      subroutine f(n, x, y)\n      include 'omp_lib.h'\n      integer n, i\n      real*8 x(n), y(n), t\n      \
         t = omp_get_wtime()\n      do i = 1, n\n        y(i) = x(i)**2\n      end do\n      \
         i = omp_get_max_threads()\n      if (i .gt. 0) print *, t\n      end\n",
    )]);
    for mode in ["tangent", "reverse"] {
        s.works(&format!("adc --{mode} f.f --head 'f(y)/(x)' -o out.f"));
        s.compiles("-fopenmp out.f");
    }
    let s = Sandbox::with(&[(
        "g.f90",
        "subroutine g(x)\nuse omp_lib, only: omp_get_wtimes\nreal(8) :: x\nend\n",
    )]);
    s.fails("adc --tangent g.f90 --head 'g(x)/(x)' -o out.f90", 1, &["ADC0205"]);
}

#[test]
fn fixed_form_and_continued_lines() {
    let text = "
      subroutine f(n, x, y)
      integer n, i
      real*8 x(n), y(n), t
c$omp parallel do private(t)
c$omp+ schedule(static)
c$omp& shared(x, y)
      do 10 i = 1, n
        t = x(i)*x(i)
        y(i) = t*t
   10 continue
c$omp end parallel do
      end
";
    let s = Sandbox::with(&[("f.f", text)]);
    s.works("adc --reverse f.f --head 'f(y)/(x)' -fopenmp -o f_b.f");
    let made = s.text("f_b.f").to_lowercase();
    assert!(
        made.contains("c$omp parallel do private(t, tb) schedule(static)"),
        "{made}"
    );
    s.compiles("-fopenmp f_b.f");
}

#[test]
fn misspelt_directives_are_errors() {
    let bad = |directive: &str| {
        format!(
            "subroutine f(n, x, y)\ninteger, intent(in) :: n\nreal(8), intent(in) :: x(n)\nreal(8), intent(out) :: y(n)\n\
             integer :: i\n{directive}\ndo i = 1, n\ny(i) = x(i)**2\nend do\nend subroutine f\n"
        )
    };
    for directive in [
        "!$omp paralel do",
        "!$omp parallel do privat(x)",
        "!$omp parallel do private(t)",
        "!$omp parallel do shared(x) private(x)",
        "!$omp parallel do schedule(stat)",
        "!$omp parallel do reduction(s)",
        "!$omp parallel do default(nothing)",
    ] {
        let s = Sandbox::with(&[("f.f90", &bad(directive))]);
        s.fails(
            "adc --tangent f.f90 --head 'f(y)/(x)' -fopenmp -o out.f90",
            1,
            &["ADC0112"],
        );
        s.works("adc --tangent f.f90 --head 'f(y)/(x)' -o out.f90");
    }
}
