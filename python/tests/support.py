"""Models of the tests, in folders of their own."""

import os
import tempfile
import unittest

import numpy as np

import adc


class WithModels(unittest.TestCase):
    """Has a folder for sources and for the cache."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = place.name

    def written(self, text, name="model.f90"):
        """The path of a source with a text."""
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def model(self, text, head, name="model.f90", **options):
        """The model of a source."""
        return adc.compile(self.written(text, name), head, cache=os.path.join(self.folder, "cache"), **options)


def central(f, x, step=1e-6):
    """The gradient of a scalar function by central differences."""
    x = np.asarray(x, dtype=float)
    found = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[place] += step
        down[place] -= step
        found[place] = (f(up) - f(down)) / (2 * step)
    return found
