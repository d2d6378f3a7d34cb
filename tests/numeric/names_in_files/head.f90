! A member of a NAMELIST group that is named as an intrinsic function which a derivative calls: files contain its name.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: sum, ios
  character(20) :: line
  namelist /run/ sum
  sum = 1
  line = '&run sum=3 /'
  read (line, nml=run, iostat=ios)
  y = 1
  call scale(x(1))
  y = y*x(sum)
contains
  subroutine scale(s)
    real(8), intent(in) :: s
    real(8) :: v(3)
    v = s
    y = y*dot_product(v, x)
  end subroutine
end subroutine
