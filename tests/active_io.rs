//! Input into variables that carry a derivative: refused or, with `--allow-active-io`, the end of that derivative.

use crate::support::cli::Sandbox;
use crate::support::program::printed;

/// The input does not depend on `x`, so that differences of values would agree.
const HEAD: &str = "\
subroutine head(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8) :: z(3)
   character(8) :: text
   z = x*x(1)
   y = z(1) + z(2)*z(3)
   read (20, *) z(1:2)
   y = y*z(1) + z(3)*z(2)
end subroutine head
";

const TANGENT: &str = "\
program driver
   real(8) :: x(3), xd(3), y, yd
   integer :: k
   x = [1d0, 2d0, 3d0]
   open (20, status='scratch')
   write (20, *) 0.25d0, 0.5d0
   do k = 1, 3
      rewind (20)
      xd = 0
      xd(k) = 1
      call head_d(x, xd, y, yd)
      print '(f8.3)', yd
   end do
end program driver
";

const ADJOINT: &str = "\
program driver
   real(8) :: x(3), xb(3), y, yb
   x = [1d0, 2d0, 3d0]
   open (20, status='scratch')
   write (20, *) 0.25d0, 0.5d0
   rewind (20)
   yb = 1
   call head_b(x, xb, y, yb)
   print '(3f8.3)', xb
end program driver
";

/// 0.25 d(z1 + z2 z3) + 0.5 dz3, by hand.
const GRADIENT: [&str; 3] = ["5.000", "0.750", "1.000"];

fn gradient(mode: &str, driver: &str) -> Vec<String> {
    let s = Sandbox::with(&[("head.f90", HEAD)]);
    let line = format!("adc {mode} head.f90 --head 'head(y)/(x)' -o");
    let refused = s.fails(&format!("{line} no.f90"), 1, &["ADC0310"]);
    assert!(refused.err.contains("--allow-active-io"), "{}", refused.err);
    let warned = s.works(&format!("{line} out.f90 --allow-active-io"));
    assert!(
        warned.err.contains("its derivative is zero after this statement"),
        "{}",
        warned.err
    );
    let text = printed(&s, &["head.f90", "out.f90"], driver);
    text.split_whitespace().map(str::to_string).collect()
}

#[test]
fn derivatives_end_where_values_are_read() {
    assert_eq!(gradient("--tangent", TANGENT), GRADIENT);
    assert_eq!(gradient("--reverse", ADJOINT), GRADIENT);
}

/// A file that is written from an active value and read back.
#[test]
fn values_that_come_back_are_refused() {
    let text = HEAD.replace("read (20,", "write (text, '(2f4.1)') z(1:2)\nread (text,");
    let s = Sandbox::with(&[("head.f90", &text)]);
    for mode in ["--tangent", "--reverse"] {
        let line = format!("adc {mode} head.f90 --head 'head(y)/(x)' -o out.f90");
        let refused = s.fails(&line, 1, &["ADC0310", "ADC0310"]);
        assert!(refused.err.contains("reads back active values"), "{}", refused.err);
        s.works(&format!("{line} --allow-active-io"));
    }
}

/// Text of passive values needs no option, unless a copy of it may contain an active one; nor does a scratch file that
/// receives no active value.
#[test]
fn text_of_passive_values() {
    let known = [
        "text = '0.25 0.5'; read (text, *) z(1:2)",
        "write (text, *) 0.25; read (text(1:8), *) z(1)",
        "write (other, *) y; text = '1'; read (text, *) z(1)",
        "open (20, status='Scratch'); write (20, *) 0.5; rewind (20); read (20, *) z(1)",
    ];
    let unknown = [
        "write (text, *) y; read (text, *) z(1)",
        "write (other, *) y; text = other; read (text, *) z(1)",
        "write (other, *) y; text = 'y ='//other(2:5); read (text, *) z(1)",
        "write (other, *) z(1)*2; call copy(other, text); read (text, *) z(1)",
        "open (20, status='scratch'); write (20, *) y; rewind (20); read (20, *) z(1)",
        "open (20, file='a'); read (20, *) z(1)",
        "open (20, status='scratch'); write (20, *) 1; close (20); open (20, file='a'); read (20, *) z(1)",
        "read (20, *) z(1)",
    ];
    let copy = "subroutine copy(a, b)\ncharacter(8) :: a, b\nb = a\nend subroutine\n";
    let head = HEAD.replace("character(8) :: text", "character(8) :: text, other");
    for statements in known.iter().chain(&unknown) {
        let text = head.replace("read (20, *) z(1:2)", statements) + copy;
        let s = Sandbox::with(&[("head.f90", &text)]);
        for mode in ["--tangent", "--reverse"] {
            let line = format!("adc {mode} head.f90 --head 'head(y)/(x)' -o out.f90");
            match known.contains(statements) {
                true => assert!(s.works(&line).err.is_empty(), "{statements}"),
                false => assert!(s.fails(&line, 1, &[]).err.contains("ADC0310"), "{statements}"),
            }
        }
    }
}
