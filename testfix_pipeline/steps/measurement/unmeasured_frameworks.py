"""Reports the project's tests that are not run, so that a green suite is not taken for all tests."""

from __future__ import annotations

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.run_faults import not_measured_notice
from testfix_pipeline.execution.suite_runs import suite_name, suite_to_leave_out
from testfix_pipeline.planning.project.supported_framework import other_tests
from testfix_pipeline.steps.session.progress_list import note
from testfix_pipeline.steps.session.workbench import Workbench


def note_other_frameworks(wb: Workbench) -> list[str]:
    """Report, and store in the session, which tests of the project are not run. Returns the notices."""
    notices = other_tests(wb.project.root, wb.config.test_command, wb.config.results)
    notices += wb.store.session().suites_left_out.values()
    for notice in notices:
        note(wb, notice)
    _store(wb, notices)
    return notices


def leave_out_suite(wb: Workbench, run: SuiteRun) -> bool:
    """Go on without the suite that keeps a first run from being a measurement, if the session can, and report it."""
    suite = suite_to_leave_out(wb.target, run)
    if suite is None or run.fault is None:
        return False
    notice = not_measured_notice(run.fault)
    wb.leave_out(suite_name(suite), notice)
    note(wb, notice)
    _store(wb, [*wb.store.session().framework_notices, notice])
    return True


def _store(wb: Workbench, notices: list[str]) -> None:
    record = wb.store.session()
    if notices != record.framework_notices:
        wb.store.save_session(record.model_copy(update={"framework_notices": notices}))
