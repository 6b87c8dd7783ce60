"""What an order of edits is worth: the log-likelihood of the right edit and its rank among those of its place."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from benchmarks.repair.training.rows import Table

Array = np.ndarray


@dataclass(frozen=True)
class RankQuality:
    """sets: with a right edit. likelihood: mean logarithm of the share of right edits. ranks: of the first of them."""

    sets: int
    likelihood: float
    ranks: Array

    def __str__(self) -> str:
        if not self.sets:
            return "no sets"
        mean, top = math.exp(float(np.log(self.ranks).mean())), (self.ranks <= 1.5).mean()
        middle, most = np.median(self.ranks), np.quantile(self.ranks, 0.9)
        return f"{self.likelihood:8.3f} {mean:7.1f} {middle:6.0f} {most:6.0f} {top:6.0%}"


HEAD = f"{'log-lik':>8} {'mean rk':>7} {'median':>6} {'p90':>6} {'first':>6}"


def likelihoods(table: Table, utilities: Array) -> Array:
    """Of each set the logarithm of the share of right edits."""
    u = utilities + np.log(table.stands_for)
    top = np.maximum.reduceat(u, table.starts)
    exp = np.exp(u - top[table.set_of])
    right = np.where(table.right.astype(bool), np.exp(utilities - top[table.set_of]), 0.0)
    return np.log(np.add.reduceat(right, table.starts) / np.add.reduceat(exp, table.starts))


def ranks(table: Table, utilities: Array) -> Array:
    """Of each set the rank of the first right edit; those it ties with count half."""
    right = table.right.astype(bool)
    best = np.maximum.reduceat(np.where(right, utilities, -np.inf), table.starts)[table.set_of]
    wrong = ~right * table.stands_for
    before = np.add.reduceat(wrong * (utilities > best + 1e-9), table.starts)
    ties = np.add.reduceat(wrong * (np.abs(utilities - best) <= 1e-9), table.starts)
    return np.asarray(1 + before + ties / 2)


def rank_quality(table: Table, utilities: Array) -> RankQuality:
    """Over the sets with a right edit."""
    return RankQuality(len(table.starts), float(likelihoods(table, utilities).mean()), ranks(table, utilities))


def here(table: Table) -> Table:
    """Only the rows of the right place, of sets that are solved there."""
    return table.of_rows(table.here)
