! Arrays that are given another size: dummy arguments, results, by SOURCE=, MOLD= and MOVE_ALLOC.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
contains
  subroutine make(x, a)
    real(8), intent(in) :: x(:)
    real(8), allocatable, intent(out) :: a(:)
    allocate(a(size(x)))
    a = x*x
  end subroutine
  subroutine grow(a)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), allocatable :: b(:)
    integer :: n
    n = size(a)
    allocate(b(2*n))
    b(1:n) = a
    b(n+1:) = a*a
    call move_alloc(b, a)
  end subroutine
  function squares(x) result(r)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: r(:)
    allocate(r(size(x)))
    r = x*x
  end function
  function twice(x) result(r)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: r(:)
    r = [x, x*x(1)]
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    real(8), allocatable :: a(:), b(:), c(:), d(:)
    integer :: i
    call make(x, a)
    call grow(a)
    call grow(a)
    y(1) = sum(a*a)
    call make(x(:2), a)
    allocate(b, source=a)
    b = b*a
    allocate(c(0:1), source=x(1))
    c = c*b
    allocate(d, mold=c)
    d = c
    d(1) = d(1)*d(0)
    y(2) = sum(d*c)
    call move_alloc(d, a)
    a = a*a
    y(3) = sum(a)*x(1)
    do i = 1, 3
      a = x(1:i)*x(i)
      a = squares(a)
      y(3) = y(3) + sum(twice(a))*a(1)
    end do
  end subroutine
end module
