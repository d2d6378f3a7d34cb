C     A fixed point by a directive with the spelling of MITgcm, whose cost depends on a result that the loop computes beside its state.
C     head: FLOW(Y)/(B, F)
C     arg N integer 4
C     arg B real8(4) 0.7 1.3 0.9 1.1
C     arg F real8(4) 0.4 0.2 0.5 0.3
C     arg Y real8
C     tolerance 1e-6 1e-10
      SUBROUTINE FLOW(N, B, F, Y)
      IMPLICIT NONE
      INTEGER N, I, ITER
      DOUBLE PRECISION B(N), F(N), Y, U(4), V(4), DRAG, ERR
      LOGICAL CONVERGED
      DO I = 1, N
        U(I) = 1.0D0
        V(I) = 0.0D0
      ENDDO
      CONVERGED = .FALSE.
      ITER = 0
      DRAG = 0.0D0
!$AD FP-LOOP "U,V" adj_reduction=1.E-13
      DO WHILE (.NOT. CONVERGED)
        CALL RELAX(N, B, F, U, V, DRAG, ERR)
        ITER = ITER + 1
        CONVERGED = ERR .LT. 1.0D-15 .OR. ITER .GE. 200
      ENDDO
      Y = DRAG
      END

      SUBROUTINE RELAX(N, B, F, U, V, DRAG, ERR)
      IMPLICIT NONE
      INTEGER N, I
      DOUBLE PRECISION B(N), F(N), U(N), V(N), DRAG, ERR, T
      ERR = 0.0D0
      DRAG = 0.0D0
      DO I = 1, N
        T = 0.3D0*COS(B(I)*U(I)) + 0.2D0*V(I) + F(I)
        ERR = MAX(ERR, ABS(T - U(I)))
        U(I) = T
        T = 0.25D0*SIN(U(I))
        IF (I .GT. 1) T = T + 0.2D0*V(I-1)*B(I)
        ERR = MAX(ERR, ABS(T - V(I)))
        V(I) = T
        DRAG = DRAG + B(I)**2*U(I)*SQRT(1.0D0 + V(I)**2)
      ENDDO
      END
