C Columns that are passed on by their first element, through several procedures and COMMON: callers save what is written in the end.
C head: model(cost)/(x)
C arg x real8(4,3) 0.4 0.7 1.1 0.9 -0.3 0.5 0.8 1.3 0.2 -0.6 1.2 0.35
C arg cost real8
      subroutine model(x, cost)
      integer nlev, ncol
      parameter (nlev=4, ncol=3)
      double precision x(nlev,ncol), cost, t, q
      common /fields/ t(nlev,ncol), q(nlev,2,ncol)
      integer i, k, n
      do 10 i = 1, ncol
      do 10 k = 1, nlev
        t(k,i) = x(k,i)
        q(k,1,i) = x(k,i)**2
        q(k,2,i) = x(k,1)
   10 continue
      cost = 0
      do 30 n = 1, 2
        do 20 i = 1, ncol
          call physics(i)
          cost = cost + t(2,i)*q(3,1,i)
   20   continue
        cost = cost + sin(t(1,1)*q(4,2,n))
   30 continue
      end

      subroutine physics(i)
      integer nlev, ncol, i
      parameter (nlev=4, ncol=3)
      double precision t, q
      common /fields/ t(nlev,ncol), q(nlev,2,ncol)
      call column(nlev, t(1,i), q(1,1,i))
      if (i .gt. 1) call column(nlev, t(1,i), q(1,2,i))
      end

      subroutine column(n, a, b)
      integer n, k
      double precision a(n), b(n), f(10)
      do 5 k = 1, n
        f(k) = a(k)*b(n+1-k)
        if (f(k) .gt. 0.3d0) f(k) = f(k)*a(1)
    5 continue
      do 6 k = 1, n
        a(k) = sin(a(k)) + 0.1d0*f(k)*b(k)
        b(k) = b(k) - f(k)*a(k)
    6 continue
      end
