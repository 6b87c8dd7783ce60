"""Bugs that a release of a package fixed: the older release's code under the newer release's tests.

    python -m benchmarks.repair.historical --set training      # makes them ready in the cache, and checks them

`historical.toml` pins them: the pair of releases, the tests that the bug makes fail, the numbers of
the hunks between the two releases that are the fix, and the digest of the fixed files. No text of a package is in this
repository: both releases come from the index, the fix is put together from their difference. `hidden` holds tests of
our own, for what the newer release's tests don't check.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.hunks import Hunk, apply_hunks, digest
from benchmarks.repair.judge import HIDDEN
from benchmarks.repair.mutated import builder
from benchmarks.repair.packages import NotReady
from benchmarks.repair.releases import Pair, Releases, fetched, releases, write
from benchmarks.repair.subjects import SUBJECTS
from benchmarks.repair.task import Set, Task
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.repair.validation.private_tree import private_copy

PINNED = Path(__file__).with_name("historical.toml")
SUITE_SECONDS = 600.0
HIDDEN_SHARE = 3
"""One in so many of the tests that a bug makes fail is kept from the engine."""


@dataclass(frozen=True)
class Bug:
    """One pinned bug whose releases are in the cache.

    suite: the folders and files of the newer release's tests that are run. tests: those that the bug makes fail.
    hunks: the fix. own_tests: texts of more test files, by name.
    """

    name: str
    set: Set
    found: Releases
    suite: tuple[str, ...]
    tests: tuple[str, ...]
    hunks: tuple[Hunk, ...]
    own_tests: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def reference(self) -> dict[str, str]:
        """The fixed files, by path."""
        return apply_hunks(self.found.old_texts, self.hunks)

    @property
    def arguments(self) -> tuple[str, ...]:
        """pytest's arguments that say what is run."""
        return (*self.found.target.pytest_args, *self.suite)


def pinned(set_name: Set, *, quick: bool = False) -> list[Mapping[str, Any]]:
    """The rows of a set; `quick`: of the packages that QUICK=1 takes."""
    packages = {subject.name for subject in SUBJECTS if subject.quick}
    rows = [row for row in tomllib.loads(PINNED.read_text(encoding="utf-8"))["bugs"] if row["set"] == set_name]
    return [row for row in rows if not quick or _pair(row).package in packages]


def _pair(row: Mapping[str, Any]) -> Pair:
    return next(pair for pair in PAIRS if pair.key == row["pair"])


def bug(row: Mapping[str, Any]) -> Bug:
    """The bug of a pinned row. Raises NotReady where the index has other texts than those it was found in."""
    pair = _pair(row)
    found = releases(pair)
    hunks = found.hunks_of({name.rpartition("#")[0] for name in row["hunks"]})
    fix = tuple(hunk for hunk in hunks if hunk.id in row["hunks"])
    suite = tuple(row["suite"]) or pair.tests
    result = Bug(row["name"], row["set"], found, suite, tuple(row["tests"]), fix, row.get("hidden", {}))
    if digest(result.reference) != row["digest"]:
        raise NotReady(f"{row['name']} was found in other texts of {pair.key}")
    return result


def prepare(set_name: Set, *, quick: bool = False) -> None:
    """Make what is missing of a set's bugs and say which can't be used."""
    for row in pinned(set_name, quick=quick):
        try:
            suite_of(bug(row))
        except NotReady as why:
            print(f"historical/{row['name']}: NOT READY {why}", flush=True)


def tasks(set_name: Set, *, quick: bool = False) -> Iterator[Task]:
    """The pinned bugs of a set that the cache has ready."""
    for row in pinned(set_name, quick=quick):
        if fetched(_pair(row)) and record_of(row["name"], row["digest"]).is_file():
            yield task(bug(row))


def task(one: Bug) -> Task:
    """The task of a bug, whose suite is measured if it was not yet. Raises NotReady."""
    suite = suite_of(one)
    ignored = [f"--ignore={file}" for file in suite["uncollected"]]
    return Task(
        id=f"historical/{one.name}",
        section="historical",
        set=one.set,
        interpreter=one.found.target.interpreter,
        build=builder(one.found.mixed, {}),
        reference={file: (text,) for file, text in one.reference.items()},
        visible=tuple(suite["passing"]),
        hidden=held_out(one.tests),
        deselected=tuple(suite["deselected"]),
        hidden_files=one.own_tests,
        kind="historical",
        change=(" ... ".join("".join(h.new) for h in one.hunks), " ... ".join("".join(h.old) for h in one.hunks)),
        lines=_lines(one.hunks),
        pytest_args=(*one.arguments, *ignored),
    )


def held_out(tests: Sequence[str]) -> tuple[str, ...]:
    """Every third of the tests that fail, so that what only pleases the others is found out."""
    return tuple(tests[HIDDEN_SHARE - 1 :: HIDDEN_SHARE])


def _lines(hunks: Sequence[Hunk]) -> dict[str, frozenset[int]]:
    """The lines of the older text that the fix replaces, or between which it adds."""
    lines: dict[str, set[int]] = {}
    for hunk in hunks:
        first = hunk.start + 1 if hunk.old else max(1, hunk.start)
        lines.setdefault(hunk.file, set()).update(range(first, max(hunk.end, hunk.start + 1) + 1))
    return {file: frozenset(found) for file, found in lines.items()}


def record_of(name: str, repaired: str) -> Path:
    """The file with what the tests do once a bug is fixed; `repaired` is the digest of the fixed files."""
    return cache.folder("historical") / f"{re.sub('[/.-]', '_', name)}-{repaired[:12]}.json"


def suite_of(one: Bug) -> dict[str, list[str]]:
    """What the tests do once the bug is fixed: which pass, which are left out, which files can't even be collected.

    Raises NotReady where tests that the fix should turn green are not.
    """
    record = record_of(one.name, digest(one.reference))
    if not record.is_file():
        found = steady(run_tree(one, one.reference), run_tree(one, one.reference))
        missing = sorted(set(one.tests) - set(found["passing"]))
        if missing:
            raise NotReady(f"{one.name}: not green once fixed: {missing[:3]}")
        record.write_text(json.dumps(found))
    suite: dict[str, list[str]] = json.loads(record.read_text())
    return suite


def run_tree(one: Bug, texts: Mapping[str, str], tests: Sequence[str] | None = None, own: bool = False) -> SuiteRun:
    """One run with these texts in place of the older ones, of the bug's suite or some of its tests; `own`: of ours.

    Raises NotReady where there is no result.
    """
    interpreter = one.found.target.interpreter
    target = TargetProject(
        interpreter, "benchmark", pytest_args=(HIDDEN,) if own else one.arguments, suites=(pytest_suite(),)
    )
    with tempfile.TemporaryDirectory() as scratch:
        tree = private_copy(one.found.mixed, Path(scratch) / "tree", ())
        for file, text in texts.items():
            write(tree / file, text)
        if own:
            for file, text in one.own_tests.items():
                write(tree / HIDDEN / file, text)
        run = run_suite(target, tree, tests=None if tests is None else list(map(TestId, tests)), timeout=SUITE_SECONDS)
    if run.fault is not None:
        raise NotReady(f"{one.name}: {run.fault.kind}: {run.fault.message[:300]} {run.log[-500:]}")
    return run


def steady(*runs: SuiteRun) -> dict[str, list[TestId]]:
    """What all runs agree on: the tests that pass, those to leave out, and the files that can't be collected."""
    good = frozenset.intersection(*(frozenset(run.passed) for run in runs))
    rest = {test for run in runs for test in run.outcomes} - good
    left_out = sorted(test for test in rest if "::" in test and not any(one.startswith(test) for one in good))
    return {
        "passing": [test for test in runs[-1].collected if test in good],
        "deselected": left_out,
        "uncollected": sorted(test for test in rest if "::" not in test),
    }


def complaints(one: Bug) -> list[str]:
    """What is not as it must be: the bug's tests, and those of our own, fail without the fix and pass with it."""
    found = []
    wanted = set(one.tests)
    for texts, fails in (({}, True), (one.reference, False)):
        run = run_tree(one, texts, one.tests)
        wrong = wanted & run.passed if fails else wanted - run.passed
        found += [f"{'passes' if fails else 'fails'}: {test}" for test in sorted(wrong)]
        if one.own_tests:
            own = run_tree(one, texts, own=True)
            if bool(own.failing) != fails or not own.outcomes or any("::" not in test for test in own.failing):
                found.append(f"own tests with {'the bug' if fails else 'the fix'}: {sorted(own.failing)}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=("training", "measuring"), required=True)
    parser.add_argument("names", nargs="*")
    wanted = parser.parse_args()
    for row in pinned(wanted.set):
        if wanted.names and row["name"] not in wanted.names:
            continue
        try:
            one = bug(row)
            ready = task(one)
            said = "; ".join(complaints(one)) or "sound"
        except NotReady as why:
            print(f"{row['name']}: NOT READY {why}", flush=True)
            continue
        print(f"{one.name}: {len(ready.visible)} tests, {len(one.tests)} by the bug, {said}", flush=True)


if __name__ == "__main__":
    main()


_WERKZEUG = ("tests/live_apps", "tests/test_serving.py", "tests/middleware/test_http_proxy.py")


def _pairs(
    package: str,
    which: Set,
    code: str,
    versions: str,
    requires: str = "",
    tests: str = "tests",
    ignored: tuple[str, ...] = (),
) -> Iterator[Pair]:
    """`versions`: "OLD NEW, OLD NEW"; the other texts hold words."""
    for words in versions.split(","):
        old, new = words.split()
        yield Pair(package, old, new, which, (*code.split(),), (*requires.split(),), (*tests.split(),), ignored)


MEASURING = (
    *_pairs("humanize", "measuring", "src/humanize", "4.14.0 4.15.0", "freezegun"),
    *_pairs("tabulate", "measuring", "tabulate", "0.9.0 0.10.0", "wcwidth", "test"),
    *_pairs("voluptuous", "measuring", "voluptuous", "0.15.2 0.16.0", "", "voluptuous/tests"),
    *_pairs("tinydb", "measuring", "tinydb", "4.8.2 4.9.0", "pyyaml"),
    *_pairs("itsdangerous", "measuring", "src/itsdangerous", "2.1.0 2.1.1", "freezegun"),
    *_pairs("arrow", "measuring", "arrow", "1.3.0 1.4.0", "pytz simplejson dateparser pytest-mock"),
    *_pairs("python-dateutil", "measuring", "dateutil", "2.8.1 2.8.2", "freezegun hypothesis", "dateutil/test"),
    *_pairs(
        "werkzeug",
        "measuring",
        "src/werkzeug",
        "3.1.3 3.1.4, 3.0.1 3.0.2, 2.3.6 2.3.7",
        "ephemeral-port-reserve pytest-timeout pytest-xprocess",
        "tests",
        _WERKZEUG,
    ),
)
TRAINING = (*_pairs("marshmallow", "training", "src/marshmallow", "4.1.0 4.1.1, 3.0.3 3.0.4", "simplejson pytz"),)
PAIRS = (*MEASURING, *TRAINING)
