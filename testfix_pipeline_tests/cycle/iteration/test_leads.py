"""A patch below the confidence to land is a lead: shown with its diff and what speaks against it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.cli.console import show_result
from testfix_pipeline.core.cycle_rules import session_status
from testfix_pipeline.core.next_commands import next_command
from testfix_pipeline.steps.iteration import attempt
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, analysis, broken, calc_files, fix

Measured = Callable[..., Any]
NO_FIX = {"status": "blocked", "note": "no idea"}


def test_a_patch_of_low_confidence_is_a_lead_until_it_is_accepted(measured, capsys) -> None:
    doubtful = {**fix(GOOD, 0.3), "note": "swapped the operator"}
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": doubtful, "*": NO_FIX}, max_iterations=1)
    assert session.iteration(1).result == "no_gain"
    one = session.attempts["IMPL-fix-1"]
    assert (one.result, one.is_held_back, one.pass_rate_after) == ("lead", True, 100.0)
    assert one.doubts[0] == "Its confidence is 0.30, below 0.4."
    assert session.subjects() == []

    found = session.finish()
    assert found["outcome"] == "blocked"
    [lead] = found["leads"]
    assert (lead["task_id"], lead["confidence"], len(lead["tests"])) == ("IMPL-fix-1", 0.3, 3)
    assert "+    return a + b" in lead["diff"]
    report = (session.folder / ".process" / "failure-report.md").read_text()
    assert "IMPL-fix-1 makes 3 failing tests pass and did not land: swapped the operator" in report
    assert "against it: Its confidence is 0.30, below 0.4." in report
    assert "+    return a + b" in report and "--accept-doubtful" in report
    show_result(found, found["diff"])
    shown = capsys.readouterr().out
    assert "lead     IMPL-fix-1 makes 3 failing tests pass" in shown
    assert (
        "against it: Its confidence is 0.30" in shown and "run      authentic" in shown and "+    return a + b" in shown
    )
    assert "--accept-doubtful` lands it" in next_command(found)

    # Accepted, it lands at once: nobody is asked again, and the limit of iterations makes room for it.
    again = session.taken_over("owner-2").measure(accept_doubtful=True)
    accepted = again.finish()
    assert (accepted["outcome"], accepted["leads"], accepted["iterations"]) == ("partial", [], 2)
    assert accepted["review"] is True and (accepted["run"], accepted["grade"]) == ("authentic", "proved")
    assert accepted["reason"].startswith(
        "Read the change first: the fix may be wrong (confidence 0.30, below 0.65). All "
    )
    assert session_status.EXIT_CODES[accepted["outcome"]] == 0
    assert next_command(accepted).startswith("testfix review ")
    landed = again.attempts["IMPL-fix-2"]
    assert (landed.result, landed.patch) == ("landed", one.patch)
    assert again.source() == GOOD
    assert [fix["task_id"] for fix in accepted["read_first"]] == ["IMPL-fix-2"]


def test_it_lands_at_once_where_doubtful_patches_are_accepted(measured: Measured) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD, 0.3)}, accept_doubtful=True)
    assert session.iteration(1).result == "landed"
    assert session.attempts["IMPL-fix-1"].doubts == ["Its confidence is 0.30, below 0.4."]


def test_a_doubtful_alternative_does_not_win(measured: Measured) -> None:
    longer = GOOD.replace("    return a + b", "    total = a + b\n    return total")
    fixes = {
        "IMPL-fix-1": NO_FIX,
        "IMPL-fix-2": NO_FIX,
        "IMPL-fix-3a": fix(GOOD, 0.39),
        "IMPL-fix-3b": fix(longer, 0.4),
    }
    session = measured(calc_files("add"), analyses(3), {**fixes, "IMPL-fix-3c": NO_FIX}, after=2)
    assert session.iteration(3).result == "landed"
    assert {name: one.result for name, one in session.attempts.items() if "-3" in name} == {
        "IMPL-fix-3a": "lead", "IMPL-fix-3b": "landed", "IMPL-fix-3c": "nothing_found",
    }  # fmt: skip


@pytest.mark.parametrize(("stated", "result", "after"), [(0.45, "lead", 0.333), (0.9, "landed", 0.846)])
def test_the_next_best_patch_of_a_search_is_weighed_beside_the_one_that_was_held_back(
    measured: Measured, stated: float, result: str, after: float
) -> None:
    longer = GOOD.replace("    return a + b", "    total = a + b\n    return total")
    fixes = {
        "IMPL-fix-1": {**fix(GOOD, 0.39), "proposal": "first"},
        "IMPL-fix-2": {**fix(longer, stated), "proposal": "second"},
    }
    session = measured(calc_files("add"), analyses(2), fixes)
    session.iteration(1)
    session.iteration(2)
    one = session.attempts["IMPL-fix-2"]
    assert (one.result, one.confidence) == (result, pytest.approx(after, abs=0.001))
    said = "IMPL-fix-1, which passes the same tests, was found first and held back (0.39)."
    assert (said in one.doubts) == (result == "lead")


def test_a_rival_that_was_held_back_still_counts_against_a_patch_that_a_resume_judges(measured, monkeypatch) -> None:
    def interrupts(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    longer = GOOD.replace("    return a + b", "    total = a + b\n    return total")
    second = {**fix(longer, 0.45), "proposal": "second", "details": {"against": ["It guesses."]}}
    fixes = {"IMPL-fix-1": {**fix(GOOD, 0.39), "proposal": "first"}, "IMPL-fix-2": second}
    session = measured(calc_files("add"), analyses(2), fixes)
    session.iteration(1)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(attempt, "judge_change", interrupts)
        session.iteration(2)
    again = session.taken_over("owner-2").measure()
    again.iteration(2)
    one = again.attempts["IMPL-fix-2"]
    assert (one.result, one.proposal) == ("lead", "second")
    assert one.doubts[1:] == [
        "IMPL-fix-1, which passes the same tests, was found first and held back (0.39).",
        "It guesses.",
    ]


@pytest.mark.parametrize("order", [{}, {"at_once": True}, {"backwards": True}], ids=["in turn", "at once", "backwards"])
def test_two_attempts_with_the_same_change_count_once_and_that_is_the_first_task(measured, order) -> None:
    half = broken("add").replace("n // 2", "n // 2 + 0")
    fixes = {
        "IMPL-fix-1": fix(half),
        "IMPL-fix-2": fix(half),
        "IMPL-fix-3a": fix(GOOD, 0.2),
        "IMPL-fix-3b": fix(GOOD, 0.2),
    }
    session = measured(calc_files("add"), analyses(3), {**fixes, "IMPL-fix-3c": NO_FIX})
    for number in (1, 2, 3):
        session.iteration(number, **order)
    results = {name: one.result for name, one in session.attempts.items()}
    assert results == {
        "IMPL-fix-1": "no_gain", "IMPL-fix-2": "repeated", "IMPL-fix-3a": "lead", "IMPL-fix-3b": "repeated",
        "IMPL-fix-3c": "nothing_found",
    }  # fmt: skip
    assert session.attempts["IMPL-fix-3b"].reason.startswith("The same change as IMPL-fix-3a (lead)")


def test_the_hypotheses_of_one_exploratory_iteration_differ(measured: Measured) -> None:
    causes = ("the operator is wrong here", "The operator is wrong here!", "the arguments come in another order")
    answers = {**analyses(2), "3": analysis(*causes)}
    session = measured(calc_files("add"), answers, {"*": NO_FIX}, after=2)
    tasks = cycle.plan(session.ref, 3)
    tasks_read = [json.loads((session.folder / ".task" / f"{task}.json").read_text()) for task in tasks or []]
    assert [task["context"]["fix_strategy"]["root_causes"] for task in tasks_read] == [[causes[0]], [causes[2]]]


ADD_OF_NONE = {
    "calc.py": "def add(a, b):\n    return a + b\n",
    "test_calc.py": "from calc import add\n\n\ndef test_none():\n    add(None, 2)\n\n\n"
    "def test_add():\n    assert add(1, 2) == 3\n",
}
SILENT = "def add(a, b):\n    if a is None:\n        return None\n    return a + b\n"


@pytest.mark.parametrize(("asserting", "result"), [(False, "lead"), (True, "landed")])
def test_what_only_silences_lands_where_a_test_asserts_what_comes_of_it(measured, asserting, result) -> None:
    tests = ADD_OF_NONE["test_calc.py"]
    tests = tests.replace("    add(None, 2)", "    assert add(None, 2) is None") if asserting else tests
    session = measured({**ADD_OF_NONE, "test_calc.py": tests}, analyses(1), {"IMPL-fix-1": fix(SILENT)})
    session.iteration(1)
    one = session.attempts["IMPL-fix-1"]
    assert (one.result, one.confidence) == (result, 0.9 if asserting else 0.35)
    assert one.patch and session.source() == (SILENT if asserting else ADD_OF_NONE["calc.py"])
    if not asserting:
        assert one.doubts[1].startswith("calc.py:2: It goes on where it failed: `if a is None: return None`.")
        assert "The tests pass as well if another result comes of it." in one.reason


def test_a_patch_of_a_file_without_tampering_rules_says_so(measured, capsys) -> None:
    answer = fix(GOOD, files={"query.sql": "select 1;\n"})
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": answer})
    assert session.iteration(1).result == "landed"
    one = session.attempts["IMPL-fix-1"]
    said = "query.sql (SQL): there are no tampering rules for such files"
    assert said in one.reason and one.doubts[0].startswith(said)
    found = session.finish()
    assert [fix["task_id"] for fix in found["read_first"]] == ["IMPL-fix-1"]
    show_result(found, found["diff"])
    assert said in capsys.readouterr().out
    assert said in (session.folder / ".summaries" / "IMPL-002-summary.md").read_text()


def test_two_iterations_that_end_in_leads_alone_are_enough_until_somebody_resumes(measured: Measured) -> None:
    others = [GOOD.replace("return a + b", text) for text in ("return b + a", "return sum((a, b))", "return a - -b")]
    fixes = {f"IMPL-fix-{number}": fix(text, 0.2) for number, text in enumerate(others, 1)}
    session = measured(calc_files("add"), analyses(3), fixes)
    found = session.finish()
    assert (found["outcome"], found["iterations"], len(found["leads"])) == ("blocked", 2, 2)
    assert found["reason"] == "Only patches of low confidence were found: 2 leads, to be read by a person."
    again = session.taken_over("owner-2").measure(max_iterations=3)
    assert again.finish()["iterations"] == 3


def test_tests_of_which_a_patch_fixes_a_part_are_tried_one_by_one_after_leads_for_all(measured: Measured) -> None:
    about = {"description": "an operand", "location": "calc.py:add:2", "confidence": 0.2, "diff": "", "fixes": []}
    joined = {"details": {"plausible": [{**about, "complete": True}, {**about, "complete": False}]}}
    others = [GOOD.replace("return a + b", text) for text in ("return b + a", "return sum((a, b))")]
    fixes = {f"IMPL-fix-{number}": {**fix(text, 0.2), **joined} for number, text in enumerate(others, 1)}
    session = measured(calc_files("add"), analyses(3), {**fixes, "IMPL-fix-3": fix(GOOD), "*": fix(GOOD)})
    assert session.finish()["outcome"] == "success"
    assert session.attempts["IMPL-fix-2"].result == "lead"
