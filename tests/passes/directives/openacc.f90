! OpenACC directives are dropped, even after the last statement of a block, and in called procedures.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(9)
  real(8), intent(out) :: y(9)
  if (x(1) > 0) then
    !$acc data copyin(x) copyout(y)
    call square(x, y)
    !$acc end data
  end if
end subroutine
subroutine square(x, y)
  real(8), intent(in) :: x(9)
  real(8), intent(out) :: y(9)
  integer :: i
  !$acc parallel loop
  do i = 1, 9
    y(i) = x(i)**2
  end do
end subroutine
