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
expect set-nan          "adc_patterns: a shadow contains no set, but NaN"
expect set-negative     "adc_patterns: a shadow contains no set, but -1.0"
expect set-fraction     "adc_patterns: a shadow contains no set, but 0.5"
expect set-beyond       "adc_patterns: a shadow contains no set, but 7.0"
expect set-old          "adc_patterns: a shadow contains no set, but 6.0"
expect set-complex      "adc_patterns: a shadow contains no set, but 1.0"
expect set-single       "adc_patterns: a shadow contains no set, but 16777216.0"
expect set-shape        "adc_patterns: the shapes of the arrays do not fit"
expect sparse-no-pattern "the matrix has no pattern: call adc_sparse_pattern first"
expect sparse-no-colors "the matrix has no colors: call adc_sparse_color first"
expect sparse-outside   "adc_sparse_pattern: a nonzero is outside of the matrix"
expect sparse-first     "\`first\` must begin with 1 and increase to the number of nonzeros plus 1"
expect sparse-by        "adc_sparse_color: by must be columns, rows, both, star or acyclic"
expect sparse-columns   "without an adjoint, the coloring is columns: use adc --jacobian=bidirectional"
expect sparse-hessian   "adc_sparse_matrix: the coloring of a Hessian is star, acyclic or columns"
expect sparse-weights   "adc_sparse_matrix: the coloring of a Jacobian is columns, rows or both"
expect sparse-order     "adc_sparse_color: order must be natural, largest-first, smallest-last, incidence-degree or best"
expect sparse-symmetric "the pattern is not symmetric: call adc_sparse_symmetrize first"
expect sparse-shape     "adc_sparse_recover: the shape of the derivatives does not fit the matrix"
expect sparse-missing   "adc_sparse_recover: the derivatives xb of the weights are missing"
expect sparse-driver    "adc_sparse_jacobian: no derivative is given"
