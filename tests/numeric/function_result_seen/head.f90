! Functions that read, or write, the variable that their value is assigned to: of a module, of COMMON, of the host; an internal procedure that uses the value of its host.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(4)
module seen
  implicit none
  real(8) :: g
contains
  function scaled(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = a*a
    r = r + g*a
  end function scaled
  function hosting(a, x)
    real(8), intent(in) :: a, x(3)
    real(8) :: hosting, w(3), v(3)
    w = x
    v = a
    hosting = a
    call pass()
    hosting = sum(w)
  contains
    subroutine pass()
      integer :: i
      do i = 1, 3
        hosting = w(i)
        w(i) = 0.5d0*hosting*v(1)
      end do
    end subroutine pass
  end function hosting
end module seen

function shared(a) result(r)
  implicit none
  real(8), intent(in) :: a
  real(8) :: r, c
  common /block/ c
  r = 0.5d0
  r = r*sin(a*c)
end function shared

subroutine head(x, y)
  use seen
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  real(8), external :: shared
  real(8) :: c, h
  common /block/ c
  g = x(1)**2
  g = scaled(x(2))
  c = x(3)
  c = shared(x(1))
  h = x(2)
  h = inner(x(3))
  y = [g, c, h, hosting(x(2), x)]
contains
  function inner(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = a
    r = r*h + h**2
  end function inner
end subroutine head
