"""Values and derivatives of models, against differences and by hand."""

import os
import unittest

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

import adc
from .support import WithModels, central

COST = """\
subroutine cost(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   integer :: i
   y = 0
   do i = 1, n
      y = y + exp(x(i))*x(n + 1 - i)
   end do
end subroutine cost
"""

MODULE = """\
module params
   implicit none
   real(8) :: kappa = 0.5d0
   real(8), allocatable :: table(:)
   integer :: calls = 0
   real(8), protected :: limit = 3
end module params
module model
   use params
   implicit none
contains
   subroutine run(x, p, r, z)
      real(8), intent(in) :: x(:, :), p
      real(8), intent(out) :: r(size(x, 1)), z
      integer :: i
      calls = calls + 1
      do i = 1, size(x, 1)
         r(i) = p*sum(x(i, :)**2)*kappa
      end do
      z = sin(p)*sum(table)
   end subroutine run
   function norm(x) result(s)
      real(8), intent(in) :: x(:)
      real(8) :: s
      s = sqrt(sum(x**2))
   end function norm
end module model
"""


class Free(WithModels):
    def setUp(self):
        super().setUp()
        self.cost = self.model(COST, "cost(y)/(x)", hessian=True)
        self.x = np.array([0.3, -0.2, 0.7])

    def test_value(self):
        assert_allclose(self.cost.value(self.x), np.sum(np.exp(self.x) * self.x[::-1]), rtol=1e-14)

    def test_gradient(self):
        assert_allclose(self.cost.gradient(self.x), central(self.cost.value, self.x), rtol=1e-8)

    def test_products(self):
        v = np.array([1.0, -2.0, 0.5])
        gradient = self.cost.gradient(self.x)
        assert_allclose(self.cost.jvp(self.x, v), gradient @ v, rtol=1e-13)
        assert_allclose(self.cost.vjp(self.x, 3), 3 * gradient, rtol=1e-13)
        assert_allclose(self.cost.jacobian(self.x), gradient, rtol=1e-13)

    def test_second_derivatives(self):
        v = np.array([1.0, -2.0, 0.5])
        differences = central(lambda t: self.cost.gradient(self.x + t * v)[1], 0.0)
        assert_allclose(self.cost.hvp(self.x, v)[1], differences, rtol=1e-7)

    def test_sizes(self):
        assert_allclose(self.cost.value(self.x, n=3), self.cost.value(self.x))
        for wrong in (2, 4):
            with self.assertRaisesRegex(adc.Error, "dimension 1 of `x` is 3"):
                self.cost.value(self.x, n=wrong)

    def test_arrays_are_not_changed(self):
        before, y = self.x.copy(), np.array(7.0)
        self.cost.value(self.x, y=y)
        self.cost.gradient(self.x, y=y)
        assert_array_equal(self.x, before)
        assert_array_equal(y, 7.0)

    def test_contiguous_arrays_are_not_copied(self):
        values, _ = self.cost._given((self.x,), {}, ())
        self.assertIs(values["x"], self.x)

    def test_arrays_with_strides(self):
        wide = np.repeat(self.x, 2)[::2]
        self.assertFalse(wide.flags.contiguous)
        assert_array_equal(self.cost.gradient(wide), self.cost.gradient(self.x))

    def test_wrong_arguments(self):
        cases = [
            (lambda: self.cost.value(), "takes 1 positional"),
            (lambda: self.cost.value(self.x, self.x), "takes 1 positional"),
            (lambda: self.cost.value(self.x, q=1), "no argument `q`"),
            (lambda: self.cost.value(self.x.reshape(1, 3)), "`x` has 1 dimensions"),
            (lambda: self.cost.value(self.x + 1j), "`x` has the type float64"),
            (lambda: self.cost.jvp(self.x, [1.0]), "the seed of `x` has the shape"),
        ]
        for call, text in cases:
            with self.assertRaisesRegex(adc.Error, text):
                call()


class Modules(WithModels):
    def test_several(self):
        model = self.model(MODULE, "run(r, z)/(x, p)")
        model.state["params%table"] = np.array([1.0, 2.0])
        x, p = np.arange(6.0).reshape(2, 3), 1.5
        r, z = model.value(x, p)
        assert_allclose(r, p * np.sum(x**2, axis=1) * 0.5)
        assert_allclose(z, np.sin(p) * 3)
        found = model.vjp(x, p, np.array([1.0, 2.0]), 0.5)
        assert_allclose(found.x, 2 * p * x * 0.5 * np.array([[1.0], [2.0]]))
        assert_allclose(found.p, 0.5 * (np.sum(x**2, axis=1) @ [1, 2]) + 0.5 * np.cos(p) * 3)
        blocks = model.jacobian(x, p)
        self.assertEqual(blocks["r"]["x"].shape, (2, 2, 3))
        assert_allclose(blocks["r"]["x"][1, 1], p * x[1])
        assert_allclose(blocks["z"]["p"], np.cos(p) * 3)
        along = model.jvp(x, p, np.ones_like(x), 0.0)
        assert_allclose(along.r, p * np.sum(x, axis=1))

    def test_state(self):
        model = self.model(MODULE, "run(r, z)/(x, p)")
        self.assertIsNone(model.state["table"])
        self.assertIn("'params%table': None", repr(model.state))
        model.state["table"] = [1.0]
        calls = model.state["params%calls"]
        model.value(np.ones((1, 1)), 1.0)
        self.assertEqual(model.state["params%calls"], calls + 1)
        model.vjp(np.ones((1, 1)), 1.0, np.ones(1), 1.0)
        self.assertEqual(model.state["params%calls"], calls + 1, "a derivative leaves the state alone")
        model.state["table"] = None
        self.assertIsNone(model.state["table"])
        with self.assertRaisesRegex(adc.Error, "protected"):
            model.state["limit"] = 1.0
        with self.assertRaisesRegex(KeyError, "params%kappa"):
            model.state["unknown"]
        with self.assertRaisesRegex(adc.Error, "type int32"):
            model.state["calls"] = 1.5

    def test_independent_in_module(self):
        model = self.model(MODULE, "run(r)/(x, params%kappa)")
        model.state["table"] = [1.0]
        x = np.array([[1.0, 2.0]])
        found = model.vjp(x, 0.25, np.ones(1), p=2.0)
        assert_allclose(found.x, 4 * 0.25 * x)
        assert_allclose(found.kappa, 2 * 5.0)
        assert_allclose(model.jvp(x, 0.25, np.zeros_like(x), 1.0, p=2.0), [10.0])
        assert_allclose(model.value(x, 3.0, p=2.0), [30.0])

    def test_function(self):
        model = self.model(MODULE, "norm(norm)/(x)")
        x = np.array([3.0, 4.0])
        assert_allclose(model.value(x), 5)
        assert_allclose(model.gradient(x), x / 5)
        assert_allclose(model.jvp(x, [1.0, 0.0]), 0.6)


class Kinds(WithModels):
    def test_single_precision_and_logicals(self):
        text = """\
subroutine f(flag, x, y, m)
   logical, intent(in) :: flag
   integer, intent(in), optional :: m
   real(4), intent(inout) :: x(2, 2)
   real(4), intent(out) :: y(3)
   x = x**2
   if (flag) x = 2*x
   y = sum(x)
   if (present(m)) y = m*y
end subroutine f
"""
        model = self.model(text, "f(y)/(x)")
        x = np.array([[1, 2], [3, 4]], dtype=np.float32)
        before = x.copy()
        y = model.value(x, flag=True)
        self.assertEqual(y.dtype, np.float32)
        assert_allclose(y, 60)
        assert_allclose(model.value(x, flag=False, m=2), 60)
        assert_allclose(model.vjp(x, np.ones(3), flag=True), 12 * x)
        assert_allclose(model.jacobian(x, flag=False)[2], 2 * x)
        assert_array_equal(x, before)

    def test_absent_arguments(self):
        text = """\
module m
   implicit none
contains
   subroutine f(x, w, y)
      real(8), intent(in) :: x(:)
      real(8), intent(in), optional :: w(:, :)
      real(8), intent(out) :: y
      y = sum(x**2)
      if (present(w)) y = y*sum(w)
   end subroutine f
end module m
"""
        model = self.model(text, "f(y)/(x)")
        x = np.array([1.0, 2.0])
        assert_allclose(model.gradient(x), 2 * x)
        assert_allclose(model.gradient(x, w=None), 2 * x)
        assert_allclose(model.gradient(x, w=np.full((2, 3), 0.5)), 6 * x)
        for call in (lambda: model.value(None), lambda: model.gradient(x=None)):
            with self.assertRaisesRegex(adc.Error, "needs the argument `x`"):
                call()

    def test_common(self):
        text = """\
      subroutine g(y)
      double precision y, a, b(3)
      common /blk/ a, b
      y = a*(b(1) + b(2)*b(3))
      end
"""
        model = self.model(text, "g(y)/(blk%b)", name="model.f")
        model.state["blk%a"] = 2.0
        b = np.array([1.0, 2.0, 3.0])
        assert_allclose(model.value(b), 14)
        assert_allclose(model.gradient(b), [2, 6, 4])
        assert_allclose(model.jvp(b, [0.0, 1.0, 0.0]), 6)
        assert_array_equal(model.state["blk%b"], b)


class Builds(WithModels):
    def test_errors_are_those_of_the_command(self):
        with self.assertRaisesRegex(adc.CompileError, r"ADC0508[^$]*`name`"):
            self.model("""\
subroutine f(name, x, y)
   character(len=*) :: name
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   y = x*len(name)
end subroutine f
""", "f(y)/(x)")
        with self.assertRaisesRegex(adc.CompileError, "model.f90:2"):
            self.model("subroutine f(x, y)\nreal(8 :: x, y\ny = x\nend\n", "f(y)/(x)")
        with self.assertRaisesRegex(adc.Error, "no second derivatives"):
            self.model(COST, "cost(y)/(x)").hvp([1.0], [1.0])

    def test_cache(self):
        included = self.written("factor = 2\n", "factor.inc")
        text = """\
subroutine f(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8) :: factor
   include 'factor.inc'
   y = factor*x
end subroutine f
"""
        def count():
            [key] = os.listdir(os.path.join(self.folder, "cache"))
            return len(os.listdir(os.path.join(self.folder, "cache", key)))

        for _ in range(2):
            assert_allclose(self.model(text, "f(y)/(x)").gradient(1.0), 2)
            self.assertEqual(count(), 1)
        with open(included, "w", encoding="utf-8") as f:
            f.write("factor = 3\n")
        assert_allclose(self.model(text, "f(y)/(x)").gradient(1.0), 3)
        self.assertEqual(count(), 2)

    def test_several_files_with_a_main_program(self):
        params, model = MODULE.split("module model\n", 1)
        main = self.written("program main\nuse model\nend program main\n", "main.f90")
        paths = [main, self.written("module model\n" + model, "a.f90"), self.written(params, "z.f90")]
        norm = adc.compile(paths, "norm(norm)/(x)", cache=os.path.join(self.folder, "cache"))
        assert_allclose(norm.gradient([3.0, 4.0]), [0.6, 0.8])


if __name__ == "__main__":
    unittest.main()
