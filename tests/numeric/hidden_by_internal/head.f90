! Internal functions with the names of the intrinsic functions that generated constants call.
! head: head(y)/(x, a)
! module model
! arg x real4 0.7
! arg a real4 1.3
! arg y real4
! tolerance 1e-2 1e-5
module model
  implicit none
contains
  subroutine head(x, a, y)
    real, intent(in) :: x, a
    real, intent(out) :: y
    integer :: i
    y = x*kind()
    do i = 1, 3
      y = sin(y)*a + merge()*x
    end do
  contains
    real function merge()
      merge = a*a
    end function
    integer function kind()
      kind = 2
    end function
  end subroutine
end module
