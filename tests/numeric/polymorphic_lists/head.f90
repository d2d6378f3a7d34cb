! Polymorphic pointers as components of a list, and a polymorphic pointer that moves, is allocated, and carries a derivative; optional arguments and arrays of bindings.
! head: head(y)/(x)
! module lists
! arg x real8(3)
! arg y real8(3)
module lists
  implicit none
  type, abstract :: el
    real(8) :: a = 1
  contains
    procedure(f_i), deferred :: f
    procedure(g_i), deferred :: g
  end type
  abstract interface
    function f_i(this, u) result(f)
      import el
      class(el), intent(in) :: this
      real(8), intent(in) :: u(:)
      real(8) :: f
    end function
    subroutine g_i(this, n, u, r)
      import el
      class(el), intent(inout) :: this
      integer, intent(in) :: n
      real(8), intent(in) :: u(n)
      real(8), intent(inout), optional :: r(n)
    end subroutine
  end interface
  type, extends(el) :: e1
    real(8) :: k = 2
  contains
    procedure :: f => f1
    procedure :: g => g1
  end type
  type, extends(el) :: e2
    real(8) :: w(2) = [0.5d0, 0.25d0]
  contains
    procedure :: f => f2
    procedure :: g => g2
  end type
  type ref
    class(el), pointer :: p => null()
  end type
contains
  function f1(this, u) result(f)
    class(e1), intent(in) :: this
    real(8), intent(in) :: u(:)
    real(8) :: f
    f = this%k*sum(u)**2
  end function
  function f2(this, u) result(f)
    class(e2), intent(in) :: this
    real(8), intent(in) :: u(:)
    real(8) :: f
    f = sin(this%w(1)*u(1))*this%a + this%w(2)*sum(u**2)
  end function
  subroutine g1(this, n, u, r)
    class(e1), intent(inout) :: this
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(inout), optional :: r(n)
    if (present(r)) r = r + this%k*u
  end subroutine
  subroutine g2(this, n, u, r)
    class(e2), intent(inout) :: this
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(inout), optional :: r(n)
    if (present(r)) r = r*this%w(1) + u**2
  end subroutine
  subroutine driven(o, x, y)
    class(el), intent(inout) :: o
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    y = x
    o%a = o%a*x(1)
    call o%g(3, x, y)
    y(2) = y(2) + o%f(y)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    type(ref) :: l(2)
    type(e1), target :: a
    type(e2), target :: b
    type(e1) :: o
    class(el), pointer :: p
    class(el), allocatable :: q
    real(8) :: z(3)
    integer :: i
    a%a = x(1)
    b%w = x(2:3)
    l(1)%p => a
    l(2)%p => b
    y = x
    do i = 1, 2
      call l(i)%p%g(3, x, y)
      y(1) = y(1) + l(i)%p%f(y)
    end do
    if (x(1) > 0) then
      p => a
    else
      p => b
    end if
    call p%g(3, x, y)
    y(1) = y(1)*p%a
    allocate (e1 :: p)
    p%a = x(2)**2
    y(2) = p%f(x)
    deallocate (p)
    p => b
    y(3) = p%f(y)
    call driven(o, x, z)
    allocate (q, source=o)
    y = y*z
    call driven(q, x, z)
    y = y + z
  end subroutine
end module
