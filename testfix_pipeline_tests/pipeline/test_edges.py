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
