! A function that is differentiated for the sake of its argument, and whose value has no derivative: what it is assigned to loses its own. A module variable of the head that only an internal procedure uses, and one that nobody does.
! head: head(y, z, own%used)/(x, z, own%idle)
! arg x real8(2)
! arg z real8
! arg y real8(2)
! global own%used real8
! global own%idle real8
module own
  implicit none
  real(8) :: used, idle
end module own

function marked(a, b)
  implicit none
  real(8), intent(in) :: a
  real(8), intent(inout) :: b
  real(8) :: marked
  b = b*a
  marked = 3.0d0
end function marked

subroutine head(x, z, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(inout) :: z
  real(8), intent(out) :: y(2)
  real(8), external :: marked
  y(1) = z*x(1)
  y(2) = x(2)
  z = marked(x(1), y(2))
  call keep
contains
  subroutine keep
    use own
    used = y(2)**2
  end subroutine keep
end subroutine head
