! Position and angles of the hand of a robot arm with six joints.
! multiplications: forward 397, reverse 301, Markowitz 288; single use 221; at most 221, 128
subroutine robot_arm_6dof(t, hand)
  implicit none
  real(8), intent(in) :: t(6)
  real(8), intent(out) :: hand(6)
  real(8), parameter :: a1 = 175.0d0, a2 = 890.0d0, a3 = 50.0d0, d1 = 575.0d0, d4 = 1035.0d0, d6 = 185.0d0
  real(8) :: c1, c2, c4, c5, c6, c23, s1, s2, s4, s5, s6, s23, ax, ay, az, nz, oz, x1, x2, y1, y2
  c1 = cos(t(1))
  c2 = cos(t(2))
  c4 = cos(t(4))
  c5 = cos(t(5))
  c6 = cos(t(6))
  c23 = cos(t(2))*cos(t(3)) - sin(t(2))*sin(t(3))
  s1 = sin(t(1))
  s2 = sin(t(2))
  s4 = sin(t(4))
  s5 = sin(t(5))
  s6 = sin(t(6))
  s23 = cos(t(2))*sin(t(3)) + sin(t(2))*cos(t(3))
  ax = s5*(c1*c23*c4 + s1*s4) + c1*s23*c5
  ay = s5*(s1*c23*c4 - c1*s4) + s1*s23*c5
  az = s23*c4*s5 - c23*c5
  nz = c6*(c23*s5 + s23*c4*c5) - s23*s4*s6
  oz = (-s6)*(c23*s5 + s23*c4*c5) - s23*s4*c6
  hand(4) = atan2(ay, ax)
  hand(5) = atan2(sqrt(1.0d0 - az**2), az)
  hand(6) = atan2(oz, -nz)
  x1 = d6*(s5*(c1*c23*c4 + s1*s4) + c1*s23*c5)
  x2 = c1*(a1 + a2*c2 + a3*c23 + d4*s23)
  hand(1) = x1 + x2
  y1 = d6*(s5*(s1*c23*c4 + c1*s4) + s1*s23*c5)
  y2 = s1*(a1 + a2*c2 + a3*c23 + d4*s23)
  hand(2) = y1 + y2
  hand(3) = a2*s2 + d1 + a3*s23 - d4*c23 + d6*(s23*c4*s5 - c23*c5)
end subroutine robot_arm_6dof
