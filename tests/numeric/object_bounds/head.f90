! Local arrays whose bounds are asked of a polymorphic object, or by it.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module m
   implicit none
   type base
      integer :: n = 2
      real(8), allocatable :: u(:)
   end type base
   type, extends(base) :: scaled
      real(8) :: by = 2
   end type scaled
contains
   subroutine advance(this, r)
      class(base), intent(inout) :: this
      real(8), intent(out) :: r
      real(8) :: old(0:size(this%u)), w(this%n)
      old(0) = this%u(1)
      old(1:) = this%u
      w = old(:this%n - 1)*old(1)
      select type (this)
      type is (scaled)
         w = w*this%by
      end select
      this%u = this%u**2 + old(:size(this%u) - 1)
      r = sum(w)
   end subroutine advance
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y(2)
      type(base) :: a
      type(scaled) :: b
      allocate (a%u(3), b%u(2))
      a%u = x
      b%u = x(2:3)
      b%by = x(1)
      call advance(a, y(1))
      call advance(b, y(2))
      y = y + sum(a%u)*b%u(2)
   end subroutine head
end module m
