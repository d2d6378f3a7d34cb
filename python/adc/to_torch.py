"""Models as functions of PyTorch."""

import numpy as np


def to_torch(model, **others):
    """A function of PyTorch tensors on the CPU: the independents in order. Other arguments are fixed here.

    Gradients are those of the adjoint; second derivatives through PyTorch are refused.
    """
    import torch

    def tensors(found, names):
        return tuple(torch.from_numpy(np.array(a)) for a in (found if len(names) > 1 else (found,)))

    class Function(torch.autograd.Function):
        @staticmethod
        def forward(context, *inputs):
            context.save_for_backward(*inputs)
            found = tensors(model.value(*(t.detach().numpy() for t in inputs), **others), model.dependents)
            return found if len(found) > 1 else found[0]

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(context, *weights):
            arrays = [t.detach().numpy() for t in (*context.saved_tensors, *weights)]
            found = tensors(model.vjp(*arrays, **others), model.independents)
            return tuple(g.to(t.dtype) for g, t in zip(found, context.saved_tensors))

    return Function.apply
