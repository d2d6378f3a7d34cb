! Heads in two modules, one of which uses the other: the first knows nothing of the variables of the second.
! head: mid(y)/(x)
! module m2
! arg x real8 0.7
! arg y real8
! options --head m1%low(y)/(x)
module m1
  implicit none
contains
  subroutine low(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*x
  end subroutine low
end module m1

module m2
  use m1
  implicit none
  real(8) :: gl = 0.5d0
contains
  subroutine mid(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call low(x, gl)
    y = gl*x
  end subroutine mid
end module m2
