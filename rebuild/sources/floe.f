C     Drift and growth of sea ice in a small sea.
C     CTL: strength, its decay with open water, drag of the water.
C     Result: distance of the ice from what was seen, and its export.
      SUBROUTINE FLOE(NSTEP, LUN, H0, CTL, COST, EXPORT)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_param.inc'
      INCLUDE 'floe_work.inc'
      INTEGER NSTEP, LUN, N
      DOUBLE PRECISION H0(NX,NY), CTL(3), COST, EXPORT
      CALL SETPAR(CTL)
      CALL SETMSK
      CALL SETICE(H0)
      COST = 0.D0
      EXPORT = 0.D0
      DO 10 N = 1, NSTEP
         CALL GETAIR(N)
         CALL GROW(WK(1), WK(NXY+1))
         CALL RHEOL(WK(1), WK(NXY+1), WK(2*NXY+1), WK(3*NXY+1))
         CALL ADVECT(WK(1), WK(NXY+1), WK(2*NXY+1))
         CALL RIDGE
         CALL OUTFLO(EXPORT)
         IF (MOD(N,5) .EQ. 0) CALL STATS(N, LUN, WK(1), WK(NXY+1))
         IF (MOD(N,10) .EQ. 0) CALL SCORE(COST, WK(1))
   10 CONTINUE
      RETURN
      END

      SUBROUTINE SETPAR(CTL)
      IMPLICIT NONE
      INCLUDE 'floe_param.inc'
      DOUBLE PRECISION CTL(3)
      DT = 3600.D0
      DX = 2.D4
      RHOI = 910.D0
      RHOW = 1026.D0
      RHOA = 1.3D0
      CDA = 1.2D-3
      FCOR = 1.4D-4
      ELLIP = 2.D0
      NSUB = 25
      PSTAR = 2.D4*CTL(1)
      CSTAR = 20.D0*CTL(2)
      CDW = 5.5D-3*CTL(3)
      RETURN
      END

C     Coasts on three sides; the east is open.
      SUBROUTINE SETMSK
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_atmos.inc'
      INTEGER I, J
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            LAND(I,J) = 0
            IF (I.EQ.1 .OR. J.EQ.1 .OR. J.EQ.NY) LAND(I,J) = 1
            IF (I.GE.9 .AND. I.LE.11 .AND. J.GE.7 .AND. J.LE.9)
     +         LAND(I,J) = 1
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

      SUBROUTINE SETICE(H0)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_ice.inc'
      INCLUDE 'floe_atmos.inc'
      DOUBLE PRECISION H0(NX,NY)
      INTEGER I, J
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            H(I,J) = H0(I,J)
            A(I,J) = 0.92D0
            U(I,J) = 0.D0
            V(I,J) = 0.D0
            S11(I,J) = 0.D0
            S22(I,J) = 0.D0
            S12(I,J) = 0.D0
            IF (LAND(I,J) .NE. 0) THEN
               H(I,J) = 0.D0
               A(I,J) = 0.D0
            END IF
   10    CONTINUE
   20 CONTINUE
      RETURN
      END
