! A described solver that reads a COMMON block, of which its description does not speak: it holds at the call of its adjoint what it held at its own.
! head: head(y)/(x)
! external tests/numeric/external_globals/solver.toml
! link tests/numeric/external_globals/link.f90
! arg x real8(3) 0.5 1.0 1.5
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: d, part
  integer :: i
  integer :: power
  common /ice/ d, power
  y = 0
  do i = 1, 3
    d = 2 + i
    power = i
    call solve(x, part)
    d = 7
    power = 1
    call step(i, x, part)
    y = y + part*part
  end do
end subroutine head

subroutine step(i, x, part)
  implicit none
  integer, intent(in) :: i
  real(8), intent(in) :: x(3)
  real(8), intent(inout) :: part
  real(8) :: d, more
  integer :: power
  common /ice/ d, power
  d = 1 + d/i
  call solve(x, more)
  part = part*more
end subroutine step
