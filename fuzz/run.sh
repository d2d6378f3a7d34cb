#!/usr/bin/env bash
# Fuzzes the given targets (all by default) for SECONDS_EACH, beginning with the fixtures. Stops at the first finding.
set -euo pipefail
cd "$(dirname "$0")"

seconds=${SECONDS_EACH:-600}
targets=("$@")
if [ ${#targets[@]} = 0 ]; then
    targets=(lines classify parse resolve print derive)
fi
if ! command -v cargo-fuzz > /dev/null; then
    echo "fuzz: cargo-fuzz is missing: cargo install cargo-fuzz" >&2
    exit 1
fi
# Coverage for the fuzzer is an unstable flag of the compiler: nightly has it, and so has stable when told so.
if cargo +nightly --version > /dev/null 2>&1; then
    toolchain=+nightly
else
    toolchain=
    export RUSTC_BOOTSTRAP=1
fi

# The fixtures as inputs: the first byte holds the options (`A` fixed form, `@` free form), and what is differentiated stands on a line before it.
seed() {
    local target=$1 file head form
    mkdir -p "corpus/$target"
    find .. \( -path ../target -o -path ../fuzz \) -prune -o -type f \( -name '*.f' -o -name '*.f90' \) -print | sort | while read -r file; do
        case $file in
            *.f) form=A ;;
            *) form=@ ;;
        esac
        head=$(sed -n 's/^[!Cc*] *head: *//p' "$file" | head -n 1)
        if [ "$target" = derive ] && [ -z "$head" ]; then
            continue
        fi
        {
            [ "$target" != derive ] || printf '%s\n' "$head"
            printf '%s' "$form"
            cat "$file"
        } > "corpus/$target/seed-$(printf '%s' "$file" | tr -c 'a-zA-Z0-9.\n' '_')"
    done
}

for target in "${targets[@]}"; do
    seed "$target"
    cargo $toolchain fuzz run --sanitizer none "$target" -- \
        -max_total_time="$seconds" -max_len=65536 -timeout=1 -rss_limit_mb=1024 -dict=fortran.dict -print_final_stats=1
done
