! Loops that hand on scalars that are cheap to compute again: recorded block by block.
! head: head(y, z)/(x, w)
! module m
! arg n integer 11
! arg x real8(11) 0.4 0.9 1.3 0.7 1.1 0.2 0.6 0.8 1.4 0.3 0.5
! arg w real8(11) 1.2 0.3 0.7 0.5 1.5 0.4 1.1 0.9 0.1 0.6 0.8
! arg y real8(11)
! arg z real8(5)
module m
  implicit none
  real(8) :: last = 0
contains
  subroutine head(n, x, w, y, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), w(n)
    real(8), intent(out) :: y(n), z(5)
    real(8) :: a, f, g, v, h, p, q, r, b
    integer :: i, j, k, m
    integer(8) :: l
    integer(2) :: s

    ! a prefix sum, of which two sums are made
    a = 0.1d0
    f = 0
    g = 0
    do i = 1, n
      a = a + x(i)*x(i)
      f = f + sin(a)*w(i)
      g = g + exp(-0.1d0*a)*x(i)
    end do
    y(1) = f
    y(2) = g*a

    ! the index is read behind, and so is the counter; a general recurrence that depends on where it is
    v = x(1)
    h = 0
    p = 0
    k = 3
    do i = 2, n - 1
      k = k + i
      if (v > 1.0d0) then
        v = 0.5d0*v + w(i)*x(i)
      else
        v = v + x(i)
      end if
      h = h + v*v*w(i)
      p = p + v*sin(v)/k
    end do
    y(3) = h*i
    y(4) = p*v*k

    ! no iteration, and one
    q = x(2)
    f = 0
    g = 0
    do i = 5, n - 8
      q = q*x(i) + 1
      f = f + q*q
      g = g + sin(q)
    end do
    y(5) = f*q + i
    do i = n, n
      q = q*x(i) + 1
      f = f + q*q
      g = g + sin(q)
    end do
    y(6) = f + g

    ! in another loop, of changing length, with a long index
    y(7) = 0
    do j = 1, 3
      r = w(j)
      b = 1
      m = 4*j - 3
      do l = m - 1, 2*m
        if (l >= 1 .and. l <= n) then
          r = r*x(l) + 0.5d0
          y(7) = y(7) + r*r
          b = b + cos(r)
        end if
      end do
      y(7) = y(7)*b
    end do

    ! of what another loop needs, and of a variable of the module
    last = y(1)
    f = 0
    g = 1
    do i = 1, n
      last = last*0.5d0 + x(i)
      f = f + last**2
      g = g + last*w(i)*last
    end do
    y(8) = f
    y(9:11) = g*last

    ! indices close to their largest values
    z = 0
    b = 0.3d0
    do i = huge(i) - 149 - n, huge(i) - 1
      b = 0.5d0*b + x(mod(i, n) + 1)
      z(4) = z(4) + sin(b)
      y(10) = y(10) + cos(b)
    end do
    do s = 32767_2 - 120_2, 32767_2 - 1_2
      b = 0.5d0*b + w(mod(int(s), n) + 1)
      z(5) = z(5) + sin(b)
      y(11) = y(11) + cos(b)
    end do

    ! bounds of several kinds
    do i = 1_8, int(n, 1)
      b = 0.5d0*b + x(i)
      z(4) = z(4) + sin(b)
      y(10) = y(10) + cos(b)
    end do
    do l = 2_8, n
      b = 0.5d0*b + x(l)
      z(5) = z(5) + sin(b)
      y(11) = y(11) + cos(b)
    end do

    do i = 1, 3
      z(i) = a*v
      a = a*a*0.1d0
      v = v + a
    end do
  end subroutine head
end module m
