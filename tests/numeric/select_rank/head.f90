! Assumed-rank arguments: a derivative for each rank that calls give.
! head: head(y)/(x)
! module ranks
! arg n integer 3
! arg x real8(3)
! arg y real8(2)
module ranks
  implicit none
contains
  subroutine scaled(a, by, total)
    real(8), intent(inout) :: a(..)
    real(8), intent(in) :: by
    real(8), intent(inout) :: total
    integer :: j
    select rank (a)
    rank (0)
      a = a*by
      total = total + a**2
    rank (1)
      a = a*by**2
      total = total + sum(a**2)/size(a)
    rank (2)
      do j = lbound(a, 2), ubound(a, 2)
        a(:, j) = a(:, j)*sin(by)
        total = total + a(1, j)*total
      end do
    rank default
      total = total*by + rank(a)
      call inner(a, total)
    end select
  end subroutine
  subroutine inner(b, total)
    real(8), intent(inout) :: b(..)
    real(8), intent(inout) :: total
    which: select rank (b)
    rank (3)
      b(1, 1, :) = b(1, 1, :)*total
      if (total > 100) exit which
      total = total + sum(b)
    end select which
  end subroutine
  subroutine resized(p, n)
    real(8), allocatable, intent(inout) :: p(..)
    integer, intent(in) :: n
    select rank (p)
    rank (1)
      if (.not. allocated(p)) allocate (p(n))
      p = 2
    rank (2)
      if (allocated(p)) deallocate (p)
      allocate (p(n, 2))
      p = 3
    end select
  end subroutine
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    real(8) :: s, v(n), m(2, n), q(2, 1, 2)
    real(8), allocatable :: w(:), u(:, :)
    s = x(1)
    v = x(2)*x
    m(1, :) = x
    m(2, :) = x**2
    q = x(3)
    y = 1
    call scaled(s, x(2), y(1))
    call scaled(v, x(1), y(1))
    call scaled(m, s, y(2))
    call scaled(m(2, 1:2), x(3), y(2))
    call scaled(q, s, y(1))
    call resized(w, n)
    call resized(u, n)
    w = w*x
    u(:, 1) = u(:, 1)*x
    call scaled(w, y(1), y(2))
    call scaled(u, x(1), y(1))
    y(1) = y(1) + sum(v) + sum(q) + sum(m**2)
  end subroutine
end module
