! Functions that return pointers: type-bound, generic, with keywords and optional arguments; pointers with bounds of their own.
! head: head(y)/(x)
! module m
! arg x real8(6)
! arg y real8
module store_m
  implicit none
  private
  type, public :: store
    real(8) :: v(3,2) = 0
    real(8) :: w = 1
  contains
    procedure :: col => store_col
    procedure :: weight
  end type
  interface part
    module procedure part_of, part_at
  end interface
  public :: part
contains
  function store_col(self, j, from) result(p)
    class(store), intent(in), target :: self
    integer, intent(in) :: j
    integer, intent(in), optional :: from
    real(8), pointer :: p(:)
    if (present(from)) then
      p => self%v(from:, j)
    else
      p => self%v(:, j)
    end if
  end function
  function weight(self)
    class(store), intent(in), target :: self
    real(8), pointer :: weight
    weight => self%w
  end function
  function part_of(a) result(p)
    real(8), target :: a(:)
    real(8), pointer :: p(:)
    p => a(1:2)
  end function
  function part_at(a, k) result(p)
    real(8), target :: a(:)
    integer :: k
    real(8), pointer :: p(:)
    p => a(k:k+1)
  end function
end module
module m
  use store_m
  implicit none
contains
  subroutine head(x, y)
    real(8), intent(inout), target :: x(6)
    real(8), intent(out) :: y
    type(store), target :: s
    real(8), pointer :: p(:), w
    s%v = reshape(x, [3,2])
    p => s%col(2)
    p = p*s%col(j=1)
    w => s%weight()
    w = x(1)*x(2)
    y = sum(s%col(from=2, j=2))*s%weight() + sum(part(x)*part(x, 3))
    p(0:) => part(x, k=5)
    p(0) = p(1)**2
    y = y + p(0) + x(5)
  end subroutine
end module
