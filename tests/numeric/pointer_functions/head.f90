! Functions that return pointers: to a section, to saved memory, to nothing; in assignments, WHERE, arguments that are changed, tests of loops.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
function tail(a) result(p)
  implicit none
  real(8), target :: a(:)
  real(8), pointer :: p(:)
  p => a(2:)
end function
module m
  implicit none
  interface
    function tail(a) result(p)
      real(8), target :: a(:)
      real(8), pointer :: p(:)
    end function
  end interface
  type view
    real(8), pointer :: v(:) => null()
  end type
  integer, target :: order(4) = [4, 3, 2, 1]
contains
  function idx() result(p)
    integer, pointer :: p(:)
    p => order
  end function
  function memory() result(p)
    real(8), pointer :: p(:)
    real(8), target, save :: kept(3) = 0
    p => kept
  end function
  function window(a, first) result(p)
    real(8), target :: a(:)
    integer, intent(in) :: first
    real(8), pointer :: p(:)
    if (first < size(a)) then
      p => a(first:first+1)
    else
      nullify(p)
    end if
  end function
  subroutine double(a)
    real(8), intent(inout) :: a(:)
    a = 2*a*a
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), target :: a(4)
    type(view) :: w
    integer, pointer :: ip(:)
    real(8), pointer :: p(:)
    integer :: i
    a = x
    w%v => tail(a)
    w%v = w%v*x(1)
    where (tail(a) > 0.5d0) w%v = w%v + tail(a)*x(2:)
    ip => idx()
    y = 0
    do i = 1, 4
      y = y + a(ip(i))*i
    end do
    p => tail(a)
    call double(p)
    y = y + sum(a) + norm2(tail(tail(a)))
    i = 1
    do while (associated(window(a, i)))
      p => memory()
      p(i) = product(window(a, first=i))
      i = i + 1
    end do
    p => memory()
    y = y + sum(p*p)
  end subroutine
end module
