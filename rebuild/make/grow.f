C     Growth and melt, without heat capacity. FLUX and OPEN are scratch:
C     what the ice conducts, and what open water loses.
      SUBROUTINE GROW(FLUX, OPEN)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_param.inc'
      INCLUDE 'floe_ice.inc'
      INCLUDE 'floe_atmos.inc'
      DOUBLE PRECISION FLUX(NX,NY), OPEN(NX,NY)
      DOUBLE PRECISION QI, CONDUC, TFRZ, TSURF, HACT, DHI, DHO, HNEW
      INTEGER I, J
      QI = 3.D8
      CONDUC = 2.D0
      TFRZ = -1.8D0
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            IF (LAND(I,J) .NE. 0) GO TO 10
            TSURF = MIN(TAIR(I,J), 0.D0)
            HACT = MAX(H(I,J)/MAX(A(I,J), .05D0), .1D0)
            FLUX(I,J) = CONDUC*(TFRZ - TSURF)/HACT - OCHEAT(I,J)
            OPEN(I,J) = 15.D0*(TFRZ - TAIR(I,J)) - OCHEAT(I,J)
            DHI = DT*FLUX(I,J)/QI*A(I,J)
            DHO = DT*OPEN(I,J)/QI*(1.D0 - A(I,J))
            HNEW = H(I,J) + DHI + DHO
            IF (DHO .GT. 0.D0) THEN
               A(I,J) = A(I,J) + (1.D0 - A(I,J))*DHO/.5D0
            ELSE
               A(I,J) = A(I,J) + A(I,J)*DHO
     +                  /(2.D0*MAX(H(I,J), .05D0))
            END IF
            H(I,J) = MAX(HNEW, 0.D0)
            IF (H(I,J) .LE. 0.D0) A(I,J) = 0.D0
   10    CONTINUE
   20 CONTINUE
      RETURN
      END
