"""Variables of modules and COMMON blocks."""

import ctypes
from collections.abc import MutableMapping

import numpy as np

from .calls import address, dtype
from .errors import Error


class State(MutableMapping):
    """The variables by their names, such as ``params%kappa``. Values are copies: set a variable to change it."""

    def __init__(self, description, library, lock):
        self._variables = {v["name"]: v for v in description}
        self._library, self._lock = library, lock

    def __getitem__(self, name):
        array = self.array(self._known(name))
        return array[()] if array is not None and array.ndim == 0 else array

    def __setitem__(self, name, value):
        name = self._known(name)
        v = self._variables[name]
        if value is None and v["allocatable"]:
            return self._set(name, np.zeros((0,) * v["rank"], dtype(v)), (-1,) * v["rank"])
        array = np.asarray(value)
        if not np.can_cast(array.dtype, dtype(v), "same_kind"):
            raise Error(f"`{name}` has the type {dtype(v)}, which values of the type {array.dtype} do not fit")
        array = np.array(array, dtype=dtype(v), order="F")
        self.set_as(name, array)

    def __delitem__(self, name):
        raise Error("variables cannot be deleted")

    def __iter__(self):
        return iter(self._variables)

    def __len__(self):
        return len(self._variables)

    def __repr__(self):
        return f"{type(self).__name__}({dict(self)})"

    def array(self, name):
        """The values as a new array; None if it is not allocated."""
        v = self._variables[name]
        with self._lock:
            shape = self._shape(v)
            if shape is None:
                return None
            array = np.zeros(shape, dtype=dtype(v), order="F")
            getattr(self._library, v["get"])(ctypes.c_void_p(address(array)))
        return array

    def set_as(self, name, array):
        """Sets it to an array of its type."""
        v = self._variables[name]
        if v["set"] is None:
            raise Error(f"`{name}` is protected: only its module can set it")
        with self._lock:
            shape = array.shape if v["allocatable"] else self._shape(v)
            if array.ndim != v["rank"] or array.shape != shape:
                raise Error(f"`{name}` has the shape {shape}, not {array.shape}")
            self._set(name, array, array.shape)

    def saved(self):
        """The values of all variables that can be set."""
        return {n: self.array(n) for n, v in self._variables.items() if v["set"] is not None}

    def restore(self, saved):
        """Sets variables to what `saved` returned."""
        for name, array in saved.items():
            if array is None:
                self[name] = None
            else:
                self.set_as(name, array)

    def integers(self, names):
        """The values of integer variables by their names without the module, as sizes of arrays name them. A name in
        several modules has no value here."""
        found = {}
        for name in names:
            same = [n for n, v in self._variables.items() if n.split("%")[-1] == name and v["type"] == "integer"]
            if len(same) == 1 and self._variables[same[0]]["rank"] == 0:
                found[name] = int(self.array(same[0]))
        return found

    def _known(self, name):
        name = name.lower()
        if name in self._variables:
            return name
        found = [n for n in self._variables if n.split("%")[-1] == name]
        if len(found) == 1:
            return found[0]
        raise KeyError(f"{name}; the variables are {', '.join(self._variables)}")

    def _shape(self, v):
        if not v["rank"]:
            return ()
        extents = (ctypes.c_int64 * v["rank"])()
        getattr(self._library, v["extents"])(extents)
        return None if extents[0] < 0 else tuple(extents)

    def _set(self, name, array, shape):
        v = self._variables[name]
        words = [ctypes.c_void_p(address(array))]
        if v["allocatable"]:
            words.append((ctypes.c_int64 * v["rank"])(*shape))
        getattr(self._library, v["set"])(*words)
