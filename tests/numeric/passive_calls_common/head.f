C     A procedure without a derivative sets COMMON variables, which other units declare first and by other names, and which a procedure with a derivative takes.
C     head: TOP(Y)/(X)
C     arg X real8(3)
C     arg Y real8(3)
      SUBROUTINE SETTINGS(N)
      INTEGER N, I
      DOUBLE PRECISION P(3), Q
      COMMON /STATE/ P, Q
      DO I = 1, 3
        P(I) = 0.25D0*I*N
        IF (P(I) .GT. 0.6D0) Q = P(I)
      ENDDO
      END

      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X(3), Y(3), U(3), V(1)
      COMMON /STATE/ U, V
      V(1) = 0.5D0
      CALL SETTINGS(1)
      CALL TIMES(3, X, X(1), Y)
      CALL TIMES(2, U, X(2), Y(2))
      CALL SETTINGS(2)
      CALL TIMES(1, V, X(3), Y(3))
      Y(1) = Y(1) + U(2)
      END

      SUBROUTINE TIMES(N, A, B, C)
      INTEGER N, I
      DOUBLE PRECISION A(N), B, C(N)
      DO I = 1, N
        C(I) = A(I)*B
        IF (C(I) .GT. 100.0D0) C(I) = 100.0D0 + SQRT(C(I))
      ENDDO
      END
