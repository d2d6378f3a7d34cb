! Objects whose type is known when the program runs: bindings that types override, functions in expressions, SELECT TYPE with CLASS IS and CLASS DEFAULT, polymorphic arguments.
! head: head(y)/(x)
! module states
! arg kind integer 2
! arg x real8(3)
! arg y real8
module states
  implicit none
  type, abstract :: eos
    real(8) :: scale = 1.5d0
  contains
    procedure(pressure_of), deferred :: pressure
    procedure :: sound
    procedure :: update
  end type
  abstract interface
    function pressure_of(this, rho, e) result(p)
      import eos
      class(eos), intent(in) :: this
      real(8), intent(in) :: rho, e
      real(8) :: p
    end function
  end interface
  type, extends(eos) :: ideal
    real(8) :: gamma = 1.4d0
  contains
    procedure :: pressure => ideal_pressure
  end type
  type, extends(ideal) :: stiffened
    real(8) :: p0 = 0.3d0
  contains
    procedure :: pressure => stiffened_pressure
    procedure :: update => stiffened_update
  end type
  type, extends(eos) :: tabulated
    real(8) :: c(3) = [0.2d0, 0.5d0, 0.1d0]
  contains
    procedure :: pressure => tabulated_pressure
  end type
contains
  function ideal_pressure(this, rho, e) result(p)
    class(ideal), intent(in) :: this
    real(8), intent(in) :: rho, e
    real(8) :: p
    p = (this%gamma - 1)*rho*e*this%scale
  end function
  function stiffened_pressure(this, rho, e) result(p)
    class(stiffened), intent(in) :: this
    real(8), intent(in) :: rho, e
    real(8) :: p
    p = (this%gamma - 1)*rho*e - this%gamma*this%p0*rho**2
  end function
  function tabulated_pressure(this, rho, e) result(p)
    class(tabulated), intent(in) :: this
    real(8), intent(in) :: rho, e
    real(8) :: p
    p = this%c(1)*rho + this%c(2)*rho*e + this%c(3)*e**2
  end function
  function sound(this, rho, e) result(c)
    class(eos), intent(in) :: this
    real(8), intent(in) :: rho, e
    real(8) :: c
    c = sqrt(1 + this%pressure(rho, e)**2/rho)
  end function
  subroutine update(this, rho, e)
    class(eos), intent(in) :: this
    real(8), intent(inout) :: rho
    real(8), intent(in) :: e
    rho = rho*(1 + 0.1d0*this%sound(rho, e))
  end subroutine
  subroutine stiffened_update(this, rho, e)
    class(stiffened), intent(in) :: this
    real(8), intent(inout) :: rho
    real(8), intent(in) :: e
    rho = rho + this%p0*sin(e*rho)
  end subroutine
  subroutine make(kind, material)
    integer, intent(in) :: kind
    class(eos), allocatable, intent(out) :: material
    select case (kind)
    case (1)
      allocate (ideal :: material)
    case (2)
      allocate (stiffened :: material)
    case default
      allocate (tabulated :: material)
    end select
  end subroutine
  function weight(material, e) result(w)
    class(eos), intent(in) :: material
    real(8), intent(in) :: e
    real(8) :: w
    w = e
    select type (material)
    class is (ideal)
      w = w*material%gamma*e
    type is (tabulated)
      w = material%pressure(e, 2*e)
    class default
      w = 0
    end select
  end function
  subroutine steps(material, x, y)
    class(eos), intent(in) :: material
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8) :: rho
    integer :: i
    rho = x(1)
    do i = 1, 3
      call material%update(rho, x(2)*i)
      y = y + material%pressure(rho, x(3))*weight(material, x(2))
      if (material%sound(rho, y) > 100) exit
    end do
  end subroutine
  subroutine head(kind, x, y)
    integer, intent(in) :: kind
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    class(eos), allocatable :: first, second, third
    y = 0
    call make(1, first)
    call make(kind, second)
    call make(3, third)
    call steps(first, x, y)
    call steps(second, x, y)
    call steps(third, x, y)
  end subroutine
end module
