C     Pressure in W3: height and the weight of warm water. W1 is scratch.
      SUBROUTINE PRESS
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_state.inc'
      INCLUDE 'gyre_work.inc'
      REAL*8 ALPHA, BUOY
      INTEGER I, J
      ALPHA = 2.D-3
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            BUOY = ALPHA*(T(I,J) - TREF)*(1.D0 + .01D0*(T(I,J) - TREF))
            W3(I,J) = GRAV*(H(I,J) - BUOY*DEPTH(I,J))/RHO0
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

C     Momentum: Coriolis, pressure, advection, viscosity, wind, drag.
C     New velocities are made in W1, W2 and then copied.
      SUBROUTINE MOMENT
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_state.inc'
      INCLUDE 'gyre_force.inc'
      INCLUDE 'gyre_work.inc'
      REAL*8 VBAR, UBAR, GX, GY, ADV, DIFF, THICK, SPD, BOT
      INTEGER I, J
      CALL COPYF(U, W1)
      CALL COPYF(V, W2)
      DO 20 J = 2, NY-1
         DO 10 I = 2, NX-1
            IF (MASK(I,J) .EQ. 0) GOTO 10
            VBAR = .25D0*(V(I,J) + V(I+1,J) + V(I,J-1) + V(I+1,J-1))
            UBAR = .25D0*(U(I,J) + U(I-1,J) + U(I,J+1) + U(I-1,J+1))
            SPD = SQRT(U(I,J)**2 + VBAR**2 + 1.D-6)
            BOT = DRAG*(1.D0 + 5.D0*SPD)
            THICK = DEPTH(I,J) + H(I,J)
C           east
            GX = (W3(I+1,J) - W3(I,J))/DX
            IF (U(I,J) .GT. 0.D0) THEN
               ADV = U(I,J)*(U(I,J) - U(I-1,J))/DX
            ELSE
               ADV = U(I,J)*(U(I+1,J) - U(I,J))/DX
            ENDIF
            DIFF = VISC*(U(I+1,J) + U(I-1,J) + U(I,J+1) + U(I,J-1)
     &           - 4.D0*U(I,J))/DX**2
            W1(I,J) = U(I,J) + DT*(FCOR(J)*VBAR - GX - ADV + DIFF
     &              + SEASON*TAUX(I,J)/(RHO0*THICK) - BOT*U(I,J))
C           north
            GY = (W3(I,J+1) - W3(I,J))/DY
            IF (V(I,J) .GT. 0.D0) THEN
               ADV = V(I,J)*(V(I,J) - V(I,J-1))/DY
            ELSE
               ADV = V(I,J)*(V(I,J+1) - V(I,J))/DY
            ENDIF
            DIFF = VISC*(V(I+1,J) + V(I-1,J) + V(I,J+1) + V(I,J-1)
     &           - 4.D0*V(I,J))/DY**2
            W2(I,J) = V(I,J) + DT*(-FCOR(J)*UBAR - GY - ADV + DIFF
     &              + SEASON*TAUY(I,J)/(RHO0*THICK) - BOT*V(I,J))
   10    CONTINUE
   20 CONTINUE
      CALL COPYF(W1, U)
      CALL COPYF(W2, V)
      RETURN
      END

C     No flow through coasts.
      SUBROUTINE BOUND
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_state.inc'
      INTEGER I, J
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            IF (MASK(I,J) .EQ. 0) THEN
               U(I,J) = 0.D0
               V(I,J) = 0.D0
               IF (I .GT. 1) U(I-1,J) = 0.D0
               IF (J .GT. 1) V(I,J-1) = 0.D0
            ENDIF
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

C     Continuity: W1, W2 are now transports, not velocities.
      SUBROUTINE CONTIN
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_state.inc'
      INCLUDE 'gyre_work.inc'
      INTEGER I, J
      CALL ZEROF(W1)
      CALL ZEROF(W2)
      DO 20 J = 1, NY-1
         DO 10 I = 1, NX-1
            W1(I,J) = U(I,J)*DY*.5D0*(DEPTH(I,J) + H(I,J)
     &              + DEPTH(I+1,J) + H(I+1,J))
            W2(I,J) = V(I,J)*DX*.5D0*(DEPTH(I,J) + H(I,J)
     &              + DEPTH(I,J+1) + H(I,J+1))
   10    CONTINUE
   20 CONTINUE
      DO 40 J = 2, NY-1
         DO 30 I = 2, NX-1
            IF (MASK(I,J) .NE. 0) H(I,J) = H(I,J) - DT/AREA(I,J)
     &         *(W1(I,J) - W1(I-1,J) + W2(I,J) - W2(I,J-1))
   30    CONTINUE
   40 CONTINUE
      RETURN
      END
