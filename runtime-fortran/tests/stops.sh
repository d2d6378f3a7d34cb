#!/bin/sh
# Each case of tests/stops.f90 must end the program, with a message that says which and how much: stops.sh FC
set -eu
fc=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$here/build/stops
mkdir -p "$work"
cd "$work"
$fc -O2 "$here"/*.f90 "$here/tests/stops.f90" -o program

expect() { # expect CASE TEXT
    if ./program "$1" > output 2>&1; then
        echo "FAIL stops $1: the program did not stop" >&2
        exit 1
    fi
    if ! grep -qF "$2" output; then
        echo "FAIL stops $1: no '$2' in:" >&2
        cat output >&2
        exit 1
    fi
    echo "ok   stops: $1"
}

expect pop-empty        "pop from an empty tape: real8: 1 asked for, 0 left (8 bytes of other values are on the tape)"
expect pop-array        "pop from an empty tape: real4: 10 asked for, 7 left"
expect pop-control      "pop from an empty tape: control2b: 1 asked for, 0 left"
expect control-width    "popcontrol3b does not match the push that it should undo"
expect recall-empty     "pop from an empty tape: real8: 5 asked for, 0 left"
expect limit            "out of memory: real8: no room for 1 more values of 8 bytes"
expect limit            "80000 bytes are in use"
expect limit            "the limit is 80000 bytes"
expect limit-array      "out of memory: integer4: no room for"
expect limit-piece      "out of memory: real8: no room for 20000 more values of 8 bytes"
expect check-kind       "pop of real4 (1 values), but what was pushed last is real8 (1 values)"
expect check-length     "pop of real8 (4 values), but what was pushed last is real8 (5 values)"
expect check-control    "pop of control2b (1 values), but what was pushed last is control1b (1 values)"
expect check-order      "pop of real8 (1 values), but what was pushed last is integer4 (1 values)"
expect check-empty      "pop of real8 (1 values) from an empty tape"
expect check-late       "only while the tape is empty"
