! What procedures write only where it is allocated: variables of a module, arrays of types and their components, arguments. Nothing is saved of what is not there.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8(2)
module perhaps_allocated
  implicit none
  type reach
    real(8) :: q = 0, s = 0
    real(8), allocatable :: u(:)
  end type reach
  type(reach), allocatable :: net(:), outlet
  real(8), allocatable :: w(:), scale
contains
  subroutine step(v, own)
    real(8), intent(inout) :: v(:)
    real(8), allocatable, intent(inout) :: own(:)
    if (allocated(net)) net%q = net%q*v(1)
    if (allocated(w)) w = w*v
    if (allocated(scale)) scale = scale*v(2)
    if (allocated(own)) own = own*v
    if (allocated(outlet)) then
      outlet%s = outlet%s*v(2)
      if (allocated(outlet%u)) outlet%u = outlet%u*outlet%s
    end if
    v = v*v(2:1:-1)
    if (allocated(net)) v = v + net(2)%q
    if (allocated(w)) v = v + w*scale
    if (allocated(own)) v = v + own
    if (allocated(outlet)) v = v + sum(outlet%u)
  end subroutine step

  subroutine build(n, v)
    integer, intent(in) :: n
    real(8), intent(in) :: v(:)
    if (allocated(net)) deallocate (net, w, scale, outlet)
    if (n == 0) return
    allocate (net(n), w(2), scale, outlet)
    net%q = v(1)
    w = v
    scale = v(2)
    outlet%s = v(1)
    allocate (outlet%u(n), source=v(2))
  end subroutine build
end module perhaps_allocated

subroutine head(x, y)
  use perhaps_allocated
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: own(:)
  integer :: k
  call build(0, x)
  y = x
  do k = 1, 4
    call step(y, own)
    if (k == 2) call build(3, y)
    if (k == 3) own = x
    y = 0.5d0*y
  end do
  y = y + net(1)%q
end subroutine head
