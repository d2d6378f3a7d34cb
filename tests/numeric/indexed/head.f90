! What inner loops of a loop that runs forwards and backwards at once record stands in arrays, under tests, of several types; some of it does not.
! head: head(y)/(x)
! module m
! arg x real8(4) 0.7 1.3 0.4 0.9
! arg y real8
module m
  implicit none
  integer, parameter :: n = 4
  integer :: k = 3
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: t, s, w(3), v(n), z
    integer :: i, j, l, c, last, m2
    complex(8) :: q
    logical :: big
    y = 0
    c = 0
    m2 = (k + 3)/2
    !$AD II-LOOP
    do i = 1, n
      t = x(i)
      s = 0
      w = [t, t*t, 1d0]
      q = cmplx(t, 1d0, 8)
      big = .false.
      l = 1
      do j = k, 1, -1
        v(j) = t*x(j)
        if (t > 1.2d0) then
          t = sin(t)*x(j)
          if (s > 0.2d0) then
            s = s*t
            w(2) = w(2)*s
          end if
        else if (t > 0.6d0) then
          t = t*t + x(j)
          s = exp(-t)*s + t
        end if
        big = s > 0.5d0 .or. big
        if (big) l = mod(l + j, 3) + 1
        w = w*cos(t) + w(l)
        q = q*q*t + w(1)
        do c = 1, 2
          z = t*w(c)
          t = t + 0.1d0*sin(z*z)
        end do
      end do
      y = y + s*t + sum(w*w) + real(q) + aimag(q)*t + v(1)*v(k)
      ! bounds that come into being on the way: the tape
      last = min(i, k)
      do j = 1, last
        t = t*cos(t*x(j))
        if (t > 0.4d0) s = s*t
      end do
      ! a loop that counts its iterations: the tape
      j = 0
      do while (t > 0.2d0 .and. j < 3)
        j = j + 1
        t = t*0.7d0 + 0.05d0*sin(t)
      end do
      ! of another stride, in a branch
      if (x(i) > 0.5d0) then
        do j = 1, k, 2
          s = s*s*0.1d0 + t*x(j)
        end do
        do j = 2, k
          v(j) = v(j)*v(j-1)
          s = s + sin(v(j))*v(j)
        end do
      end if
      ! loops over other bounds in two arms
      if (x(i) > 0.8d0) then
        do j = 1, k
          t = t*cos(t*x(j))
        end do
      else
        do j = 0, m2 + 1
          t = t*cos(t + 0.1d0*j)
        end do
        do j = 2, size(x)
          t = t*cos(t + 0.1d0*j)
        end do
      end if
      y = y + s*s*t
    end do
  end subroutine head
end module m
