C Elements that stand for arrays: what a call saves is as much of the array as its dummy argument has, where declared sizes tell.
C head: top(y)/(x)
C arg n integer 4
C arg m integer 3
C arg x real8(4,3) 0.4 0.7 1.1 0.9 -0.3 0.5 0.8 1.3 0.2 -0.6 1.2 0.35
C arg y real8
      subroutine top(n, m, x, y)
      integer n, m, i, j
      double precision x(n,m), y, q(n,m), w(0:3,2,5), c(2,4), v(n,m)
      double precision z(6,3), r(12)
      do 10 j = 1, m
      do 10 i = 1, n
        q(i,j) = x(i,j)
        v(i,j) = 2*x(i,j)
        z(i,j) = x(i,j)
   10 continue
      z(5,1) = x(1,1)
      z(6,1) = x(2,1)
      z(5,2) = x(3,1)
      z(6,2) = x(3,2)
      z(5,3) = x(2,2)
      z(6,3) = x(1,3)
      do 20 j = 1, 5
      do 20 i = 0, 3
        w(i,1,j) = x(i+1,1)*j
        w(i,2,j) = x(i+1,2) + j
   20 continue
      do 25 j = 1, 4
        c(1,j) = x(j,1)
        c(2,j) = x(j,3)
   25 continue
      do 26 j = 1, 12
   26   r(j) = j*x(mod(j,4)+1,2)
      y = 0
c     two columns, of adjustable size
      do 30 j = 1, m - 1
        call two(n, q(1,j), q(1,j+1))
        y = y + q(2,j)*q(1,j+1)
   30 continue
c     part of a column, and from another element than the first one
      do 40 j = 1, m
        call four(z(1,j))
        call four(z(3,j))
        y = y + z(2,j)*z(6,j)*z(3,j)
   40 continue
c     planes with another lower bound, in one dimension and in two
      do 50 j = 1, 5
        call eight(w(0,1,j))
        call square(4, 2, w(0,1,j))
        call four(w(0,2,j))
        y = y + w(1,1,j)*w(3,2,j)
   50 continue
c     more than is declared: columns of old programs
      call columns(n, m, v(1,1))
      call columns(n, m-1, v(1,2))
      y = y + v(1,1)*v(2,2)*v(3,3)
c     over columns
      call eight(c(1,1))
      call four(c(1,2))
      y = y + c(1,2)*c(2,3)*c(1,4)
c     of one dimension
      do 60 j = 1, 3
        call four(r(4*j-3))
        call part(j, r(j))
   60   y = y + r(4*j)*r(j)
      end

      subroutine two(k, a, b)
      integer k, i
      double precision a(k), b(k), f
      do 5 i = 1, k
        f = a(i)*b(k+1-i)
        if (f .gt. 0d0) f = f*a(1)
        a(i) = sin(a(i)) + f
        b(i) = b(i)*f + 1
    5 continue
      end

      subroutine four(a)
      double precision a(4), s
      integer i
      s = a(1)*a(4)
      do 5 i = 1, 4
        a(i) = a(i)*s + cos(a(i))
        s = s*a(2)
    5 continue
      end

      subroutine eight(a)
      double precision a(2,4)
      integer i, j
      do 5 j = 1, 4
      do 5 i = 1, 2
    5   a(i,j) = a(i,j)**2 + a(1,1)*0.1d0
      end

      subroutine square(k, l, a)
      integer k, l, i, j
      double precision a(k,l)
      do 5 j = 1, l
      do 5 i = 1, k
    5   a(i,j) = a(i,j)*exp(-a(2,1)*0.01d0)
      end

      subroutine columns(lda, k, a)
      integer lda, k
      double precision a(lda,1)
      call inner(lda*k, a)
      end

      subroutine inner(k, a)
      integer k, i
      double precision a(k)
      do 5 i = k, 1, -1
    5   a(i) = a(i)**2 + 0.5d0*a(1)
      end

      subroutine part(k, a)
      integer k, i
      double precision a(k)
      do 5 i = 1, k
    5   a(i) = a(i)*a(1) + i
      end
