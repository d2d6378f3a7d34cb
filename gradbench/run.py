#!/usr/bin/env python3
"""Runs GradBench's harness and prints a table of its results.

    run.py GRADBENCH [--tool NAME]... [--eval NAME]... [--arguments 'EVAL: ARGUMENTS']... [--build FOLDER]

GRADBENCH is a clone of GradBench that was built as the README of this folder says. The tool `adc` is that of this
folder, with programs in `build`; others are GradBench's own, which it compiles when it starts an eval. The logs are in
`build/logs`.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
EVALS = ("hello", "gmm", "ba", "lstm", "ht", "ode", "lse", "llsq", "det", "kmeans", "particle", "saddle")
# Functions that compute a value; the others compute a derivative.
PRIMALS = ("primal", "objective", "cost", "square")


def tool_command(tool, build):
    if tool == "adc":
        return f"{sys.executable} {HERE}/tool.py --build {build}"
    if tool == "tapenade":
        return f"{sys.executable} python/gradbench/gradbench/tools/tapenade/run.py"
    return f"{sys.executable} python/gradbench/gradbench/cpp.py {tool}"


def harness(clone):
    """GradBench's command, as its own script builds it."""
    for profile in ("release-with-debug", "release"):
        command = clone / "target" / profile / "gradbench"
        if command.exists():
            return command
    sys.exit(f"{clone}/target has no gradbench: run `cargo build --release` in {clone}")


def run(clone, tool, name, arguments, log):
    """One eval with one tool, given by its command. Whether it is valid is in the log."""
    module = f"python/gradbench/gradbench/evals/{name}/run.py"
    command = [harness(clone), "run", "--output", log]
    command += ["--eval", f"{sys.executable} {module} {arguments}", "--tool", tool]
    environment = os.environ | {"PYTHONPATH": f"{clone}/python/gradbench"}
    subprocess.run(command, cwd=clone, env=environment, stdin=subprocess.DEVNULL)


class Result:
    """What the log of an eval with a tool says: seconds by function and input, and the number of valid outputs.

    Of repeated evaluations the shortest counts: on a busy machine, others vary.
    """

    def __init__(self, log):
        self.seconds = {}
        self.evaluations = self.valid = 0
        self.error = "no log"
        messages = {}
        for line in log.open() if log.exists() else []:
            entry = json.loads(line)
            if "message" in entry:
                self.read_message(entry["message"], messages)
            else:
                self.read_response(entry["response"], messages)

    def read_message(self, message, messages):
        messages[message["id"]] = message
        self.evaluations += message["kind"] == "evaluate"
        if message["kind"] == "analysis":
            self.valid += message["valid"]
            self.error = message.get("error", self.error)

    def read_response(self, response, messages):
        message = messages[response["id"]]
        self.error = response.get("error", self.error)
        if message["kind"] == "evaluate" and response["success"]:
            times = [t["nanoseconds"] for t in response.get("timings", []) if t["name"] == "evaluate"]
            if times:
                place = message.get("description", ""), message["function"]
                self.seconds[place] = min(times) * 1e-9

    def times(self, primal):
        """Seconds by input. Evals with several derivatives of one input have one for each."""
        return {
            (text, "" if function in ("jacobian", "gradient", "dir", *PRIMALS) else function): seconds
            for (text, function), seconds in self.seconds.items()
            if (function in PRIMALS) == primal
        }


def mean_ratio(above, below):
    """Geometric mean of the ratios at inputs that both have."""
    ratios = [above[place] / below[place] for place in above if place in below]
    return statistics.geometric_mean(ratios) if ratios else None


def shown(seconds):
    if seconds is None:
        return "-"
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def row(name, tool, result, manual):
    if not result.evaluations:
        return f"| {name} | {tool} | not built: see the log | | | | |"
    primal, derivative = result.times(True), result.times(False)
    last = list(derivative)[-1] if derivative else None
    ratio, to_manual = mean_ratio(derivative, primal), mean_ratio(derivative, manual)
    ratios = " | ".join("-" if r is None else f"{r:.2f}" for r in (ratio, to_manual))
    times = f"{shown(primal.get(last))} | {shown(derivative.get(last))}"
    return f"| {name} | {tool} | {result.valid} of {result.evaluations} | {times} | {ratios} |"


def table(results):
    """Markdown: a row for each eval and tool. Times are those of the last, largest input."""
    print("| eval | tool | valid | primal | derivative | derivative / primal | derivative / `manual` |")
    print("|---|---|---|---|---|---|---|")
    for name, by_tool in results.items():
        manual = by_tool["manual"].times(False) if "manual" in by_tool else {}
        for tool, result in by_tool.items():
            print(row(name, tool, result, manual))


def means(results):
    """Markdown: geometric means over the evals, by tool."""
    print("\n| tool | evals | derivative / primal | derivative / `manual` |\n|---|---|---|---|")
    for tool in dict.fromkeys(tool for by_tool in results.values() for tool in by_tool):
        ran = [by_tool for by_tool in results.values() if tool in by_tool and by_tool[tool].seconds]
        own = [mean_ratio(by_tool[tool].times(False), by_tool[tool].times(True)) for by_tool in ran]
        both = [by_tool for by_tool in ran if "manual" in by_tool]
        other = [mean_ratio(by_tool[tool].times(False), by_tool["manual"].times(False)) for by_tool in both]
        known = [[r for r in ratios if r] for ratios in (own, other)]
        cells = " | ".join(f"{statistics.geometric_mean(ratios):.2f}" if ratios else "-" for ratios in known)
        print(f"| {tool} | {len(ran)} | {cells} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gradbench", type=lambda text: Path(text).resolve())
    parser.add_argument("--tool", action="append")
    parser.add_argument("--eval", action="append", choices=EVALS)
    parser.add_argument("--arguments", action="append", default=[])
    parser.add_argument("--logs-only", action="store_true", help="run nothing: print the table of earlier logs")
    parser.add_argument("--build", type=lambda text: Path(text).resolve(), default=HERE / "build")
    options = parser.parse_args()
    arguments = dict(text.split(":", 1) for text in options.arguments)
    results = defaultdict(dict)
    for name in options.eval or EVALS:
        for tool in options.tool or ["adc"]:
            supported = options.gradbench / "tools" / tool / "evals.txt"
            if tool != "adc" and name not in supported.read_text().split():
                continue
            log = options.build / "logs" / tool / f"{name}.jsonl"
            log.parent.mkdir(parents=True, exist_ok=True)
            if not options.logs_only:
                log.unlink(missing_ok=True)
                run(options.gradbench, tool_command(tool, options.build), name, arguments.get(name, ""), log)
            results[name][tool] = Result(log)
    table(results)
    if len(options.tool or []) > 1:
        means(results)
    ours = [by_tool["adc"] for by_tool in results.values() if "adc" in by_tool]
    sys.exit(any(result.valid != result.evaluations or not result.valid for result in ours))


if __name__ == "__main__":
    main()
