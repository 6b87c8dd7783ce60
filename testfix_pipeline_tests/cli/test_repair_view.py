"""How a report reads: on a terminal, as Markdown, and while it is being made."""

import io

import pytest
from rich.console import Console

from testfix_pipeline.cli.views.repair_view import headline, markdown, next_line, progress_line, show
from testfix_pipeline.explanation.model import NotOfTheCode
from testfix_pipeline.standalone.api import RepairProgress
from testfix_pipeline.standalone.report import Bug, Check, Patch, ProjectRepair, SuspiciousLine, meaning

DIFF = "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,2 @@\n def f(a):\n-    return a < 1\n+    return a <= 1\n"


def patch(**more: object) -> Patch:
    given = {"location": "m.py:f:2-2", "description": "compare operator", "diff": DIFF, "flips": ["test_m.py::test_f"]}
    return Patch.model_validate({"complete": True, "confidence": 0.85, "meaning": meaning(0.85), **given, **more})


def report(**more: object) -> ProjectRepair:
    bug = Bug(
        title="AssertionError in f (m.py)",
        tests=["test_m.py::test_f"],
        outcome="fixed",
        patch=patch(),
        check=Check(confirmed=True, passed=4, failing=1),
        others=[
            patch(confidence=0.3, differs="f(1) gives 2 here, 3 with the first patch"),
            patch(doubt="it deletes a return"),
        ],
        suspicious=[SuspiciousLine(file="m.py", line=2, score=1.0, code="return a | b < `c`")],
        regression="test_m.py::test_f passes with the code of abc and not since def (tidied).",
        candidates=12,
        seconds=3.4,
        ended="found",
        notes=["a note"],
    )
    still = Bug(
        title="KeyError in g", tests=[f"test_m.py::test_{n}" for n in range(13)], outcome="open", ended="budget",
        next_steps=["Start reading at m.py:7."],
    )  # fmt: skip
    known = {
        "project": "/p",
        "repository": "/p",
        "outcome": "partly",
        "tests": 18,
        "failing_before": 15,
        "bugs": [bug, still],
    }
    left = [NotOfTheCode(test="test_m.py::test_net", reason="Connection refused.")]
    return ProjectRepair.model_validate({**known, "failing_after": 14, "left_alone": left, "diff": DIFF, **more})


def text(found: ProjectRepair, **options: bool) -> str:
    stream = io.StringIO()
    show(found, Console(file=stream, soft_wrap=True, highlight=False, **options))  # type: ignore[arg-type]
    return stream.getvalue()


@pytest.mark.parametrize("shown", [text, markdown])
def test_a_report_says_all_there_is_to_say_of_each_bug(shown: object) -> None:
    found = shown(report())  # type: ignore[operator]
    for part in (
        "some tests still fail: 1 of 2 bugs fixed, 15 → 14 failing of 18 tests",
        "AssertionError in f (m.py): fixed",
        "12 candidates in 3.4 s, ended with a patch",
        "not since def (tidied).",
        "confidence 0.85: very likely right",
        "+    return a <= 1",
        "test_m.py::test_f",
        "whole suite in a clean process: 4 pass, 1 fail, none broken",
        "m.py:2",
        "also plausible (0.30): compare operator",
        "f(1) gives 2 here, 3 with the first patch",
        "passes the tests but is not accepted (it deletes a return): compare operator",
        "a note",
        "KeyError in g: open",
        "the time ran out",
        "Start reading at m.py:7.",
        "Connection refused.",
        "run again with --apply",
    ):
        assert part.casefold() in found.casefold(), part


def test_a_terminal_gets_colours_and_a_file_none() -> None:
    assert "\x1b[" in text(report(), force_terminal=True)
    assert "\x1b[" not in text(report()) and not [line for line in text(report()).splitlines() if line.endswith(" ")]


def test_long_lists_are_cut_and_code_can_stand_in_a_table() -> None:
    assert "... and 3 more" in text(report())
    assert "| `` return a \\| b < `c` `` |" in markdown(report())


def test_the_end_says_what_was_written_or_that_nothing_was() -> None:
    undo = "git -C /p apply -R /home/x.patch"
    assert next_line(report(applied=["m.py"], undo=undo)) == f"written: m.py\nundo with: {undo}"
    assert next_line(report(diff="")) == ""
    assert headline(report(outcome="cancelled", bugs=[], tests=0)) == "cancelled before the tests were measured"


def test_a_report_in_which_fixed_was_called_mended_is_read() -> None:
    current = report(outcome="fixed").model_dump_json()
    assert "mended" not in current
    found = ProjectRepair.model_validate_json(current.replace('"fixed"', '"mended"'))
    assert (found.outcome, found.is_repaired, found.bugs[0].outcome) == ("fixed", True, "fixed")


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (RepairProgress("preparing", title="asking pip"), "asking pip"),
        (RepairProgress("measuring"), "running the tests"),
        (RepairProgress("measuring", 3, 9), "running the tests: 3 of 9"),
        (RepairProgress("confirming", 0, 9), "confirming on the whole suite: 0 of 9"),
        (
            RepairProgress("searching", 40, 0, 1, 2, "KeyError in g", "m.py:7", "guard"),
            "bug 1 of 2, KeyError in g: 40 candidates tried, at m.py:7; best so far: guard",
        ),
    ],
)
def test_progress_in_words(said: RepairProgress, line: str) -> None:
    assert progress_line(said) == line
