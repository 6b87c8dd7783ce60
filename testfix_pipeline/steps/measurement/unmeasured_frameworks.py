"""Reports the project's tests of frameworks that are not run, so that a green suite is not taken for all tests."""

from __future__ import annotations

from testfix_pipeline.planning.project.supported_framework import other_tests
from testfix_pipeline.steps.session.progress_list import note
from testfix_pipeline.steps.session.workbench import Workbench


def note_other_frameworks(wb: Workbench) -> list[str]:
    """Report, and store in the session, which tests of the project are not run. Returns the notices."""
    notices = other_tests(wb.project.root, wb.config.test_command, wb.config.results)
    for notice in notices:
        note(wb, notice)
    record = wb.store.session()
    if notices != record.framework_notices:
        wb.store.save_session(record.model_copy(update={"framework_notices": notices}))
    return notices
