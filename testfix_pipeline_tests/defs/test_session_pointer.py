"""A run's session is found by its tags, and a launch is checked where it is launched, not where its steps run."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.cycle import SessionRef
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.defs.runs.session_pointer import FOLDER, OPENED_BY, pointer, pointer_tags
from testfix_pipeline.defs.session.resources import RunSettings
from testfix_pipeline_tests.cycle.projects import GOOD, fix

SESSION = SessionId("WFS-one")

EXECUTING = """
import json, sys
from testfix_pipeline.defs.runs.job_runner import run_job
from testfix_pipeline.defs.runs.process_role import mark_executing
mark_executing()
print(json.dumps(run_job(sys.argv[1], json.loads(sys.argv[2])).error))
"""


@pytest.mark.parametrize("folder", ["/shop", "/with space/ü😀", "/two\nlines", os.fsdecode(b"/not-utf8-\xff")])
def test_a_folder_comes_back_from_the_tags(folder: str) -> None:
    tags = pointer_tags(SessionRef(folder, SESSION, "r"), "r")
    assert tags[FOLDER].encode()  # as a database needs it
    assert pointer(tags, "r") == {"project": folder, "session_id": "WFS-one"}


def test_a_repeated_run_has_not_opened_the_session_of_the_first() -> None:
    tags = pointer_tags(SessionRef("/shop", SESSION, "first"), "first")
    assert pointer(tags, "second") is None
    assert pointer({name: tags[name] for name in (FOLDER, OPENED_BY)}) is None


def test_a_run_leaves_its_session_in_its_tags_and_no_file(calc, script, launched, instance_home) -> None:
    repo = calc("add")
    run = launched("fix", repo, agents=[script({"*": fix(GOOD)})], session_id="WFS-one")
    assert run.end.session == {"project": str(repo.root), "session_id": "WFS-one"}
    assert pointer(run.record.tags, run.end.run_id) == run.end.session
    assert list(instance_home.glob(".dagster/values/runs/*/session.json")) == []


@pytest.fixture
def session_of() -> Callable[..., SessionRef]:
    """The session of a run, as the settings of its steps find it."""

    def find(opened: dg.DagsterInstance, run: dg.DagsterRun) -> SessionRef:
        settings = RunSettings()
        settings.setup_for_execution(dg.build_init_resource_context(instance=opened))
        return settings.ref(run)

    return find


def created(opened: dg.DagsterInstance, **given: Any) -> dg.DagsterRun:
    run = dg.DagsterRun(job_name="fix", run_id=new_id(), **given)
    return opened.add_run(run)


def new_id() -> str:
    return os.urandom(16).hex()


def test_a_repeated_run_goes_on_with_the_session_of_the_one_that_it_repeats(session_of: Any) -> None:
    with instance() as opened:
        first = created(opened)
        opened.add_run_tags(first.run_id, pointer_tags(SessionRef("/shop", SESSION, "r"), first.run_id))
        second = created(opened, parent_run_id=first.run_id, root_run_id=first.run_id)
        assert session_of(opened, second) == SessionRef("/shop", SESSION, second.run_id)
        found = opened.get_run_by_id(second.run_id)
        assert found is not None and pointer(found.tags, second.run_id) is not None


def test_a_run_of_an_earlier_version_is_found_by_its_file(session_of: Any, instance_home: Path) -> None:
    with instance() as opened:
        run = created(opened)
        note = instance_home / ".dagster" / "values" / "runs" / run.run_id / "session.json"
        note.parent.mkdir(parents=True)
        note.write_text(json.dumps({"project": "/shop", "session_id": "WFS-old"}))
        assert session_of(opened, run) == SessionRef("/shop", SessionId("WFS-old"), run.run_id)


def test_a_run_without_a_session_says_so(session_of: Any) -> None:
    with instance() as opened, pytest.raises(dg.Failure, match="The run has no session"):
        session_of(opened, created(opened))


@pytest.mark.parametrize(
    ("job", "launch", "sentence"),
    [
        ("fix", {"project": "/no/such/folder"}, "There is no folder /no/such/folder"),
        ("resume", {"project": "/no/such/folder", "session_id": "WFS-one"}, "There is no folder /no/such/folder"),
        ("resume", {"session_id": "WFS-nobody"}, "There is no session WFS-nobody"),
        ("fix", {"agents": ["nobody"]}, "There is no tool 'nobody'"),
        ("fix", {"max_iterations": 101}, "max_iterations must be a whole number from 0 to 100"),
    ],
)
def test_where_steps_are_executed_the_first_one_refuses(calc, warm, job, launch, sentence) -> None:
    given = {"project": str(calc("add").root), **launch}
    with warm.start(EXECUTING, job, json.dumps(given)) as process:
        code, out, err = process.communicate()
    assert code == 0, err
    assert sentence in out
