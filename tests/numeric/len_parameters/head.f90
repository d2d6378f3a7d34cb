! Derived types with LEN parameters: lengths that are constants and arguments, defaults, assumed lengths, several in one type, arrays of such a type.
! head: foo(y)/(x)
! module m
! arg x real8(4)
! arg n integer 4
! arg y real8
module m
   implicit none
   integer, parameter :: wp = 8, few = 2
   type :: vector(k, n)
      integer, kind :: k = wp
      integer, len :: n = few
      real(k) :: a(n)
      real(k) :: s
   end type vector
   type :: table(rows, p, columns)
      integer, len :: rows
      integer, kind :: p = wp
      integer, len :: columns = 2
      real(p) :: left(rows)
      real(p) :: top(columns + 1)
      real(p) :: total
      integer :: calls
   end type table
contains
   subroutine foo(x, n, y)
      integer, intent(in) :: n
      real(wp), intent(in) :: x(n)
      real(wp), intent(out) :: y
      type(vector(wp, n)) :: p, q
      type(vector(4, 3)) :: single
      type(vector) :: short
      type(vector(n=3)) :: several(2)
      type(table(n, columns=n - 1)) :: a
      integer :: i
      do i = 1, p%n
         p%a(i) = x(i)**2
      end do
      p%s = x(1)
      single%a = real(x(1:single%n), 4)
      single%s = 0
      q = p
      call multiply(p, q)
      call step(q, q%n)
      q%a = q%a*q%s
      short%a = q%a(1:short%n)*x(2)
      short%s = 1
      call step(short, short%n)
      do i = 1, 2
         several(i)%a = i*x(1:3)
         several(i)%s = x(4)
      end do
      call step(several(2), 3)
      several(1) = several(2)
      several(1)%a(2) = several(1)%a(1)*several(2)%a(3)
      a%calls = 0
      call fill(x, a)
      call fill(x, a)
      y = sum(q%a)*p%s + size(q%a) + sum(single%a)*1d-3 + short%a(2)*short%s + a%total
      do i = 1, 2
         y = y + sum(several(i)%a)*several(i)%s
      end do
   end subroutine foo

   subroutine multiply(p, q)
      type(vector(wp, *)), intent(in) :: p
      type(vector(k=wp, n=*)), intent(inout) :: q
      integer :: i
      do i = 1, q%n
         q%a(i) = sin(p%a(i))*q%a(i)
      end do
      q%s = q%s + sum(p%a)
   end subroutine multiply

   subroutine step(q, n)
      type(vector(wp, *)), intent(inout) :: q
      integer, intent(in) :: n
      real(wp) :: w(n)
      w = q%a
      q%a = exp(-w)*w
      q%a(q%n) = q%a(1)*q%s
   end subroutine step

   subroutine fill(x, a)
      real(wp), intent(in) :: x(:)
      type(table(*, wp, *)), intent(inout) :: a
      integer :: i
      do i = 1, a%rows
         a%left(i) = sin(x(i)) + a%calls*x(1)
      end do
      do i = 1, a%columns + 1
         a%top(i) = x(i)*a%left(a%rows)
      end do
      a%total = a%rows*sum(a%left**2)/a%columns
      do i = 1, size(a%top)
         a%total = a%total + a%top(i)*a%left(i)
      end do
      a%calls = a%calls + 1
   end subroutine fill
end module m
