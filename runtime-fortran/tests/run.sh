#!/bin/sh
# Compiles tests/NAME.f90 (or .f) with the runtime and the given options, and runs it: run.sh FC OPTIONS NAME ARGUMENTS
# The C library of GNU fills memory with garbage before its first use, except where speed is measured.
set -eu
fc=$1; options=$2; name=$3; shift 3
here=$(cd "$(dirname "$0")/.." && pwd)
source=$here/tests/$name.f90
[ -f "$source" ] || source=$here/tests/$name.f
case $name in *threads) options="$options -fopenmp" ;; esac
case $name in *speed | colors) ;; *) export MALLOC_PERTURB_=165 ;; esac

# The runtime is compiled once for each set of options.
work=$here/build/$(printf %s "$options" | tr -c 'A-Za-z0-9' _)
mkdir -p "$work"
cd "$work"
if [ ! -f tape.stamp ] || [ -n "$(find "$here"/*.f90 -newer tape.stamp)" ]; then
    rm -f ./*.o ./*.mod
    # shellcheck disable=SC2086
    $fc $options -c "$here"/*.f90
    touch tape.stamp
fi
# shellcheck disable=SC2086
$fc $options "$source" ./*.o -o "$name.exe"
if ./"$name.exe" "$@"; then
    echo "ok   $name ($options)"
else
    echo "FAIL $name ($options)" >&2
    exit 1
fi
