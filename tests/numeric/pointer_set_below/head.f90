! A procedure that says what its caller's pointer points to.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
  implicit none
  real(8), pointer :: q(:)
contains
  subroutine choose(a, b, p)
    real(8), target :: a(:), b(:)
    real(8), pointer :: p(:)
    if (sum(a) > 100d0) then
      p => a
    else
      p => b
    end if
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), target :: a(4), b(4)
    real(8), pointer :: p(:)
    a = x
    b = x*x
    p => a
    p = p*p
    call choose(a, b, p)
    p = p*p
    y = sum(a*b)
  end subroutine
end module
