! Procedure pointers: of a module, set by a call; local ones that change; components, with and without PASS; as arguments; functions and subroutines; in loops.
! head: head(y)/(x)
! module integrator
! arg kind integer 2
! arg x real8(3)
! arg y real8(3)
module integrator
  implicit none
  type model
    real(8) :: k = 0.7d0
    procedure(source_of), pointer :: source => null()
    procedure(limiter), pointer, nopass :: limit => null()
  end type
  abstract interface
    subroutine rate(t, u, f)
      real(8), intent(in) :: t, u(:)
      real(8), intent(out) :: f(:)
    end subroutine
    function limiter(r) result(phi)
      real(8), intent(in) :: r
      real(8) :: phi
    end function
    function source_of(this, u) result(s)
      import model
      class(model), intent(in) :: this
      real(8), intent(in) :: u
      real(8) :: s
    end function
  end interface
  procedure(rate), pointer :: right_side
  procedure(limiter), pointer :: damping => minmod
contains
  subroutine decay(t, u, f)
    real(8), intent(in) :: t, u(:)
    real(8), intent(out) :: f(:)
    f = -0.5d0*t*u**2
  end subroutine
  subroutine oscillator(t, u, f)
    real(8), intent(in) :: t, u(:)
    real(8), intent(out) :: f(:)
    f(1) = u(2)*cos(t)
    f(2) = -u(1)*u(2)
    f(3:) = u(3:)
  end subroutine
  subroutine choose(kind)
    integer, intent(in) :: kind
    if (kind == 1) then
      right_side => decay
    else
      right_side => oscillator
    end if
  end subroutine
  function minmod(r) result(phi)
    real(8), intent(in) :: r
    real(8) :: phi
    phi = r/(1 + r**2)
  end function
  function smooth(r) result(phi)
    real(8), intent(in) :: r
    real(8) :: phi
    phi = exp(-r)
  end function
  function linear_source(this, u) result(s)
    class(model), intent(in) :: this
    real(8), intent(in) :: u
    real(8) :: s
    s = this%k*u
  end function
  function square_source(this, u) result(s)
    class(model), intent(in) :: this
    real(8), intent(in) :: u
    real(8) :: s
    s = this%k**2*u**2
  end function
  subroutine euler(f, t, u)
    procedure(rate) :: f
    real(8), intent(in) :: t
    real(8), intent(inout) :: u(:)
    real(8) :: du(size(u))
    call f(t, u, du)
    u = u + 0.1d0*du
  end subroutine
  subroutine advance(u)
    real(8), intent(inout) :: u(:)
    procedure(rate), pointer :: p
    real(8) :: f(size(u))
    integer :: i
    p => right_side
    do i = 1, 3
      call right_side(0.1d0*i, u, f)
      u = u + 0.1d0*f*u
      call euler(p, 0.2d0*i, u)
    end do
  end subroutine
  subroutine step(m, u)
    type(model), intent(in) :: m
    real(8), intent(inout) :: u(:)
    integer :: i
    do i = 1, size(u)
      if (m%limit(u(i)) > 100) cycle
      u(i) = u(i)*m%limit(u(i)) + m%source(u(i))*m%limit(2*u(i))
    end do
  end subroutine
  subroutine local(n, u)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(:)
    procedure(limiter), pointer :: p
    integer :: i
    p => smooth
    do i = 1, n
      u(1) = u(1) + p(u(2))*u(3)
      if (mod(i, 2) == 0) then
        p => minmod
      else
        p => smooth
      end if
      u(2) = p(u(1)*u(2))
    end do
  end subroutine
  subroutine head(kind, x, y)
    integer, intent(in) :: kind
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    type(model) :: m
    call choose(kind)
    if (x(3) > 100) damping => smooth
    m%k = x(1)
    if (kind == 1) then
      m%source => linear_source
    else
      m%source => square_source
    end if
    m%limit => minmod
    if (x(2) > 0) m%limit => smooth
    y = x
    call advance(y)
    call step(m, y)
    y(2) = y(2)*damping(y(1))
    call local(4, y)
    call step(m, y)
    call advance(y)
  end subroutine
end module
