#!/bin/sh
# Snapshots on disk: whatever happens, the file that holds them is gone at the end, and no other file is touched. A full
# disk ends the program, with a message that says which file and how much: disk.sh FC
set -eu
fc=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$here/build/disk
rm -rf "$work"
mkdir -p "$work/folder"
cd "$work"
$fc -O2 "$here"/*.f90 "$here/tests/disk.f90" -o program
unset ADC_SNAPSHOT_DIR TMPDIR
echo "results of the user" > folder/results

fail() {
    echo "FAIL disk: $1" >&2
    cat output >&2
    exit 1
}

said() {
    grep -qF "$1" output || fail "no '$1' in:"
}

# The folder is as it was.
untouched() {
    [ "$(ls -A folder)" = results ] || fail "$1: files are left: $(ls -A folder)"
    [ "$(cat folder/results)" = "results of the user" ] || fail "$1: another file was changed"
    echo "ok   disk: $1"
}

for case in loop small far; do
    ADC_SNAPSHOT_DIR=folder ./program $case > output 2>&1 || fail "$case:"
    untouched "$case"
done
(cd folder && ../program loop > ../output 2>&1) || fail "in the current folder:"
untouched "in the current folder"
if ADC_SNAPSHOT_DIR=folder ./program stop > output 2>&1; then fail "the program did not stop"; fi
said "stopped by the user"
untouched "an error stop elsewhere"

# Which folder it is shows where there is none.
if ADC_SNAPSHOT_DIR=none TMPDIR=folder ./program loop > output 2>&1; then fail "a folder that does not exist"; fi
said "adc tape: cannot create the file none/adc-snapshots-"
if ADC_SNAPSHOT_DIR='' TMPDIR=nowhere ./program loop > output 2>&1; then fail "a TMPDIR that does not exist"; fi
said "adc tape: cannot create the file nowhere/adc-snapshots-"
untouched "folders that do not exist"

# A full disk: a file system of 5 MB of our own where we may mount one.
cat > full.sh << 'END'
set -e
mount -t tmpfs -o size=5m none folder
echo "results of the user" > folder/results
set +e
ADC_SNAPSHOT_DIR=folder ./program $1 > output 2>&1
echo $? > status
ls -A folder > left
cat folder/results > kept
END
if unshare -rm true 2> /dev/null && unshare -rm sh -c 'mount -t tmpfs -o size=5m none folder' 2> /dev/null; then
    for case in loop small; do
        [ $case = loop ] || sed -i 's/size=5m/size=64k/' full.sh
        unshare -rm sh full.sh $case
        [ "$(cat status)" -eq 1 ] || fail "the disk is full, and the status is $(cat status)"
        said "adc tape: folder/adc-snapshots-"
        said "adc tape: cannot write to the file of snapshots folder/adc-snapshots-"
        [ $case = small ] || said ": no success with 1048576 bytes, after 4194304 bytes were written"
        [ "$(cat left)" = results ] || fail "a full disk: files are left: $(cat left)"
        [ "$(cat kept)" = "results of the user" ] || fail "a full disk: another file was changed"
        echo "ok   disk: full ($case)"
    done
else
    echo "disk: no file system could be mounted; a limit on the size of files stands for a full one"
fi
# A limit on the size of files, in units of 512 or 1024 bytes.
if (ulimit -f 5000 && ADC_SNAPSHOT_DIR=folder ./program loop > output 2>&1); then fail "a limit on files:"; fi
said "adc tape: cannot write to the file of snapshots folder/adc-snapshots-"
untouched "a limit on the size of files"
