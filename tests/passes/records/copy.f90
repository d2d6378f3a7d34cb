! In the adjoint, an assignment of records becomes one per component: values and pointers are treated differently.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type cell
    real(8) :: u
    integer :: n
    real(8), pointer :: next
  end type
  type(cell) :: a, b
  nullify (a%next)
  a%u = x
  a%n = 2
  b = a
  y = b%u**b%n
end subroutine
