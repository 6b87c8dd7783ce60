"""Applies the session's generation tasks to the analysis: their files decide what is generated."""

from __future__ import annotations

from collections.abc import Collection

from testfix_pipeline.core.plan_records import Analysis
from testfix_pipeline.planning.code_readers import outline_of
from testfix_pipeline.planning.tasks.task_requirements import with_task_requirements
from testfix_pipeline.steps.session.workbench import Workbench


def with_requirements_of_tasks(wb: Workbench, analysis: Analysis) -> Analysis:
    """The analysis with its open requirements replaced by those of the session's generation tasks."""

    def functions(file: str) -> Collection[str]:
        text = wb.mirror.read(wb.baseline, wb.in_repository(file))
        return outline_of(file, text.decode("utf-8", "replace")).functions if text else ()

    planned = [task for task in wb.store.tasks() if task.meta.type == "test-gen"]
    return with_task_requirements(analysis, planned, functions)
