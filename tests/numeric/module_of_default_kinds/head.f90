! A module in use that is named as the constant that says what default kinds are.
! head: head(y)/(x)
! module model
! arg x real4(3)
! arg y real4
module default_kinds
  implicit none
  real, parameter :: half = 0.5
  integer :: default_kinds0 = 2
end module
module model
  use default_kinds
  implicit none
contains
  subroutine head(x, y)
    real, intent(in) :: x(3)
    real, intent(out) :: y
    integer :: i
    y = half
    do i = 1, size(x)
      y = y*x(i)**default_kinds0
      y = sin(y)*y
    end do
  end subroutine
end module
