"""Fits a conditional logit with ridges to rows: which of the edits of a set is right.

Every category has a weight of its own, drawn towards 0, so that what is rarely seen keeps the weight of the levels
above. Numpy alone, and the same numbers every time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.repair.training.rows import Table

Array = np.ndarray
MEMORY, MOST_STEPS, TOLERANCE = 20, 500, 1e-6
"""Of L-BFGS: steps remembered, steps made, and the largest part of the gradient where it ends."""


@dataclass(frozen=True)
class Ridges:
    """How strongly weights are drawn towards 0: of numbers (of standard deviation 1), and of categories by level."""

    numbers: float
    levels: tuple[float, ...]


@dataclass(frozen=True)
class Weights:
    """place: of the logarithm of a place's score. numbers: by feature. levels: by level and category."""

    place: float
    numbers: Array
    levels: tuple[Array, ...]

    def scores(self, table: Table) -> Array:
        """The utility of each row, without its place."""
        found: Array = table.numbers @ self.numbers
        for level, weights in enumerate(self.levels):
            found = found + weights[table.categories[:, level]]
        return found

    def utilities(self, table: Table) -> Array:
        """The same with the score of its place."""
        return self.scores(table) + self.place * table.place


class Problem:
    """The penalised log-likelihood of a table, with its gradient, over one vector of parameters."""

    def __init__(self, table: Table, ridges: Ridges, weight_of: Callable[[str], float]) -> None:
        self.table = table.part(table.solved)
        t = self.table
        plain = np.column_stack([t.place, t.numbers])
        self.scale = np.maximum(plain.std(axis=0), 1e-9)
        self.x = plain / self.scale
        sizes = [len(names) for names in t.names]
        ends = np.cumsum([self.x.shape[1], *sizes])
        self.columns = t.categories + ends[:-1]
        self.size = int(ends[-1])
        self.ends = ends
        self.penalty = np.concatenate(
            [
                [ridges.numbers] * self.x.shape[1],
                *(np.full(n, ridge) for n, ridge in zip(sizes, ridges.levels, strict=True)),
            ]
        )
        self.set_of = t.set_of
        self.weight = np.array([weight_of(origin) for origin in t.origins])
        self.log_size = np.log(t.stands_for)
        self.right = t.right.astype(bool)

    def utilities(self, w: Array) -> Array:
        found: Array = self.x @ w[: self.x.shape[1]] + w[self.columns].sum(axis=1)
        return found

    def loss(self, w: Array) -> tuple[float, Array]:
        """Minus the penalised log-likelihood, and its gradient."""
        all_of, every = self._share(self.utilities(w) + self.log_size)
        right_of, right = self._share(np.where(self.right, self.utilities(w), -np.inf))
        value = float(self.weight @ (every - right)) + 0.5 * float(self.penalty @ w**2)
        of_rows = self.weight[self.set_of] * (all_of - right_of)
        gradient = self.penalty * w
        gradient[: self.x.shape[1]] += self.x.T @ of_rows
        gradient += np.bincount(self.columns.ravel(), np.repeat(of_rows, self.columns.shape[1]), minlength=self.size)
        return value, gradient

    def _share(self, u: Array) -> tuple[Array, Array]:
        """Of each row its share of its set, and of each set the logarithm of the sum of the exponentials."""
        top = np.maximum.reduceat(u, self.table.starts)
        exp = np.exp(u - top[self.set_of])
        total = np.add.reduceat(exp, self.table.starts)
        return exp / total[self.set_of], top + np.log(total)

    def weights(self, w: Array) -> Weights:
        plain = w[: self.x.shape[1]] / self.scale
        levels = tuple(w[begin:end] for begin, end in zip(self.ends, self.ends[1:], strict=False))
        return Weights(float(plain[0]), plain[1:], levels)


def fit(table: Table, ridges: Ridges, weight_of: Callable[[str], float] = lambda origin: 1.0) -> Weights:
    """The weights for the sets with a right edit. weight_of: how much a set of an origin counts."""
    problem = Problem(table, ridges, weight_of)
    return problem.weights(minimised(problem.loss, np.zeros(problem.size), 1 / problem.penalty))


def minimised(loss: Callable[[Array], tuple[float, Array]], start: Array, diagonal: Array) -> Array:
    """Where a smooth function is least: L-BFGS. diagonal: about the inverse of its second derivatives at the start."""
    w, steps, turns = start, list[Array](), list[Array]()
    value, gradient = loss(w)
    for _ in range(MOST_STEPS):
        if np.abs(gradient).max() < TOLERANCE:
            break
        direction = -_scaled(gradient, steps, turns, diagonal)
        slope, length = float(gradient @ direction), 1.0
        while True:
            there, new = loss(w + length * direction)
            if there <= value + 1e-4 * length * slope or length < 1e-10:
                break
            length /= 2
        step, turn = length * direction, new - gradient
        if length < 1e-10 or not value - there > 1e-12 * abs(value):
            break
        if float(step @ turn) > 0:
            steps, turns = [*steps[1 - MEMORY :], step], [*turns[1 - MEMORY :], turn]
        w, value, gradient = w + step, there, new
    return w


def _scaled(gradient: Array, steps: list[Array], turns: list[Array], diagonal: Array) -> Array:
    """The gradient times the approximated inverse of the second derivatives (the two loops of L-BFGS)."""
    q: Array = gradient.copy()
    shares = list[float]()
    for step, turn in zip(steps[::-1], turns[::-1], strict=True):
        share = float(step @ q) / float(step @ turn)
        q -= share * turn
        shares.append(share)
    last = float(steps[-1] @ turns[-1]) / float(turns[-1] @ (diagonal * turns[-1])) if steps else 1.0
    q *= last * diagonal
    for step, turn, share in zip(steps, turns, shares[::-1], strict=True):
        q += (share - float(turn @ q) / float(step @ turn)) * step
    return q
