! Components of elements of an array that are allocated one after the other: what is allocated has no value before, those of the other elements keep theirs.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
  type part
    real(8), allocatable :: o(:)
    real(8) :: w = 0d0
  end type
  type whole
    type(part), allocatable :: p(:)
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    type(part) :: p(3)
    type(whole) :: all(2)
    class(part), allocatable :: one, two
    allocate (p(1)%o(1))
    p(1)%o(1) = x(1)*x(2)
    allocate (p(2)%o(2))
    p(2)%o = x(2)
    allocate (p(3)%o, source=p(1)%o)
    y(1) = sin(p(1)%o(1))*p(2)%o(2) + p(3)%o(1)**2
    allocate (all(1)%p(1))
    allocate (all(1)%p(1)%o(2))
    all(1)%p(1)%o = x(2:3)
    allocate (all(2)%p(2))
    allocate (all(2)%p(2)%o(1))
    all(2)%p(2)%o(1) = x(1)
    y(2) = product(all(1)%p(1)%o)*all(2)%p(2)%o(1)
    allocate (one)
    one%w = x(3)**2
    allocate (two)
    two%w = exp(x(1))
    y(3) = one%w*two%w
  end subroutine
end module
