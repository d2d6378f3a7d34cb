C     Thickness and cover move with the ice, one after the other, with
C     the same scratch: fluxes east and north, and the new field.
      SUBROUTINE ADVECT(FE, FN, XNEW)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_ice.inc'
      DOUBLE PRECISION FE(NX,NY), FN(NX,NY), XNEW(NX,NY)
      CALL UPWIND(H, FE, FN, XNEW)
      CALL UPWIND(A, FE, FN, XNEW)
      RETURN
      END

      SUBROUTINE UPWIND(X, FE, FN, XNEW)
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_param.inc'
      INCLUDE 'floe_ice.inc'
      INCLUDE 'floe_atmos.inc'
      DOUBLE PRECISION X(NX,NY), FE(NX,NY), FN(NX,NY), XNEW(NX,NY)
      DOUBLE PRECISION UF, VF
      INTEGER I, J
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            FE(I,J) = 0.D0
            FN(I,J) = 0.D0
            XNEW(I,J) = X(I,J)
   10    CONTINUE
   20 CONTINUE
      DO 40 J = 1, NY-1
         DO 30 I = 1, NX-1
            UF = .5D0*(U(I,J) + U(I+1,J))
            VF = .5D0*(V(I,J) + V(I,J+1))
            IF (LAND(I,J) + LAND(I+1,J) .EQ. 0) THEN
               IF (UF .GT. 0.D0) THEN
                  FE(I,J) = UF*X(I,J)
               ELSE
                  FE(I,J) = UF*X(I+1,J)
               END IF
            END IF
            IF (LAND(I,J) + LAND(I,J+1) .EQ. 0) THEN
               IF (VF .GT. 0.D0) THEN
                  FN(I,J) = VF*X(I,J)
               ELSE
                  FN(I,J) = VF*X(I,J+1)
               END IF
            END IF
   30    CONTINUE
   40 CONTINUE
      DO 60 J = 2, NY-1
         DO 50 I = 2, NX-1
            XNEW(I,J) = X(I,J) - DT/DX*(FE(I,J) - FE(I-1,J)
     +                + FN(I,J) - FN(I,J-1))
   50    CONTINUE
   60 CONTINUE
      DO 80 J = 1, NY
         DO 70 I = 1, NX
            X(I,J) = MAX(XNEW(I,J), 0.D0)
   70    CONTINUE
   80 CONTINUE
      RETURN
      END

C     No more than all of a cell can be covered.
      SUBROUTINE RIDGE
      IMPLICIT NONE
      INCLUDE 'floe_size.inc'
      INCLUDE 'floe_ice.inc'
      INTEGER I, J
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            IF (A(I,J) .GT. 1.D0) A(I,J) = 1.D0
   10    CONTINUE
   20 CONTINUE
      RETURN
      END
