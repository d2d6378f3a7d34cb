! Unchanged: the elements of successive iterations are no neighbours.
! head: f(w)/(w, p)
subroutine f(n, w, p)
  integer, intent(in) :: n
  real(8), intent(inout) :: w(3, n)
  real(8), intent(in) :: p
  integer :: i, k
  do i = 1, n
    do k = 2, 3
      w(k, i) = p*sin(w(k - 1, i))*w(k, i)
    end do
  end do
end subroutine
