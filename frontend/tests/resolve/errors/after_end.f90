subroutine f(x, y)
  real :: x, y
  y = x*x
end subroutine
!$openad INDEPENDENT(x)
!$ad independent x
!$adc nocheckpoint
!$ad do-not-dif
! a comment
