//! Forms of programs at the limits of generated code: many arms, statements after the end, directives, lengths, names
//! for C.

use std::fmt::Write as _;

use crate::support::cli::Sandbox;
use crate::support::program::printed;

/// A chain of `n` arms, in a loop: by ELSE IF or by CASE.
fn arms(name: &str, kind: &str, n: usize) -> String {
    let mut out = format!(
        "subroutine {name}(k, x, y)\n integer, intent(in) :: k(3)\n real(8), intent(in) :: x\n real(8), intent(out) :: y\n real(8) :: z\n integer :: i\n y = x\n do i = 1, 3\n z = y*x\n"
    );
    match kind {
        "if" => {
            for a in 1..n {
                let word = if a > 1 { "else if" } else { "if" };
                let _ = writeln!(out, " {word} (k(i) == {a}) then\n y = z*z/{a} + y*y");
            }
            out += " else\n y = z*y\n end if\n";
        }
        "case" => {
            out += " select case (k(i))\n";
            for a in 1..=n {
                let _ = writeln!(out, " case ({a})\n y = z*z/{a} + y*y");
            }
            out += " end select\n";
        }
        _ => {}
    }
    out + " end do\nend subroutine\n"
}

/// Numbers of arms on both sides of the range of a byte.
#[test]
fn arms_of_any_number_are_told_apart() {
    let s = Sandbox::with(&[]);
    let (mut files, mut driver) = (
        vec![],
        String::from("program driver\n real(8) :: x, xb, y, yb, yp, ym\n x = 0.9d0\n"),
    );
    let all = [
        ("if", [255, 256, 257, 1000].as_slice()),
        ("case", &[255, 256, 257, 1000]),
    ];
    for (kind, sizes) in all {
        for &n in sizes {
            let name = format!("{kind}{n}");
            s.file(&format!("{name}.f90"), arms(&name, kind, n).as_bytes());
            s.works(&format!(
                "adc --reverse {name}.f90 --head '{name}(y)/(x)' -o {name}_b.f90"
            ));
            files.extend([format!("{name}.f90"), format!("{name}_b.f90")]);
            let k = format!("[1, {}, {}]", n - 1, n);
            let _ = writeln!(
                driver,
                " call {name}({k}, x + 1d-6, yp)\n call {name}({k}, x - 1d-6, ym)\n yb = 1; xb = 777\n call {name}_b({k}, x, xb, y, yb)\n if (.not. abs(xb - (yp - ym)/2d-6) < 1d-6*abs(xb) + 1d-7) print *, '{name}', xb, (yp - ym)/2d-6"
            );
        }
    }
    driver += "end program\n";
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let wrong = printed(&s, &files, &driver);
    assert!(wrong.trim().is_empty(), "{wrong}");
}

/// The generated text of one file, for both modes; it must compile.
fn generated(file: &str, text: &str, head: &str) -> [String; 2] {
    ["--tangent", "--reverse"].map(|mode| {
        let s = Sandbox::with(&[(file, text)]);
        let out = format!("out{}", &file[file.rfind('.').unwrap()..]);
        s.works(&format!("adc {mode} {file} --head '{head}' --no-opt inline -o {out}"));
        printed(&s, &[file, &out], "program driver\nend program\n");
        s.text(&out)
    })
}

/// A compiler directive must stand before a loop, and must not be copied to a loop that uses the tape.
#[test]
fn directives_stay_with_their_loops() {
    let loops = |directive: &str| {
        format!(
            "subroutine head(n, x, y)\n integer, intent(in) :: n\n real(8), intent(in) :: x(n)\n real(8), intent(out) :: y(n)\n integer :: i\n real(8) :: t\n y = x\n !{directive}\n do i = 1, n\n y(i) = y(i)*y(i)\n end do\n !{directive}\n do i = 2, n\n y(i) = y(i)*y(i-1)\n end do\n !{directive}\n do i = 1, n\n t = y(i)\n if (t > 0) t = t*x(i)\n y(i) = y(i)*t\n end do\nend subroutine\n"
        )
    };
    for directive in ["GCC$ ivdep", "GCC$ unroll 4", "GCC$ vector", "DIR$ IVDEP"] {
        for text in generated("head.f90", &loops(directive), "head(y)/(x)") {
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            for (k, line) in lines.iter().enumerate().filter(|(_, l)| l.contains("$ ")) {
                let next = lines[k + 1..].iter().find(|l| !l.starts_with('!'));
                assert!(next.is_some_and(|l| l.starts_with("do ")), "{line}:\n{text}");
            }
        }
    }
}

/// Lengths of characters: of COMMON members that another unit has to save, and of allocated variables.
#[test]
fn lengths_of_characters_are_kept() {
    let common = "\
c lengths over named constants
      subroutine head(x, y)
      real*8 x, y
      y = x
      call s(y)
      call s(y)
      end
      subroutine s(y)
      real*8 y, a
      call t(y)
      a = y*y
      call t(a)
      y = a*y
      end
      subroutine t(y)
      real*8 y, w
      integer MAX_LEN, nl
      parameter (MAX_LEN = 32, nl = MAX_LEN/2)
      character*(MAX_LEN) name, list(nl)
      character*(MAX_LEN - nl) other
      integer m(MAX_LEN)
      common /txt/ name, list, other
      common /v/ w, m
      if (name .ne. 'abc') w = y*y
      name = 'abc'
      other = name
      m(2) = m(2) + 1
      list(m(2)) = other
      y = y*w*m(2)*ichar(list(m(2))(1:1))
      end
";
    generated("head.f", common, "head(y)/(x)");
    let allocated = "\
subroutine head(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  character(len=:), allocatable :: s
  character(len=4) :: t(2)
  allocate(character(len=n + 1) :: s)
  s(:) = 'a'
  t = 'a'
  y = x*x
  if (s(1:1) == t(1)(1:1)) y = y*x
end subroutine head
";
    for text in generated("head.f90", allocated, "head(y)/(x)") {
        assert!(text.contains("allocate(character(len=n + 1) :: s)"), "{text}");
    }
}

/// The derivative of a procedure that C can call can be called by C.
#[test]
fn derivatives_of_heads_have_names_for_c() {
    let of = |bind: &str| {
        format!(
            "subroutine cost(n, x, y) {bind}\n use, intrinsic :: iso_c_binding\n integer(c_int), value :: n\n real(c_double), intent(in) :: x(n)\n real(c_double), intent(out) :: y\n y = sum(x**2)\nend subroutine\n"
        )
    };
    for (bind, tangent, adjoint) in [
        ("bind(c)", "bind(c)", "bind(c)"),
        (
            "bind(c, name='Cost')",
            "bind(c, name='Cost_d')",
            "bind(c, name='Cost_b')",
        ),
    ] {
        let [d, b] = generated("cost.f90", &of(bind), "cost(y)/(x)");
        assert!(d.contains(tangent) && b.contains(adjoint), "{d}{b}");
    }
}

/// Only the host can inquire whether a pointer is associated with an internal procedure.
#[test]
fn internal_procedures_after_pointers_of_others_are_refused() {
    let text = "\
module m
  implicit none
  abstract interface
    function fun(x) result(r)
      real(8), intent(in) :: x
      real(8) :: r
    end function
  end interface
  procedure(fun), pointer :: g => null()
contains
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    g => mine
    call other(x, y)
  contains
    function mine(x) result(r)
      real(8), intent(in) :: x
      real(8) :: r
      r = x**3
    end function
  end subroutine
  subroutine other(x, y)
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    y = x*g(x)
  end subroutine
end module
";
    let s = Sandbox::with(&[("m.f90", text)]);
    for mode in ["--tangent", "--reverse"] {
        s.fails(
            &format!("adc {mode} m.f90 --head 'head(y)/(x)' -o o.f90"),
            1,
            &["ADC0305"],
        );
    }
}
