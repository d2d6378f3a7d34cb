#!/usr/bin/env bash
# Prints how the code is built: files that import each other in circles, the largest types, and how many matches on
# kinds of statements have a wildcard arm. It fails where these differ from the limits in tests/structure.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --quiet --locked --test main -- --exact structure::figures_are_the_limits --nocapture |
    sed '/^running /d; /^test result/d; /^\.*$/d'
