! Calls without derivatives of procedures that have derivatives at other calls.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(8)
module m
  implicit none
  real(8) :: seen = 1.0d0, hidden = 1.0d0
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(8)
    real(8) :: c(3), d(3), e(3), s, t
    real(8), allocatable :: a(:)
    integer :: k
    c = [0.5d0, 1.5d0, 2.5d0]
    d = x
    ! active, then with constants alone: `e` loses its derivative
    call scale(d, x(1), e)
    y(1) = e(1)*e(2)
    call scale(c, 0.5d0, e)
    y(2) = e(1)*x(2)
    ! overwritten in part: the rest keeps its derivative
    e = x*x
    call set_first(c, e)
    y(3) = e(1)*e(2) + e(3)
    ! what depends on `x`, but on which nothing depends
    call scale(d, 2.0d0, e)
    ! a variable that the caller names, and one that it does not
    call remember(x(1))
    y(4) = seen*x(3) + recalled()
    call remember(0.25d0)
    y(5) = seen*x(2) + recalled()
    ! in a loop, with values that the adjoint needs
    t = 1.0d0
    do k = 1, 3
      call scale(c, t, e)
      t = 0.5d0*t
      e = d*e
      call scale(e, x(2), d)
    end do
    y(6) = sum(d)
    ! allocated by the procedure
    call make(x(1), a)
    y(7) = a(1)
    call make(3.0d0, a)
    y(7) = y(7) + a(2)*x(3)
    ! a function, and a recursive procedure
    s = power(2.0d0, 3)
    y(8) = s*power(x(1), 2)
    s = power(1.5d0, 1)
    y(8) = y(8) + s*x(2)
  end subroutine head

  subroutine scale(v, f, w)
    real(8), intent(in) :: v(3), f
    real(8), intent(out) :: w(3)
    real(8) :: g
    integer :: i
    g = f
    do i = 1, 3
      g = g*cos(g)
    end do
    if (g > 10.0d0) g = 10.0d0
    w = v*g + sin(f)
  end subroutine scale

  subroutine set_first(v, w)
    real(8), intent(in) :: v(3)
    real(8), intent(inout) :: w(3)
    w(1) = v(1)*v(2)
  end subroutine set_first

  subroutine remember(v)
    real(8), intent(in) :: v
    seen = v*v
    hidden = cos(v)
  end subroutine remember

  function recalled() result(r)
    real(8) :: r
    r = hidden*hidden
  end function recalled

  subroutine make(v, a)
    real(8), intent(in) :: v
    real(8), allocatable, intent(inout) :: a(:)
    if (allocated(a)) deallocate (a)
    allocate (a(2))
    a = [v, v*v]
  end subroutine make

  recursive function power(v, n) result(r)
    real(8), intent(in) :: v
    integer, intent(in) :: n
    real(8) :: r
    if (n == 0) then
      r = 1.0d0
    else
      r = v*power(v, n - 1)
    end if
  end function power
end module m
