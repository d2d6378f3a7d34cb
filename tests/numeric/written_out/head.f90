! Small procedures that loops call: with constants, branches, arrays and COMMON; functions; one that calls another; and those that stay calls.
! head: column(heat, total)/(t, q)
! module physics
! arg n integer 4
! arg t real8(4) 0.9 1.1 0.7 1.3
! arg q real8(4) 0.5 0.8 0.6 0.4
! arg heat real8(4)
! arg total real8
! before n 3
module physics
  implicit none
  integer, parameter :: wp = kind(1.d0)
  real(wp), parameter :: latent = 2.5_wp
  real(wp) :: emitted, gain
  type level
    real(wp) :: t, q
  end type level
contains
  pure subroutine saturation(l, qs, rh)
    type(level), intent(in) :: l
    real(wp), intent(out) :: qs, rh
    real(wp), parameter :: half = 0.5_wp, scale = half/4
    real(wp) :: e
    e = exp(l%t*half)
    qs = scale*e/(1 - 0.1_wp*e)
    rh = l%q/qs
  end subroutine saturation

  real(wp) function flux(a, b)
    real(wp), intent(in) :: a, b
    real(wp), parameter :: least = tiny(1._wp), two = 2
    real(wp) :: d
    d = b - a + least
    if (abs(d) > 0.17_wp) then
      flux = d*abs(d)
    else
      flux = 0.17_wp*d
    end if
  end function flux

  ! becomes a leaf when the flux is written out
  subroutine exchange(x, f)
    real(wp), intent(inout) :: x(3)
    real(wp), intent(in) :: f
    real(wp) :: g
    integer :: k
    do k = 1, 2
      g = flux(x(k), x(k + 1))
      x(k) = x(k) + f*g
    end do
    emitted = emitted + f*x(3)
  end subroutine exchange

  ! stays a call: it changes the subscript of what it is given
  subroutine next(k, x)
    integer, intent(inout) :: k
    real(wp), intent(inout) :: x
    k = k + 1
    x = x*x
  end subroutine next

  ! stays a call: a scalar of its own has several values
  real(wp) function iterated(a)
    real(wp), intent(in) :: a
    integer :: k
    iterated = a
    do k = 1, 3
      iterated = sin(iterated) + a
    end do
  end function iterated

  subroutine prepare
    emitted = 0
    gain = 0.4_wp
  end subroutine prepare

  ! stays a call: its constant asks about an argument
  real(wp) function small(a)
    real(wp), intent(in) :: a
    real(wp), parameter :: least = tiny(a)
    small = a*a + least
  end function small

  ! stays a call: the head has a `gain` of its own
  real(wp) function hidden(a)
    real(wp), intent(in) :: a
    hidden = gain*a*a
  end function hidden

  ! values that never run are no constants where it is written out
  subroutine choose(a, k, eps, flag, r)
    real(wp), intent(in) :: a, eps
    integer, intent(in) :: k
    logical, intent(in) :: flag
    real(wp), intent(out) :: r
    if (flag) then
      r = a*log(eps) + a/eps + mod(7, k)*a
    else
      r = a*sin(a)
    end if
  end subroutine choose

  subroutine column(n, t, q, heat, total)
    integer, intent(in) :: n
    real(wp), intent(in) :: t(n), q(n)
    real(wp), intent(out) :: heat(n), total
    real(wp) :: qs, rh, x(3), d, w(6)
    integer :: i, k
    type(level) :: l
    real(wp) :: work(2), gain, r
    common /scratch/ work
    total = 0
    call prepare
    w = 0.3_wp
    k = 1
    gain = 0.7_wp
    do i = 1, n
      l%t = t(i)
      l%q = q(i)
      call saturation(l, qs, rh)
      x = [t(i), q(i), qs]
      call exchange(f=0.5_wp*rh, x=x)
      call next(k, w(k))
      call share(x(2), 2)
      d = flux(t(i), (rh))
      d = flux(d, work(1))
      heat(i) = x(1)*x(2) + latent*d + work(2)*w(k)
      call choose(t(i), 0, 0.d0, .false., r)
      total = total + iterated(heat(i)) + small(x(3)) + hidden(q(i))*gain + r
      gain = gain + q(i)
    end do
    x(1) = total
    call exchange(x, 0.1_wp)
    total = x(1)*x(2) + emitted
  end subroutine column
end module physics

subroutine share(a, m)
  implicit none
  real(8), intent(in) :: a
  integer, intent(in) :: m
  real(8) :: first, second
  common /scratch/ first, second
  first = a*a
  second = first/m
end subroutine share
