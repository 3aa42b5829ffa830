import dataclasses
import decimal
import fractions
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Exactly = str | int | float | fractions.Fraction | decimal.Decimal
Reading = Literal["auto", "linear", "left", "right", "mid", "smooth"]

__version__: str

class InputError(ValueError): ...
class ReferenceInDoubt(RuntimeError): ...
class Warning(UserWarning): ...

class Stopped(RuntimeError):
    answer: Answer
    def __init__(self, line: str, answer: Answer) -> None: ...

def problems() -> dict[str, str]: ...
def solvers() -> dict[str, str]: ...
def problem(name: str | os.PathLike[str], /, **parameters: Exactly) -> Problem: ...

class Problem:
    name: str
    title: str
    source: str
    description: str
    figure: str
    is_chain: bool
    coordinates: tuple[str, ...]
    constraints: int
    q0: Array
    v0: Array
    restitution: float
    exact_restitution: str
    horizon: float
    exact_horizon: str
    parameters: dict[str, str]
    def __init__(self, name: str, parameters: Mapping[str, Exactly] | None = None) -> None: ...
    def until(self, time: Exactly) -> Problem: ...
    def mass(self, t: ArrayLike, q: ArrayLike) -> Array: ...
    def force(self, t: ArrayLike, q: ArrayLike, v: ArrayLike) -> Array: ...
    def gap(self, t: ArrayLike, q: ArrayLike) -> Array: ...
    def gap_gradient(self, t: ArrayLike, q: ArrayLike) -> Array: ...
    def gap_rate(self, t: ArrayLike, q: ArrayLike, v: ArrayLike) -> Array: ...
    def solve(
        self,
        solver: str,
        step: Exactly | None = None,
        *,
        until: Exactly | None = None,
        digits: int = 16,
        estimate: bool = True,
        limit: Exactly = 600,
    ) -> Answer: ...
    def judge(
        self,
        t: ArrayLike,
        q: ArrayLike,
        v: ArrayLike,
        impulses: ArrayLike | None = None,
        velocity: Reading = "auto",
        *,
        limit: Exactly = 600,
    ) -> Judgement: ...
    def converge(
        self,
        scheme: Callable[[Problem, float], Sequence[ArrayLike]],
        declares: str | Mapping[str, Exactly] | None = None,
        *,
        velocity: Reading = "auto",
        coarsest: Exactly | None = None,
        finest: Exactly | None = None,
        count: int | None = None,
        limit: Exactly = 600,
    ) -> Convergence: ...

class Quantity(NamedTuple):
    quantity: str
    error: float
    computed: str
    expected: str
    kind: str
    verdict: str
    reason: str
    reference: str

class Judgement:
    quantities: dict[str, Quantity]
    doubt: str | None
    def __getitem__(self, name: str) -> float: ...
    def __contains__(self, name: str) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

@dataclasses.dataclass(frozen=True)
class Order:
    distance: str
    order: float
    half_width: float
    declared: float | None
    verdict: Literal["holds", "FAILS", "can't tell", "measured"]
    reason: str
    constant: float
    floor: float
    window: tuple[float, float]
    steps: Array
    errors: Array
    in_window: NDArray[np.bool_]
    fitted: Array
    failures: list[tuple[float, str]]
    text: str

class Convergence:
    orders: dict[str, Order]
    as_declared: bool
    notes: list[str]
    def __getitem__(self, distance: str) -> Order: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def plot(self, axes: Any = None, distances: Sequence[str] | None = None) -> Any: ...

@dataclasses.dataclass(frozen=True)
class Exact:
    times: list[str]
    positions: list[list[str]]
    velocities: list[list[str]]
    impulses: list[list[str]]

class State:
    t: float
    q: Array
    v: Array
    exact: dict[str, Any]
    errors: dict[str, Any]

class Accumulation(State): ...

class Impact:
    t: float
    q: Array
    v_minus: Array
    v_plus: Array
    impulse: Array
    active: list[int]
    continues: bool
    exact: dict[str, Any]
    errors: dict[str, Any]

class Chain:
    velocities: Array
    tensions: Array
    dissipation: float
    moving: int
    exact: dict[str, Any]
    errors: dict[str, Any]

class Contact(NamedTuple):
    constraint: int
    begin: float
    end: float
    begin_error: float | None = ...
    end_error: float | None = ...

class Answer:
    problem: Problem
    solver: str
    times: Array
    positions: Array
    velocities: Array
    impulses: Array
    impacts: list[Impact]
    contacts: list[Contact]
    accumulations: list[Accumulation]
    end: State
    chain: Chain | None
    status: str
    warnings: list[str]
    counts: dict[str, int]
    step: str | None
    digits: int
    @property
    def exact(self) -> Exact: ...
    def __iter__(self) -> Iterator[Array]: ...
