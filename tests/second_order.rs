//! Second derivatives of small programs, against formulas; and derivatives of generated code.

use crate::support::book;
use crate::support::cli::Sandbox;
use crate::support::program::printed;

/// The numbers that a program prints, one a line.
fn numbers(s: &Sandbox, files: &[&str], driver: &str) -> Vec<f64> {
    let output = printed(s, files, driver);
    output.lines().map(|l| l.trim().parse().unwrap()).collect()
}

#[track_caller]
fn assert_near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{found:?}, expected {expected:?}");
    for (f, e) in found.iter().zip(expected) {
        assert!(
            (f - e).abs() <= 1e-12 * e.abs().max(1.0),
            "{found:?}, expected {expected:?}"
        );
    }
}

const ROSENBROCK: &str = "\
subroutine rosenbrock(x, y)
   implicit none
   real(8), intent(in) :: x(2)
   real(8), intent(out) :: y
   y = 100*(x(2) - x(1)**2)**2 + (1 - x(1))**2
end subroutine rosenbrock
";

#[test]
fn the_hessian_of_rosenbrock_is_exact() {
    let s = Sandbox::with(&[("f.f90", ROSENBROCK)]);
    s.works("adc --hessian f.f90 --head 'rosenbrock(y)/(x)' -o f_hv.f90");
    let driver = "\
program driver
   implicit none
   real(8) :: x(2), xd(2), xb(2), xbd(2), y, yb
   integer :: i
   do i = 1, 2
      x = [-1.25d0, 0.5d0]
      xd = 0
      xd(i) = 1
      xb = 7
      xbd = 7
      yb = 2
      call rosenbrock_hv(x, xd, xb, xbd, y, yb)
      print '(es24.16)', xb, xbd
   end do
end program driver
";
    let (a, b): (f64, f64) = (-1.25, 0.5);
    let gradient = [-400.0 * a * (b - a * a) - 2.0 * (1.0 - a), 200.0 * (b - a * a)];
    let hessian = [[1200.0 * a * a - 400.0 * b + 2.0, -400.0 * a], [-400.0 * a, 200.0]];
    let all = hessian.iter().flat_map(|row| gradient.iter().chain(row));
    let expected: Vec<f64> = all.map(|v| 2.0 * v).collect();
    assert_near(&numbers(&s, &["f.f90", "f_hv.f90"], driver), &expected);
}

/// Steps `u = u + dt*u**2` in a procedure, from a module variable: after n steps the cost is `u**2`.
const STEPS: &str = "\
module model
   implicit none
   real(8) :: dt = 0.1d0
contains
   subroutine cost(n, u0, j)
      integer, intent(in) :: n
      real(8), intent(in) :: u0
      real(8), intent(out) :: j
      real(8) :: u
      integer :: i
      u = u0
      do i = 1, n
         call step(u)
      end do
      j = u*u
   end subroutine cost
   subroutine step(u)
      real(8), intent(inout) :: u
      real(8) :: k
      k = u*u
      if (u > 0.75d0) k = k*cos(u)
      u = u + dt*k
   end subroutine step
end module model
";

/// Derivatives of the cost in u0 and dt by recurrences.
fn of_steps(n: usize, u0: f64, dt: f64, (du, ddt): (f64, f64)) -> [f64; 4] {
    // value, gradient in (u0, dt), product of the Hessian with the direction
    let (mut u, mut g, mut h) = (u0, [1.0, 0.0], [0.0, 0.0]);
    let mut d = du;
    for _ in 0..n {
        let (k, k1, k2) = match u > 0.75 {
            true => (
                u * u * u.cos(),
                2.0 * u * u.cos() - u * u * u.sin(),
                (2.0 - u * u) * u.cos() - 4.0 * u * u.sin(),
            ),
            false => (u * u, 2.0 * u, 2.0),
        };
        h = [
            h[0] + ddt * k1 * g[0] + dt * (k2 * d * g[0] + k1 * h[0]),
            h[1] + ddt * k1 * g[1] + dt * (k2 * d * g[1] + k1 * h[1]) + k1 * d,
        ];
        g = [g[0] + dt * k1 * g[0], g[1] + dt * k1 * g[1] + k];
        d += ddt * k + dt * k1 * d;
        u += dt * k;
    }
    let product = [0, 1].map(|i| 2.0 * (d * g[i] + u * h[i]));
    [2.0 * u * g[0], 2.0 * u * g[1], product[0], product[1]]
}

const DRIVER_OF_STEPS: &str = "\
program driver
   use model, only: dt
   use model_hvb, only: dtb
   use model_hvd, only: dtd
   use model_hv, only: dtbd, cost_hv
   implicit none
   real(8) :: u0, u0d, u0b, u0bd, j, jb
   logical, external :: adc_tape_empty
   u0 = 0.6d0
   dt = 0.1d0
   u0d = 0.5d0
   dtd = -0.75d0
   jb = 1
   call cost_hv(6, u0, u0d, u0b, u0bd, j, jb)
   print '(es24.16)', u0b, dtb, u0bd, dtbd
   if (.not. adc_tape_empty()) print *, 'NaN'
end program driver
";

#[test]
fn time_loops_record_values_and_derivatives() {
    for (options, on_tape) in [
        ("", false),
        (" --no-opt indexed", true),
        (" --checkpoint calls", false),
        (" --checkpoint none", true),
        (" --no-opt all", true),
    ] {
        let s = Sandbox::with(&[("m.f90", STEPS)]);
        let command = "adc --hessian m.f90 --head 'cost(j)/(u0, model%dt)' -o m_hv.f90";
        s.works(&format!("{command}{options}"));
        assert_eq!(s.text("m_hv.f90").contains("call pushreal8("), on_tape, "{options}");
        let found = numbers(&s, &["m.f90", "m_hv.f90"], DRIVER_OF_STEPS);
        assert_near(&found, &of_steps(6, 0.6, 0.1, (0.5, -0.75)));
    }
}

#[test]
fn the_files_of_all_modes_link_together() {
    let s = Sandbox::with(&[("m.f90", STEPS)]);
    let modes = [("reverse", "b"), ("tangent", "d"), ("hessian", "hv")];
    for (mode, suffix) in modes {
        s.works(&format!(
            "adc --{mode} m.f90 --head 'cost(j)/(u0, model%dt)' -o m_{suffix}.f90"
        ));
    }
    let files = ["m.f90", "m_b.f90", "m_d.f90", "m_hv.f90"];
    let found = numbers(&s, &files, DRIVER_OF_STEPS);
    assert_near(&found, &of_steps(6, 0.6, 0.1, (0.5, -0.75)));
}

/// The tangent of a product with a Hessian, and the tangent of that: the tape's calls stay what they are.
#[test]
fn derivatives_of_any_order_can_be_made_one_by_one() {
    let source = "\
subroutine f(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   integer :: i
   y = 1
   do i = 1, n
      y = y*x*(1 + 0*y)
   end do
end subroutine f
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --hessian f.f90 --head 'f(y)/(x)' -o f_hv.f90");
    assert!(s.text("f_hv.f90").contains("call pushreal8("));
    s.works("adc --tangent f.f90 f_hv.f90 --head 'f_hv(xbd)/(x)' -o f_3.f90");
    s.works("adc --tangent f.f90 f_hv.f90 f_3.f90 --head 'f_hv_d(xbdd)/(x)' -o f_4.f90");
    let driver = "\
program driver
   implicit none
   real(8) :: x, xd, xb, xbd, y, yb, x3, xbd3, x4, xbd4, xbd34
   x = 1.5d0
   xd = 1
   x3 = 1
   yb = 1
   call f_hv_d(5, x, x3, xd, xb, xbd, xbd3, y, yb)
   print '(es24.16)', xb, xbd, xbd3
   x4 = 1
   yb = 1
   call f_hv_d_d(5, x, x4, x3, xd, xb, xbd, xbd3, xbd34, y, yb)
   print '(es24.16)', xbd34
end program driver
";
    let x: f64 = 1.5;
    let expected = [5.0 * x.powi(4), 20.0 * x.powi(3), 60.0 * x * x, 120.0 * x];
    assert_near(
        &numbers(&s, &["f.f90", "f_hv.f90", "f_3.f90", "f_4.f90"], driver),
        &expected,
    );
}

/// Code of an adjoint that a user wrote, with arrays and with values that have no derivative.
#[test]
fn pushes_and_pops_of_a_kind_come_with_derivatives_or_not() {
    let source = "\
subroutine f_b(n, x, xb, yb)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(inout) :: xb(n)
   real(8), intent(in) :: yb
   real(8) :: t(n), c
   real(4) :: q
   integer :: k
   c = 3
   q = 2
   k = n
   t = x
   call pushreal8(2*q + c - 4)
   call pushreal8array(t(1:n), n)
   call pushreal4(q)
   call pushinteger4(k)
   c = 0
   t = 0
   q = 0
   call popinteger4(k)
   call popreal4(q)
   call popreal8array(t, k)
   call popreal8(c)
   xb = c*q*t**2*yb
end subroutine f_b
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --tangent f.f90 --head 'f_b(xb)/(x)' -o f_d.f90");
    let text = s.text("f_d.f90");
    let count = |what: &str| text.matches(what).count();
    assert_eq!(
        (count("call pushreal8(0.0d0)"), count("call popreal8(")),
        (1, 2),
        "{text}"
    );
    assert_eq!((count("call pushreal4("), count("call popreal4(")), (1, 1), "{text}");
    let driver = "\
program driver
   implicit none
   real(8) :: x(2) = [1d0, 2d0], xd(2) = [0.5d0, -1d0], xb(2), xbd(2)
   logical, external :: adc_tape_empty
   call f_b_d(2, x, xd, xb, xbd, 1d0)
   print '(es24.16)', xb, xbd
   if (.not. adc_tape_empty()) print *, 'NaN'
end program driver
";
    assert_near(&numbers(&s, &["f.f90", "f_d.f90"], driver), &[6.0, 24.0, 6.0, -24.0]);
}

/// The adjoint would push its own values between the pushes and pops of the code. No option allows that, even where the
/// code records passive values only, or where a value is only on the tape for a while.
#[test]
fn adjoints_of_code_with_a_tape_are_refused() {
    let code = |value: &str| {
        format!(
            "\
subroutine f(x, z, y)
   implicit none
   real(8), intent(in) :: x, z
   real(8), intent(out) :: y
   real(8) :: t
   t = {value}
   y = x
   call pushreal8(t)
   t = 0
   y = sin(y)*y
   call popreal8(t)
   y = t*y**2
end subroutine f
"
        )
    };
    for value in ["z", "x**2"] {
        let s = Sandbox::with(&[("f.f90", &code(value))]);
        for assumed in ["", "pushreal8", "all"] {
            let option = match assumed {
                "" => String::new(),
                name => format!("--assume-external-passive {name}"),
            };
            let line = format!("adc --reverse f.f90 --head 'f(y)/(x)' {option} -o f_b.f90");
            let err = s.fails(&line, 1, &["ADC0305"]).err;
            assert!(err.contains("cannot be differentiated in reverse mode"), "{err}");
            assert!(!err.contains("use `--assume-external-passive"), "{err}");
        }
        // inquiries about the tape do not change it
        let text = code(value)
            .replace("call pushreal8(t)", "")
            .replace("call popreal8(t)", "");
        let text = text.replace("y = x\n", "y = x\n   call adc_tape_check(.true.)\n");
        s.file("g.f90", text.as_bytes());
        s.works("adc --reverse g.f90 --head 'f(y)/(x)' -o g_b.f90");
    }
}

/// The adjoint of the loop is no loop to which the directive could apply.
#[test]
fn directives_are_repeated_where_they_apply() {
    let source = "\
subroutine f(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: w
   integer :: it
   w = 0.1d0
   !$adc fixed-point (w) tol=1e-13 max=400
   do it = 1, 300
      w = 0.5d0*cos(w*x(1))
   end do
   y = w*x(n)
end subroutine f
";
    let s = Sandbox::with(&[("f.f90", source)]);
    let err = s.works("adc --hessian f.f90 --head 'f(y)/(x)' -o f_hv.f90").err;
    assert!(!err.contains("ADC0109"), "{err}");
    let text = s.text("f_hv.f90");
    assert_eq!(text.matches("fixed-point").count(), 1, "{text}");
    assert_eq!(text.matches("adc_repeat_begin").count(), 1, "{text}");
}

/// A direction is an input: only derivatives that adc sets to zero are the caller's to set.
#[test]
fn directions_of_unknown_size_are_inputs() {
    let source = "\
subroutine f(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(*)
   real(8), intent(out) :: y(*)
   y(1:n) = x(1:n)**2
end subroutine f
";
    let s = Sandbox::with(&[("f.f90", source)]);
    for (mode, x) in [("--tangent", false), ("--tangent --vector", false), ("--reverse", true)] {
        let err = s.works(&format!("adc {mode} f.f90 --head 'f(y)/(x)' -o out.f90")).err;
        let warned = |name: &str| err.contains(&format!("the size of `{name}` is not known"));
        assert_eq!((warned("x"), warned("y")), (x, true), "{mode}: {err}");
    }
}

/// A popped value has no derivative, though the variable had one before.
#[test]
fn pops_of_constants_end_derivatives() {
    for popped in ["v, size(v)", "v(1:n), size(v(1:n))"] {
        let source = format!(
            "\
subroutine f_b(n, x, xb, i)
   implicit none
   integer, intent(in) :: n, i
   real(8), intent(in) :: x(n)
   real(8), intent(inout) :: xb(n)
   real(8) :: v(n)
   v = 2
   call pushreal8array({popped})
   v(i) = x(i)
   xb = v**2
   call popreal8array({popped})
   xb(i) = xb(i) + v(1)*x(1)
end subroutine f_b
"
        );
        let s = Sandbox::with(&[("f.f90", &source)]);
        s.works("adc --tangent f.f90 --head 'f_b(xb)/(x)' -o f_d.f90");
        let driver = "\
program driver
   implicit none
   real(8) :: x(2) = [3d0, 4d0], xd(2) = [1d0, -1d0], xb(2), xbd(2)
   call f_b_d(2, x, xd, xb, xbd, 1)
   print '(es24.16)', xb, xbd
end program driver
";
        assert_near(&numbers(&s, &["f.f90", "f_d.f90"], driver), &[15.0, 4.0, 8.0, 0.0]);
    }
}

#[test]
fn linear_parts_have_no_second_derivatives() {
    let source = "\
subroutine f(n, a, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: a(n, n), x(n)
   real(8), intent(out) :: y
   real(8) :: t, u
   integer :: i, j
   y = 0
   do i = 1, n
      t = 0
      do j = 1, n
         t = t + a(i, j)*x(j)
      end do
      u = 3*t + x(1)
      y = y + t*x(i) + u
   end do
end subroutine f
";
    let s = Sandbox::with(&[("f.f90", source)]);
    s.works("adc --hessian f.f90 --head 'f(y)/(x)' -o f_hv.f90");
    let text = s.text("f_hv.f90");
    // the weight is constant, and so are the adjoints of values that it reaches by constants alone
    for shadow in ["ybd", "ubd"] {
        assert!(!text.contains(shadow), "{shadow} in\n{text}");
    }
}

#[test]
fn adjoints_of_adjoint_code_are_refused() {
    // the tape holds what steps record whose number is not known before
    let source = "\
subroutine cost(u0, j)
   implicit none
   real(8), intent(in) :: u0
   real(8), intent(out) :: j
   j = u0
   do while (j < 10)
      j = j*j + 1
   end do
end subroutine cost
";
    let s = Sandbox::with(&[("m.f90", source)]);
    s.works("adc --reverse m.f90 --head 'cost(j)/(u0)' -o m_b.f90");
    s.fails(
        "adc --reverse m.f90 m_b.f90 --head 'cost_b(u0b)/(u0)' -o m_bb.f90",
        1,
        &["ADC0305"],
    );
}

/// A state in a dependent of unknown size: its shadows are arguments.
#[test]
fn sizes_may_be_unknown() {
    let source = "\
subroutine walk(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(*)
   real(8), intent(out) :: y(*)
   y(1:n) = x(1:n)
   call step(n, y)
   call step(n, y)
end subroutine walk
subroutine step(n, u)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: u(n)
   integer :: i
   do i = 1, n
      u(i) = u(i) + 0.5d0*u(i)**2
   end do
end subroutine step
";
    let s = Sandbox::with(&[("f.f90", source)]);
    let outcome = s.works("adc --hessian f.f90 --head 'walk(y)/(x)' -o f_hv.f90");
    let warned = outcome.err.matches("ADC0311").count();
    assert!(warned == 4 && !outcome.err.contains("the adjoint:"), "{}", outcome.err);
    let driver = "\
program driver
   implicit none
   real(8) :: x(2) = [1d0, 2d0], v(2) = [1d0, -1d0]
   real(8), dimension(2) :: g, h, y, yd, w, wd
   g = 0
   h = 0
   yd = 0
   w = [1, 2]
   wd = 0
   call walk_hv(2, x, v, g, h, y, yd, w, wd)
   print '(es24.16)', g, h
end program driver
";
    let of = |x: f64, w: f64, v: f64| {
        let f = x + 0.5 * x * x;
        let gradient = (1.0 + f) * (1.0 + x);
        [w * gradient, w * v * ((1.0 + x).powi(2) + (1.0 + f))]
    };
    let (a, b) = (of(1.0, 1.0, 1.0), of(2.0, 2.0, -1.0));
    let found = numbers(&s, &["f.f90", "f_hv.f90"], driver);
    assert_near(&found, &[a[0], b[0], a[1], b[1]]);
}

/// Files of a page of the book, which begin with their names, and the outputs that it shows.
struct Page {
    s: Sandbox,
    files: Vec<(&'static str, &'static str)>,
    outputs: Vec<&'static str>,
    /// Files that its `adc` commands have written.
    made: Vec<&'static str>,
}

impl Page {
    /// Runs the commands of a page.
    fn new(book: &'static str) -> Page {
        let blocks = book::blocks(book);
        let of = |language: &'static str| blocks.iter().filter(move |b| b.0 == language).map(|b| b.1);
        let named = of("fortran").filter_map(|text| Some((text.strip_prefix("! ")?.lines().next()?, text)));
        let files: Vec<(&str, &str)> = named.collect();
        let s = Sandbox::with(&files);
        let commands = book.lines().filter_map(|l| l.strip_prefix("    adc "));
        let made = commands
            .map(|c| {
                s.works(&format!("adc {c}"));
                c.rsplit(' ').next().unwrap()
            })
            .collect();
        let outputs = of("text").collect();
        Page {
            s,
            files,
            outputs,
            made,
        }
    }
}

#[test]
fn the_books_second_derivatives_work() {
    let page = Page::new(include_str!("../docs/how-to/second-order.md"));
    assert_eq!(page.made.len(), 5, "{:?}", page.made);
    // products with directions, and the nonzeros
    for k in 0..2 {
        let found = printed(&page.s, &["rosenbrock.f90", page.made[k]], page.files[k + 1].1);
        assert_eq!(found, page.outputs[k]);
    }
}

/// The runtime's modules, which the second step reads, belong to no file of the user.
#[test]
fn files_in_a_folder_may_call_libraries() {
    let text = "subroutine f(n, x, y)
          integer, intent(in) :: n
          real(8), intent(in) :: x(n)
          real(8), intent(out) :: y
          real(8), external :: ddot
          y = ddot(n, x, 1, x, 1)
        end subroutine f
";
    let s = Sandbox::with(&[("f.f90", text)]);
    std::fs::create_dir(s.path("second")).unwrap();
    s.works("adc --hessian f.f90 --head 'f(y)/(x)' -o second");
    assert!(s.path("second/f_hv.f90").exists());
}

#[test]
fn the_books_drivers_work() {
    let page = Page::new(include_str!("../docs/how-to/drivers.md"));
    let files = [&["model.f90"], page.made.as_slice()].concat();
    assert_eq!(printed(&page.s, &files, page.files[1].1), page.outputs[0]);
}

/// A recorded loop with a branch, and a call.
const CHAIN: &str = "\
subroutine chain(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: t, w(n)
   integer :: i
   t = 1
   w = 0.5d0
   do i = 1, n
      t = t*sin(x(i)) + x(i)**2*w(1)
      if (t > 0.5d0) t = sin(t)
      call mix(n, w, t)
   end do
   y = t*sum(w)
end subroutine chain
subroutine mix(n, w, t)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: w(n)
   real(8), intent(in) :: t
   integer :: i
   do i = 1, n
      w(i) = w(i)**2 + t/i
   end do
end subroutine mix
";

/// The same with BLAS.
const BLAS_CHAIN: &str = "\
subroutine chain(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: t, w(n), a(n, n)
   real(8), external :: ddot, dnrm2
   integer :: i
   a = 0.25d0
   call dger(n, n, 0.5d0, x, 1, x, 1, a, n)
   w = 0.5d0
   do i = 1, n
      call dgemv('T', n, n, x(i), a, n, x, -1, 0.5d0, w, 1)
      t = dnrm2(n, w, 1)
      call dsyr('L', n, t, w, 1, a, n)
      call dtrmv('U', 'N', 'U', n, a, n, w, 1)
      w = w/4
   end do
   call dgemm('N', 'T', n, 1, n, t, a, n, x, 1, x(2), w, n)
   y = ddot(n, w, 1, w, 1)
end subroutine chain
";

#[test]
fn products_in_many_directions_are_those_in_one() {
    let blas = [
        ("blas.f90", include_str!("blas/reference.f90")),
        ("many.f90", include_str!("../runtime-fortran/blas/adc_blas_dv.f90")),
    ];
    for (program, others) in [(CHAIN, &[][..]), (BLAS_CHAIN, &blas[..])] {
        for options in ["", " --no-opt all", " --checkpoint none --no-opt inline"] {
            products_agree(program, others, options);
        }
    }
}

fn products_agree(program: &str, others: &[(&str, &str)], options: &str) {
    let s = Sandbox::with(&[&[("f.f90", program)], others].concat());
    s.works(&format!(
        "adc --hessian f.f90 --head 'chain(y)/(x)'{options} -o f_hv.f90"
    ));
    s.works(&format!(
        "adc --hessian --vector f.f90 --head 'chain(y)/(x)'{options} --suffix-hessian _hw -o f_hw.f90"
    ));
    // both files contain a module with adjoints of BLAS
    let text = s.text("f_hw.f90");
    let renamed = text
        .replace("adc_blas_d\n", "adc_blas_w\n")
        .replace("adc_blas_d,", "adc_blas_w,");
    std::fs::write(s.path("f_hw.f90"), renamed).unwrap();
    let driver = "\
program driver
   implicit none
   integer, parameter :: n = 4, nd = 5
   real(8) :: x(n), y, yb, xb(n), xd(n), xbd(n), xbw(n), xdw(nd, n), xbdw(nd, n)
   integer :: k, i
   x = [0.3d0, 1.1d0, 0.7d0, 0.9d0]
   do k = 1, nd
      xdw(k, :) = [(cos(real(i*k, 8)), i = 1, n)]
   end do
   xdw(3, :) = 0
   yb = 1.5d0
   xbw = 7
   xbdw = 7
   call chain_hw(n, x, xdw, xbw, xbdw, y, yb, nd)
   do k = 1, nd
      xd = xdw(k, :)
      yb = 1.5d0
      call chain_hv(n, x, xd, xb, xbd, y, yb)
      print '(es24.16)', maxval(abs(xbd - xbdw(k, :)))/maxval(abs(xbdw)), maxval(abs(xb - xbw))/maxval(abs(xbw))
   end do
   print '(es24.16)', maxval(abs(xbdw))/maxval(abs(xbdw))
end program driver
";
    let names: Vec<&str> = others
        .iter()
        .map(|o| o.0)
        .chain(["f.f90", "f_hv.f90", "f_hw.f90"])
        .collect();
    let found = numbers(&s, &names, driver);
    let mut expected = vec![0.0; found.len() - 1];
    expected.push(1.0);
    assert_near(&found, &expected);
}
