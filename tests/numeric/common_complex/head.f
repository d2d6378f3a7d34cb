C     A block with complex numbers in one unit and reals in another.
C     head: foo(y)/(x)
C     arg x real8(4)
C     arg y real8(2)
      SUBROUTINE FOO(X, Y)
      DOUBLE PRECISION X(4), Y(2), S
      COMPLEX*16 Z(2)
      COMMON /SPEC/ Z, S
      Z(1) = DCMPLX(X(1), X(2))
      Z(2) = DCMPLX(X(3), X(4))*Z(1)
      S = X(1)*X(2)
      CALL TURN
      Z(2) = Z(2)**2*Z(1)
      CALL TURN
      Y(1) = ABS(Z(1)) + S
      Y(2) = DIMAG(Z(2)*Z(1))
      END
      SUBROUTINE TURN
      DOUBLE PRECISION R(2, 2), T
      COMMON /SPEC/ R, T
      INTEGER I
      DOUBLE PRECISION H
      DO I = 1, 2
        H = R(1, I)
        R(1, I) = R(1, I)*R(2, I)*0.1D0
        R(2, I) = H - T
      END DO
      T = T*R(1, 1)
      END
