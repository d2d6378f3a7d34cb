! Many time steps of the shallow-water model of benches/kernels/shallow, reversed with few snapshots.
subroutine march(nx, ny, nt, memory, disk, dt, dx, h, u, v)
  implicit none
  integer, intent(in) :: nx, ny, nt, memory, disk
  double precision, intent(in) :: dt, dx
  double precision, intent(inout) :: h(0:nx+1,0:ny+1)
  double precision, intent(inout) :: u(0:nx+1,0:ny+1)
  double precision, intent(inout) :: v(0:nx+1,0:ny+1)
  double precision :: dh(nx,ny), du(nx,ny), dv(nx,ny)
  integer :: it

  !$adc binomial-ckp snapshots=memory disk=disk
  do it = 1, nt
    call halo(nx, ny, h)
    call halo(nx, ny, u)
    call halo(nx, ny, v)
    call mass(nx, ny, dx, h, u, v, dh)
    call advance(nx, ny, dt, h, dh)
    call halo(nx, ny, h)
    call momentum(nx, ny, dx, h, u, v, du, dv)
    call advance(nx, ny, dt, u, du)
    call advance(nx, ny, dt, v, dv)
  end do
end subroutine march
