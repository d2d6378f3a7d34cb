! An index of an implied DO that has the name of an intrinsic procedure which its derivative calls; another with the name of a variable of the host.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: a(2,3)
  integer :: max, i
  a = reshape([(x(1)*max*x(2), max=1,6)], [2,3])
  y(1) = maxval(a, mask=a<2) + sum(minval(a, 2, mask=a>0.6d0))
  i = 2
  call inner
contains
  subroutine inner
    real(8) :: b(3)
    b = [(x(i)**2*i, i=1,3)]
    y(2) = sum(b)*x(i)
  end subroutine
end subroutine
