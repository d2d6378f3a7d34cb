! A small procedure with state of its own is written out where a loop calls it; the forward sweep runs its caller as that is.
! head: head(y)/(x)
! module m
! arg x real8(3) 0.7 1.1 0.4
! arg y real8
module m
  implicit none
contains
  subroutine count(x, anew)
    real(8), intent(inout) :: x
    logical, intent(in) :: anew
    real(8), save :: total
    if (anew) then
      total = 0.5d0
    else
      total = 0.6d0*total + 0.1d0*x
    end if
    x = x*cos(total)
  end subroutine count

  subroutine step(x)
    real(8), intent(inout) :: x(3)
    integer :: k
    call count(x(1), .true.)
    do k = 1, 3
      x(k) = sin(x(k))
      call count(x(k), .false.)
      x(k) = exp(x(k))*x(k) + x(k)**2
    end do
    x(2) = x(2)*x(1)
    x(3) = x(3)*x(2)
    x(1) = sin(x(1))*x(3)
  end subroutine step

  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: w(3)
    w = 0.1d0*x
    call step(w)
    call step(w)
    y = sum(w*w)
  end subroutine head
end module m
