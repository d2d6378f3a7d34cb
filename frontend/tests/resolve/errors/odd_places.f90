! An implied DO over reals, and a dummy that is made a constant.
subroutine implied(x)
  real :: x(3), a(3)
  a = [(x(1)*i, i = x, 3)]
end subroutine implied

subroutine constant(x)
  real :: x
  parameter (x = 0.5)
end subroutine constant

subroutine specifiers
  implicit none
  integer :: i
  open (10, file='x', readonly)
  read (10, *, i) i
end subroutine specifiers
