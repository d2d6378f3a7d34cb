#!/usr/bin/env python3
"""Face elimination against vertex elimination (Naumann 2004, "Optimal accumulation of Jacobian matrices").

    scripts/faces.py ADC [SECONDS]

For benchmark functions of tests/elimination: the fewest multiplications by orders of vertices (simulated annealing), and
by these orders with single faces eliminated before, changed at random as long as that costs no more. For small random
graphs: the exact optimum of both. Prints a line for each.
"""
import copy
import itertools
import math
import random
import re
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "tests/elimination"
HEADS = {
    "roe_flux_1d": "roe_flux_1d(flux)/(left,right)",
    "roe_flux_3d": "roe_flux_3d(flux)/(left,right)",
    "robot_arm_6dof": "robot_arm_6dof(hand)/(t)",
    "human_heart_dipole": "human_heart_dipole(f)/(x)",
    "propane_combustion": "propane_combustion(f)/(x)",
}
INFINITE = 10**6


def graph_of(adc, name):
    """The roles of vertices (I, M, D), and the edges."""
    command = [adc, "dump", FOLDER / f"{name}.f90", "--head", HEADS[name], "--stage", "graph"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    roles, edges = {}, []
    for line in text.splitlines():
        if m := re.match(r"    (\d+): (.*)", line):
            vertex = int(m[1])
            roles[vertex] = "I" if "(independent" in m[2] else "D" if "(dependent" in m[2] else "M"
        elif m := re.match(r"       from (\d+):", line):
            edges.append((int(m[1]), vertex))
    return roles, edges


def by_vertices(roles, edges, order):
    """Multiplications of an order of vertices."""
    before, after = {v: set() for v in roles}, {v: set() for v in roles}
    for a, b in edges:
        before[b].add(a)
        after[a].add(b)
    count = 0
    for v in order:
        count += len(before[v]) * len(after[v])
        for a in before[v]:
            after[a] = (after[a] | after[v]) - {v}
        for b in after[v]:
            before[b] = (before[b] | before[v]) - {v}
    return count


class Dual:
    """The directed line graph: a node for each edge, a face for each two that follow each other."""

    def __init__(self, roles, edges):
        self.source, self.target, self.before, self.after = {}, {}, {}, {}
        ends = [(None, v) for v in roles if roles[v] == "I"] + [(v, None) for v in roles if roles[v] == "D"]
        for a, b in edges + ends:
            self.add(a, b, set(), set())
        self.ends = {k for k in self.source if None in (self.source[k], self.target[k])}
        for i, j in itertools.product(self.source, repeat=2):
            if self.target[i] is not None and self.target[i] == self.source[j]:
                self.after[i].add(j)
                self.before[j].add(i)
        self.count = 0

    def add(self, a, b, before, after):
        k = len(self.source)
        self.source[k], self.target[k], self.before[k], self.after[k] = a, b, before, after
        for i in before:
            self.after[i].add(k)
        for j in after:
            self.before[j].add(k)

    def drop(self, k):
        for i in self.before.pop(k):
            self.after[i].discard(k)
        for j in self.after.pop(k):
            self.before[j].discard(k)

    def twin(self, before, after, other):
        """A node with these neighbours: products are added to it."""
        beside = self.after[next(iter(before))] - self.ends - other
        return next((k for k in beside if self.before[k] == before and self.after[k] == after), None)

    def settle(self, k):
        if not self.before[k] or not self.after[k] or self.twin(self.before[k], self.after[k], {k}) is not None:
            self.drop(k)

    def faces(self, vertex=None):
        """All faces, or those at a vertex, whose products are left."""
        inner = [k for k in self.before if k not in self.ends and vertex in (None, self.target[k])]
        return [(i, j) for i in inner for j in self.after[i] if j not in self.ends]

    def eliminate(self, i, j):
        self.count += 1
        self.after[i].discard(j)
        self.before[j].discard(i)
        before, after = set(self.before[i]), set(self.after[j])
        if self.twin(before, after, {i}) is None:
            self.add(self.source[i], self.target[j], before, after)
        self.settle(i)
        if j in self.before:
            self.settle(j)

    def eliminate_vertex(self, v):
        while faces := self.faces(v):
            for i, j in faces:
                if i in self.after and j in self.after[i]:
                    self.eliminate(i, j)


def by_faces(roles, edges, early, order):
    """Multiplications of some faces, then of an order of vertices."""
    dual = Dual(roles, edges)
    for a, v, b in early:
        ends = lambda f: (dual.source[f[0]], dual.target[f[0]], dual.target[f[1]])
        if face := next((f for f in dual.faces(v) if ends(f) == (a, v, b)), None):
            dual.eliminate(*face)
    for v in order:
        dual.eliminate_vertex(v)
    assert not dual.faces()
    return dual.count


def searched(roles, edges, seconds):
    """The best order of vertices that was found."""
    chance, begin = random.Random(1), time.time()
    order = [v for v in reversed(roles) if roles[v] == "M"]
    now = least = by_vertices(roles, edges, order)
    best = list(order)
    while (left := 1 - (time.time() - begin) / seconds) > 0:
        old = list(order)
        order.insert(chance.randrange(len(order)), order.pop(chance.randrange(len(order))))
        new = by_vertices(roles, edges, order)
        if new > now and chance.random() >= math.exp((now - new) / (1.5 * left**2 + 0.05)):
            order = old
            continue
        now = new
        if now < least:
            least, best = now, list(order)
    return least, best


def with_faces(roles, edges, order, seconds):
    """The least cost with faces eliminated early, and the number of trials."""
    chance, begin, trials = random.Random(5), time.time(), 0
    faces = [(a, v, b) for a, v in edges if roles[v] == "M" for w, b in edges if w == v]
    early, least = [], by_faces(roles, edges, [], order)
    while time.time() - begin < seconds:
        trials += 1
        some, other, kind = list(early), list(order), chance.random()
        if kind < 0.5 or not some:
            some.insert(chance.randrange(len(some) + 1), chance.choice(faces))
        elif kind < 0.7:
            some.pop(chance.randrange(len(some)))
        else:
            other.insert(chance.randrange(len(other)), other.pop(chance.randrange(len(other))))
        cost = by_faces(roles, edges, some, other)
        if cost <= least:
            least, early, order = cost, some, other
    return least, trials


def optimal(dual, most, known):
    """The fewest multiplications from here, if they are at most `most`."""
    faces = dual.faces()
    if not faces or most <= 0:
        return INFINITE if faces else 0
    state = frozenset((k, frozenset(after)) for k, after in dual.after.items() if after)
    cost, searched_to = known.get(state, (INFINITE, -1))
    if cost < INFINITE or most <= searched_to:
        return cost
    for face in faces:
        later = copy.deepcopy(dual)
        later.eliminate(*face)
        cost = min(cost, 1 + optimal(later, min(most, cost) - 1, known))
    known[state] = (cost, most)
    return cost


def random_graph(chance):
    """Two independents, two dependents, and up to four vertices between them, all of which are used."""
    inner = chance.randint(2, 4)
    roles = dict(enumerate("II" + inner * "M" + "DD"))
    edges = []
    for b in range(2, len(roles)):
        sources = range(min(b, 2 + inner))
        edges += [(a, b) for a in chance.sample(sources, chance.randint(1, 2))]
    used = {a for a, _ in edges}
    return (roles, edges) if all(r == "D" or v in used for v, r in roles.items()) else random_graph(chance)


def main():
    adc, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    for name in HEADS:
        roles, edges = graph_of(adc, name)
        least, order = searched(roles, edges, seconds)
        faces, trials = with_faces(roles, edges, order, seconds)
        print(f"{name}: {least} by vertices, {faces} with faces ({trials} trials)", flush=True)
    chance, begin, graphs, better = random.Random(3), time.time(), 0, 0
    while time.time() - begin < seconds:
        roles, edges = random_graph(chance)
        orders = itertools.permutations(v for v in roles if roles[v] == "M")
        vertices = min(by_vertices(roles, edges, order) for order in orders)
        graphs += 1
        better += optimal(Dual(roles, edges), vertices, {}) < vertices
    print(f"random graphs: {graphs}, fewer multiplications by faces in {better}")


if __name__ == "__main__":
    main()
