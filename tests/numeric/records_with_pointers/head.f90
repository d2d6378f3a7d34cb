! Assignments and constructors of records with pointers to data and procedures: of variables, of elements, of arrays that overlap, in a procedure that sets them for its caller, and in FORALL.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
  abstract interface
    pure function fun(a) result(r)
      real(8), intent(in) :: a
      real(8) :: r
    end function
  end interface
  type :: node
    real(8) :: v = 0
    type(node), pointer :: next => null()
  end type
  type :: view
    real(8) :: a(2) = 0
    real(8), pointer :: p(:) => null()
    type(node), pointer :: first => null()
  end type
  type, extends(view) :: state
    real(8), allocatable :: w(:)
    procedure(fun), pointer, nopass :: f => null()
  end type
contains
  pure function square(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = a**2
  end function
  pure function sine(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = sin(a)
  end function
  subroutine take(s, t)
    type(view), intent(inout) :: s
    type(view), intent(in) :: t
    s = t
    s%a = s%a*t%a
    s%p = s%p*t%p
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    type(view) :: s, t, u(2)
    type(state) :: c(3), d(3), keep
    type(node), target :: a, b
    real(8), target :: q(2), r(2)
    integer :: i
    q = x(1:2)
    r = x(2:3)
    a = node(x(1), b)
    b = node(x(2)*a%v)
    s%a = x(3)
    s%p => q
    s%first => a
    t = view(a=[x(1)*x(2), x(3)], p=r, first=a%next)
    call take(s, t)
    u(1) = s
    u(2) = t
    do i = 1, 3
      u = u(2:1:-1)
      u(1)%p(1) = u(1)%p(1)*u(2)%p(2)*cos(u(1)%first%v)
      u(1)%a = u(1)%a*u(2)%p
      u(2)%first => a%next
    end do
    a = b
    if (associated(a%next)) a%v = 2
    y(1) = sum(u(1)%a) + u(2)%a(1) + a%v
    y(2) = sum(q*r) + u(1)%first%v*u(2)%first%v
    do i = 1, 3
      c(i) = state(x(1:2), r, null(), x*i, square)
    end do
    c(3)%f => sine
    c(2)%p => q
    forall (i = 1:3) c(i)%w(i) = c(1)%w(4 - i)**2 + x(i)
    forall (i = 1:3) d(i) = c(4 - i)
    forall (i = 1:2) c(i) = c(i + 1)
    keep = d(1)
    d(1) = c(1)
    d(1)%w = d(1)%w*keep%w*keep%p(1)
    keep = keep
    y(3) = sum(c(1)%w*d(1)%w) + keep%f(d(2)%a(1)) + sum(d(1)%p)*c(3)%f(d(3)%w(2))
  end subroutine
end module
