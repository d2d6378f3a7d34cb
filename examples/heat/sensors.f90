! Thermometers along the rod, and what they read.
module sensors
   use grid, only: wp, readings
   implicit none
   integer, parameter :: count = 6
   integer, parameter :: cell(count) = [4, 11, 18, 25, 32, 38]
   real(wp) :: observed(count, readings) = 0
end module sensors
