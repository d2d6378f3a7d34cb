! Loops that are reversed with few snapshots: what outlives iterations, what the loop overwrites and others need, bounds that it changes,
! loops of one iteration and of none.
! head: f(y)/(x)
! arg n integer 4
! arg steps integer 9
! arg x real8(4) 0.7 1.3 0.9 1.1
! arg y real8
! before n 3
subroutine f(n, steps, x, y)
   implicit none
   integer, intent(in) :: n, steps
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: u(n), new(n), total, last, a
   integer :: i, k, from, by, m
   u = x
   total = 0
   last = x(2)
   a = x(3)**2
   !$adc binomial-ckp snapshots=2 disk=1
   do k = 1, steps
      do i = 2, n - 1
         new(i) = u(i) + 0.1d0*(u(i+1)*u(i-1) - u(i)**2)*k
      end do
      new(1) = new(2)
      new(n) = new(n-1)*x(1)
      u = new
      total = total + sum(u**2)
      last = sin(u(2)*a)
   end do
   y = total*last + u(3)**2*k
   a = sin(a*y)
   ! from, by and a are others behind the loop, and needed before and behind it
   from = 9
   by = -2
   last = last*by*from
   do m = 2, 0, -1
      !$adc binomial-ckp snapshots=1
      do k = from, 3*(2 - m), by
         a = sin(a) + 0.05d0*last*u(2)
         if (a > 0) from = from + 1
         by = -3
         u(2) = u(2)*0.9d0 + a*0.1d0
      end do
      a = a + u(2)**m
   end do
   ! one iteration, and none
   !$adc binomial-ckp snapshots=0 disk=1
   do k = n, n
      y = sin(y)*y + a
   end do
   !$adc binomial-ckp 3
   do k = 2, n - 3
      y = sin(y)*y + a
   end do
   y = y*a + total
end subroutine f
