C     Locals that keep values between calls: initialised, by DATA, by SAVE, in a function, in a procedure that only another calls.
C     head: TOP(Y)/(X)
C     arg X real8(4) 0.4 0.7 1.1 0.9
C     arg Y real8
      SUBROUTINE TOP(X, Y)
      IMPLICIT NONE
      DOUBLE PRECISION X(4), Y, S, RUNAVG
      INTEGER I
      EXTERNAL RUNAVG
      Y = 0
      DO 10 I = 1, 4
        CALL ACCUM(I, X(I), S)
        Y = Y + S*S*RUNAVG(I .EQ. 1, X(I))
   10 CONTINUE
      CALL REPORT(X(2), S)
      Y = Y*S
      END
      SUBROUTINE ACCUM(I, X, S)
      IMPLICIT NONE
      INTEGER I, N
      DOUBLE PRECISION X, S, TOTAL
      LOGICAL FIRST
      SAVE TOTAL, FIRST
      DATA N /3/, FIRST /.TRUE./
      IF (I .EQ. 1) THEN
        TOTAL = 0.5D0
        N = 3
        FIRST = .TRUE.
      END IF
      IF (FIRST) THEN
        FIRST = .FALSE.
        N = N + 1
      END IF
      TOTAL = TOTAL*SIN(X) + N*X**2
      N = N + 1
      S = TOTAL
      END
      SUBROUTINE REPORT(X, S)
      IMPLICIT NONE
      INTEGER I
      DOUBLE PRECISION X, S
      I = 3
      CALL ACCUM(I, X, S)
      CALL COUNT(I)
      S = S*I
      END
      SUBROUTINE COUNT(I)
      INTEGER I, CALLS
      SAVE CALLS
      DATA CALLS /0/
      IF (I .EQ. 3) CALLS = 0
      CALLS = CALLS + 1
      I = I*0 + CALLS + 2
      END
      DOUBLE PRECISION FUNCTION RUNAVG(FRESH, X)
      IMPLICIT NONE
      LOGICAL FRESH
      DOUBLE PRECISION X, HISTORY(3)
      INTEGER K
      SAVE
      IF (FRESH) THEN
        HISTORY = X
        K = 0
      END IF
      K = MOD(K, 3) + 1
      HISTORY(K) = X
      RUNAVG = SUM(HISTORY**2)/3
      END
