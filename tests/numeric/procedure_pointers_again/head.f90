! Procedure pointers of the head that statements with directives ask for, and that change behind them: these run once only.
! head: h(y)/(x)
! module again
! arg n integer 4
! arg x real8(4) 0.4 0.7 1.1 0.9
! arg y real8
! before n 3
module again
  implicit none
contains
  subroutine h(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    procedure(one), pointer :: p, q, r
    real(8) :: t, u(n)
    integer :: i, k
    y = 0
    p => one
    q => one
    r => two
    ! changes behind
    !$adc checkpoint-start
    do i = 1, n
      t = sin(x(i))
      t = t*t
      y = y + p(t)*t
    end do
    !$adc checkpoint-end
    ! changes in a loop around, and in front only
    u = x
    do k = 1, 3
      !$adc binomial-ckp snapshots=2
      do i = 1, 5
        u(1) = 0.9d0*q(u(1))*u(2) + 0.1d0
      end do
      if (k == 2) q => two
      !$adc binomial-ckp snapshots=2
      do i = 1, 5
        u(2) = 0.9d0*r(u(2))*u(3) + 0.1d0*u(1)
      end do
    end do
    p => two
    !$adc ii-loop
    do i = 1, n
      t = exp(x(i))
      t = t*p(t)
      y = y + u(i)*t
    end do
    p => one
    y = y*p(y)
  end subroutine h
  function one(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = a*a
  end function one
  function two(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = 0.7d0*a
  end function two
end module again
