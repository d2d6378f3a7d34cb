! ASSOCIATE with sections, components of sections, elements and values, and with names that are names of variables; nested, left by RETURN.
! head: head(y)/(x)
! module m
! arg n integer 4
! arg x real8(4)
! arg y real8(4)
module m
  implicit none
  type cell
    real(8) :: t(3) = 0, q = 1
  end type
contains
  function f(a) result(b)
    real(8), intent(in) :: a
    real(8) :: b
    b = a**2 + sin(a)
  end function
  subroutine add(a, s)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: s
    a = a*s
  end subroutine
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(4)
    type(cell) :: c(2)
    real(8) :: a(4, 4), s
    integer :: i
    y = 0
    do i = 1, 4
      a(:, i) = x*i
    end do
    s = 2
    i = 2
    associate (row => a(2, :), part => a(1:3:2, 2:4), sq => x**2, x => x(2:), k => i + 1)
      row(1) = row(1)*x(1)
      row = row + sq
      part = part*part
      i = 4
      y(1) = sum(row)*x(size(x)) + part(2, 1)*k
      call add(part(1, :), x(2))
      call add(row, f(x(1)))
    end associate
    associate (t => c(2)%t, q => c%q, s => f(x(1)))
      t = x(1:3)*s
      q = q*s
      y(2) = sum(t) + q(1)
      associate (u => t(2))
        u = u*u
        if (u > 1d9) then
          return
        end if
      end associate
      y(3) = t(2) + f(t(3))
    end associate
    y(4) = sum(a) + c(2)%t(2)*c(1)%q*s
  end subroutine
end module
