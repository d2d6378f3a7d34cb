! A statement deallocates the argument that `intent(out)` deallocates on entry.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), allocatable, intent(out) :: y(:)
  if (x > 0) then
    allocate (y(2))
    y = x**2
  end if
end subroutine
