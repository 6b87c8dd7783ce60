"""What every written plan holds: counted requirements with a command each, dependencies that end, a whole list."""

import re
from graphlib import TopologicalSorter

from testfix_pipeline.planning.tasks.plan_verification import MOST_TASKS, missing_parts
from testfix_pipeline.workspace.sessions.store import SessionStore

TYPES = {"IMPL-001.3": "code-validation", "IMPL-001.5": "test-quality-review", "IMPL-002": "test-fix"}


def assert_sound_plan(store: SessionStore) -> None:
    assert missing_parts(store) == []
    tasks = {task.id: task for task in store.tasks() if not task.id.startswith("IMPL-fix")}
    assert len(tasks) <= MOST_TASKS
    for name, task in tasks.items():
        asked = task.context.requirements
        assert task.meta.type == TYPES.get(name, "test-gen") and task.title and task.meta.agent
        assert asked and all(re.search(r"\d", one) for one in asked) and len(asked) == len(task.context.acceptance)
        assert {"implementation_approach", "exit_conditions"} <= task.flow_control.keys()
        assert tasks.keys() >= {*task.context.depends_on}
    TopologicalSorter({name: task.context.depends_on for name, task in tasks.items()}).prepare()
