! Type-bound procedures of components and elements, by keyword, with an object of intent out; NOPASS.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
   implicit none
   type :: layer
      real(8) :: w(2) = 0, b = 0
   contains
      procedure :: init
      procedure :: forward
   end type layer
   type :: net
      type(layer) :: layers(2)
   contains
      procedure :: run
      procedure, nopass :: act
   end type net
contains
   subroutine init(self, w, b)
      class(layer), intent(out) :: self
      real(8), intent(in) :: w(2), b
      self%w = w
      self%b = b
   end subroutine init
   subroutine forward(self, v)
      class(layer), intent(in) :: self
      real(8), intent(inout) :: v(2)
      v = tanh(self%w*v + self%b)
   end subroutine forward
   function act(t) result(r)
      real(8), intent(in) :: t
      real(8) :: r
      r = t/(1 + t*t)
   end function act
   function run(self, v) result(r)
      class(net), intent(in) :: self
      real(8), intent(in) :: v(2)
      real(8) :: r, u(2)
      integer :: k
      u = v
      do k = 1, 2
         call self%layers(k)%forward(u)
      end do
      r = self%act(u(1)) + u(2)
   end function run
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      type(net) :: n
      call n%layers(1)%init(x(1:2), x(3))
      call n%layers(2)%init(b=x(1), w=x(2:3)**2)
      y = n%run(x(2:3))
   end subroutine head
end module m
