! States of loops, whose local Jacobians are recorded in place of values where that is less: scalars, elements,
! components; loops that end by a test, with branches, and in procedures that loops call.
! head: head(y)/(x, p)
! module m
! arg n integer 5
! arg x real8(5) 0.4 0.9 1.3 0.7 1.1
! arg p real8(4) 0.5 0.8 1.2 0.6
! arg y real8(7)
module m
  implicit none
  type cell
    real(8) :: level, flow
  end type
  real(8) :: total = 0.0d0
contains
  subroutine head(n, x, p, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), p(4)
    real(8), intent(out) :: y(7)
    type(cell) :: c
    real(8) :: s, g, h, v(3), first
    complex(8) :: z
    integer :: i, j
    ! one state, one entry
    s = x(1)
    do i = 1, 6
      g = exp(-s*s)
      h = sin(s)*g/(1.0d0 + s*s)
      s = s + 0.1d0*h
    end do
    y(1) = s
    ! parameters are operands, too
    s = x(2)
    do i = 1, 4
      g = p(1)*sin(s) - p(2)*s**3
      h = exp(-s*s)*g
      s = s + 0.1d0*(h + p(3))
    end do
    y(2) = s
    ! an element that is overwritten, and values that the next iteration reads
    v = x(1:3)
    h = 0.2d0
    do i = 1, 3
      do j = 1, 3
        g = exp(-v(j)*h)
        v(j) = v(j)*cos(g)*g + 0.1d0*h
        h = tanh(v(j))*g
      end do
    end do
    y(3) = sum(v) + h
    ! components
    c = cell(x(3), p(4))
    do i = 1, n
      g = sqrt(1.0d0 + c%level**2)
      h = g*exp(-c%flow)
      c%flow = c%flow + 0.05d0*h
      c%level = c%level/(1.0d0 + h)
    end do
    y(4) = c%level*c%flow
    ! a loop that ends by a test, and a branch
    s = x(5)
    first = s
    do while (s < 3.0d0*first)
      g = log(1.0d0 + s*s)
      h = g*exp(-0.1d0*s)
      if (h > 1.0d0) then
        g = sin(h)*h
        h = g*exp(-h)
      end if
      s = s + h + 0.3d0
    end do
    y(5) = s
    ! a procedure that a loop calls, with a state in a module
    total = 0.0d0
    do i = 1, n
      call step(n, x, p(1), y(6))
    end do
    y(6) = y(6)*total
    ! what is not real ends a sequence
    s = x(1)
    z = cmplx(s, 0.3d0, 8)
    do i = 1, 3
      g = sin(s)*exp(-s)
      z = z*g + exp(z)*0.1d0
      s = s + 0.1d0*real(z, 8)*g
    end do
    y(7) = s + aimag(z)
  end subroutine

  subroutine step(n, x, k, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), k
    real(8), intent(out) :: y
    real(8) :: u, w
    integer :: i
    u = k
    do i = 1, n
      w = exp(-u*x(i))
      u = u*cos(w) + 0.2d0*sin(u)*w
      total = total + u*w
    end do
    y = u
  end subroutine
end module m
