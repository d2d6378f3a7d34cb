! Calls that return their partial derivatives: a loop with an exit, a value that is changed, a function, two results, a
! procedure that calls another one, results that keep their values on some paths, and passive arguments.
! module states
! head: head(y)/(t, s)
! arg n integer 4
! arg t real8(4) 0.3 0.8 1.1 0.6
! arg s real8(4) 0.5 0.2 0.9 0.7
! arg p real8(4) 0.4 0.1 0.3 0.6
! arg y real8
module states
  implicit none
  integer :: calls = 0
  real(8) :: weight = 0.7d0
contains
  subroutine density(t, s, p, rho)
    real(8), intent(in) :: t, s, p
    real(8), intent(out) :: rho
    real(8) :: f, df
    integer :: it
    rho = 1.0d0
    do it = 1, 30
      f = rho*(1.0d0 + 0.1d0*t) - 1.0d0 - 0.2d0*p*exp(-0.1d0*t*rho) - 0.3d0*s*sqrt(rho)
      df = 1.0d0 + 0.1d0*t + 0.02d0*p*t*exp(-0.1d0*t*rho) - 0.15d0*s/sqrt(rho)
      rho = rho - f/df
      if (abs(f) < 1.0d-12) exit
    end do
  end subroutine density

  function sound(t, rho, label) result(c)
    real(8), intent(in) :: t, rho
    character(*), intent(in) :: label
    real(8) :: c
    integer :: k
    c = weight
    do k = 1, len(label)
      c = 0.5d0*(c + (t + rho**2)/c)
    end do
    calls = calls + 1
  end function sound

  ! what is not changed keeps its derivative
  subroutine limited(q, most, changed)
    real(8), intent(inout) :: q
    real(8), intent(in) :: most
    logical, intent(out) :: changed
    integer :: k
    changed = q > most
    if (changed) then
      do k = 1, 3
        q = most + 0.1d0*log(1.0d0 + q - most)
      end do
    end if
  end subroutine limited

  subroutine both(a, b, larger, smaller)
    real(8), intent(in) :: a, b
    real(8), intent(out) :: larger, smaller
    call density(a, b, 0.2d0, larger)
    if (a > b) then
      smaller = larger*b
    else
      smaller = larger*sin(a)
    end if
  end subroutine both

  subroutine head(n, t, s, p, y)
    integer, intent(in) :: n
    real(8), intent(in) :: t(n), s(n), p(n)
    real(8), intent(out) :: y
    real(8) :: rho(4), c, q, a, b
    logical :: changed
    integer :: i
    y = 0
    do i = 1, n
      call density(t(i), s(i), p(i), rho(i))
      c = 2*sound(t(i), rho(i), 'four') + p(i)
      q = c*s(i)
      call limited(q, 1.4d0, changed)
      if (changed) q = q*t(i)
      call both(s(i), q, a, b)
      y = y + rho(i)**2*c*q + a*b
    end do
    y = y*sound(y, 0.5d0, 'abc')
  end subroutine head
end module states
