! A branch with a shared division of its own, between two quotients that share another one.
! head: head(u, v, w, t)/(x, z)
! arg x real8 0.7
! arg z real8 1.2
! arg e real8 1.7
! arg d real8 0.6
! arg u real8
! arg v real8
! arg w real8
! arg t real8
subroutine head(x, z, e, d, u, v, w, t)
  implicit none
  real(8), intent(in) :: x, z, e, d
  real(8), intent(out) :: u, v, w, t
  u = x/d
  v = 0
  w = 0
  if (e > 0) then
    v = x/e
    w = z/e
  end if
  t = z/d
end subroutine head
