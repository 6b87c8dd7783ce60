"""All tasks of a set, section by section; what they need, made ready."""

from __future__ import annotations

import fnmatch
from collections.abc import Collection, Iterator

from benchmarks.repair import historical, mutated, mutations, small
from benchmarks.repair.task import Set, Task

MUTATIONS = ("changed", "removed", "removed-history", "double")


def prepare(set_name: Set, sections: Collection[str], *, quick: bool) -> None:
    """Make what the cache lacks: packages, environments, mutations. `quick`: of the few packages that QUICK=1 takes."""
    if set(sections) & set(MUTATIONS):
        mutations.prepare(set_name, quick=quick)
    if "historical" in sections:
        historical.prepare(set_name, quick=quick)


def tasks(set_name: Set, sections: Collection[str], only: str = "*", *, quick: bool = False) -> Iterator[Task]:
    """The tasks of the wanted sections whose id matches `only`, as far as the cache holds what they need."""

    def wanted(name: str) -> bool:
        return name.partition("/")[0] in sections and fnmatch.fnmatch(name, only)

    yield from (task for task in small.tasks(set_name) if wanted(task.id))
    yield from mutated.tasks(set_name, wanted, quick=quick)
    if "historical" in sections:
        yield from (task for task in historical.tasks(set_name, quick=quick) if wanted(task.id))
