subroutine eos(t, s, depth, rho, drdt, drds, drdtt, drdts, drdss)
   implicit none
   real(8), intent(in) :: t, s, depth
   real(8), intent(out) :: rho, drdt, drds, drdtt, drdts, drdss
   rho = sin(t*s) + depth*t**2 + s
   drdt = s*cos(t*s) + 2*depth*t
   drds = t*cos(t*s) + 1
   drdtt = -s**2*sin(t*s) + 2*depth
   drdts = cos(t*s) - t*s*sin(t*s)
   drdss = -t**2*sin(t*s)
end subroutine eos

real(8) function pressure(r, dpdr, dpdrr)
   implicit none
   real(8), intent(in) :: r
   real(8), intent(out) :: dpdr, dpdrr
   pressure = exp(0.5d0*r)
   dpdr = 0.5d0*pressure
   dpdrr = 0.25d0*pressure
end function pressure
