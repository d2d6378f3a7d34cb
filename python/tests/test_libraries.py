"""Models in SciPy and JAX. PyTorch has a script of its own, `with_torch.py`."""

import unittest

import numpy as np
from numpy.testing import assert_allclose

import adc
from .support import WithModels

ROSENBROCK = """\
subroutine rosenbrock(n, x, a, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), a
   real(8), intent(out) :: y
   integer :: i
   y = 0
   do i = 1, n - 1
      y = y + a*(x(i + 1) - x(i)**2)**2 + (1 - x(i))**2
   end do
end subroutine rosenbrock
"""


class SciPy(WithModels):
    def test_minimize(self):
        from functools import partial
        from scipy.optimize import minimize

        model = self.model(ROSENBROCK, "rosenbrock(y)/(x)", hessian=True)
        start = np.zeros(5)
        found = minimize(partial(model.value_and_gradient, a=100.0), start, jac=True, method="BFGS")
        assert_allclose(found.x, 1, atol=1e-4)
        found = minimize(
            partial(model.value_and_gradient, a=100.0), start, jac=True, hessp=partial(model.hvp, a=100.0),
            method="Newton-CG", options={"xtol": 1e-10},
        )
        assert_allclose(found.x, 1, atol=1e-6)


class Jax(WithModels):
    def setUp(self):
        super().setUp()
        import jax

        self.jax = jax
        jax.config.update("jax_enable_x64", True)
        self.addCleanup(jax.config.update, "jax_enable_x64", False)
        self.model_of_x = self.model(ROSENBROCK, "rosenbrock(y)/(x, a)")

    def test_gradient(self):
        jax, f = self.jax, adc.to_jax(self.model_of_x)
        x = jax.numpy.array([0.3, -0.2, 0.7])

        def same(x, a):
            return jax.numpy.sum(a * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

        for own, other in [(f, same), (jax.grad(f), jax.grad(same)), (jax.jit(jax.grad(f, 1)), jax.grad(same, 1))]:
            assert_allclose(own(x, 100.0), other(x, 100.0), rtol=1e-12)

        def through(g):
            return lambda x: jax.numpy.sin(g(2 * x, x[0])) + x[1]

        assert_allclose(jax.grad(through(f))(x), jax.grad(through(same))(x), rtol=1e-12)

    def test_precision(self):
        f = adc.to_jax(self.model_of_x)
        self.jax.config.update("jax_enable_x64", False)
        with self.assertRaisesRegex(adc.Error, "jax_enable_x64"):
            f(self.jax.numpy.ones(3), 1.0)


if __name__ == "__main__":
    unittest.main()
