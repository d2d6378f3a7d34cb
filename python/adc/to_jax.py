"""Models as functions of JAX."""

import numpy as np

from .errors import Error


def to_jax(model, **others):
    """A function of JAX arrays: the independents in order. Other arguments are fixed here.

    It works under ``jax.grad``, ``jax.vjp`` and ``jax.jit``; the model runs in a callback on the CPU. Models with
    ``real(8)`` variables need ``jax.config.update("jax_enable_x64", True)``.
    """
    import jax

    def described(arrays):
        shaped = [np.zeros(a.shape, a.dtype) for a in arrays]
        outputs = tuple(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in model.output_shapes(*shaped, **others))
        is_wide = any(o.dtype in (np.float64, np.complex128) for o in outputs)
        if is_wide and not jax.config.jax_enable_x64:
            raise Error('double precision is off; switch it on: jax.config.update("jax_enable_x64", True)')
        return outputs

    def several(found, names):
        return tuple(np.asarray(a) for a in (found if len(names) > 1 else (found,)))

    def values(*arrays):
        return several(model.value(*map(np.asarray, arrays), **others), model.dependents)

    def gradients(*arrays):
        found = several(model.vjp(*map(np.asarray, arrays), **others), model.independents)
        return tuple(g.astype(a.dtype) for g, a in zip(found, arrays))

    def call(*arrays):
        found = jax.pure_callback(values, described(arrays), *arrays, vmap_method="sequential")
        return found if len(found) > 1 else found[0]

    def forward(*arrays):
        return call(*arrays), arrays

    def backward(arrays, weights):
        weights = weights if len(model.dependents) > 1 else (weights,)
        shapes = tuple(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arrays)
        return jax.pure_callback(gradients, shapes, *arrays, *weights, vmap_method="sequential")

    function = jax.custom_vjp(call)
    function.defvjp(forward, backward)
    return lambda *arrays: function(*map(jax.numpy.asarray, arrays))
