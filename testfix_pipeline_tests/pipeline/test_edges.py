"""Edges of the pipeline: nothing to compare, a gate that fails, a stop while planning, first runs at once."""

import contextlib

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.cycle_rules.session_status import EXIT_CODES
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.pipeline.projects import COMPLETE, PRICES


def test_no_tests_and_something_ignored(repository):
    repo = repository(files={"prices.py": PRICES, ".gitignore": "build/\n"})
    repo.write("build/notes.txt", "made")
    found = cycle.run({"project": str(repo.root), "kind": "run", "input": "Test the prices"}, "o")
    assert found["outcome"] == "success"


UNTESTABLE = """\
import os


def notes():
    names = os.listdir('.')
    os.remove(names[0])
    return names
"""


@pytest.mark.parametrize(("gate", "outcome"), [("continue", "partial"), ("block", "blocked")])
def test_a_failed_quality_gate_marks_the_session_and_may_stop_it(repository, gate, outcome):
    repo = repository(files={**COMPLETE, "notes.py": UNTESTABLE})
    found = cycle.run({"project": str(repo.root), "kind": "run", "input": "Test the notes", "gate": gate}, "o")
    assert found["outcome"] == outcome
    assert ("`gate: block` stops: no test was kept and line coverage " in found["reason"]) == (gate == "block")
    assert ("--gate continue" in found.get("advice", "")) == (gate == "block")
    assert SessionStore(repo.root, found["session_id"]).session().review


def test_the_analysis_asks_the_projects_own_checkers_and_counts_what_does_not_parse(repository, phases):
    repo = repository(
        files={
            "prices.py": 'def label(price: int) -> int:\n    """Label."""\n    return "EUR" * price\n',
            "taxes.py": "def tax(price):\n    return price * \n",
            "examples/broken.py": "def shown(:\n",
            "test_prices.py": "from prices import label\n\n\ndef test_label():\n    assert label(0) == ''\n",
            "pyproject.toml": "[tool.mypy]\n",
        }
    )
    ref = phases(repo, "Test label and tax")
    found = cycle.analyse_tests(ref)
    seen = {(one.file, one.pattern) for one in found.findings}
    assert seen == {("prices.py", "mypy:return-value"), ("taxes.py", "syntax_error")}
    document = SessionStore(repo.root, ref.session_id).path(".process/TEST_ANALYSIS_RESULTS.md").read_text()
    assert "The project's own linters and type checkers: mypy ran." in document
    assert "0 critical, 2 errors" in document


def test_a_source_that_does_not_parse_is_a_point_that_is_not_fulfilled(repository):
    files = {**COMPLETE, "taxes.py": "def tax(price):\n    return price * \n", "examples/broken.py": "def shown(:\n"}
    repo = repository(files=files)
    found = cycle.run({"project": str(repo.root), "kind": "run", "input": "Test the units"}, "o")
    assert found["outcome"] == "partial"
    assert [one["what"] for one in found["shortfalls"] if one["kind"] == "requirement"] == ["of taxes.py"]


def test_stopped_while_planning(repository, phases):
    repo = repository(files=COMPLETE)
    found = cycle.pause(phases(repo, "Test it"))
    assert EXIT_CODES[found["outcome"]] == 1


def test_first_instances_at_once(tmp_path, monkeypatch, warm):
    code = "from testfix_pipeline.defs.runs.job_runner import instance\nwith instance(): pass"
    for n in range(3):
        monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / f"inst{n}"))
        with contextlib.ExitStack() as started:
            processes = [started.enter_context(warm.start(code)) for _ in range(3)]
            assert [process.communicate() for process in processes] == [(0, "", "")] * 3
