! The head uses a member of the block by a call alone, so its adjoint does not declare the block.
! head: outer(z)/(x, c%v)
! arg x real8 0.5
! arg z real8
! common c%v real8 2.0
subroutine inner(x, y)
  implicit none
  real(8) :: x, y, v
  common /c/ v
  y = v*x**2
end subroutine
subroutine outer(x, z)
  implicit none
  real(8) :: x, z, v
  common /c/ v
  call inner(x, z)
  z = z*x
end subroutine
