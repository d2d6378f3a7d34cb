//! `adc check`: its verdicts, its exit status, and the places that it names.

use crate::support::cli::Sandbox;
use crate::support::json;

/// A head with one input and one output.
pub const COST: &str = "\
subroutine cost(n, x, y)
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   integer :: i
   y = 0
   do i = 1, n
      y = y + exp(x(i))*x(n + 1 - i)
   end do
end subroutine cost
";

pub const HEAD: &str = "--head 'cost(y)/(x)'";

#[test]
fn right_derivatives_are_accepted() {
    let s = Sandbox::with(&[("cost.f90", COST), ("inputs.nml", "&a n = 3, x = 0.1, 2*0.5 /\n")]);
    let out = s.works(&format!("adc check cost.f90 {HEAD}")).out;
    for part in [
        "assumed: n = 4",
        "Taylor",
        "dot product",
        "tape empty",
        "verdict: machine precision",
    ] {
        assert!(out.contains(part), "{out}");
    }
    let out = s
        .works(&format!("adc check cost.f90 {HEAD} --inputs inputs.nml --json"))
        .out;
    json::check(out.trim()).unwrap();
    assert!(
        out.contains("\"notes\":[]") && out.contains("\"verdict\":\"machine precision\""),
        "{out}"
    );
    let names: Vec<String> = s.contents().into_keys().collect();
    assert_eq!(names, ["cost.f90", "inputs.nml"], "a check leaves nothing behind");
}

/// Sources may be given before those whose modules they use, also where a module is written again.
#[test]
fn sources_in_any_order() {
    let base = "module base\n   implicit none\n   real(8) :: gain = 2.0d0\nend module base\n";
    let hidden = "\
module middle
   use base
   implicit none
   real(8), private :: kept = 1.0d0
contains
   subroutine step(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      kept = gain*sin(x)
      y = kept**2
   end subroutine step
end module middle
";
    let top = "\
subroutine top(x, y)
   use middle
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8) :: t
   call step(x, t)
   call step(t, y)
end subroutine top
";
    for middle in [hidden.to_string(), hidden.replace(", private", "")] {
        let s = Sandbox::with(&[("base.f90", base), ("middle.f90", &middle), ("top.f90", top)]);
        for order in [
            "base middle top",
            "top middle base",
            "middle top base",
            "top base middle",
        ] {
            let files: Vec<String> = order.split(' ').map(|f| format!("{f}.f90")).collect();
            let out = s
                .works(&format!("adc check {} --head 'top(y)/(x)'", files.join(" ")))
                .out;
            assert!(out.contains("verdict: machine precision"), "{order}: {out}");
        }
    }
}

/// Derivatives of the first call, which begins with the initial values, are compared with differences of it.
#[test]
fn procedures_that_keep_state() {
    let model = "\
subroutine top(n, x, y)
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: t
   integer :: i
   y = 0
   do i = 1, n
      call step(x(i), t)
      y = y + t
   end do
end subroutine top
subroutine step(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8), save :: memory = 0.0d0
   memory = 0.5d0*memory + sin(x)
   y = memory**2
end subroutine step
";
    let s = Sandbox::with(&[("top.f90", model)]);
    let out = s.works("adc check top.f90 --head 'top(y)/(x)'").out;
    assert!(
        out.contains("the head keeps state") && out.contains("verdict: machine precision"),
        "{out}"
    );
}

/// Arguments of a module procedure, a module variable, COMMON, a component and single precision in one head.
#[test]
fn all_storage() {
    let model = "\
module model
   implicit none
   type settings
      integer :: m
      real(8) :: rate
      real(8), allocatable :: table(:)
   end type settings
   real(8) :: total
contains
   subroutine run(s, x, z, r)
      type(settings), intent(in) :: s
      real(8), intent(inout) :: x(:, :)
      complex(8), intent(in) :: z
      real(4), intent(out) :: r(s%m)
      real(8) :: a(3)
      common /blk/ a
      total = sum(s%table)*s%rate + real(z*z)
      x = x*total
      r = real(a(2)*x(1, 1))
   end subroutine run
end module model
";
    let s = Sandbox::with(&[("model.f90", model)]);
    let head = "--head 'run(x, r, model%total)/(x, z, s%rate, s%table, blk%a)'";
    let out = s
        .works(&format!(
            "adc check model.f90 {head} --set s%m=4 --shape x=2,3 --shape s%table=0:2"
        ))
        .out;
    for part in ["x by s%table", "r by blk%a", "model%total by z"] {
        assert!(out.contains(part), "{out}");
    }
}

pub const CELLS: &str = "\
module cells
   implicit none
   type cell
      real(8), allocatable :: q(:)
      real(8) :: w
   end type cell
   type grid
      type(cell), allocatable :: cells(:, :)
   end type grid
   real(8), allocatable :: table(:)
   real(8) :: unused
end module cells
";

pub const FLUX: &str = "\
subroutine flux(g, p, x, y)
   use cells
   implicit none
   type(grid), intent(in) :: g
   type(cell), intent(inout) :: p(:)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   integer :: i, j
   y = 0
   do j = 1, size(g%cells, 2)
      do i = 1, size(g%cells, 1)
         y = y + i*sum(g%cells(i, j)%q**2)*x + j*g%cells(i, j)%w*sin(x)*table(lbound(table, 1) + mod(i, size(table)))
      end do
   end do
   p%w = p%w*y
end subroutine flux
";

/// Arrays of objects with allocatable components, and an allocatable of a module that carries no derivative.
#[test]
fn arrays_of_objects() {
    let s = Sandbox::with(&[("cells.f90", CELLS), ("flux.f90", FLUX)]);
    let head = "--head 'flux(y,p%w)/(x,g%cells%q,g%cells%w,p%w)'";
    let command = format!("adc check cells.f90 flux.f90 {head} --shape g%cells=2,3 --shape g%cells%q=0:1 --shape p=2");
    let out = s.line(&command);
    assert!(
        out.out
            .contains("not allocated, but used by the head or what it calls: cells%table"),
        "{out:?}"
    );
    let out = s
        .works(&format!("{command} --shape cells%table=3 --tangent --reverse --vector"))
        .out;
    for part in [
        "y by g%cells%q",
        "p%w by p%w",
        "tangent, 8",
        "verdict: machine precision",
    ] {
        assert!(out.contains(part), "{out}");
    }
    let values = "--set g%cells%w=1,2,3,4,5,6 --set g%cells%q=7";
    let out = s
        .works(&format!("{command} --shape cells%table=3 {values} --hessian"))
        .out;
    assert!(out.contains("(g%cells%q)' by x"), "{out}");
    let wrong = format!("{command} --shape cells%table=3 --set g%cells%w=1,2,3");
    let outcome = s.fails(&wrong, 1, &["ADC0507"]);
    assert!(outcome.err.contains("has 6 elements, but 3 values"), "{outcome:?}");
}

/// The extents of what a head allocates are those of its weights.
#[test]
fn allocated_by_the_head() {
    let model = "\
module made
   implicit none
   real(8), allocatable :: history(:)
contains
   subroutine make(n, a, b)
      integer, intent(in) :: n
      real(8), allocatable, intent(in) :: a(:)
      real(8), allocatable, intent(out) :: b(:)
      allocate (b(0:n))
      b = 2*a(1)**2
      if (.not. allocated(history)) allocate (history(n))
      history = b(1)*a(2)
   end subroutine make
end module made
";
    let s = Sandbox::with(&[("made.f90", model)]);
    let out = s
        .works("adc check made.f90 --head 'make(b,made%history)/(a)' --set n=7 --tangent --reverse --vector --hessian")
        .out;
    assert!(out.contains("verdict: machine precision"), "{out}");
}

/// Derivatives for many directions, second derivatives and Jacobians of arguments, modules, COMMON and components.
#[test]
fn other_derivatives() {
    let model = "\
module model
   implicit none
   type settings
      real(8) :: rate
   end type settings
   real(8) :: total, k = 2
contains
   subroutine run(s, n, x, z)
      type(settings), intent(in) :: s
      integer, intent(in) :: n
      real(8), intent(inout) :: x(n)
      complex(8), intent(in) :: z
      real(8) :: a(3)
      common /blk/ a
      total = sum(x**2)*s%rate*k + real(z*z*a(2))
      x = x*total**2
   end subroutine run
   function cube(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
      y = x**3
   end function cube
end module model
";
    let s = Sandbox::with(&[("model.f90", model), ("cost.f90", COST)]);
    let head = "--head 'run(x, model%total)/(x, z, s%rate, blk%a, model%k)'";
    let out = s
        .works(&format!(
            "adc check model.f90 {head} --tangent --reverse --hessian --vector"
        ))
        .out;
    for part in [
        "tangent, 3",
        "adjoint, 8",
        "(blk%a)' by z",
        "u, H v",
        "Hessian, 8",
        "verdict: machine precision",
    ] {
        assert!(out.contains(part), "{out}");
    }
    for form in ["dense", "sparse"] {
        let out = s.works(&format!("adc check cost.f90 {HEAD} --jacobian={form}")).out;
        assert!(out.contains("Jacobian      y by x"), "{out}");
    }
    s.works("adc check model.f90 --head 'cube(cube)/(x)' --hessian --jacobian --vector");
    let flat = "subroutine f(x, y)\nreal(8) :: x, y\ny = int(x)\nend subroutine\n";
    s.file("flat.f90", flat.as_bytes());
    let outcome = s.line("adc check -q flat.f90 --head 'f(y)/(x)' --hessian --jacobian --vector");
    assert!(
        outcome.status == 1 && outcome.out.contains("verdict: not compared"),
        "{outcome:?}"
    );
}

/// A derivative for many directions that is wrong in one of them is found, also where a Jacobian calls it.
#[test]
fn wrong_columns_are_found() {
    let head = "\
subroutine head(x, y)
   real(8) :: x(2), y(2)
   y = x**2
   call scale(x, y)
end subroutine head
";
    let by_hand = "\
subroutine scale(x, y)
   real(8) :: x(2), y(2)
   y = 3*x*y
end subroutine scale
subroutine scale_d(x, xd, y, yd)
   real(8) :: x(2), xd(2), y(2), yd(2)
   yd = 3*(xd*y + x*yd)
   y = 3*x*y
end subroutine scale_d
subroutine scale_dv(x, xd, y, yd, nd)
   integer :: nd, k
   real(8) :: x(2), xd(nd, 2), y(2), yd(nd, 2)
   do k = 1, nd
      yd(k, :) = 3*(xd(k, :)*y + x*yd(k, :))
   end do
   y = 3*x*y
end subroutine scale_dv
";
    let described = "[scale]\narguments = [\"x\", \"y\"]\nwrites = [\"y\"]\nvector-tangent = \"scale_dv\"\n";
    let s = Sandbox::with(&[("head.f90", head), ("scale.f90", by_hand), ("scale.toml", described)]);
    let check =
        |mode: &str| format!("adc check -q head.f90 --head 'head(y)/(x)' --external scale.toml {mode} -- scale.f90");
    s.works(&check("--tangent --vector"));
    s.works(&check("--jacobian"));
    let wrong = by_hand.replace(
        "   y = 3*x*y\nend subroutine scale_dv",
        "   yd(nd, 2) = 2*yd(nd, 2)\n   y = 3*x*y\nend subroutine scale_dv",
    );
    s.file("scale.f90", wrong.as_bytes());
    for (mode, row) in [
        ("--tangent --vector", "columns       tangent, 3"),
        ("--jacobian", "Jacobian      y by x"),
    ] {
        let outcome = s.line(&check(mode));
        let line = outcome.out.lines().find(|l| l.contains(row)).unwrap_or_default();
        assert!(outcome.status == 1 && line.ends_with("failed"), "{outcome:?}");
    }
}

/// The exit status is 1 if nothing is compared, and the result says why.
#[test]
fn nothing_compared_is_no_success() {
    let flat = "subroutine f(x, y)\nreal(8) :: x, y\ny = int(x)\nend subroutine\n";
    let root = "subroutine f(x, y)\nreal(8) :: x, y\ny = sqrt(x - 10)\nend subroutine\n";
    let s = Sandbox::with(&[("flat.f90", flat), ("root.f90", root)]);
    for (file, note) in [("flat.f90", "the derivative is zero"), ("root.f90", "is not finite")] {
        let outcome = s.line(&format!("adc check -q {file} --head 'f(y)/(x)'"));
        assert_eq!(outcome.status, 1, "{outcome:?}");
        assert!(
            outcome.out.contains("verdict: not compared") && outcome.out.contains(note),
            "{outcome:?}"
        );
    }
    s.works("adc check root.f90 --head 'f(y)/(x)' --range x=11:12");
}

/// A fault in a file of the user is found, and its line is named; in the tangent, in the adjoint, and if it is missing.
#[test]
fn faults_are_named() {
    let s = Sandbox::with(&[("cost.f90", COST)]);
    s.works(&format!("adc --tangent --reverse cost.f90 {HEAD} -o made/"));
    let files = ["made/cost_d.f90", "made/cost_b.f90"];
    let given = files.map(|f| format!("--derivative {f}")).join(" ");
    let check = format!("adc check -q cost.f90 {HEAD} {given}");
    s.works(&check);
    for (file, target) in [(files[0], "yd = yd + "), (files[1], "xb(i) = ")] {
        let text = s.text(file);
        let at = text.lines().position(|l| l.contains(target)).unwrap();
        let line = text.lines().nth(at).unwrap();
        let wrong = line.replacen("= ", "= 2*", 1);
        s.file(file, text.replace(line, &wrong).as_bytes());
        let outcome = s.line(&check);
        assert_eq!(outcome.status, 1, "{outcome:?}");
        let place = format!("the first fault: {file}:{}: ", at + 1);
        assert!(outcome.out.contains(&place), "{place}\n{}", outcome.out);
        assert!(
            outcome.out.contains("it belongs to cost.f90:8: y = y + "),
            "{}",
            outcome.out
        );
        s.file(file, text.replace(line, "").as_bytes());
        let out = s.line(&check).out;
        assert!(out.contains("is missing") && out.contains(target.trim()), "{out}");
        s.file(file, text.as_bytes());
    }
}

/// A wrong argument is a fault of the call, not of the statements that it makes wrong.
#[test]
fn faults_of_arguments_are_named() {
    let model = "\
subroutine f(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8), external :: g
   y = 3*g(x)
end subroutine f
function g(x)
   real(8), intent(in) :: x
   real(8) :: g
   g = sin(x)*x
end function g
";
    let s = Sandbox::with(&[("model.f90", model)]);
    let head = "--head 'f(y)/(x)'";
    s.works(&format!("adc --tangent -q model.f90 {head} -o model_d.f90"));
    let text = s.text("model_d.f90");
    let calls = |l: &&str| l.contains("g_d(x, xd") && !l.contains("function");
    let line = text.lines().find(calls).expect(&text);
    let at = text.lines().position(|l| l == line).unwrap();
    s.file(
        "model_d.f90",
        text.replace(line, &line.replace("xd", "2*xd")).as_bytes(),
    );
    let out = s
        .line(&format!(
            "adc check -q --tangent model.f90 {head} --derivative model_d.f90"
        ))
        .out;
    assert!(
        out.contains(&format!("the first fault: model_d.f90:{}: ", at + 1)),
        "{out}"
    );
}

/// Files of the user with other derivatives are checked beside those that adc makes, and faults in them are named.
#[test]
fn faults_in_other_derivatives_are_named() {
    let s = Sandbox::with(&[("cost.f90", COST)]);
    let cases = [
        (
            "--hessian",
            "cost_hv.f90",
            "xbd(i) = ",
            "made by adc, and in none of your files: first derivatives",
        ),
        (
            "--jacobian",
            "cost_j.f90",
            "y_x(i) = ",
            "made by adc, and in none of your files: first derivatives",
        ),
        ("--tangent --vector", "cost_dv.f90", "yd(dir) = ", "made by adc"),
    ];
    for (modes, file, target, note) in cases {
        s.works(&format!("adc {modes} cost.f90 {HEAD} -o {file}"));
        let check = format!("adc check -q {modes} cost.f90 {HEAD} --derivative {file}");
        let out = s.works(&check).out;
        assert!(out.contains(note), "{out}");
        let text = s.text(file);
        let (at, line) = text
            .lines()
            .enumerate()
            .filter(|(_, l)| l.contains(target))
            .last()
            .expect(&text);
        let wrong = line.replacen("= ", "= 2*", 1);
        s.file(file, text.replace(line, &wrong).as_bytes());
        let outcome = s.line(&check);
        assert_eq!(outcome.status, 1, "{outcome:?}");
        let place = format!("the first fault: {file}:{}: ", at + 1);
        assert!(outcome.out.contains(&place), "{place}\n{}\n{text}", outcome.out);
    }
}

/// Faults are named where a variable has the name of an intrinsic function, and in a module that is written again where
/// the head and its derivatives share a procedure.
#[test]
fn faults_in_shared_procedures_are_named() {
    let model = "\
module model
   implicit none
   private
   public :: f
   real(8) :: k = 1
contains
   subroutine f(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      integer :: sum
      namelist /group/ sum
      sum = 1
      call setup()
      y = dot_product(x, x)*k + x(sum)
   end subroutine f
   subroutine setup()
      k = 0.25d0
   end subroutine setup
end module model
";
    let s = Sandbox::with(&[("model.f90", model)]);
    let head = "--head 'f(y)/(x)'";
    s.works(&format!("adc --tangent --reverse -q model.f90 {head} -o made/"));
    let file = "made/model.f90";
    let text = s.text(file);
    let check = format!("adc check -q model.f90 {head} --derivative {file}");
    let out = s.works(&check).out;
    assert!(out.contains("values        primal"), "{out}");
    for (line, wrong) in [("k = 0.25d0", "k = 0.75d0"), ("yd = k*", "yd = 2*k*")] {
        let at = text.lines().position(|l| l.trim().starts_with(line)).unwrap();
        let changed: Vec<String> = text
            .lines()
            .enumerate()
            .map(|(k, l)| {
                if k == at {
                    l.replacen(line, wrong, 1)
                } else {
                    l.to_string()
                }
            })
            .collect();
        s.file(file, (changed.join("\n") + "\n").as_bytes());
        let outcome = s.line(&check);
        let place = format!("the first fault: {file}:{}: ", at + 1);
        assert!(
            outcome.status == 1 && outcome.out.contains(&place),
            "{place}\n{outcome:?}"
        );
    }
}

/// Several heads are checked one by one; an input may be one of the second.
#[test]
fn several_heads() {
    let other = "subroutine other(k, x, y)\ninteger :: k\nreal(8) :: x(k), y\ny = sum(x**2)\nend subroutine\n";
    let s = Sandbox::with(&[("cost.f90", COST), ("other.f90", other)]);
    let command = format!("adc check cost.f90 other.f90 {HEAD} --head 'other(y)/(x)' --set k=3 --json");
    let out = s.works(&command).out;
    json::check(out.trim()).unwrap();
    assert!(
        out.contains("\"head\":\"cost\"") && out.contains("\"head\":\"other\""),
        "{out}"
    );
}

#[test]
fn inputs_without_a_variable_are_refused() {
    let s = Sandbox::with(&[("cost.f90", COST)]);
    let cases = [
        ("--set m=3", 1, "ADC0507", "`m`"),
        ("--range x=2:1", 2, "ADC0504", "--range x=2:1"),
        ("--vector --jacobian", 2, "ADC0504", "not for Jacobians"),
        ("--hessian=sparse", 2, "ADC0504", "does not check sparse Hessians"),
        (
            "--hessian --vector --derivative cost_d.f90",
            2,
            "ADC0504",
            "leave out `--vector`",
        ),
        (
            "--jacobian --derivative cost.f90",
            1,
            "ADC0507",
            "no file of `--derivative` defines `cost_d`, `cost_j`",
        ),
        ("--set n=3 --set x=1,2", 1, "ADC0507", "2 values"),
        ("--fc no_such_compiler", 1, "ADC0507", "no_such_compiler"),
    ];
    for (option, status, code, part) in cases {
        let outcome = s.fails(&format!("adc check cost.f90 {HEAD} {option}"), status, &[code]);
        assert!(outcome.err.contains(part), "{outcome:?}");
    }
    // what the head makes impossible is told at its first line
    let procedure = "subroutine f(g, x, y)\n  external g\n  real(8) :: g, x, y\n  y = g(x)\nend subroutine f\n";
    s.file("f.f90", procedure.as_bytes());
    let err = s.fails("adc check f.f90 --head 'f(y)/(x)'", 1, &["ADC0507"]).err;
    assert!(
        err.contains("f.f90:1:1") && err.contains("subroutine f(g, x, y)"),
        "{err}"
    );
}
