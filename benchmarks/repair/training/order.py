"""How strongly the order of edits is drawn towards 0, chosen by cross-validation over projects and programs."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.repair.space import is_held_out
from benchmarks.repair.training.fit import Array, Ridges, Weights, fit
from benchmarks.repair.training.measure import likelihoods
from benchmarks.repair.training.rows import Table
from testfix_pipeline.repair.ranking.edit_features import LEVELS

FOLDS = 5
NUMBER_RIDGE = 1.0
LADDER = (0.1, 0.3, 1.0, 3.0, 10.0)
CROSSED = ("symptom of group", "role of group", "symptom of kind")
SHARES_OF_MUTATIONS = (0.1, 0.3, 1.0)


@dataclass(frozen=True)
class Setting:
    """own, crossed: the ridges of plain levels and of crossed ones. mutations: how much a set of theirs counts."""

    own: float = 1.0
    crossed: float = 1.0
    mutations: float = 0.3

    @property
    def ridges(self) -> Ridges:
        return Ridges(NUMBER_RIDGE, tuple(self.crossed if level in CROSSED else self.own for level in LEVELS))

    def weight_of(self, origin: str) -> float:
        """How much a set of an origin counts."""
        return self.mutations if origin == "mutation" else 1.0

    def fitted(self, table: Table) -> Weights:
        return fit(table, self.ridges, self.weight_of)


def for_training(table: Table) -> Table:
    """The sets without those of held-out projects."""
    return table.part(~held_out(table))


def held_out(table: Table) -> Array:
    """Of each set whether it is of a held-out project."""
    pairs = zip(table.origins, table.groups, strict=True)
    return np.array([origin == "fix" and is_held_out(group) for origin, group in pairs])


def folds(table: Table) -> list[Array]:
    """Of each fold the sets in it; a project, or a program with its mutations, is in one."""
    numbers = np.array([hashlib.sha256(f"fold {group}".encode()).digest()[0] % FOLDS for group in table.groups])
    return [numbers == fold for fold in range(FOLDS)]


def cross_validated(table: Table, setting: Setting, *, placed: bool = True) -> Array:
    """The utility of each row under weights that were fitted to the other folds; `placed`: with that of its place."""
    found = np.zeros(len(table.right))
    for fold in folds(table):
        if fold.any():
            weights, asked = setting.fitted(table.part(~fold)), table.part(fold)
            found[fold[table.set_of]] = weights.utilities(asked) if placed else weights.scores(asked)
    return found


def held_out_likelihood(table: Table, setting: Setting) -> float:
    """The mean over the fixes and programs that are solved."""
    wanted = table.solved & (table.origins != "mutation")
    utilities = cross_validated(table, setting)
    return float(likelihoods(table.part(wanted), utilities[wanted[table.set_of]]).mean())


def chosen(table: Table) -> tuple[Setting, list[str]]:
    """The setting with the best cross-validated log-likelihood, and what was tried: ridges, then the mutations."""
    said: list[str] = []

    def best(settings: Iterable[Setting]) -> Setting:
        values = {one: held_out_likelihood(table, one) for one in settings}
        said.extend(f"{value:.4f} {one}" for one, value in values.items())
        return max(values, key=lambda one: values[one])

    ridges = best(Setting(own, crossed) for own, crossed in itertools.product(LADDER, LADDER))
    return best(replace(ridges, mutations=share) for share in SHARES_OF_MUTATIONS), said
