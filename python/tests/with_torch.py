"""A model in PyTorch, against PyTorch's own gradient: `python -m tests.with_torch`.

Its wheel is large, so `make python` leaves this out."""

import os
import tempfile

import torch

import adc
from .test_libraries import ROSENBROCK


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.f90")
        with open(path, "w", encoding="utf-8") as f:
            f.write(ROSENBROCK)
        model = adc.compile(path, "rosenbrock(y)/(x, a)", cache=os.path.join(folder, "cache"))
    f = adc.to_torch(model)
    x = torch.tensor([0.3, -0.2, 0.7], dtype=torch.float64, requires_grad=True)
    a = torch.tensor(100.0, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(f, (x, a))
    own = torch.autograd.grad(torch.sin(f(2 * x, a)), (x, a))
    z = 2 * x
    same = torch.sum(a * (z[1:] - z[:-1] ** 2) ** 2 + (1 - z[:-1]) ** 2)
    for found, wanted in zip(own, torch.autograd.grad(torch.sin(same), (x, a))):
        torch.testing.assert_close(found, wanted)
    print("PyTorch: the gradients agree")


if __name__ == "__main__":
    main()
