! Systems with three diagonals, by elimination without pivoting.
module tridiagonal
  use kinds, only: wp
  implicit none
contains
  subroutine solve(m, lower, diag, upper, rhs, solution)
    integer, intent(in) :: m
    real(wp), intent(in) :: lower(m), diag(m), upper(m), rhs(m)
    real(wp), intent(out) :: solution(m)
    real(wp) :: c(m), d(m), pivot
    integer :: i
    c(1) = upper(1)/diag(1)
    d(1) = rhs(1)/diag(1)
    do i = 2, m
      pivot = diag(i) - lower(i)*c(i - 1)
      c(i) = upper(i)/pivot
      d(i) = (rhs(i) - lower(i)*d(i - 1))/pivot
    end do
    solution(m) = d(m)
    do i = m - 1, 1, -1
      solution(i) = d(i) - c(i)*solution(i + 1)
    end do
  end subroutine solve

  ! The largest residual, for the log.
  function residual(m, lower, diag, upper, rhs, solution) result(largest)
    integer, intent(in) :: m
    real(wp), intent(in) :: lower(m), diag(m), upper(m), rhs(m), solution(m)
    real(wp) :: largest, r
    integer :: i
    largest = 0.0_wp
    do i = 2, m - 1
      r = lower(i)*solution(i - 1) + diag(i)*solution(i) + upper(i)*solution(i + 1) - rhs(i)
      largest = max(largest, abs(r))
    end do
  end function residual
end module tridiagonal
