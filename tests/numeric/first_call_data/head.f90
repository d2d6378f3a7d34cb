! Saved locals with DATA for several of them, by implied DO and for single elements: the second call of an adjoint
! begins with these values, as the first one did.
! head: head(y)/(x)
! arg x real8(4) 0.6 0.8 1.2 0.9
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  integer :: i
  y = 1
  do i = 1, 4
    call history(x(i), y)
  end do
end subroutine head
subroutine history(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  real(8), save :: past(4)
  real(8) :: weights(4)
  integer, save :: calls = 0
  integer :: i, k
  real(8), save :: c(2)
  logical :: fresh(4)
  save weights, fresh
  real(8) :: a(2,2), shift
  save a, shift
  data ((a(k,i), k = 1, 2), i = 1, 2), shift, c(2) /3*1.5d0, 0.5d0, 2*0.25d0/, c(1) /2d0/
  data (weights(k), k = 1, 4) /4*0.5d0/, fresh /4*.true./
  calls = mod(calls, 4) + 1
  if (fresh(1)) then
    a(1, 2) = 3*a(1, 2)
    shift = shift + a(2, 2)
    c = c(2:1:-1)
  end if
  past(calls) = x
  if (fresh(calls)) then
    weights(calls) = weights(calls)*calls
    fresh(calls) = .false.
  end if
  y = a(1, 2)*y*sqrt(shift + c(1) + weights(calls) + x)
  if (calls > 1) y = y + weights(calls)*past(calls-1)*past(calls)
end subroutine history
