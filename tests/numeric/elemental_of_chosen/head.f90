! Elemental procedures take elements of arrays that vector subscripts choose, also such as are no variables.
! module vectors
! head: head(y)/(x)
! arg x real8(2) 0.5 1.2
! arg y real8(2)
module vectors
  implicit none
  type vec
    real(8) :: c = 0
  end type vec
contains
  elemental type(vec) function negated(a) result(r)
    type(vec), intent(in) :: a
    r%c = -a%c**2
  end function negated
  elemental real(8) function power(a, k) result(r)
    type(vec), intent(in) :: a
    integer, intent(in) :: k
    r = a%c**k
  end function power
  elemental subroutine scale(a, k, r)
    type(vec), intent(in) :: a
    integer, intent(in) :: k
    real(8), intent(inout) :: r
    r = r*a%c**k
  end subroutine scale
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    type(vec) :: q(2, 2), p(2)
    integer :: k(3), i
    k = [2, 1, 2]
    q(:, 1)%c = x
    q(:, 2)%c = x*x(2)
    p = negated(q([2, 1], 1))
    y = power(p, k([2, 3]))
    do i = 1, 2
      call scale(q(k(k([i, 3 - i])), 2), k([i, 3]), y)
    end do
  end subroutine head
end module vectors
