! Procedures whose source is not given, described in a file: with shadows for all that can have a derivative (polyval, blend), or in a module, for what is given one only (relax, mean).
! A part of an array is passed, a value is used once more after the call has changed it, calls stand in a loop, and passive ones between.
!
! head: top(y, s)/(x, a)
! external tests/numeric/external/external.toml
! link tests/numeric/external/link.f90
! arg n integer 4
! arg x real8(4) 0.7 1.1 0.4 0.9
! arg a real8 0.6
! arg y real8(4)
! arg s real8
! before n 3
subroutine top(n, x, a, y, s)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: x(n)
   real(8), intent(in) :: a
   real(8), intent(out) :: y(n), s
   real(8) :: c(3), w(n), t
   real(8), external :: polyval, mean
   integer :: i, place
   c = [0.5d0, -1d0, 2d0]
   w = 1
   y = x**2
   do i = 1, n
      y(i) = y(i)*polyval(3, c, x(i)) + a
   end do
   c(2) = x(1)*a
   call blend(n - 2, x(3), a*x(2), y(2))
   x = x*y
   call relax(n, 0.5d0, x, y)
   call relax(n, a, w, x)
   call largest(n, x, place)
   t = polyval(3, c, y(1))
   call fill(n, w)
   s = mean(n, x)*t + mean(n, w)*x(place) + sum(y*w)
end subroutine top
