! FORALL over what is read by other names, pointers, and over an array of assumed size: right sides are kept before they are assigned.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
  implicit none
  real(8) :: w(4)
contains
  subroutine turn(n, v)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(*)
    integer :: i
    forall (i = 1:n) v(i) = v(n+1-i)*i
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), target :: a(4)
    real(8), pointer :: p(:), q(:)
    integer :: i
    a = x
    p => a
    q => a(4:1:-1)
    forall (i = 1:4) a(i) = p(5-i)**2
    forall (i = 1:4) p(i) = p(5-i)*x(i)
    forall (i = 1:4, q(i) > 0) p(i) = q(i) + a(1)
    w = a
    forall (i = 4:1:-1, q(i) > 0.1d0)  a(i) = w(i)*q(i)
    call turn(4, w)
    y = sum(w) + sum(a*x)
  end subroutine
end module
