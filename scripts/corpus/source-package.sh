#!/bin/sh
# Downloads the source package of an installed binary package, without root and without changes to the system's
# settings: it reads apt's own entries as source entries, in a separate folder.
#
#   source-package.sh NAME DEST      prints the path of the .dsc file in DEST
#
# Packages that are already in DEST are not downloaded again.
set -eu

[ $# -eq 2 ] || { echo "usage: $0 NAME DEST" >&2; exit 2; }
name=$1
mkdir -p "$2"
dest=$(cd "$2" && pwd -P)

found() {
    find "$dest" -maxdepth 1 -name "${name}_*.dsc" | sort | tail -n 1
}

if [ ! -f "$dest/.complete-$name" ]; then
    command -v apt-get >/dev/null || { echo "$0: source packages need apt-get" >&2; exit 1; }
    apt=$dest/.apt
    mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
    for part in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        [ -f "$part" ] || continue
        case $part in
            *.sources) sed 's/^Types:.*/Types: deb-src/' "$part" >"$apt/parts/${part##*/}" ;;
            # the file of the old style is copied like a part, too: apt reads only the folder
            *.list) sed -n 's/^deb[[:space:]]/deb-src /p' "$part" >"$apt/parts/${part##*/}" ;;
        esac
    done
    settings="-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$apt/parts
        -o Dir::State::lists=$apt/lists -o Dir::Cache=$apt/cache -o APT::Sandbox::User=$(id -un)"
    # an unreachable entry is harmless if another one has the package
    # shellcheck disable=SC2086 # a list of options
    apt-get $settings -qq update >&2 || echo "$0: not all package lists could be read" >&2
    # Debian's changes are not needed, and some mirrors lack them
    for part in --dsc-only --tar-only; do
        # shellcheck disable=SC2086
        (cd "$dest" && apt-get $settings -qq source --download-only "$part" "$name" >&2)
    done
    rm -rf "$apt"
    [ -n "$(found)" ] || { echo "$0: no source package $name" >&2; exit 1; }
    : >"$dest/.complete-$name"
fi
found
