#!/usr/bin/env bash
# Prints gfortran's own run tests with `adc print`. The printed text must be the same as the original; in a new
# layout, it must compile and behave like the original.
#
#   gfortran.sh torture      gfortran.fortran-torture/execute: all must pass
#   gfortran.sh dg           gfortran.dg, programs of one file: 97 % must pass, the others be refused with a code
#
# ADC names the command (target/release/adc), WORK the folder for downloads and results (target/corpus), JOBS the
# number of programs that are processed in parallel. Nothing is stored outside WORK.
set -euo pipefail

suite=${1:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
export ADC=${ADC:-${CARGO_TARGET_DIR:-$root/target}/release/adc}
work=${WORK:-${CARGO_TARGET_DIR:-$root/target}/corpus}
jobs=${JOBS:-2}
export LC_ALL=C
case $suite in
    torture) folder=gcc/testsuite/gfortran.fortran-torture/execute ;;
    dg) folder=gcc/testsuite/gfortran.dg ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

if [ -n "${SKIP_CORPUS:-}" ]; then
    echo "gfortran.$suite: left out, since SKIP_CORPUS is set"
    exit 0
fi

sources=$work/gfortran-tests
if [ ! -f "$sources/.complete" ]; then
    dsc=$("$root/scripts/corpus/source-package.sh" gcc-12 "$work/packages") || {
        echo "gfortran.$suite: the sources cannot be downloaded; without a network, SKIP_CORPUS=1 leaves this test out" >&2
        exit 1
    }
    rm -rf "$sources"
    mkdir -p "$sources"
    # the package contains an archive in an archive; only these folders of it are needed
    tar -xzOf "${dsc%-*}.orig.tar.gz" --wildcards 'gcc-12-*/gcc-*.tar.xz' |
        tar -xJf - -C "$sources" --strip-components=1 --wildcards '*/gcc/testsuite/gfortran.dg' '*/gcc/testsuite/gfortran.fortran-torture'
    : >"$sources/.complete"
fi

results=$work/results-$suite
mkdir -p "$results"
cd "$sources/$folder"
if [ "$suite" = torture ]; then
    find . -name '*.f90' -o -name '*.f' | sort >"$results/list"
else
    # self-contained: one file, marked to be run
    { grep -rlE 'dg-do +run' --include='*.[fF]*' . || true; } | sort | while IFS= read -r f; do
        grep -qE 'dg-additional-sources' "$f" || echo "$f"
    done >"$results/list"
    export DEFAULT_OPTIONS=-pedantic-errors
fi
# ONLY selects programs by a pattern
[ -z "${ONLY:-}" ] || { grep -E -- "$ONLY" "$results/list" >"$results/picked" || true; mv "$results/picked" "$results/list"; }

started=$(date +%s)
xargs -P "$jobs" -I{} "$root/scripts/corpus/gfortran-program.sh" {} "$results/{}.d" <"$results/list"
while IFS= read -r f; do
    printf '%s %s\n' "${f#./}" "$(cat "$results/$f.d/verdict")"
done <"$results/list" >"$results/verdicts"

count() {
    awk -v v="$1" '$2 == v' "$results/verdicts" | wc -l
}
total=$(wc -l <"$results/list")
unrun=$(count unrun)
ok=$(count ok)
refused=$(count refused)
runnable=$((total - unrun))
wrong=$((runnable - ok - refused))
resolved=$(awk '$3 == "resolved"' "$results/verdicts" | wc -l)
echo "gfortran.$suite: $total programs, $unrun do not run here; of $runnable: $ok ok, $refused refused, $wrong wrong ($(($(date +%s) - started)) s)"
echo "gfortran.$suite: $resolved of $ok printed programs are resolved without an error"
awk '$2 != "ok" && $2 != "unrun"' "$results/verdicts"

awk '$2 == "ok" && $3 != "resolved"' "$results/verdicts"

# the table of refused programs, and the programs
if [ "$suite" = dg ] && [ -z "${ONLY:-}" ]; then
    awk '$2 == "refused" { print $1 }' "$results/verdicts" | sort >"$results/refused"
    grep -oE '`[a-z0-9_/]+\.[fF][0-9]*`' "$root/docs/explanation/corpora.md" | tr -d '`' | sort >"$results/listed"
    diff "$results/listed" "$results/refused" || { echo "gfortran.dg: docs/explanation/corpora.md does not list what is refused (<: listed, >: refused)"; exit 1; }
fi

[ "$wrong" = 0 ] || { echo "gfortran.$suite: a program is not what it was"; exit 1; }
if [ "$suite" = torture ]; then
    [ "$ok" = "$runnable" ]
else
    [ $((ok * 100)) -ge $((runnable * 97)) ]
fi
