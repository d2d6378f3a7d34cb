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
expect steps-none       "adc_steps_next comes outside of any checkpointed loop"
expect steps-no-snapshots "a checkpointed loop needs a snapshot"
expect steps-not-stored "a state was to be stored, but there was no snapshot"
expect steps-too-early  "adc_steps_next comes before adc_steps_last"
expect steps-too-late   "adc_steps_arrive comes after adc_steps_last"
expect snapshot-no-store "adc_snapshot_end comes where nothing is to be stored"
expect snapshot-no-begin "adc_snapshot_end comes without adc_snapshot_begin"
expect snapshot-load    "adc_snapshot_load comes where nothing is to be restored"
expect snapshot-limit   "out of memory: integer4: no room for 40000 more values of 4 bytes"
expect snapshot-order   "pop of real4 (1 values), but what was pushed last is real8 (1 values)"
expect repeat-none      "adc_repeat_load comes without a recording"
