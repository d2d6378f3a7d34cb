"""Gradients of Fortran models: differentiated by the command ``adc``, compiled once, called with NumPy arrays.

    >>> import adc
    >>> model = adc.compile("model.f90", head="cost(y)/(x)")
    >>> model.value(x), model.gradient(x)

`compile` returns a `Model`. `to_jax` and `to_torch` make of it functions of these libraries.
"""

from .build import compile
from .errors import CompileError, Error
from .model import Model
from .to_jax import to_jax
from .to_torch import to_torch

__all__ = ["CompileError", "Error", "Model", "compile", "to_jax", "to_torch"]
