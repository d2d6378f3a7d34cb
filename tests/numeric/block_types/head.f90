! Types that BLOCKs declare: two of one name, one that extends another, in a procedure that is called twice.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4) 0.7 1.3 -0.4 2.1
! arg m integer 3
! arg y real8(3)
subroutine head(n, x, m, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: s
  integer :: i
  s = 0
  do i = 1, 4
     block
       type tt
          real(8) :: q
       end type
       type(tt) :: z
       z%q = x(i)**2
       s = s + z%q
     end block
  end do
  block
    type tt
       real(8) :: a(2) = 1
       integer :: k = 2
    end type
    type, extends(tt) :: uu
       real(8) :: b
    end type
    type(uu) :: z(2)
    z(1)%a = s*x(1:2)
    z(2)%b = z(1)%a(2)*z(2)%a(1)
    z(1)%b = z(2)%b**2
    y(1) = z(1)%b + z(1)%k*sum(z(1)%a)
  end block
  call part(x(2), y(2))
  call part(s*x(3), y(3))
contains
  subroutine part(u, v)
    real(8), intent(in) :: u
    real(8), intent(out) :: v
    v = u**2
    block
      type tt
         real(8) :: q
      end type
      type(tt) :: z
      z = tt(v*u)
      v = v + z%q**2
    end block
  end subroutine
end subroutine
