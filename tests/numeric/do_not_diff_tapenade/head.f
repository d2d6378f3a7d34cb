C Rounded values are constant: Tapenade's spelling, with labels, nested,
C in a loop, and at the end of a block.
C head: f(y)/(x)
C arg n integer 3
C arg x real8(3) 0.7 1.3 0.9
C arg y real8
C before n 2
      subroutine f(n, x, y)
      implicit none
      integer n, i
      double precision x(n), y, s, w(10)
      y = x(1)
      s = x(1)
      do 10 i = 1, n
        w(i) = x(i)**2
c$ad do-not-diff rounding
        s = anint(10*x(i))
*$AD DO-NOT-DIFF
        w(i) = anint(10*w(i)) + s
C$Ad END-DO-NOT-DIFF
        s = 2*s
c  $AD END-DO-NOT-DIFF rounding
        y = y + s*x(1)*w(i)
   10 continue
      if (y .gt. 0) then
        y = y*x(2)
C$AD DO-NOT-DIFF
        s = 1 + aint(s*x(1)/100)
C$AD DO-NOT-DIFF-END
      end if
      y = y*s
      end
