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
# Functions that compute a value, and those that compute its derivative; evals with others have several derivatives.
PRIMALS = ("primal", "objective", "cost", "square")
DERIVATIVES = ("gradient", "jacobian", "dir", "double")


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

    def read_response(self, response, messages):
        message = messages[response["id"]]
        if message["kind"] == "evaluate" and response["success"]:
            times = [t["nanoseconds"] for t in response.get("timings", []) if t["name"] == "evaluate"]
            if times:
                place = message.get("description", ""), message["function"]
                self.seconds[place] = min(times) * 1e-9

    def times(self, primal):
        """Seconds by input. Evals with several derivatives of one input have one for each."""
        return {
            (text, "" if function in (*PRIMALS, *DERIVATIVES) else function): seconds
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


def header(*cells):
    print("| " + " | ".join(cells) + " |\n" + "|---" * len(cells) + "|")


def last_input(result):
    """Seconds of function and derivative at the last, largest input."""
    primal, derivative = result.times(True), result.times(False)
    last = list(derivative)[-1] if derivative else None
    return primal.get(last), derivative.get(last)


def table_of_one(results):
    """Markdown: a row for each eval."""
    header("eval", "valid", "function", "derivative", "derivative / function")
    for name, by_tool in results.items():
        for result in by_tool.values():
            times = " | ".join(map(shown, last_input(result)))
            ratio = mean_ratio(result.times(False), result.times(True))
            shown_ratio = "-" if ratio is None else f"{ratio:.2f}"
            print(f"| {name} | {result.valid} of {result.evaluations} | {times} | {shown_ratio} |")


def cell(result):
    if result is None or not result.evaluations:
        return "-" if result is None else "not built"
    ratio = mean_ratio(result.times(False), result.times(True))
    text = shown(last_input(result)[1]) + ("" if ratio is None else f" ({ratio:.2f})")
    return text if result.valid == result.evaluations else f"{text}, {result.valid} of {result.evaluations} valid"


def table_of_many(results, tools):
    """Markdown: a row for each eval, a column for each tool: time of the derivative, and relative to the function."""
    header("eval", *tools)
    for name, by_tool in results.items():
        print(f"| {name} | " + " | ".join(cell(by_tool.get(tool)) for tool in tools) + " |")


def means(results, tools):
    """Markdown: geometric means over the evals, by tool; without `hello`, which takes less time than to measure it."""
    results = {name: by_tool for name, by_tool in results.items() if name != "hello"}
    print()
    header("tool", "evals", "derivative / function", "derivative / `manual`")
    for tool in tools:
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
    tools = options.tool or ["adc"]
    results = defaultdict(dict)
    for name in options.eval or EVALS:
        for tool in tools:
            supported = options.gradbench / "tools" / tool / "evals.txt"
            if tool != "adc" and name not in supported.read_text().split():
                continue
            log = options.build / "logs" / tool / f"{name}.jsonl"
            log.parent.mkdir(parents=True, exist_ok=True)
            if not options.logs_only:
                log.unlink(missing_ok=True)
                run(options.gradbench, tool_command(tool, options.build), name, arguments.get(name, ""), log)
            results[name][tool] = Result(log)
    if len(tools) == 1:
        table_of_one(results)
    else:
        table_of_many(results, tools)
        means(results, tools)
    ours = [by_tool["adc"] for by_tool in results.values() if "adc" in by_tool]
    sys.exit(any(result.valid != result.evaluations or not result.valid for result in ours))


if __name__ == "__main__":
    main()
