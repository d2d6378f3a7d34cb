"""Calls of the procedures in a library."""

import ctypes

import numpy as np

from .errors import Error


# of an array in Fortran
MOST_DIMENSIONS = 15


class Call:
    """A procedure: the head or a derivative. Parts are pairs such as ``("adjoint", "x")``."""

    def __init__(self, description, library):
        self._procedure = getattr(library, description["symbol"])
        self._procedure.restype = None
        self._parameters = [((p["part"], p["of"]), p["extents"]) for p in description["parameters"]]
        self.globals = [((p["part"], p["of"]), p["name"]) for p in description["globals"]]
        self.parts = [p for p, _ in self._parameters] + [p for p, _ in self.globals]

    def __call__(self, values, shadows):
        """Calls with arrays, which the procedure may change. A missing value is an absent optional argument."""
        words, kept = [], []
        for (part, of), has_extents in self._parameters:
            array = values[of] if part == "value" else shadows[part, of]
            words.append(None if array is None else ctypes.c_void_p(address(array)))
            if has_extents:
                shape = () if array is None else array.shape
                extents = (ctypes.c_int64 * MOST_DIMENSIONS)(*shape)
                kept.append(extents)
                words.append(extents)
        self._procedure(*words)


def address(array):
    """The address of an array in Fortran's order."""
    if not array.flags.f_contiguous:
        raise Error("an array is not in Fortran's order")
    return array.ctypes.data


def dtype(variable):
    """The NumPy type of a variable."""
    kind, letters = variable["kind"], {"real": "f", "integer": "i", "logical": "i"}
    if variable["type"] == "complex":
        return np.dtype(f"c{2 * kind}")
    return np.dtype(f"{letters[variable['type']]}{kind}")
