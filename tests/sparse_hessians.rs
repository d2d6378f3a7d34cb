//! Sparse Hessians (`--hessian=sparse`) of fixtures against products with Hessians, and by programs.
//!
//! By default, a choice of fixtures; `ADC_SPARSE=all` takes all of them, `ADC_FIXTURE=name` one.

use crate::support::cli::Sandbox;
use crate::support::fixtures::{adc, fixtures, name_of};
use crate::support::numeric::hessian::sparse::{check, Found};
use crate::support::parallel;
use crate::support::program::printed;

/// The choice contains one fixture of this many, from one on.
const STRIDE: usize = 12;
const FROM: usize = 3;

/// The codes by which fixtures are refused: those of sparse Jacobians, and those of second derivatives.
const REFUSED: &[&str] = &[
    "ADC0203", "ADC0305", "ADC0307", "ADC0309", "ADC0310", "ADC0317", "ADC0319", "ADC0504",
];

#[test]
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn fixtures_agree() {
    let adc = adc();
    let all = std::env::var_os("ADC_SPARSE").is_some();
    let one = std::env::var("ADC_FIXTURE").ok();
    let is_chosen = |(k, name): (usize, &str)| match &one {
        Some(one) => name == one,
        None => all || k % STRIDE == FROM,
    };
    let sources = fixtures().into_iter().enumerate();
    let chosen: Vec<_> = sources
        .filter(|(k, s)| is_chosen((*k, &name_of(s))))
        .map(|x| x.1)
        .collect();
    // one that is stored by rows is also computed by colors
    let both = |source: &std::path::PathBuf| match check(&adc, source, &[]) {
        Ok(Some(Found::Rows)) => match check(&adc, source, &["--no-opt", "direct"])? {
            Some(Found::Colors) => Ok(Some(Found::Rows)),
            _ => Err("the option `--no-opt direct` has no effect".into()),
        },
        other => other,
    };
    let results = parallel::map(&chosen, both);
    let (mut right, mut by_rows, mut wrong) = (0, 0, vec![]);
    for (source, result) in chosen.iter().zip(results) {
        let name = name_of(source);
        match result {
            Ok(Some(Found::Colors)) => right += 1,
            Ok(Some(Found::Rows)) => {
                right += 1;
                by_rows += 1;
            }
            Ok(None) => {}
            Ok(Some(Found::Refused(code))) if REFUSED.contains(&code.as_str()) => {}
            Ok(Some(Found::Refused(code))) => wrong.push(format!("{name}: refused by {code}")),
            Err(why) => wrong.push(format!("{name}: {why}")),
        }
    }
    println!("{right} of {} are right, {by_rows} of them by rows", chosen.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        one.is_some() || right > chosen.len() / 3,
        "only {right} of {} are right",
        chosen.len()
    );
}

/// Sums of functions of few variables add the Hessians of these functions to rows.
#[test]
fn sums_add_hessians_of_elements() {
    let source = "\
subroutine rosenbrock(n, x, f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  integer :: i
  f = 0
  do i = 1, n - 1
    f = f + 100*(x(i + 1) - x(i)**2)**2 + (1 - x(i))**2
  end do
end subroutine
";
    let driver = "\
program driver
  use adc_sparsejacobians, only: adc_sparse_matrix
  type(adc_sparse_matrix) :: hes
  real(8) :: w, g(3), f
  w = 1
  call rosenbrock_hs(3, [-1.2d0, 1d0, 0.5d0], g, f, w, hes)
  print '(*(i0, 1x))', hes%first, hes%column
  print '(*(f0.1, 1x))', hes%value, g, w
  print '(i0)', hes%colors
end program
";
    for (options, colors) in [("", 0), ("--no-opt direct", 2)] {
        let s = Sandbox::with(&[("f.f90", source)]);
        s.works(&format!(
            "adc --hessian=sparse {options} f.f90 --head 'rosenbrock(f)/(x)' -o f_hs.f90"
        ));
        let found = printed(&s, &["f.f90", "f_hs.f90"], driver);
        let expected = "1 3 6 8 1 2 1 2 3 2 3\n1330.0 480.0 480.0 1202.0 -400.0 -400.0 200.0 ";
        assert!(found.starts_with(expected), "{found}");
        assert!(found.ends_with(&format!(" .0\n{colors}\n")), "{found}");
    }
}

/// A dense row and a dense column need two directions, and a branch that is taken later is found.
#[test]
fn arrows_need_two_directions() {
    let source = "\
module m
contains
function energy(n, x) result(e)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8) :: e, t(n)
  integer :: i
  t = x(1)*x
  do i = 2, n
    t(i) = sin(t(i))
    if (x(2) > 1 .and. i < n) t(i) = t(i) + x(i)*x(i + 1)
  end do
  e = product(t(1:2)) + sum(t)
end function
end module
";
    let driver = "\
program driver
  use adc_sparsejacobians, only: adc_sparse_matrix
  use m_hs, only: energy_hs
  use m_hv, only: energy_hv
  type(adc_sparse_matrix) :: hes
  integer, parameter :: n = 30
  real(8) :: w, x(n), xd(n), xb(n), xbd(n), product(n)
  integer :: i, k
  do k = 1, 4
    call random_number(x)
    call random_number(xd)
    if (k == 3) x(2) = 1.5d0
    if (k == 4) hes%coloring = 'acyclic'
    w = 2
    call energy_hs(n, x, xb, w, hes)
    do i = 1, n
      product(i) = sum(hes%value(hes%first(i):hes%first(i + 1) - 1)*xd(hes%column(hes%first(i):hes%first(i + 1) - 1)))
    end do
    w = 2
    call energy_hv(n, x, xd, xb, xbd, w)
    print '(3(i0, 1x), l1)', hes%colors, hes%row_colors, size(hes%value), maxval(abs(product - xbd)) < 1d-11
  end do
end program
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --hessian=sparse f.f90 --head 'energy(e)/(x)' -o f_hs.f90");
    s.works("adc --hessian f.f90 --head 'energy(e)/(x)' -o f_hv.f90");
    let found = printed(&s, &["f.f90", "f_hs.f90", "f_hv.f90"], driver);
    // directions, weights, entries: a star, then with the branch; acyclic
    assert_eq!(found, "2 0 88 T\n2 0 88 T\n4 0 144 T\n3 0 144 T\n");
}

/// What is refused is refused at its place, and sent to products.
#[test]
fn single_precision_is_refused() {
    let source = "\
subroutine f(x, y)
  real(4), intent(in) :: x(2)
  real(4), intent(out) :: y
  y = x(1)**2*x(2)
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    let outcome = s.fails(
        "adc --hessian=sparse f.f90 --head 'f(y)/(x)' -o f_hs.f90",
        1,
        &["ADC0309"],
    );
    assert!(outcome.err.contains("there is no sparse Hessian"), "{}", outcome.err);
    assert!(outcome.err.contains("use `--hessian`"), "{}", outcome.err);
}

/// One run has one head.
#[test]
fn a_second_head_is_refused() {
    let source = "\
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  y = x(1)**2*x(2)
end subroutine
subroutine g(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  y = x(1)**3*x(2)
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    let line = "adc --hessian=sparse f.f90 --head 'f(y)/(x)' --head 'g(y)/(x)' -o f_hs.f90";
    let outcome = s.fails(line, 1, &["ADC0504"]);
    assert!(outcome.err.contains("f.f90:6"), "{}", outcome.err);
}
