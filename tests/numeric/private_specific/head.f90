! A public generic name of a private procedure: the module is written again for its state, and called by the generic name.
! head: f(y)/(x)
! arg x real8
! arg y real8
module turb
  implicit none
  private
  real(8) :: secret = 1
  interface mix
    module procedure mix1
  end interface
  interface both
    module procedure mixed
  end interface
  public :: mix, both, reset
contains
  subroutine reset()
    secret = 1
  end subroutine
  subroutine mix1(c)
    real(8), intent(inout) :: c
    secret = c*secret
    c = sin(c)**2*secret
  end subroutine
  function mixed(a, b)
    real(8), intent(in) :: a, b
    real(8) :: mixed
    mixed = a*b + secret
  end function
end module
subroutine f(x, y)
  use turb, only: mix, both, reset
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call reset()
  y = x
  call mix(y)
  y = y*x*both(x, y)
  call mix(y)
end subroutine
