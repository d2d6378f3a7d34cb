! BLOCK with allocatable and automatic variables, constants, defaults of components and names that are names of variables; left by CYCLE and EXIT.
! head: head(y)/(x)
! module m
! arg n integer 4
! arg x real8(4)
! arg y real8(4)
! before n 3
module m
  implicit none
  type sums
    real(8) :: a = 1, b = 0
    real(8), allocatable :: c(:)
  end type
contains
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(4)
    real(8) :: s
    integer :: i
    s = x(1)
    y = 0
    do i = 1, n
      block
        real(8) :: w(i), s
        real(8), allocatable :: v(:)
        real(8), parameter :: c = 0.5d0
        integer :: j
        type(sums) :: t
        w = x(:i)*c
        allocate (v(i + 1))
        v(:i) = w**2
        v(i + 1) = x(i)
        s = 0
        do j = 1, i + 1
          s = s + v(j)*j
          if (s > 1d8) exit
        end do
        y(1) = y(1) + s*sum(w)
        t%a = t%a*x(i)
        t%b = t%b + t%a**2
        if (.not. allocated(t%c)) t%c = w*t%b
        y(3) = y(3) + t%b + sum(t%c)
        if (i == 2) cycle
        y(2) = y(2)*v(1) + s
      end block
    end do
    block
      real(8) :: t
      t = s
      named: block
        if (n > 3) exit named
        t = t*2
      end block named
      y(3) = y(3) + t**2
    end block
    y(4) = s*y(1)
  end subroutine
end module
