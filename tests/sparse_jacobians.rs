//! Sparse Jacobians (`--jacobian=sparse`) of fixtures against tangents.
//!
//! By default, a choice of fixtures; `ADC_SPARSE=all` takes all of them, `ADC_FIXTURE=name` one.

use crate::support::cli::Sandbox;
use crate::support::fixtures::{adc, fixtures, name_of};
use crate::support::numeric::sparse::check_fixture;
use crate::support::numeric::spec::Spec;
use crate::support::parallel;
use crate::support::program::printed;
use std::path::Path;

/// The choice contains one fixture of this many.
const STRIDE: usize = 8;

/// The codes by which fixtures are refused: heads, statements and data that have no sparse Jacobian.
const REFUSED: &[&str] = &["ADC0305", "ADC0307", "ADC0309", "ADC0319"];

#[test]
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn fixtures_agree() {
    let adc = adc();
    let all = std::env::var_os("ADC_SPARSE").is_some();
    let one = std::env::var("ADC_FIXTURE").ok();
    let is_chosen = |(k, name): (usize, &str)| match &one {
        Some(one) => name == one,
        None => all || k.is_multiple_of(STRIDE),
    };
    let sources = fixtures().into_iter().enumerate();
    let chosen: Vec<_> = sources
        .filter(|(k, s)| is_chosen((*k, &name_of(s))))
        .map(|x| x.1)
        .collect();
    let results = parallel::map(&chosen, |source| check_fixture(&adc, source));
    let (mut right, mut wrong) = (0, vec![]);
    for (source, result) in chosen.iter().zip(results) {
        let name = name_of(source);
        match result {
            Ok(None) => right += 1,
            Ok(Some(code)) if REFUSED.contains(&code.as_str()) => {}
            // a Jacobian has one head
            Ok(Some(code)) if code == "ADC0504" && has_several_heads(source) => {}
            Ok(Some(code)) => wrong.push(format!("{name}: refused by {code}")),
            Err(why) => wrong.push(format!("{name}: {why}")),
        }
    }
    println!("{right} of {} are right", chosen.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(right > chosen.len() / 2, "only {right} of {} are right", chosen.len());
}

fn has_several_heads(source: &Path) -> bool {
    let spec = Spec::read(source);
    spec.is_ok_and(|s| s.options.iter().any(|o| o == "--head"))
}

/// What a driver prints with a sparse Jacobian of `f(y)/(x)`.
fn found(source: &str, driver: &str) -> String {
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --jacobian=sparse f.f90 --head 'f(y)/(x)' -o f_js.f90");
    let driver = format!(
        "program driver\n  use adc_sparsejacobians, only: adc_sparse_matrix\n  implicit none\n  \
         type(adc_sparse_matrix) :: jac\n{driver}end program\n"
    );
    printed(&s, &["f.f90", "f_js.f90"], &driver)
}

/// The pattern grows when other branches are taken; another size has a pattern of its own.
#[test]
fn patterns_follow_branches() {
    let source = "\
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = 2*x(i)
    if (x(1) > 1 .and. i < n) y(i) = x(i) + x(i)*x(i + 1)
  end do
end subroutine
";
    let driver = "\
  real(8) :: y(3)
  call f_js(3, [0.5d0, 2d0, 3d0], y, jac)
  print '(i0, 1x, i0, *(1x, f0.1))', jac%colors, size(jac%value), jac%value
  call f_js(3, [1.5d0, 2d0, 3d0], y, jac)
  print '(i0, 1x, i0, *(1x, f0.1))', jac%colors, size(jac%value), jac%value, y
  call f_js(3, [0.5d0, 2d0, 3d0], y, jac)
  print '(i0, 1x, i0, *(1x, f0.1))', jac%colors, size(jac%value), jac%value
  call f_js(2, [1.5d0, 2d0], y, jac)
  print '(i0, 1x, i0, *(1x, f0.1))', jac%colors, size(jac%value), jac%value
";
    let expected = "\
1 3 2.0 2.0 2.0
2 5 3.0 1.5 4.0 2.0 2.0 4.5 8.0 6.0
2 5 2.0 .0 2.0 .0 2.0
2 3 3.0 1.5 2.0
";
    assert_eq!(found(source, driver), expected);
}

/// A branch that adds a second difference in one row, at each place: the random direction must not cancel in it.
#[test]
fn differences_of_neighbours_are_found() {
    let source = "\
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = x(i)
    if (i > 1 .and. i < n .and. x(i) > 1) y(i) = y(i) + x(i - 1) - 2*x(i) + x(i + 1)
  end do
end subroutine
";
    let driver = "\
  integer, parameter :: n = 400
  real(8) :: x(n), y(n)
  integer :: i, found
  found = 0
  do i = 2, n - 1
    jac = adc_sparse_matrix()
    x = 0.5d0
    call f_js(n, x, y, jac)
    x(i) = 2
    call f_js(n, x, y, jac)
    if (size(jac%value) == n + 2) found = found + 1
  end do
  print '(i0)', found
";
    assert_eq!(found(source, driver), "398\n");
}

/// An entry that is small beside others of its row, but not times its unknown.
#[test]
fn entries_of_large_unknowns_are_found() {
    let source = "\
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  y = 1d-3*x(1)
  if (x(2) > 300) y = y*exp(x(2)/300 - 1)
end subroutine
";
    let driver = "\
  real(8) :: y
  call f_js([1d-12, 280d0], y, jac)
  call f_js([1d-12, 310d0], y, jac)
  print '(*(i0, 1x))', jac%column
";
    assert_eq!(found(source, driver), "1 2\n");
}

/// A sum that cancels has derivatives of rounding alone. They contradict the pattern at first, but not in each call.
#[test]
fn rounding_is_no_contradiction() {
    let source = "\
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: r, z(n)
  integer :: i
  z = 0
  do i = 1, n - 1
    r = 0.3d0*i*x(i)*x(i + 1) - 0.7d0*x(i + 1)**2
    z(i) = z(i) - r
    z(i + 1) = z(i + 1) + r
  end do
  y = sum(z)
end subroutine
";
    let driver = "\
  real(8) :: y, x(9)
  integer :: i, k
  do k = 1, 50
    x = [(0.1d0*i + 0.01d0*k, i = 1, 9)]
    call f_js(9, x, y, jac)
    if (maxval(abs(jac%value)) > 1d-14) error stop 'not rounding'
  end do
  print '(i0)', size(jac%value)
";
    assert_eq!(found(source, driver), "9\n");
}

/// A variable that is dependent and independent begins each run with its first value.
#[test]
fn states_are_restored() {
    let source = "\
subroutine f(y, x)
  real(8), intent(inout) :: y(2), x
  x = x**2
  y(1) = y(1)*x
  x = x + y(1)
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --jacobian=sparse f.f90 --head 'f(y,x)/(x,y)' -o f_js.f90");
    let driver = "\
program driver
  use adc_sparsejacobians, only: adc_sparse_matrix
  type(adc_sparse_matrix) :: jac
  real(8) :: y(2), x
  y = [2, 7]
  x = 3
  call f_js(y, x, jac)
  print '(*(i0, 1x))', jac%rows, jac%columns, jac%first, jac%column
  print '(*(f0.1, 1x))', jac%value, y, x
end program
";
    let found = printed(&s, &["f.f90", "f_js.f90"], driver);
    assert_eq!(found, "3 3 1 3 4 6 1 2 3 1 2\n12.0 9.0 1.0 18.0 9.0 18.0 7.0 27.0\n");
}

/// Single precision is refused once, at its declaration.
#[test]
fn single_precision_is_refused_once() {
    let source = "\
subroutine f(x, y)
  real(4), intent(in) :: x(2)
  real(4), intent(out) :: y(2)
  real(4) :: t
  t = x(1)
  y = x*t
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    let line = "adc --jacobian=sparse f.f90 --head 'f(y)/(x)' -o f_js.f90";
    let outcome = s.fails(line, 1, &["ADC0309"]);
    assert!(
        outcome.err.contains("`x` is not of double precision"),
        "{}",
        outcome.err
    );
    assert!(outcome.err.contains("--jacobian=dense"), "{}", outcome.err);
}

/// What no Jacobian takes is not sent to the dense one.
#[test]
fn help_is_of_help() {
    let source = "subroutine f(x, y)\n  real(8) :: x(*), y\n  y = x(1)*x(2)\nend subroutine\n";
    let s = Sandbox::with(&[("f.f90", source)]);
    for form in ["sparse", "dense"] {
        let line = format!("adc --jacobian={form} f.f90 --head 'f(y)/(x)' -o f_j.f90");
        let outcome = s.fails(&line, 1, &["ADC0309"]);
        assert!(!outcome.err.contains("use `--jacobian"), "{}", outcome.err);
    }
}

/// What has no pattern is refused at its place.
#[test]
fn what_needs_numbers_is_refused() {
    let source = "\
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  real(4) :: t
  t = real(x(1), 4)
  y = x*t
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    let outcome = s.fails(
        "adc --jacobian=sparse f.f90 --head 'f(y)/(x)' -o f_js.f90",
        1,
        &["ADC0307"],
    );
    assert!(outcome.err.contains("single precision"), "{}", outcome.err);
    assert!(outcome.err.contains("--jacobian=dense"), "{}", outcome.err);
}

/// The Hessian is the sparse Jacobian of a gradient, whose adjoint code uses the tape.
#[test]
fn hessians_are_jacobians_of_gradients() {
    let source = "\
subroutine energy(n, x, e)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: e
  real(8) :: t
  integer :: i
  e = 0
  do i = 1, n - 1
    t = x(i)*x(i + 1)
    if (t > 0) t = t*t
    e = e + t
  end do
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --reverse f.f90 --head 'energy(e)/(x)' -o f_b.f90");
    s.works("adc --jacobian=sparse f_b.f90 --head 'energy_b(xb)/(x)' -o f_js.f90");
    let driver = "\
program driver
  use adc_sparsejacobians, only: adc_sparse_matrix
  type(adc_sparse_matrix) :: jac
  real(8) :: e, eb, xb(3)
  eb = 1
  call energy_b_js(3, [1d0, 2d0, -3d0], xb, e, eb, jac)
  print '(*(i0, 1x))', jac%first, jac%column
  print '(*(f0.1, 1x))', jac%value, xb
end program
";
    let found = printed(&s, &["f.f90", "f_js.f90"], driver);
    assert_eq!(found, "1 3 6 7 1 2 1 2 3 2\n8.0 8.0 8.0 2.0 1.0 1.0 8.0 1.0 2.0\n");
}
