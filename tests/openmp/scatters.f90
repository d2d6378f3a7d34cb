! Iterations that add to elements by subscripts that only the program knows.
module scatters
  implicit none
contains
  ! sums to which one thread at a time adds
  subroutine pairs(n, ne, l, x, rho, s, c)
    integer, intent(in) :: n, ne, l(2,ne)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: rho(n), s, c(3)
    integer :: e, k
    real(8) :: t
    rho = 0
    s = 0
    c = 0
!$omp parallel do private(t, k)
    do e = 1, ne
      t = x(l(1,e))*x(l(2,e))
!$omp atomic
      rho(l(1,e)) = rho(l(1,e)) + t
      !$omp atomic update
      rho(l(2,e)) = rho(l(2,e)) - sin(t)
      !$omp end atomic
      if (t > 0.2d0) then
!$omp critical (sums)
        s = s + t
        do k = 1, 3
          c(k) = c(k) + k*t*t
        end do
!$omp end critical (sums)
      end if
    end do
!$omp end parallel do
  end subroutine
  ! edges of one color: the elements that they write tell them apart
  subroutine green(nc, ncol, ne, first, lr, s, vol, q, res)
    integer, intent(in) :: nc, ncol, ne, first(ncol+1), lr(2,ne)
    real(8), intent(in) :: s(2,ne), vol(nc), q(nc)
    real(8), intent(out) :: res(2,nc)
    integer :: c, e, l, r
    real(8) :: f
    res = 0
    do c = 1, ncol
!$omp parallel do private(l, r, f)
      do e = first(c), first(c+1)-1
        l = lr(1,e)
        r = lr(2,e)
        f = 0.5d0*(q(l) + q(r))**2
        res(1,l) = res(1,l) + f*s(1,e)
        res(2,l) = res(2,l) + f*s(2,e)
        res(1,r) = res(1,r) - f*s(1,e)
        res(2,r) = res(2,r) - f*s(2,e)
      end do
    end do
!$omp parallel do
    do c = 1, nc
      res(:,c) = res(:,c)/vol(c)
    end do
  end subroutine
  ! elements of one color, with loops over their nodes
  subroutine elements(nn, ne, conn, x, f)
    integer, intent(in) :: nn, ne, conn(3,ne)
    real(8), intent(in) :: x(nn)
    real(8), intent(inout) :: f(nn)
    integer :: e, k, node
    real(8) :: m
!$omp parallel do private(k, node, m)
    do e = 1, ne
      m = 0
      do k = 1, 3
        node = conn(k,e)
        m = m + x(node)**2
      end do
      do k = 1, 3
        f(conn(k,e)) = f(conn(k,e)) + m*x(conn(k,e))
      end do
    end do
  end subroutine
  ! what is written for k = 1 and 2 tells nothing about k = 3
  subroutine partly(nn, ne, conn, x, f)
    integer, intent(in) :: nn, ne, conn(3,ne)
    real(8), intent(in) :: x(nn)
    real(8), intent(inout) :: f(nn)
    integer :: e, k
    real(8) :: m
!$omp parallel do private(k, m)
    do e = 1, ne
      m = 0
      do k = 1, 3
        m = m + x(conn(k,e))**2
      end do
      do k = 1, 2
        f(conn(k,e)) = f(conn(k,e)) + m
      end do
    end do
  end subroutine
  ! nor does what is written under a condition
  subroutine rarely(nn, ne, l, x, f, x2)
    integer, intent(in) :: nn, ne, l(ne)
    real(8), intent(in) :: x(nn)
    real(8), intent(inout) :: f(nn), x2(ne)
    integer :: e
!$omp parallel do
    do e = 1, ne
      x2(e) = sin(x(l(e)))
      if (mod(e, 64) == 1) then
        f(l(e)) = f(l(e)) + x2(e)
      end if
    end do
  end subroutine
  ! nor do marks
  subroutine marks(nn, ne, l, x, f, seen)
    integer, intent(in) :: nn, ne, l(ne)
    real(8), intent(in) :: x(nn)
    real(8), intent(out) :: f(ne)
    logical, intent(inout) :: seen(nn)
    integer :: e
!$omp parallel do
    do e = 1, ne
      seen(l(e)) = .true.
      f(e) = x(l(e))**2
    end do
  end subroutine
  ! nor do values that are set to the same
  subroutine roots(nn, ne, l, x, g, f)
    integer, intent(in) :: nn, ne, l(ne)
    real(8), intent(in) :: x(nn)
    real(8), intent(inout) :: g(nn)
    real(8), intent(out) :: f(ne)
    integer :: e
!$omp parallel do
    do e = 1, ne
      g(l(e)) = sqrt(x(l(e)))
      f(e) = x(l(e))**2
    end do
  end subroutine
  ! variables of a block are those of an iteration; so are pointers that the loop associates
  subroutine blocks(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i
!$omp parallel do
    do i = 1, n
      block
        real(8) :: t(2)
        t(1) = sin(x(i))
        t(2) = t(1)*x(i)
        y(i) = t(1)*exp(t(2))
      end block
    end do
  end subroutine
  subroutine columns(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in), target :: x(2, n)
    real(8), intent(out) :: y(n)
    real(8), pointer :: c(:)
    integer :: i
!$omp parallel do private(c)
    do i = 1, n
      c => x(:, i)
      y(i) = c(1)*c(2) + c(1)
    end do
  end subroutine
  ! compressed rows, with bounds in variables, and with counts
  subroutine rows(n, nz, rp, len, a, x, y)
    integer, intent(in) :: n, nz, rp(n+1), len(n)
    real(8), intent(in) :: a(nz), x(n)
    real(8), intent(out) :: y(n)
    integer :: i, k, k1, k2
    real(8) :: t
!$omp parallel do private(k, k1, k2, t)
    do i = 1, n
      t = 0
      k1 = rp(i)
      k2 = rp(i+1) - 1
      do k = k1, k2
        t = t + a(k)**2*x(i)
      end do
      y(i) = t
    end do
!$omp parallel do private(k, t)
    do i = 2, n
      t = y(i)
      do k = rp(i), rp(i) + len(i) - 1
        t = t*(1 + 0.01d0*a(k)*x(i-1))
      end do
      y(i) = t
    end do
  end subroutine
  ! few iterations that read a large table
  subroutine table(n, m, at, x, y)
    integer, intent(in) :: n, m, at(m)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(m)
    integer :: i
!$omp parallel do
    do i = 1, m
      y(i) = x(at(i))*x(at(m+1-i))
    end do
  end subroutine
end module
