"""Verified numerics for mechanics with one-sided constraints.

A problem is a question with a known answer: bodies that may touch but not penetrate,

    M(t, q) q'' = f(t, q, q') + G^T lambda,    gap(t, q) >= 0,  lambda >= 0,  lambda * gap = 0,    G = d gap / d q,

and at an impact v+ = (1 + e) Proj v- - e v-, the projection onto the admissible velocities in the metric of M.

>>> import unilateral
>>> p = unilateral.problem("ball_rational")          # or the path of a .toml file
>>> p.coordinates, p.constraints
(('y',), 1)
>>> p.force(0, [1.0], [0.0])
array([-1.])

Ask a solver, judge a motion of your own, measure the orders of a scheme of your own:

    answer = p.solve("event_driven")                 # times, positions, velocities, impulses; exact digits beside
    print(p.judge(t, q, v))                          # how far from right, in five distances
    print(p.converge(my_scheme, declares="sup q=1")) # orders with error bars, and a verdict

Units are the problem's own: whatever unit its file states lengths, times and masses in. Numbers that decide (steps,
final times, parameters) are exact: give a str ("1/3"), an int, a Fraction or a Decimal. A float is the decimal that
`repr` prints, so that 0.1 is 1/10.

Whatever is wrong with what you give raises InputError, with one line that says where, what was expected and what was
found.
"""

from __future__ import annotations

import dataclasses
import decimal
import fractions
import math
import numbers
import os
import tempfile
import typing
import warnings as _warnings

import numpy as np

from . import _core
from ._core import InputError, ReferenceInDoubt

__all__ = [
    "Accumulation", "Answer", "Chain", "Contact", "Convergence", "Exact", "Impact", "InputError", "Judgement", "Order",
    "Problem", "Quantity", "ReferenceInDoubt", "State", "Stopped", "Warning", "problem", "problems", "solvers",
]
__version__ = _core.version

InputError.__doc__ = "What was given cannot be used: one line that says where, what was expected, what was found."
ReferenceInDoubt.__doc__ = (
    "There is nothing sure to measure against: two engines that share no code part, and no theorem says which is right.")


class Stopped(RuntimeError):
    """A run did not reach its final time. `answer` holds the part that it made."""

    def __init__(self, line: str, answer: "Answer"):
        super().__init__(line)
        self.answer = answer


class Warning(UserWarning):
    """What a solver has to say of its own answer."""


def _text(value, what: str) -> str:
    """An exact number, as the command takes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        raise InputError(f'{what}: expected a number, found {value!r}')
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, fractions.Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, decimal.Decimal) and value.is_finite():
        return str(value)
    if isinstance(value, (float, np.floating)) and math.isfinite(value):
        return repr(float(value))
    raise InputError(f"{what}: expected a finite number, a str such as \"1/2\", a Fraction or a Decimal, found {value!r}")


def problems() -> dict[str, str]:
    """The catalogue: title of each problem by its name."""
    return dict(_core.problems())


def solvers() -> dict[str, str]:
    """The solvers: title of each by its name."""
    return dict(_core.solvers())


def problem(name: str | os.PathLike, /, **parameters) -> "Problem":
    """The problem of that name in the catalogue (`problems()`), or of a file whose name ends in .toml.

    parameters: values that replace the problem's own, as numbers or as formulas of numbers: e="1/2", angle="pi/3".
    """
    return Problem(os.fspath(name), parameters)


class Problem:
    """A question: a mechanical system with one-sided constraints, where it starts, and until when.

    With n coordinates and m constraints. States broadcast as numpy arrays do: t of shape (...), q and v of shape
    (..., n); a row is a state. Results are float64, of the system evaluated in double precision.

    Attributes
    ----------
    name, title, source, description, figure : str
    coordinates : tuple of n str
    constraints : int, m
    q0, v0 : arrays (n,), position and velocity at t = 0 (before an impact there)
    restitution : float, e in [0, 1]
    horizon : float, the final time
    exact_horizon, exact_restitution : str, the same as exact formulas
    parameters : dict of str, value of each parameter, exact
    is_chain : bool; of a chain of bars with dry friction there is `solve` alone
    """

    def __init__(self, name: str, parameters: dict | None = None, *, _handle=None):
        if _handle is None:
            settings = [f"{key}={_text(value, key)}" for key, value in (parameters or {}).items()]
            _handle = _core.Problem(name, settings)
        self._handle = _handle
        for key, value in _handle.facts().items():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
            setattr(self, key, value)

    def __repr__(self) -> str:
        values = "".join(f", {key}={value!r}" for key, value in self.parameters.items())
        return f"unilateral.problem({self.name!r}{values})"

    def until(self, time) -> "Problem":
        """The same problem with `time` > 0 for its final time."""
        return Problem(self.name, _handle=self._handle.ending_at(_text(time, "until")))

    def mass(self, t, q):
        """M(t, q), the kinetic metric: kinetic energy is v.M v/2 (plus terms of lower degree in moving axes).

        t : (...), q : (..., n)  ->  (..., n, n)
        """
        return self._handle.mass(t, q)

    def force(self, t, q, v):
        """f(t, q, v), every generalised force that is not a reaction, Coriolis and centrifugal terms included.

        t : (...), q, v : (..., n)  ->  (..., n)
        """
        return self._handle.force(t, q, v)

    def gap(self, t, q):
        """The gaps; admissible where all are >= 0.

        t : (...), q : (..., n)  ->  (..., m)
        """
        return self._handle.gap(t, q)

    def gap_gradient(self, t, q):
        """G, the derivatives of the gaps by the coordinates.

        t : (...), q : (..., n)  ->  (..., m, n)
        """
        return self._handle.gap_gradient(t, q)

    def gap_rate(self, t, q, v):
        """The rates of the gaps along a motion, G v + d gap / dt.

        t : (...), q, v : (..., n)  ->  (..., m)
        """
        return self._handle.gap_rate(t, q, v)

    def solve(self, solver: str, step=None, *, until=None, digits: int = 16, estimate: bool = True,
              limit=600) -> "Answer":
        """The answer of one of our solvers (`solvers()`).

        step : time step of a scheme, exact; without one a scheme takes horizon/1000, halved until half of it tells the
            same motion to 1 %
        until : final time (default: the horizon)
        digits : up to 16 double, to 50 fifty decimal digits, to 100 a hundred, of solvers that bring them
        estimate : estimate the errors of impacts, accumulations and the end, which takes one or two runs more
        limit : seconds for all runs

        What the solver warns of is warned of (unilateral.Warning). Raises Stopped where the run does not reach its end.
        Ctrl-C ends it.
        """
        found = self._handle.solve(solver, None if step is None else _text(step, "step"),
                                   None if until is None else _text(until, "until"), digits, estimate, _text(limit, "limit"))
        answer = Answer._of(self, solver, found)
        for line in answer.warnings:
            _warnings.warn(f"{self.name}, {solver}: {line}", Warning, stacklevel=2)
        if answer.status != "completed":
            raise Stopped(f"{self.name}, {solver}: expected to reach the final time, {answer.status}", answer)
        return answer

    def judge(self, t, q, v, impulses=None, velocity: str = "auto", *, limit=600) -> "Judgement":
        """How far a motion is from the right one: distances, residuals, impacts, known numbers.

        t : (rows,), from 0 on, never decreasing; two rows of one time are the limits v- and v+ of a jump
        q, v : (rows, n); of one coordinate also (rows,)
        impulses : (rows, m), of each constraint from the row before to this one; of two rows of one time the second has
            that of the jump. Without them there is no distance of impulses
        velocity : how v goes between two rows. linear; left or right: constant at the earlier or the later row's value;
            mid: the one up to the middle, then the other, as in Moreau's scheme; smooth: by the accelerations of the
            problem itself; auto: left or right where q moves so, else linear
        limit : seconds, where the right motion has to be computed

        A motion that ends early is judged as far as it goes. `unilateral judge` tells the same of a file.
        """
        rows = _rows(self, "judge", t, q, v, impulses)
        return Judgement(*self._handle.judge(*rows, velocity, _text(limit, "limit")))

    def converge(self, scheme, declares=None, *, velocity: str = "auto", coarsest=None, finest=None, count: int | None = None,
                 limit=600) -> "Convergence":
        """The orders of a scheme of one's own, with error bars, and a verdict where orders are declared.

        scheme(p, step) -> (t, q, v) or (t, q, v, impulses), arrays as for `judge`. p is this problem with the final time
            to be reached, p.horizon; step a float, one of a ladder of jittered steps
        declares : "sup q=1, L1 v=1", or a dict: the orders that the scheme is held to. Whatever fails or is left open
            on the first ladder is measured on a second one. Without it: measured, never failed
        velocity : as for `judge`
        coarsest, finest : steps (default: the final time / 50 and / 10000); count : how many (default: 40)
        limit : seconds, where the right motion has to be computed

        A run that raises an exception is a point that failed, with its reason; where every run does, the first
        exception is raised. Raises ReferenceInDoubt where there is nothing sure to measure against.
        """
        if isinstance(declares, dict):
            declares = ", ".join(f"{name}={_text(order, name)}" for name, order in declares.items())
        raised: list[Exception] = []
        made = 0
        asked: dict[str, Problem] = {}

        def run(step: str, until: str):
            nonlocal made
            if until not in asked:
                asked[until] = self.until(until)
            try:
                found = _rows(asked[until], "scheme", *scheme(asked[until], float(step)))
            except Exception as error:  # Ctrl-C is none
                raised.append(error)
                return f"{type(error).__name__}: {error}"
            made += 1
            return found

        if not callable(scheme):
            raise InputError(f"scheme: expected a function of a problem and a step, found {scheme!r}")
        name = getattr(scheme, "__name__", "scheme")
        found = self._handle.converge(name if name.isidentifier() else "scheme", run, declares or "", velocity,
                                      None if coarsest is None else _text(coarsest, "coarsest"),
                                      None if finest is None else _text(finest, "finest"), count,
                                      _text(limit, "limit"))
        if raised and not made:
            raise raised[0]
        return Convergence(*found)


def _rows(asked: Problem, who: str, t, q, v, impulses=None):
    """A motion as arrays of the shapes that the problem has."""
    if asked.is_chain:
        raise InputError(f"{who}: expected a mechanical system, found the chain {asked.name}")

    def numbers_of(given, name: str, columns: int | None):
        try:
            x = np.asarray(given)
            if x.dtype.kind not in "biuf":
                raise ValueError
            x = np.ascontiguousarray(x, dtype=float)
        except (ValueError, TypeError):
            raise InputError(f"{who}: expected {name} as an array of real numbers, found {type(given).__name__}") from None
        if columns == 1 and x.ndim == 1:
            x = x[:, None]
        expected = "(rows,)" if columns is None else f"(rows, {columns})"
        if x.ndim != (1 if columns is None else 2) or (columns is not None and x.shape[1] != columns):
            raise InputError(f"{who}: expected {name} of shape {expected}, found {x.shape}")
        bad = np.flatnonzero(~np.isfinite(x).reshape(len(x), -1).all(axis=1))
        if len(bad):
            raise InputError(f"{who}: {name}: row {bad[0]}: expected finite numbers, found {x[bad[0]]}")
        return x

    n = len(asked.coordinates)
    t, q, v = numbers_of(t, "t", None), numbers_of(q, "q", n), numbers_of(v, "v", n)
    columns = [("q", q), ("v", v)]
    P = None
    if impulses is not None and asked.constraints:
        P = numbers_of(impulses, "impulses", asked.constraints)
        columns.append(("impulses", P))
    for name, x in columns:
        if len(x) != len(t):
            raise InputError(f"{who}: expected as many rows of {name} as of t, {len(t)}, found {len(x)}")
    return t, q, v, P


class Quantity(typing.NamedTuple):
    """A judged number: `error` is its distance from what was expected."""

    quantity: str
    error: float
    computed: str
    expected: str
    kind: str
    verdict: str
    reason: str
    reference: str


class Judgement:
    """What was found of a motion; prints as a table. `judgement["sup q"]` is the error of that quantity: a distance
    ("sup q", "L1 v", "L2 v", "Hausdorff v", "BL impulse", "rows q", "rows v"), a residual ("residual penetration") or a
    known number ("impacts[0].t").

    Attributes
    ----------
    quantities : dict of Quantity by its name
    doubt : str, why there is nothing sure to measure against; None where there is
    """

    def __init__(self, found: list, text: str):
        doubts = [one["reason"] for one in found if one["verdict"] == "reference in doubt"]
        self.doubt = doubts[0] if doubts else None
        self.quantities = {one["quantity"]: Quantity(*(one[name] for name in Quantity._fields)) for one in found
                           if "error" in one and one["verdict"] != "reference in doubt"}
        self._table = text

    def __getitem__(self, name: str) -> float:
        for full in (name, f"distance {name}"):
            if full in self.quantities:
                return self.quantities[full].error
        if self.doubt:
            raise ReferenceInDoubt(self.doubt)
        raise KeyError(name)

    def __contains__(self, name: str) -> bool:
        return name in self.quantities or f"distance {name}" in self.quantities

    def __iter__(self):
        return iter(self.quantities)

    def __len__(self) -> int:
        return len(self.quantities)

    def __str__(self) -> str:
        return self._table.rstrip("\n")

    __repr__ = __str__


@dataclasses.dataclass(frozen=True)
class Order:
    """The order of a scheme in one distance.

    order, half_width : float, the 95 % interval order +- half_width, as printed: these numbers decide; nan without fit
    declared : float or None
    verdict : "holds", "FAILS", "can't tell", "measured"; reason : str
    constant, floor : float, of the fit error = constant step^order (+ floor)
    window : (float, float), the steps that the fit holds for
    steps, errors, in_window, fitted : arrays (points,)
    failures : list of (step, reason), of the runs that failed
    """

    distance: str
    order: float
    half_width: float
    declared: float | None
    verdict: str
    reason: str
    constant: float
    floor: float
    window: tuple
    steps: np.ndarray
    errors: np.ndarray
    in_window: np.ndarray
    fitted: np.ndarray
    failures: list
    text: str

    def __str__(self) -> str:
        return f"{self.distance}: {self.text}"


class Convergence:
    """Orders of a scheme, a distance each; prints as a table, and `plot()` draws it. `found["sup q"]` is an Order.

    Attributes
    ----------
    orders : dict of Order by the name of the distance
    as_declared : bool; every declared order holds
    notes : list of str, what was said of the ladder
    """

    def __init__(self, found: list, text: str, notes: list):
        nothing = {"order": math.nan, "half_width": math.nan, "constant": math.nan, "floor": math.nan,
                   "window": (math.nan, math.nan), "fitted": np.array([])}
        self.orders = {}
        for one in found:
            one = {**nothing, "text": one["outcome"], **one}
            names = [field.name for field in dataclasses.fields(Order) if field.name != "distance"]
            self.orders[one["quantity"]] = Order(one["quantity"], **{name: one[name] for name in names})
        self.as_declared = all(order.verdict in ("holds", "measured") for order in self.orders.values())
        self.notes = notes
        self._table = text

    def __getitem__(self, distance: str) -> Order:
        return self.orders[distance]

    def __iter__(self):
        return iter(self.orders)

    def __len__(self) -> int:
        return len(self.orders)

    def __str__(self) -> str:
        return self._table.rstrip("\n")

    __repr__ = __str__

    def plot(self, axes=None, distances=None):
        """Errors beside steps, the fits over their windows; points outside are hollow. Needs matplotlib.

        axes : where to draw (default: a new figure); distances : names of those to draw (default: all with points)
        -> the axes
        """
        import matplotlib.pyplot as plt

        if axes is None:
            axes = plt.figure().add_subplot()
        for k, name in enumerate(distances or [d for d, order in self.orders.items() if len(order.steps)]):
            order, colour = self.orders[name], f"C{k % 10}"
            inside = order.in_window
            axes.plot(order.steps[inside], order.errors[inside], ".", color=colour, label=str(order))
            axes.plot(order.steps[~inside], order.errors[~inside], "o", color=colour, fillstyle="none", markersize=4)
            if len(order.fitted):
                path = np.argsort(order.steps[inside])
                axes.plot(order.steps[inside][path], order.fitted[inside][path], "-", color=colour, linewidth=1)
        axes.set(xscale="log", yscale="log", xlabel="step", ylabel="error")
        axes.legend()
        return axes


@dataclasses.dataclass(frozen=True)
class Exact:
    """The numbers of an answer as decimals with all their digits, in lists of the arrays' shapes."""

    times: list
    positions: list
    velocities: list
    impulses: list


class _Numbers:
    """Numbers by name; `exact` has the same as decimals with all their digits, `errors` how far each is to be believed
    (None where there is no estimate; inf where nothing is known)."""

    _names: tuple = ()

    def __init__(self, found: dict):
        for name in self._names:
            setattr(self, name, found[name])
        self.exact: dict = found["exact"]
        self.errors: dict = found["errors"]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__name__}({shown})"


class State(_Numbers):
    """t, q (n,), v (n,) at an instant."""

    _names = ("t", "q", "v")


class Accumulation(State):
    """Infinitely many impacts accumulate at t; the state just after."""


class Impact(_Numbers):
    """A jump of the velocity: t, q (n,), v_minus (n,), v_plus (n,), impulse (m,); active: numbers of the constraints in
    contact. `continues`: a scheme spread the shock over steps, and this is one part more of the impact before."""

    _names = ("t", "q", "v_minus", "v_plus", "impulse", "active", "continues")


class Chain(_Numbers):
    """velocities (nodes, 2), tensions (bars,), dissipation, moving: the number of the last moving node."""

    _names = ("velocities", "tensions", "dissipation", "moving")


class Contact(typing.NamedTuple):
    """A constraint stays in contact over [begin, end], each known to its error (None where there is no estimate; inf
    where nothing is known)."""

    constraint: int
    begin: float
    end: float
    begin_error: float | None = None
    end_error: float | None = None


class Answer:
    """What a solver answered, in rows; `t, q, v, P = answer` unpacks it, and `p.judge(*answer)` judges it.

    Attributes
    ----------
    times : (rows,), positions : (rows, n), velocities : (rows, n), impulses : (rows, m)
        The ends of the motion's pieces; where the velocity jumps two rows of one time, v- and v+. An impulse is that of
        each constraint from the row before to this one; of two rows of one time the second has that of the jump.
    exact : Exact, the same with all their digits
    impacts : list of Impact; contacts : list of Contact; accumulations : list of Accumulation; end : State
    status : "completed", or "stopped: ..." with the reason
    warnings : list of str
    counts : dict of int: impacts, steps, force_evaluations, projections
    step : str, the step of a scheme, exact; None of a solver that chooses its own
    digits : int, of the arithmetic
    chain : Chain, of a chain; else None
    """

    def __init__(self):
        raise TypeError("an Answer comes from Problem.solve")

    @classmethod
    def _of(cls, asked: Problem, solver: str, found: dict) -> "Answer":
        self = object.__new__(cls)
        self.problem, self.solver = asked, solver
        for name in ("times", "positions", "velocities", "impulses", "status", "warnings", "counts", "step", "digits"):
            setattr(self, name, found[name])
        self.impacts = [Impact(one) for one in found["impacts"]]
        self.contacts = [Contact(*one) for one in found["contacts"]]
        self.accumulations = [Accumulation(one) for one in found["accumulations"]]
        self.end = State(found["end"])
        self.chain = Chain(found["chain"]) if "chain" in found else None
        self._exact = found["exact"]
        return self

    @property
    def exact(self) -> Exact:
        return Exact(*self._exact())

    def __iter__(self):
        return iter((self.times, self.positions, self.velocities, self.impulses))

    def __repr__(self) -> str:
        return (f"<{self.solver} on {self.problem.name}: {self.status}, {len(self.times)} rows, "
                f"{self.counts['impacts']} impacts, {self.digits} digits>")
