C     Machine constants: the first call finds them, and keeps them in saved
C     locals that overlay each other. The adjoint runs what calls them again,
C     and calls them as they are.
C     head: TOP(Y)/(X)
C     arg N integer 3
C     arg X real8(3) 0.5 1.0 1.5
C     arg Y real8
      SUBROUTINE TOP(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y, D1MACH, EPS
      EXTERNAL D1MACH
      Y = 0
      DO 10 I = 1, N
         CALL STEP(X(I), Y)
   10 CONTINUE
      EPS = D1MACH(4)
      IF (Y .GT. EPS) Y = Y*(1 + 1D15*EPS)
      END
      SUBROUTINE STEP(X, Y)
      DOUBLE PRECISION X, Y, D1MACH, SCALE, T
      EXTERNAL D1MACH
      SCALE = 1 + 1D15*D1MACH(4)
      T = X
      IF (ABS(X) .LT. D1MACH(2)) T = SIN(X*SCALE)
      Y = Y*T + EXP(T)*T
      END
      DOUBLE PRECISION FUNCTION D1MACH(I)
      INTEGER SMALL(2)
      INTEGER LARGE(2)
      INTEGER RIGHT(2)
      INTEGER DIVER(2)
      INTEGER LOG10(2)
      INTEGER SC, CRAY1(38), J
      COMMON /D9MACH/ CRAY1
      SAVE SMALL, LARGE, RIGHT, DIVER, LOG10, SC
      DOUBLE PRECISION DMACH(5)
      EQUIVALENCE (DMACH(1),SMALL(1))
      EQUIVALENCE (DMACH(2),LARGE(1))
      EQUIVALENCE (DMACH(3),RIGHT(1))
      EQUIVALENCE (DMACH(4),DIVER(1))
      EQUIVALENCE (DMACH(5),LOG10(1))
      DATA SC/0/
      IF (SC .NE. 987) THEN
         IF (SC .EQ. 5) THEN
            SMALL(1) = 1048576
            SMALL(2) = 0
         ELSE
            SMALL(2) = 1048576
            SMALL(1) = 0
            LARGE(2) = 2146435071
            LARGE(1) = -1
            RIGHT(2) = 1017118720
            RIGHT(1) = 0
            DIVER(2) = 1018167296
            DIVER(1) = 0
            LOG10(2) = 1070810131
            LOG10(1) = 1352628735
            END IF
         SC = 987
         END IF
      IF (DMACH(4) .GE. 1.0D0) STOP 778
      IF (I .LT. 1  .OR.  I .GT. 5) THEN
         WRITE(*,*) 'D1MACH(I): I =',I,' is out of bounds.'
         STOP
         END IF
      D1MACH = DMACH(I)
      RETURN
 9000 FORMAT(/' Adjust D1MACH by uncommenting data statements')
      END
