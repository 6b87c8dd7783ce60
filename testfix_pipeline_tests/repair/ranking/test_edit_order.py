"""What the search orders edits by: the fitted weights over what is known of an edit."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Attempt, FixHistory
from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.language import PYTHON
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.localise import FaultLocation
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.ranking.edit_features import LEVELS, NUMBERS, features, group_of, symptom_of
from testfix_pipeline.repair.ranking.edit_order import EditOrder, OrderModel, shipped_order_model
from testfix_pipeline.repair.ranking.experience import Experience
from testfix_pipeline.repair.ranking.naturalness import Naturalness, Surprise
from testfix_pipeline.repair.search.space import Space, single_edits

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


def test_natural_code_and_likely_kinds_count_more() -> None:
    natural, odd = edit("split(text)", "split(sep)"), edit("split(text)", "split(None)")
    by_text, by_kind = OrderModel({"bits more": -1.0}, {}), OrderModel({}, {"kind": {"jump.added": 1.0}}, highest=5.0)
    assert weight(by_text, natural) > weight(by_text, odd)
    assert weight(by_kind, natural) == weight(by_kind, odd) == pytest.approx(0.5)
    assert weight(by_kind, edit("return", "yield", "jump.added")) > 0.55


def test_what_a_failing_test_expected_the_place_among_its_kind_and_a_pull_are_known() -> None:
    failure_evidence = FailureEvidence(
        frozenset({"AssertionError"}), values=(("'a'", "'b'"),), test_literals=frozenset({"'c'"})
    )
    one, two, pulled = edit("text)", '"b")'), edit("text)", "'c')"), edit("text)", "sep)", "other", pull=0.8)
    first, second, third = numbers(failure_evidence, one, two, pulled)
    assert (first["expected"], first["in the tests"], second["expected"], second["in the tests"]) == (1, 0, 0, 1)
    assert first["rank"] == 0 < second["rank"] and first["siblings"] == second["siblings"] > third["siblings"] == 0
    assert (third["pull"], third["rank"]) == (0.8, 0)


@pytest.mark.parametrize(("literal", "expected"), [("true", 0), ("0", 0), ("null", 0), ("7", 1), ("'a'", 1)])
def test_an_expected_constant_that_any_code_has_says_nothing(literal: str, expected: int) -> None:
    source = JAVASCRIPT.read("a.js", b"f(x);\n")
    evidence = FailureEvidence(frozenset({"AssertionError"}), values=(("y", literal),))
    site = JAVASCRIPT.target(source, source.statements[1], evidence)
    (found,) = features(NATURAL, site, "x", [site.edit(site.of_type("identifier")[1], literal, "a", 0.5)])
    assert found.numbers[NUMBERS.index("expected")] == expected


@pytest.mark.parametrize(
    ("old", "new", "group"),
    [
        ("split(text)", "split(sep)", "replace"),
        ("split(text)", "split(text, 1)", "extend"),
        ("split(text)", "split()", "shorten"),
        ("split(text)", "rsplit(sep)", "rewrite"),
        ("    return parts[-1]\n", "", "delete"),
        ("    return parts[-1]\n", "    parts.pop()\n    return parts[-1]\n", "insert"),
    ],
)
def test_the_group_of_an_edit_is_what_it_does_to_the_tokens(old: str, new: str, group: str) -> None:
    (found,) = features(NATURAL, target(), "x", [edit(old, new)])
    assert found.categories[LEVELS.index("group")] == group


def test_an_edit_of_several_places_is_a_group_of_its_own() -> None:
    several = replace(edit("split(text)", "split(sep)"), more=((0, 3, "def"),))
    assert group_of(CODE, several, Surprise(1.0, 1.0, 1, 1)) == "several"


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


def test_the_order_changes_nothing_but_the_order(write: Callable[[Mapping[str, str]], Path]) -> None:
    sources = Sources(write({"m.py": CODE}))
    locations = [FaultLocation("m.py", 12, 1.0, "last"), FaultLocation("m.py", 13, 0.9, "last")]
    plain = list(single_edits(Space(sources, locations, FailureEvidence()), []))
    learned = list(single_edits(Space(sources, locations, FailureEvidence(), order=EditOrder(NATURAL)), []))
    assert {one.fingerprint for one in plain} == {one.fingerprint for one in learned}
    assert [one.score for one in learned] == sorted((one.score for one in learned), reverse=True)


def test_no_edit_counts_more_than_the_bound_of_its_producer() -> None:
    one = edit("split(text)", "split(sep)", pull=0.5)
    model = OrderModel({"tokens in": 9.0, "pull": 1.0}, {}, bounds={"x": 0.5})
    order = EditOrder(NATURAL, model)
    assert weight(model, one) == order.bound(model, "x", pull=0.5) > order.bound(model, "x")


def test_labels_of_edits_and_producers_do_not_change_their_weight() -> None:
    one = edit("split(text)", "split(sep)")
    assert weight(shipped_order_model(), one) == weight(shipped_order_model(), replace(one, prior=0.01))


@pytest.mark.parametrize("language", [PYTHON, JAVASCRIPT], ids=lambda one: one.name)
def test_the_shipped_bounds_know_the_producers(language: Language) -> None:
    order = EditOrder(NATURAL)
    model = order.model_of(language)
    assert model is not None
    assert set(model.bounds) <= {producer.id for producer in language.producers}
    assert len(model.bounds) > len(language.producers) / 2
    names = (*model.bounds, "unheard of")
    assert all(0 < order.bound(model, name) <= order.bound(model, name, pull=1.0) <= 1 for name in names)


def landed(kind: object, result: str = "landed") -> Attempt:
    details = {"plausible": [{"kind": kind, "description": "x"}, {"kind": "compare.operator"}]}
    attempt = Attempt(iteration=1, task_id="IMPL-fix-1", strategy="conservative", result=result)  # type: ignore[arg-type]
    return attempt.model_copy(update={"details": details})


def test_kinds_that_landed_before_are_tried_earlier() -> None:
    before = Experience.of(
        FixHistory(attempts=[landed("variable"), landed("variable + guard"), landed("jump", "refused")])
    )
    assert before.landed == {"variable": 2, "guard": 1}
    assert before.gain("variable", 0.1) > before.gain("guard", 0.1) > 0 > before.gain("jump", 0.1)
    assert before.gain("variable", 0.1) > before.gain("variable", 0.5), "what is common anyway gains less"
    model = OrderModel({}, {}, bounds={"variables": 0.0}, shares={"variable": 0.1})
    one = edit("split(text)", "split(sep)")
    with_it = weight(model, one, before, "variables")
    assert with_it > weight(model, one, None, "variables") == pytest.approx(0.5)
    assert EditOrder(NATURAL, model, before).bound(model, "variables") >= with_it
    guard, jump = (weight(model, edit("return", "yield", kind), before) for kind in ("guard", "jump"))
    assert guard > 0.5 > jump


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
