! Compares tangents with differences, and adjoints with tangents, across all ranks.
module check
   use mpi
   implicit none
   integer, parameter :: n = 6

   interface
      subroutine primal(x, y)
         import :: n
         real(8), intent(in) :: x(n)
         real(8), intent(out) :: y(n)
      end subroutine primal
      subroutine tangent(x, xd, y, yd)
         import :: n
         real(8), intent(in) :: x(n), xd(n)
         real(8), intent(out) :: y(n), yd(n)
      end subroutine tangent
      subroutine adjoint(x, xb, y, yb)
         import :: n
         real(8), intent(in) :: x(n)
         real(8), intent(inout) :: xb(n), y(n), yb(n)
      end subroutine adjoint
   end interface
contains

   subroutine checked(name, f, f_d, f_b, small)
      character(*), intent(in) :: name
      procedure(primal) :: f
      procedure(tangent) :: f_d
      procedure(adjoint) :: f_b
      real(8), intent(in) :: small
      real(8) :: x(n), xd(n), xb(n), y(n), yd(n), yb(n), weights(n), up(n), down(n), h, worst, both(2), sums(2)
      integer :: me, i, k, error
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      x = [(0.5d0 + mod(7*i + 5*me + 3, 11)/11d0, i=1, n)]
      xd = [(cos(1d0*(i + 3*me)), i=1, n)]
      weights = [(sin(2d0*i + me), i=1, n)]
      h = small
      call f(x + h*xd, up)
      call f(x - h*xd, down)
      do k = 1, 2
         y = 1d30
         yd = 1d30
         call f_d(x, xd, y, yd)
         worst = maxval(abs(yd - (up - down)/(2*h)))/maxval(abs(yd) + 1)
         call mpi_allreduce(MPI_IN_PLACE, worst, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
         xb = 1d30
         yb = weights
         call f_b(x, xb, y, yb)
         both = [sum(weights*yd), sum(xb*xd)]
         call mpi_allreduce(both, sums, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
         sums(2) = abs(sums(2) - sums(1))/(abs(sums(1)) + 1)
         if (me == 0) then
            if (worst > 10*small**1.3d0 .or. sums(2) > small**2 .or. any(abs(yb) > 0)) then
               print '(2a, 2es10.2)', 'WRONG ', name, worst, sums(2)
            else if (k == 2) then
               print '(2a, 2es10.2)', 'right ', name, worst, sums(2)
            end if
         end if
      end do
   end subroutine checked
end module check
