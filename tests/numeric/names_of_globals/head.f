C A dummy argument with the name of the adjoint of its procedure, a COMMON
C block of that name, members whose shadows are named as others.
C head: head(y)/(x)
C arg x real8(2)
C arg y real8
      SUBROUTINE CG2D(CG2D_B, CG2D_D, CG2D1, N)
      INTEGER N
      DOUBLE PRECISION CG2D_B(N), CG2D_D(N), CG2D1, TEMPB
      INTEGER I
      DO I = 1, N
        TEMPB = CG2D_B(I)*CG2D1
        CG2D_D(I) = TEMPB*CG2D_B(I) + CG2D_D(I)**2
        CG2D1 = CG2D1*CG2D_D(I)
      END DO
      END
      SUBROUTINE BASE(X)
      DOUBLE PRECISION X(2), V, VB, VD, W
      COMMON /CUT/ V, VB, VD, W
      COMMON /CUT_B/ A, AB
      COMMON /CUT_D/ C, CD
      DOUBLE PRECISION A, AB, C, CD
      V = X(1)*X(2)
      VB = V*X(1)
      VD = VB*VB
      W = VD + X(2)
      A = V*W
      AB = A*VB
      C = AB*X(1)
      CD = C*VD
      END
      SUBROUTINE HEAD(X, Y)
      DOUBLE PRECISION X(2), Y, P(2), Q(2), S
      DOUBLE PRECISION VB, VD, U, W
      COMMON /CUT/ VB, VD, U, W
      DOUBLE PRECISION A, AB, C, CD
      COMMON /CUT_B/ A, AB
      COMMON /CUT_D/ C, CD
      P(1) = X(1)
      P(2) = X(2)
      Q(1) = X(2)
      Q(2) = X(1)
      S = X(1)
      CALL CG2D(P, Q, S, 2)
      CALL BASE(X)
      Y = S*Q(1) + Q(2) + VB*VD + U*W + A*AB + C*CD
      END
