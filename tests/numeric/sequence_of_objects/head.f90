! An element of an array of objects stands for a column of them; complex and integer columns; what is passed twice.
! head: top(y)/(x)
! module m
! arg x real8(6) 0.4 0.7 1.1 0.9 -0.3 0.5
! arg y real8
module m
   implicit none
   type cell
      real(8) :: h, u
      integer :: k
   end type cell
contains
   subroutine step(n, c, d)
      integer, intent(in) :: n
      type(cell), intent(inout) :: c(n)
      type(cell), intent(in) :: d(n)
      integer :: i
      do i = 1, n
         c(i)%h = c(i)%h*d(i)%u + c(i)%k
         c(i)%u = c(i)%h*sin(c(i)%u)
         c(i)%k = mod(c(i)%k + 1, 3)
      end do
   end subroutine step

   subroutine turn(z, k)
      complex(8), intent(inout) :: z(2)
      integer, intent(inout) :: k(2)
      z(1) = z(1)*z(2)*k(1)
      z(2) = z(2)*(0.5d0, 0.25d0) + z(1)**k(2)
      k(1) = k(2) + 1
      k(2) = mod(k(1), 3) + 1
   end subroutine turn

   subroutine top(x, y)
      real(8), intent(in) :: x(6)
      real(8), intent(out) :: y
      type(cell) :: c(2, 3)
      complex(8) :: z(2, 0:2)
      integer :: k(2, 3), i, j, n
      do j = 1, 3
         do i = 1, 2
            c(i, j) = cell(x(2*j + i - 2), x(7 - 2*j)*i, i + j)
            z(i, j - 1) = cmplx(x(i), x(j + 3), 8)
            k(i, j) = i
         end do
      end do
      y = 0
      do n = 1, 3
         do j = 1, 2
            call step(2, c(1, j), c(1, j + 1))
            call turn(z(1, j), k(1, j))
            y = y + c(1, j)%h*c(2, j)%u*real(z(2, j)) + k(1, j)*x(n)
         end do
      end do
   end subroutine top
end module m
