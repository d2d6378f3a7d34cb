module teams
  use omp_lib
  implicit none
contains
  ! statements of a region outside of its loops
  subroutine bare(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i, nt
    real(8) :: c, w(2)
!$omp parallel private(c, w, nt) shared(n, x, y)
    nt = omp_get_num_threads()
    c = x(1)**2
    w(1) = c*x(2)
    w(2) = sin(c)
!$omp do
    do i = 1, n
      y(i) = c*x(i) + w(1)*w(2)
    end do
!$omp end do
!$omp end parallel
  end subroutine
  ! loops in a loop over time, and statements of one thread
  subroutine waves(n, m, u)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: u(n)
    real(8) :: v(n), e, d
    integer :: i, k
!$omp parallel private(k, d)
    do k = 1, m
      d = 0.1d0*k
!$omp do schedule(static)
      do i = 2, n - 1
        v(i) = u(i)*u(i) + d*(u(i-1) + u(i+1))
      end do
!$omp end do
!$omp single
      e = u(1)*u(n)
      v(1) = sin(e)
      v(n) = e*u(2)
!$omp end single
!$omp do
      do i = 1, n
        u(i) = v(i)*cos(e)
      end do
!$omp end do
    end do
!$omp end parallel
  end subroutine
  ! loops in a procedure that a region calls
  subroutine orphan(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
!$omp parallel shared(x, y)
    call work(n, x, y)
!$omp end parallel
  end subroutine
  subroutine work(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    real(8) :: t, s
    s = 2*x(1)
!$omp do schedule(dynamic)
    do i = 1, n
      t = sin(x(i))
      t = t*exp(t)
      y(i) = t*s
    end do
!$omp end do nowait
  end subroutine
  ! sums of threads: not shared
  subroutine sums(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    integer :: i
    real(8) :: own
    s = 0
!$omp parallel private(own)
    own = 0
!$omp do
    do i = 1, n
      own = own + x(i)**2
    end do
!$omp critical
    s = s + own
!$omp end critical
!$omp end parallel
  end subroutine
  ! locks, and the clock
  subroutine locked(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    integer(omp_lock_kind) :: l
    real(8) :: t
    integer :: i
    t = omp_get_wtime()
    call omp_init_lock(l)
    s = 0
!$omp parallel do
    do i = 1, n
      if (x(i) > 0.5d0) then
        call omp_set_lock(l)
        s = s + x(i)**2
        call omp_unset_lock(l)
      end if
    end do
    call omp_destroy_lock(l)
    t = omp_get_wtime() - t
  end subroutine
end module
