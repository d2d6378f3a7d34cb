! Dummy arguments with VALUE that the procedure changes; bind(C), pure, elemental and impure elemental procedures.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
   use iso_c_binding, only: c_double, c_int
   implicit none
contains
   subroutine head(x, y) bind(c, name='the_head')
      real(c_double), intent(in) :: x(3)
      real(c_double), intent(out) :: y
      real(c_double) :: z(3)
      z = square(x)
      call shift(z, 2_c_int, x(1))
      call twice(z)
      y = dot(z, x)
   end subroutine head
   pure elemental function square(v) result(r)
      real(c_double), intent(in) :: v
      real(c_double) :: r
      r = v*v + sin(v)
   end function square
   subroutine shift(z, n, by) bind(c)
      real(c_double), intent(inout) :: z(3)
      integer(c_int), value :: n
      real(c_double), value :: by
      by = by*2
      z(n) = z(n)*by
   end subroutine shift
   impure elemental subroutine twice(z)
      real(c_double), intent(inout) :: z
      z = 2*z*z
   end subroutine twice
   pure function dot(a, b) result(s)
      real(c_double), intent(in) :: a(:), b(:)
      real(c_double) :: s
      integer :: i
      s = 0
      do i = 1, size(a)
         s = s + a(i)*b(i)*a(1)
      end do
   end function dot
end module m
