#!/usr/bin/env python3
"""compare.py OLD NEW: prints how the Fortran that two builds of the command write differs.

Both differentiate all fixtures (tests/numeric), kernels and programs (benches) in several ways. Exit status 1: they differ.
"""

import concurrent.futures
import difflib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WAYS = [
    "--tangent",
    "--reverse",
    "--reverse --no-opt all",
    "--reverse --no-opt inline --specialize",
    "--tangent --vector",
    "--reverse --vector",
    "--hessian",
]


def words(text, key):
    """The rest of the comment line that begins with a key."""
    found = re.search(rf"^[!cC*]\s*{key}:?\s+(.*)$", text, re.M)
    return found.group(1).strip() if found else ""


def fixtures():
    for source in sorted(ROOT.glob("tests/numeric/*/head.*")):
        text = source.read_text(errors="replace")
        external = [f"--external={ROOT / path}" for path in words(text, "external").split()]
        yield source.parent, [*words(text, "options").split(), *external, "--head", words(text, "head"), source.name]


def programs():
    for driver in sorted(ROOT.glob("benches/*/*/drive.f90")):
        text = driver.read_text()
        yield driver.parent, ["--head", words(text, "head"), *words(text, "sources").split()]


def differences(case):
    """Pairs of a way and the lines that differ."""
    folder, arguments = case
    for way in WAYS:
        texts = []
        for command in sys.argv[1:3]:
            run = [pathlib.Path(command).resolve(), *way.split(), *arguments, "-o", "-"]
            done = subprocess.run(run, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
            texts.append([f"exit status {done.returncode}", *done.stdout.splitlines()])
        yield way, list(difflib.unified_diff(*texts, lineterm="", n=1))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cases = [*fixtures(), *programs()]
    count = 0
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for case, found in zip(cases, pool.map(lambda c: list(differences(c)), cases)):
            for way, lines in found:
                if lines:
                    count += 1
                    print(f"==== {case[0].relative_to(ROOT)} {way}", *lines, sep="\n")
    print(f"{len(cases)} cases, {len(WAYS)} ways: {count} differ")
    sys.exit(count > 0)


if __name__ == "__main__":
    main()
