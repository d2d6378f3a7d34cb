#!/usr/bin/env python3
"""Differentiates every procedure with real arguments in a folder of Fortran files, and compiles the results.

    heads.py FOLDER [-o REPORT] [--jobs N] [--only TEXT]

Each external or module procedure is a head. Its real and complex input arguments are the independents; its output
arguments and a function's value are the dependents. Both modes are generated, and every output must compile with
gfortran beside the original. Nothing is downloaded. Files that gfortran does not compile are omitted and counted.
Modules of other files of the folder are compiled, and given to adc, as they are used.

ADC names the command (target/release/adc), FC the compiler (gfortran). The exit status is 1 if an output does not
compile, or adc panics or hangs.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ADC = os.environ.get("ADC", os.path.join(ROOT, "target", "release", "adc"))
FC = os.environ.get("FC", "gfortran")
LIMIT = 60
MODES = {"tangent": "d", "reverse": "b"}

Head = collections.namedtuple("Head", "name dependents independents")
Result = collections.namedtuple("Result", "file head mode outcome detail")


def run(command, folder, limit=LIMIT):
    """Exit status and messages; the status is None where the command takes too long."""
    try:
        done = subprocess.run(command, cwd=folder, timeout=limit, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        return None, "", ""
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


# ---- which files a file needs

def names_in(text, pattern):
    return [m.group(1).lower() for m in re.finditer(pattern, text, re.IGNORECASE | re.MULTILINE)]


def modules_of(folder, files):
    """The file of each module, and what each file uses."""
    home, uses = {}, {}
    for f in files:
        with open(os.path.join(folder, f), encoding="latin-1") as source:
            text = source.read()
        own = [m for m in names_in(text, r"^\s*module\s+(\w+)\s*(?:!.*)?$")]
        for m in own:
            home.setdefault(m, f)
        used = names_in(text, r"^\s*use\s*(?:,\s*non_intrinsic\s*)?(?:::)?\s*(\w+)")
        used += names_in(text, r"^\s*submodule\s*\(\s*(\w+)")
        uses[f] = [m for m in used if m not in own]
    return home, uses


def closure(file, home, uses):
    """The files that have to come first, then the file; none where a module is in no file."""
    order, state = [], {}

    def visit(f):
        if state.get(f) == "done":
            return True
        if state.get(f) == "open":
            return False
        state[f] = "open"
        for m in uses[f]:
            if m.startswith("iso_") or m.startswith("ieee_") or m in ("omp_lib", "mpi"):
                continue
            if m in home and not visit(home[m]):
                return False
        state[f] = "done"
        order.append(f)
        return True

    return order if visit(file) else [file]


# ---- heads

OPENING = re.compile(r"^(?P<indent> *)(?P<prefix>(?:[a-z_]+(?:\([^)]*\))? )*?)(?P<kind>subroutine|function|module|submodule|program|interface)\b ?(?P<rest>.*)$")


def heads_of(dump):
    """Reads `adc dump --stage ir`: procedures that are external or in a module, with their real arguments."""
    found, stack = [], []
    for line in dump.splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        while stack and stack[-1]["depth"] >= depth:
            stack.pop()
        m = OPENING.match(line)
        if m and ": " not in line.strip().split("(")[0]:
            kind, rest = m.group("kind"), m.group("rest")
            if kind == "interface" or m.group("prefix").startswith("interface"):
                stack.append({"depth": depth, "kind": "interface"})
                continue
            parents = [s["kind"] for s in stack]
            name = re.match(r"\w*", rest).group(0)
            args = re.match(r"\w*\(([^)]*)\)", rest)
            unit = {"depth": depth, "kind": kind, "name": name, "vars": {},
                    "args": args.group(1).replace(" ", "").split(",") if args else [],
                    "result": (re.search(r"-> (\w+)", rest) or [None, None])[1]}
            stack.append(unit)
            if kind in ("subroutine", "function") and all(p in ("module",) for p in parents):
                found.append(unit)
            continue
        if stack and stack[-1]["kind"] in ("subroutine", "function") and depth == stack[-1]["depth"] + 1:
            d = re.match(r"^ *(\w+): (real|complex)(\(\d+\))?\b(.*)$", line)
            if d:
                stack[-1]["vars"][d.group(1)] = d.group(4).split()
    return [h for h in map(head_of, found) if h]


def head_of(unit):
    inputs, outputs = [], []
    for a in unit["args"]:
        words = unit["vars"].get(a)
        if words is None or "dummy" not in words:
            continue
        last = [w for w in words if w in ("in", "out", "inout")]
        way = last[-1] if last else ("in" if "value" in words else "inout")
        if way in ("in", "inout"):
            inputs.append(a)
        if way in ("out", "inout") and unit["kind"] == "subroutine" or way == "out":
            outputs.append(a)
    if unit["kind"] == "function" and unit["result"] in unit["vars"]:
        outputs.append(unit["result"])
    return Head(unit["name"], outputs, inputs) if inputs and outputs else None


# ---- one file

def compile_all(files, folder, out, modules=None):
    """Compiles files into a folder; the modules of the originals are in another one, as a derivative may hold a module again."""
    found = ["-I", modules] if modules else []
    for f in files:
        status, _, err = run([FC, "-c", "-w", "-O0", *found, "-I", folder, "-J", out, "-o",
                              os.path.join(out, "x.o"), f], out, 120)
        if status != 0:
            return err
    return None


def differentiate(file, folder, order):
    results = []
    out = tempfile.mkdtemp(prefix="adc-heads-")
    try:
        paths = [os.path.join(folder, f) for f in order]
        status, dump, err = run([ADC, "dump", *paths, "--stage", "ir", "-I", folder], out)
        if status not in (0, 1) or status is None:
            return [Result(file, "", "dump", "panic" if status is not None else "time-out", err[:2000])]
        if status == 1:
            return [Result(file, "", "dump", "not read", code_of(err))]
        own = len(order) == 1
        if not own:
            # heads of the file itself; those of its modules follow
            status, dump, err = run([ADC, "dump", paths[-1], "--stage", "ir", "-I", folder], out)
        heads = heads_of(dump)
        if not heads:
            return [Result(file, "", "", "no head", "")]
        if compile_all(paths, folder, out):
            return [Result(file, "", "", "original does not compile", "")]
        for head in heads:
            spec = f"{head.name}({','.join(head.dependents)})/({','.join(head.independents)})"
            for mode, letter in MODES.items():
                target = os.path.join(out, f"adc_{letter}.f90")
                if os.path.exists(target):
                    os.remove(target)
                command = [ADC, f"--{mode}", *paths, "-I", folder, "--head", spec, "-o", target, "--message-format", "short"]
                status, _, err = run(command, out)
                if status is None:
                    results.append(Result(file, spec, mode, "time-out", ""))
                elif status == 1:
                    results.append(Result(file, spec, mode, "refused", code_of(err)))
                elif status != 0:
                    results.append(Result(file, spec, mode, "panic", err[:2000]))
                else:
                    made = tempfile.mkdtemp(dir=out)
                    wrong = compile_all([target], folder, made, out)
                    outcome = "does not compile" if wrong else "compiles"
                    results.append(Result(file, spec, mode, outcome, (wrong or "")[:1500]))
        return results
    finally:
        shutil.rmtree(out, ignore_errors=True)


def code_of(messages):
    found = re.search(r"error\[(ADC\d{4})\]: (.*)", messages)
    return f"{found.group(1)} {found.group(2)}" if found else messages[:200]


# ---- all

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("-o", "--output", help="all results, one JSON object a line")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="files whose names contain this")
    options = parser.parse_args()
    folder = os.path.abspath(options.folder)
    endings = (".f90", ".f95", ".f03", ".f08", ".f", ".for", ".F90", ".F")
    files = sorted(f for f in os.listdir(folder) if f.endswith(endings))
    home, uses = modules_of(folder, files)
    chosen = [f for f in files if options.only in f]
    counts, results = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(lambda f: differentiate(f, folder, closure(f, home, uses)), chosen):
            results += found
            counts.update(r.outcome for r in found)
    if options.output:
        with open(options.output, "w", encoding="utf-8") as report:
            for r in results:
                report.write(json.dumps(r._asdict()) + "\n")
    print(f"{len(chosen)} files")
    for outcome, n in counts.most_common():
        print(f"{n:6} {outcome}")
    for code, n in collections.Counter(r.detail[:7] for r in results if r.outcome == "refused").most_common():
        print(f"{n:6}   refused by {code}")
    bad = [r for r in results if r.outcome in ("does not compile", "panic", "time-out")]
    for r in bad:
        lines = [l for l in r.detail.splitlines() if "Error" in l or "panicked" in l]
        print(f"{r.outcome}: {r.file} {r.head} {r.mode}: {lines[:1]}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
