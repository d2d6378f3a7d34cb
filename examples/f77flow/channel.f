C     Flow of water in a channel: the shallow-water equations in one
C     dimension on a staggered grid, with friction that differs from
C     reach to reach. COST compares the levels at the end of the run
C     with levels that were measured.
C
C       dh/dt = - d(h u)/dx
C       du/dt = - u du/dx - g d(h + bed)/dx - cf u |u| / h
C
C     Depths H live in the cells 1..NX, velocities U on the faces
C     1..NX+1. Inflow is prescribed on the first face; the last lets
C     waves out.

      SUBROUTINE COST(CF, QIN, FC)
      INTEGER NXMAX
      PARAMETER (NXMAX = 100)
      DOUBLE PRECISION CF(NXMAX), QIN, FC
C     Independent: friction CF of each cell, inflow QIN. Dependent: FC.
      INTEGER NX, NSTEP
      DOUBLE PRECISION DX, DT, G
      COMMON /GRID/ DX, DT, G, NX, NSTEP
      DOUBLE PRECISION H(NXMAX), U(NXMAX+1)
      COMMON /STATE/ H, U
      DOUBLE PRECISION BED(NXMAX), HOBS(NXMAX)
      COMMON /DATA/ BED, HOBS
      INTEGER I, IT
      DOUBLE PRECISION T

      CALL START
      T = 0.0D0
      DO 20 IT = 1, NSTEP
        T = T + DT
        CALL MOMENT(CF)
        CALL INFLOW(QIN, T)
        CALL MASS
   20 CONTINUE

      FC = 0.0D0
      DO 30 I = 1, NX
        FC = FC + 0.5D0*(H(I) + BED(I) - HOBS(I))**2*DX
   30 CONTINUE
      END

C     Water at rest, one metre deep at the lower end.
      SUBROUTINE START
      INTEGER NXMAX
      PARAMETER (NXMAX = 100)
      INTEGER NX, NSTEP
      DOUBLE PRECISION DX, DT, G
      COMMON /GRID/ DX, DT, G, NX, NSTEP
      DOUBLE PRECISION H(NXMAX), U(NXMAX+1)
      COMMON /STATE/ H, U
      DOUBLE PRECISION BED(NXMAX), HOBS(NXMAX)
      COMMON /DATA/ BED, HOBS
      INTEGER I
      DO 10 I = 1, NX
        H(I) = 1.0D0 - BED(I)
        U(I) = 0.0D0
   10 CONTINUE
      U(NX+1) = 0.0D0
      END

C     Velocities after a time step: advection by upwind differences,
C     pressure by central ones, friction implicit so that it can never
C     turn the flow round.
      SUBROUTINE MOMENT(CF)
      INTEGER NXMAX
      PARAMETER (NXMAX = 100)
      DOUBLE PRECISION CF(NXMAX)
      INTEGER NX, NSTEP
      DOUBLE PRECISION DX, DT, G
      COMMON /GRID/ DX, DT, G, NX, NSTEP
      DOUBLE PRECISION H(NXMAX), U(NXMAX+1)
      COMMON /STATE/ H, U
      DOUBLE PRECISION BED(NXMAX), HOBS(NXMAX)
      COMMON /DATA/ BED, HOBS
      DOUBLE PRECISION UN(NXMAX+1), ADV, SLOPE, HF, CFF
      INTEGER I
      DO 10 I = 2, NX
        IF (U(I) .GE. 0.0D0) THEN
          ADV = U(I)*(U(I) - U(I-1))/DX
        ELSE
          ADV = U(I)*(U(I+1) - U(I))/DX
        ENDIF
        SLOPE = (H(I) + BED(I) - H(I-1) - BED(I-1))/DX
        HF = 0.5D0*(H(I) + H(I-1))
        CFF = 0.5D0*(CF(I) + CF(I-1))
        UN(I) = (U(I) - DT*(ADV + G*SLOPE))
     &          /(1.0D0 + DT*CFF*ABS(U(I))/HF)
   10 CONTINUE
      DO 20 I = 2, NX
        U(I) = UN(I)
   20 CONTINUE
C     What leaves: a wave that runs out as long waves do.
      U(NX+1) = U(NX) + SQRT(G/H(NX))*(H(NX) + BED(NX) - 1.0D0)
      END

C     Velocity on the first face from the inflow, which sets in
C     smoothly.
      SUBROUTINE INFLOW(QIN, T)
      INTEGER NXMAX
      PARAMETER (NXMAX = 100)
      DOUBLE PRECISION QIN, T, RAMP
      DOUBLE PRECISION H(NXMAX), U(NXMAX+1)
      COMMON /STATE/ H, U
      RAMP = 1.0D0 - EXP(-T/20.0D0)
      U(1) = QIN*RAMP/H(1)
      END

C     Depths after a time step: what flows in less what flows out.
      SUBROUTINE MASS
      INTEGER NXMAX
      PARAMETER (NXMAX = 100)
      INTEGER NX, NSTEP
      DOUBLE PRECISION DX, DT, G
      COMMON /GRID/ DX, DT, G, NX, NSTEP
      DOUBLE PRECISION H(NXMAX), U(NXMAX+1)
      COMMON /STATE/ H, U
      DOUBLE PRECISION Q(NXMAX+1)
      INTEGER I
      Q(1) = U(1)*H(1)
      DO 10 I = 2, NX
        IF (U(I) .GE. 0.0D0) THEN
          Q(I) = U(I)*H(I-1)
        ELSE
          Q(I) = U(I)*H(I)
        ENDIF
   10 CONTINUE
      Q(NX+1) = U(NX+1)*H(NX)
      DO 20 I = 1, NX
        H(I) = H(I) - DT*(Q(I+1) - Q(I))/DX
   20 CONTINUE
      END
