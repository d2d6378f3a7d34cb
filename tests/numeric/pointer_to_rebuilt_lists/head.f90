! A local pointer to elements of lists that are built again between calls: the reverse sweep allocates them elsewhere,
! so the procedure with the pointer is joint, though its costs ask for a split.
! head: md(e)/(x, q)
! arg n integer 4
! arg x real8(3,4) 0.1 0.2 0.3 0.9 0.1 0.4 0.2 0.8 0.7 0.6 0.5 0.9
! arg q real8(4) 0.5 -0.3 0.8 -0.6
! arg e real8
module cells
  implicit none
  type neighbour
    integer :: j
    real(8) :: shift(3)
  end type
  type list
    type(neighbour), allocatable :: nb(:)
    integer :: n = 0
  end type
  type system
    integer :: n
    real(8) :: box = 2
    real(8), allocatable :: x(:, :), q(:), f(:, :)
    type(list), allocatable :: l(:)
  end type
contains
  subroutine push(l, nb)
    type(list), intent(inout) :: l
    type(neighbour), intent(in) :: nb
    type(neighbour), allocatable :: tmp(:)
    if (.not. allocated(l%nb)) allocate(l%nb(2))
    if (l%n == size(l%nb)) then
      allocate(tmp(2*l%n))
      tmp(:l%n) = l%nb
      call move_alloc(tmp, l%nb)
    end if
    l%n = l%n + 1
    l%nb(l%n) = nb
  end subroutine
  subroutine build(s, rc)
    type(system), intent(inout) :: s
    real(8), intent(in) :: rc
    integer :: i, j
    real(8) :: d(3), sh(3)
    if (allocated(s%l)) deallocate(s%l)
    allocate(s%l(s%n))
    do i = 1, s%n
      do j = i + 1, s%n
        d = s%x(:, i) - s%x(:, j)
        sh = s%box*anint(d/s%box)
        if (norm2(d - sh) < rc) call push(s%l(i), neighbour(j, sh))
      end do
    end do
  end subroutine
  subroutine forces(s, e)
    type(system), intent(inout), target :: s
    real(8), intent(out) :: e
    integer :: i, k
    real(8) :: d(3), r, g
    type(neighbour), pointer :: p
    e = 0
    s%f = 0
    do i = 1, s%n
      if (.not. allocated(s%l(i)%nb)) cycle
      do k = 1, s%l(i)%n
        p => s%l(i)%nb(k)
        d = s%x(:, i) - s%x(:, p%j) - p%shift
        r = sqrt(sum(d**2) + 0.01d0)
        e = e + s%q(i)*s%q(p%j)*erfc(r)/r
        g = s%q(i)*s%q(p%j)*(erfc(r)/r + 2/sqrt(acos(-1d0))*exp(-r*r))/r**2
        s%f(:, i) = s%f(:, i) + g*d
        s%f(:, p%j) = s%f(:, p%j) - g*d
      end do
    end do
  end subroutine
end module
subroutine md(n, x, q, e)
  use cells
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3, n), q(n)
  real(8), intent(out) :: e
  type(system) :: s
  real(8) :: v(3, n), en
  integer :: it
  s%n = n
  s%x = x*1.9d0
  s%q = q - sum(q)/n
  allocate(s%f(3, n))
  v = 0
  e = 0
  do it = 1, 4
    if (mod(it, 2) == 1) call build(s, 1.2d0)
    call forces(s, en)
    v = v + 0.02d0*s%f
    s%x = s%x + 0.02d0*v
    e = e + en + 0.5d0*sum(v*v)
  end do
end subroutine
