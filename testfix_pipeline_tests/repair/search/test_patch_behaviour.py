"""Plausible patches are distinguished by inputs: recorded from the tests, and made out of them."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.search.patch_behaviour import (
    BehaviourRow,
    ObservedBehaviour,
    grouped_behaviour,
    observe_patches,
)
from testfix_pipeline.repair.validation.validator import Aims, Validator

Writer = Callable[[Mapping[str, str]], Path]
Fixer = Callable[..., RepairResult]

CODE = """\
import os


class Jar:
    def __init__(self, room):
        self.room = room
        self.held = []

    def put(self, item):
        if len(self.held) > self.room:
            return False
        self.held.append(item)
        return True


def steps(first, last):
    found = []
    while first != last:
        first += 1
        found.append(first)
    return len(found)


def erase(path, really):
    if really:
        os.remove(path)
    return 1
"""
TESTS = """\
import os
from jar import Jar, erase, steps

def test_room():
    jar = Jar(0)
    assert not jar.put("a")

def test_some_room():
    jar = Jar(2)
    assert jar.put("a")

def test_steps():
    assert steps(1, 3) == 2

def test_erase():
    assert erase("$PATH", False) == 2
"""


FAILING, PASSING = ("room", "erase"), ("some_room", "steps")


def found(source: SourceFile, old: str, new: str, kind: str = "test") -> PlausiblePatch:
    start = source.text.index(old)
    edit = Edit(source.path, start, start + len(old), new, kind, 0.5, source.line_at(start))
    return PlausiblePatch(Candidate.single(source, edit, 1.0, "test"), Verdict("plausible", frozenset()))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("jar")
    (folder.parent / "precious").write_text("")
    (folder / "jar.py").write_text(CODE)
    (folder / "test_jar.py").write_text(TESTS.replace("$PATH", str(folder.parent / "precious")))
    return folder


@pytest.fixture(scope="module")
def validator(project: TargetProject, root: Path) -> Iterator[Validator]:
    failing, passing = ([TestId(f"test_jar.py::test_{name}") for name in names] for names in (FAILING, PASSING))
    with Validator(project, root, Aims(failing, [], passing), None) as running:
        running.covering = lambda candidate: passing  # type: ignore[method-assign]
        yield running


def seen_of(validator: Validator, *edits: tuple[str, str]) -> ObservedBehaviour:
    source = SourceFile("jar.py", CODE.encode())
    return observe_patches([found(source, *edit) for edit in edits], validator, seconds=60)


def test_patches_that_behave_differently_are_distinguished_by_a_shown_input(validator: Validator) -> None:
    old = "len(self.held) > self.room"
    seen = seen_of(
        validator, (old, "len(self.held) >= self.room"), (old, "not self.room"), (old, "self.room <= len(self.held)")
    )
    right, hasty, same = seen.behaviour.values()
    assert right.group == same.group != hasty.group
    assert (right.classes, right.agreeing, hasty.agreeing) == (2, 0.5, 0.5), "all are of one kind"
    assert right.changed < hasty.changed or right.changed_near < hasty.changed_near
    shown = seen.differences[0]
    assert "put" in shown.call and len(set(shown.under.values())) == 2


def test_a_call_that_does_not_end_is_an_outcome(validator: Validator) -> None:
    seen = seen_of(validator, ("first != last", "first < last"), ("return len(found)", "return len(found) + 0"))
    careful, same = seen.behaviour.values()
    assert careful.group != same.group
    assert {"does not end", "returns 0"} in [set(difference.under.values()) for difference in seen.differences]
    assert (careful.changed, same.changed, same.changed_near) == (0, 0, 0) != (0, 0, careful.changed_near)


def test_nothing_is_touched_outside_of_the_process(validator: Validator, root: Path) -> None:
    seen = seen_of(validator, ("    return 1", "    return 2"), ("    return 1", "    return 2 - really"))
    assert len({one.group for one in seen.behaviour.values()}) == 1, "a call that may not be made says nothing"
    assert all(one.known for one in seen.behaviour.values())
    assert (root.parent / "precious").exists()


def test_patches_of_one_kind_that_behave_alike_have_one_voice() -> None:
    """Five wordings of one wrong guard are no more likely to be right than one."""
    rows = [
        BehaviourRow("f(1)", "made", "returns 0", ("returns 1", "returns 1", "returns 1", "returns 2", "returns 2"))
    ]
    kinds = ["guard.return", "guard.return", "guard.return", "off.by-one", "compare.operator"]
    wordings, _, _, right, too = grouped_behaviour(list("abcde"), rows, kinds).behaviour.values()
    assert (wordings.agreeing, right.agreeing, too.agreeing) == (1 / 3, 2 / 3, 2 / 3)


def test_the_result_shows_how_its_patches_differ(write: Writer, fix: Fixer) -> None:
    files = {
        "clamp.py": "def clamp(value, low, high):\n    if value > low:\n        return low\n"
        "    return min(value, high)\n",
        "test_clamp.py": "from clamp import clamp\ndef test_low(): assert clamp(1, 3, 9) == 3\n"
        "def test_inside(): assert clamp(5, 3, 9) == 5\n",
    }
    result = fix(write(files), after_first_seconds=1.5)
    groups = {patch.group for patch in result.patches if patch.complete}
    assert 0 in groups and None not in groups
    assert result.patches[0].features["observed"] == 1.0
    assert len(groups) < 2 or result.differences
