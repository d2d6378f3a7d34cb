!> Hand tracking: differences between observed points and points on the surface of a hand with the given pose.
!! theta: rotation of the hand (an axis times an angle), translation (3), and four angles for each of five fingers.
!! The hand is a tree of bones; parent(b) < b, and 0 for the root. Vertices of its surface follow the bones with the
!! given weights. An observed point belongs to vertex(1, i) if there are no barycentric coordinates (nu = 0), and
!! otherwise to the point of the triangle vertex(:, i) with the coordinates u(1, i), u(2, i) and 1 - u(1, i) - u(2, i).
!! Independents: theta, u. Dependent: error.
subroutine hand(bones, vertices, n, nu, parent, relative, inverse_absolute, position, weight, mirrored, vertex, &
                observed, theta, u, error)
   implicit none
   integer, intent(in) :: bones, vertices, n, nu, parent(bones), vertex(3, n)
   real(8), intent(in) :: relative(4, 4, bones), inverse_absolute(4, 4, bones), position(4, vertices)
   real(8), intent(in) :: weight(bones, vertices), observed(3, n), theta(26), u(2, nu)
   logical, intent(in) :: mirrored
   real(8), intent(out) :: error(3, n)
   real(8) :: absolute(4, 4, bones), transform(4, 4, bones), surface(3, vertices), rotation(3, 3)
   integer :: b, i, j, v

   call pose(bones, parent, relative, theta(7:26), absolute)
   do b = 1, bones
      transform(:, :, b) = matmul(absolute(:, :, b), inverse_absolute(:, :, b))
   end do
   call rotation_of_axis(theta(1:3), rotation)
   do v = 1, vertices
      surface(:, v) = 0
      do b = 1, bones
         if (weight(b, v) == 0) cycle ! most vertices follow few bones
         do j = 1, 4
            do i = 1, 3
               surface(i, v) = surface(i, v) + weight(b, v)*transform(i, j, b)*position(j, v)
            end do
         end do
      end do
      if (mirrored) surface(1, v) = -surface(1, v)
      surface(:, v) = matmul(rotation, surface(:, v)) + theta(4:6)
   end do

   do i = 1, n
      if (nu == 0) then
         error(:, i) = observed(:, i) - surface(:, vertex(1, i))
      else
         error(:, i) = observed(:, i) - u(1, i)*surface(:, vertex(1, i)) - u(2, i)*surface(:, vertex(2, i)) &
                       - (1 - u(1, i) - u(2, i))*surface(:, vertex(3, i))
      end if
   end do
end subroutine hand

!> Transformations of the bones to the coordinates of the hand. Each finger has four bones after the wrist; the first
!! is fixed, the second turns around two axes, the others around one.
subroutine pose(bones, parent, relative, angle, absolute)
   implicit none
   integer, intent(in) :: bones, parent(bones)
   real(8), intent(in) :: relative(4, 4, bones), angle(4, 5)
   real(8), intent(out) :: absolute(4, 4, bones)
   real(8) :: turn(2, bones), local(4, 4)
   integer :: b, finger
   turn = 0
   do finger = 1, 5
      turn(:, 4*finger - 1) = angle(1:2, finger)
      turn(1, 4*finger) = angle(3, finger)
      turn(1, 4*finger + 1) = angle(4, finger)
   end do
   do b = 1, bones
      call turned(relative(:, :, b), turn(1, b), turn(2, b), local)
      if (parent(b) == 0) then
         absolute(:, :, b) = local
      else
         absolute(:, :, b) = matmul(absolute(:, :, parent(b)), local)
      end if
   end do
end subroutine pose

!> The transformation a after rotations by x around the first and by z around the third axis.
subroutine turned(a, x, z, b)
   implicit none
   real(8), intent(in) :: a(4, 4), x, z
   real(8), intent(out) :: b(4, 4)
   real(8) :: r(4, 4)
   r = 0
   r(1:3, 1) = [cos(z), sin(z), 0d0]
   r(1:3, 2) = [-sin(z)*cos(x), cos(z)*cos(x), sin(x)]
   r(1:3, 3) = [sin(z)*sin(x), -cos(z)*sin(x), cos(x)]
   r(4, 4) = 1
   b = matmul(a, r)
end subroutine turned

!> The matrix of a rotation by the angle |axis| around axis; the unit matrix if the angle is small.
subroutine rotation_of_axis(axis, r)
   implicit none
   real(8), intent(in) :: axis(3)
   real(8), intent(out) :: r(3, 3)
   real(8) :: angle, x, y, z, s, c
   angle = sqrt(sum(axis**2))
   if (angle < 1d-4) then
      r = 0
      r(1, 1) = 1
      r(2, 2) = 1
      r(3, 3) = 1
   else
      x = axis(1)/angle
      y = axis(2)/angle
      z = axis(3)/angle
      s = sin(angle)
      c = cos(angle)
      r(:, 1) = [x*x + (1 - x*x)*c, x*y*(1 - c) + z*s, x*z*(1 - c) - y*s]
      r(:, 2) = [x*y*(1 - c) - z*s, y*y + (1 - y*y)*c, y*z*(1 - c) + x*s]
      r(:, 3) = [x*z*(1 - c) + y*s, y*z*(1 - c) - x*s, z*z + (1 - z*z)*c]
   end if
end subroutine rotation_of_axis
