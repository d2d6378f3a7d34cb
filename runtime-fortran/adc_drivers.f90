! Drivers: gradients, Jacobians and Hessians from derivatives that adc writes.
!
! The caller gives the derivatives as procedures on vectors, usually internal procedures that call foo_b, foo_dv,
! foo_bv or foo_hv with the model's own arguments. Arrays of derivatives have the direction or weight as first index.
!
! A Jacobian of m rows and n columns needs n directions or m weights. Directions come in blocks, so that the memory for
! derivatives is bounded.
module adc_drivers
   implicit none
   private
   public :: adc_gradient, adc_jacobian, adc_hessian, adc_newton_direction

   integer, parameter :: dp = kind(1.0d0)

   ! Directions or weights in one call, unless the caller chooses.
   integer, parameter :: usual_block = 16

   ! An adjoint with one weight costs about as much as this number of directions.
   integer, parameter :: directions_per_weight = 2

   abstract interface
      ! foo_b: with the weights yb, sets the adjoint xb.
      subroutine adjoint(x, xb, y, yb)
         import :: dp
         real(dp), intent(in) :: x(:)
         real(dp), intent(inout) :: xb(:), y(:), yb(:)
      end subroutine adjoint

      ! foo_dv: the values y, and yd(k, :) for each direction xd(k, :).
      subroutine tangents(x, xd, y, yd)
         import :: dp
         real(dp), intent(in) :: x(:), xd(:, :)
         real(dp), intent(inout) :: y(:), yd(:, :)
      end subroutine tangents

      ! foo_bv: xb(k, :) for all weights yb(k, :).
      subroutine adjoints(x, xb, y, yb)
         import :: dp
         real(dp), intent(in) :: x(:)
         real(dp), intent(inout) :: xb(:, :), y(:), yb(:, :)
      end subroutine adjoints

      ! foo_hv of a scalar with weight 1: its gradient xb, and the Hessian times each direction xd(k, :).
      subroutine products(x, xd, xb, xbd)
         import :: dp
         real(dp), intent(in) :: x(:), xd(:, :)
         real(dp), intent(inout) :: xb(:), xbd(:, :)
      end subroutine products
   end interface

contains

   ! The gradient of the scalar y(1).
   subroutine adc_gradient(foo_b, x, gradient)
      procedure(adjoint) :: foo_b
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: gradient(:)
      real(dp) :: y(1), yb(1)
      y = 0
      yb = 1
      gradient = 0
      call foo_b(x, gradient, y, yb)
   end subroutine adc_gradient

   ! The Jacobian, jacobian(i, j) = dy(i)/dx(j), by tangents or by adjoints: by what is given, and by the cheaper of both.
   ! block: directions or weights in one call.
   subroutine adc_jacobian(x, jacobian, foo_dv, foo_bv, block)
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: jacobian(:, :)
      procedure(tangents), optional :: foo_dv
      procedure(adjoints), optional :: foo_bv
      integer, intent(in), optional :: block
      integer :: size_of_block
      logical :: forward
      if (.not. (present(foo_dv) .or. present(foo_bv))) error stop 'adc_jacobian: no derivative is given'
      size_of_block = usual_block
      if (present(block)) size_of_block = max(1, block)
      forward = present(foo_dv)
      if (forward .and. present(foo_bv)) forward = size(x) <= directions_per_weight*size(jacobian, 1)
      if (forward) then
         call by_columns(x, jacobian, foo_dv, size_of_block)
      else
         call by_rows(x, jacobian, foo_bv, size_of_block)
      end if
   end subroutine adc_jacobian

   subroutine by_columns(x, jacobian, foo_dv, block)
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: jacobian(:, :)
      procedure(tangents) :: foo_dv
      integer, intent(in) :: block
      real(dp), allocatable :: xd(:, :), yd(:, :), y(:)
      integer :: first, nd, k
      allocate (y(size(jacobian, 1)), source=0.0_dp)
      do first = 1, size(x), block
         nd = min(block, size(x) - first + 1)
         call unit_vectors(first, nd, size(x), xd)
         allocate (yd(nd, size(y)), source=0.0_dp)
         call foo_dv(x, xd, y, yd)
         do k = 1, nd
            jacobian(:, first + k - 1) = yd(k, :)
         end do
         deallocate (yd)
      end do
   end subroutine by_columns

   subroutine by_rows(x, jacobian, foo_bv, block)
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: jacobian(:, :)
      procedure(adjoints) :: foo_bv
      integer, intent(in) :: block
      real(dp), allocatable :: xb(:, :), yb(:, :), y(:)
      integer :: first, nd, k
      allocate (y(size(jacobian, 1)), source=0.0_dp)
      do first = 1, size(y), block
         nd = min(block, size(y) - first + 1)
         call unit_vectors(first, nd, size(y), yb)
         allocate (xb(nd, size(x)), source=0.0_dp)
         call foo_bv(x, xb, y, yb)
         do k = 1, nd
            jacobian(first + k - 1, :) = xb(k, :)
         end do
         deallocate (xb)
      end do
   end subroutine by_rows

   ! The Hessian of a scalar, and its gradient. The two triangles agree to rounding.
   subroutine adc_hessian(foo_hv, x, gradient, hessian, block)
      procedure(products) :: foo_hv
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: gradient(:), hessian(:, :)
      integer, intent(in), optional :: block
      real(dp), allocatable :: xd(:, :), xbd(:, :)
      integer :: size_of_block, first, nd, k
      size_of_block = usual_block
      if (present(block)) size_of_block = max(1, block)
      do first = 1, size(x), size_of_block
         nd = min(size_of_block, size(x) - first + 1)
         call unit_vectors(first, nd, size(x), xd)
         allocate (xbd(nd, size(x)), source=0.0_dp)
         gradient = 0
         call foo_hv(x, xd, gradient, xbd)
         do k = 1, nd
            hessian(:, first + k - 1) = xbd(k, :)
         end do
         deallocate (xbd)
      end do
   end subroutine adc_hessian

   ! An inexact Newton direction p for a minimum: conjugate gradients for H p = -g, from products with H only. They stop
   ! when the residual is at most tolerance times the gradient, after n steps, or at a direction of negative curvature;
   ! then p is what has been found, or -g in the first step. So p is a descent direction (Dembo and Steihaug 1983).
   subroutine adc_newton_direction(foo_hv, x, gradient, p, tolerance, steps)
      procedure(products) :: foo_hv
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: gradient(:), p(:)
      real(dp), intent(in), optional :: tolerance
      integer, intent(out), optional :: steps
      real(dp) :: r(size(x)), d(1, size(x)), hd(1, size(x)), largest, curvature, alpha, rr, before
      integer :: k
      ! the gradient comes with a product
      d = 0
      hd = 0
      gradient = 0
      call foo_hv(x, d, gradient, hd)
      p = 0
      r = -gradient
      d(1, :) = r
      rr = dot_product(r, r)
      largest = 1.0e-3_dp
      if (present(tolerance)) largest = tolerance
      largest = largest**2*rr
      if (present(steps)) steps = 0
      do k = 1, size(x)
         if (rr <= largest) exit
         gradient = 0
         call foo_hv(x, d, gradient, hd)
         curvature = dot_product(d(1, :), hd(1, :))
         if (curvature <= 0) then
            if (k == 1) p = r
            exit
         end if
         alpha = rr/curvature
         p = p + alpha*d(1, :)
         r = r - alpha*hd(1, :)
         before = rr
         rr = dot_product(r, r)
         d(1, :) = r + (rr/before)*d(1, :)
         if (present(steps)) steps = k
      end do
   end subroutine adc_newton_direction

   ! The unit vectors number first to first + nd - 1, as rows.
   subroutine unit_vectors(first, nd, n, rows)
      integer, intent(in) :: first, nd, n
      real(dp), allocatable, intent(out) :: rows(:, :)
      integer :: k
      allocate (rows(nd, n), source=0.0_dp)
      do k = 1, nd
         rows(k, first + k - 1) = 1
      end do
   end subroutine unit_vectors
end module adc_drivers
