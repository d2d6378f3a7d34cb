//! Loops that are reversed from snapshots: number of runs of their iterations, output, memory.

use std::process::Command;

use crate::support::cli::Sandbox;
use crate::support::numeric::build;
use crate::support::program::printed;

/// Number of runs of the body of a loop of `steps` iterations in an adjoint with `snapshots` snapshots.
fn runs(steps: u32, snapshots: u32) -> u32 {
    let head = format!(
        "\
subroutine head(n, x, y)
   integer, intent(in) :: n
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   integer :: k
   y = x
   !$adc binomial-ckp snapshots={snapshots}
   do k = 1, n
      call tick()
      y = y*cos(y)
   end do
end subroutine head
"
    );
    let driver = format!(
        "\
subroutine tick()
   common /ticks/ count
   integer :: count
   count = count + 1
end subroutine tick
program driver
   use adc_tape, only: adc_tape_empty
   common /ticks/ count
   integer :: count
   real(8) :: x, xb, y, yb
   count = 0
   x = 0.5d0
   yb = 1
   call head_b({steps}, x, xb, y, yb)
   if (.not. adc_tape_empty()) error stop 'something is left on the tape'
   print *, count
end program driver
"
    );
    let s = Sandbox::with(&[("head.f90", &head)]);
    s.works("adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90");
    printed(&s, &["head_b.f90"], &driver).trim().parse().unwrap()
}

/// The numbers of advances are those of the table in docs/reference/tape.md; in addition, each iteration is recorded
/// once.
#[test]
fn iterations_run_as_seldom_as_can_be() {
    assert_eq!(runs(10, 3), 15 + 10);
    assert_eq!(runs(100, 5), 316 + 100);
    assert_eq!(runs(1, 1), 1);
    assert_eq!(runs(0, 1), 0);
}

/// Only the first run of an iteration prints.
#[test]
fn iterations_print_once() {
    let head = "\
subroutine head(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   integer :: k
   y = x
   !$adc binomial-ckp 2
   outer: do k = 1, 9
      call tell(k)
      print 10, k, k*k
10    format ('step', i4, i6)
      !$adc fixed-point (y)
      inner: do while (abs(y - cos(y*x)) > 1d-14)
         y = cos(y*x)
         print *, 'inner'
      end do inner
      y = y + 0.01d0*x
      if (y > 100) exit outer
   end do outer
   print *, 'end', k
contains
   subroutine tell(k)
      integer, intent(in) :: k
      print *, 'at', k
   end subroutine tell
end subroutine head
";
    let s = Sandbox::with(&[("head.f90", head)]);
    s.works("adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90");
    let primal = "program driver\nreal(8) :: y\ncall head(0.5d0, y)\nend program driver\n";
    let adjoint = "program driver\nreal(8) :: xb, y, yb\nyb = 1\ncall head_b(0.5d0, xb, y, yb)\nend program driver\n";
    let once = printed(&s, &["head.f90"], primal);
    assert!(once.lines().count() > 30, "{once}");
    assert_eq!(once, printed(&s, &["head_b.f90"], adjoint));
}

/// An adjoint iteration that does not converge reports it, and the adjoint continues.
#[test]
fn what_does_not_converge_is_told() {
    let head = "\
subroutine head(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   integer :: k
   y = 1
   !$adc fixed-point (y) max=3
   do k = 1, 80
      y = 0.9d0*cos(y*x)
   end do
end subroutine head
";
    let driver = "program driver\nreal(8) :: xb, y, yb\nyb = 1\ncall head_b(0.5d0, xb, y, yb)\nprint *, xb\nend program driver\n";
    let s = Sandbox::with(&[("head.f90", head)]);
    s.works("adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90");
    printed(&s, &["head_b.f90"], driver);
    let output = Command::new(s.path("driver.exe")).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("has not converged in 3 passes"), "{told}");
}

/// If iterations cannot run again, the directive is ignored with a message.
#[test]
fn loops_that_allocate_are_recorded() {
    let head = "\
subroutine head(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8), allocatable :: a(:)
   integer :: k
   y = x
   !$adc binomial-ckp 2
   do k = 1, 5
      if (allocated(a)) deallocate (a)
      allocate (a(k))
      a = y*x
      y = sum(a*a)
   end do
end subroutine head
";
    let s = Sandbox::with(&[("head.f90", head)]);
    let said = s.works("adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90").err;
    assert!(said.contains("this directive has no effect"), "{said}");
    let text = std::fs::read_to_string(s.path("head_b.f90")).unwrap();
    assert!(!text.contains("adc_steps"), "{text}");
}

/// Many steps of a model, correct against the tangent and against an adjoint that records all, in the memory of the
/// snapshots: benches/long, shorter.
#[test]
fn memory_is_that_of_the_snapshots() {
    let s = Sandbox::new();
    let root = env!("CARGO_MANIFEST_DIR");
    let model = format!("{root}/benches/kernels/shallow/primal.f90");
    let march = format!("{root}/benches/long/march.f90");
    let state = "(h,u,v)/(h,u,v)";
    s.works(&format!(
        "adc --reverse {march} {model} --head 'march{state}' -o march_b.f90"
    ));
    s.works(&format!(
        "adc --tangent {march} {model} --head 'march{state}' -o march_d.f90"
    ));
    s.works(&format!(
        "adc --reverse {model} --head 'swe{state}' --suffix-reverse _full -o swe_full.f90"
    ));
    let tape = build::tape().unwrap();
    let mut command = build::gfortran();
    command.args(["-O1", "-I"]).arg(&tape.folder);
    command
        .args([&model, &march])
        .args(["march_b.f90", "march_d.f90", "swe_full.f90"]);
    command.arg(format!("{root}/benches/long/drive.f90"));
    command.args(&tape.objects).args(["-o", "drive.exe"]);
    let folder = s.path("");
    build::run(&mut command, &folder).unwrap();
    for counts in [["3000", "12", "0", "300"], ["3000", "2", "10", "300"]] {
        build::run(Command::new(s.path("drive.exe")).args(counts), &folder).unwrap();
    }
}
