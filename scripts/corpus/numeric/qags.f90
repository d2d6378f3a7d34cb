! An integral with parameters, a logarithm at its left end and a kink inside; and the machine constants for QUADPACK.
subroutine integral(p, y, ier)
   implicit none
   real(8), intent(in) :: p(2)
   real(8), intent(out) :: y
   integer, intent(out) :: ier
   integer, parameter :: limit = 50
   real(8) :: q(2), abserr, work(4*limit)
   integer :: neval, last, iwork(limit)
   common /parameters/ q
   real(8), external :: f
   q = p
   call dqags(f, 0d0, 2d0, 1d-10, 1d-10, y, abserr, neval, ier, limit, 4*limit, last, iwork, work)
end subroutine integral
real(8) function f(x)
   implicit none
   real(8) :: x, q(2)
   common /parameters/ q
   f = log(q(1)*x)*exp(-q(2)*x)*sqrt(abs(x - 1d0/3d0))
end function f
real(8) function d1mach(i)
   implicit none
   integer :: i
   real(8) :: value(5)
   equivalence(value(1), small), (value(2), large), (value(3), right), (value(4), diver), (value(5), log10)
   real(8) :: small, large, right, diver, log10
   save
   data small, large, right /2.2250738585072014d-308, 1.7976931348623157d+308, 1.1102230246251565d-16/
   data diver, log10/2.2204460492503131d-16, 0.30102999566398120d0/
   d1mach = value(i)
end function d1mach
integer function i1mach(i)
   implicit none
   integer :: i, value(16)
   save value
   data value/5, 6, 7, 6, 32, 4, 2, 31, 2147483647, 2, 24, -125, 128, 53, -1021, 1024/
   i1mach = value(i)
end function i1mach
