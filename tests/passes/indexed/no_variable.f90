! Unchanged: each iteration of a WHILE loop records, and the reverse sweep reads the records of all.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  do while (y < 100)
    if (y < x) y = y*y
    y = y*y*x
  end do
end subroutine
