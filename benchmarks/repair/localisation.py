"""How high the faulty statement ranks, for formulas over the spectrum and for sets of features.

    python -m benchmarks.repair.localisation [--set training] [--record] [--worth]

`--record` runs what is not in the cache yet (see `localisation_data`); without it no test is run. Learned rankings are
cross-validated by package: learned on all packages but the one they are measured on. `--worth` leaves out one feature
after the other. Columns: the share of tasks whose faulty statement (for removed code: a neighbour of the gap) and whose
faulty function are among the first k; the mean reciprocal rank with a 95 % bootstrap interval; how many statements rank
above or level with the faulty one (median and mean).
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from benchmarks.repair import collection
from benchmarks.repair.localisation_data import Case, cases, record
from benchmarks.repair.localisation_learn import Examples, learn
from benchmarks.repair.table import share
from benchmarks.repair.task import Packages
from benchmarks.repair.trial import Unfit
from benchmarks.repair.truth import faulty_lines
from testfix_pipeline.repair.localise.ranking import Extractor, linear
from testfix_pipeline.repair.localise.spectrum import FORMULAS
from testfix_pipeline.repair.localise.symptoms import Place, Symptoms
from testfix_pipeline.repair.localise.weights import WEIGHTS
from testfix_pipeline.repair.project import Sources
from testfix_pipeline.repair.warm import ServerLost

SECTIONS = ("changed", "removed", "removed-history", "double")
DERIVED_SHARE = 0.45
"""What a header or a definition gets of its reader's score where only a formula speaks."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "spectrum": ("ochiai", "alone", "failing share", "explains all", "passing few", "neighbours", "function best"),
    "branches": ("branch", "block"),
    "tracebacks": ("crash", "complaint", "guards the crash", "frame", "frame function"),
    "profiles": ("asserted", "related", "shallow", "late", "last lines", "unconfirmed"),
    "values": ("gave the wrong value", "returns the wrong value", "difference", "like a quoted text"),
    "names": ("called by the failing line", "called by the test", "test name", "test path"),
    "messages": ("message words", "called wrongly", "quoted", "names the missing exception",
                 "function names the missing exception"),
    "shape": ("size", "function size", "unused in function", "unused", "jump", "condition", "return", "call statement"),
    "churn": ("changed lately",),
}  # fmt: skip
RELATIONS = ("signature", "class header", "read", "read by a definition", "imported name", "registered", "field",
             "own class", "made by")  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A ranked statement. `formulas` are its scores by each formula alone."""

    key: tuple[str, int]
    function: str
    features: Mapping[str, float]
    formulas: Mapping[str, float]
    faulty: bool


@dataclass(frozen=True)
class Sample:
    """A task as rows."""

    id: str
    section: str
    package: str
    rows: Sequence[Row]

    @property
    def examples(self) -> list[tuple[Mapping[str, float], bool]]:
        return [(row.features, row.faulty) for row in self.rows]


@dataclass(frozen=True)
class Rank:
    """Of a task's faulty statement and function; None where they are no suspects. `exam`: statements above or level."""

    section: str
    statement: int | None
    function: int | None
    exam: int | None


def sample(case: Case) -> Sample:
    sources = Sources(case.root, {test.partition("::")[0] for test in (*case.failing, *case.passing)})
    faulty = set(truth(case, sources))
    symptoms = Symptoms(case.failing, case.passing, case.coverage.tests, case.failures, case.profiles, case.older)
    extractor = Extractor(sources, symptoms)
    rows = [
        Row(place.key, place.name, features, _formulas(extractor, place), place.key in faulty)
        for place, features in extractor.all(WEIGHTS)
    ]
    return Sample(case.id, case.section, case.package, rows)


def truth(case: Case, sources: Sources) -> Iterator[tuple[str, int]]:
    """The first lines of the faulty statements."""
    for path, texts in case.reference.items():
        source = sources.source(path)
        if source is None:
            continue
        for text in texts:
            yield from ((path, line) for line in faulty_lines(path, source, text))


def _formulas(extractor: Extractor, place: Place) -> dict[str, float]:
    counted = place.via or place
    counts = extractor.coverage.counts(counted.source, counted.stmt)
    part = DERIVED_SHARE if place.via else 1.0
    return {name: part * formula(counts) for name, formula in FORMULAS.items()}


def _weighed(weights: Mapping[str, float], row: Row) -> float:
    return linear(row.features, weights)


def _by_formula(name: str, row: Row) -> float:
    return row.formulas[name]


def ranked(sample: Sample, score: Callable[[Row], float]) -> Rank:
    best: dict[tuple[str, int], tuple[float, str]] = {}
    for row in sample.rows:
        value = score(row)
        if row.key not in best or value > best[row.key][0]:
            best[row.key] = (value, row.function)
    order = sorted(best, key=lambda key: (-best[key][0], key))
    faulty = {row.key for row in sample.rows if row.faulty}
    functions: dict[tuple[str, str], int] = {}
    for key in order:
        functions.setdefault((key[0], best[key][1]), len(functions) + 1)
    first = next((rank for rank, key in enumerate(order, 1) if key in faulty), None)
    if first is None:
        return Rank(sample.section, None, None, None)
    function = min(functions[key[0], best[key][1]] for key in faulty)
    least = best[order[first - 1]][0]
    return Rank(sample.section, first, function, sum(value >= least for value, _ in best.values()))


def cross_validated(samples: Sequence[Sample], without: Collection[str] = ()) -> list[Rank]:
    """Ranks by weights that were learned on the other packages."""
    found: list[Rank] = []
    for package in sorted({one.package for one in samples}):
        others = [one.examples for one in samples if one.package != package and one.section != "double"]
        weights = learn(Examples.of(others, without))
        mine = [one for one in samples if one.package == package]
        found += [ranked(one, partial(_weighed, weights)) for one in mine]
    return found


def mean_reciprocal(ranks: Sequence[int | None]) -> float:
    return statistics.fmean(1 / rank if rank else 0.0 for rank in ranks)


def interval(ranks: Sequence[int | None], rounds: int = 1000) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean reciprocal rank (percentiles)."""
    chance = random.Random(0)
    means = sorted(mean_reciprocal(chance.choices(ranks, k=len(ranks))) for _ in range(rounds))
    return means[round(0.025 * rounds)], means[round(0.975 * rounds) - 1]


def line(name: str, section: str, ranks: Sequence[Rank]) -> str:
    own = [one for one in ranks if one.section == section]
    statements, functions = [one.statement for one in own], [one.function for one in own]
    exams = sorted(one.exam for one in own if one.exam is not None)
    low, high = interval(statements)
    return (
        f"{name:34} {section:9} {len(own):4} "
        + " ".join(f"{_among(statements, k):>4}" for k in (1, 5, 10, 25))
        + f"  {mean_reciprocal(statements):.3f} ({low:.3f}-{high:.3f})  "
        + " ".join(f"{_among(functions, k):>4}" for k in (1, 5, 10, 25))
        + f"  {mean_reciprocal(functions):.3f}  {statistics.median(exams):5.0f} {statistics.fmean(exams):6.1f}"
        + f"  {len(own) - len(exams):4}"
    )


def _among(ranks: Sequence[int | None], k: int) -> str:
    return f"{100 * sum(rank is not None and rank <= k for rank in ranks) / len(ranks):.0f}%"


TITLE = (
    f"{'ranking':34} {'section':9} {'n':>4}  statement: first 1, 5, 10, 25; MRR          "
    "function: first 1, 5, 10, 25; MRR  above or level: median, mean; lost"
)


def show(name: str, ranks: Sequence[Rank]) -> None:
    for section in SECTIONS:
        if any(one.section == section for one in ranks):
            print(line(name, section, ranks), flush=True)


def load(set_name: Packages) -> list[Sample]:
    return [sample(case) for case in cases(collection.tasks(set_name, SECTIONS))]


def compare(samples: Sequence[Sample]) -> list[Rank]:
    """Prints the table; the ranks of the whole model, cross-validated."""
    print(TITLE)
    for name in FORMULAS:
        show(name, [ranked(one, partial(_by_formula, name)) for one in samples])
    used: tuple[str, ...] = ()
    whole: list[Rank] = []
    everything = {name for one in samples for row in one.rows for name in row.features}
    for name, group in GROUPS.items():
        used = (*used, *group)
        whole = cross_validated(samples, everything - {*used, *RELATIONS})
        show(f"{'learned: ' if len(used) == len(group) else '  and '}{name}", whole)
    return whole


def worth(samples: Sequence[Sample]) -> None:
    """Prints what is lost without each feature."""
    names = sorted({name for one in samples for row in one.rows for name in row.features})
    whole = cross_validated(samples)
    base = mean_reciprocal([one.statement for one in whole]), mean_reciprocal([one.function for one in whole])
    print(f"{'without':40} MRR of statements, of functions (with all: {base[0]:.4f}, {base[1]:.4f})")
    for name in names:
        ranks = cross_validated(samples, {name})
        figures = [mean_reciprocal([getattr(one, what) for one in ranks]) for what in ("statement", "function")]
        tasks = sum(any(name in row.features for row in one.rows) for one in samples)
        print(f"{name:40} {figures[0] - base[0]:+.4f} {figures[1] - base[1]:+.4f}  in {tasks} tasks", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=("training", "measuring"), default="training")
    parser.add_argument("--record", action="store_true", help="run the suites of tasks that are not in the cache")
    parser.add_argument("--worth", action="store_true", help="what each feature adds")
    wanted = parser.parse_args()
    if wanted.record:
        _record(wanted.set)
    samples = load(wanted.set)
    if not samples:
        raise SystemExit("nothing is recorded: run with --record")
    if wanted.worth:
        worth(samples)
        return
    ranks = compare(samples)
    top = sum(one.statement is not None and one.statement <= 5 for one in ranks)
    print(
        f"localisation: the faulty statement is among the first five in {share(top, len(ranks))} of {len(ranks)} tasks"
    )


def _record(set_name: Packages) -> None:
    from benchmarks.repair.localisation_data import recorded

    for task in collection.tasks(set_name, SECTIONS):
        if recorded(task) is None:
            try:
                record(task)
                print(f"{task.id}: recorded", flush=True)
            except (Unfit, ServerLost) as why:
                print(f"{task.id}: left out, {why}", flush=True)


if __name__ == "__main__":
    main()
