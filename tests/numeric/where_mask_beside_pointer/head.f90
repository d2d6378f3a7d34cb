! The mask of a WHERE calls a function, in a program that associates pointers: what the WHERE assigns is a value all the same.
! head: top(cost)/(x)
! module m
! arg x real8(3)
! arg cost real8
module m
  implicit none
contains
  elemental function square(a) result(c)
    real(8), intent(in) :: a
    real(8) :: c
    c = a*a
  end function
  subroutine sift(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: a(3)
    a = x
    where (square(a) > 0.3d0)
      a = a*a
    elsewhere (square(a) > 0.1d0)
      a = sin(a)*a
    end where
    y = sum(a**3)
  end subroutine
  subroutine top(x, cost)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: cost
    real(8), pointer :: copy(:)
    allocate (copy(3))
    copy = x
    call sift(copy, cost)
    deallocate (copy)
  end subroutine
end module
