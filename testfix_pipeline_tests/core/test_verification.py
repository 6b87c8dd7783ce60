"""The verdict on a change, by what was measured of it."""

from typing import Any

import pytest

from testfix_pipeline.core.verification import EXIT_CODES, ChangedExpectation, RefusedPlace, TestEdit, Verification

A, B = "test_a.py::test_a", "test_b.py::test_b"
RED, GREEN = {A: "failed", B: "passed"}, {A: "passed", B: "passed"}
CASES: dict[str, tuple[dict[str, Any], str, str]] = {
    "repaired": ({"before": RED, "after": GREEN, "newly_passing": [A]}, "verified", "Newly passing"),
    "green stays green": ({"before": GREEN, "after": GREEN}, "verified", "2 of 2 tests pass as before"),
    "nothing repaired": ({"before": RED, "after": RED}, "not verified", "No failing test newly passes"),
    "what is flaky counts for nothing": ({"before": RED, "after": GREEN, "flaky": [A]}, "verified", "Nothing was lost"),
    "lost": ({"before": GREEN, "after": RED, "lost": [A]}, "not verified", A),
    "lost where the test was edited": (
        {"before": GREEN, "after": RED, "lost": [A], "test_files": ["test_a.py"]},
        "cannot tell", "not as they were"
    ),
    "passes only as edited": (
        {"before": RED, "after": RED, "own_tests": GREEN, "test_files": ["test_a.py"]}, "cannot tell", "only as edited"
    ),
    "a new test fails": (
        {"before": GREEN, "after": GREEN, "own_tests": {**GREEN, "t.py::c": "failed"}}, "not verified", "t.py::c"
    ),
    "removed": (
        {"before": GREEN, "after": GREEN, "test_edits": [TestEdit(test=A, kind="removed", why="Gone.")]},
        "not verified",
        f"{A} is removed: Gone.",
    ),
    "asks for something else": (
        {"before": GREEN, "after": GREEN, "test_edits": [TestEdit(test=A, kind="edited", why="Other.")]},
        "cannot tell",
        f"A person has to say: {A} is edited. Other.",
    ),
    "an edited test fails where it failed before": (
        {"before": RED, "after": GREEN, "newly_passing": [A], "own_tests": RED, "test_files": ["test_a.py"]},
        "not verified",
        f"Changed or added tests fail on the changed code: {A}.",
    ),
    "it fails as before, and so does another": (
        {"before": {**RED, B: "failed"}, "after": {**RED, B: "passed"}, "newly_passing": [B], "own_tests": RED},
        "verified",
        f"Still failing as before: {A}.",
    ),
    "the edit hides what is repaired": (
        {"before": RED, "after": GREEN, "newly_passing": [A], "own_tests": GREEN, "own_before": {A: "passed"}},
        "cannot tell",
        f"as edited, {A} pass on the code before the change too",
    ),
    "an added test proves nothing": (
        {"before": GREEN, "after": GREEN, "own_before": {"t.py::c": "passed"}},
        "cannot tell",
        "prove nothing of it: t.py::c",
    ),
    "one of two added tests proves it": (
        {"before": GREEN, "after": GREEN, "own_before": {"t.py::c": "passed", "t.py::d": "failed"}},
        "verified",
        "2 of 2",
    ),
    "a case proves it that has the place of an old one": (
        {"before": GREEN, "after": GREEN, "own_before": {A: "failed", "t.py::c": "passed"}},
        "verified",
        "2 of 2",
    ),
    "a helper": ({"before": GREEN, "after": GREEN, "helpers": ["conftest.py"]}, "cannot tell", "conftest.py can"),
    "lost with the helper as it was": (
        {"before": GREEN, "after": RED, "lost": [A], "own_tests": GREEN, "helpers": ["helpers.py"]},
        "cannot tell",
        "not as they were",
    ),
    "held back": (
        {"before": RED, "after": GREEN, "newly_passing": [A], "doubts": ["It silences."]},
        "cannot tell",
        "A person has to say: It silences.",
    ),
    "nothing": ({"unchanged": True}, "nothing to verify", "Nothing differs between main and HEAD."),
    "refused": (
        {"before": RED, "after": GREEN, "newly_passing": [A],
         "refused": [RefusedPlace(rule="hard_exit", path="a.py", lines=[3], reason="It ends.")]},
        "not verified",
        "a.py:3: It ends. (hard_exit)",
    ),
    "a workflow file of continuous integration": (
        {"before": GREEN, "after": GREEN, "refused": [RefusedPlace(rule="ci_files", path=".ci", reason="No.")]},
        "verified",
        "Nothing was lost",
    ),
    "no repair": (
        {"before": RED, "after": GREEN, "newly_passing": [A], "objection": "It only knows the test's input."},
        "not verified",
        "It only knows the test's input.",
    ),
    "not measured": ({"fault": "no tests were found"}, "cannot tell", "no tests were found"),
}  # fmt: skip


@pytest.mark.parametrize(("facts", "verdict", "reason"), CASES.values(), ids=CASES)
def test_the_verdict_follows_from_what_was_measured(facts: dict[str, Any], verdict: str, reason: str) -> None:
    said, reasons = Verification(base="main", head="HEAD", **facts).verdict_with_reasons()
    assert said == verdict and any(reason in one for one in reasons), reasons


def test_a_question_about_the_cases_of_one_test_is_asked_once() -> None:
    cases = [f"{A}[{case}]" for case in ("json", "memory")]
    red, green = dict.fromkeys(cases, "failed"), dict.fromkeys(cases, "passed")
    asked = [ChangedExpectation(test=case, before=["assert f() == 1"], after=["assert f() == 2"]) for case in cases]
    edits = [TestEdit(test=case, kind="edited", why="Other.") for case in cases]
    found = Verification(
        base="main", head="HEAD", before=red, after=red, own_tests=green, expectations=asked, test_edits=edits
    )
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == "cannot tell" and len(reasons) == 2, reasons
    assert "pass only as edited" in reasons[0] and "`assert f() == 2` now?" in reasons[1]


def test_every_verdict_has_its_exit_code() -> None:
    assert dict(EXIT_CODES) == {"verified": 0, "not verified": 1, "cannot tell": 2, "nothing to verify": 0}
