! Loops that are reversed with few snapshots, in each other, in regions, and beside computations that are run again.
! head: f(y)/(x)
! arg n integer 4
! arg x real8(4) 0.7 1.3 0.9 1.1
! arg y real8
subroutine f(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: u(n), s, t
   integer :: i, j, k, next
   u = x
   s = 0
   !$adc binomial-ckp snapshots=2
   outer: do k = 1, 5
      t = sin(sum(u*x))
      !$adc binomial-ckp snapshots=1
      inner: do j = k, 7, 2
         do i = 1, n
            next = i + 1
            if (next > n) next = 1
            u(i) = u(i) + 0.01d0*sin(u(next)*t)*j
         end do
         if (u(1) > 1) then
            t = t*0.8d0
         else
            t = t + 0.01d0*u(1)**2
         end if
      end do inner
      u(1) = sin(u(1)*t) + 0.1d0*j
      !$adc checkpoint-start
      do j = 1, 2
         s = s + u(j)**2*t
      end do
      !$adc checkpoint-end
   end do outer
   !$adc checkpoint-start
   t = s*u(2)
   !$adc binomial-ckp snapshots=1
   do k = 1, 4
      t = t*cos(t)
      s = s + t*u(k)
   end do
   u = u*sin(s)
   !$adc checkpoint-end
   y = s*sum(u)
end subroutine f
