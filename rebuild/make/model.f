C     ------------------------------------------------------------------
C     A wind-driven gyre in a closed basin: reduced-gravity shallow water
C     with a temperature that is carried along and changes the pressure.
C     ------------------------------------------------------------------
      SUBROUTINE GYRE(NSTEP, IDIAG, T0, WIND, AKAP, COST)
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INTEGER NSTEP, IDIAG
      REAL*8 T0(NX,NY), WIND(NY), AKAP, COST
      INTEGER K
      CALL CONSTS
      CALL GRDINI
      CALL FRCINI(WIND)
      CALL STINI(T0)
      COST = 0.D0
      DO 10 K = 1, NSTEP
         CALL SEASN(K)
         CALL PRESS
         CALL MOMENT
         CALL BOUND
         CALL CONTIN
         CALL TRACER(AKAP)
         CALL SURFLX
         IF (MOD(K,KDIAG) .EQ. 0) CALL DIAGNO(K, IDIAG)
         IF (K .GT. NSTEP/2) CALL SECTN(COST)
   10 CONTINUE
      CALL MISFIT(COST)
      IF (IDIAG .GT. 0) CALL PRTHIS(IDIAG)
      RETURN
      END

C     The season scales the wind; its phase needs no derivative.
      SUBROUTINE SEASN(K)
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_force.inc'
      INTEGER K
      REAL*8 PHASE
      PHASE = 6.283185307D0*DBLE(MOD(K,KSEAS))/DBLE(KSEAS)
      SEASON = 1.D0 + 0.3D0*SIN(PHASE)
      RETURN
      END

C     Heat exchange with the air, larger where the wind is strong.
      SUBROUTINE SURFLX
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_state.inc'
      INCLUDE 'gyre_force.inc'
      REAL*8 SPEED, COEF, FLUX
      INTEGER I, J
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            IF (MASK(I,J) .EQ. 0) GOTO 10
            SPEED = SQRT(TAUX(I,J)**2 + TAUY(I,J)**2 + 1.D-8)
            COEF = GAMMA*(1.D0 + 8.D0*SPEED*SEASON)
            FLUX = COEF*(TAIR(I,J) - T(I,J))
            IF (T(I,J) .LT. -1.8D0) FLUX = MAX(FLUX, 0.D0)
            T(I,J) = T(I,J) + DT*FLUX/(DEPTH(I,J) + H(I,J))
   10    CONTINUE
   20 CONTINUE
      RETURN
      END
