#!/usr/bin/env bash
# Differentiates published numerical libraries in both modes: LAPACK's dgesv, dposv, dgetrf and dgels, QUADPACK's
# dqags, MINPACK's lmdif, ODEPACK's lsoda.
#
#   numeric.sh [NAME...]     all of them, or these: gesv posv getrf gels qags lmdif lsoda
#
# Each has a driver in scripts/corpus/numeric, and a head if the library needs one. The tangent must agree with
# differences, and the dot products of tangent and adjoint must agree to 1e-10. Matrices have 300 rows and columns and
# are blocks of larger ones, at the end of their memory; all is compiled with -fsanitize=address.
#
# ADC names the command (target/release/adc), WORK the folder for downloads and results (target/corpus). Sources are
# downloaded as in lapack.sh: QUADPACK is in the package maxima, ODEPACK in r-cran-desolve, MINPACK in minpack.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
adc=${ADC:-$target/release/adc}
work=${WORK:-$target/corpus}
own=$root/scripts/corpus/numeric
fc=${FC:-gfortran}
flags=(-O1 -g -w -std=legacy -ffree-line-length-none -fsanitize=address)
export LC_ALL=C

if [ -n "${SKIP_CORPUS:-}" ]; then
    echo "numeric: left out, since SKIP_CORPUS is set"
    exit 0
fi

fail() {
    echo "numeric: $*" >&2
    exit 1
}

# fetch PACKAGE PATTERN: the Fortran files of a folder of a source package
fetch() {
    local dsc to=$work/numeric/$1
    [ ! -f "$to/.complete" ] || return 0
    dsc=$("$root/scripts/corpus/source-package.sh" "$1" "$work/packages") ||
        fail "the sources cannot be downloaded; without a network, SKIP_CORPUS=1 leaves this test out"
    rm -rf "$to"
    mkdir -p "$to/all"
    tar -xzf "${dsc%-*}.orig.tar.gz" -C "$to/all" --wildcards "$2"
    find "$to/all" -name '*.f' -exec mv {} "$to" ';'
    : >"$to/.complete"
}

WORK=$work "$root/scripts/corpus/lapack.sh" fetch
fetch minpack '*.f'
fetch maxima '*/src/numerical/slatec/fortran/*.f'
fetch r-cran-desolve '*/src/*.f'

# of FOLDER FILES...: their paths
of() {
    local folder=$1
    shift
    printf "$folder/%s\n" "$@"
}
lapack=$work/lapack/original
common="$(of "$lapack/BLAS/SRC" lsame.f xerbla.f) $(of "$lapack/SRC" ilaenv.f ieeeck.f iparmq.f iparam2stage.F disnan.f dlaisnan.f)"
common+=" $(of "$lapack/INSTALL" dlamch.f)"
blas3=$(of "$lapack/BLAS/SRC" dtrsm.f dgemm.f)
getrf="$(of "$lapack/SRC" dgetrf.f dgetrf2.f dlaswp.f) $(of "$lapack/BLAS/SRC" idamax.f dscal.f) $blas3 $common"
gels="$(of "$lapack/SRC" la_constants.f90 la_xisnan.F90 dgels.f dgeqrf.f dgeqr2.f dgelqf.f dgelq2.f dlarfg.f dlarf.f dlarft.f dlarfb.f dormqr.f dormlq.f dorm2r.f dorml2.f \
    dtrtrs.f dlascl.f dlaset.f dlange.f dlapy2.f dlabad.f iladlr.f iladlc.f dlassq.f90) \
    $(of "$lapack/BLAS/SRC" dtrmm.f dtrmv.f dgemv.f dger.f dscal.f dcopy.f dnrm2.f90) $blas3 $common"
quadpack=$(of "$work/numeric/maxima" dqags.f dqagse.f dqk21.f dqelg.f dqpsrt.f xermsg.f fdump.f j4save.f xercnt.f xerhlt.f xerprn.f xersve.f xgetua.f)
minpack=$(of "$work/numeric/minpack" lmdif.f dpmpar.f enorm.f fdjac2.f lmpar.f qrfac.f qrsolv.f)
odepack="$(of "$work/numeric/r-cran-desolve" opkdmain.f opkda1.f dlinpk.f) $(of "$lapack/BLAS/SRC" daxpy.f dscal.f ddot.f idamax.f dcopy.f dnrm2.f90)"

build=$work/numeric/build
rm -rf "$build"
mkdir -p "$build/tape"
(cd "$build/tape" && "$fc" "${flags[@]}" -c "$root"/runtime-fortran/*.f90 "$own/agree.f90")

# run NAME HEAD SOURCES...
run() {
    local name=$1 head=$2 mode failed
    shift 2
    [ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $name "* ]] || return 0
    for mode in tangent reverse; do
        "$adc" --"$mode" "$@" --head "$head" -o "$build/${name}_$mode.f90" --message-format short >"$build/$name.messages" 2>&1 ||
            fail "$name: no $mode derivative:
$(grep error "$build/$name.messages" || cat "$build/$name.messages")"
    done
    mkdir -p "$build/$name"
    (cd "$build/$name" && "$fc" "${flags[@]}" -I../tape ../tape/*.o "$@" "../${name}_tangent.f90" "../${name}_reverse.f90" "$own/drive_$name.f90" -o run) ||
        fail "$name: the derivatives do not compile"
    failed=0
    "$build/$name/run" >"$build/$name.output" 2>&1 || failed=1
    sed "s/^/$name: /" "$build/$name.output" | head -n 40
    [ $failed = 0 ] || fail "$name: the derivatives are wrong, or memory is used that is not there"
}

names=("$@")
# shellcheck disable=SC2086 # lists of files
{
    run getrf 'dgetrf(a)/(a)' $getrf
    run gesv 'dgesv(b)/(a, b)' "$lapack/SRC/dgesv.f" "$lapack/SRC/dgetrs.f" $getrf
    run posv 'dposv(b)/(a, b)' $(of "$lapack/SRC" dposv.f dpotrf.f dpotrf2.f dpotrs.f) "$lapack/BLAS/SRC/dsyrk.f" $blas3 $common
    run gels 'least_squares(b)/(a, b)' $gels "$own/gels.f90"
    run qags 'integral(y)/(p)' $quadpack "$own/qags.f90"
    run lmdif 'fit(x)/(data, x)' $minpack "$own/lmdif.f90"
    run lsoda 'integrate(y)/(y, k, t)' $odepack "$own/lsoda.f90"
}
echo "numeric: all derivatives agree"
