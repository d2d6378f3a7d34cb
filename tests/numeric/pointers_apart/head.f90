! Module pointers that only the caller associates, with memory of their own.
!
! head: head(y)/(t, pointers_apart_m%p)
! caller outer(y)/(x) tests/numeric/pointers_apart
! options --pointers-apart
! arg x real8(4) 0.7 1.1 0.4 0.9
! arg y real8(3)
module pointers_apart_m
  implicit none
  real(8), pointer :: p(:) => null(), q(:) => null()
contains
  subroutine head(t, y)
    real(8), intent(inout), target :: t(:)
    real(8), intent(out) :: y(3)
    integer :: i
    do i = 1, size(t)
      t(i) = t(i)*p(i) + q(i)
      p(i) = sin(t(i))*p(i)
    end do
    y(1) = sum(t)*p(2)
    do i = 1, size(t)
      q(i) = q(i)*t(i) + p(i)
    end do
    y(2) = q(1)*q(3)
    y(3) = sum(p*q)
  end subroutine head
end module pointers_apart_m
