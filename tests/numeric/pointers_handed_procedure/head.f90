! A split procedure that is handed a procedure, below pointers that the forward sweep follows.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine relax(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), target :: levels(3, 2)
  real(8), pointer :: now(:), new(:)
  integer :: i
  levels(:, 1) = x
  levels(:, 2) = x*x
  do i = 1, 4
    now => levels(:, 1 + mod(i, 2))
    new => levels(:, 2 - mod(i, 2))
    new(2:) = new(2:)*now(:2)
  end do
  y(1) = sum(now)
  y(2) = sum(levels)*levels(2, 2)
end subroutine

subroutine middle(x, y)
  implicit none
  real(8) :: x(3), y(2)
  call relax(x, y)
end subroutine

subroutine apply(f, x, y)
  implicit none
  external :: f
  real(8) :: x(3), y(2)
  call f(x, y)
end subroutine

subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  external :: middle
  real(8), pointer :: copy(:)
  real(8) :: z(2)
  allocate (copy(3))
  copy = x*x
  y = 0
  call apply(middle, copy, z)
  y = z*z
  deallocate (copy)
end subroutine
