"""The order in which a session's tasks run."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.cycle_rules.task_queue import queue, waits_for
from testfix_pipeline.core.task_records import Task, TaskStatus


def task(name: str, *depends: str, kind: str = "test-gen", status: TaskStatus = "pending", **more: Any) -> Task:
    return Task(id=name, status=status, meta={"type": kind}, context={"depends_on": list(depends), **more})


PLAN = [
    task("IMPL-002", "IMPL-001.5", kind="test-fix"),
    task("IMPL-001.5", "IMPL-001.3"),
    task("IMPL-001.3", "IMPL-001", "IMPL-003"),
    task("IMPL-003"),
    task("IMPL-001"),
]


def test_the_plan_runs_by_its_dependencies() -> None:
    assert [one.id for one in queue(PLAN)] == ["IMPL-001", "IMPL-003", "IMPL-001.3", "IMPL-001.5", "IMPL-002"]


def test_fix_tasks_come_first_and_the_retest_follows() -> None:
    done = [one.model_copy(update={"status": "completed"}) for one in PLAN if one.id != "IMPL-002"]
    fix = task("IMPL-fix-2", "IMPL-fix-1", kind="test-fix-iteration")
    earlier = task("IMPL-fix-1", kind="test-fix-iteration", status="blocked")
    assert [one.id for one in queue([PLAN[0], *done, fix, earlier])] == ["IMPL-fix-2", "IMPL-002"]


def test_a_task_waits_for_what_has_not_ended_or_does_not_exist() -> None:
    one = task("IMPL-002", "a", "b", "c", "d", "e")
    others = [task("a", status="completed"), task("b", status="skipped"), task("c", status="blocked"), task("d")]
    assert waits_for(one, others) == ["d", "e"]
    assert waits_for(one, others, ended=["e"]) == ["d"]


NAMES = st.sampled_from("abcdef")


@given(st.lists(st.builds(task, NAMES, NAMES, NAMES), unique_by=lambda one: one.id))
def test_nothing_runs_before_what_it_depends_on(tasks: list[Task]) -> None:
    order = [one.id for one in queue(tasks)]
    known = {one.id for one in tasks}
    assert len(order) == len(set(order))
    for one in queue(tasks):
        before = order[: order.index(one.id)]
        assert all(each in before for each in one.context.depends_on if each in known)
