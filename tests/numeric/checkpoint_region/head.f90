! Regions that run twice: once in the forward sweep, if somebody needs what they do, and once more, recorded, in the reverse sweep.
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
   real(8) :: s, t, w(n), v(n)
   integer :: i, k, last
   s = x(1)
   w = x
   last = n
   do k = 1, 3
      !$AD CHECKPOINT-START
      do i = 2, last
         s = s*x(i) + w(i-1)**2
         w(i) = w(i) + s*0.1d0
         if (s > 2) then
            s = s - w(i)*w(1)
            last = n - 1
         end if
      end do
      t = s*s
      !$AD CHECKPOINT-END
      w(1) = w(1)*t*0.01d0 + s
   end do
   ! what comes out of independent iterations is used behind the loop, and what they read is overwritten there
   v = x
   do k = 1, 2
      !$adc ii-loop
      do i = 1, n
         t = v(i)*x(i)
         t = t*sin(t)
         w(i) = w(i) + t**2
         s = s + t*v(i)
      end do
      v(1) = v(1)*w(2)
      v(2:n) = v(2:n)*0.5d0 + w(1)*0.1d0
   end do
   y = s + sum(w*v)
end subroutine f
