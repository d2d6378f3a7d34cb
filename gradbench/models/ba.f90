!> Bundle adjustment: the weighted difference between the projection of a point to the image plane of a camera, and
!! the feature that was observed there.
!! camera: rotation (an axis times an angle), centre, focal length, principal point (2), radial distortion (2).
!! Independents: camera, point, weight. Dependent: error.
subroutine reprojection(camera, point, weight, feature, error)
   implicit none
   real(8), intent(in) :: camera(11), point(3), weight, feature(2)
   real(8), intent(out) :: error(2)
   real(8) :: seen(3), image(2), r2
   call rotate(camera(1:3), point - camera(4:6), seen)
   image = seen(1:2)/seen(3)
   r2 = sum(image**2)
   image = image*(1 + camera(10)*r2 + camera(11)*r2**2)
   error = weight*(image*camera(7) + camera(8:9) - feature)
end subroutine reprojection

!> Rotates x by the angle |rotation| around the axis rotation, by the formula of Rodrigues.
subroutine rotate(rotation, x, y)
   implicit none
   real(8), intent(in) :: rotation(3), x(3)
   real(8), intent(out) :: y(3)
   real(8) :: angle2, angle, axis(3), normal(3)
   angle2 = sum(rotation**2)
   if (angle2 /= 0) then
      angle = sqrt(angle2)
      axis = rotation/angle
      call cross(axis, x, normal)
      y = x*cos(angle) + normal*sin(angle) + axis*dot_product(axis, x)*(1 - cos(angle))
   else
      call cross(rotation, x, normal)
      y = x + normal
   end if
end subroutine rotate

subroutine cross(a, b, c)
   implicit none
   real(8), intent(in) :: a(3), b(3)
   real(8), intent(out) :: c(3)
   c(1) = a(2)*b(3) - a(3)*b(2)
   c(2) = a(3)*b(1) - a(1)*b(3)
   c(3) = a(1)*b(2) - a(2)*b(1)
end subroutine cross

!> Keeps the weight of an observation near 1.
!! Independent: weight. Dependent: error.
subroutine regularization(weight, error)
   implicit none
   real(8), intent(in) :: weight
   real(8), intent(out) :: error
   error = 1 - weight**2
end subroutine regularization
