"""What the search orders edits by: the fitted weights over what is known of an edit."""

import pytest

from testfix_pipeline.core.records import Attempt, FixHistory
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.ranking.edit_features import NUMBERS, features, symptom_of
from testfix_pipeline.repair.ranking.edit_order import EditOrder, OrderModel
from testfix_pipeline.repair.ranking.experience import Experience
from testfix_pipeline.repair.ranking.naturalness import Naturalness

CODE = """\
def first(text, sep):
    parts = text.strip().split(sep)
    return parts[0]


def second(text, sep):
    parts = text.strip().split(sep)
    return parts[1]


def last(text, sep):
    parts = text.strip().split(text)
    return parts[-1]
"""
SOURCE = SourceFile("m.py", CODE.encode())
NATURAL = Naturalness([SOURCE])


def target(failure_evidence: FailureEvidence = FailureEvidence(), line: int = 12) -> PythonEditSite:  # noqa: B008
    stmt = SOURCE.statements[line]
    return PythonEditSite(SOURCE, stmt, SOURCE.function_of(stmt), failure_evidence, (), (SOURCE,))


def edit(old: str, new: str, kind: str = "variable", **more: float) -> Edit:
    start = CODE.index(old)
    return Edit("m.py", start, start + len(old), new, kind, 0.5, SOURCE.line_at(start), **more)  # type: ignore[arg-type]


def weight(model: OrderModel, one: Edit, experience: Experience | None = None, producer: str = "x") -> float:
    return EditOrder(NATURAL, model, experience).weight(model, target(), producer, one, 0, 1)


def numbers(failure_evidence: FailureEvidence, *edits: Edit) -> list[dict[str, float]]:
    found = features(NATURAL, target(failure_evidence), "x", edits)
    return [dict(zip(NUMBERS, one.numbers, strict=True)) for one in found]


def test_the_symptom_is_what_the_failing_tests_say_of_the_statement() -> None:
    at = {("m.py", 12): "AttributeError"}
    of_none = ("AttributeError: 'NoneType' object has no attribute 'strip'",)
    errors = frozenset({"AttributeError"})
    assert symptom_of(target()) == "unknown"
    assert symptom_of(target(FailureEvidence(errors))) == "elsewhere"
    assert symptom_of(target(FailureEvidence(frozenset({"AssertionError"})))) == "assertion"
    assert symptom_of(target(FailureEvidence(errors, passed_lines=at))) == "through"
    assert symptom_of(target(FailureEvidence(errors, crash_lines=at))) == "AttributeError"
    assert symptom_of(target(FailureEvidence(errors, of_none, crash_lines=at))) == "AttributeError of NoneType"


def landed(kind: object, result: str = "landed") -> Attempt:
    details = {"plausible": [{"kind": kind, "description": "x"}, {"kind": "compare.operator"}]}
    attempt = Attempt(iteration=1, task_id="IMPL-fix-1", strategy="conservative", result=result)  # type: ignore[arg-type]
    return attempt.model_copy(update={"details": details})


@pytest.mark.parametrize(
    "odd", [None, {}, [], "", {"plausible": None}, {"plausible": ["x"]}, {"plausible": [{"kind": 3}]}]
)
def test_a_history_of_others_teaches_nothing(odd: object) -> None:
    attempt = Attempt.model_validate({**landed("variable").model_dump(), "details": odd})
    assert not Experience.of(FixHistory(attempts=[attempt])).landed
    assert Experience.of(None).gain("variable", 0.1) == 0.0


def test_what_landed_raises_the_bounds_of_its_producers_alone() -> None:
    before = Experience.of(FixHistory(attempts=[landed("variable")]))
    kinds = {"variables": ["variable"], "jumps": ["jump"]}
    model = OrderModel({}, {}, bounds=dict.fromkeys(kinds, 0.0), shares={"variable": 0.1}, kinds=kinds)
    order = EditOrder(NATURAL, model, before)
    assert 0.5 < order.bound(model, "variables") < 1.0
    assert order.bound(model, "jumps") == pytest.approx(0.5)
