! Texts of deferred length, as variables and as components, that steer what is computed and come and go with assignments.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module m
  implicit none
  type field
    character(:), allocatable :: name
    real(8), allocatable :: v(:)
  end type
contains
  subroutine act(how, x, y)
    character(:), allocatable, intent(inout) :: how
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    if (how == 'square') then
      y = y*x(1)**2
      how = 'sine'
    else
      y = sin(y)*x(2)
      how = 'square'
    end if
  end subroutine
  subroutine scale(f, g, s)
    type(field), intent(inout) :: f
    type(field), intent(in) :: g
    real(8), intent(in), optional :: s
    if (present(s)) then
      f%v = f%v*g%v*s
    else
      f%v = f%v + g%v
    end if
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    character(:), allocatable :: how
    type(field) :: a, b, c
    integer :: i
    how = 'square'
    y(1) = x(3)
    do i = 1, 4
      call act(how, x, y(1))
      if (i == 3) how = 'nothing to say'
    end do
    deallocate (how)
    y(1) = y(1)**2
    a%name = 'temperature'
    a%v = x**2
    b%v = [1d0, 2d0, 3d0]
    c = a
    call scale(a, b, x(1))
    call scale(b, c)
    call scale(c, b)
    y(2) = sum(a%v) + product(b%v)
    if (c%name == 'temperature') y(2) = y(2)*c%v(2)
    c = b
    if (.not. allocated(c%name)) y(2) = y(2)*x(2)
  end subroutine
end module
