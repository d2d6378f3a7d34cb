! The same where components, variables and procedures are private; with keywords, split procedures and an object of unknown type.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg m integer 2
! arg y real8(2)
module base_mod
  implicit none
  integer, parameter :: dp = kind(1d0)
  private
  public :: dp, model_t, run_model, register, get_counter
  type, abstract :: model_t
    private
    real(dp), public :: state(3) = 0
    real(dp) :: memory = 0
    integer :: ncall = 0
  contains
    procedure(tend), deferred, public :: tendency
    procedure, public :: advance
    procedure, public :: bump
    procedure, non_overridable, public :: get_memory
  end type
  abstract interface
    subroutine tend(self, t, d)
      import model_t, dp
      class(model_t), intent(inout) :: self
      real(dp), intent(in) :: t
      real(dp), intent(out) :: d(3)
    end subroutine
  end interface
  integer, save :: counter = 0
contains
  subroutine register()
    counter = counter + 1
  end subroutine
  integer function get_counter()
    get_counter = counter
  end function
  subroutine advance(self, t, dt)
    class(model_t), intent(inout) :: self
    real(dp), intent(in) :: t, dt
    real(dp) :: d(3)
    call self%tendency(t, d)
    self%state = self%state + dt*d
    call self%bump(d(1))
  end subroutine
  subroutine bump(self, v)
    class(model_t), intent(inout) :: self
    real(dp), intent(in) :: v
    self%memory = 0.9_dp*self%memory + v**2
    self%ncall = self%ncall + 1
  end subroutine
  function get_memory(self) result(r)
    class(model_t), intent(in) :: self
    real(dp) :: r
    r = self%memory*self%ncall
  end function
  subroutine run_model(mod, nt, dt)
    class(model_t), intent(inout) :: mod
    integer, intent(in) :: nt
    real(dp), intent(in) :: dt
    integer :: it
    do it = 1, nt
      call mod%advance(it*dt, dt)
      call register
    end do
  end subroutine
end module
module impl
  use base_mod, only: dp, model_t
  implicit none
  type, extends(model_t) :: decay_t
    real(dp) :: rate = 1
  contains
    procedure :: tendency => decay_tend
  end type
  type, extends(decay_t) :: forced_t
    real(dp) :: amp = 0
  contains
    procedure :: tendency => forced_tend
    procedure :: bump => forced_bump
  end type
contains
  subroutine decay_tend(self, t, d)
    class(decay_t), intent(inout) :: self
    real(dp), intent(in) :: t
    real(dp), intent(out) :: d(3)
    d = -self%rate*self%state*[1,2,3]
    d(2) = d(2) + self%state(1)*t
  end subroutine
  subroutine forced_tend(self, t, d)
    class(forced_t), intent(inout) :: self
    real(dp), intent(in) :: t
    real(dp), intent(out) :: d(3)
    call self%decay_t%tendency(t, d)
    d(1) = d(1) + self%amp*sin(t)
    self%amp = self%amp*0.99_dp
  end subroutine
  subroutine forced_bump(self, v)
    class(forced_t), intent(inout) :: self
    real(dp), intent(in) :: v
    call self%decay_t%bump(v + self%amp)
    self%state(3) = self%state(3) + 0.01_dp*self%get_memory()
  end subroutine
end module
subroutine head(n, x, m, y)
  use base_mod
  use impl
  implicit none
  integer, intent(in) :: n, m
  real(dp), intent(in) :: x(n)
  real(dp), intent(out) :: y(m)
  type(decay_t) :: a
  type(forced_t) :: b
  class(model_t), allocatable :: p
  a%state = x(1:3); a%rate = x(4)
  call run_model(a, 4, 0.1_dp)
  b%state = a%state; b%rate = x(2); b%amp = x(1)
  call run_model(b, 3, dt=0.05_dp*x(3))
  y(1) = sum(a%state) + a%get_memory()
  allocate (p, source=b)
  if (x(1) > 9) p = a
  call p%advance(0.5_dp, x(2))
  y(2) = p%state(2)*p%get_memory() + sum(b%state**2) + b%get_memory()*b%amp
end subroutine
