! Optional, keyword, generic, elemental, operators, defined assignment in a module.
! module m
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(5)
module m
  implicit none
  private
  public :: head, vec
  type vec
    real(8) :: a = 0, b = 0
  end type
  interface operator(+)
    module procedure addv
  end interface
  interface operator(.dot.)
    module procedure dotv
  end interface
  interface assignment(=)
    module procedure setv
  end interface
  interface norm
    module procedure norm1, normv
  end interface
contains
  elemental function addv(p, q) result(r)
    type(vec), intent(in) :: p, q
    type(vec) :: r
    r%a = p%a + q%a; r%b = p%b*q%b
  end function
  pure real(8) function dotv(p, q)
    type(vec), intent(in) :: p, q
    dotv = p%a*q%a + p%b*q%b
  end function
  elemental subroutine setv(p, s)
    type(vec), intent(out) :: p
    real(8), intent(in) :: s
    p%a = s; p%b = s*s
  end subroutine
  pure real(8) function norm1(x) result(r)
    real(8), intent(in) :: x(:)
    r = sqrt(sum(x*x))
  end function
  pure real(8) function normv(v) result(r)
    type(vec), intent(in) :: v
    r = sqrt(v .dot. v)
  end function
  recursive subroutine poly(x, k, r, scale, shift)
    real(8), intent(in) :: x
    integer, intent(in) :: k
    real(8), intent(inout) :: r
    real(8), intent(in), optional :: scale
    real(8), intent(inout), optional :: shift
    if (k == 0) return
    if (present(shift)) then
      r = r + shift*x
      shift = shift*x
    end if
    call poly(x, k-1, r, shift=shift)
    if (present(scale)) r = r*scale
    r = r*x + k
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(5)
    type(vec) :: p, q, w(3)
    real(8) :: s
    p = x(1)
    q = x(2)
    w = x
    y(1) = (p + q) .dot. q
    y(2) = norm(x) + norm(p)
    w = w + p
    y(3) = sum(w%a*w%b)
    y(4) = 0
    call poly(x(1), 3, y(4))
    s = x(3)
    y(5) = x(2)
    call poly(k=2, x=x(1), scale=x(2), r=y(5), shift=s)
    y(5) = y(5) + s
  end subroutine
end module m
