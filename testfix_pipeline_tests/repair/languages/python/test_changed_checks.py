"""Patches that change what a program checks are refused where an update is behind the failures."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair import engine
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.search import library_repair_result
from testfix_pipeline.repair.search.request import RepairRequest
from testfix_pipeline_tests.repair.languages.python.test_lost_values import refused

OLD = """\
import lib


def start(kind, thread, limit):
    if thread.isAlive() or kind == "-":
        raise RuntimeError("busy")
    rows = [one for one in lib.rows() if one]
    return lib.array(rows) if limit > 3 else None
"""
UPDATE = FailureEvidence(follows_update=True)
CHANGED = "it changes what the program checks, and an update is behind the failures"


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
    ],
    ids=["joined", "negated", "operand dropped", "comparison", "filter dropped", "constant", "not asked", "added"],
)
def test_another_check(change: tuple[str, str]) -> None:
    new = OLD.replace(*change)
    assert refused(OLD, new, evidence=UPDATE) == CHANGED
    assert refused(OLD, new) == "", "a program with a fault of its own may need another check"


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
    assert refused(OLD, OLD.replace(*change), evidence=UPDATE) == ""


@pytest.mark.parametrize("name", ["isAlive", "rows"])
def test_another_attribute_that_no_library_speaks_of(name: str) -> None:
    new = OLD.replace(name, "daemon")
    assert "asks an object for something else" in refused(OLD, new, evidence=UPDATE)
    assert refused(OLD, new) == ""


def test_a_parameter_that_is_ignored() -> None:
    old = OLD.replace("lib.array(rows)", "lib.array(rows, thread)").replace("thread.isAlive() or ", "")
    new = old.replace("(rows, thread)", "(rows)")
    assert refused(old, new, evidence=UPDATE) == "it ignores what callers pass to a function"
    assert refused(old, new.replace("kind, thread", "kind"), evidence=UPDATE) == "", (
        "it is gone from the signature, too"
    )


def test_an_array_may_be_asked_whether_it_is_none() -> None:
    old = OLD.replace("limit > 3", "limit == None")
    assert refused(old, old.replace("limit == None", "limit is None"), evidence=UPDATE) == ""


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
def test_an_update_behind_any_failure_of_the_suite_counts(
    update: Update | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[RepairRequest] = []
    monkeypatch.setattr(engine, "_alone", seen.append)
    monkeypatch.setattr(engine, "joint_request", lambda request: None)
    failures = [Failure(test="a"), Failure(test="b", update=update)]
    engine.repair(_request(failing=["a"], failures=failures))
    assert seen[0].follows_update is (update is not None)
    assert engine.evidence_of(seen[0], [], Path()).follows_update is (update is not None)


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
