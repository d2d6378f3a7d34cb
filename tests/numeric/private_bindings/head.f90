! Bindings that are private are called by procedures of their module.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
   implicit none
   type mean
      real(8) :: value = 0
      integer :: n = 0
   contains
      private
      procedure :: add_one, add_all
      generic, public :: add => add_one, add_all
      procedure, public :: spread
   end type mean
contains
   subroutine add_one(self, v)
      class(mean), intent(inout) :: self
      real(8), intent(in) :: v
      self%n = self%n + 1
      self%value = self%value + (v*v - self%value)/self%n
   end subroutine add_one
   subroutine add_all(self, v)
      class(mean), intent(inout) :: self
      real(8), intent(in) :: v(:)
      integer :: i
      do i = 1, size(v)
         call self%add_one(v(i))
      end do
   end subroutine add_all
   subroutine spread(self, s)
      class(mean), intent(in) :: self
      real(8), intent(inout) :: s
      s = s + exp(self%value)
   end subroutine spread
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      type(mean) :: a
      call a%add_all(x)
      y = x(1)
      call a%spread(y)
      call a%add(y)
      y = a%value
   end subroutine head
end module m
