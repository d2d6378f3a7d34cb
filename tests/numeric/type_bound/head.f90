! Type-bound procedures of a type that nothing extends: generic names, PASS, private bindings, elemental ones, operators, an object of an array.
! head: head(y)/(x)
! module tracers
! arg x real8(3)
! arg y real8
module tracers
   implicit none
   type :: tracer
      real(8) :: c(3) = 0
      real(8) :: k = 1
      integer :: n = 0
   contains
      procedure, private :: set_real
      procedure, private :: set_array
      generic, public :: set => set_real, set_array
      procedure :: step
      procedure, pass(this) :: mix
      procedure :: mass
      procedure :: double
      procedure, private :: plus
      generic :: operator(+) => plus
   end type tracer
   private :: set_real, set_array, plus
contains
   subroutine set_real(self, v)
      class(tracer), intent(inout) :: self
      real(8), intent(in) :: v
      self%k = v
   end subroutine set_real
   subroutine set_array(self, v)
      class(tracer), intent(inout) :: self
      real(8), intent(in) :: v(:)
      self%n = size(v)
      self%c = v
   end subroutine set_array
   subroutine step(self, dt)
      class(tracer), intent(inout) :: self
      real(8), intent(in) :: dt
      integer :: i
      do i = 2, self%n
         self%c(i) = self%c(i) - dt*self%k*(self%c(i) - self%c(i - 1))*self%c(i)
      end do
   end subroutine step
   subroutine mix(w, this, scale)
      real(8), intent(in) :: w
      class(tracer), intent(inout) :: this
      real(8), intent(in), optional :: scale
      this%k = this%k*w
      if (present(scale)) this%c(1) = this%c(1)*scale
   end subroutine mix
   function mass(self)
      class(tracer), intent(in) :: self
      real(8) :: mass
      mass = sum(self%c)*self%k
   end function mass
   elemental subroutine double(self, by)
      class(tracer), intent(inout) :: self
      real(8), intent(in) :: by
      self%k = self%k*by
   end subroutine double
   function plus(a, b) result(c)
      class(tracer), intent(in) :: a, b
      real(8) :: c
      c = a%k*b%c(2)
   end function plus
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      type(tracer) :: t, many(2)
      integer :: n
      call t%set(x)
      call t%set(x(2))
      do n = 1, 2
         call t%step(0.1d0*x(1))
         call many(n)%set(t%c*n)
      end do
      call t%mix(x(3))
      call many(2)%mix(scale=x(1), w=t%k)
      call many%double(x(3))
      call consider(t)
      y = t%mass()*many(2)%mass() + (t + many(1))
   end subroutine head
   subroutine consider(t)
      class(tracer), intent(inout) :: t
      select type (t)
      type is (tracer)
         t%c = t%c**2
      class default
         t%c = 0
      end select
      call t%set(t%k + 1)
   end subroutine consider
end module tracers
