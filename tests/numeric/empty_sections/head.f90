! Sections whose upper bound lies far below the lower one have no elements; what generated code allocates for them is there nevertheless.
! module sections
! head: head(y)/(x)
! arg n integer 5
! arg x real8(5)
! arg y real8(5)
! before n 4
module sections
  implicit none
  type point
    real(8) :: c = 0
  end type point
contains
  subroutine add(k, a, r)
    integer, intent(in) :: k
    real(8), intent(in) :: a(k)
    real(8), intent(inout) :: r
    r = r + sum(a*a)
  end subroutine add
  subroutine twice(k, a, r)
    integer, intent(in) :: k
    real(8), intent(in) :: a(k)
    real(8), intent(inout) :: r
    call add(k, 2*a, r)
  end subroutine twice
  elemental real(8) function square(p) result(r)
    type(point), intent(in) :: p
    r = p%c**2
  end function square
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    type(point) :: p(n)
    real(8), allocatable :: q(:)
    integer :: lo, hi, i, ix(n)
    y = x*x
    p%c = x*y
    ix = [(n + 1 - i, i = 1, n)]
    do i = 1, 2
      lo = n - 1
      hi = merge(1, n, i == 1)
      y(lo:hi) = y(lo:hi) + 0.1d0*y(lo-1:hi-1)
      y(ix(lo:hi)) = y(ix(lo:hi))*x(lo:hi)
      call add(max(hi - lo + 1, 0), x(lo:hi)*y(lo:hi), y(1))
      call twice(hi - lo + 1, y(2), y(1))
      where (x(lo:hi) > 1)
        y(lo:hi) = y(lo:hi)*x(lo:hi)
      elsewhere
        y(lo:hi) = x(lo:hi)*y(lo-1:hi-1)
      end where
      allocate(q, source=x(lo:hi)*y(2))
      y(3) = y(3) + sum(q)
      deallocate(q)
      associate (s => x(lo:hi)*y(3))
        y(2) = y(2) + sum(s*s)
      end associate
      y(4) = y(4) + sum(square(p(ix(lo:hi))))
      y(ix(ix(lo:hi))) = y(lo:hi)*x(2)
    end do
  end subroutine head
end module sections
