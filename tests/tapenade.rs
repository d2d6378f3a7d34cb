//! `adc tapenade`: Tapenade's command line, with the names of its files and procedures.

use crate::support::cli::{Outcome, Sandbox};
use crate::support::program::printed;
use std::process::Command;

/// Two files in different forms.
const OUTER: &str = "      subroutine outer(x, y)
      real*8 x, y
      call inner(x, y)
      y = y*x
      end
";
const INNER: &str = "\
subroutine inner(x, y)
   implicit none
   real(8) :: x, y
   y = x*x
end subroutine inner
";

/// A module with a variable, a COMMON block, a function and structures.
const MODEL: &str = "\
module model
   implicit none
   type :: state
      real(8) :: t
      integer :: k
   end type state
   real(8) :: gain = 2d0
contains
   subroutine run(s, n, x, y)
      type(state), intent(inout) :: s
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y
      s%t = s%t + gain*sum(x**2)
      y = s%t*square(x(1))
   end subroutine run
   real(8) function square(z)
      real(8), intent(in) :: z
      square = z*z
   end function square
end module model
";

fn two() -> Sandbox {
    let s = Sandbox::with(&[("outer.f", OUTER), ("src/inner.f90", INNER), ("model.f90", MODEL)]);
    s.file("upper.F", OUTER.as_bytes());
    s.file("long.for", OUTER.as_bytes());
    std::fs::create_dir(s.path("out")).unwrap();
    s
}

/// The names of the files that a command adds, which are then removed.
#[track_caller]
fn added(s: &Sandbox, arguments: &str) -> Vec<String> {
    let before = s.contents();
    s.works(&format!("adc tapenade {arguments}"));
    let new: Vec<String> = s.contents().into_keys().filter(|k| !before.contains_key(k)).collect();
    new.iter().for_each(|n| std::fs::remove_file(s.path(n)).unwrap());
    new
}

#[test]
fn names_of_files() {
    let s = two();
    let cases = [
        ("-d", "outer.f src/inner.f90", "inner_d.f90 outer_d.f"),
        ("", "outer.f src/inner.f90", "inner_d.f90 outer_d.f"),
        ("-b", "outer.f src/inner.f90", "inner_b.f90 outer_b.f"),
        ("-b", "upper.F src/inner.f90", "inner_b.f90 upper_b.f"),
        ("-b", "long.for src/inner.f90", "inner_b.f90 long_b.f"),
        ("-b -d", "outer.f src/inner.f90", "inner_db.f90 outer_db.f"),
        ("-vector -d", "outer.f src/inner.f90", "inner_dv.f90 outer_dv.f"),
        ("-multi -reverse", "outer.f src/inner.f90", "inner_bv.f90 outer_bv.f"),
        ("-b -d -vector", "outer.f src/inner.f90", "inner_dbv.f90 outer_dbv.f"),
        ("-b -o all", "outer.f src/inner.f90", "all_b.f all_b.f90"),
        ("-b -d -o src/all", "outer.f src/inner.f90", "all_db.f all_db.f90"),
        ("-b -O out", "outer.f src/inner.f90", "out/inner_b.f90 out/outer_b.f"),
        (
            "-b -outputdirectory out -output all",
            "outer.f src/inner.f90",
            "out/all_b.f out/all_b.f90",
        ),
        (
            "-b -outputlanguage fortran90",
            "outer.f src/inner.f90",
            "inner_b.f90 outer_b.f90",
        ),
        ("-b -o all -outputlanguage fortran", "outer.f src/inner.f90", "all_b.f"),
        (
            "-b -adjfuncname %_ad",
            "outer.f src/inner.f90",
            "inner_ad.f90 outer_ad.f",
        ),
        (
            "-d -vector -tgtfuncname _tl",
            "outer.f src/inner.f90",
            "inner_tlv.f90 outer_tlv.f",
        ),
    ];
    for (options, files, wanted) in cases {
        let arguments = format!("{options} -head 'outer(y)/(x)' {files}");
        assert_eq!(added(&s, &arguments).join(" "), wanted, "{arguments}");
    }
    assert_eq!(added(&s, "-p outer.f src/inner.f90").join(" "), "inner_p.f90 outer_p.f");
    assert_eq!(added(&s, "-p -o all -O out src/inner.f90").join(" "), "out/all_p.f90");
}

/// The text of the only file that a command adds.
#[track_caller]
fn text(arguments: &str) -> String {
    let s = two();
    let before = s.contents();
    s.works(&format!("adc tapenade {arguments}"));
    let new: Vec<String> = s.contents().into_keys().filter(|k| !before.contains_key(k)).collect();
    assert_eq!(new.len(), 1, "{new:?}");
    s.text(&new[0]).to_ascii_lowercase()
}

#[test]
fn names_of_procedures_variables_and_modules() {
    let head = "-head 'model%run(y)/(x, gain)' model.f90";
    let cases: [(&str, &[&str]); 6] = [
        (
            "-d",
            &["module model_diff", "run_d(s, n, x, xd, y, yd)", "gaind", "square_d("],
        ),
        (
            "-b",
            &["module model_diff", "run_b(s, n, x, xb, y, yb)", "gainb", "square_b("],
        ),
        (
            "-b -adjvarname %d -adjfuncname %_fast_b -adjmodulename %_fast_b",
            &["module model_fast_b", "run_fast_b(s, n, x, xd, y, yd)", "gaind"],
        ),
        (
            "-b -difffuncname %_q -diffvarname %_w -modulename %_m",
            &["module model_m", "run_q(s, n, x, x_w, y, y_w)", "gain_w"],
        ),
        (
            "-b -vector",
            &["module model_diffv", "run_bv(s, n, x, xb, y, yb, nd)", "gainb"],
        ),
        (
            "-b -d",
            &[
                "module model_d",
                "module model_b",
                "run_d(s, n, x, xd, y, yd)",
                "run_b(s, n, x, xb, y, yb)",
            ],
        ),
    ];
    for (options, wanted) in cases {
        let text = text(&format!("{options} {head}"));
        for w in wanted {
            assert!(text.contains(w), "{options}: no `{w}` in\n{text}");
        }
    }
}

/// A head without variables has all arguments, and module variables; those with intent(out) are no independents.
#[test]
fn heads_without_variables() {
    let text = text("-b -head run model.f90");
    assert!(text.contains("run_b(s, sb, n, x, xb, y, yb)"), "{text}");
    assert!(
        text.contains("!  independents: s, x, gain\n!  dependents: s, x, y, gain\n"),
        "{text}"
    );
    let both = self::text("-b -head 'run square' model.f90");
    assert!(
        both.contains("run_b(s, sb, n,") && both.contains("square_b(z, zb, squareb)"),
        "{both}"
    );
    let some = self::text("-b -head run -vars 'x s%t' -outvars y model.f90");
    assert!(some.contains("!  independents: x, s%t\n!  dependents: y\n"), "{some}");
}

/// The lines of three projects, in short.
#[test]
fn command_lines_of_projects() {
    let s = two();
    // an ocean model: a library file, and heads in quotes
    s.file(
        "flow",
        b"subroutine tick:\n  external:\n  shape: (param 1)\n  type: (none())\n  ReadNotWritten: (1)\n",
    );
    let ocean = "-b -defaultnocheckpoint -ext flow -head 'outer(y)/(x)' outer.f src/inner.f90";
    assert_eq!(added(&s, ocean).join(" "), "inner_b.f90 outer_b.f");
    // a flow solver: many heads in one text with blanks and tabs, modules, components, other names
    let heads = "model%run(s%t, x) > \t (y, s%t)   model%square(z) > (square) ";
    let solver = format!(
        "-html -head '{heads}' -reverse -adjvarname %d -adjfuncname %_b -adjmodulename %_b -msglevel 30 -noisize \
         -i4 -dr8 -r8 -outputdirectory out model.f90"
    );
    assert_eq!(added(&s, &solver).join(" "), "out/model_b.f90");
    let solver = format!(
        "-html -head '{heads}' -forward -tgtvarname %d -tgtfuncname %_d -tgtmodulename %_d -msglevel 30 \
         -i4 -dr8 -r8 -outputdirectory out model.f90"
    );
    assert_eq!(added(&s, &solver).join(" "), "out/model_d.f90");
    // a hydrological model: both modes in one file, components after dots
    let hydrology = "-b -d -fixinterface -noisize -context -msglevel 100 -adjvarname %_b -tgtvarname %_d \
                     -o forward -head 'run(s.t)\\(y)' -openmp ./model.f90";
    assert_eq!(added(&s, hydrology).join(" "), "forward_db.f90");
}

#[track_caller]
fn refused(s: &Sandbox, arguments: &str, wanted: &str) -> Outcome {
    let outcome = s.fails(&format!("adc tapenade {arguments}"), 2, &["ADC0504"]);
    assert!(outcome.err.contains(wanted), "{arguments}: {}", outcome.err);
    outcome
}

#[test]
fn wrong_command_lines() {
    let s = two();
    let rest = "-head 'outer(y)/(x)' outer.f src/inner.f90";
    for (options, wanted) in [
        ("-heads", "no option `-heads`; did you mean `-head`?"),
        ("-nonsense", "no option `-nonsense`"),
        ("-b -debugADJ", "check the derivative by finite differences"),
        ("-i8", "declare the integers that loops and subscripts use `integer(8)`"),
        ("-dr16", "`-dr16` needs `-r8`"),
        ("-splitoutputfiles", "one output file for each input file"),
        ("-adjfuncname pre_%", "appends to names only"),
        ("-adjvarname '%!'", "cannot be a suffix"),
        ("-nooptim tbrr", "no optimisation `tbrr`; did you mean `tbr`?"),
        ("-linelength many", "a number of columns"),
        ("-outputlanguage c", "Fortran alone"),
        ("-inputlanguage algol", "expected `fortran`"),
        ("-b -p", "leave out `-d` and `-b`"),
        ("-O nowhere", "the output folder `nowhere` does not exist"),
        ("-b -d -modulename %_x", "give modules two names"),
        ("-head 'outer(y'", "expected `name(dependents)/(independents)`"),
        ("more.c", "`more.c`"),
    ] {
        refused(&s, &format!("{options} {rest}"), wanted);
    }
    refused(&s, "-b", "no input file");
    refused(&s, "outer.f -o", "`-o` needs a value: `-o name`");
}

/// Errors of the source have status 1.
#[test]
fn errors_of_the_source() {
    let s = two();
    s.fails(
        "adc tapenade -b -head 'outer(y)/(q)' outer.f src/inner.f90",
        1,
        &["ADC0303"],
    );
    s.fails("adc tapenade -b -head other outer.f", 1, &["ADC0302"]);
    s.fails("adc tapenade -b outer.f", 1, &["ADC0301"]);
    s.fails("adc tapenade -b -head outer missing.f outer.f", 1, &["ADC0501"]);
}

/// One note names all options without an effect.
#[test]
fn options_without_effect_are_noted() {
    let s = two();
    let line = "adc tapenade -b -msglevel 3 -html -html -noisize -nooptim 'tbr deadcontrol' \
                -head 'outer(y)/(x)' outer.f src/inner.f90";
    let said = s.works(line).err;
    let wanted = "note: no effect in adc: `-msglevel`, `-html`, `-nooptim deadcontrol`\n";
    assert!(said.contains(wanted) && said.lines().count() == 1, "{said}");
    let quiet = s
        .works("adc tapenade -b -noisize -head 'outer(y)/(x)' outer.f src/inner.f90")
        .err;
    assert!(quiet.is_empty(), "{quiet}");
}

#[test]
fn help_and_version() {
    let s = Sandbox::new();
    let help = s.works("adc tapenade -help").out;
    assert!(help.contains("  -head, -root <heads>\n"), "{help}");
    assert!(s.works("adc tapenade -version").out.contains("Tapenade 3.16"));
    assert!(s.works("adc --help").out.contains("adc tapenade -help"));
}

/// A link called `tapenade` has Tapenade's command line.
#[cfg(unix)]
#[test]
fn a_link_is_enough() {
    let s = two();
    let link = s.path("tapenade");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_adc"), &link).unwrap();
    let arguments = ["-b", "-head", "outer(y)/(x)", "outer.f", "src/inner.f90"];
    let run = Command::new(&link)
        .args(arguments)
        .current_dir(s.path(""))
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    assert!(s.path("outer_b.f").is_file() && s.path("inner_b.f90").is_file());
}

/// Both modes of both files, as one program: the gradient is right, and the tangent agrees with it.
#[test]
fn derivatives_are_right() {
    let driver = "\
program driver
   implicit none
   real(8) :: x, xb, xd, y, yb, yd
   x = 3d0
   yb = 1d0
   call outer_b(x, xb, y, yb)
   xd = 1d0
   call outer_d(x, xd, y, yd)
   print '(4f8.3)', y, yd, xb, yb
end program driver
";
    let s = two();
    s.works("adc tapenade -b -d -head 'outer(y)/(x)' outer.f src/inner.f90 -msglevel 1");
    let files = ["outer.f", "src/inner.f90", "outer_db.f", "inner_db.f90"];
    assert_eq!(printed(&s, &files, driver).trim(), "27.000  27.000  27.000   0.000");
}

/// A head without variables: the shadow of an argument that is only read is added to, and that of an output is used up.
#[test]
fn derivatives_of_all_arguments_are_right() {
    let driver = "\
program driver
   use model
   use model_diff
   implicit none
   type(state) :: s, sb
   real(8) :: x(2), xb(2), y, yb, plus, minus, h
   integer :: i
   x = [1.5d0, -0.5d0]
   s%t = 0.25d0
   sb%t = 0.125d0
   xb = 1d0
   yb = 2d0
   call run_b(s, sb, 2, x, xb, y, yb)
   h = 1d-6
   do i = 1, 2
      plus = value(x(1) + merge(h, 0d0, i == 1), x(2) + merge(h, 0d0, i == 2))
      minus = value(x(1) - merge(h, 0d0, i == 1), x(2) - merge(h, 0d0, i == 2))
      print *, abs((plus - minus)/(2*h) + 1d0 - xb(i)) < 1d-7
   end do
   print *, yb == 0d0
contains
   real(8) function value(a, b)
      real(8), intent(in) :: a, b
      type(state) :: s
      real(8) :: y
      s%t = 0.25d0
      call run(s, 2, [a, b], y)
      value = 2*y + 0.125d0*s%t
   end function value
end program driver
";
    let s = two();
    s.works("adc tapenade -b -head run model.f90");
    let found = printed(&s, &["model.f90", "model_b.f90"], driver);
    assert_eq!(found.split_whitespace().collect::<String>(), "TTT", "{found}");
}

/// As in Tapenade, a procedure without source accesses its arguments only; a warning says so.
#[test]
fn unknown_procedures_access_their_arguments() {
    let model = "\
subroutine cost(x, y)
   implicit none
   real(8) :: x, y, t
   common /store/ t
   t = x*x
   call report(3)
   y = t
end subroutine cost
";
    let s = Sandbox::with(&[("cost.f90", model)]);
    let said = s.works("adc tapenade -b -head 'cost(y)/(x)' cost.f90").err;
    assert!(said.contains("warning[ADC0305]"), "{said}");
    assert!(
        said.contains("accesses its arguments only, and not `t` in COMMON /store/"),
        "{said}"
    );
    s.fails(
        "adc --reverse --head 'cost(y)/(x)' cost.f90 -o other.f90",
        1,
        &["ADC0305"],
    );
}

/// Modules as a project shows them to Tapenade: a kind, a variable and a module are hidden by the preprocessor.
const HIDDEN: &str = "\
module sizes
   use kinds_of_files, only: wide
   implicit none
   integer, parameter :: wp = 8
   type :: record
      integer(index_kind) :: where
      real(wp) :: data
   end type record
   integer(wide) :: largest
   real(single) :: residual = -1.0
   type(record) :: records(lowest:lowest, levels)
end module sizes
module model
   use sizes, only: wp, logged, records, residual
   use trees, only: tree
   implicit none
   type :: holder
      type(tree), pointer :: root => null()
      real(wp) :: gain
   end type holder
   type(holder) :: held
contains
   subroutine run(x, y)
      use sizes, only: rank
      real(wp), intent(in) :: x
      real(wp), intent(out) :: y
      records(1, 1)%data = x*x
      y = records(1, 1)%data*held%gain
   end subroutine run
   subroutine report(y)
      use sizes, only: rank
      real(wp), intent(in) :: y
      if (rank == 0) print *, y
   end subroutine report
end module model
";

/// What is hidden, as the program has it when it is compiled.
const SHOWN: [(&str, &str); 5] = [
    ("index_kind", "8"),
    ("integer(wide)", "integer(8)"),
    ("real(single)", "real(4)"),
    ("records(lowest:lowest, levels)", "records(2, 3)"),
    (
        "   integer, parameter :: wp = 8\n",
        "   integer, parameter :: wp = 8\n   integer :: rank = 0\n   logical :: logged\n",
    ),
];

const DIFFERENTIATED: &str = "-b -head 'model%run(x)>(y)' hidden.f90";

/// Tapenade goes on without entities that the preprocessor hides from it.
#[test]
fn missing_entities_have_placeholders() {
    let s = Sandbox::with(&[("hidden.f90", HIDDEN)]);
    let said = s.works(&format!("adc tapenade {DIFFERENTIATED}")).err;
    for wanted in [
        "warning[ADC0203]: the module `kinds_of_files` is not among the given files; adc goes on with a placeholder for `wide`",
        "warning[ADC0203]: the module `trees`",
        "warning[ADC0201]: `index_kind` is not declared in the given files; adc goes on with a placeholder",
        "warning[ADC0201]: `single`",
        "warning[ADC0201]: `lowest`",
        "warning[ADC0205]: the module `sizes` has no entity `logged`; adc goes on with a placeholder",
        "hidden.f90:2:8",
    ] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    let made = s.text("hidden_b.f90");
    assert!(made.contains("use sizes, only: wp, logged, records"), "{made}");
}

/// The derivative compiles with the entities that were hidden.
#[test]
fn derivatives_compile_with_what_was_missing() {
    let s = Sandbox::with(&[("hidden.f90", HIDDEN)]);
    s.works(&format!("adc tapenade {DIFFERENTIATED}"));
    let mut shown = HIDDEN.to_string();
    for (old, new) in SHOWN {
        assert!(shown.contains(old), "{old}");
        shown = shown.replace(old, new);
    }
    let modules = "module kinds_of_files\n   integer, parameter :: wide = 8\nend module kinds_of_files\n\
                   module trees\n   type :: tree\n      integer :: n\n   end type tree\nend module trees\n";
    s.file("shown.f90", (modules.to_string() + &shown).as_bytes());
    // a shadow of an array with unknown bounds: in such a project, its own module has it
    let made = s.text("hidden_b.f90").replace("lowest:lowest, levels", "2, 3");
    s.file("hidden_b.f90", made.as_bytes());
    s.compiles("shown.f90 hidden_b.f90");
}

/// Without Tapenade's command line, missing entities are errors.
#[test]
fn adc_itself_has_no_placeholders() {
    let s = Sandbox::with(&[("hidden.f90", HIDDEN)]);
    let line = "adc --reverse hidden.f90 --head 'model%run(y)/(x)'";
    s.fails(line, 1, &["ADC0201", "ADC0203", "ADC0205"]);
}

/// Code that a head reaches must not depend on a placeholder.
#[test]
fn placeholders_are_not_used_by_heads() {
    let statement = "      records(1, 1)%data = x*x\n";
    for (new, code, wanted) in [
        (
            "if (rank == 0) y = x\n",
            "ADC0201",
            "`rank` is used here, but is not declared",
        ),
        ("call logged(x)\n", "ADC0201", "`logged` is used here"),
        (
            "y = x*residual\n",
            "ADC0201",
            "`residual` is used here, and its declaration needs",
        ),
        (
            "records(1, 1)%where = 3\n",
            "ADC0201",
            "`where` is used here, and its declaration",
        ),
        (
            "records(1, 1) = records(1, 2)\n",
            "ADC0201",
            "`record` is used here, and its declaration",
        ),
        (
            "held%root => null()\n",
            "ADC0201",
            "`root` is used here, and its declaration",
        ),
        ("y = 1.0_logged*x\n", "ADC0201", "`logged` is used here"),
        ("call report(y)\n", "ADC0201", "`rank` is used here"),
        (
            "y = ranc*x\n",
            "ADC0201",
            "`ranc` is not declared, and IMPLICIT NONE is in force",
        ),
    ] {
        let text = HIDDEN.replace(statement, &format!("{statement}      {new}"));
        let s = Sandbox::with(&[("hidden.f90", &text)]);
        let said = s.fails(&format!("adc tapenade {DIFFERENTIATED}"), 1, &[code]).err;
        assert!(said.contains(wanted), "{new}: {said}");
        assert!(!s.path("hidden_b.f90").exists(), "{new}");
    }
}

/// Procedures that no head reaches may depend on placeholders.
#[test]
fn placeholders_may_be_used_elsewhere() {
    let statement = "      if (rank == 0) print *, y\n";
    for new in [
        "print *, 1.0_logged*y\n",
        "call logged(y, rank%x)\n",
        "held%root = tree(residual)\n",
    ] {
        let text = HIDDEN.replace(statement, &format!("{statement}      {new}"));
        let s = Sandbox::with(&[("hidden.f90", &text)]);
        s.works(&format!("adc tapenade {DIFFERENTIATED}"));
    }
}

/// A module without an ONLY list may declare any name.
#[test]
fn whole_modules_have_no_placeholders() {
    let s = Sandbox::with(&[("hidden.f90", &HIDDEN.replace("use trees, only: tree", "use trees"))]);
    let said = s.fails(&format!("adc tapenade {DIFFERENTIATED}"), 1, &["ADC0203"]).err;
    assert!(said.contains("error[ADC0203]"), "{said}");
}

/// Variables that adc adds have eight bytes with `-r8`, also where the flag is not given to the compiler.
#[test]
fn new_variables_keep_their_kind() {
    let s = Sandbox::with(&[(
        "kinds.f90",
        "subroutine f(n, x, y)\n   integer, intent(in) :: n\n   real(8), intent(in) :: x(n)\n   real(8), intent(out) :: y\n   \
         integer :: i\n   y = 1\n   do i = 1, n\n      y = y*sin(x(i)*y)\n   end do\nend subroutine f\n",
    )]);
    s.works("adc tapenade -b -r8 -head 'f(x)>(y)' kinds.f90");
    let made = s.text("kinds_b.f90");
    assert!(made.contains("real(8) :: sinv") && !made.contains("real ::"), "{made}");
    s.compiles("kinds_b.f90");
}

/// As in Tapenade, pointers that the caller associates share no memory; a warning tells so.
#[test]
fn pointers_of_the_caller_share_no_memory() {
    let text = "module m\n   implicit none\n   real(8), pointer :: w(:), p(:)\ncontains\n   subroutine f\n      \
                w = w*p\n   end subroutine f\nend module m\n";
    let s = Sandbox::with(&[("m.f90", text)]);
    let said = s.works("adc tapenade -b -head 'm%f(w)>(w)' m.f90").err;
    assert!(said.contains("warning[ADC0331]"), "{said}");
}

/// Tapenade gives shadows to passive arguments whose memory it manages: `o`, read through an allocatable component in the
/// argument of an intrinsic function. A caller written for Tapenade passes one.
#[test]
fn passive_arguments_have_the_shadows_of_tapenade() {
    let model = "\
module weights
   implicit none
   type :: weight
      real(8), allocatable :: w(:)
      real(8) :: fixed(3)
   end type weight
   type :: option
      type(weight) :: cost
   end type option
contains
   subroutine total(o, p, x, y)
      type(option), intent(in) :: o, p
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      y = sum(o%cost%w*x) + p%cost%w(2)*x(1) + sum(p%cost%fixed*x)
   end subroutine total
end module weights
subroutine head(o, p, x, y)
   use weights
   implicit none
   type(option), intent(in) :: o, p
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   call total(o, p, x, y)
   y = y**2
end subroutine head
";
    let driver = "\
program driver
   use weights
   implicit none
   type(option) :: o, ob, p
   real(8) :: x(3), xb(3), y, yb
   o%cost%w = [1d0, 2d0, 3d0]
   p%cost%w = [0d0, 0d0, 0d0]
   p%cost%fixed = 0d0
   x = 1d0
   yb = 1d0
   call head_b(o, ob, p, x, xb, y, yb)
   print '(3f8.3)', xb
end program driver
";
    let s = Sandbox::with(&[("model.f90", model)]);
    s.works("adc tapenade -b -d -head 'head(x)\\(y)' model.f90");
    assert_eq!(
        printed(&s, &["model.f90", "model_db.f90"], driver).trim(),
        "12.000  24.000  36.000"
    );
    let text = s.text("model_db.f90");
    assert!(text.contains("subroutine head_d(o, od, p, x, xd, y, yd)"), "{text}");
    // adc's own command line follows the heads alone
    s.works("adc --reverse model.f90 --head 'head(y)/(x)' -o own_b.f90");
    assert!(s.text("own_b.f90").contains("subroutine head_b(o, p, x, xb, y, yb)"));
}

/// A head without variables: all arguments, and all global variables that its code names.
#[test]
fn heads_without_variables_have_all() {
    let s = Sandbox::with(&[(
        "g.f90",
        "module m
   implicit none
   real(8) :: g, q(3), unused
   real(8), private :: hidden
   integer :: count
contains
   subroutine foo(x, y)
      real(8) :: x, y
      hidden = x
      y = x*g + hidden
      call bar(x)
   end subroutine foo
   subroutine bar(x)
      real(8) :: x, z
      common /blk/ z
      q(1) = z*x + count
   end subroutine bar
end module m
",
    )]);
    s.works("adc tapenade -b -head foo g.f90");
    let text = s.text("g_b.f90");
    let names = "x, y, g, q, z";
    assert!(text.contains(&format!("!  independents: {names}\n")), "{text}");
    assert!(text.contains(&format!("!  dependents: {names}\n")), "{text}");
    s.works("adc tapenade -b -head 'foo(y)/(x)' -o named g.f90");
    assert!(s.text("named_b.f90").contains("!  independents: x\n"));
}

/// Calls are split by a directive before their procedure, and by an option with its name.
#[test]
fn calls_of_named_procedures_are_split() {
    let s = Sandbox::with(&[(
        "plain.f90",
        "subroutine top(x, y)
   real(8) :: x, y
   call bar(x, y)
   call bar(x, y)
   y = y*x
end subroutine top
subroutine bar(x, y)
   real(8) :: x, y
   y = y*x
   x = x*y
   y = y*x
   x = x*y
   y = y*x
   x = x*y
   y = y*x
   x = x*y
end subroutine bar
",
    )]);
    let text = s.text("plain.f90");
    let asked = text.replace("\nsubroutine bar(", "\n!$AD NOCHECKPOINT\nsubroutine bar(");
    s.file("asked.f90", asked.as_bytes());
    let split = |words: &str, file: &str| {
        let said = s.works(&format!("adc tapenade -b -head 'top(y)/(x)' {words}")).err;
        assert!(said.is_empty(), "{said}");
        s.text(file).matches("call bar_fwd(x, y)").count()
    };
    assert_eq!(split("plain.f90", "plain_b.f90"), 0);
    assert_eq!(split("-nocheckpoint BAR plain.f90", "plain_b.f90"), 2);
    assert_eq!(split("asked.f90", "asked_b.f90"), 2);
    let unknown = s.fails(
        "adc tapenade -b -head 'top(y)/(x)' -split baz plain.f90",
        2,
        &["ADC0504"],
    );
    assert!(unknown.err.contains("did you mean `bar`?"), "{}", unknown.err);
}
