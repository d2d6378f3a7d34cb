! Procedures whose source is not given, with derivatives of one direction only: in many directions they are called once per direction.
! Sections with strides, rows, elements that stand for the rest of a matrix or of a vector that is passed twice, arguments that are changed in part, components.
!
! head: top(y, s)/(x, a)
! external tests/numeric/external_by_direction/external.toml
! link tests/numeric/external_by_direction/link.f90
! arg n integer 6
! arg x real8(6) 0.7 1.1 0.4 0.9 1.3 0.8
! arg a real8(3,4)
! arg y real8(6)
! arg s real8
subroutine top(n, x, a, y, s)
   implicit none
   type pair
      real(8) :: u(4), v(4)
   end type pair
   integer, intent(in) :: n
   real(8), intent(inout) :: x(n), a(3, 4)
   real(8), intent(out) :: y(n), s
   real(8) :: w(-2:5), c(4)
   real(8), external :: pointwise
   type(pair) :: p
   integer :: i, k
   k = 0
   w = 1.5d0
   do i = 1, n
      y(i) = pointwise(x(i), a(2, 2))*x(n + 1 - i)
   end do
   ! every second element, a row, a block
   call blend(3, x(1:n:2), a(1, 1), y(2:n:2), k)
   call blend(4, a(2, :), x(2)*y(1), w(-1), k)
   call blend(2, a(2:3, 2), 0.5d0, a(2, 3), k)
   ! two parts of one vector, and more than a column of a matrix
   call blend(2, y(1), x(3), y(4), k)
   call blend(5, a(2, 1), x(1), a(1, 3), k)
   p%u = x(1:4)
   p%v = y(1:4)
   call both(3, w(0), p%u(2), p%v)
   c = [1d0, -2d0, 0.5d0, 3d0]
   call both(2, c(2), y(3), c)
   call both(2, x(5), c, w)
   s = sum(p%u*p%v) + sum(w) + k*sum(a) + dot_product(c, y(1:4))
end subroutine top
