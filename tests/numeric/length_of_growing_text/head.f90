! The length of a text that grows is a factor and a bound.
! head: head(y)/(x)
! arg x real8(6)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y
  character(:), allocatable :: s
  integer :: j
  y = 1
  s = 'a'
  y = y*len(s)*x(1)**2
  s = s//'bcd'
  do j = 1, len(s)
    y = y*x(j)
  end do
  call grow(s)
  y = y*x(len(s))**2
  s = ''
contains
  subroutine grow(t)
    character(:), allocatable, intent(inout) :: t
    t = t//'e'
  end subroutine
end subroutine
