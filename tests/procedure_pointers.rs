//! Procedure pointers whose targets have no name at the call.

use crate::support::cli::Sandbox;

/// Only its host can name an internal procedure.
#[test]
fn internal_procedures_of_others_are_refused() {
    let text = "
        module m
          implicit none
          type op
            procedure(apply), nopass, pointer :: f => null()
          end type
          abstract interface
            subroutine apply(x, y)
              real(8), intent(in) :: x
              real(8), intent(inout) :: y
            end subroutine
          end interface
        contains
          subroutine head(o, x, y)
            type(op), intent(in) :: o
            real(8), intent(in) :: x
            real(8), intent(inout) :: y
            call o%f(x, y)
          end subroutine
          subroutine other(y)
            real(8) :: y
            type(op) :: o
            o%f => inner
            call head(o, 1d0, y)
          contains
            subroutine inner(x, y)
              real(8), intent(in) :: x
              real(8), intent(inout) :: y
              y = y*x
            end subroutine
          end subroutine
          subroutine inside(x, y)
            real(8), intent(in) :: x
            real(8), intent(inout) :: y
            procedure(apply), pointer :: p
            p => own
            call p(x, y)
          contains
            subroutine own(x, y)
              real(8), intent(in) :: x
              real(8), intent(inout) :: y
              y = y*x
            end subroutine
          end subroutine
        end module
        ";
    let s = Sandbox::with(&[("m.f90", text)]);
    for mode in ["--tangent", "--reverse"] {
        let line = |head: &str| format!("adc {mode} m.f90 --head '{head}(y)/(x, y)' -o out.f90");
        s.fails(&line("head"), 1, &["ADC0305"]);
        s.works(&line("inside"));
    }
}
