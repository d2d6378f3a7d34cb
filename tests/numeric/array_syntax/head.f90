! Whole arrays, sections, reductions.
! head: foo(y, s)/(x)
! arg x real8(6)
! arg y real8(6)
! arg s real8(3)
subroutine foo(x, y, s)
   implicit none
   real(8), intent(in) :: x(6)
   real(8), intent(out) :: y(6), s(3)
   real(8) :: a(2, 3)
   y = 2.0d0*x**2 + 1.0d0
   y(2:5) = y(1:4)*x(2:5)
   y(1:6:2) = sin(y(1:6:2))
   a(1, :) = x(1:3)
   a(2, :) = x(4:6)*y(2)
   s(1) = sum(y)
   s(2) = dot_product(x, y)
   s(3) = sum(matmul(a, x(1:3)))
end subroutine foo
