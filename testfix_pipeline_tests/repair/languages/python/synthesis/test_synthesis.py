"""Synthesis: what a probe shows of a running program, the conditions made of it, missing guards repaired with them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.ingredients.condition_calls import UNCALLED_WEIGHT, condition_calls
from testfix_pipeline.repair.languages.python.ingredients.predicates import Predicate, predicates
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.action_stages import score_of_code
from testfix_pipeline.repair.languages.python.synthesis.action_values import values_to_return
from testfix_pipeline.repair.languages.python.synthesis.conditions import condition_groups
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation, Sight, observe
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, insert_probes, places_at
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.validation.validator import Aims, Validator
from testfix_pipeline_tests.repair.sources import parsed, targets

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


def test_a_condition_for_all_failing_tests_is_likelier_than_one_for_some(root: Path) -> None:
    shown = shown_by(root, "RRp", a="TFF", b="TTF")
    sights = [replace(sight, test=TestId(f"t{number}")) for number, sight in enumerate(shown.sights)]
    found = condition_groups(replace(shown, sights=sights), "when")
    reach = {choice.text: group.reach for group in found for choice in group.choices}
    assert (reach["a"], reach["b"]) == (0.5, 1.0)
    weight = {choice.text: group.weight for group in found for choice in group.choices}
    assert weight["b"] > weight["a"], "as likely in themselves"


def test_conditions_of_another_attribute_and_answers_made_of_arguments(tmp_path: Path) -> None:
    (tmp_path / "bank.py").write_text(
        "class Account:\n    def __init__(self):\n        self.held = self.cash = 0\n    @property\n"
        "    def free(self):\n        return self.cash - self.held\n\n\n"
        "def hold(account, amount):\n    account.held += amount\n\n\n"
        "def release(account, amount):\n    if amount > account.held:\n        raise ValueError(amount)\n"
        "    account.held -= amount\n"
    )
    source = Sources(tmp_path).source("bank.py")
    assert isinstance(source, SourceFile)
    stmt = source.statements[10]
    failure_evidence = FailureEvidence(values=(("{}", "{'cash': 7}"), ("()", "('cash', 7)"), ("3", "4")))
    target = PythonEditSite(source, stmt, source.function_of(stmt), failure_evidence, (), (source,))
    here = next(places_at(target, 1.0))
    known = {predicate.text: predicate for predicate in predicates(here.target)}
    assert known["amount > account.held"].weight > known["amount > account.free"].weight > 0
    assert known["amount > account.free"].known, "a property is not evaluated when a place is looked at"
    answers = values_to_return(here)
    assert {"{account: amount}", "(amount, account)", "4"} <= set(answers)
    assert "{'cash': 7}" not in answers, "the answer to one question"


def test_predicates_speak_of_the_place_first_and_know_optional_parameters(root: Path) -> None:
    pool = predicates(place(root, 7).target)
    best = max(pool, key=lambda predicate: predicate.weight)
    assert best.text in ("wanted is None", "item == wanted") and best.weight >= 0.85
    assert "isinstance(item, str)" in {predicate.text for predicate in pool}


LOOSE = """
class Bed:
    def __init__(self, kind, watered, dry):
        self.kind, self.watered, self.dry = kind, watered, dry

def minutes(bed, today):
    if bed.kind == "cactus":
        return 0
    return 10
"""


def test_code_that_takes_up_a_unused_definition_is_tried_earlier() -> None:
    answering = next(target for target in targets(parsed(LOOSE)) if target.text(target.stmt) == "return 10")
    place = next(places_at(answering, 0.4))
    plain = score_of_code(place, "return 0 bed.kind", 0.5)
    assert plain == pytest.approx(0.2)
    assert score_of_code(place, "return 0 bed.dry", 0.5) > plain, "a field that nothing reads"
    assert score_of_code(place, "return 0 today == bed.watered", 0.5) > plain, "a parameter that nothing reads"


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


QUESTIONS = """
class Note:
    def __init__(self, amount, until):
        self.amount, self.until = amount, until
    def usable(self, day):
        return self.amount > 0 and day <= self.until
    def total(self, day):
        return self.amount

class Shop:
    def closed(self):
        return False
    def pay(self, invoice, notes):
        for note in notes:
            print(note.amount, invoice.day)
        return invoice
"""


def test_methods_that_answer_yes_or_no_are_asked_with_what_is_at_hand() -> None:
    paying = next(target for target in targets(parsed(QUESTIONS)) if target.text(target.stmt).startswith("print"))
    assert dict(condition_calls(paying)) == {
        "note.usable(invoice.day)": UNCALLED_WEIGHT,
        "self.closed()": UNCALLED_WEIGHT,
    }
    closing = next(target for target in targets(parsed(QUESTIONS)) if target.text(target.stmt) == "return False")
    assert not dict(condition_calls(closing)), "no function asks itself"


PARSER = """
class Parser:
    def total(self):
        value = self.factor()
        while op := self.accept("+"):
            value += self.factor()
        return value

    def accept(self, sign):
        if self.text[self.at] == sign:
            return sign
"""


def test_a_condition_that_binds_a_name_by_the_way_is_known_by_its_value() -> None:
    adding = next(target for target in targets(parsed(PARSER)) if target.text(target.stmt).startswith("value +="))
    assert any("self.accept" in predicate.text for predicate in predicates(adding))
