! Fixed points in an outer loop and in a procedure that is called twice; the state has components.
! module solver
! head: f(y)/(x)
! arg n integer 3
! arg x real8(3) 0.7 1.3 0.9
! arg y real8
module solver
   implicit none
   type pair
      real(8) :: a
      real(8) :: b(2)
   end type pair
contains
   subroutine f(n, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y
      type(pair) :: p
      real(8) :: q, c
      integer :: j, k
      y = 0
      c = x(1)
      p%a = 0
      p%b = 0
      q = 0
      do j = 1, 3
         !$adc fixed-point (p%a, p%b, q)
         do k = 1, 100
            p%a = 0.3d0*cos(p%b(1)*c) + 0.1d0*q
            p%b(1) = 0.2d0*p%a**2 + 0.1d0*p%b(2)
            p%b(2) = 0.4d0*sin(p%b(1) + c*x(2))
            call relax(q, p%b(2), x(3))
         end do
         c = c*p%a + q
         y = y + p%b(2)*c
      end do
   end subroutine f

   subroutine relax(q, b, x)
      real(8), intent(inout) :: q
      real(8), intent(in) :: b, x
      real(8) :: r
      integer :: k
      r = q
      !$adc fixed-point (r)
      do k = 1, 60
         r = 0.5d0*cos(r*b) + 0.1d0*x
      end do
      q = 0.3d0*sin(q) + r*x
   end subroutine relax
end module solver
