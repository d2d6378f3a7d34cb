module bodies
  implicit none
  real(8) :: gain = 1.5d0
contains
  subroutine deposit(np, n, cell, w, q, rho)
    integer, intent(in) :: np, n, cell(np)
    real(8), intent(in) :: w(np)
    real(8), intent(in) :: q(n)
    real(8), intent(out) :: rho(np)
    integer :: p
    real(8) :: f
!$omp parallel do private(f)
    do p = 1, np
      f = q(cell(p))*w(p) + q(cell(p)+1)*(1 - w(p))
      rho(p) = f*f*gain
    end do
!$omp end parallel do
  end subroutine
  subroutine force(i, n, x, f)
    integer, intent(in) :: i, n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: f
    integer :: j
    f = 0
    do j = 1, n
      if (j /= i) f = f + exp(-abs(x(i) - x(j)))
    end do
    f = f*f*x(i)
  end subroutine
  subroutine nbody(n, x, e)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: e
    integer :: i
    real(8) :: f
    e = 0
!$omp parallel do private(f) reduction(+:e)
    do i = 1, n
      call force(i, n, x, f)
      e = e + f*x(i)
    end do
!$omp end parallel do
  end subroutine
  subroutine newton(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: k
    y = x
    do k = 1, 20
      if (abs(y*y - x) < 1d-12) exit
      y = 0.5d0*(y + x/y)
    end do
  end subroutine
  subroutine roots(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i
!$omp parallel do schedule(dynamic)
    do i = 1, n
      call newton(x(i), y(i))
      y(i) = y(i)*x(i)
    end do
!$omp end parallel do
  end subroutine
  subroutine steps(n, m, u)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: u(n, m)
    integer :: t, i, j
    real(8) :: w(n), c
    do t = 1, 4
!$omp parallel do private(i, w, c)
    do j = 1, m
      c = 0.1d0
      do i = 1, n
        w(i) = u(i, j)**2
        c = c + 0.01d0*w(i)*c
      end do
      do i = 2, n
        if (u(i,j) > 0.4d0) then
          u(i, j) = sin(u(i, j)) + c*w(i-1)*u(i, j)
        end if
      end do
    end do
!$omp end parallel do
    end do
  end subroutine
  subroutine first(n, s, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), s
    real(8), intent(out) :: y(n)
    integer :: i
    real(8) :: c
    c = s*s
!$omp parallel do firstprivate(c) if(n > 10) num_threads(2)
    do i = 1, n
      y(i) = exp(c*x(i))
    end do
!$omp end parallel do
  end subroutine
  subroutine heat3(n, k, u)
    integer, intent(in) :: n
    real(8), intent(in) :: k(n,n,n)
    real(8), intent(inout) :: u(n,n,n)
    real(8) :: v(n,n,n)
    integer :: i, j, l, t
    do t = 1, 3
!$omp parallel do private(i, j)
    do l = 2, n-1
      do j = 2, n-1
        do i = 2, n-1
          v(i,j,l) = u(i,j,l) + k(i,j,l)*(u(i+1,j,l)+u(i-1,j,l)+u(i,j+1,l)+u(i,j-1,l)+u(i,j,l+1)+u(i,j,l-1)-6*u(i,j,l))
        end do
      end do
    end do
!$omp end parallel do
!$omp parallel do private(i, j)
    do l = 2, n-1
      do j = 2, n-1
        do i = 2, n-1
          u(i,j,l) = v(i,j,l)
        end do
      end do
    end do
    end do
  end subroutine
  subroutine lastp(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    real(8) :: t
!$omp parallel do lastprivate(t)
    do i = 1, n
      t = x(i)**2
    end do
!$omp end parallel do
    y = t*x(1)
  end subroutine
  subroutine biggest(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    y = 0
!$omp parallel do reduction(max:y)
    do i = 1, n
      y = max(y, sin(x(i)))
    end do
!$omp end parallel do
  end subroutine
end module
