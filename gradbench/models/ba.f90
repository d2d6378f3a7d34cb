!> Bundle adjustment: the weighted difference between the projection of a point to the image plane of a camera, and
!! the feature that was observed there.
!! camera: rotation (an axis times an angle), centre, focal length, principal point (2), radial distortion (2).
!! Independents: camera, point, weight. Dependent: error.
subroutine reprojection(camera, point, weight, feature, error)
   implicit none
   real(8), intent(in) :: camera(11), point(3), weight, feature(2)
   real(8), intent(out) :: error(2)
   real(8) :: x(3), angle2, angle, axis(3), along, seen(3), image(2), r2
   x = point - camera(4:6)
   angle2 = sum(camera(1:3)**2)
   if (angle2 /= 0) then ! the formula of Rodrigues
      angle = sqrt(angle2)
      axis = camera(1:3)/angle
      along = dot_product(axis, x)*(1 - cos(angle))
      seen(1) = x(1)*cos(angle) + (axis(2)*x(3) - axis(3)*x(2))*sin(angle) + axis(1)*along
      seen(2) = x(2)*cos(angle) + (axis(3)*x(1) - axis(1)*x(3))*sin(angle) + axis(2)*along
      seen(3) = x(3)*cos(angle) + (axis(1)*x(2) - axis(2)*x(1))*sin(angle) + axis(3)*along
   else
      seen(1) = x(1) + camera(2)*x(3) - camera(3)*x(2)
      seen(2) = x(2) + camera(3)*x(1) - camera(1)*x(3)
      seen(3) = x(3) + camera(1)*x(2) - camera(2)*x(1)
   end if
   image = seen(1:2)/seen(3)
   r2 = sum(image**2)
   image = image*(1 + camera(10)*r2 + camera(11)*r2**2)
   error = weight*(image*camera(7) + camera(8:9) - feature)
end subroutine reprojection

!> Keeps the weight of an observation near 1.
!! Independent: weight. Dependent: error.
subroutine regularization(weight, error)
   implicit none
   real(8), intent(in) :: weight
   real(8), intent(out) :: error
   error = 1 - weight**2
end subroutine regularization
