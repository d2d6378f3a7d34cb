//! DO-NOT-DIFF-START: values that depend on independents count as constants, which differences of values cannot check.

use crate::support::cli::Sandbox;
use crate::support::program::printed;

/// Constant: the last two of `v`, `b` where it is defined again, the variables that `scale` and `twice` change, and the
/// value that `scale` adds to `factor`.
const HEAD: &str = "\
module m
   implicit none
   real(8) :: factor
contains
   subroutine f(n, x, y, v)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y
      real(8), intent(inout) :: v(n)
      real(8) :: a, b, c
      integer :: i
      a = x(1)*x(2)
      b = x(1)
      factor = x(2)
      !$AD DO-NOT-DIFF-START
      c = a*x(3)
      do i = 2, n
         v(i) = v(i)*a
      end do
      if (a > 0) b = b*x(1)
      call scale(a, x(1))
      a = twice(a) + a
      !$AD DO-NOT-DIFF-END
      y = a*x(1) + b*x(2) + c*x(3) + factor*x(1) + sum(v)*x(2)
      b = x(3)
      c = twice(b)
      call scale(b, c)
      y = y + b*factor
   end subroutine f
   subroutine scale(a, by)
      real(8), intent(inout) :: a
      real(8), intent(in) :: by
      a = a*by
      factor = factor + by
   end subroutine scale
   real(8) function twice(a)
      real(8), intent(in) :: a
      twice = 2*a
   end function twice
end module m
";

/// After the region a = 36, b = 4, c = 30, factor = 5 and v = (v1, 6, 6), so with x = (2, 3, 5) and v1 = 1 y = 36 x1 +
/// 4 x2 + 30 x3 + 5 x1 + (v1 + 12) x2 + 2 x3**2 (5 + 2 x3).
const GRADIENT: [&str; 6] = ["41.000", "17.000", "430.000", "3.000", "0.000", "0.000"];

const TANGENT: &str = "\
program driver
   use m
   use m_d
   real(8) :: x(3), xd(3), v(3), vd(3), y, yd, seed(6)
   integer :: k
   do k = 1, 6
      seed = 0
      seed(k) = 1
      x = [2d0, 3d0, 5d0]
      v = 1
      xd = seed(1:3)
      vd = seed(4:6)
      call f_d(3, x, xd, y, yd, v, vd)
      print '(f10.3)', yd
   end do
end program driver
";

const ADJOINT: &str = "\
program driver
   use m
   use m_b
   real(8) :: x(3), xb(3), v(3), vb(3), y, yb
   x = [2d0, 3d0, 5d0]
   v = 1
   xb = 0
   vb = 0
   yb = 1
   call f_b(3, x, xb, y, yb, v, vb)
   print '(6f10.3)', xb, vb
end program driver
";

fn gradient(options: &str, driver: &str, suffix: &str) -> Vec<String> {
    let s = Sandbox::with(&[("m.f90", HEAD)]);
    let out = format!("m_{suffix}.f90");
    s.works(&format!("adc {options} m.f90 --head 'f(y)/(x,v)' -o {out}"));
    let text = printed(&s, &["m.f90", &out], driver);
    text.split_whitespace().map(str::to_string).collect()
}

#[test]
fn values_are_constant_in_the_tangent() {
    assert_eq!(gradient("--tangent", TANGENT, "d"), GRADIENT);
    assert_eq!(gradient("--tangent --activity vdg", TANGENT, "d"), GRADIENT);
}

#[test]
fn values_are_constant_in_the_adjoint() {
    assert_eq!(gradient("--reverse", ADJOINT, "b"), GRADIENT);
    assert_eq!(gradient("--reverse --activity vdg", ADJOINT, "b"), GRADIENT);
}

/// Tapenade's own spelling of the region, and a label.
#[test]
fn words_of_tapenade_mean_the_same() {
    let text = HEAD.replace("DO-NOT-DIFF-START", "DO-NOT-DIFF frozen");
    let text = text.replace("!$AD DO-NOT-DIFF-END", "! $AD END-DO-NOT-DIFF frozen");
    let s = Sandbox::with(&[("m.f90", HEAD), ("t.f90", &text)]);
    for (mode, suffix) in [("--tangent", "d"), ("--reverse", "b")] {
        s.works(&format!("adc {mode} m.f90 --head 'f(y)/(x,v)' -o m_{suffix}.f90"));
        s.works(&format!("adc {mode} t.f90 --head 'f(y)/(x,v)' -o t_{suffix}.f90"));
        let statements = |name: &str| -> Vec<String> {
            let text = s.text(name);
            let lines = text.lines().filter(|l| !l.trim_start().starts_with('!'));
            lines.map(str::to_string).collect()
        };
        assert_eq!(
            statements(&format!("t_{suffix}.f90")),
            statements(&format!("m_{suffix}.f90"))
        );
    }
}

/// A procedure without source may be called there.
#[test]
fn procedures_need_not_be_given() {
    let text = "\
subroutine f(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8) :: a
   external away
   a = x
!$AD DO-NOT-DIFF-START
   call away(a)
!$AD DO-NOT-DIFF-END
   y = a*x
end subroutine f
";
    let s = Sandbox::with(&[("f.f90", text)]);
    s.works("adc --tangent f.f90 --head 'f(y)/(x)' -o f_d.f90");
    let tangent = s.text("f_d.f90");
    assert!(tangent.contains("  call away(a)\n  ad = 0.0d0\n"), "{tangent}");
    s.works("adc --reverse f.f90 --head 'f(y)/(x)' -o f_b.f90");
    let adjoint = s.text("f_b.f90");
    assert!(
        adjoint.contains("  xb = a*yb\n  yb = 0.0d0\n  ab = 0.0d0\n"),
        "{adjoint}"
    );
}

/// The procedure must know the variables that change there; otherwise their derivative would stay unchanged.
#[test]
fn hidden_variables_are_refused() {
    let hidden = HEAD.replace("      factor = x(2)\n", "").replace("factor*x(1)", "x(1)");
    let hidden = hidden.replace("y = y + b*factor", "y = y + b");
    let hidden = hidden.replace("a = a*by\n", "a = a*by*factor\n");
    let s = Sandbox::with(&[("m.f90", &hidden)]);
    let refused = s.fails("adc --tangent m.f90 --head 'f(y)/(x,v)'", 1, &["ADC0307"]);
    assert!(refused.err.contains("changes `factor`"), "{}", refused.err);
}
