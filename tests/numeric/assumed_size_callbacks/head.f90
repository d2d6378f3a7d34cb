! An integrator with a work array that it cuts into pieces, and procedures that it is given and hands on; all of them see arrays of assumed size, and one prints where it is not content.
! head: travel(y)/(y, k)
! arg n integer 3
! arg y real8(3)
! arg k real8(2)
! flags -fsanitize=address
subroutine travel(n, y, k)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: y(*)
   real(8), intent(in) :: k(2)
   real(8) :: work(2 + 3*n), t
   integer :: i
   external rates, explicit, implicit_step
   work = 0
   work(1:2) = k
   t = 0
   do i = 1, 3
      if (mod(i, 2) == 1) then
         call step(rates, explicit, n, t, y, work(3), work(1))
      else
         call step(rates, implicit_step, n, t, y, work(3), work(1))
      end if
   end do
end subroutine travel
subroutine step(f, way, n, t, y, work, k)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: t, y(*), work(*)
   real(8), intent(in) :: k(*)
   external f, way
   integer :: i, slope, old, change
   slope = 1
   old = slope + n
   change = old + n
   do i = 1, n
      work(old + i - 1) = y(i)
   end do
   call way(f, n, t, y, work(old), work(slope), work(change), 0.2d0, k)
   t = t + 0.2d0
   if (y(1) > 1.0d3) call report(n, y)
end subroutine step
subroutine explicit(f, n, t, y, old, slope, change, h, k)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: t, h, k(*), old(*)
   real(8), intent(inout) :: y(*), slope(*), change(*)
   external f
   integer :: i
   call f(n, t, y, slope, k)
   do i = 1, n
      change(i) = h*slope(i)
      y(i) = old(i) + change(i)
   end do
end subroutine explicit
subroutine implicit_step(f, n, t, y, old, slope, change, h, k)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: t, h, k(*), old(*)
   real(8), intent(inout) :: y(*), slope(*), change(*)
   external f
   integer :: i, m
   do m = 1, 4
      call f(n, t + h, y, slope, k)
      do i = 1, n
         change(i) = h*slope(i)
         y(i) = old(i) + change(i)
      end do
   end do
end subroutine implicit_step
subroutine rates(n, t, y, dy, k)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: t, y(*), k(*)
   real(8), intent(inout) :: dy(*)
   dy(1) = -k(1)*y(1) + k(2)*y(2)*y(3) + sin(t)
   dy(3) = k(2)*y(2)**2
   dy(2) = -dy(1) - dy(3)
end subroutine rates
subroutine report(n, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: y(*)
   write (*, *) 'large', y(1:n)
   y(1) = sqrt(y(1))
end subroutine report
