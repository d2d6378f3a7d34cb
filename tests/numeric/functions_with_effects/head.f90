! Functions that change their arguments and module variables inside expressions.
! module m
! head: head(y)/(x)
! arg x real8(2)
! arg y real8(5)
module m
  implicit none
  real(8) :: total = 0
  integer :: calls = 0
contains
  real(8) function f(a)
    real(8), intent(inout) :: a
    a = a*2
    total = total + a
    calls = calls + 1
    f = a*a
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(5)
    real(8) :: t, u, w(2)
    integer :: i
    total = 0
    calls = 0
    t = x(1); u = x(2); w = x
    y(1) = f(t)*3
    y(1) = y(1) + f(u)*t
    do i = 1, 3
      if (f(t) > 2) y(1) = y(1) + t
    end do
    y(2) = total
    y(3) = t*u + calls*x(1)
    t = x(2)
    do while (more(t))
      y(3) = y(3)*t
    end do
    u = x(1)
    if (u > 10) then
      y(4) = 0
    else if (calls > 0 .and. f(u) < 1d3) then
      y(4) = u*x(2)
    else
      y(4) = 1
    end if
    if (f(u) > 0) y(4) = y(4)*u
    select case (step(u))
    case (1:)
      y(5) = u*u
    case default
      y(5) = 0
    end select
    do i = 1, step(u)
      y(5) = y(5)*x(1) + w(step(u))*f(t)
    end do
  end subroutine
  logical function more(a)
    real(8), intent(inout) :: a
    calls = calls + 1
    a = a*1.5d0
    more = a < 9
  end function
  integer function step(a)
    real(8), intent(inout) :: a
    a = sin(a) + 1
    step = 2
  end function
end module m
