! FORALL over an allocatable array that reads itself elsewhere, in a loop: the copy that it needs exists before it is saved.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
subroutine head(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:)
  integer :: i, k
  allocate (w(0:2))
  w = x
  do k = 1, 3
    forall (i = 0:2) w(i) = w(2 - i)*w(i) + k
  end do
  y = sum(w*x)
end subroutine
