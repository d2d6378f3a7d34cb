! class(*): passive arguments and components, and SELECT TYPE of them with guards of intrinsic and derived types where they are active.
! head: head(y)/(x)
! module anything
! arg kind integer 2
! arg x real8(3)
! arg y real8(2)
module anything
  implicit none
  type :: state
    real(8) :: a = 1, b(2) = 2
  end type
  type, extends(state) :: more
    real(8) :: c = 0.5d0
  end type
  type :: box
    class(*), allocatable :: label
    real(8) :: v = 0
  end type
contains
  subroutine report(what, n)
    class(*), intent(in) :: what
    integer, intent(inout) :: n
    select type (what)
    type is (integer)
      n = n + what
    type is (character(*))
      n = n + len(what)
    type is (logical)
      if (what) n = n + 1
    end select
  end subroutine
  subroutine scale(o, by)
    class(*), intent(inout) :: o
    real(8), intent(in) :: by
    select type (o)
    type is (real(8))
      o = o*by**2
    type is (real(4))
      o = real(o*by)
    type is (state)
      o%a = o%a*by
      o%b = o%b*o%a
    class is (state)
      o%b = o%b*sin(by)
    class default
      stop 1
    end select
  end subroutine
  subroutine sum_up(o, s)
    class(*), intent(in) :: o(:)
    real(8), intent(inout) :: s
    integer :: i
    select type (o)
    type is (real(8))
      do i = 1, size(o)
        s = s + o(i)**2
      end do
    type is (state)
      s = s + sum(o%a)
    end select
  end subroutine
  subroutine head(kind, x, y)
    integer, intent(in) :: kind
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    type(box) :: b
    type(state) :: s
    type(more) :: m
    real(8) :: t
    integer :: n
    n = 0
    call report(3, n)
    call report('ab', n)
    call report(kind == 2, n)
    allocate (b%label, source=kind)
    select type (l => b%label)
    type is (integer)
      n = n + l
    end select
    b%v = x(1)*n
    t = x(2)
    call scale(t, x(1))
    s%a = x(3)
    call scale(s, t)
    m%b = x(1)
    call scale(m, x(2))
    y(1) = t*s%b(1) + m%b(2)
    y(2) = b%v
    call sum_up(x, y(2))
    call sum_up([s, s], y(2))
  end subroutine
end module
