#!/usr/bin/env bash
# Prints one program of gfortran's own tests with `adc print --reformat`, and checks that it still does the same. The
# new layout keeps nothing of the original one, so the printed text shows only the syntax tree.
#
#   gfortran-program.sh FILE FOLDER      writes FOLDER/verdict, one line
#
# The verdicts:
#   ok         printed, compiled, same exit status and output, printing is a fixed point, same representation
#   unrun      the original itself does not compile or run here
#   refused    adc gives a reason, with a code and a location
#   broken     the printed program does not compile
#   differs    the printed program behaves differently
#   unstable   printing the printed text changes it
#   changed    without --reformat, the printed text differs from the original
#   crash      adc does not end, or ends with an unexpected exit status
# `resolved` or `unresolved CODE...` follows: it shows whether adc also resolves names, types and calls of the
# program.
#
# FOLDER keeps the results of the original and of the printed program: neither is compiled again while it is the same.
set -u

source_file=$1
folder=$2
adc=${ADC:?the command to test}
fc=${FC:-gfortran}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
name=$(basename "$source_file")
here=$(cd "$(dirname "$source_file")" && pwd)

verdict() {
    printf '%s\n' "$*" >"$folder/verdict"
    exit 0
}

# The words of `{ dg-options "..." }` and `{ dg-additional-options "..." }` that apply to this system.
test_options() {
    grep -oE 'dg-(additional-)?options +("[^"]*"|[^ "}]+).*' "$1" | while IFS= read -r line; do
        case $line in
            *target*x86_64* | *target*linux* | *target*libatomic*) ;;
            *target*) continue ;;
        esac
        printf '%s ' "$line" | sed -E 's/^dg-(additional-)?options +("([^"]*)"|([^ "}]+)).*/\3\4 /'
    done
}

options=$(test_options "$source_file")
# a test without options runs with these
grep -q 'dg-options' "$source_file" || options="$options ${DEFAULT_OPTIONS-}"
# gfortran runs the programs of this folder with and without its library of images; here there is one image
case $source_file in */coarray/*) options="$options -fcoarray=single" ;; esac

# Options that change the meaning of the source.
reading=()
for o in $options; do
    case $o in
        -cpp) reading+=(--cpp) ;;
        -D* | -ffixed-form | -ffree-form | -ffixed-line-length-* | -fd-lines-as-* | -fno-pad-source | -fbackslash | -fdollar-ok)
            reading+=("$o") ;;
    esac
done

# compile and run SOURCE as a program named TO: output in TO.out, exit status in TO.status (`none`: not compiled)
build_and_run() {
    local dir=$work/$2
    mkdir -p "$dir"
    # shellcheck disable=SC2086 # a list of options
    if ! (cd "$dir" && timeout 120 "$fc" $options -I "$here" "$1" -o program.exe) >"$folder/$2.messages" 2>&1; then
        echo none >"$folder/$2.status"
        return
    fi
    (cd "$dir" && timeout 60 ./program.exe <"$3") >"$folder/$2.out" 2>/dev/null
    echo $? >"$folder/$2.status"
}

input=/dev/null

if [ ! -f "$folder/original.status" ]; then
    build_and_run "$here/$name" again "$input"
    if [ "$(cat "$folder/again.status")" != none ]; then
        (cd "$work/again" && rm -f -- *.mod && timeout 60 ./program.exe <"$input") >"$folder/original.out" 2>/dev/null
        # output that differs from run to run is not compared
        cmp -s "$folder/original.out" "$folder/again.out" || : >"$folder/varies"
    fi
    mv "$folder/again.status" "$folder/original.status"
fi
expected=$(cat "$folder/original.status")
[ "$expected" != none ] || verdict unrun
[ "$expected" != 124 ] || verdict unrun
if [ "$expected" != 0 ] && ! grep -q 'dg-shouldfail' "$source_file"; then verdict unrun; fi

run_adc() {
    timeout 20 "$adc" "$@" >"$work/said" 2>&1
    local status=$?
    # 0: done; 1: an error was reported. Any other status is a fault of adc or of this script.
    [ "$status" -le 1 ] || { cp "$work/said" "$folder/crash.messages"; verdict "crash $status in: $*"; }
    return "$status"
}

mkdir -p "$work/once" "$work/twice"
if ! run_adc print --reformat "$here/$name" ${reading[@]+"${reading[@]}"} -I "$here" --message-format short -o "$work/once"; then
    cp "$work/said" "$folder/refused.messages"
    verdict "refused $(grep -m1 'error\[' "$work/said" | sed 's|^.*/||')"
fi
# the printed text is read unchanged
printed_reading=()
for o in ${reading[@]+"${reading[@]}"}; do
    case $o in --cpp | -D* | -ffixed-line-length-* | -fd-lines-as-*) ;; *) printed_reading+=("$o") ;; esac
done
run_adc print --reformat "$work/once/$name" ${printed_reading[@]+"${printed_reading[@]}"} --message-format short -o "$work/twice" ||
    verdict "unstable: $(grep -m1 'error\[' "$work/said" | sed 's|^.*/||')"
cmp -s "$work/once/$name" "$work/twice/$name" || verdict "unstable: $(diff "$work/once/$name" "$work/twice/$name" | sed -n 2p)"

# sources that the preprocessor or an option changes are not compared
if [ ${#reading[@]} = 0 ] && [ "$name" = "${name%.F*}" ]; then
    mkdir -p "$work/as-written"
    run_adc print "$here/$name" -I "$here" -o "$work/as-written"
    cmp -s "$here/$name" "$work/as-written/$name" ||
        verdict "changed: $(diff "$here/$name" "$work/as-written/$name" | sed -n 2p)"
fi

understood=resolved
if ! run_adc dump --stage ir "$here/$name" ${reading[@]+"${reading[@]}"} -I "$here" --message-format short; then
    understood="unresolved $(grep 'error\[' "$work/said" | sed -E 's|^.*/([^/]*: error)|\1|' | head -3 | tr '\n' ';')"
fi

if ! cmp -s "$work/once/$name" "$folder/printed.accepted"; then
    cp "$work/once/$name" "$folder/$name"
    build_and_run "$work/once/$name" printed "$input"
    got=$(cat "$folder/printed.status")
    [ "$got" != none ] || verdict "broken $(grep -m1 'Error:' "$folder/printed.messages")"
    [ "$got" = "$expected" ] || verdict "differs: exit status $got, not $expected"
    if [ ! -f "$folder/varies" ] && ! cmp -s "$folder/original.out" "$folder/printed.out"; then
        verdict "differs: $(diff "$folder/original.out" "$folder/printed.out" | sed -n 2,4p | tr '\n' ' ')"
    fi
    mv "$folder/$name" "$folder/printed.accepted"
    rm -f "$folder/printed.out"
fi
verdict "ok $understood"
