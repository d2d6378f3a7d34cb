#!/bin/sh
# Derivatives of LAPACK where they do not exist: tangents give NaN, and adjoints end the program with a message if they are
# asked for. LAPACK is that of the tests of adc. edges.sh FC
set -eu
fc=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$here/build/edges
mkdir -p "$work"
cd "$work"
$fc -O1 "$here"/lapack/adc_orthogonal_d.f90 "$here"/lapack/adc_spectral_d.f90 "$here"/../tests/blas/reference.f90 \
    "$here"/../tests/lapack/orthogonal.f90 "$here"/../tests/lapack/spectral.f90 "$here"/tests/edges.f90 -o program

for case in equal-tangent null-tangent residual triangle; do
    ./program $case || { echo "FAIL edges $case" >&2; exit 1; }
    echo "ok   edges: $case"
done

expect() { # expect CASE TEXT
    if ./program "$1" > output 2>&1; then
        echo "FAIL edges $1: the program did not stop" >&2
        exit 1
    fi
    if ! grep -qF "$2" output; then
        echo "FAIL edges $1: no '$2' in:" >&2
        cat output >&2
        exit 1
    fi
    echo "ok   edges: $1"
}

expect equal-adjoint "adc: vectors of equal eigenvalues or singular values (or of zero) have no derivative"
expect null-adjoint  "adc: vectors of the null space (job A) have no derivative: use job S"
expect range-adjoint "adc: derivatives of eigenvectors need all of them: range A"
expect reflectors    "adc: reflectors have no derivative where a column is zero below the diagonal"
expect rank          "adc: the QR factors of a matrix of smaller rank have no derivative"
