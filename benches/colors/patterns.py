#!/usr/bin/env python3
"""Patterns of matrices on which the literature compares colorings, as Matrix Market files.

    benches/colors/patterns.py cavity N > FILE            Jacobian of a driven cavity of N by N elements
    benches/colors/patterns.py lp FILE.mps[.gz] > FILE    constraints of a linear program, with slacks

The cavity has biquadratic velocities, which are given on the boundary, and linear discontinuous pressures, one of which
is given. With N = 30 and 40 it has the rows, nonzeros, and longest and shortest rows of e30r2000 and e40r0100. With
slacks, a linear program of Netlib has the pattern of the matrix of the same name in the collection of SuiteSparse.
"""
import gzip
import sys


def cavity(n):
    """The unknowns are the velocities along the grid, then the pressures of each element."""
    number = {}
    for j in range(1, 2 * n):
        for i in range(1, 2 * n):
            for c in range(2):
                number["velocity", i, j, c] = len(number)
    for y in range(n):
        for x in range(n):
            for c in range(3):
                if (x, y, c) != (0, 0, 0):
                    number["pressure", x, y, c] = len(number)
    nonzeros = set()
    for y in range(n):
        for x in range(n):
            nodes = [(2 * x + a, 2 * y + b) for b in range(3) for a in range(3)]
            velocities = [("velocity", i, j, c) for i, j in nodes for c in range(2)]
            pressures = [("pressure", x, y, c) for c in range(3)]
            velocities, pressures = ([number[u] for u in all if u in number] for all in (velocities, pressures))
            nonzeros.update((u, v) for u in velocities for v in velocities)
            nonzeros.update((u, p) for u in velocities for p in pressures)
            nonzeros.update((p, u) for u in velocities for p in pressures)
    return len(number), len(number), nonzeros


def linear_program(path):
    """Rows without the objective and other free rows; columns of the file, then a slack for each inequality."""
    rows, columns, slacks, nonzeros, section = {}, {}, [], set(), ""
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as file:
        for line in file:
            if not line.strip() or line.startswith("*"):
                continue
            words = line.split()
            if not line.startswith(" "):
                section = words[0]
            elif section == "ROWS" and words[0] != "N":
                if words[0] != "E":
                    slacks.append(len(rows))
                rows[words[1]] = len(rows)
            elif section == "COLUMNS":
                column = columns.setdefault(words[0], len(columns))
                pairs = zip(words[1::2], words[2::2])
                nonzeros.update((rows[row], column) for row, value in pairs if row in rows and float(value) != 0)
    nonzeros.update((row, len(columns) + k) for k, row in enumerate(slacks))
    return len(rows), len(columns) + len(slacks), nonzeros


def main():
    kind, what = sys.argv[1:]
    rows, columns, nonzeros = {"cavity": lambda: cavity(int(what)), "lp": lambda: linear_program(what)}[kind]()
    print("%%MatrixMarket matrix coordinate pattern general")
    print(rows, columns, len(nonzeros))
    for j, i in sorted((j, i) for i, j in nonzeros):
        print(i + 1, j + 1)


if __name__ == "__main__":
    main()
