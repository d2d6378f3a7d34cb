//! Which pointers the caller may have associated with which variables: only there `--pointers-apart` changes the code.

use crate::support::cli::Sandbox;
use crate::support::fixtures::without_header;

/// A module whose head has a loop that runs in place only if `p` and `t` share no memory.
fn model(declarations: &str, arguments: &str, first: &str, more: &str) -> String {
    format!(
        "module m
           implicit none
           type :: pair
             real(8) :: a(3), b(3)
           end type pair
           type :: holder
             real(8), pointer :: v(:) => null()
           end type holder
           {declarations}
         contains
           subroutine head(x, y{arguments}
             integer :: i
             {first}
             do i = 1, 3
               t(i) = t(i)*x(i)
               p(i) = sin(t(i))*x(i)
             end do
             y = t(1)*p(2)*t(3)
           end subroutine head
           {more}
         end module m
        "
    )
}

const PLAIN: &str = ")\nreal(8), intent(in) :: x(3)\nreal(8), intent(out) :: y\n";

/// The code of the adjoint, without the header that contains the command.
fn code(text: &str, head: &str, option: &str) -> String {
    let s = Sandbox::with(&[("m.f90", text)]);
    s.works(&format!("adc --reverse m.f90 --head 'm%{head}' {option} -o m_b.f90"));
    without_header(&s.text("m_b.f90")).to_owned()
}

/// True if the adjoint allows that variables share memory.
fn shares(text: &str, head: &str) -> bool {
    code(text, head, "") != code(text, head, "--pointers-apart")
}

const HEAD: &str = "head(y)/(x)";

#[test]
fn pointers_that_may_share_memory() {
    let target = "real(8), target :: t(3) = 1";
    let cases = [
        ("of a module", "real(8), pointer :: p(:)", target),
        ("two pointers", "real(8), pointer :: p(:)", "real(8), pointer :: t(:)"),
        (
            "another rank",
            "real(8), pointer :: p(:)",
            "real(8), target :: t(3), u(2, 3)",
        ),
        ("protected", "real(8), pointer, protected :: p(:)", target),
        ("in COMMON", "real(8), pointer :: p(:)\ncommon /c/ p", target),
    ];
    for (name, pointer, target) in cases {
        let declarations = format!("{pointer}\n{target}");
        assert!(shares(&model(&declarations, PLAIN, "", ""), HEAD), "{name}");
    }
    let dummies = ", p, t)\nreal(8), intent(in) :: x(3)\nreal(8), intent(out) :: y\nreal(8), pointer :: p(:)\n";
    for other in ["real(8), target :: t(3)", "real(8), pointer :: t(:)"] {
        let text = model("", &format!("{dummies}{other}"), "", "");
        assert!(shares(&text, "head(y)/(x, p, t)"), "{other}");
    }
    // private, but a procedure associates it with an argument
    let set = "subroutine set(a)\nreal(8), target :: a(:)\np => a\nend subroutine set";
    let text = model(&format!("real(8), pointer, private :: p(:)\n{target}"), PLAIN, "", set);
    assert!(shares(&text, HEAD), "private");
    // set after it was used, or only sometimes
    let declarations = format!("real(8), pointer :: p(:)\n{target}\nreal(8), target :: other(3)");
    for first in [
        "p(1) = 2\nnullify (p)\np => other",
        "if (x(1) > 0) p => other",
        "call below(x(1))",
    ] {
        let below =
            "subroutine below(a)\nreal(8), intent(in) :: a\nif (a > 0) return\np => other\nend subroutine below";
        assert!(shares(&model(&declarations, PLAIN, first, below), HEAD), "{first}");
    }
}

#[test]
fn pointers_that_share_no_memory() {
    let target = "real(8), target :: t(3) = 1";
    let cases = [
        ("no target", "real(8), pointer :: p(:)", "real(8) :: t(3) = 1"),
        (
            "another kind",
            "real(8), pointer :: p(:)",
            "real(4), target :: t(3) = 1",
        ),
        (
            "allocatable",
            "real(8), pointer :: p(:)",
            "real(8), allocatable :: t(:)",
        ),
        ("private", "real(8), pointer, private :: p(:)", target),
        (
            "both private",
            "real(8), pointer, private :: p(:)",
            "real(8), target, private :: t(3)",
        ),
    ];
    for (name, pointer, target) in cases {
        let declarations = format!("{pointer}\n{target}");
        assert!(!shares(&model(&declarations, PLAIN, "", ""), HEAD), "{name}");
    }
    let declarations = format!("real(8), pointer :: p(:)\n{target}\nreal(8), target :: other(3)");
    for first in ["p => other", "allocate (p(3))\np = 0", "call below()"] {
        let below = "subroutine below()\np => other\nend subroutine below";
        assert!(!shares(&model(&declarations, PLAIN, first, below), HEAD), "{first}");
    }
    // the main program is the only caller, and associates them
    let main = "program main\nuse m\nreal(8) :: x(3), y\np => other\nx = 1\ncall head(x, y)\nend program main\n";
    let text = model(&declarations, PLAIN, "", "") + main;
    assert!(!shares(&text, HEAD), "main program");
}

/// The command is kept in the header, and the assumption is told.
#[test]
fn what_is_assumed_is_told() {
    let text = model("real(8), pointer :: p(:)\nreal(8), target :: t(3) = 1", PLAIN, "", "");
    let s = Sandbox::with(&[("m.f90", &text)]);
    let command = "adc --reverse m.f90 --head 'm%head(y)/(x)' -o m_b.f90";
    assert!(!s.works(command).err.contains("ADC0331"));
    let told = s.works(&format!("{command} --pointers-apart")).err;
    assert!(
        told.contains("ADC0331") && told.contains("`p` is assumed to share no memory with `t`"),
        "{told}"
    );
    assert!(s.text("m_b.f90").contains("--pointers-apart"));
}

/// An active target without a shadow among the arguments could not be associated with.
#[test]
fn targets_without_shadows_are_refused() {
    let arguments = ", t)\nreal(8), intent(in) :: x(3)\nreal(8), intent(out) :: y\nreal(8), target :: t(3)";
    let text = model("real(8), pointer :: p(:)", arguments, "", "");
    let s = Sandbox::with(&[("m.f90", &text)]);
    let command = |head: &str| format!("adc --reverse m.f90 --head 'm%{head}' -o m_b.f90");
    let told = s.fails(&command("head(y)/(x)"), 1, &["ADC0309"]).err;
    assert!(
        told.contains("name `t` as an independent") && told.contains("--pointers-apart"),
        "{told}"
    );
    s.works(&command("head(y)/(x, t)"));
    s.works(&(command("head(y)/(x)") + " --pointers-apart"));
}

/// Seeds in objects that may be zeroed by another name keep their values; in arrays of objects, that is refused.
#[test]
fn seeds_in_objects_are_kept() {
    let arguments = |shape: &str| {
        format!(", t, h)\nreal(8), intent(in) :: x(3)\nreal(8), intent(out) :: y\nreal(8), target :: t(3)\ntype(holder) :: h{shape}")
    };
    let declarations = "real(8), pointer :: p(:)";
    let head = "head(y)/(t, h)";
    let command = format!("adc --tangent m.f90 --head 'm%{head}' -o m_d.f90");
    let with =
        |shape: &str, first: &str| Sandbox::with(&[("m.f90", &model(declarations, &arguments(shape), first, ""))]);
    let s = with("", "h%v = h%v*t(1)\nt(2) = h%v(1)");
    s.works(&command);
    assert!(s.text("m_d.f90").contains("= hd%v"), "{}", s.text("m_d.f90"));
    let s = with("(2)", "h(1)%v = h(2)%v*t(1)\nt(2) = h(1)%v(1)");
    let told = s.fails(&command, 1, &["ADC0309"]).err;
    assert!(told.contains("pointers may refer to parts of `h`"), "{told}");
}
