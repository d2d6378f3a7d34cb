#!/usr/bin/env bash
# Prints the structure of the code: import cycles between files, the largest types, and the number of matches on kinds
# of statements with a wildcard arm. It fails if these differ from the limits in tests/structure.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --quiet --locked --test main -- --exact structure::figures_are_the_limits --nocapture |
    sed '/^running /d; /^test result/d; /^\.*$/d'
