"""Learns how much each feature of localisation counts, from training packages only, and writes the table of weights.

    python -m benchmarks.repair.localisation_learn

The model is the conditional logit (McFadden 1974): of the statements of a task, each is the faulty one with a chance
proportional to exp(weights . features); where several are right, any of them counts. An L2 penalty keeps weights of
features that few tasks show near zero. Whether that generalises is measured by `localisation.py`, which learns from all
packages but one and ranks the bugs of that one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

PENALTY = 0.02
ROUNDS, RATE = 400, 0.15


@dataclass(frozen=True)
class Examples:
    """Tasks as matrices (statements x features), with which statements are right."""

    names: tuple[str, ...]
    tasks: Sequence[tuple[np.ndarray, np.ndarray]]

    @classmethod
    def of(cls, tasks: Sequence[Sequence[tuple[Mapping[str, float], bool]]], without: Collection[str] = ()) -> Examples:
        names = tuple(sorted({name for task in tasks for features, _ in task for name in features} - set(without)))
        place = {name: number for number, name in enumerate(names)}
        found = []
        for task in tasks:
            matrix, right = np.zeros((len(task), len(names))), np.array([faulty for _, faulty in task], dtype=bool)
            for row, (features, _) in enumerate(task):
                for name, value in features.items():
                    if name in place:
                        matrix[row, place[name]] = value
            if right.any():
                found.append((matrix, right))
        return cls(names, found)


def learn(examples: Examples) -> dict[str, float]:
    """The weights that make the right statements of the tasks likeliest, by gradient steps (Adam: Kingma & Ba 2015)."""
    weights = np.zeros(len(examples.names))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for number in range(1, ROUNDS + 1):
        slope = PENALTY * weights - sum(_pull(*task, weights) for task in examples.tasks) / max(1, len(examples.tasks))
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= RATE * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
    return dict(zip(examples.names, map(float, weights), strict=True))


def _pull(matrix: np.ndarray, right: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The gradient of a task's log-likelihood."""
    chances = np.exp((scores := matrix @ weights) - scores.max())
    wanted = np.where(right, chances, 0.0)
    return np.asarray(matrix.T @ (wanted / wanted.sum() - chances / chances.sum()))


HEADER = '''"""How much each feature counts for a statement's score; learned, not chosen: do not edit by hand.

Written by `python -m benchmarks.repair.localisation_learn` from {tasks} mutations in {packages} training packages.
What the features mean is said where they are computed, in the modules `*_features` and `churn`.
"""

from collections.abc import Mapping

WEIGHTS: Mapping[str, float] = {{
'''


def write(weights: Mapping[str, float], tasks: int, packages: int, path: Path) -> None:
    lines = [f'    "{name}": {value:.2f},\n' for name, value in sorted(weights.items()) if abs(value) >= 0.005]
    path.write_text(HEADER.format(tasks=tasks, packages=packages) + "".join(lines) + "}\n")


def main() -> None:
    from benchmarks.repair.localisation import load
    from testfix_pipeline.repair.localise import weights as table

    samples = [sample for sample in load("training") if sample.section != "double"]
    examples = Examples.of([sample.examples for sample in samples])
    assert table.__file__ is not None
    write(learn(examples), len(examples.tasks), len({sample.package for sample in samples}), Path(table.__file__))


if __name__ == "__main__":
    main()
