! A pointer that is nullified, then allocated.
! head: head(y)/(x)
! arg x real8
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(inout), target :: x
  real(8), intent(out) :: y
  real(8), pointer :: a
  a => x
  a = a*2
  nullify(a)
  if (.not. associated(a)) allocate(a)
  a = x
  a = a*a
  y = a
  deallocate(a)
end subroutine
