"""Patches that change what a program checks are leads where an update may be behind the failures."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import InstalledVersions, Update
from testfix_pipeline.repair import engine
from testfix_pipeline.repair.language.library_facts import UNCHANGED, LibraryFacts, failure_key
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.patch_ranking import rank_patches
from testfix_pipeline.repair.search import library_repair_result
from testfix_pipeline.repair.search.request import RepairRequest, RepairResult
from testfix_pipeline_tests.repair.languages.python.test_lost_values import NOTHING, refused

OLD = """\
import lib


def start(kind, thread, limit):
    if thread.isAlive() or kind == "-":
        raise RuntimeError("busy")
    rows = [one for one in lib.rows() if one]
    return lib.array(rows) if limit > 3 else None
"""
UPDATE = FailureEvidence(follows_update=True)
NEWER = FailureEvidence(newer_modules=frozenset(["lib"]))
CHANGED = "It changes what the program checks, and an update may be behind the failure."


def held_back(old: str, new: str, evidence: FailureEvidence) -> str:
    edit = Edit("a.py", 0, len(old), new, "by-hand", 1.0, 1)
    candidate = Candidate.single(SourceFile("a.py", old.encode()), edit, 1.0, "test")
    assert refused(old, new, evidence=evidence) == "", "a person sees it"
    one = PlausiblePatch(candidate, Verdict("plausible", frozenset([TestId("t")])))
    (patch,) = rank_patches([one], Evidence(evidence))
    assert is_doubtful(patch.confidence) or not patch.against
    return " ".join(patch.against)


@pytest.mark.parametrize(
    ("new", "is_lead"), [('["ext.do", "ext.do"]', True), ('["ext.do"]', False), ('["ext.do", "ext.loops"]', False)]
)
def test_an_element_in_the_place_of_another_is_no_answer_to_an_update(new: str, is_lead: bool) -> None:
    old = 'def make(lib):\n    return lib.make(["ext.do", "ext.with_"], [0, 0])\n'
    said = held_back(old, old.replace('["ext.do", "ext.with_"]', new), UPDATE)
    assert ("repeats an element" in said) is is_lead
    assert held_back(old, old.replace('["ext.do", "ext.with_"]', new), FailureEvidence()) == ""


@pytest.mark.parametrize(
    "change",
    [
        ("thread.isAlive() or", "thread and thread.isAlive() or"),
        ("thread.isAlive()", "not thread.isAlive()"),
        (' or kind == "-"', ""),
        ("limit > 3", "limit >= 3"),
        (" if one]", "]"),
        ("limit > 3", "True"),
        ("thread.isAlive()", "thread"),
        ("    rows =", "    if not kind:\n        return None\n    rows ="),
        ("return lib.array(rows)", "return kind or lib.array(rows)"),
    ],
    ids=[
        *("joined", "negated", "operand dropped", "comparison", "filter dropped", "constant", "not asked", "added"),
        "another value first",
    ],
)
def test_another_check(change: tuple[str, str]) -> None:
    new = OLD.replace(*change)
    assert held_back(OLD, new, UPDATE) == held_back(OLD, new, NEWER) == CHANGED
    assert held_back(OLD, new, NOTHING) == "", "a program with a fault of its own may need another check"
    unused = OLD.replace("lib.", "own."), new.replace("lib.", "own.")
    assert held_back(*unused, NEWER) == "", "the file only imports the library"
    elsewhere = "\n\nclass Other:\n    def rows(self):\n        return lib.rows()\n"
    assert held_back(unused[0] + elsewhere, unused[1] + elsewhere, NEWER) == "", "another function uses it"


@pytest.mark.parametrize(
    "change",
    [
        ("thread.isAlive()", "thread.is_alive()"),
        ("thread.isAlive()", "lib.is_alive(thread)"),
        ("limit > 3", "len(limit) > 3"),
        ("lib.array(rows)", "lib.array(rows, copy=False)"),
        (", limit", ", limit=None"),
    ],
    ids=["method", "function", "wrapped", "keyword", "default"],
)
def test_other_names_and_values_in_the_same_checks(change: tuple[str, str]) -> None:
    assert held_back(OLD, OLD.replace(*change), UPDATE) == ""


def test_another_literal_that_is_returned() -> None:
    old = OLD.replace("lib.array(rows)", "'busy'").replace(" if limit > 3 else None", "")
    new = old.replace("'busy'", "[]")
    assert held_back(old, new, NEWER) == "It returns another literal, and an update may be behind the failure."
    assert held_back(old, new, NOTHING) == held_back(old, old.replace("'busy'", "rows"), NEWER) == ""


@pytest.mark.parametrize(("evidence", "leads"), [(UPDATE, [False, True]), (NEWER, [True, True])])
def test_a_lead_comes_behind_patches_that_may_land_where_an_update_is_known(evidence, leads) -> None:
    """Where nothing says so a likelier lead makes the others leads: it may be the fix of an ordinary bug."""
    source = SourceFile("a.py", OLD.encode())
    edits = [Edit("a.py", 0, len(OLD), OLD.replace(*one), "k", 1.0, 1) for one in (("> 3", ">= 3"), ("> 3", "> 4"))]
    found = [
        PlausiblePatch(
            Candidate.single(source, edit, 1.0 - number, "k"), Verdict("plausible", frozenset([TestId("t")]))
        )
        for number, edit in enumerate(edits)
    ]
    ranked = rank_patches(found, Evidence(evidence))
    assert [bool(one.against) for one in ranked] == leads
    assert [is_doubtful(one.confidence) for one in ranked if one.against] == [True] * sum(leads)


@pytest.mark.parametrize("name", ["isAlive", "rows"])
def test_another_attribute_that_no_library_speaks_of(name: str) -> None:
    new = OLD.replace(name, "daemon")
    assert "asks an object for something else" in held_back(OLD, new, UPDATE)
    assert held_back(OLD, new, NOTHING) == ""


def test_a_parameter_that_is_ignored() -> None:
    old = OLD.replace("lib.array(rows)", "lib.array(rows, thread)").replace("thread.isAlive() or ", "")
    new = old.replace("(rows, thread)", "(rows)")
    assert "ignores what callers pass" in held_back(old, new, UPDATE)
    assert held_back(old, new.replace("kind, thread", "kind"), UPDATE) == "", "it is gone from the signature, too"


@pytest.mark.parametrize(
    ("new", "is_less"),
    [("(rows)", True), ("(rows, None)", True), ("(rows, order=thread)", False), ("(rows, thread * 2)", False)],
)
def test_what_a_refused_call_passes_no_more(new: str, is_less: bool) -> None:
    old = OLD.replace("lib.array(rows)", "lib.array(rows, place=thread)")
    refusing = replace(UPDATE, refused_calls=frozenset(["array"]))
    assert (
        "passes less to what refuses" in held_back(old, old.replace("(rows, place=thread)", new), refusing)
    ) is is_less
    assert held_back(old, old.replace("(rows, place=thread)", new), UPDATE) == "", "nothing refuses the call"


def test_a_newer_library_that_is_used_less() -> None:
    old = OLD.replace(" if limit > 3 else None", "")
    new = old.replace("lib.array(rows)", "list(rows)")
    assert "uses a library less" in held_back(old, new, NEWER)
    assert held_back(old, new, NOTHING) == held_back(old, old.replace("lib.array", "lib.asarray"), NEWER) == ""


def test_an_array_may_be_asked_whether_it_is_none() -> None:
    old = OLD.replace("limit > 3", "limit == None")
    assert held_back(old, old.replace("limit == None", "limit is None"), UPDATE) == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('kind == "-"', 'kind in "-"'), "it takes any part of a text for the text"),
        (('kind == "-"', 'kind in ("-", "")'), ""),
        (("array(rows)", "array(rows, dtype=lib.ndarray)"), "it gives a dtype that is none"),
        (("array(rows)", "array(rows, dtype=lib.float64)"), ""),
    ],
)
def test_what_only_looks_like_a_check_or_a_type(change: tuple[str, str], said: str) -> None:
    assert refused(OLD, OLD.replace(*change)) == said


@pytest.mark.parametrize("update", [Update(library="lib", version="2", symbol="lib.rows"), None])
def test_an_update_behind_any_failure_of_the_suite_counts(update, monkeypatch) -> None:
    seen: list[RepairRequest] = []

    def alone(request: RepairRequest) -> RepairResult:
        seen.append(request)
        return RepairResult((), 0, "space", [], 0.0, [], {})

    monkeypatch.setattr(engine, "_alone", alone)
    monkeypatch.setattr(engine, "joint_request", lambda request: None)
    failures = [Failure(test="a"), Failure(test="b", update=update)]
    engine.repair(_request(failing=["a"], failures=failures))
    assert seen[0].follows_update is (update is not None)
    assert engine.evidence_of(seen[0], [], Path()).follows_update is (update is not None)


@pytest.mark.parametrize(("installed", "modules"), [({"yaml": "pyyaml", "os": "other"}, {"yaml"}), ({}, {"pyyaml"})])
def test_modules_of_libraries_that_are_newer_than_required(installed: dict[str, str], modules: set[str]) -> None:
    facts = LibraryFacts(InstalledVersions(modules=installed) if installed else None)
    request = replace(_request(failing=["a"]), earlier={"pyyaml": "<6", "npm:left-pad": "1"}, facts=facts)
    assert engine.evidence_of(request, [], Path()).newer_modules == modules


@pytest.mark.parametrize("error", ["as before", "another one"])
def test_failures_that_are_the_same_under_old_releases_follow_no_update(error: str) -> None:
    known, failure = Failure(test="a", error="as before"), Failure(test="a", error=error)
    facts = LibraryFacts(found={"python": {UNCHANGED: {failure_key(known)}}})
    request = replace(_request(failing=["a"]), earlier={"pyyaml": "<6"}, facts=facts, follows_update=True)
    evidence = engine.evidence_of(request, [failure], Path())
    expected = error == "another one"
    assert (evidence.follows_update, bool(evidence.newer_modules), evidence.has_earlier_requirements) == (expected,) * 3


def test_what_goes_on_from_the_repair_of_libraries_follows_an_update(monkeypatch: pytest.MonkeyPatch) -> None:
    request = _request(failing=["a"])
    start = SimpleNamespace(request=replace(request, failures=[Failure(test="a")]))
    monkeypatch.setattr(library_repair_result, "start_from", lambda *_: start)
    library = SimpleNamespace(start=SimpleNamespace(contents={}))
    workers = SimpleNamespace(make_pristine=lambda: None, clock=SimpleNamespace(left=lambda: 1.0))
    found = library_repair_result.continuation_request(cast(Any, library), request, cast(Any, workers))
    assert found is not None and found.follows_update and not request.follows_update


def _request(**given: Any) -> RepairRequest:
    known: dict[str, Any] = {"project": None, "tree": Path(), "all_failing": [], "passing": [], "failures": []}
    return RepairRequest(**{**known, **given}, coverage=None, seconds=1.0)
