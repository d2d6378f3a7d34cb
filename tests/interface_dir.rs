//! `--interface-dir`: records of runs, and summaries in place of sources.

use crate::support::cli::Sandbox;
use crate::support::program::printed;
use std::time::{Duration, SystemTime};

const PHYSICS: &str = "module physics
  implicit none
  real(8) :: gain = 1d0
contains
  subroutine step(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    include 'body.inc'
  end subroutine step
end module physics
";

const MODEL: &str = "subroutine cost(n, q, j)
  use physics, only: step
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: q(n)
  real(8), intent(out) :: j
  real(8) :: t
  integer :: i
  j = 0
  do i = 1, n
    call step(q(i), t)
    j = j + t*helper(t)
  end do
contains
  real(8) function helper(x)
    real(8), intent(in) :: x
    helper = cos(x)
  end function helper
end subroutine cost
";

const LINE: &str = "--head 'cost(j)/(q)' --reverse -I inc -o made/ --depfile made.d";
const KEPT: &str = "--interface-dir kept --verbose";
const UNCHANGED: &str = "nothing has changed";

fn project() -> Sandbox {
    Sandbox::with(&[
        ("physics.f90", PHYSICS),
        ("model.f90", MODEL),
        ("unused.f90", "subroutine unused(x)\nreal(8) :: x\nx = 2*x\nend\n"),
        ("inc/body.inc", "y = x**2*gain\n"),
    ])
}

/// Runs with the folder, and again without it in a fresh folder: the same texts and messages.
#[track_caller]
fn agrees(s: &Sandbox, files: &str, options: &str) -> bool {
    let kept = s.works(&format!("adc {files} {LINE} {options} {KEPT}"));
    let fresh = Sandbox::new();
    for (name, bytes) in s.contents() {
        let is_source = !["made", "kept", "."].iter().any(|p| name.starts_with(p));
        if is_source {
            fresh.file(&name, &bytes);
        }
    }
    let whole = fresh.works(&format!("adc {files} {LINE} {options}"));
    for (name, bytes) in fresh.contents().iter().filter(|(n, _)| n.starts_with("made")) {
        assert_eq!(String::from_utf8_lossy(bytes), s.text(name), "{name} with {options}");
    }
    let said = |text: &str| -> String {
        let lines = text.lines().filter(|l| !l.starts_with("adc: "));
        lines.map(|l| format!("{l}\n")).collect()
    };
    assert_eq!(said(&kept.err), said(&whole.err));
    kept.err.contains(UNCHANGED)
}

#[test]
fn edits_give_the_texts_of_complete_runs() {
    let s = project();
    let all = "physics.f90 model.f90 unused.f90";
    let edits: [(&str, &str, String); 8] = [
        ("a body", "model.f90", MODEL.replace("cos(x)", "sin(x)*x")),
        ("an included file", "inc/body.inc", "y = x**3*gain\n".into()),
        ("a file that is found before it", "body.inc", "y = exp(x)\n".into()),
        ("a comment", "model.f90", MODEL.replace("j = 0\n", "j = 0 ! the sum\n")),
        (
            "an interface, in one file only",
            "physics.f90",
            PHYSICS
                .replace("step(x, y)", "step(x, y, z)")
                .replace("    include", "    real(8), intent(in), optional :: z\n    include"),
        ),
        (
            "a new call",
            "model.f90",
            MODEL.replace("helper(t)\n", "helper(t)\n    call unused(j)\n"),
        ),
        (
            "its callee",
            "unused.f90",
            "subroutine unused(x)\nreal(8) :: x\nx = x**3\nend\n".into(),
        ),
        ("a fault and its repair", "model.f90", MODEL.into()),
    ];
    assert!(!agrees(&s, all, ""));
    assert!(agrees(&s, all, ""));
    for (what, file, text) in edits {
        s.file(file, text.as_bytes());
        assert!(!agrees(&s, all, ""), "{what}");
        assert!(agrees(&s, all, ""), "{what}");
    }
    // options, and files that are left out
    for options in ["--no-opt tbr", "--suffix-reverse _adj", "--tangent"] {
        assert!(!agrees(&s, all, options), "{options}");
        assert!(agrees(&s, all, options), "{options}");
    }
    let fewer = "physics.f90 model.f90";
    assert!(!agrees(&s, fewer, ""));
    assert!(agrees(&s, fewer, ""));
    // errors are reported each time, and leave what is there
    s.file(
        "model.f90",
        MODEL
            .replace("step, only", "step")
            .replace("helper(t)", "missing")
            .as_bytes(),
    );
    let before = s.text("made/model_b.f90");
    for _ in 0..2 {
        s.fails(&format!("adc {fewer} {LINE} {KEPT}"), 1, &["ADC0201"]);
    }
    assert_eq!(s.text("made/model_b.f90"), before);
    s.file("model.f90", MODEL.as_bytes());
    // the texts of this state were overwritten by nothing
    assert!(agrees(&s, fewer, ""));
}

#[test]
fn a_repeated_run_says_the_same_and_keeps_dates() {
    let s = project();
    let text = MODEL
        .replace("(n, q, j)", "(n, q, j, k)")
        .replace(":: j\n", ":: j, k\n");
    s.file("model.f90", text.replace("  j = 0\n", "  j = 0\n  k = 1\n").as_bytes());
    let line = format!("adc physics.f90 model.f90 --head 'cost(j, k)/(q)' --reverse -I inc -o made/ {KEPT}");
    let first = s.works(&line);
    assert!(first.err.contains("ADC0304"), "{}", first.err);
    let old = SystemTime::now() - Duration::from_secs(1000);
    let output = std::fs::File::options()
        .write(true)
        .open(s.path("made/model_b.f90"))
        .unwrap();
    output.set_modified(old).unwrap();
    let second = s.works(&line);
    assert!(
        second.err.contains(UNCHANGED) && second.err.contains("ADC0304"),
        "{}",
        second.err
    );
    let now = std::fs::metadata(s.path("made/model_b.f90"))
        .unwrap()
        .modified()
        .unwrap();
    assert!(now < SystemTime::now() - Duration::from_secs(900));
    // an output that somebody touched, and one that is gone
    for change in [Some("! mine\n"), None] {
        match change {
            Some(text) => s.file("made/model_b.f90", text.as_bytes()),
            None => std::fs::remove_file(s.path("made/model_b.f90")).unwrap(),
        }
        let again = s.works(&line);
        assert!(!again.err.contains(UNCHANGED), "{}", again.err);
        assert!(s.text("made/model_b.f90").contains("cost_b"));
    }
}

#[test]
fn damaged_files_are_ignored_with_a_note() {
    let s = project();
    let line = format!("adc physics.f90 model.f90 {LINE} {KEPT}");
    s.works(&line);
    let record = |s: &Sandbox| {
        s.contents()
            .into_keys()
            .find(|n| n.starts_with("kept/records/"))
            .unwrap()
    };
    let name = record(&s);
    let text = s.text(&name);
    for (damaged, why) in [
        (text[..text.len() / 2].to_string(), "it is damaged"),
        ("{}".into(), "another version of adc wrote it"),
        (
            text.replace("\"format\": 1", "\"format\": 0"),
            "another version of adc wrote it",
        ),
        (text.replace("\"key\"", "\"kay\""), "it is damaged"),
    ] {
        s.file(&name, damaged.as_bytes());
        let outcome = s.works(&line);
        assert!(
            outcome.err.contains("note[ADC0510]") && outcome.err.contains(why),
            "{}",
            outcome.err
        );
        assert!(!outcome.err.contains(UNCHANGED));
        assert_eq!(s.text(&name), text);
    }
    assert!(s.works(&line).err.contains(UNCHANGED));
}

/// Runs at the same time, of two commands and two states of the sources.
#[test]
fn runs_at_the_same_time() {
    let s = project();
    let line = format!("adc physics.f90 model.f90 {LINE} {KEPT}");
    for round in 0..3 {
        let exponent = 2 + round;
        s.file("inc/body.inc", format!("y = x**{exponent}*gain\n").as_bytes());
        std::thread::scope(|scope| {
            for k in 0..6 {
                let (s, line) = (&s, &line);
                scope.spawn(move || {
                    let more = if k % 2 == 0 { "" } else { " --no-opt tbr -o other/" };
                    let line = match more {
                        "" => line.clone(),
                        more => line.replace(" -o made/ --depfile made.d", more),
                    };
                    s.works(&line);
                });
            }
        });
        assert!(agrees(&s, "physics.f90 model.f90", ""), "the last record holds");
        assert!(s.text("other/physics_b.f90").contains("step_b"));
    }
}

const STATE: &str = "module kinds
  implicit none
  integer, parameter :: wp = kind(1d0)
end module kinds
module settings
  use kinds
  implicit none
  real(wp) :: gain = 2d0
  integer :: calls = 0
end module settings
";

const SOLVER: &str = "module solver
  use kinds, only: wp
  use settings, only: gain, calls
  implicit none
  private
  public :: relax, positive, report, inverse
contains
  subroutine relax(n, a, x)
    integer, intent(in) :: n
    real(wp), intent(in) :: a(n)
    real(wp), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = gain*sin(a(i))*x(i)**2
    end do
  end subroutine relax
  integer function positive(x)
    real(wp), intent(in) :: x(:)
    positive = count(x > 0)
    calls = calls + 1
  end function positive
  subroutine report(text)
    character(*), intent(in) :: text
    if (len(text) > 1000) print *, text
  end subroutine report
  subroutine inverse(x)
    real(wp), intent(inout) :: x
    x = 1/x
  end subroutine inverse
end module solver
";

const OLD: &str = "      subroutine scale(n, f, x)
      integer n, i
      real*8 f, x(n)
      do i = 1, n
        x(i) = f*x(i)
      end do
      end
      real*8 function total(n, x)
      integer n, i
      real*8 x(*)
      total = 0
      do i = 1, n
        total = total + x(i)
      end do
      end
      subroutine twice(f, x)
      external f
      real*8 x
      call f(x)
      call f(x)
      end
";

const USER: &str = "subroutine model(n, a, x, y)
  use solver
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8) :: f
  real(8), external :: total
  f = 1 + positive(a)
  call report('model')
  call relax(n, a, x)
  call scale(n, f, x)
  call relax(n, a, x)
  y = total(n, x)*x(1)
end subroutine model
";

const DRIVER: &str = "program driver
  use settings, only: calls
  implicit none
  real(8) :: a(3) = [0.3d0, -0.7d0, 1.1d0], ab(3), x(3) = [0.9d0, 0.4d0, 0.6d0], xb(3), y, yb
  yb = 1
  xb = 7
  ab = 7
  call model_b(3, a, ab, x, xb, y, yb)
  print '(6es20.12, i4)', ab, xb, calls
end program driver
";

const LIBRARY: &str = "lib/state.f90 lib/solver.f90 lib/old.f";
const HEADS: &str = "--head 'relax(a,x)/(a,x)' --head 'scale(f,x)/(f,x)' --head 'total(total,x)/(x)'";

/// A library with derivatives of its procedures, and its summaries.
fn library(mode: &str) -> Sandbox {
    let s = Sandbox::with(&[
        ("lib/state.f90", STATE),
        ("lib/solver.f90", SOLVER),
        ("lib/old.f", OLD),
        ("model.f90", USER),
    ]);
    s.works(&format!(
        "adc {LIBRARY} {HEADS} {mode} -o {}/ --interface-dir kept",
        &mode[2..]
    ));
    s
}

/// Derivatives of a program without the source of a library are those of the program with it.
#[test]
fn summaries_take_the_place_of_a_library() {
    let s = library("--reverse");
    let files = "--head 'model(x,y)/(a,x)' --reverse -o";
    s.works(&format!("adc {LIBRARY} model.f90 {files} whole.f90"));
    let whole = printed(
        &s,
        &["lib/state.f90", "lib/solver.f90", "lib/old.f", "model.f90", "whole.f90"],
        DRIVER,
    );
    let first = s.works(&format!(
        "adc model.f90 {files} own/ --interface-dir kept --depfile own.d --verbose"
    ));
    assert!(!first.err.contains("ADC"), "{}", first.err);
    assert!(s.text("own.d").contains("kept/solver.f90.toml"), "{}", s.text("own.d"));
    let parts = [
        "lib/state.f90",
        "lib/solver.f90",
        "lib/old.f",
        "model.f90",
        "reverse/solver_b.f90",
        "reverse/old_b.f",
        "own/model_b.f90",
    ];
    assert_eq!(printed(&s, &parts, DRIVER), whole);
    let again = s.works(&format!(
        "adc model.f90 {files} own/ --interface-dir kept --depfile own.d --verbose"
    ));
    assert!(again.err.contains(UNCHANGED), "{}", again.err);
    // without the sources, as they are shipped
    std::fs::remove_dir_all(s.path("lib")).unwrap();
    std::fs::remove_file(s.path("own/model_b.f90")).unwrap();
    s.works(&format!(
        "adc model.f90 {files} own/ --interface-dir kept --depfile own.d"
    ));
    assert!(s.text("own/model_b.f90").contains("call relax_b(") || s.text("own/model_b.f90").contains("CALL relax_b("));
}

/// Runs of one folder add to the summaries, and leave the records of each other.
#[test]
fn summaries_name_the_derivatives_of_all_runs() {
    let s = Sandbox::with(&[("lib/old.f", OLD)]);
    let run = |mode: &str| {
        let line = format!("adc lib/old.f --head 'scale(f,x)/(f,x)' {mode} -o made/ --interface-dir kept --verbose");
        s.works(&line).err.contains(UNCHANGED)
    };
    let names = |s: &Sandbox| {
        let text = s.text("kept/old.f.toml");
        let table = &text[text.find("[scale]").unwrap()..text.find("[total]").unwrap()];
        ["tangent = \"scale_d\"", "adjoint = \"scale_b\""].map(|n| table.contains(n))
    };
    assert!(!run("--reverse"));
    assert_eq!(names(&s), [false, true]);
    assert!(!run("--tangent"));
    assert_eq!(names(&s), [true, true]);
    assert!(run("--reverse") && run("--tangent"));
    // derivatives of an earlier source do not count
    s.file("lib/old.f", OLD.replace("f*x(i)", "2*f*x(i)").as_bytes());
    assert!(!run("--tangent"));
    assert_eq!(names(&s), [true, false]);
    assert!(!run("--reverse"));
    assert!(run("--tangent"));
    std::fs::remove_file(s.path("kept/old.f.toml")).unwrap();
    assert!(!run("--tangent"));
    assert_eq!(names(&s), [true, false]);
}

#[test]
fn what_summaries_do_not_say_is_refused() {
    let s = library("--tangent");
    let of = |body: &str| {
        format!("subroutine f(x)\nuse solver\nreal(8), intent(inout) :: x\nexternal scale\n{body}\nend subroutine f\n")
    };
    let line = "adc f.f90 --head 'f(x)/(x)' --reverse --interface-dir kept";
    for (body, code, text) in [
        ("call inverse(x)", "ADC0305", "`inverse` has an active argument here"),
        ("call twice(scale, x)", "ADC0307", "`twice`, whose source is not given"),
        ("call scale(1, 2d0, x)", "ADC0305", "it has no adjoint"),
    ] {
        s.file("f.f90", of(body).as_bytes());
        let outcome = s.line(line);
        assert!(
            outcome.err.contains(code) && outcome.err.contains(text),
            "{body}: {}",
            outcome.err
        );
    }
    s.file("f.f90", of("x = x**2").as_bytes());
    let outcome = s.fails("adc f.f90 --head 'relax(x)/(a)' --reverse --interface-dir kept", 1, &[]);
    assert!(outcome.err.contains("relax"), "{}", outcome.err);
    let outcome = s.fails(
        "adc f.f90 --head 'f(x)/(x)' --reverse --external kept/old.f.toml",
        1,
        &["ADC0506"],
    );
    assert!(outcome.err.contains("--interface-dir"), "{}", outcome.err);
}

#[test]
fn old_and_damaged_summaries_are_not_used() {
    let s = library("--reverse");
    let line = "adc model.f90 --head 'model(x,y)/(a,x)' --reverse -o own/ --interface-dir kept";
    s.works(line);
    s.file("lib/state.f90", STATE.replace("2d0", "3d0").as_bytes());
    let outcome = s.line(line);
    assert_eq!(outcome.status, 1);
    assert!(
        outcome.err.contains("`lib/state.f90` has changed since"),
        "{}",
        outcome.err
    );
    s.works(&format!(
        "adc {LIBRARY} {HEADS} --reverse -o reverse/ --interface-dir kept"
    ));
    s.works(line);
    let text = s.text("kept/solver.f90.toml");
    for (damaged, why) in [
        (text.replace("format 1", "format 0"), "another version of adc wrote it"),
        (text[..text.len() - 30].to_string(), "it is damaged"),
        (text.replace("reads", "raeds"), "it is damaged"),
    ] {
        s.file("kept/solver.f90.toml", damaged.as_bytes());
        let outcome = s.line(line);
        assert_eq!(outcome.status, 1);
        assert!(
            outcome.err.contains("[ADC0510]") && outcome.err.contains(why),
            "{}",
            outcome.err
        );
    }
}
