! Indices of implied DO, FORALL and DO CONCURRENT that share their names, and with them their types, with variables of a host, of a list of USE and with what is
! private in a module. Derivatives do without these variables.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg m integer 5
! arg y real8(5)
module counters
  implicit none
  integer :: l = 7
end module
module powers
  implicit none
  private
  integer :: i, j
  public :: s
contains
  real(8) function s(a)
    real(8), intent(in) :: a(:)
    s = sum([(a(i)**i, i = 1, size(a))]) + sum([((a(i)*a(j), i = 1, 2), j = 1, 2)])
  end function
end module
subroutine head(n, x, m, y)
  use powers
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: t, w(4)
  integer :: k, i
  t = x(1)
  call scaled(t, 3)
  y(1) = t*x(2)
  y(2) = s(x)
  w = x
  call moved
  call listed(x, y(5))
contains
  subroutine scaled(v, n)
    real(8), intent(inout) :: v
    integer, intent(in) :: n
    real(8) :: w(n)
    w = v*[(k, k = 1, n)]
    v = v + sum(w**2)
  end subroutine
  subroutine moved
    real(8), save :: z(4)
    data (z(i), i = 1, 4) /4*1.5d0/
    z = 1.5d0
    do concurrent (i = 1:4)
       z(i) = z(i)*w(i)
    end do
    forall (i = 1:3) w(i) = z(i + 1)
    y(3) = sum(z*w)
    y(4) = sum([(w(i), i = 4, 1, -1)]*z)
  end subroutine
  subroutine listed(v, r)
    use counters, only: l
    real(8), intent(in) :: v(:)
    real(8), intent(out) :: r
    r = sum([(v(l)*l, l = 1, size(v))]**2)
  end subroutine
end subroutine
