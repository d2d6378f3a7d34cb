! Structure constructors with allocatable components as actual arguments: the shadow is allocated like them.
! head: head(y)/(x)
! module model
! arg x real8
! arg y real8
module model
  implicit none
  type term
    real(8) :: g = 1
    real(8), allocatable :: k(:)
  end type
contains
  subroutine use_it(t, x, y)
    type(term), intent(in) :: t
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    y = y + x*t%g
    if (allocated(t%k)) y = y*sum(t%k)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(term) :: v
    y = 0
    call use_it(term(), x, y)
    call use_it(term(2.0d0), x*x, y)
    call use_it(term(k=[1.0d0, 2.0d0]), x, y)
    v = term(k=[x, x])
    call use_it(v, x*y, y)
  end subroutine
end module
