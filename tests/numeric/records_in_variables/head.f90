! Records in variables: in procedures with both sweeps, in iterations whose two parts run together, under nested tests,
! in a procedure that calls itself, of components, of small arrays; elements of arrays of a type in loops.
! head: foo(y)/(x)
! module m
! arg x real8(6)
! arg y real8
module m
  implicit none
  type cell
    real(8) :: mass, speed(2)
    integer :: label
  end type cell
  type grid
    type(cell) :: cells(6)
    real(8) :: width(6)
  end type grid
contains
  subroutine foo(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    type(grid) :: g
    integer :: i
    y = 1
    do i = 1, 6
      g%cells(i)%mass = x(i)
      g%cells(i)%speed = 0.5d0*x(i)
      g%width(i) = 1 + x(i)**2
    end do
    do i = 2, 6
      g%cells(i)%mass = cos(g%cells(i)%mass*g%cells(i)%speed(1))
      g%width(i) = sin(g%width(i)*g%cells(i-1)%mass)
      g%cells(i)%speed(2) = sin(g%cells(i)%speed(2)*g%width(i))
    end do
    do i = 1, 6
      call step(g%cells(i), x(i), y)
      y = sin(y + tree(x(i), 3)*g%width(i))
    end do
    y = y + turns(x)
  end subroutine foo

  ! Both sweeps run in one call: no record is on the tape.
  subroutine step(c, x, y)
    type(cell), intent(inout) :: c
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    real(8) :: t
    c%label = 0
    t = c%mass*x
    if (t > 0.5d0) then
      t = sin(t*t)
      if (x > 0.7d0) then
        c%label = 2
        t = sin(t)*t
      else if (x > 0.6d0) then
        c%speed = c%speed*t
      end if
      t = t*cos(t)
    else
      c%mass = sin(c%mass*t)
    end if
    select case (c%label)
    case (0)
      c%speed(1) = sin(c%speed(1)*c%speed(2))
    case (2)
      c%speed = c%speed*c%speed(2)
    end select
    y = 0.3d0*y*cos(t) + sin(c%speed(1)*c%speed(2))
    t = t*y
    y = sin(y + t*cos(c%mass))
  end subroutine step

  ! Each activation has variables of its own.
  recursive function tree(x, n) result(r)
    real(8), intent(in) :: x
    integer, intent(in) :: n
    real(8) :: r, t
    t = sin(x)
    r = x
    if (n > 0) then
      t = t*t
      r = tree(t, n - 1)
      t = t*r
      r = r*t + x
    end if
    t = t*sin(t)
    r = sin(r*t)
  end function tree

  ! The parts of an iteration run together.
  function turns(x) result(r)
    real(8), intent(in) :: x(6)
    real(8) :: r, t, pair(2)
    integer :: i
    r = 0
    do i = 1, 6
      t = x(i)
      pair = x(i)
      if (t < 0.6d0) then
        t = t*sin(t)
        pair = pair*t
      end if
      pair(1) = pair(1)*pair(2)
      t = t*cos(t)*pair(1)
      r = r + sin(t*t*pair(2))
    end do
  end function turns
end module m
