"""Mutations of packages as tasks: which tests are kept from the engine, and the buggy tree as a repository."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.repair.mutation import Mutation
from benchmarks.repair.mutations import applied, rows_of
from benchmarks.repair.packages import NotReady, Package, ready
from benchmarks.repair.subjects import SUBJECTS
from benchmarks.repair.task import Set, Task
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.workspace.git.new_repository import commit_all, make_repository

HIDDEN_SHARE = 0.25

Steps = Sequence[tuple[Sequence[Mutation], Sequence[Mutation]]]
"""Removals made and harmless changes brought about, by commit."""


def tasks(set_name: Set, wanted: Callable[[str], bool], *, quick: bool = False) -> Iterator[Task]:
    """The tasks of a set's rows whose id is wanted, of the few quick packages or of all.

    Raises NotReady where the cache's rows are stale.
    """
    packages: dict[str, Package] = {}
    for row in rows_of(set_name, quick=quick):
        makers = [(row["id"], task)]
        if row.get("work"):
            makers.append((historic(row["id"]), with_history))
        for name, make in makers:
            if wanted(name):
                package = row["package"]
                if package not in packages:
                    packages[package] = ready(next(subject for subject in SUBJECTS if subject.name == package))
                yield make(packages[package], row, set_name)


def historic(name: str) -> str:
    """The id of a removal's task with history."""
    return name.replace("removed/", "removed-history/")


def with_history(package: Package, row: Mapping[str, Any], set_name: Set) -> Task:
    """The same removal as part of work on its file: in one commit with five other changes, or the third of six commits.

    The first commit holds the right code, but as it was before the other changes; after the last one the file differs
    from the right text by the removal alone.
    """
    plain = task(package, row, set_name)
    file, right = row["file"], plain.reference[row["file"]][0]
    removal, others = mutations_of(file, row["edits"]), mutations_of(file, row["work"])
    chance = random.Random(row["id"])
    chance.shuffle(others)
    alone: Steps = [([], [one]) for one in others]
    steps: Steps = [(removal, others)] if chance.random() < 0.5 else [*alone[:2], (removal, []), *alone[2:]]
    return replace(
        plain,
        id=historic(row["id"]),
        section="removed-history",
        kind=f"{plain.kind} in {'one commit' if len(steps) == 1 else 'six commits'}",
        build=history_builder(package.tree, file, texts_of_steps(right, others, steps)),
        history=True,
    )


def texts_of_steps(right: str, others: Sequence[Mutation], steps: Steps) -> list[str]:
    """The file's texts, first to last: each step makes some removals and brings some of the other changes about."""
    removed: list[Mutation] = []
    open_work = list(others)
    texts = [applied(right, open_work)]
    for removals, done in steps:
        removed += removals
        open_work = [one for one in open_work if one not in done]
        texts.append(applied(right, [*removed, *open_work]))
    return texts


def history_builder(origin: Path, file: str, texts: Sequence[str]) -> Callable[[Path], Path]:
    """Writes a copy of `origin` as a repository in which `file` goes through `texts`, a commit for each."""

    def build(folder: Path) -> Path:
        encode = SourceFile(file, (origin / file).read_bytes()).encode
        tree = builder(origin, {file: encode(texts[0])})(folder)
        for text in texts[1:]:
            (tree / file).write_bytes(encode(text))
            commit_all(tree, f"Rework {Path(file).stem}")
        return tree

    return build


def task(package: Package, row: Mapping[str, Any], set_name: Set) -> Task:
    """The task of one row. Raises NotReady where the row was made from another text."""
    file = row["file"]
    source = SourceFile.load(package.tree, file)
    if source is None or hashlib.sha256(source.text.encode()).hexdigest() != row["sha"]:
        raise NotReady(f"{row['id']} was made from another text of {file}")
    mutations = mutations_of(file, row["edits"])
    buggy = applied(source.text, mutations)
    lines = edited_lines(source.text, mutations)
    return Task(
        id=row["id"],
        section=row["section"],
        set=set_name,
        interpreter=package.interpreter,
        build=builder(package.tree, {file: source.encode(buggy)}),
        reference={file: (source.text,)},
        visible=package.passing,
        hidden=held_out(package, row["id"], row["failing"], {file: lines}),
        deselected=package.deselected,
        kind=" + ".join(mutation.kind for mutation in mutations),
        change=(" ... ".join(e["old"] for e in row["edits"]), " ... ".join(e["new"] for e in row["edits"])),
        lines={file: frozenset(_in_buggy_text(source.text, mutations))},
        pytest_args=package.subject.pytest_args,
        env=package.subject.env,
    )


def mutations_of(file: str, edits: Sequence[Mapping[str, Any]]) -> list[Mutation]:
    return [Mutation(file, e["start"], e["end"], e["new"], e["kind"], e["line"]) for e in edits]


def builder(origin: Path, texts: Mapping[str, bytes]) -> Callable[[Path], Path]:
    """Writes a copy of `origin` with other texts of some files, as a repository of one commit."""

    def build(folder: Path) -> Path:
        tree = private_copy(origin, folder / "tree", ())
        for name, text in texts.items():
            (tree / name).write_bytes(text)
        make_repository(tree, "the work so far")
        return tree

    return build


def edited_lines(text: str, mutations: Sequence[Mutation]) -> set[int]:
    """The lines of the right text that mutations change."""
    found: set[int] = set()
    for one in mutations:
        found |= set(range(text.count("\n", 0, one.start) + 1, text.count("\n", 0, max(one.start, one.end - 1)) + 2))
    return found


def _in_buggy_text(text: str, mutations: Sequence[Mutation]) -> Iterator[int]:
    """The lines where an edit could bring the right text back: those changed, or those around a gap."""
    shift = 0
    for one in sorted(mutations, key=lambda m: m.start):
        first = text.count("\n", 0, one.start) + 1 + shift
        last = first + one.new.rstrip("\n").count("\n")
        gap = not one.new and text[one.start : one.end].endswith("\n")
        yield from range(max(1, first - 1) if gap else first, last + 1)
        shift += one.new.count("\n") - text.count("\n", one.start, one.end)


def held_out(
    package: Package, seed: str, failing: Collection[str], lines: Mapping[str, Collection[int]]
) -> tuple[str, ...]:
    """A quarter of the tests, none of them failing: of those that run the changed lines as well as of the others.

    They are named so that pytest's `--deselect` takes out these and no others: whole functions with all parameters.
    """
    touching: set[str] = set()
    coverage = package.coverage()
    for file, wanted in lines.items():
        touching |= coverage.tests_on(file, wanted)
    functions = sorted({test.partition("[")[0] for test in package.passing})
    close = {test.partition("[")[0] for test in touching}
    chance = random.Random(seed)
    chosen: list[str] = []
    for group in ([f for f in functions if f in close], [f for f in functions if f not in close]):
        able = [f for f in group if not any(test.startswith(f) for test in failing)]
        chosen += chance.sample(able, min(len(able), round(HIDDEN_SHARE * len(group))))
    return tuple(test for test in package.passing if test.startswith(tuple(chosen)) and chosen)
