C     Winds turn with a low that crosses the sea; temperatures come from
C     a table of days. WK holds the distance from the low.
      SUBROUTINE GETAIR(N)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_param.inc'
      INCLUDE 'floe_atmos.inc'
      INCLUDE 'floe_work.inc'
      INTEGER N, I, J, K, IDAY
      DOUBLE PRECISION TABLE(8), X0, Y0, R, PART, SPIN
      DATA TABLE /-18.D0, -20.D0, -15.D0, -8.D0, -2.D0, -6.D0,
     +            -14.D0, -17.D0/
      X0 = DBLE(NX)*(.1D0 + .02D0*DBLE(N))
      Y0 = .4D0*DBLE(NY)
      DO 10 K = 1, NXY
         I = MOD(K-1, NX) + 1
         J = (K-1)/NX + 1
         WK(K) = (DBLE(I) - X0)**2 + (DBLE(J) - Y0)**2
   10 CONTINUE
      PART = DT*DBLE(N)/86400.D0
      IDAY = MIN(INT(PART) + 1, 7)
      PART = PART - DBLE(IDAY-1)
      DO 30 J = 1, NY
         DO 20 I = 1, NX
            R = SQRT(WK(I + (J-1)*NX)) + 1.D0
            SPIN = 14.D0*EXP(-R/8.D0)
            WINDX(I,J) = 5.D0 - SPIN*(DBLE(J) - Y0)/R
            WINDY(I,J) = 1.D0 + SPIN*(DBLE(I) - X0)/R
            CURX(I,J) = .03D0
            CURY(I,J) = -.01D0*SIN(.3D0*DBLE(I))
            TAIR(I,J) = (1.D0 - PART)*TABLE(IDAY)
     +                + PART*TABLE(IDAY+1) + .1D0*DBLE(J)
            OCHEAT(I,J) = 5.D0
            IF (I .GT. NX-5) OCHEAT(I,J) = 40.D0
   20    CONTINUE
   30 CONTINUE
      RETURN
      END
