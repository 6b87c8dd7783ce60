"""Synthesis: what a probe shows of a running program, the conditions made of it, missing guards repaired with them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.ingredients.predicates import Predicate
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.conditions import condition_groups
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation, Sight, observe
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, insert_probes, places_at
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.validation.validator import Aims, Validator

Fixer = Callable[..., RepairResult]
Writer = Callable[[Mapping[str, str]], Path]

CODE = """\
class Box:
    def __init__(self, items):
        self.__items = items

    def find(self, wanted=None):
        for item in self.__items:
            if item == wanted:
                return item
        return 0


def spin(n):
    while n:
        n = n + 1
    return n
"""
TESTS = """\
from subject import Box, spin

def test_fails():
    assert Box([1, 2]).find(2) == 2
    assert Box([1]).find() is None

def test_passes():
    assert Box([3, None]).find() is None

def test_hangs():
    spin(1)
"""
FAILS, PASSES, HANGS = (TestId(f"test_subject.py::test_{name}") for name in ("fails", "passes", "hangs"))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("probe")
    (folder / "subject.py").write_text(CODE)
    (folder / "test_subject.py").write_text(TESTS)
    return folder


def place(root: Path, line: int, side: str = "before") -> ProbePoint:
    source = Sources(root).source("subject.py")
    assert isinstance(source, SourceFile)
    stmt = source.statements[line]
    target = PythonEditSite(source, stmt, source.function_of(stmt), FailureEvidence())
    return next(found for found in places_at(target, 1.0) if found.side == side)


@pytest.fixture(scope="module")
def validator(project: TargetProject, root: Path) -> Any:
    coverage = CoverageMap({PASSES: {"subject.py": frozenset({3, 6, 7, 8})}}, {})
    with Validator(project, root, Aims([FAILS, HANGS], [], [PASSES]), coverage) as running:
        yield running


def seen(shown: Observation, text: str) -> str:
    return next(shown.truths[n] for n, predicate in enumerate(shown.pool) if predicate.text == text)


def test_a_probe_shows_what_holds_at_each_hit_of_failing_and_passing_tests(validator: Validator, root: Path) -> None:
    inside, last = observe(validator, [place(root, 7), place(root, 9)], [FAILS])
    hits = [(sight.failing, sight.relevant) for sight in inside.sights]
    assert hits == [(True, False), (True, False), (True, True), (False, False), (False, False)]
    assert [sight.seen[0] for sight in inside.sights] == ["F", "T", "F", "F", "T"], "the condition's own value"
    assert seen(inside, "wanted is None") == "FFTTT"
    assert seen(inside, "item == wanted") == "FTFFT"
    assert seen(last, "wanted is None") == "T" and last.sights[0].seen == ("F", "int:0")
    assert inside.values["item"] == ["int:1", "int:2", "int:1", "int:3", "NoneType:None"]
    assert set(seen(inside, "self.__items")) == {"T"}, "private names are found"


def test_an_endless_loop_still_shows_its_hits(validator: Validator, root: Path) -> None:
    (shown,) = observe(validator, [place(root, 14)], [HANGS])
    assert shown.sights and set(seen(shown, "n")) == {"T"}


def test_an_instrumented_program_stays_python_whatever_it_looks_at(root: Path) -> None:
    source = Sources(root).source("subject.py")
    assert isinstance(source, SourceFile)
    targets = [
        PythonEditSite(source, s, source.function_of(s), FailureEvidence())
        for s in dict.fromkeys(source.statements.values())
    ]
    probe = insert_probes([found for target in targets for found in places_at(target, 1.0)])
    assert probe is not None and probe.valid()
    assert "if __testfix_see__(" in probe.texts["subject.py"] and "while __testfix_see__(" in probe.texts["subject.py"]


def shown_by(root: Path, marks: str, **truths: str) -> Observation:
    """Hits marked as in `conditions`: R relevant and e earlier ones of a failing test, p of a passing one."""
    sights = [Sight(TestId("t"), mark in "Re", mark == "R", ("", "")) for mark in marks]
    pool = [Predicate(name, 0.8, f"not {name}", 0.7) for name in truths]
    return Observation(place(root, 9), pool, sights, dict(enumerate(truths.values())), {})


def test_conditions_come_in_classes_that_failing_tests_cannot_tell_apart(root: Path) -> None:
    found = condition_groups(shown_by(root, "eRpp", a="FTFF", b="FTTF", c="TTFF", d="FEFF", e="TFTT"), "when")
    by_texts = [[choice.text for choice in group.choices] for group in found]
    assert by_texts == [["a", "not e", "b"], [None, "c"]], "b holds in a passing test; d can't be evaluated"
    assert [group.always for group in found] == [False, True]


TREE = """
class Node:
    def __init__(self, parent=None, restricted=False):
        self.parent, self.restricted, self.shares = parent, restricted, {}

def level(user, node):
    best = 0
    while node is not None:
        for who, given in node.shares.items():
            if who in (user, "all"):
                best = max(best, given)
        node = node.parent
    return best
"""
TREE_TESTS = """
from tree import Node, level

def nodes():
    root = Node()
    root.shares = {"ada": 2, "all": 1}
    secret = Node(root, restricted=True)
    secret.shares = {"kim": 3}
    return root, secret, Node(secret)

def test_root():
    root, _, _ = nodes()
    assert (level("ada", root), level("kim", root)) == (2, 1)

def test_below():
    root, _, _ = nodes()
    assert level("ada", Node(Node(root))) == 2

def test_secret():
    _, secret, _ = nodes()
    assert (level("ada", secret), level("kim", secret)) == (0, 3)

def test_inside():
    _, _, inside = nodes()
    assert (level("ada", inside), level("kim", inside)) == (0, 3)
"""


def test_what_repairs_a_test_at_one_place_is_tried_at_the_others(write: Writer, fix: Fixer) -> None:
    best = fix(write({"tree.py": TREE, "test_tree.py": TREE_TESTS})).patches[0]
    stop = "        if node.restricted:\n            break\n        node = node.parent\n"
    assert best.complete and best.files["tree.py"] == TREE.replace("        node = node.parent\n", stop)
