! Work arrays of which an iteration reads only what it has assigned: larger than what is used of them, filled by a recurrence, in pieces, in the arms of a test. Others keep elements from earlier iterations.
!
! head: top(y, z)/(x, a)
! arg n integer 4
! arg m integer 5
! arg x real8(5,4)
! arg a real8 0.7
! arg y real8(5,4)
! arg z real8
subroutine top(n, m, x, a, y, z)
   implicit none
   integer, intent(in) :: n, m
   real(8), intent(in) :: x(m, n), a
   real(8), intent(out) :: y(m, n), z
   real(8) :: c(20), d(20), w(20), v(20), u(20), old(20), part(20), tail(20)
   integer :: i, k
   z = 0
   old = 0.3d0
   part = 0.2d0
   tail = 0.1d0
   ! elimination and substitution
   do i = 1, n
      c(1) = -0.3d0/(1.5d0 + x(1, i)**2)
      d(1) = x(1, i)*a
      do k = 2, m
         c(k) = -0.3d0/(1.5d0 + x(k, i)**2 + 0.3d0*c(k - 1))
         d(k) = (x(k, i)*a + 0.3d0*d(k - 1))/(1.5d0 + x(k, i)**2 + 0.3d0*c(k - 1))
      end do
      y(m, i) = d(m)
      do k = m - 1, 1, -1
         y(k, i) = d(k) - c(k)*y(k + 1, i)
      end do
   end do
   ! more than is used, in pieces, downwards, in arms
   do i = 1, n
      do k = 1, m
         w(k) = x(k, i)**2*a
      end do
      v(1) = x(1, i)
      do k = 2, m
         v(k) = w(k)*w(k - 1)
      end do
      u(m) = v(m)*w(m)
      do k = m - 1, 1, -1
         if (x(k, i) > 0.5d0) then
            u(k) = sin(u(k + 1))*v(k)
         else
            u(k) = cos(v(k))
         end if
      end do
      do k = 2, m - 1
         z = z + v(k)*v(k + 1)*sin(w(k - 1)) + u(k)**2
      end do
   end do
   ! these carry values that derivatives need
   do i = 1, n
      do k = 2, m
         old(k) = x(k, i)*old(k - 1)**2
      end do
      old(1) = old(m)*x(1, i)
      do k = 1, i
         part(k) = x(k, i)*a
      end do
      do k = m, 2, -1
         tail(k) = x(k, i)*tail(k - 1)*a
      end do
      do k = 1, m
         z = z + old(k)**2 + sin(part(k))*tail(k)**2
      end do
   end do
end subroutine top
