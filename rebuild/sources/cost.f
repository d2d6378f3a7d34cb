C     Heat through the middle section, added to the cost of each step.
      SUBROUTINE SECTN(COST)
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_state.inc'
      REAL*8 COST, SUM
      INTEGER I
      SUM = 0.D0
      DO 10 I = 2, NX-1
         SUM = SUM + RHO0*CP*V(I,NY/2)*DX
     &       *.5D0*(T(I,NY/2) + T(I,NY/2+1))
   10 CONTINUE
      COST = COST + 1.D-2*DT*SUM
      RETURN
      END

C     Distance from a climatology, which is made here: a smooth field.
C     W1 holds the climatology, W2 is scratch, then the squares.
      SUBROUTINE MISFIT(COST)
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_state.inc'
      INCLUDE 'gyre_work.inc'
      REAL*8 COST, BASIN, YR, WEIGHT
      INTEGER I, J
      DO 20 J = 1, NY
         YR = DBLE(J)/DBLE(NY)
         DO 10 I = 1, NX
            W1(I,J) = 19.D0 - 16.D0*YR + 0.5D0*SIN(DBLE(I)*.2D0)
   10    CONTINUE
   20 CONTINUE
      CALL SMOOTH(W1, W2, 3)
      WEIGHT = 0.5D0/DBLE(NX*NY)
      DO 40 J = 1, NY
         DO 30 I = 1, NX
            W2(I,J) = WEIGHT*(T(I,J) - W1(I,J))**2
   30    CONTINUE
   40 CONTINUE
      COST = COST + BASIN(W2)
      RETURN
      END
