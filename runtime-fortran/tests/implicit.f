C     The names as Fortran 77 calls them: no module, no interface.
      PROGRAM IMPL
      IMPLICIT NONE
      DOUBLE PRECISION X, A(3,4), B(3,4)
      REAL R
      INTEGER*4 I, J, BRANCH
      LOGICAL L, ADC_TAPE_EMPTY
      COMPLEX C
      CHARACTER S*4
      INTEGER*8 ADC_TAPE_PEAK_BYTES
      EXTERNAL ADC_TAPE_EMPTY, ADC_TAPE_PEAK_BYTES
      DO 10 J = 1, 4
        DO 5 I = 1, 3
          A(I,J) = 10*I + J
    5   CONTINUE
   10 CONTINUE
      X = 2.5D0
      R = 1.5
      L = .TRUE.
      C = (1.0, -2.0)
      S = 'tape'
      I = 7
      CALL PUSHREAL8ARRAY(A, 12)
      CALL PUSHREAL8(X)
      CALL PUSHREAL4(R)
      CALL PUSHBOOLEAN(L)
      CALL PUSHCOMPLEX8(C)
      CALL PUSHINTEGER4(I)
      CALL PUSHCHARACTERARRAY(S, 4)
      CALL PUSHCHARACTER('x')
      CALL PUSHCONTROL1B(1)
      CALL PUSHCONTROL8B(200)
      X = 0
      R = 0
      L = .FALSE.
      C = 0
      I = 0
      S = 'none'
      CALL POPCONTROL8B(BRANCH)
      IF (BRANCH .NE. 200) STOP 1
      CALL POPCONTROL1B(BRANCH)
      IF (BRANCH .NE. 1) STOP 2
      CALL POPCHARACTER(S(1:1))
      IF (S(1:1) .NE. 'x') STOP 3
      CALL POPCHARACTERARRAY(S, 4)
      IF (S .NE. 'tape') STOP 4
      CALL POPINTEGER4(I)
      IF (I .NE. 7) STOP 5
      CALL POPCOMPLEX8(C)
      IF (C .NE. (1.0, -2.0)) STOP 6
      CALL POPBOOLEAN(L)
      IF (.NOT. L) STOP 7
      CALL POPREAL4(R)
      IF (R .NE. 1.5) STOP 8
      CALL POPREAL8(X)
      IF (X .NE. 2.5D0) STOP 9
      CALL POPREAL8ARRAY(B, 12)
      DO 20 J = 1, 4
        DO 15 I = 1, 3
          IF (B(I,J) .NE. 10*I + J) STOP 10
   15   CONTINUE
   20 CONTINUE
      IF (.NOT. ADC_TAPE_EMPTY()) STOP 11
      IF (ADC_TAPE_PEAK_BYTES() .LT. 100) STOP 12
      CALL ADC_TAPE_RELEASE
      END
