! Variables and functions of a module, and dummy arguments, with names of intrinsic procedures that generated code calls.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module sizes
  implicit none
  integer :: size = 4
  real(8) :: sum = 0
contains
  function merge(a, b) result(c)
    real(8), intent(in) :: a, b
    real(8) :: c
    c = a*b + b
  end function
end module
module m
  use sizes
  implicit none
contains
  subroutine step(real, dot_product)
    real(8), intent(inout) :: real(:)
    real(8), intent(in) :: dot_product
    real = real*dot_product + 0.1d0*real**2
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: a(size), spread
    integer :: i
    sum = 0
    a = x
    spread = x(2)
    do i = 1, size
      call step(a, x(i))
      sum = sum + merge(a(i), spread)
      spread = spread*a(i)
    end do
    y = sum + norm2(a) + maxval(a)*spread + product(a)
  end subroutine
end module
