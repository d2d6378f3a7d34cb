! Local pointers that only calls associate, on some ways: the adjoint asks for them on all.
! head: head(y)/(x)
! module sometimes
! arg x real8(3)
! arg y real8(2)
module sometimes
  implicit none
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    real(8), target :: a(3), b(3)
    real(8), pointer :: p(:), q(:)
    integer :: i
    a = x
    b = 2.0d0*x
    y(2) = 0.0d0
    if (x(1) > 1.0d3) then
      call choose(a, p)
      p = p**2
      y(2) = sum(p)
    end if
    if (x(2) > -1.0d3) then
      call choose(b, q)
      q = q**2
      y(2) = y(2) + sum(q*b(1:2))
    end if
    !$adc binomial-ckp snapshots=2
    do i = 1, 3
      a(i) = a(i)**2*x(i)
      b = b*sin(a(i))
    end do
    y(1) = sum(a*b)
  end subroutine head
  subroutine choose(a, p)
    real(8), target, intent(in) :: a(3)
    real(8), pointer, intent(out) :: p(:)
    p => a(1:2)
  end subroutine choose
end module sometimes
