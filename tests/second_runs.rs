//! Statements that the adjoint may repeat, and statements that it cannot record then.

use crate::support::cli::Sandbox;

#[track_caller]
fn refused(text: &str, code: &str, what: &str) {
    let s = Sandbox::with(&[("head.f90", text)]);
    let outcome = s.fails("adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90", 1, &[code]);
    assert!(outcome.err.contains(what), "{}", outcome.err);
}

/// Also in the head, if a directive asks for it, and through other procedures.
#[test]
fn what_is_no_second_time_the_same_is_refused() {
    let head = |directive: &str, statements: &str| {
        format!(
            "subroutine head(x, y)
               real(8) :: x, y
               real(4) :: r
               y = x
               !$adc {directive}
               do i = 1, 4
                 {statements}
                 y = y*r*y
               end do
             end subroutine
             subroutine noise(r)
               real(4) :: r
               call draw(r)
             end subroutine
             subroutine draw(r)
               real(4) :: r
               call random_number(r)
             end subroutine
             subroutine below(y)
               real(8) :: y
               real(4) :: s
               s = secnds(0.0)
               y = y*s*y
             end subroutine
            "
        )
    };
    refused(&head("binomial-ckp 2", "call noise(r)"), "ADC0307", "`noise`");
    refused(&head("fixed-point", "r = rand(0)"), "ADC0307", "`rand`");
    refused(&head("ii-loop", "read *, r"), "ADC0307", "this input");
    refused(&head("ii-loop", "call below(y)"), "ADC0307", "`secnds`");
    for statement in ["call noise(r)", "call below(y)"] {
        let s = Sandbox::with(&[("head.f90", &head("nocheckpoint", statement))]);
        s.works("adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90");
    }
}

/// Files are opened for output once: a statement that passes on a unit number must run only once.
#[test]
fn numbers_of_units_that_are_given_away() {
    let head = |lun: &str| {
        format!(
            "module m
               integer :: shared
             contains
               subroutine inner(y)
                 real(8) :: y
                 integer :: own
                 open (newunit={lun}, status='scratch')
                 write ({lun}, *) y
                 y = y*y
               end subroutine
             end module
             subroutine head(x, y)
               use m
               real(8) :: x, y
               y = x
               call inner(y)
             end subroutine
            "
        )
    };
    let s = Sandbox::with(&[("head.f90", &head("shared"))]);
    s.works("adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90");
    let text = s.text("head_b.f90");
    assert_eq!(
        (text.matches("open (").count(), text.matches("call inner_fwd(").count()),
        (1, 1),
        "{text}"
    );
    let s = Sandbox::with(&[("head.f90", &head("own"))]);
    s.works("adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90");
    assert!(!s.text("head_b.f90").contains("open ("));
}

/// If only callers know the size of a value that a procedure would record, the procedure is not split, even on request.
#[test]
fn what_only_callers_can_record_is_not_split() {
    let text = "
        subroutine head(x, v, y)
          real(8) :: x(3), v, y, u(3)
          u = x
          y = u(1)*u(2)*u(3)
          call foo(3, u, v, y)
          y = y*u(1)*u(2)
        end subroutine
        subroutine foo(n, u, v, y)
          integer :: n
          real(8) :: u(*), v, y
          !$adc checkpoint
          call bar(n, u)
          y = sin(v)*v*y + u(1)
        end subroutine
        subroutine bar(n, u)
          integer :: n
          real(8) :: u(n)
          u = 2*u
        end subroutine
        ";
    let s = Sandbox::with(&[("head.f90", text)]);
    s.works("adc --reverse head.f90 --head 'head(y)/(x, v)' -o joint.f90");
    s.works("adc --reverse head.f90 --head 'head(y)/(x, v)' --checkpoint none -o split.f90");
    assert!(s.text("split.f90").contains("foo_b(") && !s.text("split.f90").contains("foo_fwd("));
}
