"""The run of a whole suite that later ones are compared with, and what a person should know of it."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.run_faults import not_measured_notice
from testfix_pipeline.execution.suite_runs import suite_name, suite_to_leave_out
from testfix_pipeline.planning.project.supported_framework import runnable_suites
from testfix_pipeline.steps.measurement.suite_measurement import run_tests
from testfix_pipeline.steps.session.progress_list import note
from testfix_pipeline.steps.session.workbench import Workbench

BASELINE = ".process/baseline-run.json"


def first_run(wb: Workbench, tree: Path) -> SuiteRun:
    """The run of a whole suite that later ones are compared with.

    A suite of a project in a sub-folder that can't be measured is left out of the session, with a notice.
    """
    run = run_tests(wb, tree, first=True)
    while _leave_out_suite(wb, run):
        run = run_tests(wb, tree, first=True)
    wb.remember_ids(run.outcomes)
    return run


def keep_baseline(wb: Workbench, run: SuiteRun) -> None:
    """Store the run of the baseline, whose test ids are the measured set."""
    wb.store.write_sealed(BASELINE, run.model_copy(update={"log": ""}))


def note_other_frameworks(wb: Workbench) -> list[str]:
    """Report, and store in the session, which tests of the project are not run. Returns the notices."""
    notices = list(runnable_suites(wb.project.root, wb.config.test_command, wb.config.results).notices)
    notices += [*wb.store.session().suites_left_out.values(), *wb.project.filter_notices()]
    if made := wb.target.build_output:
        notices.append(
            f"Scripts import {first_names(made)}, which git ignores and a build has made: the tests run it as it is in"
            " the checkout. For a patch of its sources to show, give what builds it by `setup_command`."
        )
    for notice in notices:
        note(wb, notice)
    _store(wb, notices)
    return notices


def _leave_out_suite(wb: Workbench, run: SuiteRun) -> bool:
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
