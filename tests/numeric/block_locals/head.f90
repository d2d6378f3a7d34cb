! Local variables of BLOCK constructs: arrays that assignments allocate, in loops; saved and initialised ones beside
! types with default values; pointers to such types; polymorphic objects; FORALL with bounds of the block; kinds that a
! USE in the block provides.
! head: head(y)/(x)
! module blocks
! arg x real8(3) 0.5 0.6 0.7
! arg y real8(7)
module blocks
  implicit none
  type base
    real(8) :: s = 2
  end type
  type, extends(base) :: more
    real(8) :: t = 3
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(7)
    type(base), target :: a
    integer :: i
    y = 0
    block
      real(8), allocatable :: u(:)
      u = x
      u = u(2:)
      u = [u, 2*u(1)]
      y(1) = sum(u)**2
    end block
    do i = 1, 3
      block
        real(8), allocatable :: w(:), s
        w = x(1:i)**2
        if (.not. allocated(s)) s = x(i)
        y(2) = y(2) + sum(w*w)*s
      end block
    end do
    do i = 1, 3
      block
        integer :: k = 4
        real(8), save :: weight = 1.5d0
        type(base) :: c
        c%s = c%s*x(i)
        y(3) = y(3) + weight*c%s**2*k
      end block
    end do
    a%s = x(1)
    block
      type(base), pointer :: p
      p => a
      p%s = p%s*x(2)
      y(4) = a%s
    end block
    do i = 2, 3
      block
        real(8) :: q(i)
        integer :: j
        q = x(1:i)
        forall (j = 2:i) q(j) = q(j-1)*x(j)
        y(5) = y(5) + sum(q)
      end block
    end do
    do i = 1, 3
      block
        class(base), allocatable :: o
        if (i > 1) then
          allocate(more :: o)
        else
          allocate(base :: o)
        end if
        o%s = o%s*x(i)
        select type (o)
        type is (more)
          o%t = o%t*x(i)**2
          y(6) = y(6) + o%t*o%s
        type is (base)
          y(6) = y(6) + o%s
        end select
      end block
    end do
    block
      use, intrinsic :: iso_fortran_env, only: wp => real64
      real(wp) :: t
      integer :: k
      data k /3/
      t = 1.5_wp*x(1)**2*k
      y(7) = t*t
    end block
  end subroutine
end module
