! Loops that iterate to a fixed point: counted, WHILE, and with EXIT, with temporaries, with results besides the state, and with nothing said of the state.
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
   real(8) :: z(n), old(n), r, s, error, w
   integer :: i, k
   z = 1 + x(1)
   !$adc fixed-point (z) tol=1e-14 max=500
   do k = 1, 200
      old = z
      do i = 2, n - 1
         w = old(i-1) + old(i+1)
         z(i) = 0.4d0*cos(w*x(i)) + 0.1d0*z(i)
      end do
      z(1) = 0.3d0*sin(z(2)) + x(1)
      z(n) = 0.2d0*z(n-1)**2*x(n)
      error = maxval(abs(z - old))
      if (error < 1d-15) exit
   end do
   s = sum(z**2)
   ! a root, from a starting point that depends on x
   r = s
   error = 1
   !$AD FP-LOOP "r"
   do while (error > 1d-15*r)
      w = 0.5d0*(r + s*x(2)/r)
      error = abs(w - r)
      r = w
   end do
   ! the state is found; y comes out of the loop, too
   s = 0
   z = z*r
   !$adc fixed-point
   do k = 1, 60
      s = 0.5d0*sin(s) + z(2)*r
      y = s*s + z(1)
   end do
   z(2) = z(2)*s
   y = y*s + z(2) + k*r
end subroutine f
