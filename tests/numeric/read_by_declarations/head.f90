! Functions that read a variable only in the bounds of what they declare stand in indices of that variable.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
  implicit none
  integer :: k(2)
  real(8) :: p(3)
contains
  function first_of_k() result(r)
    integer :: r
    integer :: w(k(1))
    r = size(w)
  end function
  function first_of_p() result(r)
    integer :: r
    real(8) :: w(int(p(1)))
    r = size(w)
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    integer :: i
    k = [1, 2]
    p = [1d0, 2d0, 3d0]
    y = 0
    do i = 1, 2
      y = y + x(k(1))**2*x(k(2)) + p(1)**2*x(2)
      k(first_of_k()) = 3 - i
      p(first_of_p()) = 2.1d0 + 0.1d0*sin(x(3)*i)
      y = y*x(k(1))*x(k(2))*p(1)
    end do
  end subroutine
end module
