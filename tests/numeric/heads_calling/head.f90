! The head calls another head. Variables of the module are independents of one head only.
! head: cost(c)/(x, p, state%g)
! arg n integer 4
! arg x real8(4) 0.5 1.1 0.8 1.3
! arg p real8 0.6
! result c real8
! global state%g real8(3) 0.3 -0.2 0.7
! global state%total real8 0.25
! options --head flux(y)/(x) --head energy(e)/(p)
module state
  implicit none
  real(8) :: g(3) = [0.3d0, -0.2d0, 0.7d0], total = 0.25d0
contains
  subroutine scale_all(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i)*sin(x(i)) + g(mod(i, 3) + 1)
    end do
  end subroutine scale_all
end module state

subroutine flux(n, x, y)
  use state, only: scale_all, total
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  y = x**2
  call scale_all(n, y)
  total = total + sum(y)
end subroutine flux

function cost(n, x, p) result(c)
  use state, only: total
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), p
  real(8) :: c
  real(8) :: y(n)
  call flux(n, x, y)
  c = sum(y*y)*p + total
end function cost

subroutine energy(p, e)
  use state, only: scale_all, g
  implicit none
  real(8), intent(in) :: p
  real(8), intent(out) :: e
  real(8) :: w(3)
  w = p
  call scale_all(3, w)
  g(1) = p*p
  e = sum(w) + g(1)
end subroutine energy
