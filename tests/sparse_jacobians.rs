//! Sparse Jacobians (`--jacobian=sparse`) of fixtures against tangents.
//!
//! By default, a choice of fixtures; `ADC_SPARSE=all` takes all of them, `ADC_FIXTURE=name` one.

use crate::support::cli::Sandbox;
use crate::support::fixtures::{adc, fixtures, name_of};
use crate::support::numeric::sparse::{check_bidirectional, check_fixture, Way};
use crate::support::numeric::spec::Spec;
use crate::support::parallel;
use crate::support::program::printed;
use std::path::Path;

/// The choice contains one fixture of this many.
const STRIDE: usize = 8;
/// A fixture whose Jacobian is stored by rows: it is always among those of the first test.
const BY_ROWS: &str = "sums_twice";

/// The codes by which fixtures are refused: heads, statements and data that have no sparse Jacobian.
const REFUSED: &[&str] = &["ADC0305", "ADC0307", "ADC0309", "ADC0319"];

#[test]
fn fixtures_agree() {
    chosen_agree(check_fixture, 0);
}

/// The same with adjoints, for other fixtures.
#[test]
fn fixtures_agree_with_adjoints() {
    chosen_agree(check_bidirectional, STRIDE / 2);
}

/// Checks the chosen fixtures, from one on.
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn chosen_agree(check: fn(&Path, &Path) -> Result<Way, String>, from: usize) {
    let adc = adc();
    let all = std::env::var_os("ADC_SPARSE").is_some();
    let one = std::env::var("ADC_FIXTURE").ok();
    let is_chosen = |(k, name): (usize, &str)| match &one {
        Some(one) => name == one,
        None => all || k % STRIDE == from || from == 0 && name == BY_ROWS,
    };
    let sources = fixtures().into_iter().enumerate();
    let chosen: Vec<_> = sources
        .filter(|(k, s)| is_chosen((*k, &name_of(s))))
        .map(|x| x.1)
        .collect();
    let results = parallel::map(&chosen, |source| check(&adc, source));
    let (mut right, mut by_rows, mut wrong) = (0, 0, vec![]);
    for (source, result) in chosen.iter().zip(results) {
        let name = name_of(source);
        match result {
            Ok(Way::Colors) => right += 1,
            Ok(Way::Rows) => {
                right += 1;
                by_rows += 1;
            }
            Ok(Way::Refused(code)) if REFUSED.contains(&code.as_str()) => {}
            // a Jacobian has one head
            Ok(Way::Refused(code)) if code == "ADC0504" && has_several_heads(source) => {}
            Ok(Way::Refused(code)) => wrong.push(format!("{name}: refused by {code}")),
            Err(why) => wrong.push(format!("{name}: {why}")),
        }
    }
    println!("{right} of {} are right, {by_rows} of them by rows", chosen.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(right > chosen.len() / 2, "only {right} of {} are right", chosen.len());
    assert!(one.is_some() || by_rows > 0 || from > 0, "none is by rows");
}

fn has_several_heads(source: &Path) -> bool {
    let spec = Spec::read(source);
    spec.is_ok_and(|s| s.options.iter().any(|o| o == "--head"))
}

/// What a driver prints with a sparse Jacobian of `f(y)/(x)` by colors.
fn found(source: &str, driver: &str) -> String {
    found_with("--no-opt direct", source, driver)
}

/// The same with options.
fn found_with(options: &str, source: &str, driver: &str) -> String {
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works(&format!(
        "adc --jacobian=sparse {options} f.f90 --head 'f(y)/(x)' -o f_js.f90"
    ));
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
    // rows need no colors
    let plain = expected.lines().map(|l| format!("0{}\n", &l[1..]));
    assert_eq!(found_with("", source, driver), plain.collect::<String>());
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

/// A sum over all unknowns, and residuals of few: a weight for the sum, and directions for the others. Entries of a branch
/// that is not taken are zero.
#[test]
fn long_rows_have_weights() {
    let source = "\
subroutine f(n, x, y, e)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), e
  real(8) :: w(n)
  integer :: i
  w = x**2
  e = 0
  do i = 1, n
    y(i) = w(i)
    if (i > 1) y(i) = y(i) - w(i - 1)*x(i)
    if (x(1) > 9 .and. i < n) y(i) = y(i) + 3*w(i + 1)
    e = e + w(i)*i
  end do
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --jacobian=bidirectional f.f90 --head 'f(e,y)/(x)' -o f_js.f90");
    let driver = "\
program driver
  use adc_sparsejacobians, only: adc_sparse_matrix
  type(adc_sparse_matrix) :: jac
  integer, parameter :: n = 50
  real(8) :: x(n), y(n), e
  integer :: i, k
  do k = 1, 3
    x = [(i + 10d0*mod(k, 2), i = 1, n)]
    call f_js(n, x, y, e, jac)
    print '(*(i0, 1x))', jac%colors, jac%row_colors, size(jac%value)
    print '(*(f0.1, 1x))', jac%value(7), jac%value(n + 1:n + 3), e
    print '(*(f0.1, 1x))', jac%value(size(jac%value) - 3:)
    jac%coloring = 'both'
  end do
  jac%coloring = 'columns'
  call f_js(n, x, y, e, jac)
  print '(*(i0, 1x))', jac%colors, jac%row_colors
end program
";
    let found = printed(&s, &["f.f90", "f_js.f90"], driver);
    let taken = "3 1 198\n238.0 22.0 72.0 -264.0 2611625.0\n-3246.0 360.0 -7080.0 -3361.0\n";
    let not_taken = "3 1 198\n98.0 2.0 .0 -4.0 1625625.0\n-2206.0 .0 -4900.0 -2301.0\n";
    assert_eq!(found, format!("{taken}{not_taken}{taken}50 0\n"));
}

fn text_of(s: &Sandbox, file: &str) -> String {
    std::fs::read_to_string(s.path(file)).unwrap()
}

/// True if the Jacobian of `f(y)/(x)` is computed by rows.
fn is_by_rows(source: &str) -> bool {
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --jacobian=sparse f.f90 --head 'f(y)/(x)' -o f_js.f90");
    text_of(&s, "f_js.f90").contains("adc_start_rows")
}

/// Compares rows and colors of `f(n, k, x, y)` at points with `k` from 1 to 3 and back, for two sizes.
fn agree(declarations: &str, statements: &str) {
    let source = format!(
        "subroutine f(n, k, x, y)\n  integer, intent(in) :: n, k\n  real(8), intent(in) :: x(n)\n{declarations}\
         {statements}end subroutine\n"
    );
    assert!(is_by_rows(&source), "{source}");
    let s = Sandbox::with(&[("f.f90", &source)]);
    s.works("adc --jacobian=sparse f.f90 --head 'f(y)/(x)' -o f_js.f90");
    let other = "--no-opt direct --suffix-sparse-jacobian _jc";
    s.works(&format!(
        "adc --jacobian=sparse {other} f.f90 --head 'f(y)/(x)' -o f_jc.f90"
    ));
    let driver = "\
program driver
  use adc_sparsejacobians, only: adc_sparse_matrix
  use adc_sparse, only: adc_sparse_dense
  implicit none
  type(adc_sparse_matrix) :: rows, colors
  integer :: n, step, i
  integer, parameter :: branch(6) = [1, 2, 3, 2, 1, 3]
  do n = 9, 12, 3
    do step = 1, 6
      call compare(n, branch(step), [(cos(0.3d0*i*step), i = 1, n)])
    end do
  end do
  print '(a)', 'all agree'
contains
  subroutine compare(n, k, x)
    integer, intent(in) :: n, k
    real(8), intent(in) :: x(n)
    real(8) :: y(n), z(n), difference
    y = 7
    z = 7
    call f_js(n, k, x, y, rows)
    call f_jc(n, k, x, z, colors)
    if (rows%rows /= n .or. rows%columns /= n) error stop 'shape'
    if (any(rows%column(2:) <= rows%column(:size(rows%column) - 1) .and. &
      .not. [(any(rows%first == i), i = 2, size(rows%column))])) error stop 'order'
    difference = maxval(abs(adc_sparse_dense(rows%adc_matrix) - adc_sparse_dense(colors%adc_matrix)))
    if (.not. (difference < 1d-13 .and. all(abs(y - z) < 1d-14))) print *, n, k, difference
  end subroutine
end program
";
    assert_eq!(
        printed(&s, &["f.f90", "f_js.f90", "f_jc.f90"], driver),
        "all agree\n",
        "{source}"
    );
}

#[test]
fn rows_of_stencils() {
    agree(
        "  real(8), intent(out) :: y(n)\n  integer :: i\n  real(8) :: r\n",
        "\
  y(1) = x(1)**2
  do i = 2, n - 1
    r = x(i)*x(i)
    y(i) = x(i - 1) - r*x(i + 1)
  end do
  y(n) = exp(x(n))
",
    );
}

/// Columns that are equal at the ends, in another order in the middle, and of other branches in later calls.
#[test]
fn rows_of_computed_subscripts() {
    agree(
        "  real(8), intent(out) :: y(n)\n  integer :: i\n",
        "\
  do i = 1, n
    if (k == 1) then
      y(i) = x(max(i - 1, 1))*x(i) - x(min(i + 1, n))
    else if (k == 2) then
      y(i) = x(n + 1 - i)*x(i) + 2*x(1 + mod(i, n))
    else
      y(i) = 3
    end if
  end do
",
    );
}

/// Rows that are added to, set again, or emptied; not all in each call.
#[test]
fn rows_in_steps() {
    agree(
        "  real(8), intent(inout) :: y(n)\n  integer :: i, e\n  real(8) :: r\n",
        "\
  do i = k, n
    y(i) = 0
  end do
  do e = k, n - 1
    r = (x(e + 1) - x(e))*x(1 + mod(3*e, n))
    y(e) = y(e) + r
    y(e + 1) = y(e + 1) - r
  end do
  if (k == 2) y(3) = x(1)
  if (k == 3) y(4) = 1
  do i = 1, k
    y(5) = y(5) + sin(x(i))*x(7)
  end do
",
    );
}

/// Scalars that are set before branches, and in them.
#[test]
fn rows_of_scalars_across_branches() {
    agree(
        "  real(8), intent(out) :: y(n)\n  integer :: i, m\n  real(8) :: a, b\n",
        "\
  do i = 1, n
    a = x(i)**2
    b = 2*x(i)
    m = i
    if (i > 1) a = a - x(i - 1)
    if (i < n .and. k > 1) then
      b = b*x(i + 1)
      m = i + 1
    else
      b = sin(a)
    end if
    if (mod(i, 2) == 0) then
      y(i) = a*b
    else
      y(i) = b + a*x(m)
    end if
  end do
",
    );
}

/// More entries than are stored without a call.
#[test]
fn long_rows() {
    let sum: Vec<String> = (0..18).map(|d| format!("x(1 + mod(i + {d}*k, n))*{d}")).collect();
    let sum = sum.join(" &\n      + ");
    let body = format!("  do i = 1, n\n    y(i) = x(i)*x(k) + {sum}\n  end do\n");
    agree("  real(8), intent(out) :: y(n)\n  integer :: i\n", &body);
}

#[test]
fn rows_of_array_statements() {
    agree(
        "  real(8), intent(out) :: y(n)\n",
        "\
  y = 0
  y(2:n - 1) = x(1:n - 2) - x(2:n - 1)**2 + merge(x(3:n), x(2:n - 1), k == 2)
  if (k == 3) y(n:n - 3:-1) = x(1:4)
",
    );
}

/// Lower bounds, several variables and ranks, functions.
#[test]
fn rows_of_several_arguments() {
    let source = "\
subroutine f(n, m, u, v, s, y, e)
  integer, intent(in) :: n, m
  real(8), intent(in) :: u(0:n, -1:m), v(:, 2:), s
  real(8), intent(out) :: y(n, m), e
  integer :: i, j
  do j = 1, m
    do i = 1, n
      y(i, j) = u(i - 1, j)*v(i, j + 1) + s*u(i, j - 2)
    end do
  end do
  e = y(1, 1)
  e = s*v(2, 3)
end subroutine
";
    let module = format!("module m\ncontains\n{source}end module\n");
    let s = Sandbox::with(&[("m.f90", &module)]);
    let head = "--head 'f(e,y)/(s,u,v)'";
    s.works(&format!("adc --jacobian=sparse m.f90 {head} -o m_js.f90"));
    s.works(&format!(
        "adc --jacobian=sparse --no-opt direct --suffix-sparse-jacobian _jc m.f90 {head} -o m_jc.f90"
    ));
    assert!(!text_of(&s, "m_js.f90").contains("f_dv"));
    let driver = "\
program driver
  use adc_sparsejacobians, only: adc_sparse_matrix
  use m_js, only: f_js
  use m_dv, only: f_jc
  type(adc_sparse_matrix) :: a, b
  real(8) :: u(4, 5), v(4, 4), y(3, 3), e
  call random_number(u)
  call random_number(v)
  call f_js(3, 3, u, v, 2d0, y, e, a)
  call f_jc(3, 3, u, v, 2d0, y, e, b)
  print '(*(i0, 1x))', a%rows, a%columns, size(a%value) - size(b%value), merge(0, 1, all(a%column == b%column))
  print '(l1)', maxval(abs(a%value - b%value)) < 1d-14
end program
";
    let found = printed(&s, &["m.f90", "m_js.f90", "m_jc.f90"], driver);
    assert_eq!(found, "10 37 0 0\nT\n");
}

/// What has no rows of its own keeps colors.
#[test]
fn other_heads_have_colors() {
    let bodies = [
        // an intermediate array
        "  w = x**2\n  do i = 2, n\n    y(i) = w(i) - w(i - 1)\n  end do\n",
        // a sum in a loop
        "  r = 0\n  do i = 1, n\n    r = r + x(i)\n  end do\n  y = r\n",
        // another row
        "  do i = 2, n\n    y(i) = y(i - 1) + x(i)\n  end do\n",
        // a multiple of the row
        "  do i = 1, n\n    y(i) = x(i)\n  end do\n  do i = 1, n\n    y(i) = 2*y(i)\n  end do\n",
        // no order
        "  where (x > 0) y = x*x\n",
        // the scalar of another iteration
        "  r = x(1)\n  do i = 1, n\n    y(i) = r\n    r = x(i)\n  end do\n",
        // a scalar that an exit may leave as it was
        "  r = x(1)\n  b: if (n > 2) then\n    if (n > 3) exit b\n    r = x(2)\n  end if b\n  y(1) = r\n",
        // an end in the middle
        "  y(1) = x(1)\n  if (n < 2) return\n  y(2) = x(2)*x(1)\n",
    ];
    for body in bodies {
        let source = format!(
            "subroutine f(n, x, y)\n  integer, intent(in) :: n\n  real(8), intent(in) :: x(n)\n  \
             real(8), intent(inout) :: y(n)\n  real(8) :: w(n), r\n  integer :: i\n{body}end subroutine\n"
        );
        assert!(!is_by_rows(&source), "{source}");
    }
}
