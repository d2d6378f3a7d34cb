! Sizes, bounds and existence that are asked for before a later statement of the loop changes them: the reverse sweep must not ask again.
! head: head(y)/(x)
! module shapes
! arg x real8(3)
! arg y real8(14)
module shapes
  implicit none
contains
  subroutine upper(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x*y
      k = ubound(t, 1)
      if (i == 2) t = [t, y]
      y = y*t(k)
    end do
  end subroutine
  subroutine lower(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: i, k
    k = 1
    do i = 1, 3
      if (allocated(t)) deallocate (t)
      allocate (t(i:i + 2))
      t = x*y
      k = lbound(t, 1)
      if (i >= 2) then
        deallocate (t)
        allocate (t(1:5))
        t = x(1)*y
        t(3) = x(2)
      end if
      y = y*t(k)
    end do
  end subroutine
  subroutine always(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x*y
      k = size(t)
      t = [t, y]
      y = y*t(k)
    end do
  end subroutine
  subroutine exists(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    logical :: l
    integer :: i, k
    k = 1
    do i = 1, 3
      l = allocated(t)
      if (i == 2) then
        if (allocated(t)) deallocate (t)
      else
        t = x*y
      end if
      if (l) then
        y = y*y*x(1)
      else
        y = y*x(2)
      end if
    end do
  end subroutine
  subroutine renewed(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x*y
      k = size(t)
      if (i == 2) deallocate (t)
      if (.not. allocated(t)) allocate (t(4), source=x(1))
      t(3) = y*x(i)
      y = y*t(k)
    end do
  end subroutine
  subroutine computed(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: m
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x*y
      k = 2*size(t) - 3
      m = k - 1
      if (i == 2) t = [t, y, x(1)]
      y = y*t(k) + t(m)
    end do
  end subroutine
  subroutine as_real(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    real(8) :: w
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x*y
      w = size(t)
      if (i == 2) t = [t, y]
      y = y*w*t(1)
    end do
  end subroutine
  subroutine as_bound(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: j
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x*y
      k = size(t)
      if (i == 2) t = [t, y]
      do j = 1, k
        y = y*t(j)
      end do
    end do
  end subroutine
  subroutine selected(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x(1:i)*y
      k = size(t)
      if (i == 2) t = [t, y]
      select case (k)
      case (1)
        y = y*t(1)
      case (2)
        y = y*t(2)*x(1)
      case default
        y = y*x(2)*x(3)
      end select
    end do
  end subroutine
  subroutine nested(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: j
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x*y
      k = size(t)
      do j = 1, i
        if (j == 2) t = [t, y]
        y = y*t(k)
      end do
    end do
  end subroutine
  subroutine one_arm(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: i, k
    k = 1
    do i = 1, 3
      if (i == 1) then
        t = x*y
      else
        k = size(t)
        t = [t, x(2)*y]
        y = y*t(k)
      end if
    end do
  end subroutine
  subroutine jumped(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x*y
      k = size(t)
      if (i /= 2) goto 10
      t = [t, y]
    10 y = y*t(k)
    end do
  end subroutine
  subroutine named(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: t(:)
    integer :: i, k
    k = 1
    do i = 1, 3
      t = x*y
      associate (m => size(t))
        if (i == 2) t = [t, y]
        y = y*t(m)
      end associate
    end do
  end subroutine
  subroutine pointed(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), target :: a(6)
    real(8), pointer :: p(:)
    integer :: m
    integer :: i, k
    k = 1
    do i = 1, 3
      a = [x, x]*y
      p(i:) => a(1:3)
      k = lbound(p, 1)
      m = ubound(p, 1)
      p(-i:) => a
      y = y*a(k)*p(lbound(p, 1)) + a(m)
    end do
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(14)
    y = 1
    call upper(x, y(1))
    call lower(x, y(2))
    call always(x, y(3))
    call exists(x, y(4))
    call renewed(x, y(5))
    call computed(x, y(6))
    call as_real(x, y(7))
    call as_bound(x, y(8))
    call selected(x, y(9))
    call nested(x, y(10))
    call one_arm(x, y(11))
    call jumped(x, y(12))
    call named(x, y(13))
    call pointed(x, y(14))
  end subroutine
end module
