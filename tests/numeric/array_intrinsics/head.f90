! Intrinsics of whole arrays.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(6)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(6)
  real(8) :: a(2,3), b(3,2)
  integer :: i
  a = reshape((/(x(1)*i,i=1,6)/),(/2,3/))
  a(1,:) = a(1,:)*x
  y(1) = product(a)*1d-3 + norm2(a)
  y(2) = sum(maxval(a,dim=1)*x) + sum(minval(a,2,mask=a>0.6d0)) + maxval(a, mask=a<2)
  b = transpose(a)
  y(3) = sum(matmul(a,b)*spread(x(1:2),2,2)) 
  y(4) = sum(eoshift(a,1,dim=2)*a) + sum(cshift(b,-1,dim=1)*b) + sum(eoshift(x,-1,boundary=2d0)*x)
  y(5) = sum(pack(a, a>1d0)**2) + product(x, mask=x>0.7d0) + product(x-0.5d0) + product((x-0.5d0)*(x-1d0))
  b(2:3,:) = unpack(x(1:2), reshape((/.true.,.false.,.false.,.true./),(/2,2/)), b(1:2,:))*2
  y(6) = sum(b*b) + dot_product(a(1,:), b(:,1))
end subroutine head
