C     Input and output that branch: ERR= and END=, with and without a status, out of loops, and in a procedure that runs again.
C     head: head(y)/(x)
C     arg x real8(3)
C     arg y real8(4)
      subroutine head(x, y)
      double precision x(3), y(4), a, t
      integer ios, n
      character*20 c
      open (21, status='scratch', err=90)
      write (21, *, err=90) 1.5
      write (21, *, err=90) 2.5
      rewind (21, err=90)
      t = x(1)
      n = 0
   10 read (21, *, end=20, err=90) a
      t = t*a + x(2)
      n = n + 1
      goto 10
   20 y(1) = t*n
      close (21)
      c = 'abc'
      y(2) = x(1)
      read (c, *, err=30) a
      y(2) = y(2)*a
   30 y(2) = y(2)*x(2)
      c = '12'
      read (c, *, iostat=ios, err=40, end=40) a
      y(2) = y(2)*a
   40 y(3) = y(2)*x(3) + ios
      call inner(x, y(2))
      y(4) = y(2)*t
      return
   90 stop 'no file'
      end
      subroutine inner(x, y)
      double precision x(3), y, t
      t = x(1)
      do 20 k = 1, 3
        t = t*x(k) + .1d0
        write (*, *, err=30) t
   20 continue
      y = t*y
      return
   30 y = 0
      end
