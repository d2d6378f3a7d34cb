//! Procedures without source, with derivatives of the usual names, which depend on the suffix: procedures without a
//! description, with the interfaces that messages show; and procedures described in Tapenade's format, which knows no
//! other names. Other described procedures are ordinary fixtures, in `tests/numeric`.

use crate::support::book;
use crate::support::cli::Sandbox;
use crate::support::numeric::{build, check_fixture};
use std::path::Path;
use std::process::Command;

/// The program is small, and its interface equals the activity: all that can be is active.
const OPTIONS: &[&[&str]] = &[
    &[],
    &["--activity", "vdg"],
    &["--no-opt", "tbr"],
    &["--no-opt", "liveness"],
    &["--no-opt", "snapshot"],
    &["--no-opt", "adjoint-write"],
    &["--no-opt", "recompute"],
    &["--checkpoint", "none"],
    &["--checkpoint", "calls"],
];

#[test]
fn hand_written_derivatives_fit() {
    agree("assumed", OPTIONS);
}

/// With a description the interface does not depend on activity.
#[test]
fn descriptions_in_the_format_of_tapenade() {
    agree("library", OPTIONS);
    agree("library", &[&["--no-opt", "activity"]]);
}

fn agree(fixture: &str, options: &[&[&str]]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/external/{fixture}/head.f90"));
    let adc = Path::new(env!("CARGO_BIN_EXE_adc"));
    for options in options {
        check_fixture(adc, &source, options).unwrap_or_else(|e| panic!("{options:?}: {e}"));
    }
}

#[test]
fn messages_show_the_interfaces() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/external/assumed/head.f90"));
    let s = Sandbox::with(&[("head.f90", &text.unwrap())]);
    let of = |mode: &str| s.works(&format!("adc {mode} head.f90 --head 'top(y, s)/(x)'")).err;
    let (tangent, adjoint) = (of("--tangent"), of("--reverse"));
    for shown in [
        "subroutine mix_d(t, td, u, ud), real(8) t, td, u(*), ud(*)",
        "subroutine smooth_d(u, ud, v, vd), real(8) u(:), ud(:), v(:), vd(:)",
        "real(8) function wave_d(t, td, a2, wave), real(8) t(*), td(*), wave; integer a2",
        "the source of `report` is not given; adc assumes that it does not change active variables",
    ] {
        assert!(tangent.contains(shown), "{shown}\n{tangent}");
    }
    for shown in [
        "subroutine mix_b(t, tb, u, ub), real(8) t, tb, u(*), ub(*)",
        "subroutine wave_b(t, tb, a2, waveb), real(8) t(*), tb(*), waveb; integer a2",
    ] {
        assert!(adjoint.contains(shown), "{shown}\n{adjoint}");
    }
}

/// The example of `docs/how-to/external-procedure.md`: its files, which begin with their names, its commands, and their
/// output.
#[test]
fn the_books_example_works() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let book = std::fs::read_to_string(project.join("docs/how-to/external-procedure.md")).unwrap();
    let blocks = book::blocks(&book);
    let of = |language: &'static str| blocks.iter().filter(move |b| b.0 == language).map(|b| b.1);
    let files = of("fortran").chain(of("toml")).map(|text| {
        let first = text.lines().next().unwrap_or_default();
        (first.trim_start_matches(['!', '#', ' ']), text)
    });
    let s = Sandbox::with(&files.collect::<Vec<_>>());
    let mut commands = of("sh").next().unwrap().lines();
    let outcome = s.works(commands.next().unwrap());
    assert!(outcome.err.is_empty(), "{}", outcome.err);
    let build = commands.next().unwrap().replace(
        "runtime-fortran",
        &project.join("runtime-fortran").display().to_string(),
    );
    let folder = s.path(".");
    let run =
        |line: &str| build::run(Command::new("sh").arg("-c").arg(line), &folder).unwrap_or_else(|e| panic!("{e}"));
    run(&build);
    let output = run(commands.next().unwrap());
    assert_eq!(String::from_utf8_lossy(&output.stdout), of("text").next().unwrap());
}

/// A procedure without description, beside a COMMON block.
const BESIDE_COMMON: &str = "\
subroutine head(x, y)
   real(8) :: x, y, c
   common /state/ c
   c = x**2
   call other(3)
   y = c
end subroutine head
";

#[test]
fn what_may_change_globals_is_refused() {
    let s = Sandbox::with(&[
        ("head.f90", BESIDE_COMMON),
        ("alone.f90", &BESIDE_COMMON.replace("   common /state/ c\n", "")),
        ("quiet.f90", &BESIDE_COMMON.replace("other(3)", "flush(3)")),
        ("other.toml", "[other]\narguments = [\"k\"]\nreads-globals = []\n"),
    ]);
    for mode in ["--reverse", "--tangent"] {
        let line = |file: &str, more: &str| format!("adc {mode} {file} --head 'head(y)/(x)' {more} -o out.f90");
        let said = s.fails(&line("head.f90", ""), 1, &["ADC0305"]).err;
        assert!(said.contains("`c` in COMMON /state/"), "{said}");
        assert!(said.contains("--assume-external-passive other"), "{said}");
        s.works(&line("alone.f90", ""));
        s.works(&line("quiet.f90", ""));
        s.works(&line("head.f90", "--external other.toml"));
        for assumed in ["other", "OTHER", "some,other", "all"] {
            s.works(&line("head.f90", &format!("--assume-external-passive {assumed}")));
            let header = s.text("out.f90");
            assert!(header.contains("--assume-external-passive"), "{header}");
        }
    }
}

/// Only the adjoint depends on integers in modules, whose values it may need.
#[test]
fn adjoints_need_what_is_passive() {
    let text = "module m\ninteger :: n = 2\nend module\nsubroutine head(x, y)\nuse m\nreal(8) :: x, y\ny = x*n\ncall other(3)\ny = y*n\nend subroutine\n";
    let s = Sandbox::with(&[("head.f90", text)]);
    s.fails(
        "adc --reverse head.f90 --head 'head(y)/(x)' -o out.f90",
        1,
        &["ADC0305"],
    );
    s.works("adc --tangent head.f90 --head 'head(y)/(x)' -o out.f90");
}

#[test]
fn libraries_are_not_guessed() {
    for call in [
        "dsytri('U', 3, a, 3, p, x, k)",
        "mpi_buffer_attach(x, 24, k)",
        "nf90_put_var(1, 2, x)",
    ] {
        let text = format!(
            "subroutine head(x, y)\nreal(8) :: x(3), y, a(3,3)\ninteger :: p(3), k\na = 1\ncall {call}\ny = sum(x)\nend subroutine\n"
        );
        let s = Sandbox::with(&[("head.f90", &text)]);
        let said = s
            .fails(
                "adc --reverse head.f90 --head 'head(y)/(x)' -o out.f90",
                1,
                &["ADC0305"],
            )
            .err;
        assert!(said.contains("is a procedure of"), "{said}");
        s.works("adc --reverse head.f90 --head 'head(y)/(x)' --assume-external-passive all -o out.f90");
    }
}

/// Descriptions of globals that carry a derivative.
#[test]
fn descriptions_of_globals() {
    let text = BESIDE_COMMON
        .replace("other(3)", "other(x, y)")
        .replace("y = c", "y = y + c");
    let described =
        |more: &str| format!("[other]\narguments = [\"x\", \"y\"]\nreads = [\"x\"]\noverwrites = [\"y\"]\n{more}\n");
    let with = |more: &str| Sandbox::with(&[("head.f90", &text), ("other.toml", &described(more))]);
    let line = "adc --reverse head.f90 --head 'head(y)/(x)' --external other.toml -o out.f90";
    let said = with("").works(line).err;
    assert!(
        said.contains("warning[ADC0317]") && said.contains("may read `c`"),
        "{said}"
    );
    assert!(!with("reads-globals = []").works(line).err.contains("ADC0317"));
    with("reads-globals = [\"/state/\"]").fails(line, 1, &["ADC0317"]);
    with("reads-globals = []\nwrites-globals = [\"state%c\"]").fails(line, 1, &["ADC0317"]);
    with("reads-globals = [\"a%b%c\"]").fails(line, 1, &["ADC0506"]);
}

/// Values that enter by one name and leave by an address.
#[test]
fn addresses_are_refused() {
    let head = "subroutine head(x, y)\nuse iso_c_binding\nreal(8), target :: x(3)\nreal(8) :: y\nreal(8), pointer :: p(:)\ntype(c_ptr) :: c\n";
    for body in [
        "c = c_loc(x)\ncall c_f_pointer(c, p, [3])\ny = sum(p**2)\n",
        "call c_f_pointer(cptr=c_loc(x), fptr=p, shape=[3])\ny = sum(p**2) + x(1)\n",
        "y = x(1)\nif (loc(x) == 5) y = 2*y\n",
    ] {
        let s = Sandbox::with(&[("head.f90", &format!("{head}{body}end subroutine\n"))]);
        for mode in ["--reverse", "--tangent"] {
            s.fails(
                &format!("adc {mode} head.f90 --head 'head(y)/(x)' -o out.f90"),
                1,
                &["ADC0309"],
            );
        }
    }
}

/// In Tapenade's format, the calls of the program decide about shadows: an output that nothing uses has none, nor has
/// an input that no call makes active.
#[test]
fn calls_decide_about_shadows_in_the_format_of_tapenade() {
    let library = "\
subroutine solve
  external
  shape(param 1, param 2, param 3, param 4, param 5)
  ReadNotWritten:     (1, 1, 1, 0, 0)
  NotReadThenWritten: (0, 0, 0, 1, 0)
  ReadThenWritten:    (0, 0, 0, 0, 1)
";
    let program = "\
subroutine first(n, x, y)
   implicit none
   integer :: n
   real(8) :: x, y, w, p, z
   w = x*x
   p = 3d0
   z = x
   call solve(n, w, p, y, z)
   y = y + z
end subroutine first
subroutine second(n, x, y)
   implicit none
   integer :: n
   real(8) :: x, y, w, p, z
   w = 2d0
   p = x
   z = 1d0
   call solve(n, w, p, y, z)
end subroutine second
subroutine third(n, x, y)
   implicit none
   integer :: n
   real(8) :: x, y, w, p, z
   w = 2d0
   p = 3d0
   z = 1d0
   call solve(n, w, p, y, z)
   y = y*x
end subroutine third
";
    let s = Sandbox::with(&[("lib", library), ("p.f90", program)]);
    let calls = |mode: &str, names: &[&str]| -> Vec<String> {
        let heads: Vec<String> = names.iter().map(|n| format!("--head '{n}(y)/(x)'")).collect();
        let outcome = s.works(&format!("adc {mode} p.f90 {} --external lib -o -", heads.join(" ")));
        let calls = outcome.out.lines().filter(|l| l.contains("call solve"));
        calls.map(|l| l.trim().to_string()).collect()
    };
    for (mode, d, letter) in [("--tangent", "_d", 'd'), ("--reverse", "_b", 'b')] {
        let of = |text: &str| text.replace('~', &letter.to_string());
        let first = format!("call solve{d}{}", of("(n, w, w~, p, y, y~, z, z~)"));
        let second = format!("call solve{d}{}", of("(n, w, p, p~, y, y~, z)"));
        let both = format!("call solve{d}{}", of("(n, w, w~, p, p~, y, y~, z, z~)"));
        assert_eq!(calls(mode, &["first"]), [first]);
        assert_eq!(calls(mode, &["second"]), [second]);
        assert_eq!(calls(mode, &["third"]), ["call solve(n, w, p, y, z)"]);
        assert_eq!(calls(mode, &["first", "second"]), [both.clone(), both]);
    }
}

/// A caller's variable with the name of a derivative gives that a number; variables of other procedures do not.
#[test]
fn variables_of_callers_number_derivatives_in_the_format_of_tapenade() {
    let library = "\
subroutine solve:
  external:
  shape: (param 1, param 2)
  ReadNotWritten: (1, 0)
  NotReadThenWritten: (0, 1)
";
    let program = "\
subroutine outer(x, y)
   implicit none
   real(8) :: x, y, uuu
   common /fields/ uuu
   uuu = x*x
   call solve(uuu, y)
   call inner(y)
end subroutine outer
subroutine inner(y)
   implicit none
   real(8) :: y, vvv
   vvv = y
   y = y*vvv
end subroutine inner
";
    for (variable, call) in [("uuu", "call solve_b0(solve_b, "), ("vvv", "call solve_b(uuu, ")] {
        let s = Sandbox::with(&[("lib", library), ("p.f90", &program.replace(variable, "solve_b"))]);
        let out = s
            .works("adc --reverse p.f90 --head 'outer(y)/(x)' --external lib -o -")
            .out;
        assert!(out.contains(call), "{out}");
    }
}

/// A head that sets an array and returns `x*sum(a)`.
fn summing(name: &str, declared: &str, statements: &str) -> String {
    format!(
        "subroutine {name}(x, y)\nimplicit none\nreal(8) :: x, y, {declared}\n{statements}\ny = x*sum(a)\nend subroutine {name}\n"
    )
}

/// In Tapenade's format, a call whose operands carry no derivative sets the shadows of its results to zero.
#[test]
fn calls_are_passive_one_by_one_in_the_format_of_tapenade() {
    let library = "\
subroutine fill:
  external:
  shape: (param 1, param 2, param 3)
  ReadNotWritten: (1, 1, 0)
  NotReadThenWritten: (0, 0, 1)
";
    let program = [
        summing(
            "f",
            "a(3), p",
            "p = x*x; call fill(3, p, a); if (x > 5d0) then; p = 2d0; call fill(3, p, a); end if",
        ),
        summing(
            "g",
            "a(3)",
            "a = x; if (x > 5d0) then; a = 2d0; call fill(2, 2d0, a(2)); end if",
        ),
        summing("h", "a(3)", "a = x; if (x > 5d0) call fill(2, 2d0, a(2))"),
        summing("k", "a(0:2, 3)", "a = x; if (x > 5d0) call fill(3, 2d0, a(0, 2))"),
    ];
    let s = Sandbox::with(&[("lib", library), ("p.f90", &program.concat())]);
    for (mode, d) in [("--tangent", 'd'), ("--reverse", 'b')] {
        let run = |head: &str| {
            let head = format!("--head '{head}(y)/(x)'");
            s.works(&format!("adc {mode} p.f90 {head} --external lib -o -"))
        };
        let [f, g, h] = ["f", "g", "h"].map(|head| run(head).out);
        let zeros = |text: &str| text.matches(&format!("a{d} = 0.0d0\n")).count();
        let calls = |text: &str| text.matches(&format!("call fill_{d}(")).count();
        // what is overwritten from an element on is not known
        assert_eq!([calls(&f), calls(&g), calls(&h)], [1, 0, 1], "{f}{g}{h}");
        assert!(zeros(&f) >= 1 && zeros(&g) >= 1, "{f}{g}{h}");
        // unless it is the first in the leading dimensions
        let k = run("k");
        assert_eq!(calls(&k.out), 0, "{}", k.out);
        assert!(k.out.contains(&format!("    a{d}(:, 2) = 0.0d0\n")), "{}", k.out);
        let warning = "`fill` overwrites all elements in the first dimension of `a`";
        assert!(k.err.contains(warning), "{}", k.err);
    }
}

/// A call of an unknown procedure is passive where none of its arguments carries a derivative.
#[test]
fn calls_of_unknown_procedures_are_passive_one_by_one() {
    let program = [
        summing(
            "f",
            "a(3)",
            "if (x > 5d0) then; a = 1d0; call readin(a); else; a = x; end if",
        ),
        summing("g", "a(3)", "a = x; if (x > 5d0) call readin(a)"),
    ];
    let s = Sandbox::with(&[("p.f90", &program.concat())]);
    for (mode, d) in [("--tangent", 'd'), ("--reverse", 'b')] {
        let run = |head: &str| s.works(&format!("adc {mode} p.f90 --head '{head}(y)/(x)' -o -"));
        let (f, g) = (run("f"), run("g"));
        assert!(!f.out.contains("readin_") && !f.err.contains("by hand"), "{f:?}");
        assert!(f.out.contains(&format!("    a{d} = 0.0d0\n")), "{f:?}");
        assert!(
            g.out.contains(&format!("call readin_{d}(a, a{d})")) && g.err.contains("by hand"),
            "{g:?}"
        );
    }
}

/// A derivative written by hand and given as a source has to fit the calls.
#[test]
fn derivatives_by_hand_are_compared_with_their_calls() {
    let program = summing("f", "a(3)", "a = x; call mix(a)");
    let line = "adc --reverse p.f90 mix_b.f90 --head 'f(y)/(x)' -o -";
    let with = |arguments: &str, types: &str| {
        let by_hand = format!("subroutine mix_b({arguments})\n{types}\nend subroutine\n");
        Sandbox::with(&[("p.f90", program.as_str()), ("mix_b.f90", by_hand.as_str())])
    };
    let fits = with("a, ab", "real(8) :: a(3), ab(3)").works(line);
    assert!(fits.out.contains("call mix_b(a, ab)"), "{fits:?}");
    for (arguments, types, says) in [
        ("a", "real(8) :: a(3)", "they pass 2 arguments, and it takes 1"),
        (
            "a, ab",
            "real(8) :: a(3)\nreal :: ab(3)",
            "its argument `ab` is real, and they pass real(8)",
        ),
    ] {
        let wrong = with(arguments, types).fails(line, 1, &["ADC0317"]);
        assert!(wrong.err.contains(says), "{wrong:?}");
        assert!(wrong.err.contains("generated code calls `mix_b("), "{wrong:?}");
    }
}

/// A description whose partial derivatives are not enough, or do not fit a call, is refused there.
#[test]
fn partial_derivatives_that_do_not_fit_are_refused() {
    let described = "[eos]\narguments = [\"t\", \"s\", \"rho\", \"drdt\"]\npartials = { rho = { t = \"drdt\" } }\n";
    let lacks = "the description of `eos` lacks a partial derivative of";
    let but = "`eos` is described as returning partial derivatives, but";
    let cases = [
        // `s` is active, too
        (
            "real(8) :: p",
            "call eos(x(1), x(2), y, p)",
            format!("{lacks} `rho` by `s`"),
        ),
        // the partial derivative carries one
        (
            "real(8) :: p",
            "call eos(x(1), 1d0, y, p)\n  y = y*p",
            format!("{lacks} `drdt` by `t`"),
        ),
        // the result and the partial derivative are parts of one array
        (
            "real(8) :: p(2)",
            "call eos(x(1), 1d0, p(1), p(2))\n  y = p(1)",
            "`rho` and `drdt` are parts of `p` here: pass a variable of its own for `drdt`".into(),
        ),
        (
            "real(8) :: p",
            "call eos(x(1), 1d0, y, 1d0)",
            format!("{but} this call passes no variable for `drdt`"),
        ),
        (
            "real(8) :: p",
            "y = x(1)\n  call eos(y, 1d0, y, p)",
            format!("{but} this call changes what it passes for `t`"),
        ),
        (
            "real(4) :: p",
            "call eos(x(1), 1d0, y, p)",
            format!("{but} here `drdt` has another type or rank than the result"),
        ),
        (
            "real(8) :: p(2)",
            "call eos(x(1), 1d0, y, p)",
            format!("{but} here `drdt` has another type or rank than the result"),
        ),
        (
            "real(8) :: p, r(2)",
            "call eos(x(1), 1d0, y, p)\n  call eos(x, 1d0, r, r)",
            format!("{but} here `rho` gets one element, and takes an array"),
        ),
    ];
    for (declared, calls, expected) in cases {
        let source = format!(
            "subroutine f(x, y)\n  real(8), intent(in) :: x(2)\n  real(8), intent(out) :: y\n  {declared}\n  {calls}\n\
             end subroutine\n"
        );
        let s = Sandbox::with(&[("f.f90", &source), ("eos.toml", described)]);
        for mode in ["--tangent", "--reverse"] {
            let line = format!("adc {mode} f.f90 --head 'f(y)/(x)' --external eos.toml -o out.f90");
            let outcome = s.fails(&line, 1, &["ADC0317"]);
            assert!(outcome.err.contains(&expected), "{expected}\n{}", outcome.err);
            assert!(outcome.err.contains("eos.toml"), "{}", outcome.err);
        }
    }
}

/// What a description says of partial derivatives is read in full.
#[test]
fn descriptions_of_partial_derivatives() {
    let source = "subroutine f(x, y)\n  real(8) :: x, y, p\n  call eos(x, y, p)\nend subroutine\n";
    let cases = [
        ("partials = { rho = { t = \"drds\" } }", "`eos` has no argument `drds`"),
        ("partials = { r = { t = \"drdt\" } }", "`eos` has no argument `r`"),
        ("partials = { rho = { s = \"drdt\" } }", "`eos` has no argument `s`"),
        ("partials = { rho = \"drdt\" }", "expected a table"),
        (
            "partials = { rho = { t = \"rho\" } }",
            "`rho` cannot be its own partial",
        ),
        (
            "writes = [\"t\"]\npartials = { rho = { t = \"drdt\" } }",
            "the procedure changes `t`, so no result can have a partial by it",
        ),
        (
            "passive = true\npartials = { rho = { t = \"drdt\" } }",
            "a procedure that is `passive` has no partials",
        ),
        (
            "adjoint = \"eos_adj\"\npartials = { rho = { t = \"drdt\" } }",
            "the key `adjoint` has no effect beside `partials`",
        ),
        (
            "destroys = [\"rho\"]\npartials = { rho = { t = \"drdt\" } }",
            "the key `destroys` has no effect beside `partials`",
        ),
    ];
    for (keys, expected) in cases {
        let described = format!("[eos]\narguments = [\"t\", \"rho\", \"drdt\"]\n{keys}\n");
        let s = Sandbox::with(&[("f.f90", source), ("eos.toml", &described)]);
        let line = "adc --tangent f.f90 --head 'f(y)/(x)' --external eos.toml -o out.f90";
        let outcome = s.fails(line, 1, &["ADC0506"]);
        assert!(outcome.err.contains(expected), "{expected}\n{}", outcome.err);
    }
}
