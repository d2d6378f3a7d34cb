#!/usr/bin/env bash
# Prints LAPACK's sources with `adc print`: they must keep their text and meaning, and pass LAPACK's own tests.
#
#   lapack.sh fetch      downloads and unpacks the sources only
#   lapack.sh double     checks the printed sources, then builds the library and its tests from them in double precision
#   lapack.sh all        the same in all precisions
#
# All Fortran files of SRC, BLAS, TESTING and INSTALL are checked:
#   the printed text is the original, byte for byte, or the output of the preprocessor;
#   in a new layout (--reformat), it resolves to the same program, and printing it again changes nothing.
# The build uses the files in the new layout. It keeps nothing of the original one, so they show only the syntax tree.
#
# ADC names the command (target/release/adc), WORK the folder for downloads and results (target/corpus), JOBS the
# number of files that are compiled in parallel.
set -euo pipefail

tier=${1:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
adc=${ADC:-$target/release/adc}
work=${WORK:-$target/corpus}
jobs=${JOBS:-2}
lapack=$work/lapack
export LC_ALL=C

# Tests of each tier, as LAPACK 3.11 counts them.
case $tier in
    fetch) ;;
    double) precisions=(double) summary=d row='DOUBLE PRECISION' tests=1313905 options=-O0 ;;
    # CSYL01 of LAPACK 3.11 writes past the end of its array D; with this option of LAPACK it is harmless
    all) precisions=(single double complex complex16) summary=x row='--> ALL PRECISIONS' tests=4229485 options='-O0 -frecursive' ;;
    *) sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

if [ -n "${SKIP_CORPUS:-}" ]; then
    echo "lapack: left out, since SKIP_CORPUS is set"
    exit 0
fi

fail() {
    echo "lapack: $*" >&2
    exit 1
}

fetch() {
    [ ! -f "$lapack/.complete" ] || return 0
    local dsc
    dsc=$("$root/scripts/corpus/source-package.sh" lapack "$work/packages") ||
        fail "the sources cannot be downloaded; without a network, SKIP_CORPUS=1 leaves this test out"
    rm -rf "$lapack"
    mkdir -p "$lapack/original"
    tar -xzf "${dsc%-*}.orig.tar.gz" -C "$lapack/original" --strip-components=1
    : >"$lapack/.complete"
}

# The Fortran files of a folder, without subfolders.
sources() {
    find "$1" -maxdepth 1 \( -name '*.[fF]' -o -name '*.[fF]90' \) | sort
}

folders() {
    (cd "$lapack/original" && find SRC BLAS TESTING INSTALL \( -name '*.[fF]' -o -name '*.[fF]90' \) -printf '%h\n' | sort -u)
}

# print FROM TO [options]: all files of the folders
print_all() {
    local from=$1 to=$2 folder files
    shift 2
    for folder in $(folders); do
        mkdir -p "$to/$folder"
        mapfile -t files < <(sources "$from/$folder")
        "$adc" print "$@" "${files[@]}" -o "$to/$folder" || fail "$folder cannot be printed"
    done
}

# Fails with the first differences of two trees of files.
same() {
    diff -r "$1" "$2" >"$lapack/differences" || fail "$3:
$(head -n 20 "$lapack/differences")"
}

# The expected text of a printed file: the source, or the output of the compiler's preprocessor.
wanted() {
    local folder file
    for folder in $(folders); do
        mkdir -p "$lapack/wanted/$folder"
        for file in $(sources "$lapack/original/$folder"); do
            case $file in
                *.F | *.F90) "${FC:-gfortran}" -E -cpp "$file" | sed '/^# [0-9]/d' >"$lapack/wanted/$folder/${file##*/}" ;;
                *) cp "$file" "$lapack/wanted/$folder" ;;
            esac
        done
    done
}

# The resolved program of each folder. Some folders contain a procedure twice; the message about this is ignored.
programs() {
    local folder files status
    for folder in $(folders); do
        mapfile -t files < <(sources "$1/$folder")
        status=0
        "$adc" dump --stage ir --quiet --message-format short "${files[@]}" >"$lapack/program" 2>"$lapack/messages" || status=$?
        [ "$status" -le 1 ] || fail "adc ends with status $status on $folder"
        cksum "$lapack/program"
        sed 's/^[^ ]*: //' "$lapack/messages"
    done
}

check() {
    local folder
    for folder in wanted printed reformatted again; do
        rm -rf "${lapack:?}/$folder"
    done
    wanted
    print_all "$lapack/original" "$lapack/printed"
    same "$lapack/wanted" "$lapack/printed" "printed files differ from their sources"
    print_all "$lapack/original" "$lapack/reformatted" --reformat
    print_all "$lapack/reformatted" "$lapack/again" --reformat
    same "$lapack/reformatted" "$lapack/again" "laid out twice, files change"
    programs "$lapack/original" >"$lapack/programs.original"
    programs "$lapack/reformatted" >"$lapack/programs.reformatted"
    same "$lapack/programs.original" "$lapack/programs.reformatted" "reformatted files resolve to other programs"
    echo "lapack: $(find "$lapack/printed" -type f | wc -l) files are printed as they were, and mean the same laid out anew"
}

# Builds and tests a copy of LAPACK with the printed files instead of the original ones.
build() {
    local tree=$lapack/build log=$lapack/build.log p blas
    rm -rf "$tree"
    cp -r "$lapack/original" "$tree"
    cp -r "$lapack/reformatted/." "$tree"
    cp "$tree/INSTALL/make.inc.gfortran" "$tree/make.inc"
    local flags=(FFLAGS="$options" FFLAGS_DRV="$options" FFLAGS_NOOPT="$options")
    step() {
        "$@" >>"$log" 2>&1 || fail "failed: $*
$(tail -n 20 "$log")"
    }
    : >"$log"
    step make -C "$tree" -j"$jobs" "${flags[@]}" blaslib
    for p in "${precisions[@]}"; do
        step make -C "$tree/BLAS/TESTING" -j"$jobs" "${flags[@]}" "$p"
        blas=$(printf '%s' "$p" | sed 's/^complex16$/z/; s/^\(.\).*/\1/')
        (
            cd "$tree/BLAS/TESTING"
            "./xblat1$blas" >"${blas}blat1.out"
            "./xblat2$blas" <"${blas}blat2.in"
            "./xblat3$blas" <"${blas}blat3.in"
        ) >>"$log" 2>&1 || fail "BLAS tests of $p end with an error: $log"
        ! grep -l 'FAIL\|SUSPECT' "$tree/BLAS/TESTING/${blas}"blat*.out || fail "BLAS tests of $p fail"
        grep -q PASS "$tree/BLAS/TESTING/${blas}blat1.out" || fail "BLAS tests of $p did not run"
    done
    # Test programs are built before the tests: during the tests, two of them would write to the same objects.
    local folder
    for folder in SRC TESTING/MATGEN TESTING/EIG TESTING/LIN TESTING; do
        step make -C "$tree/$folder" -j"$jobs" "${flags[@]}" "$tier"
    done
    (cd "$tree" && python3 lapack_testing.py -p "$summary") >"$lapack/summary" 2>&1 || fail "$(tail "$lapack/summary")"
    # name, tests, failures and other errors, both followed by their percentage
    local total
    total=$(awk -F '\t+' -v row="$row" '$1 == row { print $2, $3, $5 }' "$lapack/summary")
    [ "$total" = "$tests 0 0" ] || fail "tests, failures, errors: $total, not $tests 0 0
$(cat "$lapack/summary")"
    echo "lapack: built from what was laid out anew; $tests tests, no failure"
}

fetch
[ "$tier" = fetch ] || { check; build; }
