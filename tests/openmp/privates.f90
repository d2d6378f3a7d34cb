module other
  implicit none
  type pair
    real(8) :: a, b
  end type
  real(8) :: scratch
  integer :: im
end module
module privates
  use other
  implicit none
contains
  ! the index of a loop, and a private allocatable that keeps its values
  subroutine indices(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i, k
    i = 3
    k = 2
!$omp parallel do
    do i = 1, n
      y(i) = x(i)**2
      do k = 1, 2
        y(i) = y(i)*x(k)
      end do
    end do
    y(1) = x(i)*x(k)
  end subroutine
  subroutine allocated_one(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8), allocatable :: w(:), v(:)
    integer :: i
    allocate(w(2))
    w = x(1:2)
!$omp parallel do private(w, v)
    do i = 2, n
      allocate(v(2))
      v = 1
      w(1) = x(i)
      w(2) = w(1)*v(1)
      y(i) = w(1)*w(2)
      deallocate(v)
    end do
    y(1) = w(1)*w(2)
    deallocate(w)
  end subroutine
  subroutine first(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: c(2)
    integer :: i
    c = x(3:4)
!$omp parallel do firstprivate(c)
    do i = 2, n
      c(2) = x(i)*c(1)
      y(i) = c(2)**2
    end do
    y(1) = c(1)*c(2)
  end subroutine
  ! constructs that stay comments
  subroutine sects(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: t
    integer :: i
    type(pair) :: p
    t = x(1)
    p%a = x(2)
    p%b = x(3)
!$omp parallel private(i) num_threads(2)
!$omp sections private(t, p)
!$omp section
    t = x(2)
    p%a = t
    y(1) = t*p%a
!$omp section
    t = x(3)
    y(2) = t**3
!$omp end sections
!$omp end parallel
    y(4) = t*p%a*p%b
  end subroutine
  subroutine ordered_loop(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: t
    integer :: i
    t = x(1)
    scratch = x(2)
!$omp parallel do ordered private(t, scratch)
    do i = 2, n
      t = x(i)
      scratch = t*t
!$omp ordered
      y(i) = t*scratch
!$omp end ordered
    end do
!$omp end parallel do
    y(1) = t*scratch
  end subroutine
  subroutine module_one(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    scratch = x(2)
    call use_it(n, x, y)
    y(1) = scratch
  end subroutine
  subroutine use_it(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
!$omp parallel do private(scratch)
    do i = 2, n
      scratch = x(i)**2
      y(i) = scratch**2
    end do
  end subroutine
  ! the index of a loop with SIMD has its last value after the loop
  subroutine simd_index(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
!$omp simd
    do i = 1, n
      y(i) = x(i)**2
    end do
    y(1) = x(i - 1)
  end subroutine
  ! functions whose value may change, in conditions
  subroutine counted(n, x, y)
    use omp_lib
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    if (omp_get_max_threads() > 100000) then
      y = 2*x
    else if (n > 2 .and. .not. omp_in_parallel()) then
!$omp parallel do
      do i = 1, n
        y(i) = x(i)**2
      end do
    end if
  end subroutine
end module
