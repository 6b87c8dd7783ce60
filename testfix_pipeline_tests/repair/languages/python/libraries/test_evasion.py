"""Patches that evade what a library lacks are refused; those that put an equal in its place are not."""

from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.engine import evidence_of
from testfix_pipeline.repair.languages.python.failure_evidence import gather
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.ranking.overfitting import refusal, signs
from testfix_pipeline.repair.search.request import RepairRequest
from testfix_pipeline_tests.execution.targets import ours

OLD = """\
from lib import gone


def check(rows):
    try:
        return gone(rows)
    except ValueError:
        return None
"""
LOST = FailureEvidence(lost_names=frozenset({"gone"}))


def refused(new: str, evidence: FailureEvidence, kind: str = "by-hand", old: str = OLD) -> str:
    source = SourceFile("a.py", old.encode())
    edit = Edit("a.py", 0, len(old), new, kind, 1.0, 1)
    candidate = Candidate.single(source, edit, 1.0, "test")
    return refusal(candidate, signs(candidate, evidence))


@pytest.mark.parametrize(
    "new",
    [
        OLD.replace("except ValueError", "except Exception"),
        OLD.replace("except ValueError", "except (ValueError, AttributeError)"),
        OLD.replace("from lib import gone\n", "try:\n    from lib import gone\nexcept ImportError:\n    gone = None\n"),
        OLD.replace("return gone(rows)", "return []"),
        OLD.replace("gone(rows)", "gone(rows) if rows else None"),
        OLD.replace("    try:", "    if not rows:\n        return None\n    try:"),
        OLD.replace("from lib import gone\n", "").replace("    try:", "    from lib import gone\n    try:"),
        OLD.replace("gone(rows)", "0"),
    ],
    ids=["wider", "more", "guarded", "literal list", "conditional", "early return", "late import", "literal"],
)
def test_an_evasion(new: str) -> None:
    assert new != OLD
    assert "avoids the name" in refused(new, LOST)
    assert "avoids the name" not in refused(new, FailureEvidence()), "only where a library lacks a name"


@pytest.mark.parametrize(
    ("new", "is_refused"),
    [
        ("rows or lib.f(rows, 1)", True),
        ("lib.f(rows, 1) if rows else None", True),
        ("lib.f(rows, 1) or rows", False),
        ("lib.f(rows or None, 1)", False),
        ("[lib.f(rows, 1) for row in rows if row]", True),
        ("{row: lib.f(rows, 1) for row in rows if row}", True),
        ("[lib.f(rows, 1) for row in rows]", False),
    ],
)
def test_a_refused_call_that_is_skipped(new: str, is_refused: bool) -> None:
    old = "import lib\n\n\ndef check(rows):\n    return lib.f(rows, 1)\n"
    unfit = FailureEvidence(has_unfit_calls=True, refused_calls=frozenset({"f"}))
    assert ("avoids the name" in refused(old.replace("lib.f(rows, 1)", new), unfit, old=old)) is is_refused


@pytest.mark.parametrize(
    "new",
    [
        OLD.replace("gone", "here"),
        OLD.replace("from lib import gone", "from lib.sub import gone"),
        OLD.replace("from lib import gone", "import lib.sub").replace("gone(rows)", "lib.sub.gone(rows)"),
    ],
    ids=["renamed", "moved", "chain"],
)
def test_an_equal(new: str) -> None:
    assert refused(new, LOST) == ""


def test_calls_may_get_other_arguments_but_no_way_around_them() -> None:
    unfit = FailureEvidence(has_unfit_calls=True)
    assert refused(OLD.replace("gone(rows)", "gone(rows, 3)"), unfit) == ""
    assert "avoids the name" in refused(OLD.replace("except ValueError", "except Exception"), unfit)


def test_a_call_that_a_library_refuses_is_not_dropped(tmp_path: Path) -> None:
    failure = Failure(test=TestId("test_a.py::test_a"), error_type="TypeError", error="gone() takes no list")
    update = Update(library="lib", version="2.0", symbol="lib.gone")
    evidence = gather([failure.model_copy(update={"update": update})], tmp_path)
    assert "avoids the name" in refused(OLD.replace("gone(rows)", "rows"), evidence)
    assert refused(OLD.replace("gone(rows)", "gone(tuple(rows))"), evidence) == ""
    assert refused(OLD.replace("gone(rows)", "rows"), gather([failure], tmp_path)) == ""
    decoded, opened = OLD.replace("gone(rows)", "gone(rows.json())"), OLD.replace("gone(rows)", "gone(str(rows))")
    assert refused(OLD.replace("gone(rows)", "rows.json()"), evidence, old=decoded) == "", "a call takes its place"
    assert refused(OLD, evidence, old=opened) == "", "the refused call stays"
    assert "avoids the name" in refused(OLD.replace("gone(rows)", "rows"), evidence, old=opened)
    bound = OLD.replace("return gone(rows)", "found = gone(rows)\n        return found")
    assert "avoids the name" in refused(OLD.replace("gone(rows)", "rows"), evidence, old=bound)


@pytest.mark.parametrize("evidence", [FailureEvidence(has_unfit_calls=True), FailureEvidence(has_updates=True)])
def test_a_statement_that_fails_since_an_update_is_not_deleted(evidence: FailureEvidence) -> None:
    old = OLD.replace("    try:", "    gone.set_up(rows)\n    try:")
    source = SourceFile("a.py", old.encode())
    for new, is_refused in ((OLD, True), (old.replace("set_up(rows)", "set_up(list(rows))"), False)):
        candidate = Candidate.single(source, Edit("a.py", 0, len(old), new, "by-hand", 1.0, 1), 1.0, "test")
        assert ("only deletes" in refusal(candidate, signs(candidate, evidence))) is is_refused
        assert "only deletes" not in refusal(candidate, signs(candidate, FailureEvidence()))


def test_two_statements_may_become_one_where_an_update_is_known() -> None:
    old = "def f(r):\n    x = g(r)\n    return x\n"
    new = "def f(r):\n    return g(list(r))\n"
    edit = Edit("a.py", 0, len(old), new, "by-hand", 1.0, 1)
    candidate = Candidate.single(SourceFile("a.py", old.encode()), edit, 1.0, "test")
    assert refusal(candidate, signs(candidate, FailureEvidence(has_updates=True))) == ""


@pytest.mark.parametrize(
    ("new", "message", "is_refused"),
    [
        ("gone(rows)[0]", "assert 2 == 1", True),
        ("gone(rows)[-1]", "assert 2 == 1", True),
        ("gone(rows[0])", "assert 2 == 1", True),
        ("gone(rows)[0]", "'tuple' object has no attribute 'size'", False),
        ("gone(rows)[0]", "assert ['a', 'b'] == 'a'", False),
        ("gone(rows)[0]", "(1, 2) != 1", False),
        ("gone(rows)[0]", "assert f(2, 3) == x[0]", True),
        ("gone(rows) + rows[0]", "assert 2 == 1", False),
        ("gone(rows, first[0])", "assert 2 == 1", False),
        ("gone(rows)[rows]", "assert 2 == 1", False),
    ],
)
def test_one_element_of_a_whole_result_hides_the_others(new: str, message: str, is_refused: bool) -> None:
    updated = FailureEvidence(messages=(message,), has_updates=True)
    said = refused(OLD.replace("gone(rows)", new), updated)
    assert ("takes one element" in said) is is_refused
    assert "takes one element" not in refused(OLD.replace("gone(rows)", new), FailureEvidence(messages=(message,)))


def test_one_element_more_of_what_was_taken_apart_hides_nothing() -> None:
    old = "def total(rows):\n    for row in rows:\n        yield row[0]\n"
    new = old.replace("row[0]", "row[0] + row[1]")
    edit = Edit("a.py", 0, len(old), new, "by-hand", 1.0, 1)
    candidate = Candidate.single(SourceFile("a.py", old.encode()), edit, 1.0, "test")
    updated = FailureEvidence(messages=("assert 2 == 1",), has_updates=True)
    assert refusal(candidate, signs(candidate, updated)) == ""


def test_a_certain_update_is_evidence(tmp_path: Path) -> None:
    update = Update(library="lib", version="2.0", symbol="lib.gone", before="1.0", certain=True)
    failure = Failure(test=TestId("test_a.py::test_a"), error_type="ValueError", error="no", update=update)
    assert gather([failure], tmp_path).has_updates
    unsure = failure.model_copy(update={"update": update.model_copy(update={"certain": False})})
    assert not gather([unsure], tmp_path).has_updates


def test_requirements_from_before_an_update_are_evidence_that_it_is_the_cause(tmp_path: Path) -> None:
    failure = Failure(test=TestId("test_a.py::test_a"), error_type="ValueError", error="no")
    request = RepairRequest(ours(), tmp_path, [failure.test], [failure.test], (), [failure], None, 60.0)
    assert not evidence_of(request, [failure], tmp_path).has_earlier_requirements
    of_npm = replace(request, earlier={"npm:lib": "1.0.0 in package.json as committed"})
    assert not evidence_of(of_npm, [failure], tmp_path).has_earlier_requirements
    known = evidence_of(replace(request, earlier={"lib": "==1.0"}), [failure], tmp_path)
    assert refused(OLD.replace("gone(rows)", "gone(rows)[0]"), known) == "", "no failure names the update"
    old = OLD.replace("    try:", "    gone.set_up(rows)\n    try:")
    edit = Edit("a.py", 0, len(old), OLD, "by-hand", 1.0, 1)
    candidate = Candidate.single(SourceFile("a.py", old.encode()), edit, 1.0, "test")
    assert "only deletes" in refusal(candidate, signs(candidate, known))


def test_an_undo_is_no_evasion() -> None:
    assert "avoids the name" not in refused(OLD.replace("gone(rows)", "0"), LOST, "history.undo")


def test_an_attribute_that_an_object_of_a_library_lacks_since_an_update_is_not_bypassed(tmp_path: Path) -> None:
    said = "'Entries' object has no attribute 'gone'"
    failure = Failure(test=TestId("test_a.py::test_a"), error_type="AttributeError", error=said)
    update = Update(library="lib", version="2.0", symbol="lib.Entries.gone")
    early = OLD.replace("    try:", "    if not rows:\n        return None\n    try:")
    assert "avoids the name" in refused(early, gather([failure.model_copy(update={"update": update})], tmp_path))
    assert "avoids the name" not in refused(early, gather([failure], tmp_path))


def test_a_flag_that_a_library_refuses_since_an_update_is_not_inverted() -> None:
    new = OLD.replace("    try:", "    rows = not rows\n    try:")
    assert "avoids" in refused(new, FailureEvidence(has_updates=True))
    assert "avoids" not in refused(new, FailureEvidence())
    assert "avoids" not in refused(OLD.replace("gone(rows)", "gone(not rows)"), FailureEvidence(has_updates=True))


@pytest.mark.parametrize(
    ("statement", "call", "is_refused"),
    [
        ("rows = not rows", "gone(1, copy=rows)", True),
        ("rows = not rows", "gone(1)", False),
        ("rows = not rows", "check(rows)", False),
        ("self.on = not self.on", "gone(self.on)", False),
    ],
    ids=["keyword", "not passed", "own function", "toggle"],
)
def test_only_the_opposite_of_what_a_library_gets_is_refused(statement: str, call: str, is_refused: bool) -> None:
    old = OLD.replace("gone(rows)", call)
    new = old.replace("    try:", f"    {statement}\n    try:")
    assert ("avoids" in refused(new, FailureEvidence(has_updates=True), old=old)) is is_refused
