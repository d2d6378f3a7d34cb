! Procedures whose source is not given, with derivatives for many directions: of one mode or of both, and in a module of their own.
! Sections with strides, elements that stand for the rest of an array, array components of objects, and absent shadows.
!
! head: top(y, s)/(x, a)
! external tests/numeric/external_in_directions/external.toml
! link tests/numeric/external_in_directions/link.f90
! arg n integer 6
! arg x real8(6) 0.7 1.1 0.4 0.9 1.3 0.8
! arg a real8(3,4)
! arg y real8(6)
! arg s real8
subroutine top(n, x, a, y, s)
   implicit none
   type pair
      real(8) :: u(4)
      real(8), allocatable :: v(:)
   end type pair
   integer, intent(in) :: n
   real(8), intent(inout) :: x(n), a(3, 4)
   real(8), intent(out) :: y(n), s
   real(8) :: c(3)
   real(8), external :: weighted, mean
   type(pair) :: p
   integer :: i
   c = [0.5d0, -1d0, 2d0]
   y = x**2
   call blend(3, x(1:n:2), a(1, 1), y(2:n:2))
   call blend(5, a(2, 1), x(1), a(1, 3))
   p%u = x(1:4)
   allocate (p%v(0:3))
   p%v = y(1:4)
   call blend(2, p%u(2), x(2), p%v)
   call blend(2, y(2), x(3), p%u)
   do i = 1, 2
      y(i) = y(i)*weighted(3, c, a(:, i)) + weighted(2, x(2), y(3))
   end do
   call relax(4, a(2, 2), p%v, p%u)
   call relax(n, 0.5d0, x, y)
   call relax(3, x(2), c, a(1, 2))
   s = mean(n, y)*mean(4, p%u) + mean(3, c)*sum(a) + mean(2, a(3, 1:3:2))
end subroutine top
