#!/usr/bin/env bash
# Prints how the code is built: files that import each other in circles, the largest types, and how many matches on
# kinds of statements have a wildcard arm. The test `structure` holds the limits.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --quiet --locked --test main -- --exact structure::figures --nocapture |
    sed '/^running /d; /^test result/d; /^\.*$/d'
