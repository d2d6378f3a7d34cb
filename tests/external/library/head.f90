! Procedures that are described in Tapenade's format. The source of `half` is here, but the description counts; `smooth` has an interface body, too, and is given once nothing that carries a derivative.
!
! head: top(y, s)/(x)
! external tests/external/library/ExternalLib
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
   real(8) :: t, u(n), c(n)
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
   c = 0.5d0
   call smooth(c, y)
   u = u*y
   call smooth(u, y)
   y = y*t
   call report(n, 'done')
   s = wave(t, 2)*y(2)
   call half(s)
end subroutine top

subroutine half(x)
   implicit none
   real(8), intent(inout) :: x
   x = x/2
end subroutine half
