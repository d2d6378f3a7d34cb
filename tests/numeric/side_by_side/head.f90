! Loops that run eight iterations side by side, and some that must not: inner loops with private arrays and scalars,
! sums, sines beside cosines, ends of other lengths than eight, elements of two ranges, values that stay after the loop.
! head: head(y, c)/(x, p)
! module m
! arg n integer 19
! arg x real8(19) 0.31 0.80 1.29 0.45 0.94 1.43 0.59 1.08 1.57 0.73 1.22 0.38 0.87 1.36 0.52 1.01 1.50 0.66 1.15
! arg p real8(3) 0.8 0.3 0.6
! arg y real8
! arg c real8(19)
! before n 11
module m
  implicit none
contains
  subroutine head(n, x, p, y, c)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), p(3)
    real(8), intent(out) :: y, c(n)
    real(8) :: w(n), v(0:n), a(2*n), e(n, 4), s, t, part(3), last
    integer :: i, k, h

    ! steps of each element
    do i = 1, n
      w(i) = x(i)
      do k = 1, 4
        w(i) = p(1)*sin(w(i)) + p(2)*w(i)*w(i)
      end do
    end do
    ! private array, in another order, and in a part of its range
    do i = 1, n
      do k = 1, 3
        part(k) = cos(k*w(i))*p(3)
      end do
      s = part(2)
      do k = 3, 2, -1
        s = s*part(k) + sin(s)
      end do
      w(i) = w(i) + s
    end do
    ! an element of the array that an iteration before has set
    part = 0.5d0
    do i = 1, n
      w(i) = w(i) + sin(part(1))
      do k = 1, 2
        part(k) = cos(w(i))*part(k + 1)
      end do
    end do
    ! neighbours: iterations depend on each other
    v(0) = p(1)
    do i = 1, n
      v(i) = x(i)
      do k = 1, 2
        v(i) = v(i) + sin(v(i - 1)*p(2))
      end do
    end do
    ! two ranges of one array
    h = n
    do i = 1, h
      a(i) = x(i)*p(1)
      a(h + i) = w(i)
    end do
    do i = 1, h
      do k = 1, 2
        t = a(i)
        a(i) = sin(a(h + i)) + p(3)*t
        a(h + i) = cos(t)*a(h + i)
      end do
    end do
    ! columns of a matrix, and a value that stays
    do i = 1, n
      e(i, 1) = a(i)
      do k = 2, 4
        e(i, k) = exp(-e(i, k - 1)**2) + log(2 + e(i, k - 1)*p(2))
      end do
      last = e(i, 3)*p(1)
    end do
    ! sums with functions
    y = last
    do i = 1, n
      y = y + sin(e(i, 4))*cos(v(i)*p(2)) + tanh(a(h + i)*p(1))
    end do
    do i = 1, n
      s = sin(w(i)*p(3))
      c(i) = s*s*p(1) + sqrt(2 + s)**p(2)
    end do
  end subroutine head
end module m
