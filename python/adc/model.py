"""A head and its derivatives, as functions of NumPy arrays."""

from collections import namedtuple
import threading

try:
    import numpy as np
except ImportError as error:
    raise ImportError("adc calls models with NumPy arrays; install NumPy: `pip install numpy`") from error

from .arguments import Arguments
from .calls import Call
from .errors import Error
from .state import State


class Model:
    """A compiled procedure with its derivatives; see `adc.compile`.

    Positional arguments are the independents in the order of the head, then directions or weights. All others are
    keywords. Integers that the shapes of arrays determine may be left out, and so may dependents that are no inputs.

    The arrays that you give are never changed. Contiguous ones (of several dimensions: in Fortran's order) of the right
    type are passed without a copy, if the procedure declares the argument as ``intent(in)``.

    `state` has the variables of modules and COMMON blocks: ``model.state["params%kappa"] = 2.0``.
    """

    def __init__(self, description, library):
        [self._head] = description["heads"]
        self._calls = {c["task"]: Call(c, library) for c in self._head["calls"]}
        self._arguments = Arguments(self._head)
        self._lock = threading.RLock()
        self.state = State(description["state"], library, self._lock)
        self.name = self._head["name"]
        self.independents = tuple(self._head["independents"])
        self.dependents = tuple(self._head["dependents"])
        self._inputs = _named("Independents", self.independents)
        self._outputs = _named("Dependents", self.dependents)

    def __repr__(self):
        head = f"{self.name}({', '.join(self.dependents)})/({', '.join(self.independents)})"
        return f"<adc.Model {head}>"

    def value(self, *independents, **others):
        """The dependents: a number or array, or a named tuple of several. The state is as after a call in Fortran."""
        values, _ = self._given(independents, others, seeds=())
        with self._lock:
            self._run("value", values, {})
        return self._results(self._outputs, self.dependents, values)

    def gradient(self, *independents, **others):
        """The gradient of the only dependent, a scalar, with respect to each independent."""
        return self.vjp(*independents, self._one(), **others)

    def value_and_gradient(self, *independents, **others):
        """Both; for ``scipy.optimize.minimize(..., jac=True)``."""
        gradient = self.gradient(*independents, **others)
        return self.value(*independents, **others), gradient

    def jvp(self, *independents_and_directions, **others):
        """The derivative of the dependents along directions, one for each independent."""
        values, tangents = self._given(independents_and_directions, others, seeds=self.independents)
        shadows = {("tangent", n): tangents[n] for n in self.independents}
        self._derivative("tangent", values, shadows)
        return self._results(self._outputs, self.dependents, {n: shadows["tangent", n] for n in self.dependents})

    def vjp(self, *independents_and_weights, **others):
        """The gradient of the dependents times weights, one for each dependent."""
        values, weights = self._given(independents_and_weights, others, seeds=self.dependents)
        shadows = {("adjoint", n): weights[n] for n in self.dependents}
        self._derivative("adjoint", values, shadows)
        return self._results(self._inputs, self.independents, {n: shadows["adjoint", n] for n in self.independents})

    def hvp(self, *independents_and_directions, **others):
        """The Hessian of the only dependent, a scalar, times directions, one for each independent."""
        if "hessian" not in self._calls:
            raise Error("the model has no second derivatives; compile it with `hessian=True`")
        weight = self._one()
        values, tangents = self._given(independents_and_directions, others, seeds=self.independents)
        shadows = {("tangent", n): tangents[n] for n in self.independents}
        name = self.dependents[0]
        shadows["adjoint", name] = self._arguments.seed(name, weight, values)
        self._derivative("hessian", values, shadows)
        products = {n: shadows["adjoint_tangent", n] for n in self.independents}
        return self._results(self._inputs, self.independents, products)

    def jacobian(self, *independents, **others):
        """The derivatives of each dependent with respect to each independent: arrays whose dimensions are those of the
        dependent, then those of the independent. Several are in dictionaries by the names of both.

        By rows or by columns, whichever are fewer."""
        values, _ = self._given(independents, others, seeds=())
        inputs = {n: values[n] for n in self.independents}
        outputs = {n: values[n] for n in self.dependents}
        blocks = {
            (y, x): np.empty(outputs[y].shape + inputs[x].shape, np.result_type(outputs[y], inputs[x]), order="F")
            for y in outputs
            for x in inputs
        }
        columns, rows = (sum(v.size for v in all_of.values()) for all_of in (inputs, outputs))
        is_by_columns = columns <= rows
        task, part = ("tangent", "tangent") if is_by_columns else ("adjoint", "adjoint")
        seeded, found = (inputs, outputs) if is_by_columns else (outputs, inputs)
        for one in seeded:
            for place in np.ndindex(seeded[one].shape):
                fresh, _ = self._given(independents, others, seeds=())
                shadows = {(part, n): np.zeros_like(v, order="F") for n, v in seeded.items()}
                shadows[part, one][place] = 1
                self._derivative(task, fresh, shadows)
                for other in found:
                    if is_by_columns:
                        blocks[other, one][(..., *place)] = shadows[part, other]
                    else:
                        blocks[one, other][place] = shadows[part, other]
        if len(blocks) == 1:
            return next(iter(blocks.values()))
        return {y: {x: blocks[y, x] for x in inputs} for y in outputs}

    def output_shapes(self, *independents, **others):
        """The shape and type of each dependent, without a call."""
        values, _ = self._given(independents, others, seeds=())
        return self._outputs(*(np.empty(values[n].shape, values[n].dtype) for n in self.dependents))

    def _one(self):
        is_scalar = len(self.dependents) == 1 and not self._arguments.rank(self.dependents[0])
        if not is_scalar:
            raise Error(f"{self.dependents} is not one scalar, so it has no gradient; use `vjp` or `jacobian`")
        return 1.0

    def _given(self, positional, others, seeds):
        """All variables of the head, and the seeds."""
        with self._lock:
            return self._arguments.given(positional, others, seeds, self.state)

    def _derivative(self, task, values, shadows):
        """Calls a derivative. It may leave undefined values in the state, which is set to what it was before."""
        with self._lock:
            before = self.state.saved()
            try:
                self._run(task, values, shadows)
            finally:
                self.state.restore(before)

    def _run(self, task, values, shadows):
        """Calls a procedure. Parts of variables that nobody gives are made, those in the state pass through it."""
        if task not in self._calls:
            raise Error(f"the model has no {task}; leave out the option that chooses other derivatives")
        call = self._calls[task]
        for name, given in self._arguments.in_state(values):
            self.state[name] = given
        for p in call.parts:
            if p not in shadows and p[0] != "value":
                shadows[p] = np.zeros_like(values[p[1]], order="F")
        for (part, of), name in call.globals:
            self.state.set_as(name, shadows[part, of])
        call(values, shadows)
        for (part, of), name in call.globals:
            shadows[part, of] = self.state.array(name)
        if task == "value":
            for name, _ in self._arguments.in_state(values):
                values[name] = self.state.array(name)

    @staticmethod
    def _results(kind, names, values):
        plain = [values[n][()] if values[n].ndim == 0 else values[n] for n in names]
        return plain[0] if len(plain) == 1 else kind(*plain)


def _named(kind, variables):
    """A named tuple with a field for each variable, without its module. What Python cannot name, it can count."""
    return namedtuple(kind, [v.split("%")[-1] for v in variables], rename=True)
