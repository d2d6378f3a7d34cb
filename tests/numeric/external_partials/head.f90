! Procedures without source that return partial derivatives, and those of these: a subroutine in a loop, with elements and
! expressions as arguments, whose partial derivatives are recorded, and a function. Depths are no variables.
!
! head: column(p, rho)/(t, s)
! external tests/numeric/external_partials/external.toml
! link tests/numeric/external_partials/link.f90
! arg n integer 4
! arg t real8(4) 0.7 1.1 0.4 0.9
! arg s real8(4) 0.3 0.5 0.2 0.6
! arg rho real8(4)
! arg p real8
! before n 3
subroutine column(n, t, s, rho, p)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: t(n), s(n)
   real(8), intent(out) :: rho(n), p
   real(8), external :: pressure
   real(8) :: drdt, drds, drdtt, drdts, drdss, r, dpdr, dpdrr
   integer :: i
   p = 0
   do i = 1, n
      call eos(t(i), s(i), 0.1d0*i, rho(i), drdt, drds, drdtt, drdts, drdss)
      t(i) = t(i)*rho(i)
      if (i > 1) then
         call eos(t(i - 1) + t(i), s(i)*s(1), 0.5d0, r, drdt, drds, drdtt, drdts, drdss)
         s(i) = r*s(i)
         p = p + r*pressure(rho(i)*s(i), dpdr, dpdrr)
      end if
   end do
   rho(1) = pressure(rho(1), dpdr, dpdrr)*p
end subroutine column
