! One direction, as for a call with one scalar, and loops of the user that end at 1.
! head: total(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg y real8
subroutine total(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: r
   integer :: i
   y = 0
   do i = 1, n
      call settle(x(i), r)
      y = y + r*x(i)
   end do
end subroutine total

! Few steps, some of which count.
subroutine settle(a, r)
   implicit none
   real(8), intent(in) :: a
   real(8), intent(out) :: r
   integer :: k
   r = 1 + a
   do k = -1, 1
      r = r - (r*r - a*a - 2)/(2*r + k)
      if (r > 3) exit
   end do
   r = r + 0.1d0*k*a
   do k = 1, 1
      r = r + sin(r)
   end do
   r = r*k
end subroutine settle
