#!/usr/bin/env python3
"""adc's tool for GradBench: answers the messages of an eval, one line of JSON each, on standard input and output.

It only translates: each evaluation is a run of the eval's program in the folder `build` (or `--build FOLDER`), which
measures the times. `harness.f90` describes the files of numbers by which they exchange data.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path


def flat(x):
    """All numbers of nested lists, in their order."""
    return [y for row in x for y in flat(row)] if isinstance(x, list) else [x]


def rows(numbers, length):
    """Lists of `length` numbers each."""
    return [numbers[i : i + length] for i in range(0, len(numbers), length)]


class Eval:
    """Translates the inputs and outputs of an eval. By default, the only input is `x`, and `gradient` has a list."""

    scalars = ("primal", "objective", "cost", "square", "double")

    def integers(self, data):
        return []

    def reals(self, data):
        return [data["x"]]

    def output(self, function, numbers, data):
        return numbers[0] if function in self.scalars else numbers


class Hello(Eval):
    def reals(self, data):
        return [data]


class Lse(Eval):
    def integers(self, data):
        return [len(data["x"])]


class Llsq(Eval):
    def integers(self, data):
        return [len(data["x"]), data["n"]]


class Ode(Eval):
    scalars = ()

    def integers(self, data):
        return [len(data["x"]), data["s"]]


class Det(Eval):
    def integers(self, data):
        return [data["ell"]]

    def reals(self, data):
        return [data["A"]]


class KMeans(Eval):
    def integers(self, data):
        points, centroids = data["points"], data["centroids"]
        return [len(points[0]), len(centroids), len(points)]

    def reals(self, data):
        return [data["points"], data["centroids"]]

    def output(self, function, numbers, data):
        return numbers[0] if function == "cost" else rows(numbers, len(data["points"][0]))


class Gmm(Eval):
    def integers(self, data):
        return [data[name] for name in ("d", "k", "n", "m")]

    def reals(self, data):
        return [data[name] for name in ("alpha", "mu", "q", "l", "x", "gamma")]

    def output(self, function, numbers, data):
        if function == "objective":
            return numbers[0]
        d, k = data["d"], data["k"]
        sizes = {"alpha": 1, "mu": d, "q": d, "l": d * (d - 1) // 2}
        parts, first = {}, 0
        for name, size in sizes.items():
            parts[name] = rows(numbers[first : first + k * size], size) if size else [[]] * k
            first += k * size
        return parts | {"alpha": flat(parts["alpha"])}


class Lstm(Eval):
    def integers(self, data):
        cells, text = data["main_params"], data["sequence"]
        return [len(cells) // 2, len(text), len(text[0])]

    def reals(self, data):
        return [data[name] for name in ("main_params", "extra_params", "state", "sequence")]


class Ba(Eval):
    def integers(self, data):
        return [data[name] for name in ("n", "m", "p")]

    def reals(self, data):
        return [data[name] for name in ("cam", "x", "w", "feat")]

    def output(self, function, numbers, data):
        if function == "objective":
            error = {"elements": numbers[:2], "repeated": data["p"]}
            return {"reproj_error": error, "w_err": {"element": numbers[2], "repeated": data["p"]}}
        matrix_rows, columns, values = rows(numbers, 31)
        return {"rows": list(map(int, matrix_rows)), "cols": list(map(int, columns)), "vals": values}


class Ht(Eval):
    scalars = ()

    def integers(self, data):
        hand = data["data"]["model"]
        triangles, of_point = hand["triangles"], data["data"]["correspondences"]
        corners = [triangles[i] if data["us"] else [i] * 3 for i in of_point]
        sizes = [len(hand["parents"]), len(hand["base_positions"]), len(of_point), len(data["us"])]
        from_one = [i + 1 for i in hand["parents"] + flat(corners)]
        return sizes + [int(hand["is_mirrored"])] + from_one

    def reals(self, data):
        hand = data["data"]["model"]
        names = ("base_relatives", "inverse_base_absolutes", "base_positions", "weights")
        return [hand[name] for name in names] + [data["data"]["points"], data["theta"], data["us"]]

    def output(self, function, numbers, data):
        return numbers if function == "objective" else rows(numbers, len(data["theta"]) + (2 if data["us"] else 0))


class Particle(Eval):
    def reals(self, data):
        return [data["w"]]

    def output(self, function, numbers, data):
        return numbers[0]


class Saddle(Eval):
    def reals(self, data):
        return [data["start"]]


EVALS = {
    "hello": Hello(),
    "gmm": Gmm(),
    "ba": Ba(),
    "lstm": Lstm(),
    "ht": Ht(),
    "ode": Ode(),
    "lse": Lse(),
    "llsq": Llsq(),
    "det": Det(),
    "kmeans": KMeans(),
    "particle": Particle(),
    "saddle": Saddle(),
}


def run(program, eval_, function, data):
    """Output and times of an evaluation."""
    least = data if isinstance(data, dict) else {}
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "input"), Path(folder, "output")
        with source.open("wb") as file:
            array("i", [least.get("min_runs", 1)]).tofile(file)
            array("d", [least.get("min_seconds", 0)]).tofile(file)
            array("i", eval_.integers(data)).tofile(file)
            array("d", flat(eval_.reals(data))).tofile(file)
        done = subprocess.run([program, function, source, result], capture_output=True, text=True)
        if done.returncode != 0:
            return {"success": False, "error": f"{program} {function}: status {done.returncode}\n{done.stderr}"}
        answer = result.read_bytes()
    runs = array("q", answer[:8])[0]
    times = array("q", answer[8 : 8 * (runs + 1)])
    numbers = array("d", answer[8 * (runs + 1) :]).tolist()
    return {
        "success": True,
        "output": eval_.output(function, numbers, data),
        "timings": [{"name": "evaluate", "nanoseconds": time} for time in times],
    }


def answer(message, build):
    """The fields of the answer to a message, besides its number."""
    match message["kind"]:
        case "start":
            return {"tool": "adc"}
        case "define":
            program = build / message["module"]
            if message["module"] in EVALS and program.exists():
                return {"success": True}
            return {"success": False, "error": f"there is no {program}: run make in the folder of this tool"}
        case "evaluate":
            name = message["module"]
            return run(build / name, EVALS[name], message["function"], message["input"])
        case _:
            return {}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=Path(__file__).resolve().parent / "build")
    build = parser.parse_args().build.resolve()
    for line in sys.stdin:
        message = json.loads(line)
        print(json.dumps({"id": message["id"]} | answer(message, build)), flush=True)


if __name__ == "__main__":
    main()
