! Steps of an implicit method, with a solver that works in place, in a loop that ends when a time is reached: with the
! size that the calls pass, records of the solver are small, and it is not run again.
! head: reactor(cost)/(c, k)
! arg span real8 0.8
! arg c real8(4) 0.5 0.8 1.1 0.6
! arg k real8 0.7
! arg cost real8
module solver
  implicit none
contains
  subroutine factor(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j, k
    do k = 1, n - 1
      do i = k + 1, n
        a(i, k) = a(i, k)/a(k, k)
        do j = k + 1, n
          a(i, j) = a(i, j) - a(i, k)*a(k, j)
        end do
      end do
    end do
  end subroutine factor

  subroutine solve(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    do i = 2, n
      do j = 1, i - 1
        b(i) = b(i) - a(i, j)*b(j)
      end do
    end do
    do i = n, 1, -1
      do j = i + 1, n
        b(i) = b(i) - a(i, j)*b(j)
      end do
      b(i) = b(i)/a(i, i)
    end do
  end subroutine solve
end module solver

subroutine reactor(span, c, k, cost)
  use solver, only: factor, solve
  implicit none
  real(8), intent(in) :: span
  real(8), intent(inout) :: c(4)
  real(8), intent(in) :: k
  real(8), intent(out) :: cost
  integer :: day
  do day = 1, 2
    call advance(span, c, k)
  end do
  cost = sum(c**2)
contains
  subroutine advance(span, c, k)
    real(8), intent(in) :: span
    real(8), intent(inout) :: c(4)
    real(8), intent(in) :: k
    real(8) :: a(4, 4), f(4), done, h
    integer :: i
    done = 0.0d0
    h = 0.1d0
    do while (done < span)
      h = min(h, span - done)
      do i = 1, 4
        a(:, i) = -h*k*c(i)/(1.0d0 + c**2)
        a(i, i) = a(i, i) + 1.0d0 + h*exp(-c(i))
        f(i) = h*(sin(c(i)) - k*c(i)**2)
      end do
      call factor(4, a)
      call solve(4, a, f)
      c = c + f
      done = done + h
      if (maxval(abs(f)) < 0.05d0) h = 1.5d0*h
    end do
  end subroutine advance
end subroutine reactor
