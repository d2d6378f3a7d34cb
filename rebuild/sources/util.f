C     Small routines on fields, used for forcing, state and diagnostics.
      SUBROUTINE ZEROF(A)
      INCLUDE 'gyre_params.inc'
      REAL*8 A(NX,NY)
      INTEGER I, J
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            A(I,J) = 0.D0
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

      SUBROUTINE COPYF(A, B)
      INCLUDE 'gyre_params.inc'
      REAL*8 A(NX,NY), B(NX,NY)
      INTEGER I, J
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            B(I,J) = A(I,J)
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

C     NPASS passes of a five-point filter; S is scratch.
      SUBROUTINE SMOOTH(A, S, NPASS)
      INCLUDE 'gyre_params.inc'
      REAL*8 A(NX,NY), S(NX,NY)
      INTEGER NPASS, I, J, K
      DO 50 K = 1, NPASS
         CALL COPYF(A, S)
         DO 20 J = 2, NY-1
            DO 10 I = 2, NX-1
               A(I,J) = .5D0*S(I,J) + .125D0*(S(I-1,J) + S(I+1,J)
     &                + S(I,J-1) + S(I,J+1))
   10       CONTINUE
   20    CONTINUE
   50 CONTINUE
      RETURN
      END

C     Sum over the sea, weighted by area.
      REAL*8 FUNCTION BASIN(A)
      INCLUDE 'gyre_params.inc'
      INCLUDE 'gyre_grid.inc'
      REAL*8 A(NX,NY)
      INTEGER I, J
      BASIN = 0.D0
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            IF (MASK(I,J) .NE. 0) BASIN = BASIN + A(I,J)*AREA(I,J)
   10    CONTINUE
   20 CONTINUE
      RETURN
      END
