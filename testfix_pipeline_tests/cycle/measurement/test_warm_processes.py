"""One warm process of a commit serves all searches of that commit."""

from collections.abc import Callable
from typing import Any

from testfix_pipeline import cycle
from testfix_pipeline.steps.session import workbench
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.started_processes import put_back_processes, take_processes
from testfix_pipeline_tests.cycle.projects import calc_files

Make = Callable[..., Any]


def test_the_search_goes_on_with_the_process_that_started_while_the_baseline_was_measured(repository, start) -> None:
    session = start(repository(files=calc_files("add")), agents=["builtin"]).measure()
    tip = workbench.load(session.ref.project, session.ref.session_id).mirror.tip
    started = take_processes(session.folder, tip)
    assert started is not None and started.processes() is not None
    put_back_processes(session.folder, tip, started)
    [task] = cycle.plan(session.ref, 1) or []
    assert cycle.attempt(session.ref, task).acceptable
    assert take_processes(session.folder, tip) is started, "left to the next search of the commit"
    put_back_processes(session.folder, tip, started)
    release(session.ref.owner)
    assert take_processes(session.folder, tip) is None, "ended with the session's owner"
    assert not started.folder.exists()


def test_nothing_is_started_where_nothing_fails(repository: Make, start: Make) -> None:
    session = start(repository(files=calc_files()), agents=["builtin"]).measure()
    tip = workbench.load(session.ref.project, session.ref.session_id).mirror.tip
    assert take_processes(session.folder, tip) is None
    release(session.ref.owner)
