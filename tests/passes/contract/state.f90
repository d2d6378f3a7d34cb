! Two states that depend on each other: both are copied before the call.
! head: f(p)/(p)
! contracted: turn(a, b)/(a, b) turn_bj
subroutine f(n, p, q)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: p, q
  integer :: i
  do i = 1, n
    call turn(p, q)
  end do
end subroutine

subroutine turn_bj(a, b, a_a, a_b, b_a, b_b)
  implicit none
  real(8), intent(inout) :: a, b
  real(8), intent(out) :: a_a, a_b, b_a, b_b
  a_a = b
  a_b = a
  b_a = 1
  b_b = 1
  call turn(a, b)
end subroutine

subroutine turn(a, b)
  implicit none
  real(8), intent(inout) :: a, b
  real(8) :: c
  c = a
  a = a*b
  b = b + c
end subroutine
