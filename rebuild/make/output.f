C     Ice that leaves through the open side, in thousands of km**3.
      SUBROUTINE OUTFLO(EXPORT)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_param.inc'
      INCLUDE 'floe_ice.inc'
      DOUBLE PRECISION EXPORT
      INTEGER J
      DO 10 J = 2, NY-1
         EXPORT = EXPORT + 1.D-9*DT*DX*U(NX-1,J)*H(NX-1,J)
   10 CONTINUE
      RETURN
      END

C     Distance from what was seen, which SEEN makes in scratch.
      SUBROUTINE SCORE(COST, OBS)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_ice.inc'
      INCLUDE 'floe_atmos.inc'
      DOUBLE PRECISION COST, OBS(NX,NY)
      INTEGER I, J
      CALL SEEN(OBS)
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            IF (LAND(I,J) .EQ. 0)
     +         COST = COST + (H(I,J) - OBS(I,J))**2/DBLE(NXY)
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

      SUBROUTINE SEEN(OBS)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      DOUBLE PRECISION OBS(NX,NY)
      INTEGER I, J
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            OBS(I,J) = 1.1D0 + .02D0*DBLE(J) - .01D0*DBLE(I)
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

C     Area, volume, fastest drift and largest opening, to be printed.
      SUBROUTINE STATS(N, LUN, SPEED, DIVERG)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_param.inc'
      INCLUDE 'floe_ice.inc'
      DOUBLE PRECISION SPEED(NX,NY), DIVERG(NX,NY)
      DOUBLE PRECISION AREA, VOLUME, FAST, OPENS
      INTEGER N, LUN, I, J
      AREA = 0.D0
      VOLUME = 0.D0
      FAST = 0.D0
      OPENS = 0.D0
      DO 20 J = 2, NY-1
         DO 10 I = 2, NX-1
            SPEED(I,J) = SQRT(U(I,J)**2 + V(I,J)**2)
            DIVERG(I,J) = .5D0*(U(I+1,J) - U(I-1,J) + V(I,J+1)
     +                  - V(I,J-1))/DX
            AREA = AREA + A(I,J)*DX**2
            VOLUME = VOLUME + H(I,J)*DX**2
            FAST = MAX(FAST, SPEED(I,J))
            OPENS = MAX(OPENS, DIVERG(I,J))
   10    CONTINUE
   20 CONTINUE
      IF (LUN .GT. 0) WRITE (LUN,100) N, AREA, VOLUME, FAST, OPENS
  100 FORMAT (I6, 1P, 4E13.5)
      RETURN
      END
