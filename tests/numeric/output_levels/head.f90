! Output at all depths, of procedures of all kinds.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
module printer
  implicit none
  private
  integer, parameter :: width = 3
  integer :: calls = 0
  public :: half, show, operator(.plus.)
  interface operator(.plus.)
    module procedure total
  end interface
  interface show
    module procedure show_real
    module procedure show_array
  end interface
contains
  function half(a) result(h)
    real(8), intent(in) :: a
    real(8) :: h
    h = a/2
    call show(h)
  end function half

  subroutine show_real(a)
    real(8), intent(in) :: a
    calls = calls + 1
    print '(a, i0)', 'show', min(width, calls)
  end subroutine show_real

  subroutine show_array(a)
    real(8), intent(in) :: a(:)
    integer :: i
    do 10 i = 1, size(a)
      if (a(i) < 0) goto 10
      if (i > 1) write (*, 100) i
10    write (*, 100) i
100 format('element', i2)
  end subroutine show_array

  function total(a, b) result(c)
    real(8), intent(in) :: a, b
    real(8) :: c
    write (*, '(a)') 'total'
    c = a*b
  end function total
end module printer

subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8), external :: middle
  print *, 'head'
  y = middle(x)
  y = y*inner(x(1))
contains
  function inner(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    print *, 'inner'
    r = innermost(a)**2
  end function inner
  function innermost(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    call note()
    r = sin(a)
  end function innermost
  subroutine note
    print *, 'note'
  end subroutine note
end subroutine head

function middle(x)
  use printer
  implicit none
  real(8) :: middle
  real(8), intent(in) :: x(2)
  real(8) :: z
  integer :: status, scale
  integer, external :: place
  external :: apply
  integer, external :: square
  call show(x)
  z = half(x(1)) .plus. half(x(2))
  write (*, '(a)', iostat=status) 'middle'
  z = z + x(place(1))**2 + status
  call apply(square, 2, scale)
  middle = scale*z
end function middle

subroutine apply(f, a, r)
  implicit none
  integer, external :: f
  integer, intent(in) :: a
  integer, intent(out) :: r
  r = a + f(a)
  print *, 'apply'
end subroutine apply

function square(a)
  implicit none
  integer :: square
  integer, intent(in) :: a
  square = a*a
  print *, 'square'
end function square

integer function place(k)
  implicit none
  integer, intent(in) :: k
  place = k + 1
  print *, 'place'
end function place
