! Loops that add to one scalar where a test says so: where they add nothing, the backward part of an iteration is skipped, if the tape has no part in it.
! head: head(y)/(x, p, s0)
! module m
! arg n integer 5
! arg x real8(5) 0.4 0.9 1.3 0.7 1.1
! arg p real8(0:3) 0.5 0.8 1.2 0.6
! arg s0 real8 0.9
! arg y real8(5)
! before n 4
module m
  implicit none
contains
  subroutine head(n, x, p, s0, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), p(0:3), s0
    real(8), intent(out) :: y(5)
    real(8) :: f, s, t, a, pay, f2, s2, t2, a2, f3, s3, t3, b3, f4, s4, w4(3), f5, s5, t5
    integer :: seed, i, j, k, n5

    ! what is recorded stands in arrays
    seed = 3
    f = sin(s0)
    do i = 1, 3*n
      s = s0
      a = 0
      do j = 1, 4
        seed = mod(5*seed + 1, 16)
        k = mod(seed, 3)
        t = p(k)*(1 - seed/16.0d0) + p(k + 1)*seed/16.0d0
        s = s*exp(0.2d0*(t - 0.8d0)*s) + 0.01d0*x(k + 1)
        a = a + s
      end do
      pay = a/4 - 0.85d0
      if (pay > 0) f = f + pay
    end do
    y(1) = f*f + seed

    ! on the tape: a loop in it is left early
    f2 = 0
    do i = 1, 2*n
      s2 = s0
      a2 = 0
      do j = 1, 6
        seed = mod(5*seed + 1, 16)
        t2 = p(mod(seed, 4))
        s2 = s2*t2*t2 + 0.1d0
        a2 = a2 + s2*s2
        if (s2 < 0.2d0) exit
      end do
      if (a2 > 1.5d0) then
        f2 = f2 + a2*a2
      end if
    end do
    y(2) = f2 + seed

    ! two branches, both of which add, to what two variables carry
    f3 = 1
    do i = 1, 2*n
      seed = mod(7*seed + 3, 16)
      s3 = 1
      b3 = x(1)
      do j = 1, 3
        seed = mod(5*seed + 1, 16)
        t3 = p(mod(seed, 4))
        s3 = s3*t3*t3
        b3 = b3*t3*s3
      end do
      if (s3 > 0.5d0) then
        f3 = f3 - s3
      else if (b3 > 0.1d0) then
        f3 = f3 + 2*b3
      end if
    end do
    y(3) = f3*seed

    ! the seed is an array: not skipped
    f4 = 0
    do i = 1, n
      w4 = x(i)
      do j = 1, 3
        seed = mod(5*seed + 1, 16)
        s4 = p(mod(seed, 4))
        w4(j) = s4*w4(j)*s4
      end do
      if (w4(2) > 0.5d0) f4 = f4 + w4(2)*w4(3)
    end do
    y(4) = f4 + seed

    ! never asked for; a loop that does not run
    f5 = s0
    n5 = 0
    do i = 1, n
      s5 = s0
      do j = 1, n5
        seed = mod(5*seed + 1, 16)
        s5 = s5*p(mod(seed, 4))
      end do
      do j = 1, 2
        seed = mod(5*seed + 1, 16)
        t5 = s5*p(mod(seed, 4))
        s5 = t5*t5
      end do
      if (s5 > 1.0d3) f5 = f5 + s5
    end do
    y(5) = f5
  end subroutine head
end module m
