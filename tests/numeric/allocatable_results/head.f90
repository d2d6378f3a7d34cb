! Functions with allocatable results that have bounds of their own, assigned to arrays of all kinds; a pointer as a value; a saved allocatable variable of the head.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg y real8(6)
module results
  implicit none
  integer :: calls = 0
contains
  function squares(x) result(h)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: h(:)
    allocate (h(0:size(x) - 1))
    h = x**2
  end function squares
  function from_zero(x) result(p)
    real(8), intent(in), target :: x(:)
    real(8), pointer :: p(:)
    p(0:) => x
  end function from_zero
end module results
subroutine head(n, x, y)
  use results
  implicit none
  integer, intent(in) :: n
  real(8), intent(in), target :: x(n)
  real(8), intent(out) :: y(6)
  real(8), allocatable :: s(:), w(:), v(:)
  real(8), allocatable, save :: kept(:)
  real(8) :: fixed(n), part(0:n)
  s = squares(x)
  allocate (w(5:8))
  w = squares(x)
  fixed = squares(x)
  part = 1
  part(1:) = squares(x)
  v = from_zero(x)
  if (.not. allocated(kept)) allocate (kept(n))
  kept = x*s
  y(1) = s(1)*s(2)
  y(2) = w(5) + sin(w(6))
  y(3) = fixed(3)*part(4)
  y(4) = v(1)**2
  y(5) = lbound(s, 1)*x(1) + lbound(v, 1)*x(2)
  y(6) = kept(2)
end subroutine head
