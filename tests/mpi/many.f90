! Compares derivatives in many directions with those in one direction, on all ranks.
module many
   use mpi
   implicit none
   integer, parameter :: n = 6, nd = 3
contains

   subroutine compared(name, f_d, f_b, f_dv, f_bv)
      character(*), intent(in) :: name
      interface
         subroutine f_d(x, xd, y, yd)
            import :: n
            real(8), intent(in) :: x(n), xd(n)
            real(8), intent(out) :: y(n), yd(n)
         end subroutine f_d
         subroutine f_b(x, xb, y, yb)
            import :: n
            real(8), intent(in) :: x(n)
            real(8), intent(inout) :: xb(n), y(n), yb(n)
         end subroutine f_b
         subroutine f_dv(x, xd, y, yd, nd)
            import :: n
            integer, intent(in) :: nd
            real(8), intent(in) :: x(n), xd(nd, n)
            real(8), intent(out) :: y(n), yd(nd, n)
         end subroutine f_dv
         subroutine f_bv(x, xb, y, yb, nd)
            import :: n
            integer, intent(in) :: nd
            real(8), intent(in) :: x(n)
            real(8), intent(inout) :: xb(nd, n), y(n), yb(nd, n)
         end subroutine f_bv
      end interface
      real(8) :: x(n), y(n), xd(n), yd(n), xb(n), yb(n), s(nd, n), xs(nd, n), ys(nd, n), worst
      integer :: me, i, k, error
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      x = [(0.5d0 + mod(7*i + 5*me + 3, 11)/11d0, i=1, n)]
      do k = 1, nd
         s(k, :) = [(cos(1d0*i*k + 3*me), i=1, n)]
      end do
      worst = 0
      xs = s
      ys = 1d30
      call f_dv(x, xs, y, ys, nd)
      do k = 1, nd
         xd = s(k, :)
         call f_d(x, xd, y, yd)
         worst = max(worst, maxval(abs(yd - ys(k, :)))/(1 + maxval(abs(yd))))
      end do
      xs = 1d30
      ys = s
      call f_bv(x, xs, y, ys, nd)
      do k = 1, nd
         xb = 1d30
         yb = s(k, :)
         call f_b(x, xb, y, yb)
         worst = max(worst, maxval(abs(xb - xs(k, :)))/(1 + maxval(abs(xb))))
      end do
      call mpi_allreduce(MPI_IN_PLACE, worst, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
      ! single precision in messages
      if (me == 0) print '(2a, es10.2)', merge('right ', 'WRONG ', worst < merge(1d-5, 1d-12, name == 'types')), name, worst
   end subroutine compared
end module many
