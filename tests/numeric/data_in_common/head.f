C     DATA for members of COMMON blocks outside BLOCK DATA.
C     head: HEAD(Y)/(X)
C     arg X real8 0.7
C     arg Y real8
      SUBROUTINE HEAD(X, Y)
      DOUBLE PRECISION X, Y, TOL, W(3), SCALE
      INTEGER N, I
      COMMON /CTRL/ TOL, W, N
      DATA TOL /1.5D0/, W /1.D0, 2.D0, 3.D0/, N /3/
      DATA SCALE /0.5D0/
      Y = 0
      DO 10 I = 1, N
         Y = Y + W(I)*X**I*TOL*SCALE
   10 CONTINUE
      END
