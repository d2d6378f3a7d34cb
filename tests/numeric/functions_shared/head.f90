! Functions that statements share with their partial derivatives, beside assignments that look like those of `adc`:
! dummies with VALUE that are changed, also by a host, locals of inlined functions, and another kind.
! head: head(y)/(x)
! module m
! arg x real8(3) 0.4 0.9 1.3
! arg y real8(6)
! tolerance 1e-5 1e-10
module m
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(6)
    integer :: i
    real(8) :: t
    call changed(x(1), y(1))
    call twice(x(2), x(3), y(2))
    call host(2.0d0, x(1), y(3))
    y(4:5) = 0.0d0
    do i = 1, 3
      t = x(i)
      call changed(t, y(6))
      y(4) = y(4)*y(6) + chain(t)
      y(5) = y(5)*sin(t) + both(x(i))
    end do
  end subroutine

  subroutine changed(x, y)
    real(8), value :: x
    real(8), intent(out) :: y
    real(8) :: g
    g = exp(-x*x)
    x = sin(x)
    y = x*x + sin(x)*g
  end subroutine

  ! two functions of one argument, which the second assignment changes
  subroutine twice(x, w, y)
    real(8), value :: x
    real(8), intent(in) :: w
    real(8), intent(out) :: y
    real(8) :: g
    g = exp(x)
    x = sin(w)
    y = exp(x)*g + x
  end subroutine

  subroutine host(x, w, y)
    real(8), value :: x
    real(8), intent(in) :: w
    real(8), intent(out) :: y
    call inner()
  contains
    subroutine inner()
      real(8) :: t, u
      t = x*w
      x = 3.0d0
      u = sin(t)
      y = u*u*x
    end subroutine
  end subroutine

  function chain(x) result(y)
    real(8), value :: x
    real(8) :: y, t
    t = exp(x)
    x = exp(-t)
    y = exp(x)*t + exp(-t)
  end function

  ! the value in single precision decides, and is not the one that counts
  function both(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y, t
    real(4) :: h
    t = x*x
    h = real(exp(t), 4)
    y = exp(t)*t
    if (h > 9.0) y = 2.0d0*y
  end function
end module m
