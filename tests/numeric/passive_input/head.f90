! A passive procedure asks for files below the head: what it finds is recorded, since the procedure that calls it runs once.
! head: head(y)/(x)
! arg x real8 0.7
! arg y real8
module settings
  implicit none
  integer :: level = 1
contains
  subroutine configure(k)
    integer, intent(out) :: k
    logical :: there
    integer :: lun
    namelist /run/ level
    inquire (file='there_is_no_such_file.nml', exist=there)
    if (there) then
      open (newunit=lun, file='there_is_no_such_file.nml')
      read (lun, run)
      close (lun)
    end if
    level = level + 1
    k = 2 + mod(level, 1)
  end subroutine configure
end module settings

subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  call step(x, y)
  call step(x, y)
end subroutine head

subroutine step(x, y)
  use settings
  implicit none
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  integer :: k
  call configure(k)
  y = y*sin(k*x)
end subroutine step
