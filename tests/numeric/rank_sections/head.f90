! Sections with strides, of two dimensions, transpose, matmul, dot_product, spread, reductions over a dimension.
! head: foo(y)/(a, b)
! arg a real8(3,4)
! arg b real8(4)
! arg y real8(3)
subroutine foo(a, b, y)
   implicit none
   real(8), intent(in) :: a(3, 4), b(4)
   real(8), intent(out) :: y(3)
   real(8) :: c(4, 3), d(3)
   c = transpose(a)
   c(1:4:2, 2) = b(1:2)*c(2:4:2, 1)
   d = matmul(a, b)
   y = d*matmul(b, c) + sum(c, dim=1)
   y(2) = dot_product(y(1:3:2), d(2:3))
end subroutine foo
