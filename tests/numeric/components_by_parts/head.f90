! Variables of derived type are passed whole and by parts, to procedures that write some components and read others; one of them calls itself.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(4)
module m
  implicit none
  type state
    real(8) :: t, p, w(3)
    real(8) :: c
    integer :: n
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(4)
    type(state) :: s, u, v(2)
    s%t = x(1)
    s%p = x(2)
    s%w = x
    s%c = 2
    s%n = 2
    call heat(s)
    call scale(s%p, s%c)
    call scale(s%w(2), s%t)
    call total(3, s%w(1), s%p)
    y(1) = s%t*s%p*s%c
    ! the pressure becomes a constant, which the procedure says to nobody
    call reset(s)
    y(2) = s%t*s%p + s%w(3)
    s%p = s%p*s%t
    call reset(s)
    u = s
    u%c = x(3)
    call heat(u)
    y(3) = u%t*u%c + u%p
    v(1) = s
    v(2) = u
    call reset(v(2))
    call heat(v(1))
    call cool(v(1), 3)
    call fill(v)
    y(4) = v(1)%t*v(1)%p + v(2)%t*v(2)%c + v(2)%w(2)
  end subroutine

  subroutine heat(s)
    type(state), intent(inout) :: s
    s%t = s%t*s%c + s%w(s%n)
  end subroutine

  subroutine reset(s)
    type(state), intent(inout) :: s
    s%p = 1.5d0
    s%n = 1
  end subroutine

  subroutine scale(a, by)
    real(8), intent(inout) :: a
    real(8), intent(in) :: by
    a = a*by
  end subroutine

  subroutine total(n, a, sum)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: sum
    integer :: i
    do i = 1, n
      sum = sum*a(i)
    end do
  end subroutine

  recursive subroutine cool(s, depth)
    type(state), intent(inout) :: s
    integer, intent(in) :: depth
    type(state) :: inner
    if (depth == 0) return
    inner = s
    inner%t = inner%t*0.5d0
    inner%c = depth
    call cool(inner, depth - 1)
    s%t = s%t + inner%t*inner%c
    s%p = inner%p
  end subroutine

  subroutine fill(v)
    type(state), intent(inout) :: v(:)
    integer :: i
    do i = 1, size(v)
      v(i)%p = v(i)%p + i
      v(i)%w(2) = v(i)%w(2)*v(i)%t
      v(i)%t = v(i)%t**2
    end do
  end subroutine
end module
