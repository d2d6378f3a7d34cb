! Records of loops in arrays: for an iteration of a loop around them, from one sweep to the other, and on the tape as a
! whole; loops without iterations, downwards, with few iterations, of triangular shape; several types; split procedures.
! head: top(y)/(x)
! arg n integer 5
! arg m integer 0
! arg x real8(5) 0.4 0.7 1.1 -0.3 0.9
! arg y real8(5)
subroutine top(n, m, x, y)
   implicit none
   integer, intent(in) :: n, m
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n)
   real(8) :: w(n), t, u
   complex(8) :: z
   real(8) :: r
   integer :: i, j, k, steps
   w = x
   t = x(1)*x(2)
   u = t*t
   ! between the sweeps, with a value that is needed from before
   do i = n, 2, -1
      do k = 1, 3
         t = x(i)*w(i - 1)
         w(i) = w(i) + 0.1d0*k*t*t
      end do
      z = cmplx(w(i), t, 8)
      z = z*z
      w(i) = w(i) + 0.1d0*aimag(z)
   end do
   ! no iterations
   do i = 1, m
      t = x(i)*w(i)
      w(i) = t*t
   end do
   ! triangular
   do j = 1, n
      do i = 1, j
         r = w(i)*x(j)
         w(j) = w(j) + 0.01d0*r*r
      end do
   end do
   ! as a whole on the tape: the number of steps is counted
   steps = 0
   do while (steps < 3)
      steps = steps + 1
      call advance(n, x, w)
      do i = 2, n
         t = sin(w(i))*w(i - 1)
         w(i) = w(i) + 0.1d0*t*t
      end do
   end do
   ! few iterations with a test
   do k = 1, 4
      if (w(k) > 0.5d0) then
         u = u*u + w(k)
      else
         u = u + 0.3d0*w(k)**2
      end if
   end do
   y = w*u
contains
   subroutine advance(n, x, w)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(inout) :: w(n)
      real(8) :: t
      integer :: i, k, at
      at = 1
      do i = 1, n
         at = mod(at*3 + i, n) + 1
         do k = 1, 2
            t = 0.3d0*x(at)*w(i)
            w(i) = w(i) + t*t
         end do
      end do
   end subroutine advance
end subroutine top
