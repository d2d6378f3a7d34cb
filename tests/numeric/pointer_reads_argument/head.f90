! A local pointer to a dummy argument that is overwritten between calls.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
  implicit none
contains
  subroutine f(a, y)
    real(8), target, intent(in) :: a(:)
    real(8), intent(inout) :: y
    real(8), pointer :: p(:)
    p => a(2:)
    y = y + sum(p*p)*a(1)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: a(4)
    a = x
    y = 0
    call f(a, y)
    a(2:4) = a(2:4)*a(1:3)
    call f(a, y)
    a(3:4) = sin(a(3:4))
    call f(a, y)
  end subroutine
end module
