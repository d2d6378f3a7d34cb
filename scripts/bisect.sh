#!/usr/bin/env bash
# Finds the application of an optimisation that makes a check fail.
#
#   scripts/bisect.sh COMMAND [ARGUMENT ...]
#
# COMMAND differentiates with adc and checks the result: it succeeds if the derivative is right. It fails with all
# optimisations and succeeds with none, and passes on the output of adc. adc takes ADC_FUEL from the environment,
# applies this number of optimisations, on one thread, and reports the last one.
set -euo pipefail

if [ $# -eq 0 ]; then
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
said=$(mktemp)
trap 'rm -f "$said"' EXIT

# Runs the check with fuel for a number of applications.
check() {
    ADC_FUEL=$1 "${@:2}" > "$said" 2>&1
}

most=1000000000
if check $most "$@"; then
    echo "bisect: the check succeeds with all optimisations" >&2
    exit 1
fi
high=$(sed -n 's/^adc: fuel for [0-9]* of \([0-9]*\) applications.*/\1/p' "$said" | sort -n | tail -1)
if [ -z "$high" ]; then
    echo "bisect: the check does not show what adc says:" >&2
    cat "$said" >&2
    exit 1
fi
if ! check 0 "$@"; then
    echo "bisect: the check fails without optimisations, too:" >&2
    cat "$said" >&2
    exit 1
fi
# succeeds with low, fails with high
low=0
while [ $((high - low)) -gt 1 ]; do
    middle=$(((low + high) / 2))
    if check $middle "$@"; then
        low=$middle
    else
        high=$middle
    fi
    echo "bisect: $low right, $high wrong" >&2
done
if check "$high" "$@"; then
    echo "bisect: the check does not fail each time" >&2
    exit 1
fi
grep '^adc: fuel' "$said"
