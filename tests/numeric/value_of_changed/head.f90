! An argument with VALUE is an element of an array that the procedure changes, before it among the arguments and behind it: optimised code takes their derivatives for apart.
! head: head(y)/(x)
! module m
! arg x real8(2)
! arg y real8(2)
! flags -O2
module m
  implicit none
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    real(8) :: a(2), s
    a = sin(x)
    call shift(a, a(2))
    y(1) = a(1)
    call shift_first(a(1), a)
    s = a(1)*a(2)
    call scale(s, s)
    y(2) = s
  end subroutine head

  subroutine shift(a, by)
    real(8), intent(inout) :: a(2)
    real(8), value :: by
    by = by*a(2)
    a = a*by
  end subroutine shift

  subroutine shift_first(by, a)
    real(8), value :: by
    real(8), intent(inout) :: a(2)
    by = by*a(2) + 1
    a = a*by
  end subroutine shift_first

  subroutine scale(s, by)
    real(8), intent(inout) :: s
    real(8), value :: by
    s = s*by
    by = s
    s = s + by*by
  end subroutine scale
end module m
