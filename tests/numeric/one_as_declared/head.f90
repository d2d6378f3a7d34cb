! Dummy arrays of one element that are used as such: all of it, in a declaration, passed with its shape.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
contains
  subroutine all_of(w, y)
    real(8), intent(inout) :: w(1), y
    w(:) = w(:)**2
    y = sum(w(:))**2 + w(1)
  end subroutine
  subroutine sized(w, y)
    real(8), intent(in) :: w(1)
    real(8), intent(out) :: y
    real(8) :: z(size(w))
    z = w(1)
    y = sum(z)*w(1)
  end subroutine
  subroutine shaped(w, y)
    real(8), intent(in) :: w(1)
    real(8), intent(out) :: y
    call takes_shape(w, y)
  end subroutine
  subroutine takes_shape(w, y)
    real(8), intent(in) :: w(:)
    real(8), intent(out) :: y
    y = sum(w)**2
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    real(8) :: z(3)
    z = x**2
    call all_of(z, y(1))
    call sized(z(2), y(2))
    call shaped(z(3), y(3))
  end subroutine
end module
