! A module variable passed twice inside its module: the second shadow must not hide the first.
! head: head(y)/(x)
! module inside
! arg x real8(3)
! arg y real8
module inside
  implicit none
  real(8) :: g(3)
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    g = x
    call both(g(1), g(1), y)
    y = y*g(2)
  end subroutine head
  subroutine both(a, b, c)
    real(8), intent(in) :: a, b
    real(8), intent(out) :: c
    c = a*b**2 + g(3)
  end subroutine both
end module inside
