! A type whose extension, in another module, calls what its parent has: derivatives that know the type stand beside the modules.
! head: head(y)/(x)
! arg n integer 2
! arg x real8(2)
! arg m integer 1
! arg y real8(1)
module base_mod
  implicit none
  type :: model_t
    real(8) :: state = 0
    real(8) :: memory = 0
  contains
    procedure :: tendency
    procedure :: bump
  end type
contains
  subroutine bump(self, v)
    class(model_t), intent(inout) :: self
    real(8), intent(in) :: v
    self%memory = 0.9d0*self%memory + v**2
    self%state = self%state + self%memory
  end subroutine
  subroutine tendency(self, d)
    class(model_t), intent(inout) :: self
    real(8), intent(out) :: d
    d = self%state
  end subroutine
  subroutine run(mod)
    class(model_t), intent(inout) :: mod
    real(8) :: d
    call mod%tendency(d)
    call mod%bump(d)
  end subroutine
end module
module impl
  use base_mod
  implicit none
  type, extends(model_t) :: decay_t
    real(8) :: rate = 1
  contains
    procedure :: tendency => decay_tend
    procedure :: bump => decay_bump
  end type
contains
  subroutine decay_tend(self, d)
    class(decay_t), intent(inout) :: self
    real(8), intent(out) :: d
    d = -self%rate*self%state
  end subroutine
  subroutine decay_bump(self, v)
    class(decay_t), intent(inout) :: self
    real(8), intent(in) :: v
    call self%model_t%bump(v)
    self%state = self%state*self%memory
  end subroutine
end module
subroutine head(n, x, m, y)
  use impl
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  type(decay_t) :: a
  a%state = x(1); a%rate = x(2)
  call run(a)
  y(1) = a%state
end subroutine
