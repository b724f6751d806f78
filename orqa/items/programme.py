"""A small builder of mixed integer linear programmes, solved by HiGHS under options that leave nothing to chance."""

import math
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from orqa.errors import OrqaError

GAP = 1e-4
NODE_LIMIT = 200
"""A limit on nodes, never on seconds: a slow machine must choose the same bank."""

Terms = Mapping[int, float]


class Programme:
    """Variables are numbered in order of making, from 0 up; costs are minimised."""

    def __init__(self) -> None:
        self._costs: list[float] = []
        self._uppers: list[float] = []
        self._is_integer: list[bool] = []
        self._rows: list[tuple[Terms, float, float]] = []

    def binary(self, cost: float = 0.0) -> int:
        """A new variable that is 0 or 1."""
        return self._variable(cost, 1.0, is_integer=True)

    def amount(self, cost: float = 0.0, upper: float = math.inf) -> int:
        """A new real variable from 0 to `upper`."""
        return self._variable(cost, upper, is_integer=False)

    def _variable(self, cost: float, upper: float, *, is_integer: bool) -> int:
        self._costs.append(cost)
        self._uppers.append(upper)
        self._is_integer.append(is_integer)
        return len(self._costs) - 1

    def bound(self, terms: Terms, lower: float = -math.inf, upper: float = math.inf) -> None:
        """lower <= sum of coefficient * variable <= upper."""
        self._rows.append((terms, lower, upper))

    def count(self, members: Iterable[int], upper: float = math.inf) -> int:
        """A new variable that equals the sum of `members`."""
        number = self.amount(upper=upper)
        self.bound({**dict.fromkeys(members, 1.0), number: -1.0}, 0.0, 0.0)
        return number

    def excess(self, terms: Terms, allowed: float, price: float) -> int:
        """A new variable, paid for at `price` a unit, that covers what `terms` have above `allowed`."""
        over = self.amount(price)
        self.bound({**terms, over: -1.0}, upper=allowed)
        return over

    def solve(self) -> NDArray[np.float64]:
        """The value of every variable at the least cost found within GAP or NODE_LIMIT.

        Raises:
            OrqaError: no solution was found.
        """
        if not self._costs:
            return np.zeros(0)
        lengths = [len(terms) for terms, _, _ in self._rows]
        matrix = csr_array(
            (
                np.array([value for terms, _, _ in self._rows for value in terms.values()]),
                np.array([number for terms, _, _ in self._rows for number in terms], dtype=np.int64),
                np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]),
            ),
            shape=(len(self._rows), len(self._costs)),
        )
        found = milp(
            np.array(self._costs),
            integrality=np.array(self._is_integer, dtype=int),
            bounds=Bounds(0.0, np.array(self._uppers)),
            constraints=LinearConstraint(
                matrix, np.array([lower for _, lower, _ in self._rows]), np.array([upper for _, _, upper in self._rows])
            ),
            options={"mip_rel_gap": GAP, "node_limit": NODE_LIMIT},
        )
        if found.x is None:
            raise OrqaError(f"the integer programme of the balancer has no solution: {found.message}")
        return np.asarray(found.x, dtype=np.float64)
