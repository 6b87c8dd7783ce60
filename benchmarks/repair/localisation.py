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
import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from benchmarks.repair import collection
from benchmarks.repair.localisation_data import Case, cases, record, recorded
from benchmarks.repair.table import share
from benchmarks.repair.trial import Unfit
from testfix_pipeline.repair.languages.python.modules import Modules
from testfix_pipeline.repair.languages.python.source import SourceFile, blocks
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
_HEADER_FIELDS = {"body", "orelse", "finalbody", "handlers", "cases"}


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
        for line in _faulty_lines(path, source, text)
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


def _faulty_lines(path: str, buggy: SourceFile, right: str) -> set[int]:
    """First lines of the statements of `buggy` where an edit could bring the right text back."""
    reference = SourceFile(path, right.encode(buggy.encoding))
    return {stmt.lineno for stmt in _between(buggy.tree, reference.tree)}


def _between(bad: ast.AST, good: ast.AST) -> Iterator[ast.stmt]:
    """Faulty statements below two nodes of one kind, whose own code is the same."""
    old, new = _parts(bad), _parts(good)
    for (parent, mine), (_, theirs) in zip(old, new, strict=False):
        yield from _in_block(parent, mine, theirs)
    if len(old) != len(new) and isinstance(bad, ast.stmt):
        yield bad  # a whole branch is missing or too much
        last = old[-1][1] if old else []
        yield from last[-1:]


def _parts(node: ast.AST) -> list[tuple[ast.AST, list[ast.stmt]]]:
    return [(node, block) for block in blocks(node)]


def _in_block(parent: ast.AST, bad: Sequence[ast.stmt], good: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    start = 0
    while start < min(len(bad), len(good)) and _same(bad[start], good[start]):
        start += 1
    end = 0
    while end < min(len(bad), len(good)) - start and _same(bad[-1 - end], good[-1 - end]):
        end += 1
    middle, wanted = bad[start : len(bad) - end], good[start : len(good) - end]
    if not middle and not wanted:
        return
    if len(middle) == len(wanted):
        for mine, theirs in zip(middle, wanted, strict=True):
            yield from _pair(mine, theirs)
    elif middle and len(middle) > len(wanted):
        yield from middle
        if not start and isinstance(parent, ast.If):
            yield parent  # a branch of its chain may be what is missing
    else:
        yield from _gap(parent, bad, start, end, middle)


def _gap(
    parent: ast.AST, bad: Sequence[ast.stmt], start: int, end: int, middle: Sequence[ast.stmt]
) -> Iterator[ast.stmt]:
    """The neighbours of a gap; the header above it where the gap is at an end of its block, or stands for a `pass`."""
    yield from middle
    yield from bad[start - 1 : start] if start else []
    yield from bad[len(bad) - end : len(bad) - end + 1] if end else []
    if (not start or not end) and isinstance(parent, ast.stmt):
        yield parent


def _pair(mine: ast.stmt, theirs: ast.stmt) -> Iterator[ast.stmt]:
    if _same(mine, theirs):
        return
    if type(mine) is not type(theirs) or _header(mine) != _header(theirs):
        yield mine
        if isinstance(mine, ast.Pass):
            return
    if type(mine) is type(theirs):
        yield from _between(mine, theirs)


def _same(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(other)


def _header(stmt: ast.stmt) -> str:
    """The statement's own code, without the blocks under it."""
    parts = []
    for name, value in ast.iter_fields(stmt):
        if name not in _HEADER_FIELDS:
            values = value if isinstance(value, list) else [value]
            parts.append(f"{name}={[ast.dump(v) if isinstance(v, ast.AST) else v for v in values]}")
    for handler in getattr(stmt, "handlers", ()):
        parts.append(f"except {ast.dump(handler.type) if handler.type else ''} {handler.name}")
    for case in getattr(stmt, "cases", ()):
        parts.append(f"case {ast.dump(case.pattern)} {ast.dump(case.guard) if case.guard else ''}")
    return "; ".join(parts)
