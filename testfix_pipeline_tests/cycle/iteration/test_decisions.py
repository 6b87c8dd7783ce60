"""When the cycle ends, and how."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.cycle_rules.session_status import EXIT_CODES
from testfix_pipeline.core.errors import InvalidConfig, MeasurementError
from testfix_pipeline.core.progress import NOTE
from testfix_pipeline.steps.session.progress_listeners import listening
from testfix_pipeline_tests.cycle.projects import GOOD, WORDS, analyses, analysis, broken, calc_files, fix
from testfix_pipeline_tests.execution.targets import environment, packages

Measured = Callable[..., Any]
ADD = calc_files("add")


def test_green_is_not_believed_before_a_confirming_run(calc, scripted, start, tmp_path) -> None:
    """A fix that is right for some time only: until something happens in a place that outlives the worktree."""
    place = tmp_path / "outside"
    place.mkdir()
    later = f"from pathlib import Path\n\nLATER = Path({str(place)!r}, 'later').exists()\n\n\n"
    once = later + GOOD.replace("a + b", "a - b if LATER else a + b")
    agent = scripted(analyses(2), {"IMPL-fix-1": fix(once), "IMPL-fix-2": fix(GOOD)})
    session = start(calc("add"), agents=[agent], sandbox={"write": [str(place)]}).measure()
    assert session.iteration(1).pass_rate_after == 100.0
    (place / "later").touch()
    assert cycle.plan(session.ref, 2) == ["IMPL-fix-2"]
    assert session.store.results().pass_rate == 70.0
    result = session.finish()
    assert (result["outcome"], result["iterations"], result["pass_rate"]) == ("success", 2, 100.0)
    results = session.store.results()
    assert results.confirmed in result["commits"] and results.mode == "full_suite"


FLAKY = """\
from pathlib import Path

import pytest

COUNT = Path({place!r}, "runs")


@pytest.mark.parametrize("n", range(19))
def test_steady(n):
    assert n >= 0


def test_unsteady(request):
    runs = len(COUNT.read_text()) if COUNT.exists() else 0
    COUNT.write_text("." * (runs + 1))
    assert len(request.session.items) == 1 and runs % 2 == 1, "in the whole suite it never passes"
"""


@pytest.mark.usefixtures("every_round")
def test_only_a_flaky_failure_left_is_a_partial_success(repository, start, tmp_path) -> None:
    place = tmp_path / "outside"
    place.mkdir()
    repo = repository(files={"test_flaky.py": FLAKY.format(place=str(place))})
    session = start(repo, sandbox={"write": [str(place)]}).measure()
    result = session.finish()
    record = session.store.session()
    assert (result["outcome"], EXIT_CODES[result["outcome"]]) == ("partial", 0)
    assert (record.status, record.review) == ("completed", True)
    [left] = session.store.results().failures
    assert (left.test, left.criticality, left.flaky) == ("test_flaky.py::test_unsteady", "low", True)
    assert "test_unsteady" in Path(result["report"]).read_text()


ENVIRONMENT = {
    "calc.py": GOOD,
    "test_calc.py": "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n",
    "test_ledger.py": "import quite_unheard_of_package\n\n\ndef test_it():\n    assert quite_unheard_of_package\n",
}


def test_failures_of_the_environment_are_reported_and_not_repaired(measured: Measured) -> None:
    session = measured(ENVIRONMENT, analyses(1), {"*": fix(GOOD)})
    result = session.finish()
    assert (result["outcome"], result["iterations"], EXIT_CODES[result["outcome"]]) == ("blocked", 0, 1)
    assert session.store.session().status == "blocked"
    report = Path(result["report"])
    assert report.name == "failure-report.md"
    assert "quite_unheard_of_package is not installed" in report.read_text()
    assert "env_issue" in report.read_text()


def test_a_resume_after_the_environment_was_fixed_measures_again(repository, scripted, start) -> None:
    repo = repository()
    environment(repo.root / ".venv")
    repo.commit("first", **{**ENVIRONMENT, "calc.py": broken("add"), ".gitignore": ".venv/\n"})
    session = start(repo, agents=[scripted(analyses(1), {"*": fix(GOOD)})]).measure()
    result = session.finish()
    assert (result["outcome"], result["iterations"], result["total"]) == ("blocked", 1, 2)
    (packages(repo.root / ".venv") / "quite_unheard_of_package.py").write_text("")
    again = session.taken_over("owner-2").measure().finish()
    assert (again["outcome"], again["pass_rate"], again["iterations"]) == ("success", 100.0, 1)
    assert session.store.results().outcomes["test_ledger.py::test_it"].status == "passed"
    assert again["duration_s"] > result["duration_s"], "the clock goes on"


def test_a_green_session_names_the_tests_that_were_not_run(measured: Measured) -> None:
    java = {"pom.xml": "<artifactId>junit-jupiter</artifactId>\n"}
    result = measured({**calc_files(), **java}, {}, {}).finish()
    assert result["outcome"] == "success" and "JUnit" in result["notices"][0]
    assert "Not run: the project's tests of JUnit." in Path(result["report"]).read_text()


def test_the_iteration_limit_blocks_and_a_raised_one_goes_on(measured: Measured) -> None:
    fixes = {"IMPL-fix-1": {"status": "blocked"}, "IMPL-fix-2": fix(GOOD)}
    session = measured(ADD, analyses(2), fixes, max_iterations=1)
    result = session.finish()
    assert (result["outcome"], result["iterations"], result["pass_rate"]) == ("blocked", 1, 70.0)
    assert session.store.session().status == "blocked"
    assert session.store.task("IMPL-002").status == "blocked"
    report = (session.folder / ".process" / "failure-report.md").read_text()
    assert "test_calc.py::test_add[1-2]" in report and "70%" in report
    assert "### IMPL-fix-1: nothing found (iteration 1, conservative," in report and "- cause: cause 1a" in report
    assert f"testfix resume --session {session.ref.session_id} --max-iterations 2" in report
    again = session.taken_over("owner-2").measure(max_iterations=5)
    result = again.finish()
    assert (result["outcome"], result["iterations"]) == ("success", 2)
    assert "success" in again.source(f".workflow/active/{again.ref.session_id}/.summaries/IMPL-002-summary.md")
    assert again.store.task("IMPL-002").status == "completed"


def test_a_spent_budget_pauses_and_resume_goes_on(measured: Measured) -> None:
    session = measured(ADD, analyses(1), {"IMPL-fix-1": fix(GOOD)}, budget_seconds=0.001)
    result = session.finish()
    assert (result["outcome"], EXIT_CODES[result["outcome"]], result["iterations"]) == ("paused", 1, 0)
    assert "budget" in result["reason"]
    assert session.store.session().status == "paused"
    again = session.taken_over("owner-2").measure(budget_seconds=600)
    assert again.finish()["outcome"] == "success"
    assert again.store.session().status == "completed"


def test_the_same_proposal_a_second_time_ends_the_cycle(measured: Measured) -> None:
    lead = fix(broken("shout"))
    session = measured(ADD, {"*": analysis("always the same")}, {"*": lead})
    result = session.finish()
    assert (result["outcome"], result["iterations"]) == ("blocked", 1)
    assert "second time" in result["reason"]
    assert list(session.attempts) == ["IMPL-fix-1"]


def test_the_same_root_cause_a_third_time_is_refused(measured: Measured) -> None:
    answers = {str(n): analysis("It is the sign.", patch=f"no patch {n}") for n in (1, 2, 3)}
    session = measured(ADD, answers, {"*": {"status": "blocked"}})
    session.iteration(1), session.iteration(2)
    assert cycle.plan(session.ref, 3)
    records = session.state.iterations
    assert [record.tool for record in records] == ["script", "script", "builtin"]
    assert [record.analysis_quality for record in records] == ["normal", "normal", "degraded"]


def test_when_all_wanted_tools_are_refused_the_built_in_one_answers_and_it_is_said(measured, scripted) -> None:
    refused = {
        "busy": {"kind": "http_error", "http_status": 429},
        "short": {**analysis("x"), "text": "Too short."},
        "unsure": {
            "text": WORDS,
            "payload": {"modification_points": ["calc.py:add:1-2"], "affected_tests": [], "confidence_score": 0.3},
        },
    }
    agents = [scripted({"1": answer}, {}, name) for name, answer in refused.items()]
    session = measured(ADD, {}, {}, agents=agents)
    reported: list[str] = []
    with listening(lambda items, detail: reported.append(detail.removeprefix(NOTE))):
        record = session.iteration(1)
    assert (record.tool, record.analysis_quality, record.result) == ("builtin", "degraded", "landed")
    output = (session.folder / ".process" / "iteration-1-cli-output.txt").read_text()
    assert "429" in output and "fewer than 100" in output and "below 0.4" in output
    for name, answer in refused.items():  # as it came
        raw = output.partition(f"refused: {name}: ")[2].partition("refused: ")[0].partition("\n")[2]
        assert json.loads(raw.partition("\naccepted: builtin\n")[0]) == answer
    analysed = (session.folder / record.analysis_file).read_text()
    assert "(degraded)" in analysed and "- **Raw answers**: `.process/iteration-1-cli-output.txt`" in analysed
    assert any(text.startswith("iteration 1: busy refused: ") and "builtin, degraded" in text for text in reported)
    result = session.finish()
    assert result["outcome"] == "success"
    assert result["answers"][-1] == ("in all: no calls; 3 answers refused; degraded iterations: 1; fallbacks: none")
    assert "degraded" in (session.folder / ".summaries" / "iteration-summaries" / "iteration-1.md").read_text()


ONCE = """\
from pathlib import Path

COUNT = Path({place!r}, "runs")


def test_first_run_fails():
    first = not COUNT.exists()
    COUNT.touch()
    assert not first
"""
ORDER = """\
STATE = []


def test_first():
    STATE.append(1)


def test_second():
    assert not STATE
"""


@pytest.mark.usefixtures("every_round")
def test_a_failure_too_rare_to_be_repeated_is_flaky_and_one_that_depends_on_the_order_is_not(
    repository: Callable[..., Any], start: Callable[..., Any], tmp_path: Path
) -> None:
    place = tmp_path / "outside"
    place.mkdir()
    repo = repository(files={"test_once.py": ONCE.format(place=str(place)), "test_order.py": ORDER})
    session = start(repo, sandbox={"write": [str(place)]}).measure()
    found = {one.test: (one.flaky, one.criticality) for one in session.store.results().failures}
    assert found == {
        "test_once.py::test_first_run_fails": (True, "low"),
        "test_order.py::test_second": (False, "medium"),
    }


def test_a_suite_that_can_not_be_confirmed_fails_the_session_and_says_why(calc, scripted, start, tmp_path) -> None:
    """The fix passes once and hangs from then on, where no alarm reaches it: in a loop of the interpreter's own."""
    place = tmp_path / "outside"
    place.mkdir()
    seen = f"SEEN = Path({str(place)!r}, 'seen')\nHANGS = SEEN.exists()\nSEEN.touch()\n\n\n"
    hangs = "    if HANGS:\n        sum(repeat(0))\n    return a + b"
    once = f"from itertools import repeat\nfrom pathlib import Path\n\n{seen}{GOOD.replace('    return a + b', hangs)}"
    agent = scripted(analyses(1), {"IMPL-fix-1": fix(once)})
    options = {"sandbox": {"write": [str(place)]}, "suite_timeout_seconds": 4}
    session = start(calc("shout"), agents=[agent], **options).measure()
    assert session.iteration(1).pass_rate_after == 100.0
    with pytest.raises(MeasurementError, match="confirming run"):
        session.finish()
    record = session.store.session()
    assert record.status == "failed" and "did not end within" in record.error
    assert not list(session.cache.rglob(session.ref.session_id))
    again = session.taken_over("owner-2")
    (place / "seen").unlink()
    again.measure()
    assert cycle.plan(again.ref, 2) is None
    assert again.finish()["outcome"] == "success"


def test_an_iteration_that_the_rest_can_not_fund_is_not_started(measured: Measured) -> None:
    session = measured(ADD, analyses(1), {"IMPL-fix-1": fix(GOOD)}, budget_seconds=600)
    results = session.store.results()
    session.store.save_results(results.model_copy(update={"duration": 400.0}))
    result = session.finish()
    assert (result["outcome"], result["iterations"]) == ("paused", 0)
    assert "at least 2 times at 400 seconds" in result["reason"]
    again = session.taken_over("owner-2").measure(budget_seconds=3000)
    assert again.finish()["outcome"] == "success"


def test_what_a_session_that_goes_on_can_not_be_given_is_refused_by_name(measured: Measured) -> None:
    session = measured(ADD, analyses(1), {})
    with pytest.raises(InvalidConfig, match=r"can't be given a new gate or strict") as refused:
        session.taken_over("owner-2").measure(strict=True, gate="block", max_iterations=5)
    assert "what may change is max_iterations, agents, accept_doubtful, budget_seconds" in refused.value.next_step
    again = session.taken_over("owner-3").measure(max_iterations=5)  # nothing of it was taken, nor is it locked
    assert again.state.max_iterations == 5 and again.store.session().config["gate"] == "continue"
