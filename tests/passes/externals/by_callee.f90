! Each procedure that passes a function on gets the type, here one other than the name implies.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = 0
  call twice(x, y)
end subroutine
subroutine twice(x, y)
  real(8) :: x, y
  external rule
  call apply(rule, x, y)
  call apply(rule, x, y)
end subroutine
integer function rule(x)
  real(8) :: x
  rule = int(x) + 1
end function
subroutine apply(h, x, y)
  integer, external :: h
  real(8) :: x, y
  y = y + h(x)*x
end subroutine
