C     Energies, heat content and the Courant number, for a person to
C     look at. They use the work arrays as everything else does.
      SUBROUTINE DIAGNO(K, IDIAG)
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_phys.inc'
      INCLUDE 'gyre_grid.inc'
      INCLUDE 'gyre_state.inc'
      INCLUDE 'gyre_work.inc'
      INCLUDE 'gyre_diag.inc'
      INTEGER K, IDIAG, I, J
      REAL*8 BASIN, C
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            W1(I,J) = .5D0*(U(I,J)**2 + V(I,J)**2)*DEPTH(I,J)
            W2(I,J) = .5D0*GRAV*H(I,J)**2
            W3(I,J) = RHO0*CP*T(I,J)*(DEPTH(I,J) + H(I,J))
   10    CONTINUE
   20 CONTINUE
      EKIN = BASIN(W1)
      EPOT = BASIN(W2)
      HEAT = BASIN(W3)
      CFLMAX = 0.D0
      DO 40 J = 1, NY
         DO 30 I = 1, NX
            C = (ABS(U(I,J))/DX + ABS(V(I,J))/DY)*DT
            IF (C .GT. CFLMAX) CFLMAX = C
   30    CONTINUE
   40 CONTINUE
      IF (NHIST .LT. 200) THEN
         NHIST = NHIST + 1
         HISTRY(1,NHIST) = EKIN
         HISTRY(2,NHIST) = EPOT
         HISTRY(3,NHIST) = HEAT
         HISTRY(4,NHIST) = CFLMAX
      ENDIF
      IF (IDIAG .GT. 0) WRITE (IDIAG, 100) K, EKIN, EPOT, HEAT, CFLMAX
  100 FORMAT (' STEP', I6, 1P, 4E14.6)
      RETURN
      END

C     The record of the run.
      SUBROUTINE PRTHIS(IDIAG)
      INCLUDE 'gyre_diag.inc'
      INTEGER IDIAG, I, K
      REAL*8 TOTAL
      WRITE (IDIAG, '(A)') ' NO.   KINETIC     POTENTIAL   HEAT   CFL'
      DO 10 I = 1, NHIST
         TOTAL = HISTRY(1,I) + HISTRY(2,I)
         WRITE (IDIAG, 100) I, (HISTRY(K,I), K = 1, 4), TOTAL
   10 CONTINUE
  100 FORMAT (I5, 1P, 5E12.4)
      RETURN
      END
