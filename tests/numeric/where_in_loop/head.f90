! WHERE on arrays whose shape changes from iteration to iteration; several arrays deallocated at once.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
module m5
  implicit none
contains
  elemental real(8) function ef(a, k) result(r)
    real(8), intent(in) :: a
    integer, intent(in) :: k
    r = a**k + k*a
  end function
  elemental subroutine es(a, b, c)
    real(8), intent(in) :: a
    real(8), intent(inout) :: b
    real(8), intent(out), optional :: c
    b = b*a
    if (present(c)) c = b + a
  end subroutine
  function cum(a) result(r)
    real(8), intent(in) :: a(:)
    real(8) :: r(0:size(a))
    integer :: i
    r(0) = 1
    do i = 1, size(a)
      r(i) = r(i-1)*a(i)
    end do
  end function
  function grow(a) result(r)
    real(8), intent(in) :: a(:)
    real(8), allocatable :: r(:)
    allocate(r(2*size(a)))
    r(1:size(a)) = a
    r(size(a)+1:) = a*a
  end function
end module

subroutine head(x, y)
  use m5
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: a(:), b(:)
  integer :: i
  y = 0
  do i = 1, 3
    allocate(a(i), b(i))
    a = x(1:i)*i
    b = a
    where (a > 0.6d0)
      a = a*a
      b = a*x(1)
    elsewhere
      a = sin(a)
      b = 2*b
    end where
    y(1) = y(1) + sum(a*b)
    where (b > 1d0) b = b*a
    y(2) = y(2)*0.5d0 + sum(b)
    deallocate(a, b)
  end do
end subroutine head
