! The procedures that external.toml describes, and their derivatives.

module solvers
   implicit none
   private
   public :: factorize, forth, back, solve_in_place_d, solve_in_place_b, halve_d, halve_b
contains
   ! L*U in place of a
   subroutine factorize(n, a)
      integer, intent(in) :: n
      real(8), intent(inout) :: a(n, n)
      integer :: i, j
      do j = 1, n
         a(j + 1:, j) = a(j + 1:, j)/a(j, j)
         do i = j + 1, n
            a(j + 1:, i) = a(j + 1:, i) - a(j + 1:, j)*a(j, i)
         end do
      end do
   end subroutine factorize

   ! L*U*y = x, y in place of x
   subroutine forth(n, lu, x)
      integer, intent(in) :: n
      real(8), intent(in) :: lu(n, n)
      real(8), intent(inout) :: x(n)
      integer :: i
      do i = 2, n
         x(i) = x(i) - dot_product(lu(i, :i - 1), x(:i - 1))
      end do
      do i = n, 1, -1
         x(i) = (x(i) - dot_product(lu(i, i + 1:), x(i + 1:)))/lu(i, i)
      end do
   end subroutine forth

   ! (L*U)'*y = x
   subroutine back(n, lu, x)
      integer, intent(in) :: n
      real(8), intent(in) :: lu(n, n)
      real(8), intent(inout) :: x(n)
      integer :: i
      do i = 1, n
         x(i) = (x(i) - dot_product(lu(:i - 1, i), x(:i - 1)))/lu(i, i)
      end do
      do i = n - 1, 1, -1
         x(i) = x(i) - dot_product(lu(i + 1:, i), x(i + 1:))
      end do
   end subroutine back

   subroutine solve_in_place_d(n, a, ad, x, xd)
      integer, intent(in) :: n
      real(8), intent(inout) :: a(n, n), x(n)
      real(8), intent(inout), optional :: ad(n, n), xd(n)
      call factorize(n, a)
      call forth(n, a, x)
      if (.not. present(xd)) return
      if (present(ad)) xd = xd - matmul(ad, x)
      call forth(n, a, xd)
   end subroutine solve_in_place_d

   subroutine solve_in_place_b(n, a, ab, x, xb)
      integer, intent(in) :: n
      real(8), intent(in) :: a(n, n), x(n)
      real(8), intent(inout), optional :: ab(n, n), xb(n)
      integer :: j
      if (.not. present(xb)) return
      call back(n, a, xb)
      if (.not. present(ab)) return
      do j = 1, n
         ab(:, j) = ab(:, j) - xb*x(j)
      end do
   end subroutine solve_in_place_b

   subroutine halve_d(n, x, xd, e, ed, norm)
      integer, intent(in) :: n
      real(8), intent(inout) :: x(n), e
      real(8), intent(inout), optional :: xd(n), ed
      logical, intent(in), optional :: norm
      logical :: is_used
      is_used = .true.
      if (present(norm)) is_used = norm
      if (present(xd) .and. present(ed)) ed = ed + 2*dot_product(x, xd)
      ! so that a use of it would be noticed
      if (present(ed) .and. .not. is_used) ed = huge(ed)
      if (present(xd)) xd = xd/2
      call halve(n, x, e)
   end subroutine halve_d

   subroutine halve_b(n, x, xb, e, eb, norm)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n), e
      real(8), intent(inout), optional :: xb(n), eb
      logical, intent(in), optional :: norm
      if (present(norm) .and. present(eb)) eb = merge(eb, huge(eb), norm .or. .not. abs(eb) > 0)
      if (present(xb)) xb = xb/2
      ! x was twice as large before the call
      if (present(xb) .and. present(eb)) xb = xb + 4*x*eb
   end subroutine halve_b
end module solvers

subroutine solve(n, a, lu, x)
   use solvers
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: a(n, n)
   real(8), intent(inout) :: lu(n, n), x(n)
   lu = a
   call factorize(n, lu)
   call forth(n, lu, x)
end subroutine solve

subroutine solve_d(n, a, ad, lu, x, xd)
   use solvers
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: a(n, n), ad(n, n)
   real(8), intent(inout) :: lu(n, n), x(n), xd(n)
   call solve(n, a, lu, x)
   xd = xd - matmul(ad, x)
   call forth(n, lu, xd)
end subroutine solve_d

subroutine solve_b(n, a, ab, lu, x, xb)
   use solvers
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: a(n, n), lu(n, n), x(n)
   real(8), intent(inout) :: ab(n, n), xb(n)
   integer :: j
   call back(n, lu, xb)
   do j = 1, n
      ab(:, j) = ab(:, j) - xb*x(j)
   end do
end subroutine solve_b

subroutine solve_in_place(n, a, x)
   use solvers
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: a(n, n), x(n)
   call factorize(n, a)
   call forth(n, a, x)
end subroutine solve_in_place

subroutine halve(n, x, e)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: x(n), e
   e = e + dot_product(x, x)
   x = x/2
end subroutine halve
