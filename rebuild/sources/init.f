C     Constants, in units of the basin: a cell is 1, gravity is 1.
      SUBROUTINE CONSTS
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_diag.inc'
      GRAV = 1.D0
      RHO0 = 1.D0
      CP = 4.D0
      DRAG = 0.004D0
      VISC = 0.05D0
      DT = 0.1D0
      F0 = 0.4D0
      BETA = 0.01D0
      TREF = 10.D0
      KDIAG = 10
      KSEAS = 40
      NHIST = 0
      RETURN
      END

C     Geometry. W1 holds the bottom before it is smoothed into DEPTH.
      SUBROUTINE GRDINI
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_work.inc'
      REAL*8 XR, YR
      INTEGER I, J
      DX = 1.D0
      DY = 1.D0
      DO 20 J = 1, NY
         FCOR(J) = F0 + BETA*DBLE(J - NY/2)
         DO 10 I = 1, NX
            XR = DBLE(I)/DBLE(NX)
            YR = DBLE(J)/DBLE(NY)
            W1(I,J) = 1.D0 - 0.2D0*EXP(-30.D0*((XR-.3D0)**2
     &              + (YR-.6D0)**2))
            AREA(I,J) = DX*DY
            MASK(I,J) = 1
            IF (I.EQ.1 .OR. I.EQ.NX .OR. J.EQ.1 .OR. J.EQ.NY)
     &         MASK(I,J) = 0
   10    CONTINUE
   20 CONTINUE
C     an island
      MASK(NX/2,NY/2) = 0
      MASK(NX/2+1,NY/2) = 0
      CALL SMOOTH(W1, W2, 2)
      CALL COPYF(W1, DEPTH)
      RETURN
      END

C     Wind stress from the amplitudes of the rows; air temperature.
      SUBROUTINE FRCINI(WIND)
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_force.inc'
      REAL*8 WIND(NY), YR
      INTEGER I, J
      GAMMA = 0.01D0
      SEASON = 1.D0
      DO 20 J = 1, NY
         YR = (DBLE(J) - .5D0)/DBLE(NY)
         DO 10 I = 1, NX
            TAUX(I,J) = -WIND(J)*COS(3.14159265D0*YR)
            TAUY(I,J) = 0.D0
            TAIR(I,J) = 20.D0 - 18.D0*YR
            IF (MASK(I,J) .EQ. 0) TAUX(I,J) = 0.D0
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

C     The ocean begins at rest, with the temperature that is given.
      SUBROUTINE STINI(T0)
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_state.inc'
      REAL*8 T0(NX,NY)
      CALL ZEROF(U)
      CALL ZEROF(V)
      CALL ZEROF(H)
      CALL COPYF(T0, T)
      RETURN
      END
