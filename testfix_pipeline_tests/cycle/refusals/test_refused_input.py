"""What can't be worked on is refused with what and what next, and nothing of the project has changed."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import InvalidConfig, MeasurementError, PipelineError, ProjectError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix

Make = Callable[..., Any]


def assert_error_names(error: PipelineError, *words: str) -> None:
    """The error says what, and what to do next, in sentences."""
    assert error.what.strip() and error.next_step.strip().endswith((".", ":", "?")), error.next_step
    for word in words:
        assert word in str(error)
    assert "Traceback" not in error.what


def test_a_repository_without_a_commit(repository: Make) -> None:
    repo = repository()
    repo.write("test_x.py", "def test_x():\n    assert False\n")
    before = repo.fingerprint()
    with pytest.raises(ProjectError) as caught:
        cycle.run({"project": str(repo.root)})
    assert_error_names(caught.value, "commit")
    assert repo.fingerprint() == before


@pytest.mark.parametrize(
    ("launch", "words"),
    [
        ({"test_command": "make check"}, ["make check"]),
        ({"test_command": "pytest 'unclosed"}, ["pytest 'unclosed"]),
        ({"max_iterations": -1}, ["max_iterations", "-1"]),
        ({"max_iterations": 10**9}, ["max_iterations", "1000000000"]),
        ({"max_iterations": "many"}, ["max_iterations", "many"]),
        ({"budget_seconds": -5}, ["budget_seconds", "-5"]),
        ({"budget_seconds": "nan"}, ["budget_seconds"]),
        ({"session_id": "WFS-../../etc"}, ["WFS-../../etc"]),
        ({"agents": ["gpt-17"]}, ["gpt-17"]),
        ({"agents": ["recorded:/nowhere.json"]}, ["/nowhere.json"]),
        ({"python": "no-such-python"}, ["no-such-python"]),
        ({"max_iteration": 3}, ["max_iterations"]),
    ],
)
def test_a_setting_that_makes_no_sense(calc: Make, launch: dict[str, Any], words: list[str]) -> None:
    repo = calc("add")
    before = repo.fingerprint()
    with pytest.raises(InvalidConfig) as caught:
        cycle.run({"project": str(repo.root), **launch})
    assert_error_names(caught.value, *words)
    assert repo.fingerprint() == before
    assert list(repo.refs()) == ["refs/heads/main"]


SUITES = {
    "no tests": ({"calc.py": GOOD}, ["no tests"]),
    "zero tests": ({"test_calc.py": "X = 1\n"}, ["no tests"]),
    "broken conftest": ({**calc_files(), "conftest.py": "import nothing_of_that_name\n"}, ["nothing_of_that_name"]),
    "hanging": (
        {"test_hang.py": "import threading\n\n\ndef test_hang():\n    threading.Event().wait(900)\n"},
        ["did not end within", "test_hang"],
    ),
    "left early": (
        {"test_exit.py": "import os\n\n\ndef test_exit():\n    os._exit(0)\n"},
        ["before the end", "test_exit"],
    ),
}


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_that_can_not_be_measured(repository: Make, name: str) -> None:
    files, words = SUITES[name]
    repo = repository(files=files)
    before = repo.fingerprint(".workflow/")
    limit = {"suite_timeout_seconds": 2} if name == "hanging" else {}
    with pytest.raises(MeasurementError) as caught:
        cycle.run({"project": str(repo.root), "session_id": "WFS-test-no", **limit}, "owner-1")
    assert_error_names(caught.value, *words)
    assert repo.fingerprint(".workflow/") == before
    record = json.loads((repo.root / ".workflow/active/WFS-test-no/workflow-session.json").read_text())
    assert record["status"] == "failed" and words[0] in record["error"]
    assert (repo.root / ".workflow/active/WFS-test-no/.process/test-output.log").exists()
    assert not list((repo.root.parent / "cache").rglob("WFS-test-no"))


def test_a_failed_session_goes_on_once_its_suite_can_be_measured(repository, scripted) -> None:
    """The suite hangs because of what it finds outside; the session itself is resumed."""
    repo = repository()
    door = repo.root.parent / "door"
    wait = f"    if not Path({str(door)!r}).exists():\n        threading.Event().wait(900)\n    assert add(1, 1) == 2\n"
    test = f"import threading\nfrom pathlib import Path\n\nfrom calc import add\n\n\ndef test_add():\n{wait}"
    repo.commit("first", **{"calc.py": GOOD, "test_calc.py": test})
    launch = {
        "project": str(repo.root),
        "session_id": "WFS-test-again",
        "suite_timeout_seconds": 2,
        "sandbox": {"read": [str(repo.root.parent)]},
    }
    with pytest.raises(MeasurementError):
        cycle.run(launch, "owner-1")
    door.touch()
    ref = cycle.SessionRef(str(repo.root), SessionId("WFS-test-again"), "owner-2")
    cycle.measure(ref)
    assert cycle.finish(ref)["outcome"] == "success"


def test_a_limit_that_makes_no_sense_leaves_a_stopped_session_as_it_was(measured: Make) -> None:
    session = measured(calc_files("add"), analyses(1), {}, max_iterations=1)
    session.finish()
    before = session.store.session()
    again = session.taken_over("owner-2")
    with pytest.raises(InvalidConfig, match="max_iterations"):
        again.measure(max_iterations=-3)
    assert again.store.session() == before
    assert not list(session.cache.rglob(session.ref.session_id))


DAMAGED = {
    "records": [
        "workflow-session.json",
        ".process/iteration-state.json",
        ".process/test-results.json",
        ".process/fix-history.json",
        ".task/IMPL-fix-1.json",
    ],
    "what steps keep": [".process/baseline-run.json", ".process/attempts/IMPL-fix-1.json"],
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_damage_in_a_sessions_folder_is_named_and_repaired(measured: Make, kind: str) -> None:
    fixes = {"IMPL-fix-1": {"status": "blocked"}, "IMPL-fix-2": fix(GOOD)}
    session = measured(calc_files("add"), analyses(2), fixes)
    if kind == "records":
        session.iteration(1)
        session.store.append_attempt(session.attempts["IMPL-fix-1"])
    else:
        cycle.plan(session.ref, 1), cycle.attempt(session.ref, "IMPL-fix-1")
    session.store.save_session(session.store.session())
    folder = session.folder  # where it lay before it was archived
    for name in DAMAGED[kind]:
        (folder / name).write_text('{"half of a rec')
    again = session.taken_over("owner-2").measure()
    result = again.finish()
    assert (result["outcome"], again.source()) == ("success", GOOD)
    assert [one.task_id for one in again.store.history().attempts] == ["IMPL-fix-1", "IMPL-fix-2"]
    for name in DAMAGED[kind]:
        place = folder / name
        [said] = [line for line in result["recovered"] if str(place) in line]
        assert f"was damaged (kept as {place.name}.damaged-1)" in said
        assert place.with_name(f"{place.name}.damaged-1").read_text() == '{"half of a rec'


def test_damage_that_another_command_repaired_before_is_named_by_the_run(measured: Make) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD)})
    session.store.save_session(session.store.session())
    record, calls = session.folder / "workflow-session.json", session.folder / ".process/tool-calls.jsonl"
    record.write_text('{"half of a rec')
    session.store.session()  # as `testfix status` does
    calls.write_text('{"event": "asked", "ca')
    result = session.taken_over("owner-2").measure().finish()
    assert result["outcome"] == "success"
    assert sorted(line.partition(" ")[0] for line in result["recovered"]) == sorted([str(calls), str(record)])
    for file in (record, calls):
        assert file.with_name(f"{file.name}.damaged-1").read_text().startswith("{")


def test_a_project_whose_tests_are_of_another_framework(repository: Make) -> None:
    repo = repository()
    package = json.dumps({"devDependencies": {"jest": "29"}})
    repo.commit("first", **{"package.json": package, "sum.test.js": "test('x', () => {})\n"})
    before = repo.fingerprint()
    with pytest.raises(ProjectError) as caught:
        cycle.run({"project": str(repo.root)})
    assert_error_names(caught.value, "jest", "npm install")
    assert repo.fingerprint() == before
