"""Learns the weights of fault localisation from mutations of the training packages, and says what they are worth.

    python -m benchmarks.repair.localisation [--record]

`--record` first runs the suites that the cache lacks (see `localisation_data`). The model is the conditional logit
(McFadden 1974): of the statements of a task, each is the faulty one with a chance proportional to exp(weights .
features); where several are right, any of them counts. An L2 penalty keeps weights of features that few tasks show near
zero. The figures are cross-validated: each package is ranked by weights that were learned on the others. Writes
`testfix_pipeline/repair/localise/weights.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from benchmarks.repair import collection
from benchmarks.repair.localisation_data import Case, cases, record, recorded
from benchmarks.repair.table import share
from benchmarks.repair.trial import Unfit
from benchmarks.repair.truth import faulty_lines
from testfix_pipeline.repair.languages.python.modules import Modules
from testfix_pipeline.repair.localise import weights as shipped
from testfix_pipeline.repair.localise.ranking import FeatureExtractor, weighted_sum
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import Symptoms
from testfix_pipeline.repair.validation.json_lines import ServerLost

SECTIONS = ("changed", "removed", "removed-history")
PENALTY = 0.02
ROUNDS, RATE = 400, 0.15
FIRST = 5
Weights = Mapping[str, float]


@dataclass(frozen=True)
class Sample:
    """A task: of each statement the key, the features, and whether it is faulty."""

    package: str
    rows: Sequence[tuple[tuple[str, int], Weights, bool]]

    @cached_property
    def names(self) -> set[str]:
        """The features that its statements show."""
        return {name for _, features, _ in self.rows for name in features}

    def rank(self, weights: Weights) -> int | None:
        """The rank of the best faulty statement; None where it is not among the locations."""
        best: dict[tuple[str, int], float] = {}
        for key, features, _ in self.rows:
            best[key] = max(best.get(key, -np.inf), weighted_sum(features, weights))
        faulty = {key for key, _, is_faulty in self.rows if is_faulty}
        order = sorted(best, key=lambda key: (-best[key], key))
        return next((rank for rank, key in enumerate(order, 1) if key in faulty), None)


def sample(case: Case) -> Sample:
    """The statements of a recorded case with their features."""
    sources = Sources(case.root, {test.partition("::")[0] for test in (*case.failing, *case.passing)})
    symptoms = Symptoms(case.failing, case.passing, case.coverage.tests, case.failures, case.profiles, case.older)
    places = FeatureExtractor(sources, symptoms).all(shipped.WEIGHTS)
    faulty = faulty_keys(case, sources)
    return Sample(case.package, [(place.key, features, place.key in faulty) for place, features in places])


def faulty_keys(case: Case, sources: Sources) -> set[tuple[str, int]]:
    """(file, first line) of the faulty statements."""
    modules = Modules(sources)
    known = {path: modules.file(path) for path in case.reference}
    return {
        (path, line)
        for path, source in known.items()
        if source is not None
        for text in case.reference[path]
        for line in faulty_lines(path, source, text)
    }


def learn(samples: Sequence[Sample]) -> dict[str, float]:
    """The weights that make the faulty statements likeliest, by gradient steps (Adam: Kingma & Ba 2015)."""
    names = sorted(set[str]().union(*(one.names for one in samples)))
    tasks = [matrices for one in samples if (matrices := _matrices(one, names))[1].any()]
    weights = np.zeros(len(names))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for number in range(1, ROUNDS + 1):
        slope = PENALTY * weights - sum(_gradient(*task, weights) for task in tasks) / max(1, len(tasks))
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= RATE * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
    return dict(zip(names, map(float, weights), strict=True))


def _matrices(one: Sample, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """A task as a matrix (statements x features), and which statements are faulty."""
    matrix = np.array([[features.get(name, 0.0) for name in names] for _, features, _ in one.rows])
    return matrix.reshape(len(one.rows), len(names)), np.array([faulty for *_, faulty in one.rows], dtype=bool)


def _gradient(matrix: np.ndarray, right: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The gradient of a task's log-likelihood."""
    chances = np.exp((scores := matrix @ weights) - scores.max())
    wanted = np.where(right, chances, 0.0)
    return np.asarray(matrix.T @ (wanted / wanted.sum() - chances / chances.sum()))


def cross_validated(samples: Sequence[Sample]) -> list[int | None]:
    """Ranks by weights that were learned on the other packages."""
    found: list[int | None] = []
    for package in sorted({one.package for one in samples}):
        weights = learn([one for one in samples if one.package != package])
        found += [one.rank(weights) for one in samples if one.package == package]
    return found


HEADER = '''"""The learned weights of the features in a statement's score: do not edit by hand.

Written by `python -m benchmarks.repair.localisation` from {tasks} mutations in {packages} training packages.
The modules `*_features` and `churn`, which compute the features, describe them.
"""

from collections.abc import Mapping

WEIGHTS: Mapping[str, float] = {{
'''


def write(weights: Weights, tasks: int, packages: int, path: Path) -> None:
    """Write the module with the weights."""
    lines = [f'    "{name}": {value:.2f},\n' for name, value in sorted(weights.items()) if abs(value) >= 0.005]
    path.write_text(HEADER.format(tasks=tasks, packages=packages) + "".join(lines) + "}\n")


def record_missing() -> None:
    """Run the suites of tasks that are not in the cache."""
    for task in collection.tasks("training", SECTIONS):
        if recorded(task) is None:
            try:
                record(task)
                print(f"{task.id}: recorded", flush=True)
            except (Unfit, ServerLost) as why:
                print(f"{task.id}: left out, {why}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="run the suites of tasks that are not in the cache")
    if parser.parse_args().record:
        record_missing()
    samples = [sample(case) for case in cases(collection.tasks("training", SECTIONS))]
    if not samples:
        raise SystemExit("nothing is recorded: run with --record")
    ranks = cross_validated(samples)
    first = sum(rank is not None and rank <= FIRST for rank in ranks)
    print(
        f"localisation: the faulty statement is among the first {FIRST} in {share(first, len(ranks))} of {len(ranks)}"
    )
    write(learn(samples), len(samples), len({one.package for one in samples}), Path(str(shipped.__file__)))


if __name__ == "__main__":
    main()
