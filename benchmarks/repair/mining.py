"""Looks for bugs that a release mended: tests of the newer release that fail on the older one's code, and why.

    python -m benchmarks.repair.mining NAME-OLD-NEW...

For each pair of releases (`PAIRS` in `pairs.py`) the rows lie in the cache (`mined/PAIR.jsonl`): the tests of a group
and the smallest set of hunks that turns them green and breaks nothing. Which of them are bugs, not features, is a
person's judgement: the chosen ones are pinned in `historical.json`.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.hunks import Hunk, apply_hunks, compiles, digest
from benchmarks.repair.packages import NotReady
from benchmarks.repair.pairs import PAIRS
from benchmarks.repair.releases import Pair, Releases, releases, write
from testfix_pipeline.core.records import Outcome
from testfix_pipeline.execution.runners.pytest_runner import run_suite
from testfix_pipeline.repair.minimise import minimise
from testfix_pipeline.repair.private_tree import private_copy

SUITE_SECONDS = 300.0
MOST_CHANGED_LINES = 12
MOST_UNITS, MOST_TRIES = 60, 30
MOST_ROUNDS, MOST_GUARDS = 3, 8
MOST_HARD = 5
"""Tests that take hunks in several functions, or are never explained; each takes many tries."""
MOST_TESTS = 40
"""More tests than that fail where the newer release did far more than to mend bugs; a sample of them is explained."""

_NEW_API = re.compile(
    r"unexpected keyword argument|takes \d+ positional|takes from \d+|missing \d+ required|has no attribute|"
    r"is not defined|No module named|cannot import name|unrecognized"
)


def new_api(outcome: Outcome) -> bool:
    """Whether a test fails because it uses what the older release does not offer, rather than for what code does."""
    if outcome.phase == "collect" or outcome.error_type in ("ImportError", "ModuleNotFoundError", "NameError"):
        return True
    return outcome.error_type in ("TypeError", "AttributeError") and bool(_NEW_API.search(outcome.message))


class Miner:
    """Tries hunks of one pair. `tree` is a copy of the mixed tree in which they are applied and taken back."""

    def __init__(self, found: Releases, tree: Path) -> None:
        self.found = found
        self.tree = tree
        self.tries = 0
        self._known: dict[frozenset[str], frozenset[str]] = {}

    def run(self, hunks: Sequence[Hunk], tests: Sequence[str] | None = None) -> dict[str, Outcome]:
        """What the tests (all, if none are given) do with these hunks applied."""
        texts = apply_hunks(self.found.old_texts, hunks)
        for file, text in texts.items():
            write(self.tree / file, text)
        try:
            options = (*self.found.target.pytest_args, *self.found.pair.tests)
            target = replace(self.found.target, pytest_args=options)
            run = run_suite(target, self.tree, tests=tests, timeout=SUITE_SECONDS)
            return {} if run.fault is not None else run.outcomes
        finally:
            for file in texts:
                if file in self.found.old_texts:
                    write(self.tree / file, self.found.old_texts[file])
                else:
                    (self.tree / file).unlink()

    def mended(self, hunks: Sequence[Hunk], tests: Sequence[str]) -> frozenset[str]:
        """Which of the tests pass with these hunks; none where the code does not even compile."""
        if not compiles(apply_hunks(self.found.old_texts, hunks)):
            return frozenset()
        key = frozenset([*(hunk.id for hunk in hunks), *tests])
        if key not in self._known:
            self.tries += 1
            self._known[key] = passed(self.run(hunks, tests)) & set(tests)
        return self._known[key]


def passed(outcomes: Mapping[str, Outcome]) -> frozenset[str]:
    return frozenset(test for test, outcome in outcomes.items() if outcome.status == "passed")


def mine(pair: Pair) -> list[dict[str, Any]]:
    """The rows of a pair. Raises NotReady where its tests don't run."""
    found = releases(pair)
    with tempfile.TemporaryDirectory() as scratch:
        miner = Miner(found, private_copy(found.mixed, Path(scratch) / "tree", ()))
        before, after = miner.run([]), miner.run(found.hunks)
        if not passed(before) or not passed(after):
            raise NotReady(f"{len(passed(before))} tests pass on the older code, {len(passed(after))} on the newer")
        wanted = sorted(test for test in passed(after) - passed(before) if test in before and not new_api(before[test]))
        print(f"{pair.key}: {len(wanted)} fail for what code does, {len(found.hunks)} hunks", flush=True)
        return [_row(found, before, *one) for one in _groups(miner, before, wanted[:MOST_TESTS])]


def _groups(
    miner: Miner, before: Mapping[str, Outcome], wanted: Sequence[str]
) -> Iterator[tuple[list[Hunk], frozenset[str], frozenset[str]]]:
    """(smallest set of hunks, tests that it mends, tests that it breaks), until all wanted tests are explained.

    Where only part of a fix turns a test green and others red, these others are asked for as well.
    """
    units = by_unit(miner.found.hunks)
    alone = {tuple(unit): miner.mended(unit, wanted) for unit in units[:MOST_UNITS]} if wanted else {}
    alone_mended = frozenset[str]().union(*alone.values())
    open_tests = sorted(wanted, key=lambda test: test not in alone_mended)
    hard = 0
    while open_tests and hard < MOST_HARD:
        test = open_tests[0]
        hard += test not in alone_mended
        start = min((unit for unit, mended in alone.items() if test in mended), key=len, default=None)
        chosen, after = _harmless(miner, before, test, start, units)
        if not chosen:
            open_tests = [one for one in open_tests if one.partition("[")[0] != test.partition("[")[0]]
            continue
        mended = passed(after) & set(wanted)
        yield chosen, mended, _broken(before, after)
        open_tests = [one for one in open_tests if one not in mended and one != test]


def _harmless(
    miner: Miner,
    before: Mapping[str, Outcome],
    test: str,
    start: Sequence[Hunk] | None,
    units: Sequence[Sequence[Hunk]],
) -> tuple[list[Hunk], Mapping[str, Outcome]]:
    """The smallest set found for a test, and what all tests do with it; no hunks where no small one was found."""
    asked = [test]
    after: Mapping[str, Outcome] = {}
    for _ in range(MOST_ROUNDS):
        chosen = _smallest(miner, asked, start, units)
        if not chosen or sum(hunk.size for hunk in chosen) > MOST_CHANGED_LINES:
            break
        after = miner.run(chosen)
        if test not in passed(after):  # the run was lost, or the test passes only by itself
            break
        broken = sorted(_broken(before, after) - set(asked))
        if not broken:
            return chosen, after
        asked += broken[:MOST_GUARDS]
    return [], after


def _broken(before: Mapping[str, Outcome], after: Mapping[str, Outcome]) -> frozenset[str]:
    """Tests that passed and don't any more; tests whose ids vary from run to run don't count."""
    return frozenset(test for test in passed(before) if test in after and test not in passed(after))


def by_unit(hunks: Iterable[Hunk]) -> list[list[Hunk]]:
    """The hunks that change code, by function or class, small ones first."""
    units: dict[str, list[Hunk]] = defaultdict(list)
    for hunk in hunks:
        if hunk.size:
            units[hunk.unit].append(hunk)
    return sorted(units.values(), key=lambda unit: sum(hunk.size for hunk in unit))


def _smallest(
    miner: Miner, tests: Sequence[str], start: Sequence[Hunk] | None, units: Sequence[Sequence[Hunk]]
) -> list[Hunk]:
    """Hunks with which all tests pass and of which none can be left out; none where too many tries were needed."""
    end = miner.tries + MOST_TRIES

    def good(hunks: Sequence[Hunk]) -> bool:
        return miner.tries < end and miner.mended(hunks, tests) == frozenset(tests)

    if start is None or not good(start):
        if not good([hunk for unit in units for hunk in unit]):
            return []
        few = minimise(units, lambda some: good([hunk for unit in some for hunk in unit]))
        start = [hunk for unit in few for hunk in unit]
    chosen = minimise(start, good)
    return chosen if miner.tries < end else []


def _row(
    found: Releases,
    before: Mapping[str, Outcome],
    hunks: Collection[Hunk],
    mended: Collection[str],
    broken: Collection[str],
) -> dict[str, Any]:
    shown = sorted(mended)
    return {
        "pair": found.pair.key,
        "hunks": [hunk.id for hunk in hunks],
        "lines": sum(hunk.size for hunk in hunks),
        "tests": shown,
        "digest": digest(apply_hunks(found.old_texts, hunks)),
        "broken": sorted(broken)[:5],
        "error": {test: f"{before[test].error_type}: {before[test].message[:200]}" for test in shown[:5]},
        "diff": [{"at": f"{hunk.file}:{hunk.start + 1}", "old": hunk.old, "new": hunk.new} for hunk in hunks],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*")
    wanted = parser.parse_args().pairs
    for pair in PAIRS:
        if not wanted or pair.key in wanted or pair.package in wanted:
            try:
                rows = mine(pair)
            except NotReady as why:
                print(f"{pair.key}: NOT READY {why}", flush=True)
                continue
            cache.write(cache.folder("mined") / f"{pair.key}.jsonl", rows)
            print(f"{pair.key}: {len(rows)} groups", flush=True)


if __name__ == "__main__":
    main()
