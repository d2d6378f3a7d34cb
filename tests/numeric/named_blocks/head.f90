! Constructs with names that are left, by exits of their own and of those around them: SELECT TYPE, ASSOCIATE, BLOCK and others. Names as generated variables would have them.
! head: head(y)/(x)
! module shapes
! arg kind integer 2
! arg x real8(3)
! arg y real8(3)
module shapes
  implicit none
  type :: shape
    real(8) :: a = 1
  end type
  type, extends(shape) :: disc
    real(8) :: r = 2
  end type
  type, extends(disc) :: ring
    real(8) :: inner = 0.5d0
  end type
contains
  subroutine area(s, x, y)
    class(shape), intent(inout) :: s
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    integer :: i
    y = y + s%a
    which: select type (s)
    type is (disc)
      y = y*s%r**2
      if (x > 0) exit which
      y = y*s%a
    class is (disc)
      y = y*sin(s%a*x)
      temp: do i = 1, 3
        s%a = s%a*x
        yb: if (i == 2) then
          if (x < 0) exit yb
          s%a = s%a + x**2
          if (x > 1.2d0) cycle temp
          if (x > 1.5d0) exit which
        end if yb
        y = y*s%a
      end do temp
      s%r = s%r*y
    class default
      if (x < 0) exit which
      all2: do i = 1, 3
        y = y*s%a + x
        if (y > 100) exit all2
        if (y > 50) exit which
      end do all2
      y = y**2
    end select which
    y = y*x
  end subroutine
  subroutine head(kind, x, y)
    integer, intent(in) :: kind
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    class(shape), allocatable :: s
    type(ring) :: q
    real(8) :: u(2, 2)
    integer :: k
    y = x
    do k = 1, 3
      if (allocated(s)) deallocate (s)
      pick: select case (k)
      case (1)
        allocate (disc :: s)
        if (x(1) < 0) exit pick
        s%a = x(2)
      case (2)
        allocate (ring :: s)
      case default
        allocate (s)
      end select pick
      s%a = s%a*x(k)
      call area(s, x(k), y(k))
      call area(s, x(k), y(k))
    end do
    call area(q, x(2), y(1))
    u = 1
    named: associate (row => u(kind, :), z => x(1)*x(2))
      row = row*x(1:2)
      if (row(1) < 0) exit named
      row(2) = row(2)*z
      if (row(2) > 0) exit named
      row = 0
    end associate named
    y(2) = y(2) + sum(u**2)
    part: block
      real(8) :: t(kind), w
      t = x(1:kind)**2
      w = sum(t)
      y(3) = y(3)*w
      if (w > 0) exit part
      y(3) = 0
    end block part
    xd: if (kind == 2) then
      y(1) = y(1)*x(3)
      if (x(3) > 0.1d0) exit xd
      y(1) = 0
    end if xd
  end subroutine
end module
