"""All tasks of a set, section by section, made ready if need be."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Collection, Iterator

from benchmarks.repair import mutated, small
from benchmarks.repair.task import Set, Task

MUTATIONS = ("changed", "removed", "removed-history", "double")


def tasks(set_name: Set, sections: Collection[str]) -> Iterator[Task]:
    """The tasks of the wanted sections."""
    if "programs" in sections:
        yield from small.tasks(set_name)
    if set(sections) & set(MUTATIONS):
        yield from (task for task in mutated.tasks(set_name) if task.section in sections)
    if "historical" in sections and importlib.util.find_spec("benchmarks.repair.historical"):
        historical = importlib.import_module("benchmarks.repair.historical")
        yield from historical.tasks(set_name)
