//! A program from a seed: pointers to allocatable variables that are deallocated, allocated again, moved and assigned,
//! in straight-line code, loops, branches and procedures; values are read and written through both names.

use crate::random::rng::Rng;

/// Names and declarations in the program of a seed.
struct Names {
    /// The allocatable variable.
    target: &'static str,
    pointer: &'static str,
    module: &'static str,
    local: &'static str,
}

const NAMES: &[Names] = &[
    Names {
        target: "a",
        pointer: "q",
        module: "",
        local: "real(8), allocatable, target :: a(:)\nreal(8), pointer :: q(:)",
    },
    Names {
        target: "a",
        pointer: "mq",
        module: "real(8), pointer :: mq(:)",
        local: "real(8), allocatable, target :: a(:)",
    },
    Names {
        target: "ma",
        pointer: "q",
        module: "real(8), allocatable, target :: ma(:)",
        local: "real(8), pointer :: q(:)",
    },
    Names {
        target: "ma",
        pointer: "mq",
        module: "real(8), allocatable, target :: ma(:)\nreal(8), pointer :: mq(:)",
        local: "",
    },
    Names {
        target: "r%a",
        pointer: "q",
        module: "type record\nreal(8), allocatable :: a(:)\nend type",
        local: "type(record), target :: r\nreal(8), pointer :: q(:)",
    },
    Names {
        target: "a",
        pointer: "r%q",
        module: "type record\nreal(8), pointer :: q(:)\nend type",
        local: "real(8), allocatable, target :: a(:)\ntype(record) :: r",
    },
];

const PROCEDURES: &str = "subroutine anew(A, n)
real(8), allocatable, target, intent(inout) :: A(:)
integer, intent(in) :: n
if (allocated(A)) deallocate (A)
allocate (A(n))
A = 0.25d0
end subroutine
subroutine uses(v, x, y)
real(8), intent(in) :: v(:), x(6)
real(8), intent(inout) :: y
y = 0.6d0*y + sum(v*x(:size(v))**2)
end subroutine
subroutine follows(p, x, y)
real(8), pointer, intent(in) :: p(:)
real(8), intent(in) :: x(6)
real(8), intent(inout) :: y
y = 0.7d0*y*p(lbound(p, 1)) + x(size(p))**2
end subroutine
";

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0x00F4_EED5);
    let names = &NAMES[rng.below(NAMES.len())];
    let mut body: Vec<String> = vec!["allocate (A(3))".into(), "A = 0.3d0".into(), "Q => A".into()];
    let frees = rng.chance(30);
    for _ in 0..rng.range(3, 7) {
        event(&mut rng, &mut body, true, frees);
    }
    // a local variable ends with the procedure, a global one is allocated again by a second call
    if frees || names.target == "ma" {
        body.push("if (allocated(A)) deallocate (A)".into());
    }
    if rng.chance(30) {
        body.push("y = y*x(2)".into());
    }
    let named = |text: &str| text.replace('A', names.target).replace('Q', names.pointer);
    let body = named(&body.join("\n"));
    let moved = match body.contains("move_alloc") {
        true => "real(8), allocatable, target :: b(:)\n",
        false => "",
    };
    let local = names.local;
    format!(
        "! combination {seed}
! head: head(y)/(x)
! module m
! arg x real8(6)
! arg y real8
module m
implicit none
{module}
contains
{procedures}subroutine head(x, y)
real(8), intent(in) :: x(6)
real(8), intent(out) :: y
{local}
{moved}integer :: i, k
y = x(6)
{body}
end subroutine
end module
",
        module = names.module,
        procedures = PROCEDURES.replace('A', "v").replace('Q', "p"),
    )
}

/// Adds a few statements. `outer`: they may have blocks; `frees`: they may free memory.
fn event(rng: &mut Rng, out: &mut Vec<String>, outer: bool, frees: bool) {
    let n = rng.range(2, 5);
    let k = rng.range(1, 5);
    match rng.below(if outer { 14 } else { 11 }) {
        0 => out.push("Q => A".into()),
        1 => out.push("Q => A(2:)".into()),
        2 => out.push(format!("y = y*0.5d0 + sum(Q*x(:size(Q))**2)*x({k})")),
        3 => out.push(format!("y = y*x({k}) + Q(1)*x({k})**2")),
        4 => out.push("call uses(Q, x, y)".into()),
        5 => out.push("call follows(Q, x, y)".into()),
        6 => out.push(format!("y = y*x({k}) + sum(A*x(:size(A))**2)")),
        7 => out.push(format!("{}({}) = 0.1d0*{n}", rng.pick(&["A", "Q"]), rng.range(1, 2))),
        8 if frees => out.extend([
            "deallocate (A)".to_string(),
            format!("allocate (A({n}))"),
            "A = 0.2d0".into(),
            "Q => A".into(),
        ]),
        9 if frees => out.extend([format!("call anew(A, {n})"), "Q => A".into()]),
        8..=10 => out.push("y = y + Q(1)".into()),
        11 if frees => match rng.below(3) {
            0 => out.extend([
                format!("allocate (b({n}))"),
                "b = 0.4d0".into(),
                "Q => b".into(),
                "call move_alloc(b, A)".into(),
            ]),
            1 => out.extend([format!("A = [(0.1d0*i, i = 1, {n})]"), "Q => A".into()]),
            _ => out.push("A = 2*A".into()),
        },
        11 => out.push("Q = 2*Q".into()),
        12 => {
            out.push("do k = 1, 3".into());
            event(rng, out, false, frees);
            event(rng, out, false, frees);
            out.push("end do".into());
        }
        _ => {
            out.push(format!("if (x({k}) > 0.9d0) then"));
            event(rng, out, false, frees);
            out.push("end if".into());
        }
    }
}
