C     Elastic-viscous-plastic stresses, in NSUB small steps. P is the
C     strength, FX and FY the wind's stress, ZMASS the mass.
      SUBROUTINE RHEOL(P, FX, FY, ZMASS)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_param.inc'
      INCLUDE 'floe_ice.inc'
      INCLUDE 'floe_atmos.inc'
      DOUBLE PRECISION P(NX,NY), FX(NX,NY), FY(NX,NY), ZMASS(NX,NY)
      DOUBLE PRECISION DTE, SPD
      INTEGER I, J, K
      DTE = DT/DBLE(NSUB)
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            P(I,J) = PSTAR*H(I,J)*EXP(-CSTAR*(1.D0 - A(I,J)))
            ZMASS(I,J) = RHOI*H(I,J) + 10.D0
            SPD = SQRT(WINDX(I,J)**2 + WINDY(I,J)**2)
            FX(I,J) = RHOA*CDA*SPD*WINDX(I,J)
            FY(I,J) = RHOA*CDA*SPD*WINDY(I,J)
   10    CONTINUE
   20 CONTINUE
      DO 50 K = 1, NSUB
         CALL STRESS(P, DTE)
         CALL MOVE(FX, FY, ZMASS, DTE)
   50 CONTINUE
      RETURN
      END

C     One small step of the stresses, from the rates of strain.
      SUBROUTINE STRESS(P, DTE)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_param.inc'
      INCLUDE 'floe_ice.inc'
      INCLUDE 'floe_atmos.inc'
      DOUBLE PRECISION P(NX,NY), DTE
      DOUBLE PRECISION E11, E22, E12, DELTA, ZETA, ETA, TD, DIV
      INTEGER I, J
      TD = 1.D0 + DTE/(.36D0*DT)
      DO 20 J = 2, NY-1
         DO 10 I = 2, NX-1
            IF (LAND(I,J) .NE. 0) GO TO 10
            E11 = .5D0*(U(I+1,J) - U(I-1,J))/DX
            E22 = .5D0*(V(I,J+1) - V(I,J-1))/DX
            E12 = .25D0*(U(I,J+1) - U(I,J-1) + V(I+1,J) - V(I-1,J))/DX
            DIV = E11 + E22
            DELTA = SQRT(DIV**2 + ((E11 - E22)**2 + 4.D0*E12**2)
     +              /ELLIP**2 + 1.D-12)
            ZETA = P(I,J)/(2.D0*DELTA)
            IF (ZETA .GT. 1.5D5*P(I,J)) ZETA = 1.5D5*P(I,J)
            ETA = ZETA/ELLIP**2
            S11(I,J) = (S11(I,J) + DTE/(.36D0*DT)*(2.D0*ETA*E11
     +               + (ZETA - ETA)*DIV - .5D0*P(I,J)))/TD
            S22(I,J) = (S22(I,J) + DTE/(.36D0*DT)*(2.D0*ETA*E22
     +               + (ZETA - ETA)*DIV - .5D0*P(I,J)))/TD
            S12(I,J) = (S12(I,J) + DTE/(.36D0*DT)*2.D0*ETA*E12)/TD
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

C     One small step of the velocities; the water's drag is implicit.
      SUBROUTINE MOVE(FX, FY, ZMASS, DTE)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_param.inc'
      INCLUDE 'floe_ice.inc'
      INCLUDE 'floe_atmos.inc'
      DOUBLE PRECISION FX(NX,NY), FY(NX,NY), ZMASS(NX,NY), DTE
      DOUBLE PRECISION DSX, DSY, UREL, VREL, DRAG, RX, RY, B, C
      INTEGER I, J
      DO 20 J = 2, NY-1
         DO 10 I = 2, NX-1
            IF (LAND(I,J) .NE. 0) THEN
               U(I,J) = 0.D0
               V(I,J) = 0.D0
               GO TO 10
            END IF
            DSX = .5D0*(S11(I+1,J) - S11(I-1,J) + S12(I,J+1)
     +          - S12(I,J-1))/DX
            DSY = .5D0*(S22(I,J+1) - S22(I,J-1) + S12(I+1,J)
     +          - S12(I-1,J))/DX
            UREL = CURX(I,J) - U(I,J)
            VREL = CURY(I,J) - V(I,J)
            DRAG = RHOW*CDW*SQRT(UREL**2 + VREL**2 + 1.D-8)*A(I,J)
            B = ZMASS(I,J)/DTE + DRAG
            C = ZMASS(I,J)*FCOR
            RX = ZMASS(I,J)/DTE*U(I,J) + A(I,J)*FX(I,J) + DSX
     +         + DRAG*CURX(I,J)
            RY = ZMASS(I,J)/DTE*V(I,J) + A(I,J)*FY(I,J) + DSY
     +         + DRAG*CURY(I,J)
            U(I,J) = (B*RX + C*RY)/(B**2 + C**2)
            V(I,J) = (B*RY - C*RX)/(B**2 + C**2)
   10    CONTINUE
   20 CONTINUE
C     the open side
      DO 30 J = 1, NY
         U(NX,J) = U(NX-1,J)
         V(NX,J) = V(NX-1,J)
   30 CONTINUE
      RETURN
      END
