!> Potential of two unit charges, at (10, 10 - w) and (10, 0).
!! Independent: x. Dependent: p.
subroutine potential(x, w, p)
   implicit none
   real(8), intent(in) :: x(2), w
   real(8), intent(out) :: p
   p = 1/sqrt((x(1) - 10)**2 + (x(2) - 10 + w)**2) + 1/sqrt((x(1) - 10)**2 + x(2)**2)
end subroutine potential
