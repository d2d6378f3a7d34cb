//! Jacobians (`--jacobian`) against tangents, column by column: heads that are one graph, and others.

use crate::support::cli::Sandbox;
use crate::support::program::printed;
use std::fmt::Write;
use std::path::Path;

/// An argument of a head.
pub(crate) struct Argument {
    name: &'static str,
    /// Number of elements; `None` for a scalar.
    size: Option<usize>,
    is_input: bool,
    is_output: bool,
}

pub(crate) const fn argument(name: &'static str, size: Option<usize>, is_input: bool, is_output: bool) -> Argument {
    Argument {
        name,
        size,
        is_input,
        is_output,
    }
}

pub(crate) const fn input(name: &'static str, size: usize) -> Argument {
    argument(name, Some(size), true, false)
}

pub(crate) const fn output(name: &'static str, size: usize) -> Argument {
    argument(name, Some(size), false, true)
}

impl Argument {
    fn shape(&self) -> String {
        self.size.map_or(String::new(), |n| format!("({n})"))
    }
}

fn names<'a>(all: impl Iterator<Item = &'a Argument>) -> String {
    all.map(|a| a.name).collect::<Vec<_>>().join(",")
}

/// A program that prints the largest relative difference between columns of the Jacobian and tangents, and the sum of
/// the entries.
fn driver(head: &str, args: &[Argument], kind: u8) -> String {
    let mut d = format!("program driver\n  implicit none\n  integer, parameter :: wp = {kind}\n  integer :: i\n");
    let (inputs, outputs) = (
        || args.iter().filter(|a| a.is_input),
        || args.iter().filter(|a| a.is_output),
    );
    let pairs: Vec<(&Argument, &Argument)> = outputs().flat_map(|y| inputs().map(move |x| (y, x))).collect();
    let mut matrices = vec![];
    for a in args {
        let _ = writeln!(d, "  real(wp) :: {0}{1}, {0}d{1}", a.name, a.shape());
    }
    for (y, x) in &pairs {
        let dims: Vec<String> = [y.size, x.size].iter().flatten().map(usize::to_string).collect();
        let dims = if dims.is_empty() {
            String::new()
        } else {
            format!("({})", dims.join(","))
        };
        let name = format!("{}_{}", y.name, x.name);
        let _ = writeln!(d, "  real(wp) :: {name}{dims}");
        matrices.push(name);
    }
    d.push_str("  real(wp) :: worst, total\n  worst = 0\n  total = 0\n  call begin()\n");
    let values: Vec<&str> = args.iter().map(|a| a.name).collect();
    for m in &matrices {
        let _ = writeln!(d, "  {m} = huge(1.0_wp)");
    }
    let _ = writeln!(d, "  call {head}_j({}, {})", values.join(", "), matrices.join(", "));
    let both: Vec<String> = values.iter().map(|n| format!("{n}, {n}d")).collect();
    let both = both.join(", ");
    for x in inputs() {
        let (count, element) = (x.size.unwrap_or(1), if x.size.is_some() { "(i)" } else { "" });
        let _ = writeln!(d, "  do i = 1, {count}\n    call begin()");
        for a in args {
            let _ = writeln!(d, "    {}d = 0", a.name);
        }
        let _ = writeln!(d, "    {}d{element} = 1\n    call {head}_d({both})", x.name);
        for y in outputs() {
            let at = match (y.size, x.size) {
                (None, None) => "",
                (None, Some(_)) => "(i)",
                (Some(_), None) => "(:)",
                (Some(_), Some(_)) => "(:, i)",
            };
            let (matrix, of) = (format!("{}_{}{at}", y.name, x.name), format!("{}d", y.name));
            let largest = |e: String| if y.size.is_some() { format!("maxval({e})") } else { e };
            let sum = |e: String| if y.size.is_some() { format!("sum({e})") } else { e };
            let _ = writeln!(
                d,
                "    worst = max(worst, {}/max(1.0_wp, {}))\n    total = total + {}",
                largest(format!("abs({matrix} - {of})")),
                largest(format!("abs({of})")),
                sum(format!("abs({matrix})")),
            );
        }
        d.push_str("  end do\n");
    }
    d.push_str("  print '(2es24.16)', worst, total\ncontains\n  subroutine begin()\n    integer :: j\n");
    for (k, a) in args.iter().enumerate() {
        let base = format!("0.6_wp + 0.1_wp*{k}");
        let _ = match a.size {
            // the last element is the energy of a flow
            Some(n) => writeln!(
                d,
                "    {} = [({base} + 0.04_wp*j + merge(2, 0, j == {n}), j = 1, {n})]",
                a.name
            ),
            None => writeln!(d, "    {} = {base}", a.name),
        };
    }
    d.push_str("  end subroutine\nend program\n");
    d
}

/// Compares; returns the text of the Jacobian.
#[track_caller]
pub(crate) fn compare(source: &str, head: &str, args: &[Argument], kind: u8) -> String {
    let s = Sandbox::with(&[("f.f90", source)]);
    let outputs = names(args.iter().filter(|a| a.is_output));
    let inputs = names(args.iter().filter(|a| a.is_input));
    let spec = format!("'{head}({outputs})/({inputs})'");
    s.works(&format!("adc --jacobian f.f90 --head {spec} -o f_j.f90"));
    s.works(&format!("adc --tangent f.f90 --head {spec} -o f_d.f90"));
    let printed = printed(&s, &["f.f90", "f_j.f90", "f_d.f90"], &driver(head, args, kind));
    let numbers: Vec<f64> = printed.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let limit = if kind == 8 { 1e-13 } else { 1e-5 };
    assert!(numbers[0] <= limit, "{head}: {printed}");
    assert!(numbers[1] > 0.1 && numbers[1].is_finite(), "{head}: {printed}");
    s.text("f_j.f90")
}

#[test]
fn jacobians_of_known_functions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/elimination");
    let all: &[(&str, &[Argument])] = &[
        ("roe_flux_1d", &[input("left", 3), input("right", 3), output("flux", 3)]),
        ("robot_arm_6dof", &[input("t", 6), output("hand", 6)]),
        ("human_heart_dipole", &[input("x", 8), output("f", 8)]),
        ("propane_combustion", &[input("x", 11), output("f", 11)]),
        ("roe_flux_3d", &[input("left", 5), input("right", 5), output("flux", 5)]),
    ];
    for (head, args) in all {
        let source = std::fs::read_to_string(folder.join(format!("{head}.f90"))).unwrap();
        // the squared speed of sound is positive
        let source = source.replace("gamma = 0.5d0", "gamma = 1.4d0");
        let text = compare(&source, head, args, 8);
        assert!(
            !text.contains("call ") && !text.contains("allocate"),
            "{head} is one graph: {text}"
        );
    }
}

/// Elements that are assigned twice, or to constants; an argument that is independent and dependent; scalars.
#[test]
fn jacobians_of_one_graph() {
    let source = "\
pure subroutine f(t, p, rho, c)
  real(8), intent(in) :: t, p(2)
  real(8), intent(out) :: rho
  real(8), intent(inout) :: c(4)
  real(8) :: a, b
  a = 1 + t*(0.1d0 - 0.02d0*t)
  b = sqrt(t)*a + p(1)*p(2)
  rho = exp(-b/a) + t
  c(1) = c(2)*b
  c(2) = sin(a)
  c(2) = 3
  c(3) = a
  c(3) = max(c(1), p(2))*c(3)
  rho = rho*a
end subroutine
";
    let args = [
        argument("t", None, true, false),
        input("p", 2),
        argument("rho", None, false, true),
        argument("c", Some(4), true, true),
    ];
    let text = compare(source, "f", &args, 8);
    assert!(text.contains("pure subroutine f_j("), "{text}");
    assert!(!text.contains("call "), "{text}");
    let single = source.replace("real(8)", "real").replace("d0", "");
    compare(&single, "f", &args, 4);
}

/// Two results of one value, and values that only look equal: after a conversion, or with arguments by keyword.
#[test]
fn jacobians_of_equal_values() {
    let source = "\
subroutine f(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(8)
  integer :: m
  y(1) = sin(x(1))
  y(2) = sin(x(1))
  y(3) = x(2)
  y(4) = x(2)
  m = 7*x(3)
  y(5) = x(1)*real(m, 8)
  y(6) = x(1)*real(7*x(3), 8)
  y(7) = atan2(y=x(1), x=x(2))
  y(8) = atan2(x=x(1), y=x(2))
end subroutine
";
    let text = compare(source, "f", &[input("x", 3), output("y", 8)], 8);
    assert!(!text.contains("call "), "{text}");
}

/// Calls, loops with constant bounds and arrays are written out.
#[test]
fn jacobians_of_what_can_be_written_out() {
    let source = "\
subroutine f(l, r, y)
  integer, parameter :: n = 3
  real(8), intent(in) :: l(n), r(n)
  real(8), intent(out) :: y(n)
  real(8) :: a(n), m(n, n), t
  integer :: i, k
  call phys(l, a)
  call phys(r, y)
  y = 0.5d0*(a + y) - 0.1d0*abs(r - l)
  do k = 1, n
    do i = 1, n
      m(i, k) = l(i)*r(k)
    end do
  end do
  t = dot_product(m(:, 1), a) + sum(m(2, :)**2)
  do i = n, 1, -1
    y(i) = y(i)*r(i) + t*m(i, n + 1 - i)
  end do
  y(2:3) = y(2:3)/[t, a(1)]
end subroutine
subroutine phys(u, g)
  real(8), intent(in) :: u(3)
  real(8), intent(out) :: g(3)
  real(8) :: v, p
  v = u(2)/u(1)
  p = 0.4d0*(u(3) - 0.5d0*u(2)*v)
  g(1) = u(2)
  g(2) = u(2)*v + p
  g(3) = v*(u(3) + p)
end subroutine
";
    let args = [input("l", 3), input("r", 3), output("y", 3)];
    let text = compare(source, "f", &args, 8);
    assert!(!text.contains("call ") && !text.contains("  do "), "{text}");
    // the index is read after its loop
    let later = source.replace("  t = dot", "  a(1) = a(1)*i\n  t = dot");
    let text = compare(&later, "f", &args, 8);
    assert!(text.contains("call f_dv("), "{text}");
}

/// Procedures that are inlined may have loops, arrays, array results, and scalars of several values.
#[test]
fn jacobians_of_procedures_with_arrays() {
    let source = "\
module gas
contains
  pure function powers(x) result(p)
    real(8), intent(in) :: x
    integer, parameter :: m = 3
    real(8) :: p(0:m)
    integer :: k
    p(0) = 1
    do k = 1, m
      p(k) = p(k-1)*x
    end do
  end function
  pure subroutine state(t, u, h)
    real(8), intent(in) :: t, u(2)
    real(8), intent(out) :: h
    real(8) :: p(0:3), w(2)
    integer :: k
    p = powers(t)
    h = 0
    do k = 0, 3
      h = h + p(k)/(k + 1)
    end do
    do k = 1, 2
      w(k) = u(k)*h
    end do
    h = h*w(1) + sin(w(2))
  end subroutine
end module
pure subroutine f(x, y)
  use gas
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: u(2)
  u = x(2:3)
  call state(x(1), u, y(1))
  u = x(1:2)
  call state(x(3), u, y(2))
  y(2) = y(2)*y(1)
end subroutine
";
    let text = compare(source, "f", &[input("x", 3), output("y", 2)], 8);
    assert!(
        !text.contains("call ") && text.contains("pure subroutine f_j("),
        "{text}"
    );
}

/// Subscripts from constant tables: the rates of reactions whose substances stand in a matrix.
#[test]
fn jacobians_of_tables() {
    let source = "\
subroutine rates(t, c, f)
  implicit none
  integer, parameter :: n = 5
  integer, parameter :: lhs(0:1, 3) = reshape([1, 2, 2, 3, 4, 4], [2, 3]), rhs(3) = [4, 5, 1]
  real(8), parameter :: factor(3) = [1.5d0, 0.5d0, 2.0d0]
  real(8), intent(in) :: t(1), c(n)
  real(8), intent(out) :: f(n)
  real(8) :: q
  integer :: r
  f = 0
  do r = 1, 3
    q = factor(r)*exp(-rhs(r)/t(1))*c(lhs(0, r))*c(lhs(1, r))
    f(lhs(0, r)) = f(lhs(0, r)) - q
    f(lhs(1, r)) = f(lhs(1, r)) - q
    f(rhs(r)) = f(rhs(r)) + 2*q
  end do
end subroutine rates
";
    let args = [input("t", 1), input("c", 5), output("f", 5)];
    let text = compare(source, "rates", &args, 8);
    assert!(!text.contains("call ") && !text.contains("  do "), "{text}");
    assert!(!text.contains("real(2"), "{text}");
}

/// Loops, branches and calls: a tangent in many directions computes the Jacobian.
#[test]
fn jacobians_by_directions() {
    let source = "\
subroutine f(x, w, y, z)
  real(8), intent(inout) :: x(3)
  real(8), intent(in) :: w
  real(8), intent(out) :: y(4), z
  integer :: i, n
  z = w
  y = 0
  n = int(w) + 3
  do i = 1, n
    if (x(i) > 0.8d0) then
      y(i) = x(i)**2*w
    else
      y(i) = sin(x(i))
    end if
    z = z*y(i)
    call change(x(i), w)
  end do
  y(4) = sum(x)
end subroutine
subroutine change(a, b)
  real(8), intent(inout) :: a
  real(8), intent(in) :: b
  a = a*b + cos(a)
end subroutine
";
    let args = [
        argument("x", Some(3), true, true),
        argument("w", None, true, false),
        output("y", 4),
        argument("z", None, false, true),
    ];
    let text = compare(source, "f", &args, 8);
    assert!(text.contains("call f_dv("), "{text}");
}

/// Values in between that are overwritten, and operands by pointers to the same memory, are not one graph.
#[test]
fn ambiguous_heads_are_not_one_graph() {
    let source = "\
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  real(8), target :: a, b
  real(8), pointer :: p
  a = x(1)
  b = x(2)
  if (x(1) > 0) then
    p => a
  else
    p => b
  end if
  p = p*x(2)
  y(1) = a*b
  y(2) = p
end subroutine
";
    compare(source, "f", &[input("x", 2), output("y", 2)], 8);
}

/// An assignment under a test is no graph, even if the head contains nothing else.
#[test]
fn a_branch_alone_is_not_one_graph() {
    let source = "\
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(inout) :: y(2)
  if (x(1) > 0) y(1) = x(1)*x(2)*y(2)
end subroutine
";
    let args = [input("x", 2), argument("y", Some(2), true, true)];
    compare(source, "f", &args, 8);
}

/// The Jacobian passes a dummy procedure of the head on, with its derivative.
#[test]
fn dummy_procedures_are_passed_on() {
    let source = "\
subroutine f(g, x, y)
  external :: g
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  call g(x, y)
end subroutine
subroutine square(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  y = [x(1)**2, x(1)*x(2)]
end subroutine
subroutine square_dv(x, xd, y, yd, nd)
  integer, intent(in) :: nd
  real(8), intent(in) :: x(2), xd(nd, 2)
  real(8), intent(out) :: y(2), yd(nd, 2)
  y = [x(1)**2, x(1)*x(2)]
  yd(:, 1) = 2*x(1)*xd(:, 1)
  yd(:, 2) = x(1)*xd(:, 2) + x(2)*xd(:, 1)
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --jacobian f.f90 --head 'f(y)/(x)' -o f_j.f90");
    let driver = "\
program driver
  external :: square, square_dv
  real(8) :: y(2), y_x(2, 2)
  call f_j(square, square_dv, [3d0, 5d0], y, y_x)
  print '(*(f0.1, 1x))', y, y_x
end program
";
    let found = printed(&s, &["f.f90", "f_j.f90"], driver);
    assert_eq!(found.trim(), "9.0 15.0 6.0 5.0 .0 3.0");
}

/// The entry of a recursive head is called, too.
#[test]
fn heads_may_call_themselves() {
    let source = "\
recursive subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  if (n == 0) then
    y = x
  else
    call f(n - 1, x, y)
    y = y*x(1)
  end if
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --jacobian f.f90 --head 'f(y)/(x)' -o f_j.f90");
    let driver = "\
program driver
  real(8) :: y(2), y_x(2, 2)
  call f_j(2, [3d0, 5d0], y, y_x)
  print '(*(f0.1, 1x))', y, y_x
end program
";
    let found = printed(&s, &["f.f90", "f_j.f90"], driver);
    assert_eq!(found.trim(), "27.0 45.0 27.0 30.0 .0 9.0");
}

/// Matrices have no names in their declarations that are hidden in the user's module.
#[test]
fn hidden_constants_are_written_out() {
    let source = "\
module m
  private
  public :: f
  integer, parameter :: n = 3
contains
  subroutine f(x, y)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    if (x(1) > 0) y = x**2
  end subroutine
end module
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --jacobian f.f90 --head 'f(y)/(x)' -o f_j.f90");
    assert!(s.text("f_j.f90").contains("y_x(3, 3)"));
}

#[test]
fn what_has_no_matrix_is_refused() {
    let heads = [
        ("real(8), intent(in) :: x(*)", "has no known size"),
        ("real(8), allocatable, intent(in) :: x(:)", "is allocatable"),
        ("complex(8), intent(in) :: x(2)", "is not real"),
    ];
    for (declaration, why) in heads {
        let source = format!(
            "subroutine f(x, y)\n  {declaration}\n  real(8), intent(out) :: y\n  y = abs(x(1))**2\nend subroutine\n"
        );
        let s = Sandbox::with(&[("f.f90", &source)]);
        let said = s.fails("adc --jacobian f.f90 --head 'f(y)/(x)' -o f_j.f90", 1, &["ADC0309"]);
        assert!(
            said.err.contains(why) && said.err.contains("f.f90:1:14"),
            "{}",
            said.err
        );
    }
}

/// A head that can be differentiated neither by elimination nor in many directions is refused at its place, once.
#[test]
fn heads_that_have_no_tangent_are_refused() {
    let source = "\
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: error
  call nf90_get_var(n, x, y, error)
  y = y*x
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    for form in ["dense", "sparse", "bidirectional"] {
        let line = format!("adc --jacobian={form} f.f90 --head 'f(y)/(x)' -o f_j.f90");
        let said = s.fails(&line, 1, &["ADC0305"]);
        assert_eq!(said.err.matches("f.f90:6:3").count(), 1, "{}", said.err);
    }
}

/// A Jacobian has one head: the second one is refused, even if both could be differentiated.
#[test]
fn second_heads_are_refused() {
    let source = "\
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2
end subroutine
subroutine g(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**3
end subroutine
";
    let s = Sandbox::with(&[("f.f90", source)]);
    for form in ["dense", "sparse", "bidirectional"] {
        let line = format!("adc --jacobian={form} f.f90 --head 'f(y)/(x)' --head 'g(y)/(x)' -o f_j.f90");
        let said = s.fails(&line, 1, &["ADC0504"]);
        assert!(
            said.err.contains("f.f90:6") && said.err.contains("`g` is another one"),
            "{}",
            said.err
        );
    }
}

/// Functions, also in modules: their value is an argument of each Jacobian.
#[test]
fn jacobians_of_functions() {
    let function =
        |sizes: &str, shape: &str| {
            format!(
            "function f({sizes}x) result(r)\n  implicit none\n  {}\n  real(8), intent(in) :: x({shape})\n  real(8) :: \
             r({shape})\n  integer :: i\n  do i = 1, size(x)\n    r(i) = sin(x(i))*x(1)\n  end do\nend function f\n",
            if sizes.is_empty() { "" } else { "integer, intent(in) :: n" }
        )
        };
    for text in [function("n, ", "n"), function("", "3")] {
        let s = Sandbox::with(&[("f.f90", &format!("module m\ncontains\n{text}end module m\n"))]);
        for form in ["dense", "sparse", "bidirectional"] {
            s.works(&format!("adc check -q --jacobian={form} f.f90 --head 'f(r)/(x)'"));
        }
    }
}
