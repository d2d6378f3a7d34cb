//! Several modes in one run.

use crate::support::cli::Sandbox;
use crate::support::fixtures::{adc, fixtures, name_of};
use crate::support::numeric::{self, Both};
use crate::support::parallel;

/// A mode changes no derivative of another: either its text stays the same, or both texts share modules of the original,
/// and then both derivatives are right.
#[test]
fn another_mode_changes_no_derivative() {
    let all = fixtures();
    let results = parallel::map(&all, |source| {
        let both = numeric::both_modes(&adc(), source);
        both.map_err(|e| format!("{}:\n{e}\n", name_of(source)))
    });
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} of {}\n{wrong:#?}", wrong.len(), results.len());
    let count = |what: Both| results.iter().filter(|r| **r == Ok(what)).count();
    let counts = [count(Both::Apart), count(Both::Shared)];
    assert!(counts[0] > 300 && counts[1] > 20, "{counts:?}");
}

const PHYSICS: &str = "module physics
  implicit none
  private
  real(8), save :: state = 1d0
  real(8), public :: gain = 1d0
  public :: step
contains
  subroutine step(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = 2d0*x**2*gain + state
    state = y
  end subroutine step
end module physics
";

const DYNAMICS: &str = "module dynamics
  use physics, only: step, gain
  implicit none
contains
  subroutine move(n, q)
    integer, intent(in) :: n
    real(8), intent(inout) :: q(n)
    integer :: i
    real(8) :: t
    do i = 1, n
      call step(q(i), t)
      q(i) = sin(t)*gain
    end do
  end subroutine move
end module dynamics
";

const COST: &str = "      subroutine cost(n, q, j)
      use dynamics
      integer n
      real*8 q(n), j
      call move(n, q)
      j = sum(q**2)
      end
";

fn project() -> Sandbox {
    Sandbox::with(&[
        ("src/physics.f90", PHYSICS),
        ("src/dynamics.F90", DYNAMICS),
        ("src/cost.f", COST),
    ])
}

const FILES: &str = "src/physics.f90 src/dynamics.F90 src/cost.f --head 'cost(j)/(q)'";

/// A file for each source and mode, in the form of the source; a module that is written again is there once, in a file
/// with the name of its source.
#[test]
fn a_file_for_each_source() {
    let s = project();
    let run = format!("adc {FILES} --reverse --tangent -o made/ --depfile made.d");
    let listed = s.works(&format!("{run} --list-outputs")).out;
    assert!(!s.path("made").exists());
    s.works(&run);
    let mut names: Vec<&str> = listed.lines().collect();
    names.sort_unstable();
    let expected = [
        "made/cost_b.f",
        "made/cost_d.f",
        "made/dynamics_b.f90",
        "made/dynamics_d.f90",
        "made/physics.f90",
    ];
    assert_eq!(names, expected);
    let physics = s.text("made/physics.f90");
    assert!(
        physics.contains("subroutine step_b") && physics.contains("subroutine step_d"),
        "{physics}"
    );
    assert!(physics.starts_with("! src/physics.f90 with derivatives"), "{physics}");
    assert!(s.text("made/cost_b.f").contains("      SUBROUTINE cost_b"));
    let rule = s.text("made.d");
    assert!(rule.starts_with(&listed.trim().replace('\n', " ")), "{rule}");
    // in the order of the list, they compile
    let sources = listed
        .replace('\n', " ")
        .replace("made/physics.f90", "made/physics.f90 src/dynamics.F90");
    s.compiles(&sources);
}

/// Without a folder, everything is in one file, named after all modes.
#[test]
fn one_file_for_all_modes() {
    let s = project();
    s.works(&format!("adc {FILES} --reverse --tangent"));
    let text = s.text("cost_b_d.f");
    assert_eq!(text.matches("MODULE physics\n").count(), 2, "{text}");
    for name in ["step_b", "step_d", "move_fwd", "move_bwd", "move_d", "cost_b", "cost_d"] {
        assert_eq!(text.matches(&format!("END SUBROUTINE {name}\n")).count(), 1, "{name}");
    }
    s.compiles("cost_b_d.f");
}

/// Two sources of one name are told apart by nothing.
#[test]
fn equal_names() {
    let s = Sandbox::with(&[
        ("a/part.f90", "subroutine one(x)\nreal :: x\ncall two(x)\nend\n"),
        ("b/part.f90", "subroutine two(x)\nreal :: x\nx = x*x\nend\n"),
    ]);
    let outcome = s.fails(
        "adc --reverse a/part.f90 b/part.f90 --head 'one(x)/(x)' -o out/",
        2,
        &[],
    );
    assert!(
        outcome.err.contains("`a/part.f90` and of `b/part.f90`"),
        "{}",
        outcome.err
    );
    assert!(!s.path("out").exists());
}

/// A file of the user is never written: then nothing is.
#[test]
fn all_files_or_none() {
    let s = project();
    let run = format!("adc {FILES} --reverse -o src");
    s.fails(&run, 1, &["ADC0502"]);
    assert!(!s.path("src/cost_b.f").exists());
}
