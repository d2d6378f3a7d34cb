! Complex arrays, packed and unpacked.
! head: head(y)/(x, z)
! arg x real8(4) 0.4 1.3 -0.8 0.9
! arg z complex16(4) (0.3,0.9) (1.1,-0.2) (0.7,0.4) (0.5,1.2)
! arg y complex16(4)
subroutine head(x, z, y)
  implicit none
  real(8), intent(in) :: x(4)
  complex(8), intent(in) :: z(4)
  complex(8), intent(out) :: y(4)
  complex(8) :: w(3)
  w = pack(z*x, x > 0)
  y = unpack(w**2, x > 0, z)
end subroutine head
