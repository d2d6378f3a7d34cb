! Loops that hand on a state and add to one scalar: differentiated as they run, where that is right.
! head: head(y)/(x, p, s0)
! module m
! arg n integer 5
! arg x real8(5) 0.4 0.9 1.3 0.7 1.1
! arg p real8(0:3) 0.5 0.8 1.2 0.6
! arg s0 real8 0.9
! arg y real8(7)
! before n 4
module m
  implicit none
  real(8) :: scale = 1.5d0
contains
  subroutine head(n, x, p, s0, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), p(0:3), s0
    real(8), intent(out) :: y(7)
    real(8) :: f, s, t, w(2), u, g, t2, f2, h, t3, h4, t4, t5, u5, f5, t6
    real(4) :: total
    integer :: seed, i, k, j, k2

    ! a generator of numbers, a table, what is added to used in what follows, and not zero before; the loop runs with one for the derivative of f
    seed = 3
    f = sin(s0)
    do i = 1, n
      s = s0
      do j = 1, 3
        seed = mod(5*seed + 1, 16)
        k = mod(seed, 3)
        u = seed/16.0d0
        t = p(k)*(1 - u) + p(k + 1)*u
        w = [s*t, t + x(i)]
        s = sin(s)*exp(0.2d0*w(1)*w(2)) + 0.3d0*s
      end do
      if (s > 1.0d0) then
        f = f + s*s
      else
        f = (0.5d0*s + f) - x(i)*s**3
      end if
    end do
    y(1) = f*f + scale*f*x(1)

    ! the backward part of an iteration restores k2, which the next one reads: kept beside it
    f2 = 0.0d0
    k2 = 1
    do i = 1, n
      t2 = x(i)*p(k2)
      k2 = mod(3*k2 + i, 4)
      t2 = t2*t2*p(k2)
      f2 = f2 + sin(t2)*t2
    end do
    y(2) = f2*(1 + k2)*f

    ! what is added reads the total: not run so
    g = 0.1d0
    do i = 1, n
      seed = mod(seed + 3, 4)
      t3 = x(i)*p(seed)
      t3 = t3*t3
      if (g < 1.0d0) g = g + sin(t3)
      g = g + 0.1d0*t3*g
    end do
    y(3) = g

    ! what the last iteration leaves is read behind the loop: not run so
    h = 0.0d0
    do i = 1, n
      seed = mod(seed + 3, 7)
      t4 = x(i)*seed
      t4 = 0.1d0*t4*t4
      h = h + sin(t4)*t4
    end do
    y(4) = h
    h4 = t4*h
    y(5) = h4

    ! backwards, with a stride; t5 was something else before
    t5 = sin(x(1))
    y(6) = t5*t5
    f5 = 0
    do i = n, 1, -2
      u5 = 1
      do j = 1, 4
        seed = mod(7*seed + 3, 13)
        t5 = p(mod(seed, 4))*x(i)
        u5 = u5*cos(t5) + 0.1d0*t5*u5
      end do
      f5 = f5 - u5
    end do
    y(6) = y(6)*exp(0.2d0*f5)

    ! a total of another kind
    total = 0
    do i = 1, n
      t6 = 0.5d0
      do j = 1, 3
        seed = mod(7*seed + 3, 13)
        t6 = t6*x(i) + sin(t6*seed)
      end do
      total = total + real(t6, 4)
    end do
    y(7) = 1.0d-3*total
  end subroutine head
end module m
