! Loops of unknown length that are reversed with few snapshots: WHILE, EXIT at the end, in the middle, in a counted loop; none of their iterations.
! head: f(y)/(x)
! arg n integer 4
! arg x real8(4) 0.7 1.3 0.9 1.1
! arg y real8
! before n 3
subroutine f(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: u(n), s
   integer :: i, k, first
   u = x
   s = 0
   k = 0
   !$adc binomial-ckp snapshots=2
   do while (k < 11 .and. s < 100)
      k = k + 1
      do i = 1, n - 1
         u(i) = u(i) + 0.05d0*sin(u(i+1)*k)
      end do
      u(n) = u(1)*u(2)*0.5d0
      s = s + u(n)**2
   end do
   first = 3
   !$adc binomial-ckp snapshots=2 disk=2
   do k = first, 100
      s = s + u(1)*k
      u(1) = u(1)*0.9d0*cos(s*0.01d0)
      first = first + 1
      if (s > 30) exit
   end do
   s = s*k
   !$adc binomial-ckp snapshots=1
   do
      s = s*0.5d0
      if (s < 4) exit
      u(2) = u(2)*u(2) - s*0.01d0
      s = s + u(2)
   end do
   !$adc binomial-ckp snapshots=1
   do while (s > 1000)
      s = s*u(1)
   end do
   y = s*sum(u) + first
end subroutine f
