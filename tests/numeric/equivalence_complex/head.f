C     A complex array by the name of a real one, as in old transforms.
C     head: foo(y)/(x)
C     arg x real8(8)
C     arg y real8(4)
      SUBROUTINE FOO(X, Y)
      DOUBLE PRECISION X(8), Y(4), R(8), W
      COMPLEX*16 Z(4), D
      EQUIVALENCE (Z(1), R(1))
      INTEGER I
      DO I = 1, 8
        R(I) = X(I)
      END DO
      CALL FFT(R, 2)
      D = Z(1)*Z(2)
      Z(2) = D**2
      R(1) = REAL(Z(1))*2 + R(2)*R(1)
      Z(3) = DCMPLX(R(6), R(5)*R(6))
      Z(4) = CONJG(Z(4))*R(7)
      Y(1) = ABS(Z(1))
      Y(2) = R(4)*DBLE(D)
      Y(3) = DIMAG(Z(3))*R(5)
      Y(4) = R(7)*R(8) + R(6)
      W = 0
      DO I = 1, 7, 2
        W = W + R(I)*R(I+1)
        R(I) = W
      END DO
      Y(1) = Y(1) + DBLE(Z(3)*Z(4))
      END
      SUBROUTINE FFT(A, N)
      INTEGER N, I
      DOUBLE PRECISION A(2, *), T
      DO I = 1, N
        T = A(1, I)
        A(1, I) = A(1, I)*A(2, I+2) + A(1, I+2)
        A(2, I) = A(2, I)**2 - T
      END DO
      END
