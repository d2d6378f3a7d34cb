! Statements about images in a passive procedure, whose calls stay as they are.
! head: head(y)/(x)
! flags -fcoarray=single
! arg x real8 0.7
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  call step(x, y)
  call step(x, y)
end subroutine head

subroutine step(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  integer :: k
  call gather(k)
  y = y*sin(k*x)
end subroutine step

subroutine gather(k)
  implicit none
  integer, intent(out) :: k
  k = 2
  sync all
  critical
    k = k + 1
  end critical
end subroutine gather
