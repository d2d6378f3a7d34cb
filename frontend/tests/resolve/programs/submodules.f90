! Procedures that are announced in a module and defined elsewhere.
submodule (numbers:first) second
contains
  module procedure half
    r = x/factor + offset
  end procedure half
end submodule second

submodule (numbers) first
  real :: offset = 0
contains
  module subroutine double(x)
    real, intent(inout) :: x
    x = factor*x + own(x)
  end subroutine double
  real function own(x)
    real, intent(in) :: x
    own = offset*x
  end function own
end submodule first

module numbers
  implicit none
  real, private :: factor = 2
  interface
    module subroutine double(x)
      real, intent(inout) :: x
    end subroutine double
    module function half(x) result(r)
      real, intent(in) :: x
      real :: r
    end function half
    module subroutine here(n)
      integer, intent(in) :: n
    end subroutine here
  end interface
contains
  module procedure here
    factor = n
  end procedure here
end module numbers

program main
  use numbers
  implicit none
  real :: x
  call here(3)
  call double(x)
  x = half(x)
end program main
