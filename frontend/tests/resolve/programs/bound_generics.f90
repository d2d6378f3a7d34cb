! A generic binding means the procedure that takes an array as it is before an elemental one.
module m
   implicit none
   type filter
      real(8) :: a = 2
   contains
      procedure :: each, all_of
      generic :: apply => each, all_of
   end type filter
contains
   elemental subroutine each(self, v)
      class(filter), intent(in) :: self
      real(8), intent(inout) :: v
      v = v*self%a
   end subroutine each
   subroutine all_of(self, v)
      class(filter), intent(in) :: self
      real(8), intent(inout) :: v(:)
      v = v(size(v):1:-1)**2*self%a
   end subroutine all_of
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y(2)
      type(filter) :: f, g(3)
      real(8) :: u(3)
      f%a = x(2)
      u = x
      call f%apply(u)
      call f%apply(u(1))
      call g%apply(u)
      y(1) = sum(u)
      y(2) = u(3)
   end subroutine head
end module m
