"""Builds the corpus of mutations: small faults put into packages with a green suite, kept where some tests notice them.

    python -m benchmarks.repair.mutations --set training [NAME...]

Deterministic for pinned packages: candidates are drawn with a seed of their own for each package. A mutation counts
when it makes at least one test fail that passed before and leaves most of them passing, with nothing else amiss: no
error while collecting, no run that does not end. The rows lie in the cache (`mutants/SET/PACKAGE.jsonl`), with the
texts that are changed; no source of a package comes into the repository.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import random
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.changed import changes
from benchmarks.repair.harmless import work
from benchmarks.repair.mutation import Mutation, places
from benchmarks.repair.packages import NotReady, Package, ready
from benchmarks.repair.removed import removals
from benchmarks.repair.subjects import SUBJECTS, Subject
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.sources import is_test_side
from testfix_pipeline.repair.validation.private_tree import private_copy

SEED = "2024-1"
PROCESSES = 2
MOST_FAILING_SHARE, MOST_FAILING = 0.3, 60
"""More failing tests than that, and any test would have shown the author at once."""
WANTED = {"changed": 11, "removed": 8, "double": 3}
"""How many mutations of a package that has room for them."""
WORK, WORK_TRIES = 5, 3
"""How many harmless changes come with a removal that has a history."""
TRIES = 4
"""Candidates looked at for each one wanted."""
OFTEN = ("removed statement", "removed guard", "removed conditional action", "removed branch", "removed operand",
         "compare operator", "constant number", "constant text", "variable name", "attribute name")  # fmt: skip
"""Kinds drawn twice as often as others, because authors err like that more often."""


@dataclass(frozen=True)
class Mutant:
    """Mutations of one file together, and the tests that notice. `work`: harmless changes to hide a removal among."""

    section: str
    mutations: tuple[Mutation, ...]
    failing: tuple[str, ...]
    work: tuple[Mutation, ...] = ()


def subjects_of(set_name: str, *, quick: bool = False) -> list[Subject]:
    """The packages of a set; `quick`: only the few that QUICK=1 takes."""
    return [subject for subject in SUBJECTS if subject.set == set_name and (subject.quick or not quick)]


def rows_of(set_name: str, *, quick: bool = False) -> list[dict[str, Any]]:
    """The rows of a set that the cache holds, package by package."""
    folder = cache.folder("mutants", set_name)
    files = [folder / f"{subject.key}.jsonl" for subject in subjects_of(set_name, quick=quick)]
    return [row for file in files for row in cache.rows(file)]


class Maker:
    """Draws mutations of one package and keeps those that its tests notice."""

    def __init__(self, package: Package, tree: Path) -> None:
        self.package = package
        self.tree = tree
        self.project = package.project()
        self.coverage = package.coverage()
        self.passing = set(package.passing)
        self.random = random.Random(f"{SEED}:{package.subject.key}")
        self.sources = list(self._sources())
        self.used: set[tuple[str, int]] = set()
        self.journal = package.folder / "tried.jsonl"
        self.tried: dict[str, list[str] | None] = {row["key"]: row["failing"] for row in cache.rows(self.journal)}

    def _sources(self) -> Iterator[SourceFile]:
        for code in self.package.subject.code:
            place = self.tree / code
            for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
                name = path.relative_to(self.tree).as_posix()
                source = None if is_test_side(name) else SourceFile.load(self.tree, name)
                if source is not None and source.newline == "\n":
                    yield source

    def pools(self) -> dict[str, list[Mutation]]:
        """All mutations of executed code by kind."""
        found: dict[str, list[Mutation]] = defaultdict(list)
        lines: dict[str, set[int]] = defaultdict(set)
        for files in self.coverage.tests.values():
            for file, executed in files.items():
                lines[file] |= executed
        for source in self.sources:
            imported = self.coverage.import_lines.get(source.path, frozenset()) if source.path in lines else frozenset()
            for place in places(source, lines[source.path] | imported):
                for mutation in (*changes(place), *removals(place)):
                    found[mutation.kind].append(mutation)
        return found

    def singles(self, pools: dict[str, list[Mutation]], removing: bool, wanted: int) -> Iterator[Mutant]:
        kinds = sorted(kind for kind in pools if kind.startswith("removed") == removing)
        kinds += [kind for kind in kinds if kind in OFTEN]
        found = 0
        for number in range(wanted * TRIES):
            if found == wanted or not kinds:
                return
            if number % len(kinds) == 0:
                self.random.shuffle(kinds)
            mutation = self._draw(pools[kinds[number % len(kinds)]])
            failing = self.noticed([mutation]) if mutation else None
            if mutation and failing:
                found += 1
                self.used.add((mutation.file, mutation.line))
                work = self.work(mutation) if removing else ()
                yield Mutant("removed" if removing else "changed", (mutation,), failing, work)

    def _draw(self, pool: Sequence[Mutation]) -> Mutation | None:
        """One that compiles, means something else than the right text, and lies where no other was put."""
        for _ in range(20):
            mutation = self.random.choice(pool)
            if (mutation.file, mutation.line) not in self.used and self._sound([mutation]):
                return mutation
        return None

    def source(self, file: str) -> SourceFile:
        return next(source for source in self.sources if source.path == file)

    def _sound(self, mutations: Sequence[Mutation]) -> bool:
        source = self.source(mutations[0].file)
        try:
            tree = ast.parse(applied(source.text, mutations))
        except (SyntaxError, ValueError):
            return False
        return ast.dump(tree) != ast.dump(source.tree)

    def doubles(self, singles: Sequence[Mutant], pools: dict[str, list[Mutation]], wanted: int) -> Iterator[Mutant]:
        """Two mutations near each other, each of which a common test notices by itself."""
        everything = [mutation for kind in sorted(pools) for mutation in pools[kind]]
        found = 0
        for single in self.random.sample(singles, len(singles)):
            first = single.mutations[0]
            near = [other for other in everything if other.file == first.file and 0 < abs(other.line - first.line) < 40]
            for second in self.random.sample(near, min(4, len(near))):
                both = sorted((first, second), key=lambda one: one.start)
                apart = both[0].end <= both[1].start
                if not apart or not self._sound([second]) or not set(self.noticed([second])) & set(single.failing):
                    continue
                failing = self.noticed(both)
                if failing:
                    found += 1
                    yield Mutant("double", tuple(both), failing)
                    break
            if found == wanted:
                return

    def work(self, removal: Mutation) -> tuple[Mutation, ...]:
        """Harmless changes of the same file that no test notices; none where there is no room for all of them."""
        chance = random.Random(f"{SEED}:{self.package.subject.key}:{removal}")
        for _ in range(WORK_TRIES):
            found = work(self.source(removal.file), removal, WORK, chance)
            if len(found) == WORK and self._sound(found) and self.failing(found) == set():
                return tuple(found)
        return ()

    def noticed(self, mutations: Sequence[Mutation]) -> tuple[str, ...]:
        """The tests that fail; none where there are too many of them or something else is amiss."""
        failing = self.failing(mutations)
        most = min(MOST_FAILING, max(3, MOST_FAILING_SHARE * len(self.passing)))
        if failing is None or len(failing) > most:
            return ()
        return tuple(test for test in self.package.passing if test in failing)

    def failing(self, mutations: Sequence[Mutation]) -> set[str] | None:
        """The tests that fail with mutations of one file; None where something else is amiss.

        What was tried is kept in the package's folder, so that making a corpus goes on where it was stopped.
        """
        key = repr([(one.file, one.start, one.end, one.new) for one in mutations])
        if key not in self.tried:
            failing = self._failing(mutations)
            self.tried[key] = None if failing is None else sorted(failing)
            cache.append(self.journal, {"key": key, "failing": self.tried[key]})
        known = self.tried[key]
        return None if known is None else set(known)

    def _failing(self, mutations: Sequence[Mutation]) -> set[str] | None:
        source = self.source(mutations[0].file)
        path = self.tree / source.path
        path.write_bytes(source.encode(applied(source.text, mutations)))
        try:
            tests = self._covering(source, mutations)
            wanted = None if tests is None else list(map(TestId, tests))
            run = run_suite(self.project, self.tree, tests=wanted, timeout=self._patience())
        finally:
            path.write_bytes(source.encode(source.text))
        broken = run.fault is not None or any("::" not in test for test in run.failing)
        return None if broken else self.passing & run.failing

    def _patience(self) -> float:
        return 20 + 4 * min(self.package.seconds, 20)

    def _covering(self, source: SourceFile, mutations: Sequence[Mutation]) -> list[str] | None:
        """The tests that run the lines; None, all, where lines run at import."""
        covering: set[str] = set()
        for mutation in mutations:
            lines = range(mutation.line, source.line_at(max(mutation.start, mutation.end - 1)) + 1)
            if set(lines) & self.coverage.import_lines.get(source.path, frozenset()):
                return None
            covering |= self.coverage.tests_on(source.path, lines) & self.passing
        return sorted(covering) or None


def applied(text: str, mutations: Sequence[Mutation]) -> str:
    for mutation in sorted(mutations, key=lambda one: -one.start):
        text = mutation.applied(text)
    return text


def make(subject: Subject) -> list[dict[str, Any]]:
    """The rows of one package. Raises NotReady."""
    package = ready(subject)
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
        maker = Maker(package, private_copy(package.tree, Path(folder, "tree"), ()))
        pools = maker.pools()
        found = [*maker.singles(pools, True, WANTED["removed"]), *maker.singles(pools, False, WANTED["changed"])]
        found += list(maker.doubles(found, pools, WANTED["double"]))
        return [_row(subject, number, mutant, maker) for number, mutant in enumerate(found)]


def _row(subject: Subject, number: int, mutant: Mutant, maker: Maker) -> dict[str, Any]:
    source = maker.source(mutant.mutations[0].file)
    return {
        "id": f"{mutant.section}/{subject.name}/{number:02d}",
        "package": subject.name,
        "version": subject.version,
        "section": mutant.section,
        "file": source.path,
        "sha": hashlib.sha256(source.text.encode()).hexdigest(),
        "edits": [_edit(source, one) for one in mutant.mutations],
        "failing": list(mutant.failing),
        "work": [_edit(source, one) for one in mutant.work],
    }


def _edit(source: SourceFile, one: Mutation) -> dict[str, Any]:
    old = source.text[one.start : one.end]
    return {"start": one.start, "end": one.end, "old": old, "new": one.new, "kind": one.kind, "line": one.line}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=("training", "measuring"), required=True)
    parser.add_argument("--again", action="store_true", help="make again what is there")
    parser.add_argument("names", nargs="*")
    wanted = parser.parse_args()
    prepare(wanted.set, wanted.names, again=wanted.again)


def prepare(set_name: str, names: Sequence[str] = (), *, again: bool = False, quick: bool = False) -> None:
    """Make what is missing of a set's corpus, two packages at a time, and say what there is."""
    wanted = [one for one in subjects_of(set_name, quick=quick) if not names or one.name in names]
    with ProcessPoolExecutor(PROCESSES) as pool:
        for line in pool.map(partial(_prepared, again=again), wanted):
            print(line, flush=True)


def _prepared(subject: Subject, again: bool) -> str:
    path = cache.folder("mutants", subject.set) / f"{subject.key}.jsonl"
    if again or not path.is_file():
        try:
            cache.write(path, make(subject))
        except NotReady as why:
            return f"{subject.key:26} NOT READY {why}"
    sections = [row["section"] for row in cache.rows(path)]
    return f"{subject.key:26} " + ", ".join(f"{sections.count(name)} {name}" for name in WANTED)


if __name__ == "__main__":
    main()
