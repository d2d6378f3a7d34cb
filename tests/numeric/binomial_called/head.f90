! A loop that is reversed with few snapshots, in a procedure that is called several times, with state in a module and calls inside.
! module states
! head: f(y)/(x)
! arg n integer 3
! arg x real8(3) 0.7 1.3 0.9
! arg y real8
! before n 2
module states
   implicit none
   real(8) :: level
   integer :: calls
contains
   subroutine f(n, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y
      real(8) :: u(n)
      integer :: k
      level = x(1)
      calls = 0
      u = x
      do k = 1, 3
         call march(n, u, k + 2)
         u(1) = u(1)*level
      end do
      call march(n, u, 0)
      y = sum(u**2)
   end subroutine f

   subroutine march(n, u, steps)
      integer, intent(in) :: n, steps
      real(8), intent(inout) :: u(n)
      real(8) :: w
      integer :: t
      !$adc binomial-ckp snapshots=2
      do t = 1, steps
         w = u(1)
         call step(n, u, w)
         level = level*0.9d0 + 0.1d0*w
         calls = calls + 1
      end do
      u = u*level
   end subroutine march

   subroutine step(n, u, w)
      integer, intent(in) :: n
      real(8), intent(inout) :: u(n), w
      integer :: i
      do i = 1, n - 1
         u(i) = u(i) + 0.1d0*sin(u(i+1)*w)*level
      end do
      u(n) = u(n)*cos(u(1))
      w = w*u(n)
   end subroutine step
end module states
