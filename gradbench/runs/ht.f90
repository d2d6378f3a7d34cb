!> The eval `ht`: hand tracking. The Jacobian has a column for each of the two barycentric coordinates, if there are
!! any, with the derivatives of each point by its own coordinate, and then one for each element of theta.
module ht_case
   use harness
   implicit none
   integer :: bones, vertices, n, nu, nd
   integer, allocatable :: parent(:), vertex(:, :)
   real(8), allocatable, dimension(:, :, :) :: relative, inverse_absolute, ud, errord
   real(8), allocatable, dimension(:, :) :: position, weight, observed, u, error, thetad
   real(8) :: theta(26)
   logical :: mirrored
contains
   subroutine primal()
      call hand(bones, vertices, n, nu, parent, relative, inverse_absolute, position, weight, mirrored, vertex, &
                observed, theta, u, error)
   end subroutine primal

   subroutine jacobian()
      call hand_dv(bones, vertices, n, nu, parent, relative, inverse_absolute, position, weight, mirrored, vertex, &
                   observed, theta, thetad, u, ud, error, errord, nd)
   end subroutine jacobian

   subroutine read_hand()
      integer :: is_mirrored, b
      read (input) bones, vertices, n, nu, is_mirrored
      allocate (parent(bones), vertex(3, n))
      allocate (relative(4, 4, bones), inverse_absolute(4, 4, bones), position(4, vertices), weight(bones, vertices))
      allocate (observed(3, n), u(2, nu), error(3, n))
      read (input) parent, vertex
      read (input) relative, inverse_absolute, position, weight, observed, theta, u
      mirrored = is_mirrored /= 0
      do b = 1, bones ! the eval has rows where Fortran has columns
         relative(:, :, b) = transpose(relative(:, :, b))
         inverse_absolute(:, :, b) = transpose(inverse_absolute(:, :, b))
      end do
   end subroutine read_hand

   subroutine set_directions()
      integer :: i, first
      first = merge(2, 0, nu > 0)
      nd = first + 26
      allocate (thetad(nd, 26), ud(nd, 2, nu), errord(nd, 3, n))
      thetad = 0
      ud = 0
      do i = 1, 26
         thetad(first + i, i) = 1
      end do
      do i = 1, first
         ud(i, i, :) = 1
      end do
   end subroutine set_directions
end module ht_case

program run
   use ht_case
   implicit none
   call begin()
   call read_hand()
   select case (requested())
   case ('objective')
      call measure(primal)
      write (output) error
   case ('jacobian')
      call set_directions()
      call measure(jacobian)
      write (output) errord
   case default
      call unknown()
   end select
end program run
