! A procedure that selects by type, and calls one with state, is called from several places.
! head: head(y)/(x)
! module m
! arg x real8(3) 0.7 1.1 0.4
! arg y real8
module m
  implicit none
  type figure
    real(8) :: w = 0
  end type figure
  type, extends(figure) :: disc
    real(8) :: r = 0
  end type disc
contains
  recursive subroutine grow(k, x, factor)
    integer, intent(in) :: k
    real(8), intent(inout) :: x
    real(8), intent(in), optional :: factor(3)
    class(figure), allocatable :: o
    if (x > 0.5d0) then
      allocate (o, source=disc(x, 2*x))
    else
      allocate (o, source=figure(x))
    end if
    call count(o%w, .false.)
    select type (o)
    type is (disc)
      x = sin(o%w*o%r)
    class default
      x = 2*o%w
    end select
    if (present(factor)) x = x*factor(2)
    if (k > 0) call grow(k - 1, x)
  end subroutine grow

  subroutine count(x, anew)
    real(8), intent(inout) :: x
    logical, intent(in) :: anew
    real(8), save :: total
    if (anew) then
      total = 0.5d0
    else
      total = 0.6d0*total + 0.1d0*x
    end if
    x = x*cos(total)
  end subroutine count

  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: w(3)
    w = x
    call count(w(1), .true.)
    call grow(2, w(1))
    call grow(1, w(2), factor=x)
    call grow(0, w(3), x)
    y = sum(w*w)
  end subroutine head
end module m
