! Procedures of which nothing is known but calls and an interface body.
!
! head: top(y, s)/(x)
! link tests/external/assumed/link.f90
! arg n integer 3
! arg x real8(3) 0.7 1.1 0.4
! arg y real8(3)
! arg s real8
subroutine top(n, x, y, s)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n), s
   real(8) :: t, u(n)
   real(8), external :: wave
   interface
      subroutine smooth(u, v)
         real(8), intent(in) :: u(:)
         real(8), intent(out) :: v(:)
      end subroutine smooth
   end interface
   integer :: i
   u = sin(x)
   t = x(1)
   do i = 1, n
      call mix(t, u(i))
      t = t*u(i)
   end do
   call smooth(v=y, u=u)
   y = y*t
   s = wave(t, 2)*y(2)
   call report(n, 'done')
   if (wave(s, 1) > 1d3) s = s*wave(x(2), 1)
end subroutine top
