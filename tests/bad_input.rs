//! Errors in files or on the command line: a code, a clear message, the right exit status, and no files left over.

use crate::support::cli::{Outcome, Sandbox};
use crate::support::pages::MODEL;

/// Runs `adc ARGUMENTS` beside `model.f90` with this text; it must fail with status 1 and the code, and its message
/// must contain `words`.
#[track_caller]
fn refused(text: &str, arguments: &str, code: &str, words: &str) -> Outcome {
    refused_in(&Sandbox::with(&[("model.f90", text)]), arguments, code, words)
}

#[track_caller]
fn refused_in(sandbox: &Sandbox, arguments: &str, code: &str, words: &str) -> Outcome {
    let outcome = sandbox.fails(&format!("adc {arguments}"), 1, &[code]);
    assert!(outcome.err.contains(words), "no `{words}` in\n{}", outcome.err);
    assert!(outcome.out.is_empty(), "{}", outcome.out);
    outcome
}

/// The command line itself is wrong: status 2.
#[track_caller]
fn misused(arguments: &str, words: &str) {
    let outcome = Sandbox::with(&[("model.f90", MODEL)]).fails(&format!("adc {arguments}"), 2, &[]);
    assert!(outcome.err.contains(words), "no `{words}` in\n{}", outcome.err);
}

const HEAD: &str = "--head 'f(y)/(x)'";

/// The model with other statements.
fn model(statements: &str) -> String {
    MODEL.replace("   y = 2*x\n", statements)
}

// ---- files

#[test]
fn files_that_are_none() {
    let s = Sandbox::with(&[
        ("folder.f90/inside.f90", MODEL),
        ("empty.f90", ""),
        ("model.f90", MODEL),
    ]);
    s.file("comments.f90", b"! nothing\n\n   ! but comments\n");
    s.file("data.f90", &(0..2000).map(|i| (i * i % 251) as u8).collect::<Vec<_>>());
    let controls: Vec<u8> = (0..2000).map(|i| 1 + (i * i % 250) as u8).collect();
    s.file("controls.f90", &controls);
    let refused = |file: &str, code, words| {
        refused_in(&s, &format!("--reverse {file} {HEAD}"), code, words);
        refused_in(&s, &format!("--tangent {file} {HEAD} -o out.f90"), code, words);
    };
    refused(
        "unknown.f90",
        "ADC0501",
        "cannot read `unknown.f90`: the file does not exist",
    );
    refused("model.f90 unknown.f90", "ADC0501", "unknown.f90");
    refused("modle.f90", "ADC0501", "did you mean `model.f90`?");
    let misspelt = s.fails(&format!("adc chek model.f90 {HEAD}"), 2, &["ADC0504"]);
    assert!(misspelt.err.contains("did you mean `adc check`?"), "{}", misspelt.err);
    refused("folder.f90", "ADC0501", "`folder.f90` is a directory");
    refused("empty.f90", "ADC0503", "the input contains no program unit");
    refused("comments.f90", "ADC0503", "the input contains no program unit");
    refused("data.f90", "ADC0108", "`data.f90` contains binary data");
    refused("controls.f90", "ADC0108", "`controls.f90` contains binary data");
    let both = refused_in(&s, &format!("--reverse one.f90 two.f90 {HEAD}"), "ADC0501", "`one.f90`");
    assert!(both.err.contains("`two.f90`"), "{}", both.err);
}

#[test]
fn a_long_line() {
    let sum = " + x".repeat(250_000);
    let nested = refused(
        &model(&format!("   y = x{sum}\n")),
        &format!("--reverse model.f90 {HEAD}"),
        "ADC0101",
        "nested too deeply",
    );
    assert!(
        nested.err.len() < 1000,
        "the long line is shown: {} bytes",
        nested.err.len()
    );
    let s = Sandbox::with(&[(
        "model.f90",
        &model(&format!("   y = x*x ! {}\n", "long ".repeat(200_000))),
    )]);
    s.works(&format!("adc --reverse model.f90 {HEAD}"));
}

#[test]
fn output_that_cannot_be_written() {
    let s = Sandbox::with(&[("model.f90", MODEL), ("folder/other.f90", MODEL)]);
    let refused = |output: &str, words| {
        refused_in(&s, &format!("--reverse model.f90 {HEAD} -o {output}"), "ADC0502", words);
    };
    refused("missing/model_b.f90", "the directory `missing` does not exist");
    refused("model.f90", "it is an input file");
    refused("folder/../model.f90", "it is an input file");
    let depfile = format!("--reverse model.f90 {HEAD} --depfile folder");
    refused_in(&s, &depfile, "ADC0502", "it is a directory");
    refused_in(&s, "print model.f90 -o .", "ADC0502", "it is an input file");
}

#[test]
fn included_files() {
    let s = Sandbox::with(&[
        ("model.f90", &model("   include 'rest.inc'\n")),
        ("sub/rest.inc", "   y = 2*x\n   y = y +\n"),
    ]);
    refused_in(&s, &format!("--reverse model.f90 {HEAD}"), "ADC0501", "rest.inc");
    let inside = refused_in(
        &s,
        &format!("--reverse model.f90 {HEAD} -I sub"),
        "ADC0101",
        "sub/rest.inc:2:10",
    );
    assert!(!inside.err.contains("ADC0501"), "{}", inside.err);
    s.file("sub/rest.inc", b"   include 'rest.inc'\n");
    refused_in(
        &s,
        &format!("--reverse model.f90 {HEAD} -I sub"),
        "ADC0501",
        "includes itself",
    );
}

// ---- the source

#[test]
fn blocks_that_do_not_fit() {
    let refused = |statements: &str, words: &str| {
        refused(
            &model(statements),
            &format!("--reverse model.f90 {HEAD}"),
            "ADC0103",
            words,
        );
    };
    refused("   if (x > 0) then\n   y = x\n", "IF has no end before END SUBROUTINE");
    refused("   y = x\n   end if\n", "does not belong to any open block");
    refused("   else\n   y = x\n", "does not belong to any open block");
    refused("   do i = 1, 3\n   y = x\n   end if\n", "END IF");
    refused("   select case (1)\n   case (1)\n   y = x\n", "SELECT CASE has no end");
    refused(
        "   a: do i = 1, 3\n   y = x\n   end do b\n",
        "the name of the block is `a`",
    );
    refused("   do 10 i = 1, 3\n   y = x\n", "10");
    let unit = MODEL.replace("end subroutine f\n", "");
    refused_unit(&unit, "has no end");
    refused_unit(&MODEL.replace("end subroutine", "end function"), "END FUNCTION");
    refused_unit(&format!("module m\ncontains\n{MODEL}"), "has no end");
}

#[track_caller]
fn refused_unit(text: &str, words: &str) {
    refused(text, &format!("--reverse model.f90 {HEAD}"), "ADC0103", words);
}

#[test]
fn all_errors_in_one_run() {
    let text = model("   y = 2*\n   if (x) y = 1\n   y = sin(x, x)\n   y = (x\n   call f(x)\n");
    let outcome = refused(
        &text,
        &format!("--reverse model.f90 {HEAD} --message-format short"),
        "ADC0101",
        "",
    );
    let places: Vec<&str> = outcome.err.lines().filter(|l| l.starts_with("model.f90")).collect();
    let starts = [
        "model.f90:4:",
        "model.f90:5:8: error[ADC0206]",
        "model.f90:6:8: error[ADC0212]",
        "model.f90:7:",
        "model.f90:8:9: error[ADC0208]",
    ];
    assert_eq!(places.len(), starts.len(), "{}", outcome.err);
    for (place, start) in places.iter().zip(starts) {
        assert!(place.starts_with(start), "{place} should begin {start}");
    }
}

#[test]
fn modules() {
    let uses = |name: &str| MODEL.replace("(x, y)\n", &format!("(x, y)\n   use {name}\n"));
    let arguments = format!("--reverse model.f90 {HEAD}");
    refused(
        &uses("nowhere"),
        &arguments,
        "ADC0203",
        "the module `nowhere` is not among the given files",
    );
    // the only error: entities of the missing module have no type
    let unknown = uses("nowhere").replace("y = 2*x", "y = cos(0.5_rp*2) + sqrt(sum([x, 1.0_rp])/3)");
    let outcome = refused(&unknown, &arguments, "ADC0203", "");
    assert_eq!(outcome.err.matches("error[").count(), 1, "{}", outcome.err);
    let circle = format!(
        "module a\n use b\nend\nmodule b\n use c\nend\nmodule c\n use a\nend\n{}",
        uses("a")
    );
    refused(&circle, &arguments, "ADC0204", "modules use each other in a cycle");
    refused(
        &format!("module a\n use a\nend\n{}", uses("a")),
        &arguments,
        "ADC0204",
        "the module `a` uses itself",
    );
    refused(
        MODEL,
        &format!("--reverse model.f90 ./model.f90 {HEAD}"),
        "ADC0202",
        "two external procedures have the name `f`",
    );
}

#[test]
fn procedures_that_are_not_given() {
    let arguments = format!("--reverse model.f90 {HEAD}");
    for statements in [
        "   external :: other\n   call library(x, y, other)\n",
        "   real(8), external :: library\n   external :: other\n   y = library(other, x)\n",
        "   call library(x, y)\n   call library(1, y)\n",
    ] {
        let outcome = refused(
            &model(statements),
            &arguments,
            "ADC0305",
            "the call passes an active variable to `library`",
        );
        assert!(
            outcome.err.contains("help: give the file that defines `library`"),
            "{}",
            outcome.err
        );
    }
    let s = Sandbox::with(&[("model.f90", &model("   call log_line('here', 3)\n   y = 2*x\n"))]);
    let outcome = s.works(&format!("adc {arguments}"));
    assert!(
        outcome
            .err
            .contains("warning[ADC0305]: the source of `log_line` is not given"),
        "{}",
        outcome.err
    );
}

// ---- the head

#[test]
fn heads_that_are_none() {
    let refused = |text: &str, head: &str, code: &str, words: &str| {
        refused(text, &format!("--reverse model.f90 --head '{head}'"), code, words);
    };
    refused(MODEL, "g(y)/(x)", "ADC0302", "procedures: `f`");
    refused(MODEL, "m%f(y)/(x)", "ADC0302", "`m%f`");
    let modules = format!("module m\ncontains\n{MODEL}end module\nmodule n\ncontains\n{MODEL}end module\n");
    refused(&modules, "f(y)/(x)", "ADC0302", "name the module: `--head 'module%f(");
    let host = format!("subroutine host\ncontains\n{MODEL}end subroutine\n");
    refused(&host, "f(y)/(x)", "ADC0302", "it is an internal procedure of `host`");
    refused(
        MODEL,
        "f(y)/(z)",
        "ADC0303",
        "the independent `z` is not a variable of `f`",
    );
    refused(
        MODEL,
        "f(z)/(x)",
        "ADC0303",
        "the dependent `z` is not a variable of `f`",
    );
    refused(MODEL, "f(y)/()", "ADC0303", "has no independents");
    refused(MODEL, "f()/(x)", "ADC0303", "has no dependents");
    refused(MODEL, "f(y)/(x%part)", "ADC0303", "`x` has no such component");
    let declared = |declaration: &str| model(&format!("   {declaration}\n   y = 2*x\n"));
    refused(&declared("integer :: n"), "f(y)/(n)", "ADC0303", "`n` is an integer");
    refused(
        &declared("logical :: l"),
        "f(y)/(l)",
        "ADC0303",
        "`l` is neither real nor complex",
    );
    refused(
        &declared("character :: c"),
        "f(y)/(c)",
        "ADC0303",
        "`c` is neither real nor complex",
    );
    refused(
        &declared("real :: t"),
        "f(y)/(t)",
        "ADC0303",
        "`t` is a local variable of `f`",
    );
    refused(
        &declared("real, parameter :: p = 1"),
        "f(y)/(p)",
        "ADC0303",
        "`p` is not a variable",
    );
    let all = refused_in(
        &Sandbox::with(&[("model.f90", MODEL)]),
        "--reverse model.f90 --head 'f(a b)/(c)'",
        "ADC0303",
        "the dependent `a`",
    );
    assert!(
        all.err.contains("the dependent `b`") && all.err.contains("the independent `c`"),
        "{}",
        all.err
    );
}

#[test]
fn no_head_at_all() {
    let two = format!("{MODEL}{}", MODEL.replace(" f", " g"));
    let outcome = refused(&two, "--reverse model.f90", "ADC0301", "candidates: `f`, `g`");
    assert!(
        outcome
            .err
            .contains("help: use `--head 'name(dependents)/(independents)'`"),
        "{}",
        outcome.err
    );
    refused(
        &model("!$openad DEPENDENT(y)\n   y = 2*x\n"),
        "--reverse model.f90",
        "ADC0303",
        "has no independents",
    );
    refused(
        &model("!$openad DEPENDENT y\n   y = 2*x\n"),
        "--reverse model.f90",
        "ADC0106",
        "requires a list of variables",
    );
}

#[test]
fn words_that_are_no_directives() {
    let with = |comment: &str| {
        let s = Sandbox::with(&[("model.f90", &model(&format!("{comment}\n   y = 2*x\n")))]);
        s.works(&format!("adc --reverse model.f90 {HEAD}")).err
    };
    for comment in ["!$adc loop-ii", "!$AD loop-ii"] {
        let warned = with(comment);
        assert!(
            warned.contains("warning[ADC0106]: `loop-ii` is not a directive of adc; it has no effect"),
            "{warned}"
        );
    }
    // directives of other tools, and comments that resemble adc's
    for comment in [
        "!$openad xxx template head.f90",
        "!$adcirc",
        "! $adc loop-ii",
        "! $AD hoc",
    ] {
        assert_eq!(with(comment), "", "{comment}");
    }
}

// ---- the command line

#[test]
fn wrong_command_lines() {
    for head in [
        "f",
        "f(y)",
        "f(y)(x)",
        "f(y)/x",
        "(y)/(x)",
        "f(y)/(x)z",
        "f(y)|(x)",
        "f(y)/(x",
        "",
        "f(y)\u{2215}(x)",
    ] {
        misused(&format!("--reverse model.f90 --head '{head}'"), "error[ADC0504]");
    }
    misused(
        "model.f90",
        "choose `--reverse` (adjoint), `--tangent`, `--hessian` or `--jacobian`",
    );
    misused("--reverse model.f90 --suffix-reverse -b", "");
    misused(
        "--reverse model.f90 --suffix-reverse '+'",
        "cannot be a suffix of Fortran names",
    );
    misused(
        "--reverse model.f90 --suffix-tangent ''",
        "cannot be a suffix of Fortran names",
    );
    misused("--reverse --tangent --fuel 3 model.f90", "`--fuel` is for one mode");
    misused("--reverse", "FILES");
    misused("", "FILES");
    misused("--reverse model.f90 --unknown", "--unknown");
    misused("--reverse model.f90 --form loose", "loose");
    misused("--reverse model.f90 --activity some", "some");
    misused("--reverse model.f90 --no-opt everything", "everything");
    misused("--reverse model.f90 --message-format xml", "xml");
    misused("analyze model.f90 --show nothing", "nothing");
    misused("dump model.f90 --stage moon", "moon");
    misused("explain", "CODE");
}

/// The assignment of a record calls the procedure that the type of a component binds to `=`; without a binding it
/// copies, which is allowed.
#[test]
fn components_that_are_assigned_by_calls_are_refused() {
    let text = |binding: &str| {
        format!(
            "module m
               type part
                 real(8) :: v = 0
               contains
                 procedure :: double
                 {binding}
               end type
               type whole
                 type(part) :: p
               end type
             contains
               subroutine double(a, b)
                 class(part), intent(inout) :: a
                 type(part), intent(in) :: b
                 a%v = 2*b%v
               end subroutine
               subroutine f(x, y)
                 real(8), intent(in) :: x
                 real(8), intent(out) :: y
                 type(whole) :: a, b
                 a%p%v = x
                 b = a
                 y = b%p%v
               end subroutine
             end module
            "
        )
    };
    for mode in ["--tangent", "--reverse"] {
        let arguments = format!("{mode} model.f90 {HEAD} -o f_x.f90");
        refused(
            &text("generic :: assignment(=) => double"),
            &arguments,
            "ADC0308",
            "assigns components here",
        );
        Sandbox::with(&[("model.f90", &text(""))]).works(&format!("adc {arguments}"));
    }
}

#[test]
fn records_whose_lengths_may_have_changed() {
    let text = |intent: &str, change: &str, inner: &str| {
        format!(
            "
module m
  implicit none
  type :: t(k, n)
    integer, kind :: k = 8
    integer, len :: n
    real(k) :: a(n)
  end type t
contains
  subroutine f(x, n, y)
    real(8), intent(in) :: x
    integer, intent({intent}) :: n
    real(8), intent(out) :: y
    type(t(8, n)) :: q(2)
    q(1)%a = x
    q(2)%a = 2*x
    {change}
    call g(y)
  contains
    subroutine g(y)
      real(8), intent(out) :: y
      {inner}
      y = q(1)%a(1)**2*q(2)%a(1)
    end subroutine g
  end subroutine f
end module m
"
        )
    };
    let arguments = format!("--reverse model.f90 {HEAD} -o f_x.f90");
    let swap = "q(2:1:-1) = q";
    for (text, place) in [
        (text("in", "", swap), "model.f90:22:19"),
        (text("inout", &format!("n = 1\n    {swap}"), ""), "model.f90:18:17"),
    ] {
        let outcome = refused(&text, &arguments, "ADC0308", "the derivative must copy this object");
        assert!(outcome.err.contains(place), "{}", outcome.err);
    }
    Sandbox::with(&[("model.f90", &text("in", swap, ""))]).works(&format!("adc {arguments}"));
}

#[test]
fn implicit_types_with_lengths() {
    for (rule, use_it) in [("type(t(8, n)) (v)", "v%a(1) = x"), ("character(n) (v)", "v = 'a'")] {
        let text = format!(
            "
module m
  integer :: n
  type :: t(k, n)
    integer, kind :: k = 8
    integer, len :: n
    real(k) :: a(n)
  end type t
contains
  subroutine f(x, y)
    implicit {rule}
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    {use_it}
    y = x
  end subroutine f
end module m
"
        );
        let words = "an IMPLICIT type with a length that is not a constant";
        let outcome = refused(&text, &format!("--reverse model.f90 {HEAD}"), "ADC0307", words);
        assert!(outcome.err.contains("model.f90:11:14"), "{}", outcome.err);
    }
}
