"""From Python's arguments to the variables of a head: types, shapes, and integers that shapes determine."""

import numpy as np

from . import sizes
from .calls import dtype
from .errors import Error


class Arguments:
    """The variables of a head."""

    def __init__(self, head):
        self._head = head["name"]
        self._variables = {v["name"]: v for v in head["variables"]}
        names = {n for v in head["variables"] for bounds in v["dimensions"] for b in bounds for n in sizes.names(b)}
        # integers of modules on which extents depend
        self._outer = names - set(self._variables)
        self._independents, self._dependents = head["independents"], head["dependents"]

    def rank(self, name):
        """The number of dimensions."""
        return len(self._variables[name]["dimensions"])

    def in_state(self, values):
        """The independents and dependents that are variables of modules or COMMON blocks."""
        state = [n for n, v in self._variables.items() if v["scope"] == "state"]
        return [(n, values[n]) for n in state]

    def given(self, positional, others, seeds, state):
        """The values of all variables by name, and the seeds of those in `seeds`."""
        named = {n.lower(): v for n, v in others.items()}
        unknown = [n for n in named if n not in self._variables]
        if unknown:
            raise Error(f"`{self._head}` has no argument `{unknown[0]}`; its arguments: {', '.join(self._variables)}")
        wanted = [n for n in self._independents if n not in named]
        count = len(wanted) + len(seeds)
        if len(positional) != count:
            parts = [", ".join(wanted)] + ([f"seeds of {', '.join(seeds)}"] if seeds else [])
            wanted = f"{count} positional arguments ({'; '.join(parts)})"
            raise Error(f"`{self._head}` takes {wanted}, not {len(positional)}")
        named.update(zip(wanted, positional))
        values = {n: self._array(n, v) for n, v in named.items() if v is not None}
        self._complete(values, state)
        tangents = {n: self.seed(n, v, values) for n, v in zip(seeds, positional[len(wanted):])}
        return values, tangents

    def seed(self, name, given, values):
        """A direction or weight of a variable, as a new array."""
        shape, found = values[name].shape, self._converted(name, given, copy=True)
        if found.shape != shape:
            raise Error(f"the seed of `{name}` has the shape {found.shape}, not {shape}")
        return found

    def _array(self, name, given):
        """An array of the variable's type and rank; a copy where the procedure may change it."""
        array = self._converted(name, given, copy=self._variables[name]["intent"] != "in")
        if array.ndim != self.rank(name):
            raise Error(f"`{name}` has {self.rank(name)} dimensions, not {array.ndim}")
        return array

    def _converted(self, name, given, copy):
        """The values as an array of the variable's type in Fortran's order; other values than given are an error."""
        wanted, array = dtype(self._variables[name]), np.asarray(given)
        if not np.can_cast(array.dtype, wanted, "same_kind"):
            raise Error(f"`{name}` has the type {wanted}, which values of the type {array.dtype} do not fit")
        found = np.array(array, dtype=wanted, order="F", copy=True) if copy else np.asarray(array, wanted, order="F")
        if wanted.kind == "i" and not np.array_equal(found, array):
            raise Error(f"a value of `{name}` is too large for the type {wanted}")
        return found

    def _complete(self, values, state):
        """Adds what is not given: integers by shapes, other variables of known shapes as zeros."""
        known = {n: int(v) for n, v in values.items() if v.ndim == 0 and v.dtype.kind == "i"}
        known.update(state.integers(self._outer))
        for name, array in values.items():
            known[f"size({name})"] = array.size
            known.update((f"size({name},{d + 1})", extent) for d, extent in enumerate(array.shape))
        self._solve(values, known)
        for name, v in self._variables.items():
            if name in values:
                continue
            if v["scope"] == "state":
                values[name] = state.array(name)
                if values[name] is None:
                    raise Error(f"`{name}` is not allocated; allocate it: `model.state['{name}'] = ...`")
            elif v["optional"] and name not in self._independents + self._dependents:
                values[name] = None
            elif v["type"] == "integer" and not v["dimensions"] and name in known:
                values[name] = np.array(known[name], dtype=dtype(v))
            elif self._is_made(name):
                values[name] = np.zeros(self._shape(name, known), dtype=dtype(v), order="F")
            else:
                raise Error(f"`{self._head}` needs the argument `{name}`; give it by name: `{name}=...`")
        for name, array in values.items():
            if array is not None:
                self._check(name, array.shape, known)

    def _is_made(self, name):
        v = self._variables[name]
        is_result = name in self._dependents and name not in self._independents and v["intent"] != "in"
        return is_result or v["scope"] == "result" or v["intent"] == "out"

    def _solve(self, values, known):
        """Integers from the shapes of arrays, until nothing new is found."""
        is_new = True
        while is_new:
            is_new = False
            for name, array in values.items():
                for (low, high), extent in zip(self._variables[name]["dimensions"], array.shape):
                    start = sizes.value(low, known)
                    if start is not None and high is not None:
                        is_new |= sizes.solve(high, extent + start - 1, known)

    def _extent(self, bounds, known):
        low, high = (sizes.value(b, known) for b in bounds)
        return None if low is None or high is None else max(high - low + 1, 0)

    def _shape(self, name, known):
        shape = tuple(self._extent(b, known) for b in self._variables[name]["dimensions"])
        if None in shape:
            raise Error(f"the shape of `{name}` is not known; give an array: `{name}=numpy.zeros(...)`")
        return shape

    def _check(self, name, shape, known):
        """An error for an array of another shape than declared."""
        for place, (bounds, extent) in enumerate(zip(self._variables[name]["dimensions"], shape)):
            wanted = self._extent(bounds, known)
            if wanted is not None and wanted != extent:
                raise Error(f"dimension {place + 1} of `{name}` is {extent}, but the procedure declares {wanted}")
