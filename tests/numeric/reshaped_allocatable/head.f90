! An assignment that gives an allocatable array another shape.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: a(:)
  a = x*x
  a = [a, x(1)]
  y(1) = sum(a*a)
  y(2) = size(a)*x(2)
end subroutine head
