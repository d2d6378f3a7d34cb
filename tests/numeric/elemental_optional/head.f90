! Elemental functions with an optional argument: absent, present, and by keyword.
! head: f(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
contains
  elemental function soft(x, eps) result(y)
    real(8), intent(in) :: x
    real(8), intent(in), optional :: eps
    real(8) :: y, e
    e = 0.1d0
    if (present(eps)) e = eps
    y = sqrt(x*x + e*e)
  end function
  elemental function plain(x, eps)
    real(8), intent(in) :: x
    real(8), intent(in), optional :: eps
    real(8) :: plain
    plain = x**2
    if (present(eps)) plain = plain*eps
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: t(3), y2
    t = 0
    t(1:3) = soft(x + t)
    y2 = plain(x(1))*plain(eps=x(2), x=x(3))
    t = t*plain(t)
    t = t*plain(x, t)
    y = sum(t) + soft(x(1), 0.2d0) + soft(eps=x(2), x=x(3)) + y2
  end subroutine
end module
