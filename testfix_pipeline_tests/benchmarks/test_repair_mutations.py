"""The mutations of the repair benchmark: they change the meaning, stay where they may, and hide among harmless work."""

import ast
import random
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.repair.changed import changes
from benchmarks.repair.harmless import harmless, work
from benchmarks.repair.mutated import history_builder, texts_of_steps
from benchmarks.repair.mutation import Mutation, places
from benchmarks.repair.mutations import applied
from benchmarks.repair.removed import removals
from testfix_pipeline.repair.languages.python.source import SourceFile

CODE = '''\
"""A module."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    KINDS = ("never", "run", "here")

TABLE = {"one": 1, "two": 2, "three": 3}
__all__ = ["first", "rate"]


class Box:
    """Holds things."""

    def __init__(self, limit: int = 10, name="box"):
        self.limit = limit
        self.name = name.strip()
        self.items = []

    @property
    def full(self) -> bool:
        return len(self.items) >= self.limit and self.limit > 0

    def add(self, item, weight=1):
        if item is None:
            raise ValueError("no item, or one of 5 others")
        if weight < 0:
            weight = 0
        elif weight > 9:
            weight = 9
        else:
            weight += 1
        self.items.append((str(item), weight))
        return self.limit - len(self.items)


def first(values, start=0):
    total = start
    for number, value in enumerate(values):
        if number == 3:
            break
        if not value:
            continue
        total = total * 2 + value
    values = [*values]
    if start > 7:
        total = 0
    try:
        return [part for part in values[1:] if part], max(total, 0)
    except (KeyError, IndexError):
        return None


async def rate(source, key="a"):
    found = await source(key, depth=2)
    return found if found else -1
'''
SOURCE = SourceFile("m.py", CODE.encode())
EVERY_LINE = range(1, CODE.count("\n") + 2)


def every(source: SourceFile = SOURCE) -> list[Mutation]:
    return [m for place in places(source, EVERY_LINE) for m in (*changes(place), *removals(place))]


def test_all_kinds_are_proposed() -> None:
    kinds = {mutation.kind for mutation in every()}
    assert kinds >= {
        "compare operator", "arithmetic operator", "boolean operator", "negation", "sign", "constant number",
        "constant text", "augmented assignment", "variable name", "attribute name", "method name", "function name",
        "slice bounds", "off by one", "jump", "arguments swapped", "branches swapped",
    }  # fmt: skip
    assert kinds >= {
        f"removed {what}" for what in (
            "statement", "guard", "conditional action", "branch", "else branch", "operand", "term", "argument",
            "keyword argument", "wrapper call", "method call", "table entry", "decorator", "default", "await",
            "loop filter", "exception type", "exception handler", "return", "return value", "jump", "reassignment",
            "condition",
        )
    }  # fmt: skip


def test_nearly_every_mutation_compiles_and_means_something_else() -> None:
    sound = Counter[bool]()
    for mutation in every():
        try:
            sound[ast.dump(ast.parse(mutation.applied(CODE))) != ast.dump(SOURCE.tree)] += 1
        except SyntaxError:
            sound[False] += 1
    assert sound[True] > 150 and sound[False] < 0.1 * sound[True]


def results(text: str) -> list[object]:
    scope: dict[str, object] = {}
    exec(compile(text, "m.py", "exec"), scope)
    box = scope["Box"](2, " b ")  # type: ignore[operator]
    return [box.add(1), box.full, box.add("x", 20), box.full, scope["first"]([1, 2, 0, 4, 5])]  # type: ignore[operator]


def test_harmless_changes_change_nothing() -> None:
    found = list(harmless(SOURCE))
    assert {m.kind for m in found} >= {
        "result named",
        "comparison turned",
        "assignment spelt out",
        "annotation",
        "comment",
    }
    for change in found:
        assert change.applied(CODE) != CODE
        assert results(change.applied(CODE)) == results(CODE), change


@pytest.mark.parametrize("together", [True, False])
def test_a_history_ends_with_the_removal_alone(tmp_path: Path, together: bool) -> None:
    removal = next(m for m in every() if m.kind == "removed guard")
    others = work(SOURCE, removal, 5, random.Random(2))
    steps = [([removal], others)] if together else [*(([], [one]) for one in others[:3]), ([removal], others[3:])]
    texts = texts_of_steps(CODE, others, steps)
    assert texts[0] == applied(CODE, others) and texts[-1] == removal.applied(CODE)
    (tmp_path / "origin").mkdir()
    (tmp_path / "origin" / "m.py").write_text(CODE)
    tree = history_builder(tmp_path / "origin", "m.py", texts)(tmp_path / "subject")
    shown = [
        subprocess.run(["git", "show", f"HEAD~{back}:m.py"], cwd=tree, capture_output=True, text=True).stdout
        for back in reversed(range(len(texts)))
    ]
    assert shown == texts and (tree / "m.py").read_text() == texts[-1]
