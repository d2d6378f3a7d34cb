! Files that what the head calls opens for output, places and closes: the second run leaves them alone.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(3)
module output_files
  implicit none
contains
  subroutine run(v)
    real(8), intent(inout) :: v(:)
    integer :: k
    do k = 1, 3
      call step(k, v)
      call show(v)
    end do
  end subroutine run

  subroutine step(k, v)
    integer, intent(in) :: k
    real(8), intent(inout) :: v(:)
    real(8) :: w(size(v))
    integer :: length, records, i
    inquire (iolength=length) v
    w = v**2
    open (newunit=records, status='scratch', access='direct', form='unformatted', recl=length)
    write (records, rec=k) w
    if (records > 0) w = 0
    close (records)
    open (45, status='scratch', err=10)
    write (45, '(i3,*(f9.4))') k, (w(i), i=1, size(v))
    close (45)
    v = v*w(size(w):1:-1) + 0.2d0*length/24
    return
10  v = 0
  end subroutine step

  ! It does nothing else, and is not called a second time.
  subroutine show(v)
    real(8), intent(in) :: v(:)
    integer :: status
    open (46, status='scratch', iostat=status)
    if (status /= 0) return
    write (46, *) v
    rewind (46)
    close (46)
  end subroutine show
end module output_files

subroutine head(x, y)
  use output_files
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  y = x
  call run(y)
end subroutine head
