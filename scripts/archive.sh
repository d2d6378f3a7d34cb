#!/usr/bin/env bash
# Builds the command for a target and packs it, with its manual page and completions: what a release consists of.
#
#   scripts/archive.sh x86_64-unknown-linux-musl FOLDER
#
# For targets with `musl`, the command is static. Their C compiler and linker are those of zig, so that one machine
# builds for all processors: `pip install ziglang cargo-zigbuild`.
# PROFILE is another profile than `dist`, for a try: `demo` is built in a third of the time.
# RUNNER is a command that runs programs of another processor, such as `qemu-aarch64-static`.
set -euo pipefail
target=${1:?the target, as rustc names it}
folder=$(mkdir -p "${2:?the folder for the archive}" && cd "$2" && pwd)
cd "$(dirname "$0")/.."
: "${CARGO_TARGET_DIR:=$PWD/target}"

case $target in
    *-musl) build=zigbuild ;;
    *) build=build ;;
esac
profile=${PROFILE:-dist}
RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=." \
    cargo "$build" --profile "$profile" --locked --bin adc --target "$target"

extension=
case $target in *windows*) extension=.exe ;; esac
command=$CARGO_TARGET_DIR/$target/$profile/adc$extension
read -ra run <<< "${RUNNER:-}"
adc() { "${run[@]}" "$command" "$@"; }

version=$(adc --version | cut -d ' ' -f 2)
name=adc-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name/completions"
cp "$command" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$work/$name"
adc man > "$work/$name/adc.1"
for shell in bash zsh fish; do
    adc completions "$shell" > "$work/$name/completions/adc.$shell"
done
case $target in
    *windows*) (cd "$work" && 7z a -bd "$folder/$name.zip" "$name" > /dev/null) && file=$name.zip ;;
    *) tar -C "$work" --owner=0 --group=0 -czf "$folder/$name.tar.gz" "$name" && file=$name.tar.gz ;;
esac
# the name without the folder, as `sha256sum -c` needs it
(cd "$folder" && { sha256sum "$file" 2> /dev/null || shasum -a 256 "$file"; } > "$file.sha256")
echo "$folder/$file"
