C     Temperature: advection with a limited slope, then diffusion.
C     Fluxes in W1 (east) and W2 (north); W3 counts what cells exchange.
      SUBROUTINE TRACER(AKAP)
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_state.inc'
      INCLUDE 'gyre_work.inc'
      REAL*8 AKAP, FACE, FLUXUP
      INTEGER I, J, IM, IP, JM, JP
      CALL ZEROF(W1)
      CALL ZEROF(W2)
      DO 20 J = 1, NY-1
         DO 10 I = 1, NX-1
            IM = MAX(I-1, 1)
            IP = MIN(I+2, NX)
            JM = MAX(J-1, 1)
            JP = MIN(J+2, NY)
            IF (MASK(I,J)*MASK(I+1,J) .NE. 0) THEN
               FACE = FLUXUP(U(I,J), T(IM,J), T(I,J), T(I+1,J),
     &                T(IP,J), DT/DX)
               W1(I,J) = (FACE - AKAP*(T(I+1,J) - T(I,J))/DX)*DY
            ENDIF
            IF (MASK(I,J)*MASK(I,J+1) .NE. 0) THEN
               FACE = FLUXUP(V(I,J), T(I,JM), T(I,J), T(I,J+1),
     &                T(I,JP), DT/DY)
               W2(I,J) = (FACE - AKAP*(T(I,J+1) - T(I,J))/DY)*DX
            ENDIF
   10    CONTINUE
   20 CONTINUE
      DO 40 J = 2, NY-1
         DO 30 I = 2, NX-1
            W3(I,J) = DT/AREA(I,J)
            IF (MASK(I,J) .EQ. 0) W3(I,J) = 0.D0
            T(I,J) = T(I,J) - W3(I,J)
     &         *(W1(I,J) - W1(I-1,J) + W2(I,J) - W2(I,J-1)
     &         - T(I,J)*(U(I,J) - U(I-1,J) + V(I,J) - V(I,J-1)))
   30    CONTINUE
   40 CONTINUE
      RETURN
      END

C     Flux of A at a face with velocity VEL: upwind, with a slope that a
C     limiter keeps from making new extremes. R is the Courant factor.
      REAL*8 FUNCTION FLUXUP(VEL, AMM, AM, AP, APP, R)
      REAL*8 VEL, AMM, AM, AP, APP, R
      REAL*8 SLOPE, VANLER, CN
      CN = ABS(VEL)*R
      IF (VEL .GE. 0.D0) THEN
         SLOPE = VANLER(AM - AMM, AP - AM)
         FLUXUP = VEL*(AM + .5D0*(1.D0 - CN)*SLOPE)
      ELSE
         SLOPE = VANLER(APP - AP, AP - AM)
         FLUXUP = VEL*(AP - .5D0*(1.D0 - CN)*SLOPE)
      ENDIF
      RETURN
      END

C     Harmonic mean of two slopes of one sign, else zero.
      REAL*8 FUNCTION VANLER(A, B)
      REAL*8 A, B
      VANLER = 0.D0
      IF (A*B .GT. 0.D0) VANLER = 2.D0*A*B/(A + B)
      RETURN
      END
