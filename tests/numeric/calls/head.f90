! Subroutines and functions, called more than once, one argument passed through.
! head: foo(y)/(x)
! arg x real8(3)
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8) :: a, b
   real(8), external :: norm
   call scale(x(1), x(2), a)
   call scale(a, x(3), b)
   call square(b)
   y = norm(x, 3) + b*norm(x, 2)
end subroutine foo

subroutine scale(p, q, r)
   implicit none
   real(8), intent(in) :: p, q
   real(8), intent(out) :: r
   r = p*q + sin(p)
   call square(r)
end subroutine scale

subroutine square(v)
   implicit none
   real(8), intent(inout) :: v
   v = v*v
end subroutine square

function norm(v, n) result(r)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: v(n)
   real(8) :: r
   integer :: i
   r = 0.0d0
   do i = 1, n
      r = r + v(i)**2
   end do
   r = sqrt(r)
end function norm
